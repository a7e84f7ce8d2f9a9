// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"
#include "monitors/xtraffic/xstartenddetector.h"

namespace Nightdesk
{
/// Observes a program's start, and decides within its first 10 s whether the start will take minutes. Pure: called with the growing trace
/// several times a second, it reads each record once. Owned by XTraceRun.
class XProgramStartMonitor
{
public:
    /// A start longer than this is reported, because users begin to wonder after a minute.
    static constexpr std::chrono::seconds minLongStartDuration{60};
    /// The time after which a start is first evaluated if no earlier start is known.
    static constexpr std::chrono::seconds firstDecisionTime{8};

    enum class State {
        Undecided, ///< too early to tell how long the start will take
        NoLongStart, ///< nothing indicates that the start takes minutes
        LongStart, ///< the start takes minutes: the remaining time is known
        LongStartOfUnknownLength, ///< round trips follow one another, as in a long start, but their total number is not known
        StartEnded ///< the program is ready for input
    };
    struct Verdict {
        State state = State::Undecided;
        std::int64_t roundTripCount = 0; ///< number of round trips so far, counted as XCost does
        std::optional<std::int64_t> expectedRoundTrips; ///< number of round trips of a whole start
        std::chrono::microseconds roundTrip{}; ///< round trip of the link
        std::chrono::microseconds elapsed{}; ///< time since the program's start
        std::optional<std::chrono::seconds> remainingTime; ///< remaining time of the start; set in the state LongStart
        double roundTripsPerSecond = 0; ///< round trips per second over the last seconds
        double waitingShare = 0; ///< estimated share of the last seconds that the program waited, 0 to 1
        bool operator==(const Verdict &) const = default;
        bool takesMinutes() const
        {
            return state == State::LongStart || state == State::LongStartOfUnknownLength;
        }
    };

    /// @p expected: the cost of an earlier start; empty: none is known.
    explicit XProgramStartMonitor(const std::optional<XCost> &expected = {});

    /// @p now: present time in microseconds of the trace; may be later than the trace's last record. @p link: current figures of the link; a
    /// round trip of 0 is not known. A trace that has begun again is observed from its begin.
    Verdict evaluateStart(const XTrace &soFar, std::int64_t now, const XLinkFigures &link);
    std::optional<std::int64_t> startEndedAt() const; ///< when the last window of the start was mapped, in microseconds of the trace; empty: not yet

private:
    struct WaitSpan {
        std::int64_t beganAt = 0;
        std::int64_t endedAt = 0;
    };
    void restart(const XTrace &soFar);
    void continueAfterGap(const XTrace &soFar, const XRoundTrips &roundTrips);
    void readNewRecords(const XTrace &soFar, const XRoundTrips &roundTrips);
    void add(const XWait &wait);
    void decideState(Verdict &verdict, const XLinkFigures &link) const;

    std::optional<XCost> m_expectedCost;
    std::chrono::system_clock::time_point m_traceBegin;
    XWaitFinder m_waitFinder;
    XProgramStartEndDetector m_endDetector;
    std::optional<std::int64_t> m_startEndedAt;
    std::size_t m_readRecordCount = 0;
    std::int64_t m_lastRecordTime = 0; ///< microseconds: time of the last record read
    std::size_t m_recordCountAtLastTime = 0; ///< number of read records with the time m_lastRecordTime
    std::int64_t m_lastSeenGapEnd = 0; ///< XTrace::gapEndedAt in the last call of evaluateStart()
    XCost m_costSoFar; ///< cost of the start so far, without the time outside the network
    double m_roundTripsSoFar = 0; ///< number of round trips that take time, counted as in XSpans::countSequentialRoundTrips()
    std::int64_t m_networkWaitTime = 0;
    std::int64_t m_lastWaitEnd = 0;
    std::vector<WaitSpan> m_recentWaits; ///< waits of the last seconds
    State m_startState = State::Undecided;
};
}
