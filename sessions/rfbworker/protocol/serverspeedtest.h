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
    Running, ///< x11vnc measures
    Finished, ///< the measurement is over, or the server is not x11vnc
};

enum class SpeedTestEvent {
    LargeUpdate,
    CornerUpdate, ///< an update of the corner that x11vnc changes to measure
    CornerTimedOut, ///< no further corner update came in time
    LastSuspicionTimedOut, ///< CornerTimedOut of the last allowed suspicion
    LastCornerUpdate, ///< x11vnc has all its samples
    ServerIsNotX11vnc,
};

/// The transitions of SpeedTestState. Empty: the event has no effect in this state.
constexpr std::optional<SpeedTestState> nextState(SpeedTestState from, SpeedTestEvent on)
{
    constexpr StateStep<SpeedTestState, SpeedTestEvent> steps[] = {
        {SpeedTestState::Idle, SpeedTestEvent::LargeUpdate, SpeedTestState::Suspected},
        {SpeedTestState::Idle, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
        {SpeedTestState::Suspected, SpeedTestEvent::CornerUpdate, SpeedTestState::Running},
        {SpeedTestState::Suspected, SpeedTestEvent::CornerTimedOut, SpeedTestState::Idle},
        {SpeedTestState::Suspected, SpeedTestEvent::LastSuspicionTimedOut, SpeedTestState::Finished},
        {SpeedTestState::Suspected, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
        {SpeedTestState::Running, SpeedTestEvent::CornerTimedOut, SpeedTestState::Finished},
        {SpeedTestState::Running, SpeedTestEvent::LastSuspicionTimedOut, SpeedTestState::Finished},
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

    static constexpr std::uint64_t largeUpdateBytes = 10'000; ///< after an update of this many bytes or more x11vnc may measure the speed of its line
    static constexpr std::uint32_t speedTestCornerSide = 16;
    static constexpr int cornerUpdateCount = 4;
    /// Longest time between an update and the first corner update, in addition to two round trips.
    static constexpr std::chrono::milliseconds cornerTimeout{500};
    /// How many large updates are watched for a measurement. More than one, because x11vnc does not measure within 4 s after another viewer
    /// disconnected, so none may follow the first large updates.
    static constexpr int maxSuspicions = 6;

    void noteServerIsNotX11vnc();
    void handleUpdateBegin();
    void rectCame(const RfbWire::Rect &rect);
    /// @p roundTrip: to the server and back.
    void handleUpdateEnd(Time now, std::uint64_t bytes, Clock::duration roundTrip);
    void checkTimeout(Time now);
    /// x11vnc may be measuring: unchanged pixels must not be requested.
    bool mayBeRunning() const;
    /// True: the server may be x11vnc and no longer measures, so requests wake it. On a short path, the corner changes come in one update, unseen.
    bool doRequestsWakeServer() const;
    std::optional<Time> timeoutDueAt() const; ///< when to call checkTimeout()

private:
    void handle(SpeedTestEvent event);

    SpeedTestState m_state = SpeedTestState::Idle;
    bool m_isServerNotX11vnc = false; ///< the server is known not to be x11vnc
    bool m_updateHasCorner = false; ///< the present update has the corner
    bool m_updateHasOtherPixels = false; ///< the present update also has other pixels
    int m_cornerUpdateCount = 0;
    int m_suspicionCount = 0;
    Time m_stateDeadline;
};
}
