// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/linkcapacity.h"
#include "sessions/desktops/linkgauge.h"
#include "sessions/links/facts/linkfacts.h"

#include <QObject>

#include <memory>
#include <vector>

namespace Nightdesk
{
class DesktopSession;
class Link;

/// Sends the desktops on one path the figures of their link and, while the path is full, their shares. Links to the same
/// host, or through the same first jump host, form one path: several profiles with separate links share it.
/// Owned jointly by the sessions on the path. GUI thread.
class BandwidthSharer : public QObject
{
    Q_OBJECT
public:
    static std::shared_ptr<BandwidthSharer> of(const Link *link);

    void add(DesktopSession *session);
    void remove(const DesktopSession *session);
    /// Divides the capacity. Call when the demand of a desktop has changed, so that it need not wait for the next ping.
    void shareCapacity();

private:
    struct SharedLink {
        const Link *link;
        LinkGauge gauge;
    };
    struct SharingDesktop {
        DesktopSession *session;
        std::chrono::steady_clock::time_point measuredAt;
        std::int64_t receivedByteCount = 0; ///< bytes received in total at measuredAt
        std::int64_t bytesPerSecond = 0; ///< received bytes a second between the last two measurements
        int rateMeasurementCount = 0; ///< number of measurements of the receive rate since the worker started
        std::int64_t allowance = 0; ///< bytes a second that the desktop may receive; 0: no limit
        std::chrono::steady_clock::time_point pingsNeededUntil{}; ///< until this time, each ping of the link is sent to the desktop's worker
    };

    BandwidthSharer() = default;
    void addPing(const Link *link, const PingAnswer &ping);
    void measureRate(DesktopSession *session);
    void removeLink(const Link *link);
    void measurePath(SharedLink &answeredLink, std::chrono::steady_clock::time_point now);
    bool isPathShared() const;
    std::int64_t receiveRateOfPrograms(std::int64_t totalRate) const;
    std::optional<std::int64_t> demandedRateOf(const SharingDesktop &member) const;
    void sendRateAllowance(SharingDesktop &member, std::int64_t allowance);

    std::vector<SharedLink> m_sharedLinks;
    std::vector<SharingDesktop> m_sharingDesktops;
    LinkCapacity m_linkCapacity;
    std::int64_t m_totalReceiveRate = 0; ///< received bytes a second of all links together
};
}
