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

void ReportPacer::handleConnected(Clock::time_point now)
{
    m_mustPublishState = true;
    m_isHistoryRequested = true;
    // After a broker restart up to 500 desks reconnect together; the phase spreads their next reports over the minute.
    m_fullReportDueAt = now + fullReportInterval - m_reportPhase;
}

void ReportPacer::requestHistory()
{
    m_isHistoryRequested = true;
}

bool ReportPacer::isStateDue(const DeskFigures &figures, Clock::time_point now) const
{
    return m_mustPublishState || now >= m_fullReportDueAt || !isSameState(figures.state, m_lastSentFigures.state);
}

bool ReportPacer::areNumbersDue(const DeskFigures &figures, Clock::time_point now) const
{
    return m_mustPublishState || now >= m_fullReportDueAt || DeadBand::isExceeded(m_lastSentFigures.numbers, figures.numbers);
}

ReportPacer::PublishPlan ReportPacer::makePlan(const DeskFigures &figures, Clock::time_point now)
{
    PublishPlan plan;
    plan.nextCheckAt = std::min(now + minNumbersInterval, std::max(m_fullReportDueAt, now + minStateInterval));
    // Allowed when both the minimum interval and the byte budget permit it.
    const auto mayGo = [&plan, now](PartBudget &budget, std::chrono::milliseconds every) {
        auto from = budget.bucket.affordableAt(budget.estimatedCost, now);
        if (budget.publishedAt) {
            from = std::max(from, *budget.publishedAt + every);
        }
        if (from > now) {
            plan.nextCheckAt = std::min(plan.nextCheckAt, from);
        }
        return from <= now;
    };
    plan.isStateDue = isStateDue(figures, now) && mayGo(m_stateBudget, minStateInterval);
    plan.areNumbersDue = areNumbersDue(figures, now) && mayGo(m_numbersBudget, minNumbersInterval);
    plan.isHistoryDue = m_isHistoryRequested && mayGo(m_historyBudget, minHistoryInterval);
    return plan;
}

qsizetype ReportPacer::transmissionCost(Part part, qsizetype bytes)
{
    return bytes + packetOverhead + (part == Part::Numbers ? 0 : acknowledgementSize);
}

void ReportPacer::recordSentPart(Part part, qsizetype bytes, const DeskFigures &figures, Clock::time_point now)
{
    PartBudget &budget = budgetOf(part);
    budget.estimatedCost = static_cast<double>(transmissionCost(part, bytes));
    budget.bucket.spendTokens(budget.estimatedCost, now);
    budget.publishedAt = now;
    switch (part) {
    case Part::State:
        m_lastSentFigures.state = figures.state;
        m_mustPublishState = false;
        break;
    case Part::Numbers:
        m_lastSentFigures.numbers = figures.numbers;
        break;
    case Part::History:
        m_isHistoryRequested = false;
        break;
    }
    if (now >= m_fullReportDueAt && part != Part::History) {
        // Either message shows that the desk is online, so the next full report is due later. If only the numbers were sent, because the
        // state of very many displays exceeds its budget, the state is still to be sent.
        m_mustPublishState = m_mustPublishState || part == Part::Numbers;
        while (m_fullReportDueAt <= now) {
            m_fullReportDueAt += fullReportInterval;
        }
    }
}

ReportPacer::PartBudget &ReportPacer::budgetOf(Part part)
{
    switch (part) {
    case Part::State:
        return m_stateBudget;
    case Part::Numbers:
        return m_numbersBudget;
    case Part::History:
        break;
    }
    return m_historyBudget;
}
}
