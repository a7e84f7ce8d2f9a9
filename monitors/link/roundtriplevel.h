// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Rates the round trips of one link by what is usual for this link, and by a ceiling for all links: half a second is felt by anybody who
/// types. Each level has one limit to enter it and a lower one to leave it. Pure; one sample is about a second. Owned by ConnectionLevel.
class RoundTripLevel
{
public:
    using Time = std::chrono::microseconds;
    enum class Level {
        Ok,
        Degraded,
        Fault
    };
    /// A round trip exceeds this limit if it is above the ceiling; or if it is above both the usual value times the
    /// factor and the usual value plus the margin.
    struct RoundTripLimit {
        double usualFactor = 0;
        std::chrono::milliseconds usualMargin{};
        std::chrono::milliseconds absoluteLimit{};
    };
    static constexpr RoundTripLimit degradedEntryLimit{.usualFactor = 2,
                                                       .usualMargin = std::chrono::milliseconds(60),
                                                       .absoluteLimit = std::chrono::milliseconds(500)};
    static constexpr RoundTripLimit degradedExitLimit{.usualFactor = 1.5,
                                                      .usualMargin = std::chrono::milliseconds(40),
                                                      .absoluteLimit = std::chrono::milliseconds(400)};
    static constexpr RoundTripLimit faultEntryLimit{.usualFactor = 5,
                                                    .usualMargin = std::chrono::milliseconds(300),
                                                    .absoluteLimit = std::chrono::milliseconds(1500)};
    static constexpr RoundTripLimit faultExitLimit{.usualFactor = 4,
                                                   .usualMargin = std::chrono::milliseconds(200),
                                                   .absoluteLimit = std::chrono::milliseconds(1200)};
    static constexpr int unansweredProbesForFault = 5; ///< number of consecutive unanswered probes that is a fault
    static constexpr int minAnsweredProbesForUsual = 10; ///< number of answered probes before the usual value is known

    /// Adds the result of one probe. An empty @p roundTrip means that it was not answered.
    void add(std::optional<Time> roundTrip);
    Level level() const;
    bool hasTooManyUnanswered() const; ///< so many consecutive probes are unanswered that this is a fault
    /// True: the level is not Ok, because the round trip is long for this link. False: it is not Ok because of the ceiling for all links, or
    /// it is Ok.
    bool isSlowerThanUsual() const;
    /// The usual round trip of this link, across all its connections; empty: not known yet.
    std::optional<Time> usualRoundTrip() const;

private:
    bool exceedsLimit(Time value, const RoundTripLimit &limit) const;
    bool exceedsUsualLimit(Time value, const RoundTripLimit &limit) const;

    std::deque<Time> m_recentRoundTrips; ///< durations of the last round trips, from the answered probes
    std::optional<double> m_learnedRoundTrip; ///< the usual round trip in microseconds; empty: not known yet
    int m_answeredCount = 0;
    int m_consecutiveUnanswered = 0; ///< number of consecutive unanswered probes
    Level m_level = Level::Ok;
    Time m_recentMedian{}; ///< the median of the recent round trips
};
}
