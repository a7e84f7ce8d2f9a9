// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>

namespace Nightdesk
{
/// Which of a writer's messages is news. In a run the sequence decides, topic by topic. Between runs what is said live wins over
/// what was retained, whatever their clocks say, for a clock may have been set back between them. A run that was replaced live comes
/// back only with the presence of a new connection: two consoles with one credential may take turns. Pure. Owned by DeskRecord.
class RunOrder
{
public:
    enum class Verdict {
        Stale, ///< older than what is known, or known
        News,
        NewRun ///< news, and what other runs said is over
    };
    /// Once for each message: it is taken to be known then.
    Verdict judgeMessage(BoardTopics::Sort sort, const BoardWire::Message &message, bool isRetained);
    /// We were away: what was live may have been replaced meanwhile, and what is retained now tells.
    void comeBack();
    QString run() const; ///< empty: nothing was taken

private:
    struct Replaced {
        QString run;
        quint64 sequence; ///< the last of it that was taken
    };
    bool isReplacement(BoardTopics::Sort sort, const BoardWire::Message &message, bool isRetained) const;
    void replace(const BoardWire::Stamp &stamp, bool isRetained);
    quint64 newest() const;
    const Replaced *replaced(const QString &run) const; ///< null: it never was

    QString m_run;
    QDateTime m_began;
    bool m_isLive = false; ///< it was heard of other than by what was retained
    bool m_hasPresence = false;
    QList<Replaced> m_replaced; ///< runs that were, the newest last; a few
    quint64 m_before = 0; ///< what is not above it was said before this run came back
    QHash<BoardTopics::Sort, quint64> m_sequences;
};

/// The stamp of any message.
const BoardWire::Stamp &stampOf(const BoardWire::Message &message);
}
