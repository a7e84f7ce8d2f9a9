// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Over a long path, further requests do not wait for the answer to the first one: otherwise changes after the first image would come a round trip
/// later. Decides when each of them is due. Pure: the caller passes the time. Owned by UpdateRequester.
class RequestsBeforeFirstImage
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    /// Shortest interval between two of these requests; x11vnc, which measures its network speed with such requests, uses 30 ms itself.
    static constexpr std::chrono::milliseconds shortestRequestInterval{40};
    /// How many of these requests are sent in the first round trip. Each is a TCP segment, and TCP's first window has ten, of which the login takes
    /// some. The answers have to fit into the host's first window, next to the first image: answers that do not fit come together a round trip later,
    /// and only the last of them is seen. Each round trip doubles the window.
    static constexpr int requestsInFirstRoundTrip = 2;

    /// Interval to the next request, if the very first one was sent @p sinceFirstRequest ago.
    static Clock::duration pauseAfter(Clock::duration sinceFirstRequest, Clock::duration roundTrip);

    void setRoundTrip(Clock::duration roundTrip); ///< call it only if the path is long; otherwise no request is sent before the first image
    bool isLongPath() const; ///< the path is so long that requests are sent before the first image
    Clock::duration roundTrip() const;
    void noteFirstRequestSent(Time now);
    /// When the next request is due, after the one that was sent at @p lastRequest; empty: no more are sent before the first image.
    std::optional<Time> nextRequestDueAt(Time lastRequest) const;

private:
    Clock::duration m_roundTrip{}; ///< 0: the path is not long
    std::optional<Time> m_firstRequestAt;
};
}
