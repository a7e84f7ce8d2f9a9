// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/base/recentminimum.h"
#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when to probe whether the server is alive, and whether its answer is overdue. One probe at a time: TCP loses none, and a second one
/// would only wait behind the first. Pure: the caller passes the time. Writer thread only. Owned by ControlPump.
class Heartbeat
{
public:
    using Instant = BootClock::time_point;
    using Duration = BootClock::duration;

    /// What to send as a probe.
    enum class Probe {
        None,
        Fence, ///< a fence of the worker: costs 17 bytes each way and measures the round trip
        Pixel, ///< a request for one pixel, whether it changed or not: servers without fences answer it too
    };

    /// A server that has sent nothing for this long is probed. At a round trip below 1 s, a server that works is then never silent for more than
    /// 1.5 s.
    static constexpr std::chrono::milliseconds silentServerProbePause{500};
    /// Like silentServerProbePause, but for hidden views, into which nobody types.
    static constexpr std::chrono::milliseconds hiddenViewProbePause{2000};
    /// A server with fences that sends data all the time is still probed this often, to measure its round trip.
    static constexpr std::chrono::milliseconds roundTripProbePause{2000};
    /// Minimum time between two probes that are sent because of input. Input is followed by a probe, so that as little as possible is typed into
    /// a connection that is already lost.
    static constexpr std::chrono::milliseconds inputProbePause{200};
    /// An answer is overdue after this time plus three round trips.
    static constexpr std::chrono::milliseconds minAnswerTimeout{500};
    /// A silent server that has not returned a fence for this long is probed with a pixel too: it may no longer answer fences.
    static constexpr std::chrono::seconds delayOfAdditionalPixelProbe{5};

    void setVisibility(RfbWire::Visibility visibility);
    /// Call after the first update: the server may be probed from then on. Before, no probe is due.
    void begin(Instant now);
    void setServerHasFences(bool has);
    /// @p mayBeMeasuring: the server may be measuring its network speed, which a pixel request would disturb.
    void setMayServerBeMeasuringSpeed(bool mayBeMeasuring);

    /// Bytes came from the server at the time @p at.
    void noteReceivedBytes(Instant at);
    /// Input was sent to the server.
    void noteInputSent();
    /// The probe was sent; returns its number. Sending a pixel probe while a fence is open keeps the fence open.
    std::uint64_t noteProbeSent(Probe probe, Instant now);
    /// A fence came back; returns the round trip, or empty if it is not the last fence of this class.
    std::optional<Duration> fenceCameBack(std::uint64_t number, Instant at);

    Probe dueProbe(Instant now) const;
    /// When dueProbe() or isAnswerOverdue() will change without anything happening; empty: never.
    std::optional<Instant> nextChangeAt(Instant now) const;
    /// The server's answer is overdue: input is held until the answer comes, so that it can still be discarded.
    bool isAnswerOverdue(Instant now) const;

private:
    Instant probeDueAt() const;
    Duration answerTimeout() const;
    std::optional<Instant> additionalPixelProbeDueAt() const; ///< when to send a pixel probe although a fence is open
    bool usesFences() const;
    bool maySendProbe() const; ///< a probe would not disturb the server
    void endOpenProbe(); ///< the open probe was answered, or cannot be answered any more
    void noteRoundTrip(Duration roundTrip);

    bool m_hasBegun = false;
    bool m_serverHasFences = false;
    bool m_mayServerBeMeasuringSpeed = false;
    bool m_serverAnswersFences = true; ///< false: the server answered a pixel, but not the fence sent before
    bool m_isInputSentSinceProbe = false;
    RfbWire::Visibility m_visibility = RfbWire::Visibility::Visible;
    Instant m_lastBytesAt;
    Instant m_lastProbeSentAt;
    std::optional<Probe> m_openProbe; ///< the probe that was sent and is not answered yet
    std::optional<Instant> m_additionalPixelProbeSentAt; ///< when the pixel probe of additionalPixelProbeDueAt() was sent
    std::uint64_t m_lastFenceNumber = 0;
    RecentMinimum m_recentMinRoundTrip;
};
}
