// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsession.h"

#include "sessions/common/logging.h"
#include "sessions/display/preloadstate.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/orphanedprograms.h"
#include "sessions/xwindows/programexit.h"
#include "sessions/xwindows/server/xproblem.h"
#include "sessions/xwindows/windowlossstate.h"
#include "sessions/xwindows/windowpositiontracker.h"
#include "sessions/xwindows/windowrun.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto closeTimeLimit = 5s; ///< a program that takes longer to close, and asks nothing, is ended
}

/// Private part of WindowSession: where its windows are, whether they are closing, and what happens after the program was lost with its link.
class WindowSession::Private
{
public:
    Private(WindowSession *session, const WindowSpec &windowSpec, LocalX::Private *theLocalX);

    void connectRun();
    void connectWindowController();
    void findCommand(); ///< finds the program's command, then starts it
    void connectPreloadState();
    void reportHidden(bool iconified); ///< reports whether the user cannot see the windows: iconified, or covered as a preloaded program is
    QStringList specCommand() const; ///< the command in the profile; with the preload arguments if the program starts covered
    void startRun(const QStringList &command);
    /// The program was lost with its link, and the link is live again or its old connection ended: does what the profile says.
    void applyRestartPolicy();
    void handle(WindowLossEvent event);
    void clear();
    void sendPlacement();
    void setWindowRect(const std::optional<QRect> &newRect);

    WindowSession *const q;
    const WindowSpec spec;
    LocalX::Private *const localX;
    OrphanedPrograms *orphanedPrograms = nullptr; ///< the link's orphaned programs
    std::unique_ptr<AddressOrCommandFinder<QStringList>> finder; ///< finds the program's command; null: specCommand() is used
    PreloadState *preloadState = nullptr; ///< the session's preload state; null: the program is not preloaded
    bool isIconified = false;
    QTimer closeTimer; ///< time limit for the program after its windows were asked to close
    bool isAskingUser = false; ///< the program opened another window while closing
    WindowPositionTracker positionTracker;
    quint32 programWithKeyboard = 0; ///< number of the program with the keyboard; may be that of an earlier start
    WindowLossState lossState = WindowLossState::NotLost;
    WindowRun run;
};

WindowSession::Private::Private(WindowSession *session, const WindowSpec &windowSpec, LocalX::Private *theLocalX)
    : q(session)
    , spec(windowSpec)
    , localX(theLocalX)
    , run(windowSpec, theLocalX, session, std::bind_front(&WindowSession::handleExit, session))
{
    if (spec.start == StartPolicy::Preload) {
        preloadState = new PreloadState(q);
        connectPreloadState();
    }
    closeTimer.setSingleShot(true);
    closeTimer.setTimerType(Qt::PreciseTimer); // the program must get its full time
    connect(&closeTimer, &QTimer::timeout, q, [this] {
        if (q->answering() != AnswerState::Responding) {
            // A program that does not answer has not seen the request to close: it gets more time.
            closeTimer.start(closeTimeLimit);
        } else {
            q->reportEnded();
        }
    });
    connect(q, &Session::closingChanged, q, [this](bool closing) {
        if (!closing) {
            closeTimer.stop();
            isAskingUser = false;
        }
    });
    if (localX->display) {
        orphanedPrograms = OrphanedPrograms::forLink(q->link(), localX->programMarks);
        connectRun();
        connectWindowController();
    }
}

void WindowSession::Private::connectRun()
{
    connect(q, &Session::stateChanged, q, [this](SessionState state) {
        if (state == SessionState::Live) {
            run.updateInputWithheld();
        } else if (state != SessionState::Failed) {
            handle(WindowLossEvent::FailedStateEnded);
        }
        if (state == SessionState::WaitingForLink && lossState == WindowLossState::Lost) {
            applyRestartPolicy(); // at once: the user may decide before the link is live again
        }
    });
    connect(&run, &WindowRun::programNumberAssigned, q, std::bind_front(&Private::sendPlacement, this));
    connect(&run, &WindowRun::aboutToStart, q, &WindowSession::programAboutToStart);
    connect(&run, &WindowRun::programStarted, q, &WindowSession::reportOpened);
    connect(&run, &WindowRun::windowAppeared, q, [this] {
        positionTracker.clearReturnPosition();
        q->reportContentAppeared();
    });
    connect(&run, &WindowRun::occupied, q, &WindowSession::reportOccupied);
    connect(&run, &WindowRun::warningReported, q, &WindowSession::reportStartWarning);
    connect(&run, &WindowRun::failed, q, [this](const Failure &failure) {
        q->reportFailure(failure);
    });
    connect(&run, &WindowRun::runEnded, q, &WindowSession::reportEnded);
    connect(&run, &WindowRun::channelLost, q, [this] {
        handle(WindowLossEvent::LostWithLink);
        applyRestartPolicy();
    });
    connect(&run, &WindowRun::outputAdded, q, &WindowSession::outputAdded);
    connect(&run, &WindowRun::connectionCountChanged, q, &WindowSession::connectionCountChanged);
    connect(&run, &WindowRun::inputWithheldChanged, q, [this](bool held) {
        if (!held && closeTimer.isActive()) {
            closeTimer.start(closeTimeLimit); // the program receives the request only now, so its time starts now
        }
    });
    connect(&run, &WindowRun::answeringUpdated, q, &WindowSession::reportAnswering);
}

