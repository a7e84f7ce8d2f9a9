// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/exactrequest.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// After this time the server is assumed not to send the requested pixels any more. A megapixel at 4 Mbit/s and a round trip of a second takes less.
constexpr std::chrono::seconds exactPatience{10};
// Servers merge requests that arrive together, and Xvnc's first answer to a non-incremental request, which has only its screen layout, uses up the
// merged request.
constexpr std::chrono::milliseconds betweenRequests{30};
// After a stream has begun, exact pixels wait this long plus two round trips: until then the data rate of the stream is not steady.
constexpr std::chrono::milliseconds streamSettles{1000};
constexpr int exactShare = 20; // exact pixels may hold up a stream for 1/20 of the time, averaged over longer times, as in RefineBudget
constexpr int inARow = 5; // this many requests may follow each other directly; after that, exactShare limits how often they are sent
constexpr int restWindows = 2; // minimum pause after an exact request, in multiples of m_otherRequestsWaitTime
// While its desktop changes, a server answers at once; Xvnc sends its screen layout first and needs a second request; x11vnc reads its
// screen every 20 to 50 ms. So the time for which other requests wait starts at 80 ms. Pixels that come later are
// lossy, and the next wait is longer, up to this limit.
constexpr std::chrono::milliseconds longestExactWindow{1000};
}

std::uint64_t overlapArea(const RfbWire::Rect &a, const RfbWire::Rect &b)
{
    const auto length = [](std::uint32_t p, std::uint32_t m, std::uint32_t q, std::uint32_t n) {
        const std::uint32_t begin = std::max(p, q);
        const std::uint32_t end = std::min(p + m, q + n);
        return std::uint64_t{end > begin ? end - begin : 0};
    };
    return length(a.x, a.width, b.x, b.width) * length(a.y, a.height, b.y, b.height);
}

ExactRequestState ExactRequest::state() const
{
    return m_state;
}

bool ExactRequest::isRequestOpen() const
{
    return m_state != ExactRequestState::NoRequest;
}

bool ExactRequest::isExclusive() const
{
    return m_state == ExactRequestState::Exclusive;
}

const RfbWire::Rect &ExactRequest::requestedRect() const
{
    return m_requestedRect;
}

bool ExactRequest::mayRequest(Time now, const std::optional<Time> &streamBegan, Clock::duration roundTrip) const
{
    if (!streamBegan) {
        return true;
    }
    return now - *streamBegan >= streamSettles + 2 * roundTrip && now - m_requestEndedAt >= restWindows * m_otherRequestsWaitTime
        && accumulatedStreamDelay(now) + m_otherRequestsWaitTime <= inARow * m_otherRequestsWaitTime;
}

ExactRequest::Clock::duration ExactRequest::accumulatedStreamDelay(Time now) const
{
    return std::max<Clock::duration>(m_accumulatedStreamDelay - (now - m_streamDelayUpdatedAt) / exactShare, Clock::duration::zero());
}

void ExactRequest::noteRequestSent(const RfbWire::Rect &rect, Time now)
{
    const auto next = nextState(m_state, ExactRequestEvent::RequestSent);
    if (!next) {
        return;
    }
    m_state = *next;
    m_requestedRect = rect;
    m_missingPixels = std::uint64_t{rect.width} * rect.height;
    m_pixelsCameLossy = false;
    m_accumulatedStreamDelay = accumulatedStreamDelay(now) + m_otherRequestsWaitTime;
    m_streamDelayUpdatedAt = now;
    m_requestSentAt = now;
    m_nextRepeatAt = now + betweenRequests;
    m_exclusiveUntil = now + m_otherRequestsWaitTime;
    m_giveUpAt = now + exactPatience;
}

void ExactRequest::rectCame(const RfbWire::Rect &rect, bool isExact, Time updateBegan, Clock::duration roundTrip)
{
    if (!isRequestOpen()) {
        return;
    }
    const std::uint64_t pixels = overlapArea(m_requestedRect, rect);
    if (isExact) {
        m_missingPixels -= std::min(m_missingPixels, pixels);
    } else if (pixels != 0 && updateBegan >= m_requestSentAt + roundTrip) {
        m_pixelsCameLossy = true; // lossy pixels that the server sent before the request reached it are not the answer
    }
}

bool ExactRequest::isAnswered() const
{
    return isRequestOpen() && (m_missingPixels == 0 || m_pixelsCameLossy);
}

bool ExactRequest::mustGiveUp(Time now) const
{
    return isRequestOpen() && now >= m_giveUpAt;
}

bool ExactRequest::isExclusiveTimeOver(Time now) const
{
    return isExclusive() && now >= m_exclusiveUntil;
}

bool ExactRequest::takeDueRepeatRequest(Time now)
{
    if (!isExclusive() || now < m_nextRepeatAt) {
        return false;
    }
    m_nextRepeatAt = Time::max();
    return true;
}

ExactRequest::Time ExactRequest::nextChangeAt() const
{
    return isExclusive() ? std::min({m_giveUpAt, m_nextRepeatAt, m_exclusiveUntil}) : m_giveUpAt;
}

void ExactRequest::handle(ExactRequestEvent event, Time now)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        return;
    }
    m_state = *next;
    if (event != ExactRequestEvent::Answered && event != ExactRequestEvent::GivenUp) {
        return;
    }
    if (m_missingPixels != 0) {
        m_otherRequestsWaitTime = std::min<Clock::duration>(2 * m_otherRequestsWaitTime, longestExactWindow);
    }
    m_requestEndedAt = now;
}
}
