// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/finder.h"
#include "sessions/links/hop/link.h"
#include "sessions/profiles/profile.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace Nightdesk
{
/// What shows a desktop by a viewer at the summit. A desktop that its link's discover finds is looked for each time. Owned by ConnectedProfile.
class DesktopViewFinder : public Finder<QStringList>
{
public:
    /// @p link is the desktop's; the viewer's may be another. It outlives this.
    DesktopViewFinder(const DesktopSpec &desktop, Link *link);

    void find(const Answer &answer) override;
    void cancel() override;

private:
    void lookFor(const DiscoveredDesktop &wanted);
    void use(const DesktopAddress &address);
    void reportDesktops(const std::expected<QStringList, Failure> &told);

    const DesktopSpec m_desktop;
    Link *const m_link;
    Answer m_answer;
    std::unique_ptr<QObject> m_search; ///< while it looks
};
}
