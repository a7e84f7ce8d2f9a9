// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/reportpacer.h"

#include "monitors/board/deadband.h"

namespace Nightdesk
{
namespace
{
bool isSameState(BoardWire::DeskState left, const BoardWire::DeskState &right)
{
    left.stamp = right.stamp;
    return left == right;
}
}

ReportPacer::ReportPacer(const DeskName &desk)
    : m_reportPhase(qHash(desk, 0) % 40'000)
{
}

void ReportPacer::connected(Clock::time_point now)
{
    m_isStateWanted = true;
    m_isHistoryWanted = true;
    // After a broker restart up to 500 desks reconnect together; the phase spreads their next reports over the minute.
    m_allDueAt = now + fullReportInterval - m_reportPhase;
}

void ReportPacer::historyGrew()
{
    m_isHistoryWanted = true;
}

bool ReportPacer::isStateDue(const DeskFigures &figures, Clock::time_point now) const
{
    return m_isStateWanted || now >= m_allDueAt || !isSameState(figures.state, m_lastFigures.state);
}

bool ReportPacer::areNumbersDue(const DeskFigures &figures, Clock::time_point now) const
{
    return m_isStateWanted || now >= m_allDueAt || DeadBand::isExceeded(m_lastFigures.numbers, figures.numbers);
}

ReportPacer::Plan ReportPacer::plan(const DeskFigures &figures, Clock::time_point now)
{
    Plan plan;
    plan.callAgainAt = std::min(now + minNumbersInterval, std::max(m_allDueAt, now + minStateInterval));
    // Allowed when both the minimum interval and the byte budget permit it.
    const auto mayGo = [&plan, now](Published &told, std::chrono::milliseconds every) {
        auto from = told.bucket.whenAffordable(told.cost, now);
        if (told.publishedAt) {
            from = std::max(from, *told.publishedAt + every);
        }
        if (from > now) {
            plan.callAgainAt = std::min(plan.callAgainAt, from);
        }
        return from <= now;
    };
    plan.state = isStateDue(figures, now) && mayGo(m_state, minStateInterval);
    plan.numbers = areNumbersDue(figures, now) && mayGo(m_numbers, minNumbersInterval);
    plan.history = m_isHistoryWanted && mayGo(m_history, minHistoryInterval);
    return plan;
}

qsizetype ReportPacer::cost(Part part, qsizetype bytes)
{
    return bytes + overhead + (part == Part::Numbers ? 0 : acknowledgement);
}

void ReportPacer::sent(Part part, qsizetype bytes, const DeskFigures &figures, Clock::time_point now)
{
    Published &told = publishedPart(part);
    told.cost = static_cast<double>(cost(part, bytes));
    told.bucket.spend(told.cost, now);
    told.publishedAt = now;
    switch (part) {
    case Part::State:
        m_lastFigures.state = figures.state;
        m_isStateWanted = false;
        break;
    case Part::Numbers:
        m_lastFigures.numbers = figures.numbers;
        break;
    case Part::History:
        m_isHistoryWanted = false;
        break;
    }
    if (now >= m_allDueAt && part != Part::History) {
        // A message with the state or with the numbers shows that the desk is online. If only the numbers were sent, because
        // the state of very many displays exceeds its budget, the state stays requested.
        m_isStateWanted = m_isStateWanted || part == Part::Numbers;
        while (m_allDueAt <= now) {
            m_allDueAt += fullReportInterval;
        }
    }
}

ReportPacer::Published &ReportPacer::publishedPart(Part part)
{
    switch (part) {
    case Part::State:
        return m_state;
    case Part::Numbers:
        return m_numbers;
    case Part::History:
        break;
    }
    return m_history;
}
}
