// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"
#include "monitors/xtraffic/xstartend.h"

namespace Nightdesk
{
/// Watches a program start, and says within its first 10 s whether that is going to take minutes. Pure: fed the growing trace some
/// times a second, it looks at each record once. Owned by XTraceRun.
class XStartWatch
{
public:
    /// From here on it is worth a word: people wait a minute, and wonder then.
    static constexpr std::chrono::seconds longStart{60};
    /// Without an earlier start to go by it is judged then.
    static constexpr std::chrono::seconds firstJudgement{8};

    enum class State {
        Watching, ///< too early to say
        Fine, ///< nothing to say
        Long, ///< it takes minutes: Verdict::left is known
        NoEnd, ///< round trip upon round trip, and nobody knows how many will follow
        Ended ///< it has got as far as it gets by itself
    };
    struct Verdict {
        State state = State::Watching;
        std::int64_t synchronous = 0; ///< round trips so far, counted as XCost does
        std::optional<std::int64_t> expected; ///< round trips of a whole start
        std::chrono::microseconds roundTrip{}; ///< the link's
        std::chrono::microseconds elapsed{}; ///< since the program's start
        std::optional<std::chrono::seconds> left; ///< with Long; less as time passes
        double perSecond = 0; ///< round trips, over the last seconds
        double waitingShare = 0; ///< of the last seconds, derived: 0 to 1
        bool operator==(const Verdict &) const = default;
        bool takesMinutes() const
        {
            return state == State::Long || state == State::NoEnd;
        }
    };

    /// @p expected: what an earlier start cost; empty: it was never seen.
    explicit XStartWatch(const std::optional<XCost> &expected = {});

    /// @p now: microseconds of the trace, which may be later than its last record. @p link: as it is now; its round trip 0: not known.
    /// A trace that began again is watched again.
    Verdict judgeStart(const XTrace &soFar, std::int64_t now, const XLinkFigures &link);
    std::optional<std::int64_t> endedAt() const; ///< microseconds: the last thing it mapped by itself

private:
    struct Step {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };
    void forget(const XTrace &soFar);
    void goOnBehindGap(const XTrace &soFar, const XRoundTrips &roundTrips);
    void read(const XTrace &soFar, const XRoundTrips &roundTrips);
    void add(const XWait &wait);
    void decide(Verdict &verdict, const XLinkFigures &link) const;

    std::optional<XCost> m_expected;
    std::chrono::system_clock::time_point m_begin;
    XWaitFinder m_finder;
    XStartEnd m_end;
    std::optional<std::int64_t> m_endedAt;
    std::size_t m_seen = 0;
    std::int64_t m_seenTo = 0; ///< microseconds: the last record's
    std::size_t m_seenThen = 0; ///< how many of that time
    std::int64_t m_gapTo = 0; ///< of the trace as seen
    XCost m_done; ///< without its local part
    double m_oneByOne = 0; ///< round trips that take time, as XSpans::oneByOne() has it
    std::int64_t m_onTheLine = 0;
    std::int64_t m_waitedTo = 0;
    std::vector<Step> m_steps; ///< waits of the last seconds
    State m_state = State::Watching;
};
}
