// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
enum class MeasureState {
    Idle,
    Suspected, ///< an update came behind which x11vnc may measure
    Running, ///< it does
    Over, ///< it has, or is not x11vnc
};

enum class MeasureEvent {
    LargeUpdate,
    CornerUpdate, ///< of the corner that x11vnc changes to measure
    TimeOver, ///< nothing more of it came
    LastSuspicionOver, ///< as TimeOver, often enough
    LastCorner, ///< it has all that it wants
    ServerKnown, ///< it is another server
};

/// The table of x11vnc's measuring. Empty: this pair means nothing.
constexpr std::optional<MeasureState> nextState(MeasureState from, MeasureEvent on)
{
    struct Step {
        MeasureState from;
        MeasureEvent on;
        MeasureState to;
    };
    constexpr Step steps[] = {
        {MeasureState::Idle, MeasureEvent::LargeUpdate, MeasureState::Suspected},
        {MeasureState::Idle, MeasureEvent::ServerKnown, MeasureState::Over},
        {MeasureState::Suspected, MeasureEvent::CornerUpdate, MeasureState::Running},
        {MeasureState::Suspected, MeasureEvent::TimeOver, MeasureState::Idle},
        {MeasureState::Suspected, MeasureEvent::LastSuspicionOver, MeasureState::Over},
        {MeasureState::Suspected, MeasureEvent::ServerKnown, MeasureState::Over},
        {MeasureState::Running, MeasureEvent::TimeOver, MeasureState::Over},
        {MeasureState::Running, MeasureEvent::LastSuspicionOver, MeasureState::Over},
        {MeasureState::Running, MeasureEvent::LastCorner, MeasureState::Over},
        {MeasureState::Running, MeasureEvent::ServerKnown, MeasureState::Over},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// Decides whether x11vnc may measure its line now. It does so once, right behind an update of 10,000 bytes or more: four times it
/// changes a corner, sends that and waits until it is asked again (x11vnc 0.9.17, rates.c, measure_send_rates). Whoever asks
/// meanwhile for pixels that have not changed keeps it waiting, up to three times 1.5 s, in which nothing comes. Owned by
/// UpdateRequester. Pure: the time comes in.
class LineMeasure
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    static constexpr std::uint64_t large = 10'000; ///< bytes
    static constexpr std::uint32_t cornerSide = 16;
    static constexpr int corners = 4;
    /// Between an update and the one that measures, besides two round trips.
    static constexpr std::chrono::milliseconds slack{500};
    /// It does not measure within 4 s after another viewer left: so often is it given time.
    static constexpr int mostSuspicions = 6;

    void serverKnown();
    void updateBegins();
    void rectCame(const RfbWire::Rect &rect);
    /// @p roundTrip: to the server and back.
    void updateEnds(Time now, std::uint64_t bytes, Clock::duration roundTrip);
    void checkTime(Time now);
    /// Nothing may be asked for that has not changed.
    bool mayRun() const;
    std::optional<Time> due() const; ///< of checkTime()

private:
    void handle(MeasureEvent event);

    MeasureState m_state = MeasureState::Idle;
    bool m_hasCorner = false; ///< the update that is being read
    bool m_hasMore = false; ///< and it has other pixels
    int m_corners = 0;
    int m_suspicions = 0;
    Time m_until;
};
}
