// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appfinder.h"

#include "sessions/common/randomid.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto deskNameTimeLimit = 2s; ///< time to wait for the desk's name: without a name, a program cannot be found again
constexpr auto deskNameCheckInterval = 20ms;
constexpr auto endTimeLimit = 8s; ///< time for TERM, 5 s, KILL, and the report of the end
constexpr auto searchTimeLimit = 20s; ///< time to wait for a start to finish; the script gives an X server 15 s
const QString anyDesk = u"one"_s;
}

AppFinder::AppFinder(const AppRequest &request, std::shared_ptr<ProgramMarks> marks, Link *link)
    : m_request(request)
    , m_programMarks(std::move(marks))
    , m_appDisplay(link)
{
    if (m_request.spec.isSingleInstance) {
        m_request.name.owner = anyDesk;
    }
    m_deskNameCheckTimer.setSingleShot(true);
    m_deskNameCheckTimer.setInterval(deskNameCheckInterval);
    connect(&m_deskNameCheckTimer, &QTimer::timeout, this, &AppFinder::beginSearch);
    m_endTimer.setSingleShot(true);
    connect(&m_endTimer, &QTimer::timeout, this, &AppFinder::handleProgramEnded);
    connect(&m_appDisplay, &AppDisplay::found, this, [this](const AppDisplayFacts &displayFacts) {
        handleEvent(AppFinderEvent::Found);
        if (m_finderState != AppFinderState::Connected) {
            return;
        }
        m_isDisplayOfThisDesk = !m_watchedProgram;
        m_hasFoundProgramRun = m_isDisplayOfThisDesk;
        Q_EMIT displayFound(displayFacts);
        reportResult(UnixSocket{displayFacts.vncSocketPath});
    });
    connect(&m_appDisplay, &AppDisplay::programAlreadyRunning, this, [this](const AppHolder &holder) {
        m_isDisplayOfThisDesk = false;
        if (isEnding()) {
            handleProgramEnded();
        } else {
            Q_EMIT programAlreadyRunning(holder);
        }
    });
    connect(&m_appDisplay, &AppDisplay::endCompleted, this, &AppFinder::handleProgramEnded);
    connect(&m_appDisplay, &AppDisplay::displayFailed, this, [this](const Failure &failure) {
        const bool wasConnected = m_finderState == AppFinderState::Connected;
        handleEvent(AppFinderEvent::Disconnected);
        if (m_request.spec.isSingleInstance && failure.kind != FailureKind::Transient) {
            m_isDisplayOfThisDesk = false; // the next run may be started by another desk
        }
        if (isEnding()) {
            handleProgramEnded();
        } else if (wasConnected) {
            Q_EMIT displayFailed(failure);
        } else {
            reportResult(std::unexpected(failure));
        }
    });
    connect(&m_appDisplay, &AppDisplay::outputReceived, this, &AppFinder::outputReceived);
    connect(&m_appDisplay, &AppDisplay::programFinished, this, [this](const ProgramExit &exit) {
        handleEvent(AppFinderEvent::Disconnected);
        m_isDisplayOfThisDesk = false;
        if (isEnding()) {
            handleProgramEnded();
        } else {
            Q_EMIT programFinished(exit);
        }
    });
}

void AppFinder::find(const FoundCallback &callback)
{
    m_foundCallback = callback;
    m_searchBeganAt = std::chrono::steady_clock::now();
    if (!isEnding()) { // otherwise handleProgramEnded() calls beginSearch(): a new display with this name cannot exist before the old one has ended
        m_appDisplay.leaveRunning();
        beginSearch();
    }
}

void AppFinder::beginSearch()
{
    m_request.desk = m_programMarks ? m_programMarks->deskName() : QString();
    if (m_request.desk.isEmpty() && m_programMarks && !m_programMarks->isConsoleIdentityClaimFinished()
        && std::chrono::steady_clock::now() - m_searchBeganAt < deskNameTimeLimit) {
        m_deskNameCheckTimer.start(); // the desk's name is still being read from the disk
        return;
    }
    QString &owner = m_request.name.owner;
    if (owner.isEmpty()) {
        owner = m_request.desk;
    }
    if (owner.isEmpty()) {
        // The desk has no name: uses a random one, in the format of a desk's name, which no desk has.
        owner = randomId();
    }
    // A program that may run only once has one name for all desks.
    m_isDisplayOfThisDesk = !m_watchedProgram && !m_request.spec.isSingleInstance;
    if (m_watchedProgram) {
        m_appDisplay.watch(m_request, *m_watchedProgram);
    } else if (m_hasFoundProgramRun && m_request.spec.restart != RestartPolicy::Auto) {
        m_appDisplay.join(m_request);
    } else {
        m_appDisplay.open(m_request);
    }
}

void AppFinder::allowNewRun()
{
    m_hasFoundProgramRun = false;
}

void AppFinder::setWatchedProgram(const std::optional<AppHolder> &watched)
{
    m_watchedProgram = watched;
}

void AppFinder::reportResult(const std::expected<DesktopAddress, Failure> &found)
{
    if (const FoundCallback callback = std::exchange(m_foundCallback, {})) {
        callback(found);
    }
}

void AppFinder::cancel()
{
    m_foundCallback = {};
    m_deskNameCheckTimer.stop();
    handleEvent(AppFinderEvent::Disconnected);
    if (!isEnding()) {
        m_appDisplay.leaveRunning();
    }
}

void AppFinder::endRemoteDisplay()
{
    const bool isSearching = m_foundCallback && !m_deskNameCheckTimer.isActive();
    m_deskNameCheckTimer.stop();
    if (m_isDisplayOfThisDesk) {
        handleEvent(AppFinderEvent::EndRequested);
    } else {
        handleEvent(isSearching && !m_watchedProgram ? AppFinderEvent::EndRequestedDuringSearch : AppFinderEvent::Disconnected);
    }
}

void AppFinder::handleEvent(AppFinderEvent event)
{
    const auto next = nextState(m_finderState, event);
    if (!next) {
        return;
    }
    m_finderState = *next;
    switch (m_finderState) {
    case AppFinderState::NotConnected:
        m_endTimer.stop();
        break;
    case AppFinderState::Connected:
        break;
    case AppFinderState::EndingWhenFound:
        m_endTimer.start(searchTimeLimit);
        break;
    case AppFinderState::Ending:
        m_endTimer.start(endTimeLimit);
        if (!m_appDisplay.endProgram()) {
            handleProgramEnded();
        }
        break;
    }
}

bool AppFinder::isEnding() const
{
    return m_finderState == AppFinderState::EndingWhenFound || m_finderState == AppFinderState::Ending;
}

void AppFinder::handleProgramEnded()
{
    if (!isEnding()) {
        return;
    }
    handleEvent(AppFinderEvent::EndCompleted);
    m_appDisplay.leaveRunning();
    m_isDisplayOfThisDesk = false;
    if (m_foundCallback) {
        beginSearch();
    }
}

const AppRequest &AppFinder::request() const
{
    return m_request;
}

bool AppFinder::isDisplayConnected() const
{
    return m_finderState == AppFinderState::Connected;
}
}
