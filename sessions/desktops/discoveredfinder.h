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

/// Finds the desktop that the profile describes among the running ones, by the link's discover command. Owned by
/// its DesktopConnection, GUI thread.
class DiscoveredDesktopFinder : public AddressOrCommandFinder<DesktopAddress>
{
public:
    /// @p linkId: the link's id in the profile, for error texts.
    DiscoveredDesktopFinder(const DesktopSelector &wanted, const QString &linkId, Link *link);
    ~DiscoveredDesktopFinder() override;

    void find(const FoundCallback &answer) override;
    void cancel() override;

private:
    void handleDiscoveryFinished(Discovery *discovery);
    void reportAddress(const std::expected<DesktopAddress, Failure> &found);

    const DesktopSelector m_wantedDesktop;
    const QString m_linkId;
    Link *const m_link;
    FoundCallback m_foundCallback;
    QObject m_searchParent; ///< parent of searches: a late signal may reach a search that has ended, but not a destroyed finder
    std::unique_ptr<QObject> m_searchContext; ///< receiver of the current search's Qt signals; its deletion disconnects them
};
}
