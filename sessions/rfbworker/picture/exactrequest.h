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
enum class ExactRequestState {
    NoRequest, ///< no exact pixels are requested
    Exclusive, ///< nothing else is requested, since all pixels would come lossless now
    /// The exact pixels did not come in time. Other requests no longer wait for them, but they may still come.
    Late,
};

enum class ExactRequestEvent {
    RequestSent,
    ExclusiveTimeOver, ///< other requests have waited long enough for the exact pixels and are sent again
    Answered, ///< the pixels came, exact or lossy
    GivenUp, ///< the server will not send the exact pixels any more
    DesktopResized,
};

/// The transitions of ExactRequestState. Empty: the event has no effect in this state.
constexpr std::optional<ExactRequestState> nextState(ExactRequestState from, ExactRequestEvent on)
{
    constexpr StateTransition<ExactRequestState, ExactRequestEvent> steps[] = {
        {ExactRequestState::NoRequest, ExactRequestEvent::RequestSent, ExactRequestState::Exclusive},
        {ExactRequestState::Exclusive, ExactRequestEvent::ExclusiveTimeOver, ExactRequestState::Late},
        {ExactRequestState::Exclusive, ExactRequestEvent::Answered, ExactRequestState::NoRequest},
        {ExactRequestState::Exclusive, ExactRequestEvent::GivenUp, ExactRequestState::NoRequest},
        {ExactRequestState::Exclusive, ExactRequestEvent::DesktopResized, ExactRequestState::NoRequest},
        {ExactRequestState::Late, ExactRequestEvent::Answered, ExactRequestState::NoRequest},
        {ExactRequestState::Late, ExactRequestEvent::GivenUp, ExactRequestState::NoRequest},
        {ExactRequestState::Late, ExactRequestEvent::DesktopResized, ExactRequestState::NoRequest},
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

    ExactRequestState state() const;
    bool isRequestOpen() const; ///< a request is open: the state is not NoRequest
    bool isExclusive() const; ///< only exact pixels are requested now
    const RfbWire::Rect &requestedRect() const;
    /// Whether exact pixels may be requested now. Each request delays the other updates of a stream, so requests during a stream are limited to
    /// a fraction of the time. A few may follow each other directly, because a region that has come to rest needs several.
    /// @p streamBegan: empty if there is no stream. @p roundTrip: to the server and back.
    bool mayRequest(Time now, const std::optional<Time> &streamBegan, Clock::duration roundTrip) const;

    void noteRequestSent(const RfbWire::Rect &rect, Time now);
    /// The server sent a rectangle, in an update whose first byte came at @p updateBegan. @p roundTrip: to the server and back.
    void rectCame(const RfbWire::Rect &rect, bool isExact, Time updateBegan, Clock::duration roundTrip);
    bool isAnswered() const; ///< all pixels came, or some came lossy
    bool mustGiveUp(Time now) const;
    bool isExclusiveTimeOver(Time now) const;
    /// True: the request must be repeated now.
    bool takeDueRepeatRequest(Time now);
    Time nextChangeAt() const; ///< when the request must be repeated or given up, or other requests may be sent; valid while it is open

    /// @p event: ExclusiveTimeOver, Answered, GivenUp or DesktopResized.
    void handle(ExactRequestEvent event, Time now);

private:
    Clock::duration accumulatedStreamDelay(Time now) const;

    ExactRequestState m_state = ExactRequestState::NoRequest;
    RfbWire::Rect m_requestedRect;
    std::uint64_t m_missingPixels = 0; ///< missing pixels, approximately: pixels that come twice count twice
    bool m_pixelsCameLossy = false; ///< the server sent requested pixels lossy
    Time m_requestSentAt;
    Time m_nextRepeatAt;
    Time m_exclusiveUntil;
    Time m_giveUpAt;
    Time m_requestEndedAt;
    /// How long exact requests have recently delayed streams in total, at the time m_streamDelayUpdatedAt. The value slowly returns to zero.
    Clock::duration m_accumulatedStreamDelay{};
    Time m_streamDelayUpdatedAt; ///< when m_accumulatedStreamDelay was last calculated
    /// After a request for exact pixels, how long other requests wait for these.
    Clock::duration m_otherRequestsWaitTime = std::chrono::milliseconds(80);
};

/// How many pixels @p a and @p b share.
std::uint64_t overlapArea(const RfbWire::Rect &a, const RfbWire::Rect &b);
}