void WindowSession::Private::connectWindowController()
{
    const ProgramWindowController *windowController = localX->windowController.get();
    run.connectForPresentStart(windowController, &ProgramWindowController::mainWindowRectChanged, q, std::bind_front(&Private::setWindowRect, this));
    run.connectForPresentStart(windowController, &ProgramWindowController::iconifiedChanged, q, std::bind_front(&Private::reportHidden, this));
    if (preloadState) {
        run.connectForPresentStart(windowController, &ProgramWindowController::windowCountChanged, q, [this](int windows, bool isNew) {
            preloadState->updateWindowCount(windows, isNew);
        });
        run.connectForPresentStart(windowController, &ProgramWindowController::programCovered, q, [this](bool keepsContentsOfHiddenWindows) {
            preloadState->setKeepsContentsOfHiddenWindows(keepsContentsOfHiddenWindows);
        });
    }
    run.connectForPresentStart(windowController, &ProgramWindowController::cannotBeClosed, q, [this] {
        if (q->isClosing()) {
            q->reportEnded();
        }
    });
    run.connectForPresentStart(windowController, &ProgramWindowController::userQuestionAsked, q, std::bind_front(&WindowSession::reportUserQuestion, q));
    connect(windowController, &ProgramWindowController::keyboardFocusChanged, q, [this](quint32 number, bool has) {
        const bool had = q->hasKeyboard();
        if (has || number == programWithKeyboard) {
            programWithKeyboard = has ? number : 0;
        }
        if (had != q->hasKeyboard()) {
            Q_EMIT q->keyboardFocusChanged();
        }
    });
}

void WindowSession::Private::connectPreloadState()
{
    connect(preloadState, &PreloadState::hidesWindowsChanged, q, [this](bool covered) {
        if (covered && run.programNumber() != 0) {
            localX->windowController->keepCovered(run.programNumber());
        }
        reportHidden(isIconified); // a program that is not hidden any more stays below other windows until the user raises it
    });
}

void WindowSession::Private::reportHidden(bool iconified)
{
    isIconified = iconified;
    q->reportIconified(isIconified || (preloadState && preloadState->hidesWindows()));
}

QStringList WindowSession::Private::specCommand() const
{
    return preloadState && preloadState->hidesWindows() && !spec.preloadArguments.isEmpty() ? spec.command.first(1) + spec.preloadArguments : spec.command;
}

void WindowSession::Private::findCommand()
{
    if (!finder) {
        startRun(specCommand());
        return;
    }
    finder->find([this](const std::expected<QStringList, Failure> &found) {
        if (found) {
            startRun(*found);
        } else {
            q->reportFailure(found.error());
        }
    });
}

void WindowSession::Private::startRun(const QStringList &command)
{
    if (!run.begin(command)) {
        q->reportFailure(XProblem::noRandomNumbers());
    } else if (preloadState && preloadState->hidesWindows()) {
        localX->windowController->keepCovered(run.programNumber());
    }
}

void WindowSession::Private::sendPlacement()
{
    localX->windowController->setWindowPlacement(run.programNumber(), spec.geometry, positionTracker.monitorRect(), positionTracker.rectForNextWindow());
}

void WindowSession::Private::handle(WindowLossEvent event)
{
    lossState = nextState(lossState, event).value_or(lossState);
}

void WindowSession::Private::applyRestartPolicy()
{
    positionTracker.requireReturnToLastPosition();
    switch (spec.restart) {
    case RestartPolicy::Auto:
        handle(WindowLossEvent::ProfileSaysRestart);
        if (q->state() != SessionState::WaitingForLink) { // otherwise the program starts when the link is live
            q->reportFailure(ProgramExitText::channelLost());
        }
        break;
    case RestartPolicy::Ask:
        handle(WindowLossEvent::ProfileSaysAskUser);
        q->reportFailure(ProgramExitText::lostWithLink());
        break;
    case RestartPolicy::Never:
        handle(WindowLossEvent::ProfileSaysLeaveClosed);
        q->reportEnded();
        break;
    }
}

void WindowSession::Private::clear()
{
    if (finder) {
        finder->cancel();
    }
    const bool hadConnections = run.endAtOnce();
    reportHidden(false);
    setWindowRect({});
    if (hadConnections) {
        Q_EMIT q->connectionCountChanged();
    }
}

void WindowSession::Private::setWindowRect(const std::optional<QRect> &newRect)
{
    if (positionTracker.setWindowRect(newRect)) {
        Q_EMIT q->windowRectChanged();
    }
}

WindowSession::WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, QObject *parent)
    : Session(Kind::Window, spec.id, spec.title, spec.screen, link, parent)
    , d(std::make_unique<Private>(this, spec, localX->d.get()))
{
    if (d->localX->display) {
        localX->adoptX11ChannelsOf(link);
    }
}

