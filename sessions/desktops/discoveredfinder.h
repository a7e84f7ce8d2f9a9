// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/finder.h"
#include "sessions/profiles/profile.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
class Discovery;
class Link;

/// Finds a desktop by its link's discover command: the one that the profile describes, among those that run. Owned by
/// its DesktopConnection, GUI thread.
class DiscoveredFinder : public Finder<DesktopAddress>
{
public:
    /// @p linkId: as the profile has it, for those who read why it was not found.
    DiscoveredFinder(const DiscoveredDesktop &wanted, const QString &linkId, Link *link);
    ~DiscoveredFinder() override;

    void find(const Answer &answer) override;
    void cancel() override;

private:
    void finished(Discovery *discovery);
    void reportAddress(const std::expected<DesktopAddress, Failure> &found);

    const DiscoveredDesktop m_wanted;
    const QString m_linkId;
    Link *const m_link;
    Answer m_answer;
    QObject m_home; ///< of searches: one that has ended may still be told, but never when we are gone
    std::unique_ptr<QObject> m_search; ///< what is heard of it while it is looked for
};
}
