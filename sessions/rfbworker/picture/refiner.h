// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/claritymap.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace Nightdesk::Rfb
{
/// Decides which part of a desktop is to be asked for once more, in exact pixels: what JPEG has painted and what has been still
/// since, nearest to where somebody looks first. Pure: the time comes in. Owned by PictureQuality.
class Refiner
{
public:
    using Clock = ClarityMap::Clock;

    /// Still for this long is still: a film has 12 or more pictures a second, a hand that drags pauses for less.
    static constexpr std::chrono::milliseconds stillness{300};
    /// A tile that came inexactly although it was asked for is asked for again after this long, then twice that, and so on.
    static constexpr std::chrono::milliseconds firstPause{1000};
    /// A server that has not given exact pixels of a tile by then never will. A slow one gets more time with each of the first five.
    static constexpr int mostTries = 6;
    /// A server that sent something else for so many in a row is asked no more for a while, and longer after each one more:
    static constexpr int mostRefusals = 8;
    static constexpr std::chrono::minutes firstRest{1};
    static constexpr std::chrono::minutes longestRest{64};
    /// After one that nothing came of, as on a link that stands still, all wait for firstPause, then twice that, at most:
    static constexpr std::chrono::seconds longestSilence{256};

    /// What was asked for brought nothing exact because
    enum class Miss {
        Refused, ///< something else came
        Silent,
    };

    /// Where somebody looks.
    struct Gaze {
        RfbWire::Rect shown; ///< the part in sight; empty: all
        std::uint32_t x = 0; ///< the pointer
        std::uint32_t y = 0;
    };

    void resized(const ClarityMap &map);
    /// Something was painted inexactly, then.
    void painted(Clock::time_point now);
    /// What to ask for, of at most @p mostPixels or one tile; empty: nothing now.
    std::optional<RfbWire::Rect> choose(const ClarityMap &map, const Gaze &gaze, std::uint64_t mostPixels, Clock::time_point now);
    /// It was asked for and came, as far as the map says, or @p miss.
    void ended(const ClarityMap &map, const RfbWire::Rect &rect, Miss miss, Clock::time_point now);
    /// When choose() may have something; empty: not before something is painted.
    std::optional<Clock::time_point> due() const;

private:
    struct Tile {
        int tries = 0; ///< in vain
        Clock::time_point endedAt; ///< the last of them
        Clock::time_point notBefore;
    };
    /// Empty: never, as far as is known.
    std::optional<Clock::time_point> dueAt(const ClarityMap &map, std::uint32_t column, std::uint32_t row) const;
    RfbWire::Rect grow(const ClarityMap &map, std::uint32_t column, std::uint32_t row, std::uint64_t mostPixels, Clock::time_point now) const;

    std::vector<Tile> m_tiles;
    std::optional<Clock::time_point> m_due;
    int m_refusals = 0; ///< in a row
    int m_silences = 0; ///< in a row
    Clock::time_point m_restUntil;
};
}
