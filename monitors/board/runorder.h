// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>

namespace Nightdesk
{
/// Finds out which of a writer's messages are new, and which run of the writer is current. Within a run, the sequence number decides, per topic.
/// Between runs, live messages win over retained ones regardless of time stamps, as a clock may have been set back. A run that was
/// replaced by live messages returns only with the presence of a new connection: two consoles with one credential may alternate. Pure.
/// Owned by DeskRecord.
class CurrentRunTracker
{
public:
    enum class Verdict {
        Stale, ///< outdated or repeated
        NewMessage,
        NewRun ///< the message is new and begins a run that replaces the previous one
    };
    /// Call once per message: the call records the message as known.
    Verdict classifyMessage(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained);
    /// Call when the broker is connected again. Another run may have become current meanwhile, so a retained message may replace the run.
    void handleConnectionRestored();
    QString currentRunId() const; ///< identifier of the current run; empty: no message was accepted

private:
    struct ReplacedRun {
        QString runId;
        quint64 lastSequence; ///< sequence number of the run's last accepted message
    };
    bool startsNewRun(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained) const;
    void replaceCurrentRun(const BoardWire::MessageStamp &stamp, bool isRetained);
    quint64 newestSequence() const;
    const ReplacedRun *findReplacedRun(const QString &runId) const; ///< null: that run was never replaced

    QString m_currentRunId;
    QDateTime m_runBeganAt;
    bool m_hasLiveMessage = false; ///< true: at least one message of the current run arrived live, not retained by the broker
    bool m_hasSeenPresence = false;
    QList<ReplacedRun> m_replacedRuns; ///< a few replaced runs, newest last
    /// Sequence number of the last message that the current run sent before another run replaced it for a while. 0: it was never replaced.
    quint64 m_lastSequenceBeforeReplacement = 0;
    QHash<BoardTopics::MessageKind, quint64> m_lastSequenceByKind;
};
}
