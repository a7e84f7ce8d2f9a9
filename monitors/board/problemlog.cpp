// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/problemlog.h"

#include "sessions/boardwire/boardlimits.h"

#include <QSet>

#include <ranges>
#include <utility>

namespace Nightdesk
{
using BoardWire::Health;

qsizetype ProblemLog::newestIndexOf(const QString &subjectKey) const
{
    for (qsizetype i = m_entries.size() - 1; i >= 0; --i) {
        if (m_entries.at(i).subjectKey == subjectKey) {
            return i;
        }
    }
    return -1;
}

bool ProblemLog::beginProblem(const QString &subjectKey, Health health, const QString &what, const QDateTime &at)
{
    if (const qsizetype newest = newestIndexOf(subjectKey); newest >= 0) {
        const BoardWire::Trouble known = m_entries.at(newest);
        if (known.health == Health::Good && known.at.msecsTo(at) < std::chrono::milliseconds(maxGapInContinuedProblem).count()) {
            m_entries.removeAt(newest); // removes the entry that reported the end, because the problem continues
            beginProblem(subjectKey, health, what, at);
            return true;
        }
        if (known.health != Health::Good && health <= known.health) {
            return false; // the known problem continues
        }
        if (known.health != Health::Good) {
            m_entries[newest].health = health;
            m_entries[newest].what = what;
            return true;
        }
    }
    m_entries.append({.at = at, .health = health, .subjectKey = subjectKey, .what = what});
    if (m_entries.size() > BoardLimits::history) {
        m_entries.removeFirst();
    }
    return true;
}

bool ProblemLog::endProblem(const QString &subjectKey, const QString &what, const QDateTime &at)
{
    const qsizetype newest = newestIndexOf(subjectKey);
    if (newest < 0 || m_entries.at(newest).health == Health::Good) {
        return false;
    }
    m_entries.append({.at = at, .health = Health::Good, .subjectKey = subjectKey, .what = what});
    if (m_entries.size() > BoardLimits::history) {
        m_entries.removeFirst();
    }
    return true;
}

void ProblemLog::clear()
{
    m_entries.clear();
}

void ProblemLog::restoreHistory(const QList<BoardWire::Trouble> &entries, const QString &what, const QDateTime &at)
{
    const QList<BoardWire::Trouble> since = std::exchange(m_entries, entries);
    QSet<QString> seen;
    for (const BoardWire::Trouble &newest : entries | std::views::reverse) {
        if (!seen.contains(newest.subjectKey)) {
            seen.insert(newest.subjectKey);
            endProblem(newest.subjectKey, what, at);
        }
    }
    for (const BoardWire::Trouble &each : since) {
        if (each.health == Health::Good) {
            endProblem(each.subjectKey, each.what, each.at);
        } else {
            beginProblem(each.subjectKey, each.health, each.what, each.at);
        }
    }
}

const QList<BoardWire::Trouble> &ProblemLog::entries() const
{
    return m_entries;
}

std::optional<BoardWire::Trouble> ProblemLog::last() const
{
    QSet<QString> over;
    std::optional<BoardWire::Trouble> newest;
    for (const BoardWire::Trouble &trouble : m_entries | std::views::reverse) {
        if (trouble.health == Health::Good) {
            over.insert(trouble.subjectKey);
        } else if (!over.contains(trouble.subjectKey)) {
            return trouble;
        } else {
            newest = newest.value_or(trouble);
        }
    }
    return newest;
}
}