WindowSession::WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, std::unique_ptr<AddressOrCommandFinder<QStringList>> command, QObject *parent)
    : WindowSession(spec, link, localX, parent)
{
    d->finder = std::move(command);
}

WindowSession::~WindowSession()
{
    d->clear();
}

const WindowSpec &WindowSession::spec() const
{
    return d->spec;
}

void WindowSession::setObservers(const std::shared_ptr<XStreamObservers> &observers)
{
    d->run.setObservers(observers);
}

void WindowSession::setScreenArea(const QRect &area)
{
    if (d->positionTracker.setMonitorRect(area) && d->run.programNumber() != 0) { // in the same area, a window that the user moved stays
        d->sendPlacement();
    }
}

void WindowSession::setTitleLinesToKeepVisible(const QList<QRect> &lines)
{
    d->run.setTitleLinesToKeepVisible(lines);
}

QStringList WindowSession::outputLines() const
{
    return d->run.outputLog().lines();
}

std::optional<ProgramExit> WindowSession::lastExit() const
{
    return d->run.programExit();
}

std::optional<QRect> WindowSession::windowRect() const
{
    return d->positionTracker.windowRect();
}

bool WindowSession::hasKeyboard() const
{
    return d->run.programNumber() != 0 && d->programWithKeyboard == d->run.programNumber();
}

int WindowSession::connectionCount() const
{
    return d->run.connectionCount();
}

Bytes WindowSession::bytesFromProgram() const
{
    return {d->run.relayCounters().bytesFromProgram.load(std::memory_order_relaxed)};
}

Bytes WindowSession::bytesToProgram() const
{
    return {d->run.relayCounters().bytesToProgram.load(std::memory_order_relaxed)};
}

std::int64_t WindowSession::exposeCount() const
{
    return d->run.relayCounters().exposeCount.load(std::memory_order_relaxed);
}

void WindowSession::raise()
{
    if (d->preloadState) {
        d->preloadState->setHidesWindows(false);
    }
    if (d->run.programNumber() != 0) {
        d->localX->windowController->raise(d->run.programNumber());
    }
}

void WindowSession::iconify()
{
    if (d->preloadState && state() != SessionState::Idle && state() != SessionState::Ended) {
        d->preloadState->setHidesWindows(true);
    } else if (d->run.programNumber() != 0) {
        d->localX->windowController->iconify(d->run.programNumber());
    }
}

void WindowSession::deiconify()
{
    raise();
}

void WindowSession::setVeil(const VeilPainter &paint)
{
    d->run.setVeil(paint);
}

bool WindowSession::requestProgramClose()
{
    if (d->run.programNumber() == 0 || d->run.connectionCount() == 0) {
        return false; // there is no window that could close
    }
    d->localX->windowController->closeWindows(d->run.programNumber());
    d->closeTimer.start(closeTimeLimit);
    return true;
}

bool WindowSession::handleExit(const ProgramExit &exit)
{
    Q_UNUSED(exit)
    return false;
}

void WindowSession::addOutput(const QByteArray &bytes, OutputKind kind)
{
    d->run.addOutput(bytes, kind);
}

void WindowSession::reportUserQuestion()
{
    if (isClosing() && !d->isAskingUser) {
        d->closeTimer.stop();
        d->isAskingUser = true;
        Q_EMIT userQuestionAsked();
    }
}

bool WindowSession::isAskingUser() const
{
    return d->isAskingUser;
}

void WindowSession::open()
{
    d->handle(WindowLossEvent::SessionStartsProgram);
    if (!d->localX->display) {
        reportFailure(d->localX->display.error());
    } else {
        d->findCommand();
    }
}

void WindowSession::drop()
{
    if (!isClosing() && isAlive(d->run.state()) && link()->state() == LinkState::Closed && link()->lastFailure()) {
        d->handle(WindowLossEvent::LostWithLink);
    }
    d->clear();
}

bool WindowSession::asksToStartAgain() const
{
    return d->lossState == WindowLossState::AskingUser;
}

bool WindowSession::endedWithLink() const
{
    return d->lossState == WindowLossState::StaysClosed;
}

std::optional<QDateTime> WindowSession::oldConnectionKeptUntil() const
{
    return d->run.oldConnectionKeptUntil();
}

std::int64_t WindowSession::withheldPressCount() const
{
    return answering() == AnswerState::Responding ? 0 : d->run.withheldPressCount();
}

OrphanedPrograms *WindowSession::orphanedPrograms() const
{
    return d->orphanedPrograms;
}

void WindowSession::declineToStartAgain()
{
    if (d->lossState == WindowLossState::AskingUser) {
        d->handle(WindowLossEvent::UserDeclined);
        stop();
    }
}

void WindowSession::startAgain()
{
    if (answering() != AnswerState::UsingSilentOldConnection) {
        return;
    }
    const std::optional<ProgramMark> mark = d->run.programMark();
    d->positionTracker.requireReturnToLastPosition();
    stop();
    if (mark) {
        d->orphanedPrograms->endMarkedProgram(*mark); // the program's own connection may never deliver the request to end
    }
    retry();
}
}
