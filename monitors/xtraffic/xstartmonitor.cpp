// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xstartmonitor.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
using Verdict = XProgramStartMonitor::Verdict;

/// Microseconds of the trace that are evaluated if no earlier start is known.
constexpr std::int64_t window = 5'000'000;
/// Share of the time spent waiting from which a start may take minutes. A program that also works locally between its
/// requests will finish. ds9 over 100 ms waits 96 % of its start.
constexpr double shareToEnter = 0.6;
constexpr double shareToLeave = 0.3;
/// Minimum number of round trips in this window: a program with only two in five seconds waits for something else.
constexpr std::int64_t fewest = 8;
/// Time without waiting for a reply, after which a program is taken to need no further data for its start.
constexpr std::chrono::seconds pause{1};
/// A long start is rated as long until its predicted duration is below this time, which is shorter than minLongStartDuration.
constexpr std::chrono::seconds shortAgain{45};
}

XProgramStartMonitor::XProgramStartMonitor(const std::optional<XCost> &expected)
    : m_expectedCost(expected)
{
}

std::optional<std::int64_t> XProgramStartMonitor::startEndedAt() const
{
    return m_startEndedAt;
}

void XProgramStartMonitor::restart(const XTrace &soFar)
{
    *this = XProgramStartMonitor(m_expectedCost);
    m_traceBegin = soFar.begin;
    m_lastSeenGapEnd = soFar.gapEndedAt;
}

/// Finds the next record to read after the trace has dropped records in its middle, which changed the indexes of all later records.
void XProgramStartMonitor::continueAfterGap(const XTrace &soFar, const XRoundTrips &roundTrips)
{
    m_lastSeenGapEnd = soFar.gapEndedAt;
    m_readRecordCount = m_readRecordCount > 0 ? std::min(soFar.lowerBound(m_lastRecordTime) + m_recordCountAtLastTime, soFar.size()) : 0;
    if (m_lastRecordTime >= m_lastSeenGapEnd) {
        return;
    }
    std::vector<XWait> waits; // the answers that ended these waits may be among the dropped records
    m_waitFinder.finish(m_lastRecordTime, roundTrips, waits);
    for (const XWait &wait : waits) {
        add(wait);
    }
}

void XProgramStartMonitor::readNewRecords(const XTrace &soFar, const XRoundTrips &roundTrips)
{
    std::vector<XWait> waits;
    for (; m_readRecordCount < soFar.size(); ++m_readRecordCount) {
        const XRecord &record = soFar.at(m_readRecordCount);
        m_recordCountAtLastTime = record.at == m_lastRecordTime ? m_recordCountAtLastTime + 1 : 1;
        m_lastRecordTime = record.at;
        m_waitFinder.add(record, roundTrips, waits);
        for (const XWait &wait : waits) {
            add(wait);
        }
        waits.clear();
        if (!m_startEndedAt) {
            m_startEndedAt = m_endDetector.detectEnd(record.at);
        }
        m_endDetector.add(record);
        (record.has(XRecord::FromProgram) ? m_costSoFar.bytesUp : m_costSoFar.bytesDown) += record.size;
    }
}

void XProgramStartMonitor::add(const XWait &wait)
{
    m_endDetector.add(wait);
    const std::int64_t length = wait.endedAt - wait.beganAt;
    const std::int64_t ownLength = std::max<std::int64_t>(0, wait.endedAt - std::max(wait.beganAt, m_lastWaitEnd));
    m_roundTripsSoFar += length > 0 ? static_cast<double>(ownLength) / static_cast<double>(length) : 1;
    m_costSoFar.roundTripCount = std::llround(m_roundTripsSoFar);
    m_networkWaitTime += std::max<std::int64_t>(0, wait.endedAt - std::max(wait.answeredAt, m_lastWaitEnd));
    m_recentWaits.push_back({.beganAt = std::max(wait.beganAt, m_lastWaitEnd), .endedAt = wait.endedAt});
    m_lastWaitEnd = std::max(m_lastWaitEnd, wait.endedAt);
}

