// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"
#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
enum class SpeedTestState {
    Idle,
    Suspected, ///< an update came after which x11vnc may measure
    Running, ///< x11vnc measures its network speed
    Finished, ///< the measurement is over, or the server is not x11vnc
};

enum class SpeedTestEvent {
    LargeUpdate,
    CornerUpdate, ///< an update of the corner that x11vnc changes to measure
    CornerUpdateTimedOut, ///< no further corner update came in time
    LastSuspectedTestTimedOut, ///< no corner update came in time, and no further large update will be watched
    LastCornerUpdate, ///< x11vnc has all its samples
    ServerIsNotX11vnc,
};

/// The transitions of SpeedTestState. Empty: the event has no effect in this state.
constexpr std::optional<SpeedTestState> nextState(SpeedTestState from, SpeedTestEvent on)
{
    constexpr StateTransition<SpeedTestState, SpeedTestEvent> steps[] = {
        {SpeedTestState::Idle, SpeedTestEvent::LargeUpdate, SpeedTestState::Suspected},
        {SpeedTestState::Idle, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
        {SpeedTestState::Suspected, SpeedTestEvent::CornerUpdate, SpeedTestState::Running},
        {SpeedTestState::Suspected, SpeedTestEvent::CornerUpdateTimedOut, SpeedTestState::Idle},
        {SpeedTestState::Suspected, SpeedTestEvent::LastSuspectedTestTimedOut, SpeedTestState::Finished},
        {SpeedTestState::Suspected, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
        {SpeedTestState::Running, SpeedTestEvent::CornerUpdateTimedOut, SpeedTestState::Finished},
        {SpeedTestState::Running, SpeedTestEvent::LastSuspectedTestTimedOut, SpeedTestState::Finished},
        {SpeedTestState::Running, SpeedTestEvent::LastCornerUpdate, SpeedTestState::Finished},
        {SpeedTestState::Running, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
    };
    return findStep(steps, from, on);
}

/// Decides whether x11vnc may be measuring its network speed now. It does so once, right after an update of 10,000 bytes or more: four times it
/// changes a corner, sends that and waits for the next request (x11vnc 0.9.17, rates.c, measure_send_rates). A request meanwhile for unchanged
/// pixels keeps it waiting, up to three times 1.5 s in which it sends nothing. Owned by UpdateRequester. Pure: the caller passes the time.
class ServerSpeedTest
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    static constexpr std::uint64_t minLargeUpdateBytes = 10'000; ///< after an update of this many bytes or more x11vnc may measure the speed of its line
    static constexpr std::uint32_t speedTestCornerSide = 16;
    static constexpr int cornerUpdatesPerSpeedTest = 4; ///< after so many updates of the corner x11vnc has finished its measurement
    /// Longest time between an update and the first corner update, in addition to two round trips.
    static constexpr std::chrono::milliseconds cornerUpdateTimeout{500};
    /// How many large updates are watched for a measurement. More than one, because x11vnc does not measure within 4 s after another viewer
    /// disconnected, so none may follow the first large updates.
    static constexpr int maxSuspectedTests = 6;
    /// For at least this long large updates are watched, also where six of them are over sooner.
    static constexpr std::chrono::milliseconds minWatchDuration{4200};

    void noteServerIsNotX11vnc();
    void handleUpdateBegin();
    void rectCame(const RfbWire::Rect &rect);
    /// An update of @p bytes bytes has ended. @p roundTrip: to the server and back.
    void handleUpdateEnd(Time now, std::uint64_t bytes, Clock::duration roundTrip);
    void checkTimeout(Time now);
    /// x11vnc may be measuring: unchanged pixels must not be requested.
    bool mayBeRunning() const;
    /// True: the server may be x11vnc and does not measure any more, so each request wakes it. On a short path its measurement may not have been
    /// noticed, since the changes of the corner come in one update.
    bool isServerWokenByRequests() const;
    std::optional<Time> timeoutDueAt() const; ///< when to call checkTimeout()

private:
    SpeedTestState m_state = SpeedTestState::Idle;
    bool m_isServerNotX11vnc = false; ///< the server is known not to be x11vnc
    bool m_updateHasSpeedTestCorner = false; ///< the present update contains the corner that x11vnc changes to measure
    bool m_updateHasOtherPixels = false; ///< the present update contains pixels outside that corner
    int m_receivedCornerUpdateCount = 0; ///< updates of the corner received so far
    int m_suspectedTestCount = 0;
    std::optional<Time> m_firstSuspectedAt; ///< when the first large update came
    Time m_stateDeadline;
};
}
