// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"
#include "sessions/xwindows/orphanscan.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
class ProgramMarks;

/// Orphaned programs of this desk on the host of a link: one that hangs and did not notice that its link was lost, or one started by a console that
/// was killed. The search runs each time the link is live again; programs are offered if they are still running a little later, since those that
/// end with their link need a moment. Owned by its link, GUI thread.
class OrphanedPrograms : public QObject
{
    Q_OBJECT
public:
    /// Returns the instance of @p link; creates it if needed.
    static OrphanedPrograms *forLink(Link *link, const std::shared_ptr<ProgramMarks> &marks);

    struct OfferedProgram {
        OrphanedProgram orphan;
        bool isEnding = false;
        bool hasEndingFailed = false; ///< ending the program failed
        bool operator==(const OfferedProgram &) const = default;
    };

    Link *link() const;
    QList<OfferedProgram> offeredPrograms() const;
    bool isSearching() const; ///< a search runs or will run soon
    /// Ends the program that was started with @p mark without asking the user; processes that it left behind are offered like all others.
    void endMarkedProgram(const ProgramMark &mark);

public Q_SLOTS:
    void endProgram(qint64 process);
    void leaveRunning(qint64 process); ///< the program is not offered again

Q_SIGNALS:
    void offeredProgramsChanged();
    void searchAnswered(); ///< the host answered; programs found for the first time are checked once more

private:
    OrphanedPrograms(Link *link, const std::shared_ptr<ProgramMarks> &marks);
    void handleLinkState(LinkState state);
    void searchHost();
    void repeatSearchWhenLinkIsLive();
    void handleSearchAnswer(const QList<OrphanedProgram> &all, const QList<ProgramMark> &orphans);
    void startEnding(const OrphanedProgram &orphan, const QList<qint64> &processes);
    bool isEnding(qint64 process) const;
    void setOfferedPrograms(const QList<OfferedProgram> &offeredPrograms);

    struct EndingProgram {
        qint64 processId = 0;
        std::unique_ptr<RemoteProgram> program;
    };
    Link *const m_link;
    const std::shared_ptr<ProgramMarks> m_marks;
    QTimer m_nextSearchTimer;
    std::unique_ptr<RemoteProgram> m_searchProgram;
    QByteArray m_searchOutput;
    QTimer m_searchTimeout;
    bool m_isSearchDue = true; ///< a search must start as soon as the link is live: after a new connection, or after a search without an answer
    QList<OrphanedProgram> m_programsFoundByLastSearch; ///< offered to the user if the next search finds them again
    QList<ProgramMark> m_marksToBeEnded; ///< marks of programs to be ended without asking
    QList<OrphanedProgram> m_programsLeftRunning; ///< programs that the user chose to leave running
    QList<OfferedProgram> m_offeredPrograms;
    std::vector<EndingProgram> m_programsBeingEnded;
};
}
