// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/vncatsummitsession.h"

#include "sessions/apps/appwindowagent.h"
#include "sessions/common/deletelater.h"
#include "sessions/desk/programviewerfinder.h"
#include "sessions/desk/summitviewer.h"
#include "sessions/xwindows/programexit.h"

#include <QTimer>

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

class VncAtSummitSession::Private
{
public:
    explicit Private(ProgramViewerFinder *viewFinder)
        : finder(viewFinder)
    {
    }
    ProgramViewerFinder *const finder; ///< owned by the base class
    std::unique_ptr<AppWindowAgent> windowAgent;
    std::optional<ProgramExit> programExit;
    std::optional<ProgramExit> viewerExit;
    bool leavesProgramRunning = false; ///< keep the program running: only the viewer was closed
    QTimer closeTimer; ///< runs since the program's windows were asked to close
    QTimer endReasonWaitTimer;
};

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
    , d(std::make_unique<Private>(finder))
{
    d->closeTimer.setSingleShot(true);
    d->endReasonWaitTimer.setSingleShot(true);
    connect(&d->closeTimer, &QTimer::timeout, this, [this] {
        if (answering() != AnswerState::Responding || !d->finder->link()->isLive() || !d->finder->link()->isHostAnswering()) {
            d->closeTimer.start(closeLimit); // without a working link, the program cannot have received the request to close or answered it
        } else {
            reportEnded();
        }
    });
    connect(&d->endReasonWaitTimer, &QTimer::timeout, this, [this] {
        const ProgramExit viewer = *d->viewerExit;
        d->leavesProgramRunning = true;
        if (viewer.code == noViewer) {
            d->finder->appFinder().endRemoteDisplay(); // without a viewer, nobody could see the program
        }
        if (viewer.code == 0) {
            reportEnded();
        } else {
            reportFailure(ProgramExitText::failed(spec(), viewer, outputLines().isEmpty() ? QString() : outputLines().constLast()));
        }
    });
    connect(this, &Session::closingChanged, this, [this](bool closing) {
        if (!closing) {
            d->closeTimer.stop();
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
    d->leavesProgramRunning = true;
}

int VncAtSummitSession::programWindowCount() const
{
    return d->windowAgent ? d->windowAgent->windowCount() : 0;
}

void VncAtSummitSession::displayFound(const AppDisplayFacts &displayFacts)
{
    d->programExit.reset();
    d->leavesProgramRunning = false;
    disconnectAndDeleteLater(d->windowAgent);
    if (displayFacts.xSocketPath.isEmpty()) {
        return;
    }
    d->windowAgent = std::make_unique<AppWindowAgent>(d->finder->link(), displayFacts);
    connect(d->windowAgent.get(), &AppWindowAgent::programCannotBeClosed, this, [this] {
        if (isClosing()) {
            reportEnded();
        }
    });
    connect(d->windowAgent.get(), &AppWindowAgent::userQuestionAsked, this, [this] {
        if (isClosing()) {
            d->closeTimer.stop();
            reportUserQuestion();
        }
    });
}

void VncAtSummitSession::handleProgramFinished(const ProgramExit &exit)
{
    d->programExit = exit;
    d->endReasonWaitTimer.stop();
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
    if (!d->windowAgent) {
        return false;
    }
    d->windowAgent->askWindowsToClose();
    d->closeTimer.start(closeLimit);
    return true;
}

bool VncAtSummitSession::handleExit(const ProgramExit &exit)
{
    if (!d->finder->appFinder().isDisplayConnected()) {
        return false;
    }
    d->viewerExit = exit;
    d->endReasonWaitTimer.start(exitStatusTimeout);
    return true;
}

void VncAtSummitSession::drop()
{
    d->endReasonWaitTimer.stop();
    if (state() == SessionState::Ended && !d->programExit && !d->leavesProgramRunning) {
        d->finder->appFinder().endRemoteDisplay();
    }
    if (state() == SessionState::Ended || state() == SessionState::Failed) {
        d->finder->appFinder().allowNewRun();
    }
    disconnectAndDeleteLater(d->windowAgent);
    WindowSession::drop();
}
}
