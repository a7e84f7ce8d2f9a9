// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>

namespace Nightdesk
{
/// Which of a writer's messages are new. Within a run of the writer, the sequence number decides, per topic.
/// Between runs, live messages win over retained ones regardless of time stamps, as a clock may have been set back. A run that was
/// replaced by live messages returns only with the presence of a new connection: two consoles with one credential may alternate. Pure.
/// Owned by DeskRecord.
class RunOrder
{
public:
    enum class Verdict {
        Stale, ///< outdated or repeated
        NewMessage,
        NewRun ///< the message is new and begins a run that replaces the previous one
    };
    /// Call once per message: the call records the message as known.
    Verdict classifyMessage(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained);
    /// The broker is connected again: the live run may have been replaced meanwhile, so retained messages decide again.
    void handleConnectionRestored();
    QString run() const; ///< identifier of the current run; empty: no message was accepted

private:
    struct ReplacedRun {
        QString run;
        quint64 lastSequence; ///< sequence number of the run's last accepted message
    };
    bool isReplacement(BoardTopics::MessageKind kind, const BoardWire::Message &message, bool isRetained) const;
    void replaceCurrentRun(const BoardWire::MessageStamp &stamp, bool isRetained);
    quint64 newestSequence() const;
    const ReplacedRun *findReplacedRun(const QString &run) const; ///< null: that run was never replaced

    QString m_currentRun;
    QDateTime m_runBeganAt;
    bool m_hasLiveMessage = false; ///< true: at least one message of the current run arrived live, not retained by the broker
    bool m_hasSeenPresence = false;
    QList<ReplacedRun> m_replacedRuns; ///< a few replaced runs, newest last
    /// If another run replaced the current run for a while: sequence number of its last message before that. 0: it was never replaced.
    quint64 m_lastSequenceBeforeReplacement = 0;
    QHash<BoardTopics::MessageKind, quint64> m_lastSequenceByKind;
};

/// The stamp of any message.
const BoardWire::MessageStamp &stampOf(const BoardWire::Message &message);
}
