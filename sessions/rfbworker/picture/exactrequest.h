// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
enum class ExactState {
    None, ///< no exact pixels are asked for
    Exclusive, ///< nothing else is asked for, since all of it would come without loss
    Late, ///< the server has not sent them in time: the rest is asked for again, and they may still come
};

enum class ExactEvent {
    Asked,
    WindowOver, ///< the server has had its time to send them
    Answered, ///< they came, or came with loss
    PatienceOver, ///< a server that still owes them never will
    Resized, ///< they are of a desktop that is no more
};

/// The table of one request for exact pixels. Empty: this pair means nothing.
constexpr std::optional<ExactState> nextState(ExactState from, ExactEvent on)
{
    struct Step {
        ExactState from;
        ExactEvent on;
        ExactState to;
    };
    constexpr Step steps[] = {
        {ExactState::None, ExactEvent::Asked, ExactState::Exclusive},
        {ExactState::Exclusive, ExactEvent::WindowOver, ExactState::Late},
        {ExactState::Exclusive, ExactEvent::Answered, ExactState::None},
        {ExactState::Exclusive, ExactEvent::PatienceOver, ExactState::None},
        {ExactState::Exclusive, ExactEvent::Resized, ExactState::None},
        {ExactState::Late, ExactEvent::Answered, ExactState::None},
        {ExactState::Late, ExactEvent::PatienceOver, ExactState::None},
        {ExactState::Late, ExactEvent::Resized, ExactState::None},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// One request for exact pixels at a time: what of it has come, how long it may take, and when it is asked again. Owned by UpdateRequester,
/// which sends. Pure.
class ExactRequest
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    ExactState state() const;
    bool isAsked() const; ///< any state but None
    bool isExclusive() const;
    const RfbWire::Rect &rect() const;
    /// Whether @p now is long enough after the last one: exact pixels hold a stream up. A region that has come to rest beside it takes
    /// several: these may follow each other, and over a longer time the stream is held as little as by one now and then.
    /// @p streamBegan: empty: there is none.
    bool mayAsk(Time now, const std::optional<Time> &streamBegan) const;

    void setRequest(const RfbWire::Rect &rect, Time now);
    /// Part of an update that began at @p updateBegan came. @p roundTrip: to the server and back.
    void rectCame(const RfbWire::Rect &rect, bool isExact, Time updateBegan, Clock::duration roundTrip);
    bool isAnswered() const; ///< all came, or some of it came with loss
    bool isGivenUp(Time now) const;
    bool isWindowOver(Time now) const;
    /// True: it is to be asked once more, now.
    bool takeRepeat(Time now);
    Time nextChange() const; ///< while it is asked

    /// @p event: WindowOver, Answered, PatienceOver or Resized.
    void handle(ExactEvent event, Time now);

private:
    Clock::duration held(Time now) const;

    ExactState m_state = ExactState::None;
    RfbWire::Rect m_rect;
    std::uint64_t m_pixelsLeft = 0; ///< that did not come yet, about: what comes twice counts twice
    bool m_cameLossy = false; ///< the server did not get to it in time
    Time m_sentAt;
    Time m_askAgainAt;
    Time m_windowEnds;
    Time m_giveUpAt;
    Time m_endedAt;
    Clock::duration m_held{}; ///< for how long a stream was, what has been paid off by m_heldAt left out
    Time m_heldAt;
    Clock::duration m_window = std::chrono::milliseconds(80); ///< how long the server takes to send what was asked for exactly
};

/// How many pixels @p a and @p b share.
std::uint64_t overlapArea(const RfbWire::Rect &a, const RfbWire::Rect &b);
}