Verdict XProgramStartMonitor::evaluateStart(const XTrace &soFar, std::int64_t now, const XLinkFigures &link)
{
    const bool isAnother = soFar.begin != m_traceBegin || soFar.gapEndedAt < m_lastSeenGapEnd;
    if (isAnother || (soFar.gapEndedAt == m_lastSeenGapEnd && soFar.size() < m_readRecordCount)) {
        restart(soFar);
    }
    const XRoundTrips roundTrips = XRoundTrips::fromSamplesOrFixed(soFar, link.roundTrip);
    if (soFar.gapEndedAt != m_lastSeenGapEnd) {
        continueAfterGap(soFar, roundTrips);
    }
    readNewRecords(soFar, roundTrips);
    if (soFar.size() > 0) {
        now = std::max(now, soFar.at(soFar.size() - 1).at);
    }
    if (!m_startEndedAt) {
        m_startEndedAt = soFar.startEndedAt ? soFar.startEndedAt : m_endDetector.detectEnd(now);
    }

    // The newest round trip is certain only after the program's next request: until then, the last round trip before now is not counted.
    const std::int64_t until = std::max<std::int64_t>(now - roundTrips.roundTripAt(now), 0);
    std::erase_if(m_recentWaits, [&](const WaitSpan &wait) {
        return wait.endedAt <= until - window;
    });
    std::int64_t waited = 0;
    for (const WaitSpan &wait : m_recentWaits) {
        waited += std::max<std::int64_t>(0, std::min(wait.endedAt, until) - std::max(wait.beganAt, until - window));
    }
    const double span = static_cast<double>(std::clamp<std::int64_t>(until, 1, window));

    Verdict verdict;
    verdict.roundTripCount = m_costSoFar.roundTripCount;
    verdict.expectedRoundTrips = m_expectedCost ? std::optional(m_expectedCost->roundTripCount) : std::nullopt;
    verdict.roundTrip = link.roundTrip.count() > 0 ? link.roundTrip : std::chrono::microseconds(roundTrips.roundTripAt(now));
    verdict.elapsed = std::chrono::microseconds(now);
    verdict.roundTripsPerSecond = static_cast<double>(m_recentWaits.size()) * 1e6 / span;
    verdict.waitingShare = std::min(1.0, static_cast<double>(waited) / span);
    decideState(verdict, link);
    m_startState = verdict.state;
    return verdict;
}

void XProgramStartMonitor::decideState(Verdict &verdict, const XLinkFigures &link) const
{
    if (m_startEndedAt) {
        verdict.state = State::StartEnded;
        return;
    }
    verdict.state = verdict.elapsed < firstDecisionTime ? State::Undecided : State::NoLongStart;
    if (m_readRecordCount == 0 || verdict.roundTrip.count() == 0) {
        return; // the link is not connected yet, or has no delay
    }
    const XLinkFigures now{.roundTrip = verdict.roundTrip, .bytesPerSecond = link.bytesPerSecond};
    XCost done = m_costSoFar;
    done.nonNetworkTime = std::max<std::int64_t>(0, verdict.elapsed.count() - m_networkWaitTime - now.transferTime(done.bytesUp + done.bytesDown));
    if (const auto left = m_expectedCost ? XForecast::remainingTime(done, *m_expectedCost, now) : std::nullopt) {
        const auto whole = verdict.elapsed + *left;
        if (whole >= (m_startState == State::LongStart ? shortAgain : minLongStartDuration)) {
            verdict.state = State::LongStart;
            verdict.remainingTime = std::chrono::ceil<std::chrono::seconds>(*left);
        }
        return;
    }
    const bool before = m_startState == State::LongStartOfUnknownLength;
    // xcalc over 100 ms showed its window after 6 s and then sent no more requests, so its last five seconds predicted nothing.
    const bool goesOn = verdict.elapsed - std::chrono::microseconds(m_lastWaitEnd) <= pause + 2 * verdict.roundTrip;
    const auto enough = static_cast<std::int64_t>(m_recentWaits.size()) >= (before ? 1 : fewest);
    if (verdict.elapsed >= firstDecisionTime && goesOn && enough && verdict.waitingShare >= (before ? shareToLeave : shareToEnter)) {
        verdict.state = State::LongStartOfUnknownLength;
    }
}
}
