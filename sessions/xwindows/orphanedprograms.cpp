// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/orphanedprograms.h"

#include "sessions/common/deletelater.h"
#include "sessions/common/logging.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/xwindows/programmarks.h"

#include <algorithm>
#include <functional>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto firstSearchDelay = 1500ms; ///< gives sshd time to end its programs after a lost connection, and lets displays start first
constexpr auto secondSearchDelay = 3s;
constexpr auto searchTimeLimit = 10s; ///< a search without an answer, for example during an outage, is given up
constexpr auto pauseAfterNoAnswer = 60s; ///< before the next search of a host that is busy, but whose link is live

bool isSameProgram(const OrphanedProgram &a, const OrphanedProgram &b)
{
    return a.processId == b.processId && a.mark == b.mark;
}
}

OrphanedPrograms *OrphanedPrograms::forLink(Link *link, const std::shared_ptr<ProgramMarks> &marks)
{
    auto *orphanedPrograms = link->findChild<OrphanedPrograms *>(Qt::FindDirectChildrenOnly);
    return orphanedPrograms ? orphanedPrograms : new OrphanedPrograms(link, marks);
}

OrphanedPrograms::OrphanedPrograms(Link *link, const std::shared_ptr<ProgramMarks> &marks)
    : QObject(link)
    , m_link(link)
    , m_marks(marks)
{
    m_nextSearchTimer.setSingleShot(true);
    connect(&m_nextSearchTimer, &QTimer::timeout, this, &OrphanedPrograms::searchHost);
    m_searchTimeout.setSingleShot(true);
    m_searchTimeout.setInterval(searchTimeLimit);
    connect(&m_searchTimeout, &QTimer::timeout, this, [this] {
        if (m_searchProgram) {
            repeatSearchWhenLinkIsLive();
            if (m_link->state() == LinkState::Live) { // only the host is slow: no event of the link follows
                m_nextSearchTimer.start(pauseAfterNoAnswer);
            }
        }
    });
    connect(link, &Link::stateChanged, this, &OrphanedPrograms::handleLinkState);
    connect(link, &Link::connectionRenewed, this, [this] {
        // Requests over the old connection are answered late or never.
        disconnectAndDeleteLater(m_searchProgram);
        m_programsBeingEnded.clear();
        QList<OfferedProgram> offeredPrograms = m_offeredPrograms;
        for (OfferedProgram &offer : offeredPrograms) {
            offer.isEnding = false;
        }
        setOfferedPrograms(offeredPrograms);
        m_nextSearchTimer.start(firstSearchDelay);
    });
    connect(m_marks.get(), &ProgramMarks::marksReady, this, [this] {
        handleLinkState(m_link->state());
    });
    handleLinkState(link->state());
}

Link *OrphanedPrograms::link() const
{
    return m_link;
}

QList<OrphanedPrograms::OfferedProgram> OrphanedPrograms::offeredPrograms() const
{
    return m_offeredPrograms;
}

bool OrphanedPrograms::isSearching() const
{
    return m_searchProgram || m_nextSearchTimer.isActive();
}

void OrphanedPrograms::handleLinkState(LinkState state)
{
    if (state == LinkState::Live && m_isSearchDue && m_marks->areMarksReady()) { // only after a new connection, not after each outage
        m_isSearchDue = false;
        m_nextSearchTimer.start(firstSearchDelay);
    } else if (state == LinkState::Closed || state == LinkState::Idle) {
        m_isSearchDue = true;
        m_nextSearchTimer.stop();
        m_programsFoundByLastSearch.clear();
        m_programsBeingEnded.clear();
        disconnectAndDeleteLater(m_searchProgram);
        setOfferedPrograms({});
    }
}

/// The search got no answer: it is repeated when the link is live again.
void OrphanedPrograms::repeatSearchWhenLinkIsLive()
{
    disconnectAndDeleteLater(m_searchProgram);
    m_isSearchDue = true;
}

void OrphanedPrograms::searchHost()
{
    if (m_searchProgram) {
        return;
    }
    if (!m_marks->areMarksReady() || m_link->state() != LinkState::Live) {
        m_isSearchDue = true;
        return;
    }
    m_isSearchDue = false;
    m_searchTimeout.start();
    m_searchOutput.clear();
    m_searchProgram = m_link->startProgram({.commandLine = remoteCommandLine(OrphanScan::searchCommand(m_marks->deskName())), .x11 = {}});
    connect(m_searchProgram.get(), &RemoteProgram::outputReceived, this, [this](const QByteArray &bytes, OutputKind kind) {
        if (kind == OutputKind::StandardOutput && m_searchOutput.size() < OrphanScan::maxAnswer) {
            m_searchOutput += bytes;
        }
    });
    // On failure, no ssh session is available, so there is no offer.
    connect(m_searchProgram.get(), &RemoteProgram::failed, this, &OrphanedPrograms::repeatSearchWhenLinkIsLive);
    connect(m_searchProgram.get(), &RemoteProgram::finished, this, [this](const ProgramExit &exit) {
        disconnectAndDeleteLater(m_searchProgram);
        if (exit.code != 0) {
            return;
        }
        const QList<OrphanedProgram> all = OrphanScan::parse(m_searchOutput, m_marks->deskName(), QDateTime::currentDateTimeUtc());
        QList<ProgramMark> marks;
        for (const OrphanedProgram &orphan : all) {
            marks.append(orphan.mark);
        }
        m_marks->findOrphans(marks, this, std::bind_front(&OrphanedPrograms::handleSearchAnswer, this, all));
    });
}

