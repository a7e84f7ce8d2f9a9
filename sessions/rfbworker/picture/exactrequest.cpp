// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/exactrequest.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// Longer than a megapixel takes at 4 Mbit/s and a round trip of a second. After this time the server will not send the pixels any more.
constexpr std::chrono::seconds exactPatience{10};
// Servers merge requests that arrive together, and Xvnc's first answer to a non-incremental request, which has only its screen layout, uses up the
// merged request.
constexpr std::chrono::milliseconds betweenRequests{30};
// The rate of a stream that has just begun must settle first. This takes so long, and two round trips more.
constexpr std::chrono::milliseconds streamSettles{1000};
constexpr int exactShare = 20; // exact pixels may hold up a stream for 1/20 of the time, averaged over longer times, as in RefineBudget
constexpr int inARow = 5; // this many requests may follow each other before exactShare applies
constexpr int restWindows = 2; // pause between two requests in a row, in multiples of m_exclusiveDuration
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
    return now - *streamBegan >= streamSettles + 2 * roundTrip && now - m_requestEndedAt >= restWindows * m_exclusiveDuration
        && streamHeldUpTime(now) + m_exclusiveDuration <= inARow * m_exclusiveDuration;
}

ExactRequest::Clock::duration ExactRequest::streamHeldUpTime(Time now) const
{
    return std::max<Clock::duration>(m_streamHeldUpTime - (now - m_heldUpTimeUpdatedAt) / exactShare, Clock::duration::zero());
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
    m_streamHeldUpTime = streamHeldUpTime(now) + m_exclusiveDuration;
    m_heldUpTimeUpdatedAt = now;
    m_requestSentAt = now;
    m_nextRepeatAt = now + betweenRequests;
    m_exclusiveUntil = now + m_exclusiveDuration;
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
        m_pixelsCameLossy = true; // pixels that the server sent before it received the request do not count as its answer
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
        m_exclusiveDuration = std::min<Clock::duration>(2 * m_exclusiveDuration, longestExactWindow);
    }
    m_requestEndedAt = now;
}
}
