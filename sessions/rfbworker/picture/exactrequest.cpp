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
constexpr int exactShare = 50; // exact pixels may hold up a stream for 1/50 of the time, averaged over longer times
constexpr int inARow = 5; // this many requests may follow each other before exactShare applies
constexpr int restWindows = 4; // pause between two requests in a row, in multiples of m_exclusiveTime
// A server that draws answers at once; Xvnc sends its screen layout first and needs a second request; x11vnc reads its
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

ExactState ExactRequest::state() const
{
    return m_state;
}

bool ExactRequest::isAsked() const
{
    return m_state != ExactState::None;
}

bool ExactRequest::isExclusive() const
{
    return m_state == ExactState::Exclusive;
}

const RfbWire::Rect &ExactRequest::rect() const
{
    return m_rect;
}

bool ExactRequest::mayAsk(Time now, const std::optional<Time> &streamBegan) const
{
    if (!streamBegan) {
        return true;
    }
    // The rate of a stream that has just begun must settle first.
    const bool hasBegun = now - *streamBegan >= exactShare * m_exclusiveTime;
    return hasBegun && now - m_endedAt >= restWindows * m_exclusiveTime && held(now) + m_exclusiveTime <= inARow * m_exclusiveTime;
}

ExactRequest::Clock::duration ExactRequest::held(Time now) const
{
    return std::max<Clock::duration>(m_heldUpTime - (now - m_heldUpAt) / exactShare, Clock::duration::zero());
}

void ExactRequest::setRequest(const RfbWire::Rect &rect, Time now)
{
    const auto next = nextState(m_state, ExactEvent::Asked);
    if (!next) {
        return;
    }
    m_state = *next;
    m_rect = rect;
    m_pixelsLeft = std::uint64_t{rect.width} * rect.height;
    m_cameLossy = false;
    m_heldUpTime = held(now) + m_exclusiveTime;
    m_heldUpAt = now;
    m_sentAt = now;
    m_repeatAt = now + betweenRequests;
    m_exclusiveUntil = now + m_exclusiveTime;
    m_giveUpAt = now + exactPatience;
}

void ExactRequest::rectCame(const RfbWire::Rect &rect, bool isExact, Time updateBegan, Clock::duration roundTrip)
{
    if (!isAsked()) {
        return;
    }
    const std::uint64_t pixels = overlapArea(m_rect, rect);
    if (isExact) {
        m_pixelsLeft -= std::min(m_pixelsLeft, pixels);
    } else if (pixels != 0 && updateBegan >= m_sentAt + roundTrip) {
        m_cameLossy = true; // pixels that were already on their way are not the answer
    }
}

bool ExactRequest::isAnswered() const
{
    return isAsked() && (m_pixelsLeft == 0 || m_cameLossy);
}

bool ExactRequest::isGivenUp(Time now) const
{
    return isAsked() && now >= m_giveUpAt;
}

bool ExactRequest::isWindowOver(Time now) const
{
    return isExclusive() && now >= m_exclusiveUntil;
}

bool ExactRequest::takeRepeatDue(Time now)
{
    if (!isExclusive() || now < m_repeatAt) {
        return false;
    }
    m_repeatAt = Time::max();
    return true;
}

ExactRequest::Time ExactRequest::nextChange() const
{
    return isExclusive() ? std::min({m_giveUpAt, m_repeatAt, m_exclusiveUntil}) : m_giveUpAt;
}

void ExactRequest::handle(ExactEvent event, Time now)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        return;
    }
    m_state = *next;
    if (event != ExactEvent::Answered && event != ExactEvent::PatienceOver) {
        return;
    }
    if (m_pixelsLeft != 0) {
        m_exclusiveTime = std::min<Clock::duration>(2 * m_exclusiveTime, longestExactWindow);
    }
    m_endedAt = now;
}
}
