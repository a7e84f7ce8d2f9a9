// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/runorder.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr qsizetype remembered = 8;
}

const BoardWire::MessageStamp &stampOf(const BoardWire::Message &message)
{
    return std::visit(
        [](const auto &one) -> const BoardWire::MessageStamp & {
            return one.stamp;
        },
        message);
}

RunOrder::Verdict RunOrder::classifyMessage(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained)
{
    const BoardWire::MessageStamp &stamp = stampOf(message);
    const bool isNewRun = stamp.runId != m_currentRun;
    if (isNewRun) {
        if (!isReplacement(kind, message, isRetained)) {
            return Verdict::Stale;
        }
        replaceCurrentRun(stamp, isRetained);
    }
    m_hasLiveMessage = m_hasLiveMessage || !isRetained;
    m_hasSeenPresence = m_hasSeenPresence || std::holds_alternative<BoardWire::Presence>(message);
    quint64 &last = m_lastSequenceByKind[kind];
    if (stamp.sequence <= std::max(last, m_lastSequenceBeforeReplacement)) {
        return Verdict::Stale;
    }
    last = stamp.sequence;
    return isNewRun ? Verdict::NewRun : Verdict::NewMessage;
}

void RunOrder::replaceCurrentRun(const BoardWire::MessageStamp &stamp, bool isRetained)
{
    const ReplacedRun *known = findReplacedRun(stamp.runId);
    const quint64 before = known ? known->lastSequence : 0;
    m_replacedRuns.removeIf([&stamp](const ReplacedRun &one) {
        return one.run == stamp.runId;
    });
    if (m_hasLiveMessage && !isRetained) {
        m_replacedRuns.append({.run = m_currentRun, .lastSequence = newestSequence()});
        m_replacedRuns = m_replacedRuns.last(qMin(m_replacedRuns.size(), remembered));
    }
    m_currentRun = stamp.runId;
    m_runBeganAt = stamp.runBeganAt;
    m_lastSequenceBeforeReplacement = before;
    m_hasLiveMessage = false;
    m_hasSeenPresence = false;
    m_lastSequenceByKind.clear();
}

quint64 RunOrder::newestSequence() const
{
    return std::ranges::fold_left(m_lastSequenceByKind, m_lastSequenceBeforeReplacement, [](quint64 one, quint64 other) {
        return std::max(one, other);
    });
}

const RunOrder::ReplacedRun *RunOrder::findReplacedRun(const QString &run) const
{
    const auto found = std::ranges::find(m_replacedRuns, run, &ReplacedRun::run);
    return found == m_replacedRuns.end() ? nullptr : &*found;
}

bool RunOrder::isReplacement(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained) const
{
    if (m_currentRun.isEmpty()) {
        return true;
    }
    const BoardWire::MessageStamp &stamp = stampOf(message);
    const auto *presence = std::get_if<BoardWire::Presence>(&message);
    const bool isWill = presence && !presence->isOnline;
    if (const ReplacedRun *known = findReplacedRun(stamp.runId); known && (!presence || isWill || stamp.sequence <= known->lastSequence)) {
        // a late message: only an online presence with a higher sequence number shows that the run has connected again
        return false;
    }
    if (!isRetained) {
        return !isWill; // this last will belongs to a run that is unknown or was replaced, so it replaces nothing
    }
    if (m_hasLiveMessage) {
        return false; // retained messages are older than the live ones of the current run
    }
    // A run publishes its presence first: no retained message can be of a newer run than the retained presence.
    return kind == BoardTopics::MessageKind::Presence || (!m_hasSeenPresence && stamp.runBeganAt > m_runBeganAt);
}

void RunOrder::handleConnectionRestored()
{
    m_hasLiveMessage = false;
    m_hasSeenPresence = false;
}

QString RunOrder::run() const
{
    return m_currentRun;
}
}
