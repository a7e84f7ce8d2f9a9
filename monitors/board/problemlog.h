// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk
{
/// The problems of a night: the begin and the end of each one. A problem that returns within two minutes of its end counts as
/// continued, so a display that flaps all night does not fill the list. Pure. Owned by DeskReporter.
class ProblemLog
{
public:
    static constexpr std::chrono::minutes maxGapInContinuedProblem{2};

    /// A problem began, or its health changed. True: entries() changed.
    bool beginProblem(const QString &subjectKey, BoardWire::Health health, const QString &what, const QDateTime &at);
    bool endProblem(const QString &subjectKey, const QString &what, const QDateTime &at);
    void clear();
    /// Inserts the problems of an earlier console process before the current ones. A problem that was open then and exists again now
    /// continues. Other open problems end at @p at with the text @p what.
    void restoreHistory(const QList<BoardWire::Trouble> &entries, const QString &what, const QDateTime &at);

    const QList<BoardWire::Trouble> &entries() const; ///< all begins and ends of problems, the newest last, at most 60
    /// The newest open problem, else the newest one. Empty: none.
    std::optional<BoardWire::Trouble> last() const;

private:
    qsizetype newestIndexOf(const QString &subjectKey) const; ///< index of the newest entry about this subject; -1: none

    QList<BoardWire::Trouble> m_entries;
};
}
