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
enum class ExactState {
    None, ///< no exact pixels are requested
    Exclusive, ///< nothing else is requested, since all pixels would come lossless now
    /// The server has not sent the exact pixels in time: other requests go on, and the exact pixels may still come.
    Late,
};

enum class ExactEvent {
    Asked,
    WindowOver, ///< the time for which other requests wait is over
    Answered, ///< the pixels came, exact or lossy
    PatienceOver, ///< the server will not send the exact pixels any more
    Resized, ///< the desktop was resized
};

/// The transitions of ExactState. Empty: the event has no effect in this state.
constexpr std::optional<ExactState> nextState(ExactState from, ExactEvent on)
{
    constexpr StateStep<ExactState, ExactEvent> steps[] = {
        {ExactState::None, ExactEvent::Asked, ExactState::Exclusive},
        {ExactState::Exclusive, ExactEvent::WindowOver, ExactState::Late},
        {ExactState::Exclusive, ExactEvent::Answered, ExactState::None},
        {ExactState::Exclusive, ExactEvent::PatienceOver, ExactState::None},
        {ExactState::Exclusive, ExactEvent::Resized, ExactState::None},
        {ExactState::Late, ExactEvent::Answered, ExactState::None},
        {ExactState::Late, ExactEvent::PatienceOver, ExactState::None},
        {ExactState::Late, ExactEvent::Resized, ExactState::None},
    };
    return findStep(steps, from, on);
}

/// One request for exact pixels at a time: how much has come, how long it may take, and when to repeat it. Owned by UpdateRequester, which sends
/// it. Pure.
class ExactRequest
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    ExactState state() const;
    bool isRequestOpen() const; ///< a request is open: the state is not None
    bool isExclusive() const;
    const RfbWire::Rect &rect() const;
    /// Whether enough time has passed since the last request, because exact pixels hold up a stream. A region that has
    /// come to rest needs several requests, which may follow each other. Over a longer time they hold up the stream no
    /// more than single requests do. @p streamBegan: empty: there is no stream.
    /// @p roundTrip: to the server and back.
    bool mayRequest(Time now, const std::optional<Time> &streamBegan, Clock::duration roundTrip) const;

    void noteRequestSent(const RfbWire::Rect &rect, Time now);
    /// A rectangle came in an update that began at @p updateBegan. @p roundTrip: to the server and back.
    void rectCame(const RfbWire::Rect &rect, bool isExact, Time updateBegan, Clock::duration roundTrip);
    bool isAnswered() const; ///< all pixels came, or some came lossy
    bool mustGiveUp(Time now) const;
    bool isExclusiveTimeOver(Time now) const;
    /// True: the request must be repeated now.
    bool takeDueRepeatRequest(Time now);
    Time nextChange() const; ///< when to call again although nothing comes; valid while a request is open

    /// @p event: WindowOver, Answered, PatienceOver or Resized.
    void handle(ExactEvent event, Time now);

private:
    Clock::duration streamHeldUpTime(Time now) const;

    ExactState m_state = ExactState::None;
    RfbWire::Rect m_requestedRect;
    std::uint64_t m_missingPixels = 0; ///< missing pixels, approximately: pixels that come twice count twice
    bool m_pixelsCameLossy = false; ///< the server sent the pixels lossy, after the window was over
    Time m_requestSentAt;
    Time m_nextRepeatAt;
    Time m_exclusiveUntil;
    Time m_giveUpAt;
    Time m_requestEndedAt;
    /// Time for which exact requests held up streams, as of m_heldUpTimeAsOf; decreases slowly after that.
    Clock::duration m_streamHeldUpTime{};
    Time m_heldUpTimeAsOf;
    Clock::duration m_exclusiveDuration = std::chrono::milliseconds(80); ///< how long other requests wait for the exact pixels
};

/// How many pixels @p a and @p b share.
std::uint64_t overlapArea(const RfbWire::Rect &a, const RfbWire::Rect &b);
}