void OrphanedPrograms::handleSearchAnswer(const QList<OrphanedProgram> &all, const QList<ProgramMark> &orphans)
{
    QList<OrphanedProgram> found;
    for (const OrphanedProgram &orphan : all) {
        const bool left = std::ranges::any_of(m_programsLeftRunning, std::bind_front(isSameProgram, orphan));
        if (m_marksToBeEnded.contains(orphan.mark) && !orphan.sessionProcesses.isEmpty() && !isEnding(orphan.processId)) {
            startEnding(orphan, orphan.sessionProcesses);
        }
        if (orphans.contains(orphan.mark) && !left) {
            found.append(orphan);
        }
    }
    m_marksToBeEnded.clear();
    QList<OfferedProgram> offeredPrograms;
    bool isNews = false;
    for (const OrphanedProgram &orphan : std::as_const(found)) {
        const auto before = std::ranges::find_if(m_offeredPrograms, std::bind_front(isSameProgram, orphan), &OfferedProgram::orphan);
        const bool seen = std::ranges::any_of(m_programsFoundByLastSearch, std::bind_front(isSameProgram, orphan));
        if (before != m_offeredPrograms.end()) {
            offeredPrograms.append(*before);
        } else if (seen && !isEnding(orphan.processId)) {
            offeredPrograms.append({.orphan = orphan});
        } else {
            isNews = true; // also if the program is being ended: processes that it leaves behind can be found only after it has ended
        }
    }
    m_programsFoundByLastSearch = found;
    setOfferedPrograms(offeredPrograms);
    if (isNews) {
        m_nextSearchTimer.start(secondSearchDelay);
    }
    Q_EMIT searchAnswered();
}

void OrphanedPrograms::setOfferedPrograms(const QList<OfferedProgram> &offeredPrograms)
{
    if (m_offeredPrograms != offeredPrograms) {
        m_offeredPrograms = offeredPrograms;
        Q_EMIT offeredProgramsChanged();
    }
}

void OrphanedPrograms::endMarkedProgram(const ProgramMark &mark)
{
    m_marksToBeEnded.append(mark);
    if (!m_searchProgram) {
        m_nextSearchTimer.start(0ms);
    }
}

void OrphanedPrograms::leaveRunning(qint64 process)
{
    QList<OfferedProgram> offeredPrograms = m_offeredPrograms;
    for (const OfferedProgram &offer : std::as_const(m_offeredPrograms)) {
        if (offer.orphan.processId == process) {
            m_programsLeftRunning.append(offer.orphan);
        }
    }
    offeredPrograms.removeIf([process](const OfferedProgram &offer) {
        return offer.orphan.processId == process;
    });
    setOfferedPrograms(offeredPrograms);
}

void OrphanedPrograms::endProgram(qint64 process)
{
    QList<OfferedProgram> offeredPrograms = m_offeredPrograms;
    for (OfferedProgram &offer : offeredPrograms) {
        if (offer.orphan.processId == process && !offer.isEnding) {
            offer.isEnding = true;
            offer.hasEndingFailed = false;
            startEnding(offer.orphan, offer.orphan.processes);
        }
    }
    setOfferedPrograms(offeredPrograms);
}

bool OrphanedPrograms::isEnding(qint64 process) const
{
    return std::ranges::contains(m_programsBeingEnded, process, &EndingProgram::processId);
}

void OrphanedPrograms::startEnding(const OrphanedProgram &orphan, const QList<qint64> &processes)
{
    qCInfo(LogXWindow) << "ending process" << orphan.processId << "of" << orphan.mark.displayId << "left over at" << m_link->target().spec.host;
    const auto handleResult = [this, process = orphan.processId](bool gone) {
        std::erase_if(m_programsBeingEnded, [process](EndingProgram &ending) {
            if (ending.processId == process) {
                disconnectAndDeleteLater(ending.program);
                return true;
            }
            return false;
        });
        QList<OfferedProgram> offeredPrograms = m_offeredPrograms;
        for (OfferedProgram &offer : offeredPrograms) {
            if (offer.orphan.processId == process) {
                offer.isEnding = false;
                offer.hasEndingFailed = !gone;
            }
        }
        if (gone) {
            offeredPrograms.removeIf([process](const OfferedProgram &offer) {
                return offer.orphan.processId == process;
            });
        }
        setOfferedPrograms(offeredPrograms);
    };
    auto program = m_link->startProgram({.commandLine = remoteCommandLine(OrphanScan::endCommand(orphan.mark, processes)), .x11 = {}});
    connect(program.get(), &RemoteProgram::failed, this, std::bind_front(handleResult, false));
    connect(program.get(), &RemoteProgram::finished, this, [handleResult](const ProgramExit &exit) {
        handleResult(exit.code == 0);
    });
    m_programsBeingEnded.push_back({.processId = orphan.processId, .program = std::move(program)});
}
}
