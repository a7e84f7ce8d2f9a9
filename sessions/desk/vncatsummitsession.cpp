// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/vncatsummitsession.h"

#include "sessions/apps/appwindowagent.h"
#include "sessions/common/deletelater.h"
#include "sessions/desk/programviewerfinder.h"
#include "sessions/desk/summitviewer.h"
#include "sessions/xwindows/programexit.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto closeLimit = 5s; ///< a program that does not close in this time, and asks no question, is ended
/// Time to wait for the program's exit status after its viewer has exited.
constexpr auto exitStatusTimeout = 2s;
constexpr int noViewer = 127;
}

VncAtSummitSession::VncAtSummitSession(const AppRequest &order,
                                       std::shared_ptr<ProgramMarks> marks,
                                       Link *link,
                                       Link *viewerLink,
                                       LocalX *localX,
                                       QObject *parent)
    : VncAtSummitSession(new ProgramViewerFinder(order, std::move(marks), link), viewerLink, localX, parent)
{
}

VncAtSummitSession::VncAtSummitSession(ProgramViewerFinder *finder, Link *viewerLink, LocalX *localX, QObject *parent)
    : WindowSession(SummitViewer::windowOf(finder->appFinder().request().spec),
                    viewerLink,
                    localX,
                    std::unique_ptr<AddressOrCommandFinder<QStringList>>(finder),
                    parent)
    , m_finder(finder)
{
    m_closeTimer.setSingleShot(true);
    m_endReasonWaitTimer.setSingleShot(true);
    connect(&m_closeTimer, &QTimer::timeout, this, [this] {
        if (answering() != AnswerState::Responding || !m_finder->link()->isLive() || !m_finder->link()->isHostAnswering()) {
            m_closeTimer.start(closeLimit); // without a working link, the program cannot have received the request to close or answered it
        } else {
            reportEnded();
        }
    });
    connect(&m_endReasonWaitTimer, &QTimer::timeout, this, [this] {
        const ProgramExit viewer = *m_viewerExit;
        m_leavesProgramRunning = true;
        if (viewer.code == noViewer) {
            m_finder->appFinder().endRemoteDisplay(); // without a viewer, nobody could see the program
        }
        if (viewer.code == 0) {
            reportEnded();
        } else {
            reportFailure(ProgramExitText::failed(spec(), viewer, outputLines().isEmpty() ? QString() : outputLines().constLast()));
        }
    });
    connect(this, &Session::closingChanged, this, [this](bool closing) {
        if (!closing) {
            m_closeTimer.stop();
        }
    });
    connect(&finder->appFinder(), &AppFinder::displayFound, this, &VncAtSummitSession::displayFound);
    connect(&finder->appFinder(), &AppFinder::outputReceived, this, &VncAtSummitSession::addOutput);
    connect(&finder->appFinder(), &AppFinder::programFinished, this, &VncAtSummitSession::handleProgramFinished);
    connect(&finder->appFinder(), &AppFinder::displayFailed, this, [this](const Failure &failure) {
        reportFailure(failure);
    });
}

VncAtSummitSession::~VncAtSummitSession() = default;

void VncAtSummitSession::leaveProgramRunning()
{
    m_leavesProgramRunning = true;
}

int VncAtSummitSession::programWindowCount() const
{
    return m_windowAgent ? m_windowAgent->windowCount() : 0;
}

void VncAtSummitSession::displayFound(const AppDisplayFacts &displayFacts)
{
    m_programExit.reset();
    m_leavesProgramRunning = false;
    disconnectAndDeleteLater(m_windowAgent);
    if (displayFacts.xSocketPath.isEmpty()) {
        return;
    }
    m_windowAgent = std::make_unique<AppWindowAgent>(m_finder->link(), displayFacts);
    connect(m_windowAgent.get(), &AppWindowAgent::programCannotBeClosed, this, [this] {
        if (isClosing()) {
            reportEnded();
        }
    });
    connect(m_windowAgent.get(), &AppWindowAgent::userQuestionAsked, this, [this] {
        if (isClosing()) {
            m_closeTimer.stop();
            reportUserQuestion();
        }
    });
}

void VncAtSummitSession::handleProgramFinished(const ProgramExit &exit)
{
    m_programExit = exit;
    m_endReasonWaitTimer.stop();
    if (exit.code == 0) {
        reportEnded();
        return;
    }
    WindowSpec program = spec();
    program.topology = Topology::VncApp; // so that the text describes a failure of the program, not of the viewer
    reportFailure(ProgramExitText::failed(program, exit, outputLines().isEmpty() ? QString() : outputLines().constLast()));
}

bool VncAtSummitSession::requestProgramClose()
{
    if (!m_windowAgent) {
        return false;
    }
    m_windowAgent->askWindowsToClose();
    m_closeTimer.start(closeLimit);
    return true;
}

bool VncAtSummitSession::handleExit(const ProgramExit &exit)
{
    if (!m_finder->appFinder().isDisplayConnected()) {
        return false;
    }
    m_viewerExit = exit;
    m_endReasonWaitTimer.start(exitStatusTimeout);
    return true;
}

void VncAtSummitSession::drop()
{
    m_endReasonWaitTimer.stop();
    if (state() == SessionState::Ended && !m_programExit && !m_leavesProgramRunning) {
        m_finder->appFinder().endRemoteDisplay();
    }
    if (state() == SessionState::Ended || state() == SessionState::Failed) {
        m_finder->appFinder().allowNewRun();
    }
    disconnectAndDeleteLater(m_windowAgent);
    WindowSession::drop();
}
}
