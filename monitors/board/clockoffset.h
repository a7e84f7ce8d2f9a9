// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// How far a sender's clock is from ours, from messages alone: of the last 5 minutes the one that was the quickest on its way counts,
/// less half of what a round trip takes. Jitter makes a message late, never early. Reckoned by a clock that nobody sets, so that a
/// step of ours is seen at once; a step of theirs when what came before is 5 minutes old, or at once if they went forward. Pure. Owned by DeskRecord.
class ClockOffset
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::minutes window{5};

    /// A message sent at @p sentAt (their clock) came at @p arrivedAt.
    void add(const QDateTime &sentAt, Clock::time_point arrivedAt);
    /// Theirs less ours; positive: theirs is ahead. Empty: nothing came within the window. @p roundTrips: theirs and ours to the
    /// broker's host, as far as they are known. @p utc: ours, at @p now.
    std::optional<std::chrono::milliseconds> offset(std::chrono::microseconds roundTrips, const QDateTime &utc, Clock::time_point now) const;
    void clear(); ///< another run: its clock may have been set

private:
    struct Sample {
        Clock::time_point arrivedAt;
        std::chrono::milliseconds late; ///< arrival by our steady clock less sending by theirs
    };
    std::deque<Sample> m_samples; ///< each later than those behind it: the first is the quickest of the window
};
}
