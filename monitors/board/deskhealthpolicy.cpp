// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskhealthpolicy.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using BoardWire::Health;

struct DeskHealthPolicy::Limits {
    double problemBeginsAbove;
    double problemEndsAtOrBelow;
};

namespace
{
// A round trip of 400 ms is felt at every key. An image that is 2 s old is of no use for controlling an instrument.
constexpr double slowRoundTrip = 400;
constexpr double fineRoundTrip = 320;
constexpr double oldPicture = 2000;
constexpr double freshPicture = 1500;

struct HealthProblem {
    Health health;
    QString description;
};

/// Whether @p state (of a link or display) means that a connection attempt is running. A fault from before the attempt still counts.
bool isConnectionAttempt(const QString &state)
{
    static const QSet<QString> states{u"waiting-for-link"_s, u"opening"_s, u"starting"_s, u"resolving"_s, u"connecting"_s, u"checking-host"_s, u"logging-in"_s};
    return states.contains(state);
}
}

bool DeskHealthPolicy::isLimitExceeded(const QString &key, double value, const Limits &limits)
{
    m_evaluatedKeys.insert(key);
    if (value > limits.problemBeginsAbove || (value > limits.problemEndsAtOrBelow && m_exceededLimits.contains(key))) {
        m_exceededLimits.insert(key);
        return true;
    }
    m_exceededLimits.remove(key);
    return false;
}

bool DeskHealthPolicy::isDownLongEnough(const QString &key, const QString &state, bool needsUserAction, Clock::time_point now)
{
    static const QSet<QString> downStates{u"retrying"_s, u"closed"_s};
    const bool wasDown = m_downSinceByKey.contains(key);
    if (!needsUserAction && !downStates.contains(state) && !(wasDown && isConnectionAttempt(state))) {
        m_downSinceByKey.remove(key);
        return false;
    }
    m_evaluatedKeys.insert(key);
    if (!wasDown) {
        m_downSinceByKey.insert(key, now);
    }
    const Clock::time_point badAt = m_downSinceByKey.value(key) + faultDelay;
    if (needsUserAction || now >= badAt) {
        return true;
    }
    m_nextCheckAt = m_nextCheckAt ? std::min(*m_nextCheckAt, badAt) : badAt;
    return false;
}

DeskHealthPolicy::Verdict DeskHealthPolicy::evaluate(const BoardWire::DeskState *state, const BoardWire::DeskMeasurements *numbers, Clock::time_point now)
{
    m_nextCheckAt.reset();
    m_evaluatedKeys.clear();
    QList<HealthProblem> problems;
    const BoardWire::DeskState nothing;
    bool isLinkFaulty = false;
    for (const BoardWire::LinkReport &link : (state ? *state : nothing).links) {
        if (isDownLongEnough(u'l' + link.id, link.state, link.state == "dead"_L1, now)) {
            problems.append({Health::Bad, i18nc("@info why a workstation is marked; a connection's name", "No connection through %1", link.id)});
        } else if (link.state == "stalled"_L1) {
            problems.append({Health::Poor, i18nc("@info why a workstation is marked; a connection's name", "%1 is not responding", link.id)});
        } else {
            continue;
        }
        isLinkFaulty = true;
    }
    for (const BoardWire::DisplayReport &display : (state ? *state : nothing).displays) {
        const QString name = display.title.isEmpty() ? display.key : display.title;
        if (isDownLongEnough(u'd' + display.key, display.state, display.state == "failed"_L1, now)) {
            const QString what = display.problemText.isEmpty()
                ? i18nc("@info why a workstation is marked; a display's title", "%1 has failed", name)
                : i18nc("@info why a workstation is marked; a display's title, and why it fails", "%1: %2", name, display.problemText);
            problems.append({Health::Bad, what});
        } else if (!isLinkFaulty && (display.answering == "stalled"_L1 || display.answering == "waiting"_L1)) {
            problems.append({Health::Poor, i18nc("@info why a workstation is marked; a display's title", "%1 is not responding", name)});
        }
    }
    for (const BoardWire::LinkMeasurements &link : numbers ? numbers->links : QList<BoardWire::LinkMeasurements>()) {
        if (const double ms = link.roundTrip ? static_cast<double>(link.roundTrip->count()) / 1000 : 0;
            isLimitExceeded(u'r' + link.id, ms, {.problemBeginsAbove = slowRoundTrip, .problemEndsAtOrBelow = fineRoundTrip})) {
            problems.append({Health::Poor, i18nc("@info why a workstation is marked", "Slow: a round trip takes %1 ms", qRound(ms))});
        }
    }
    for (const BoardWire::DisplayMeasurements &display : numbers ? numbers->displays : QList<BoardWire::DisplayMeasurements>()) {
        if (const double ms = display.imageAge ? static_cast<double>(display.imageAge->count()) : 0;
            isLimitExceeded(u'a' + display.key, ms, {.problemBeginsAbove = oldPicture, .problemEndsAtOrBelow = freshPicture})) {
            problems.append({Health::Poor,
                             i18nc("@info why a workstation is marked; a display's key, seconds with one decimal",
                                   "Old image of %1: %2 s",
                                   display.key,
                                   QString::number(ms / 1000, 'f', 1))});
        }
    }
    m_downSinceByKey.removeIf([this](const auto &entry) {
        return !m_evaluatedKeys.contains(entry.key());
    });
    m_exceededLimits.intersect(m_evaluatedKeys);

    if (problems.isEmpty()) {
        return {};
    }
    std::ranges::stable_sort(problems, std::greater{}, &HealthProblem::health);
    const int more = static_cast<int>(problems.size()) - 1;
    const QString healthReason = more == 0 ? problems.first().description
                                           : i18ncp("@info why a workstation is marked; the worst of it, and how much more there is",
                                                    "%2 (and one more)",
                                                    "%2 (and %1 more)",
                                                    more,
                                                    problems.first().description);
    return {.health = problems.first().health, .healthReason = healthReason};
}

std::optional<DeskHealthPolicy::Clock::time_point> DeskHealthPolicy::nextCheckAt() const
{
    return m_nextCheckAt;
}

void DeskHealthPolicy::clear()
{
    m_downSinceByKey.clear();
    m_exceededLimits.clear();
    m_nextCheckAt.reset();
}
}
