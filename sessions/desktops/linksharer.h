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

/// Tells the desktops on one path what their link does, and while it is full how much of it is each one's. Links to the same
/// host, or by the same first jump host, are one path: several profiles, each with a link of its own, share it like one.
/// Owned by the sessions on it together. GUI thread.
class LinkSharer : public QObject
{
    Q_OBJECT
public:
    static std::shared_ptr<LinkSharer> of(const Link *link);

    void add(DesktopSession *session);
    void remove(const DesktopSession *session);
    /// What a desktop wants has changed: not only at the next pulse.
    void shareCapacity();

private:
    struct Way {
        const Link *link;
        LinkGauge gauge;
    };
    struct Member {
        DesktopSession *session;
        std::chrono::steady_clock::time_point countedAt;
        std::int64_t received = 0; ///< by then
        std::int64_t rate = 0; ///< bytes a second since
        int counts = 0; ///< of what this worker received
        std::int64_t allowance = 0; ///< 0: no limit
        std::chrono::steady_clock::time_point pingsUntil{}; ///< so long it is informed of each ping
    };

    LinkSharer() = default;
    void addPulse(const Link *link, const LinkPulse &pulse);
    void count(DesktopSession *session);
    void leave(const Link *link);
    void measurePaths(Way &pulsed, std::chrono::steady_clock::time_point now);
    void divide();
    bool isContended() const;
    std::int64_t taken(std::int64_t rate) const;
    std::optional<std::int64_t> demandOf(const Member &member) const;
    void sendAllowance(Member &member, std::int64_t allowance);

    std::vector<Way> m_ways;
    std::vector<Member> m_members;
    LinkCapacity m_capacity;
    std::int64_t m_rate = 0; ///< of all ways
};
}
