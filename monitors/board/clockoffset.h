// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// How far a sender's clock differs from the local clock, from messages only: of the last 5 minutes, the message with
/// the shortest delay counts, minus half a round trip. Jitter delays a message but never makes it early. Arrivals are
/// taken from the steady clock, so a step of the local clock takes effect at once. A forward step of the sender's clock
/// takes effect at once, too; a backward step after 5 minutes. Pure. Owned by DeskRecord.
class ClockOffset
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::minutes sampleWindow{5};

    /// A message sent at @p sentAt (sender's clock) arrived at @p arrivedAt.
    void addSample(const QDateTime &sentAt, Clock::time_point arrivedAt);
    /// Sender's clock minus local clock; positive: the sender's is ahead. Empty: no message arrived within the window. @p roundTripSum:
    /// the sender's round trip to the broker's host plus the local one, as far as known. @p utcNow, @p steadyNow: the present by both local clocks.
    std::optional<std::chrono::milliseconds> offset(std::chrono::microseconds roundTripSum, const QDateTime &utcNow, Clock::time_point steadyNow) const;
    void clear(); ///< call when the sender was restarted: its clock may have been set

private:
    struct Sample {
        Clock::time_point arrivedAt;
        /// delay of a message: its arrival by the local steady clock minus its sending time by the sender's clock
        std::chrono::milliseconds apparentDelay;
    };
    /// in ascending order of delay: the first message had the shortest delay in the window
    std::deque<Sample> m_samples;
};
}
