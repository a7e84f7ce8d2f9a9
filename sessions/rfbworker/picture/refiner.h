// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/exactpixelmap.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace Nightdesk::Rfb
{
/// Decides which part of a desktop to request again as exact pixels: parts that JPEG painted and that have not changed since, nearest to the user's
/// view and pointer first. Pure: the caller passes the time. Owned by PictureQuality.
class Refiner
{
public:
    using Clock = ExactPixelMap::Clock;

    /// A tile unchanged for this long counts as still: a video has 12 or more frames a second, and a user who drags pauses for less.
    static constexpr std::chrono::milliseconds minUnchangedTime{300};
    /// On a longer path, a tile counts as still after one round trip, but no later than this: while TCP opens its window, images of a video come in bursts, a
    /// round trip apart. To request one of these exact takes seconds there, since a server sends all that it owes exact then.
    static constexpr std::chrono::milliseconds maxUnchangedTime{1000};
    /// A tile that came lossy although exact pixels were requested is requested again after this long, then twice that, and so on.
    static constexpr std::chrono::milliseconds firstRetryPause{1000};
    /// A tile is given up after this many attempts. A slow server gets more time with each of the first five.
    static constexpr int maxAttempts = 6;
    /// After this many refused requests in a row, none is sent for firstRefusalPause, and longer after each further refusal, up to longestRefusalPause.
    static constexpr int maxRefusals = 8;
    static constexpr std::chrono::minutes firstRefusalPause{1};
    static constexpr std::chrono::minutes longestRefusalPause{64};
    /// After a request without any answer, as on a stalled link, all tiles wait for firstRetryPause, then twice that, and so on, up to this long.
    static constexpr std::chrono::seconds maxUnansweredPause{256};

    /// Why a request brought no exact pixels.
    enum class RequestFailure {
        Refused, ///< pixels came, but not exact ones
        Unanswered, ///< no pixels came
    };

    /// What the user looks at.
    struct UserFocus {
        RfbWire::Rect visibleRect; ///< the visible part of the desktop; empty: all of it
        std::uint32_t pointerX = 0; ///< position in the desktop
        std::uint32_t pointerY = 0;
    };

    void handleResize(const ExactPixelMap &map);
    void setRoundTrip(Clock::duration roundTrip); ///< to the server and back, without queues
    /// Something was painted lossy at @p now.
    void noteLossyPaint(Clock::time_point now);
    /// The rectangle to request, of at most @p mostPixels or one tile; empty: nothing now.
    std::optional<RfbWire::Rect> chooseRect(const ExactPixelMap &map, const UserFocus &userFocus, std::uint64_t mostPixels, Clock::time_point now);
    /// The request of @p rect has ended. The map shows which of it came exact; @p failure is the reason for the rest.
    void noteRequestEnded(const ExactPixelMap &map, const RfbWire::Rect &rect, RequestFailure failure, Clock::time_point now);
    /// When chooseRect() may return a rectangle; empty: not before something is painted.
    std::optional<Clock::time_point> nextRequestDueAt() const;

private:
    struct Tile {
        int failedAttemptCount = 0; ///< number of requests that brought no exact pixels
        Clock::time_point requestEndedAt; ///< when the last request of this tile ended
        Clock::time_point earliestRetry;
    };
    /// When the tile may be requested; empty: no time known.
    std::optional<Clock::time_point> dueAt(const ExactPixelMap &map, std::uint32_t column, std::uint32_t row) const;
    RfbWire::Rect growRect(const ExactPixelMap &map, std::uint32_t column, std::uint32_t row, std::uint64_t mostPixels, Clock::time_point now) const;

    std::vector<Tile> m_tiles;
    Clock::duration m_unchangedTime = minUnchangedTime; ///< how long a tile must be unchanged
    std::optional<Clock::time_point> m_requestDueAt;
    int m_consecutiveRefusalCount = 0; ///< refused requests in a row
    int m_unansweredRequestCount = 0; ///< unanswered requests in a row
    Clock::time_point m_requestsPausedUntil;
};
}
