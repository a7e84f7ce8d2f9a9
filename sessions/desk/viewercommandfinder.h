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
/// Finds the viewer command that shows a desktop at the summit. If the desktop has to be discovered, it is looked for each time. Made by
/// ConnectedProfile, owned by the WindowSession that gets it.
class ViewerCommandFinder : public AddressOrCommandFinder<QStringList>
{
public:
    /// @p link: the desktop's link, which outlives this object; the viewer may use another link.
    ViewerCommandFinder(const DesktopSpec &desktop, Link *link);

    void find(const FoundCallback &answer) override;
    void cancel() override;

private:
    void searchForDesktop(const DesktopSelector &wanted);
    void reportCommandForAddress(const DesktopAddress &address);
    void reportCommand(const std::expected<QStringList, Failure> &command);

    const DesktopSpec m_desktop;
    Link *const m_link;
    FoundCallback m_foundCallback;
    std::unique_ptr<QObject> m_searchContext; ///< receiver of the search's Qt signals; exists only during a search, and its deletion disconnects them
};
}
