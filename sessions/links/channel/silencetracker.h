// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/links/facts/silencejudge.h"

namespace Nightdesk
{
/// Tracks when the host of a connected link last sent something, and derives the silence level. Time may pass in which this process did not run (the
/// computer slept, the process was stopped): what was received before proves nothing then. The link takes no input until the host has answered a
/// probe sent afterwards, and the host gets time for that answer before the level gets worse. Pure. Owned by LiveSession.
class SilenceTracker
{
public:
    using Time = BootClock::time_point;
    using RoundTrip = std::optional<std::chrono::microseconds>;

    explicit SilenceTracker(Time now);

    /// Call in each turn of the link's loop before anything is measured, at least every second.
    void noteLoopIteration(Time now);
    /// Bytes were received from the host.
    void noteDataReceived(Time now);
    /// The answer to the probe sent at @p probeSentAt arrived.
    void noteProbeAnswer(Time probeSentAt, Time now);
    /// The path may be interrupted, for example because the network changed: isPathInDoubt() then requests a probe. If no answer comes, the link
    /// counts as stalled earlier than usual.
    void markPathDoubtful(Time now);

    /// This computer has lost the local address of the connection, so nothing can arrive: the level is Dead until data
    /// arrives nevertheless.
    void noteLocalAddressLost();

    /// True: no probe was sent since the path became doubtful, so one should be sent now although none is due.
    bool isPathInDoubt() const;
    /// This process did not run for a while after @p probeSentAt, so the time to the probe's answer is not the path's.
    bool wasProcessStoppedSince(Time probeSentAt) const;
    SilenceLevel silenceLevel(Time now, RoundTrip roundTrip) const;
    /// When the silence level may next get worse, if nothing arrives until then.
    Time nextSilenceLevelChangeAt(Time now, RoundTrip roundTrip) const;
    Time lastDataAt() const;

private:
    Time m_lastDataAt;
    Time m_lastLoopTurnAt;
    std::optional<Time> m_pathDoubtedAt;
    bool m_wasProcessStopped = false;
    bool m_isLocalAddressLost = false;
};
}
