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

CurrentRunTracker::Verdict CurrentRunTracker::classifyMessage(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained)
{
    const BoardWire::MessageStamp &stamp = BoardWire::stampOf(message);
    const bool isNewRun = stamp.runId != m_currentRunId;
    if (isNewRun) {
        if (!startsNewRun(kind, message, isRetained)) {
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

void CurrentRunTracker::replaceCurrentRun(const BoardWire::MessageStamp &stamp, bool isRetained)
{
    const ReplacedRun *known = findReplacedRun(stamp.runId);
    const quint64 before = known ? known->lastSequence : 0;
    m_replacedRuns.removeIf([&stamp](const ReplacedRun &one) {
        return one.runId == stamp.runId;
    });
    if (m_hasLiveMessage && !isRetained) {
        m_replacedRuns.append({.runId = m_currentRunId, .lastSequence = newestSequence()});
        m_replacedRuns = m_replacedRuns.last(qMin(m_replacedRuns.size(), remembered));
    }
    m_currentRunId = stamp.runId;
    m_runBeganAt = stamp.runBeganAt;
    m_lastSequenceBeforeReplacement = before;
    m_hasLiveMessage = false;
    m_hasSeenPresence = false;
    m_lastSequenceByKind.clear();
}

quint64 CurrentRunTracker::newestSequence() const
{
    return std::ranges::fold_left(m_lastSequenceByKind, m_lastSequenceBeforeReplacement, [](quint64 one, quint64 other) {
        return std::max(one, other);
    });
}

const CurrentRunTracker::ReplacedRun *CurrentRunTracker::findReplacedRun(const QString &runId) const
{
    const auto found = std::ranges::find(m_replacedRuns, runId, &ReplacedRun::runId);
    return found == m_replacedRuns.end() ? nullptr : &*found;
}

bool CurrentRunTracker::startsNewRun(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained) const
{
    if (m_currentRunId.isEmpty()) {
        return true;
    }
    const BoardWire::MessageStamp &stamp = BoardWire::stampOf(message);
    const auto *presence = std::get_if<BoardWire::Presence>(&message);
    const bool isWill = presence && !presence->isOnline;
    if (const ReplacedRun *known = findReplacedRun(stamp.runId); known && (!presence || isWill || stamp.sequence <= known->lastSequence)) {
        // a late message of a replaced run: that run becomes current again only by a new online presence, with a higher sequence number
        return false;
    }
    if (!isRetained) {
        return !isWill; // the MQTT last will of another run does not make that run the current one
    }
    if (m_hasLiveMessage) {
        return false; // the current run has sent live messages: a retained message of another run is older
    }
    // A run publishes its presence first, so no retained message is of a newer run than the retained presence. That presence decides.
    return kind == BoardTopics::MessageKind::Presence || (!m_hasSeenPresence && stamp.runBeganAt > m_runBeganAt);
}

void CurrentRunTracker::handleConnectionRestored()
{
    m_hasLiveMessage = false;
    m_hasSeenPresence = false;
}

QString CurrentRunTracker::currentRunId() const
{
    return m_currentRunId;
}
}
