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
constexpr auto closeLimit = 5s; ///< a program that takes longer to close, and asks nothing, is ended
}

/// Private part of WindowSession: where its windows are, whether they are closing, and what happens after the program was lost with its link.
class WindowSession::Private
{
public:
    Private(WindowSession *session, const WindowSpec &windowSpec, LocalX::Private *x);

    void watchRun();
    void watchWindows();
    void find(); ///< finds the program's command, then starts it
    void watchPreload();
    void reportAside(bool isIcon); ///< reports that the windows are iconified or covered
    QStringList ownCommand() const; ///< the command of the spec, in the form to start now
    void begin(const QStringList &command);
    /// The program was lost with its link, and the link is live again or its old connection ended: does what the profile says.
    void settleLoss();
    void handle(WindowLossEvent event);
    void clear();
    void place();
    void setRect(const std::optional<QRect> &newRect);

    WindowSession *const q;
    const WindowSpec spec;
    LocalX::Private *const localX;
    OrphanedPrograms *orphanedPrograms = nullptr; ///< the link's orphaned programs
    std::unique_ptr<Finder<QStringList>> finder; ///< null: the command is the spec's
    PreloadState *preloadState = nullptr; ///< the session's preload state; null: the program is not preloaded
    bool isIcon = false;
    QTimer closeTimer; ///< runs while its windows are asked to close
    bool isAskingUser = false; ///< the program opened another window while closing
    WindowPositionTracker lastPosition;
    quint32 keyboardOf = 0; ///< number of the program with the keyboard; may be that of an earlier start
    WindowLossState loss = WindowLossState::None;
    WindowRun run;
};

WindowSession::Private::Private(WindowSession *session, const WindowSpec &windowSpec, LocalX::Private *x)
    : q(session)
    , spec(windowSpec)
    , localX(x)
    , run(windowSpec, x, session, [session](const ProgramExit &exit) {
        return session->handlesExit(exit);
    })
{
    if (spec.start == StartPolicy::Preload) {
        preloadState = new PreloadState(q);
        watchPreload();
    }
    closeTimer.setSingleShot(true);
    closeTimer.setTimerType(Qt::PreciseTimer); // the program must get its full time
    connect(&closeTimer, &QTimer::timeout, q, [this] {
        if (q->answering() != Answering::Yes) {
            // A program that does not answer has not seen the request to close: it gets more time.
            closeTimer.start(closeLimit);
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
        orphanedPrograms = OrphanedPrograms::of(q->link(), localX->marks);
        watchRun();
        watchWindows();
    }
}

void WindowSession::Private::watchRun()
{
    connect(q, &Session::stateChanged, q, [this](SessionState state) {
        if (state == SessionState::Live) {
            run.updateInputHeld();
        } else if (state != SessionState::Failed) {
            handle(WindowLossEvent::MovedOn);
        }
        if (state == SessionState::WaitingForLink && loss == WindowLossState::Lost) {
            settleLoss(); // at once: the user may decide before the link is live again
        }
    });
    connect(&run, &WindowRun::programNumberAssigned, q, [this] {
        place();
    });
    connect(&run, &WindowRun::aboutToStart, q, &WindowSession::programAboutToStart);
    connect(&run, &WindowRun::opened, q, [this] {
        q->reportOpened();
    });
    connect(&run, &WindowRun::appeared, q, [this] {
        lastPosition.appeared();
        q->reportAppeared();
    });
    connect(&run, &WindowRun::occupied, q, [this](const AppHolder &holder) {
        q->reportOccupied(holder);
    });
    connect(&run, &WindowRun::warningReported, q, [this](const QString &text) {
        q->reportStartWarning(text);
    });
    connect(&run, &WindowRun::failed, q, [this](const Failure &failure) {
        q->reportFailure(failure);
    });
    connect(&run, &WindowRun::ended, q, [this] {
        q->reportEnded();
    });
    connect(&run, &WindowRun::lost, q, [this] {
        handle(WindowLossEvent::TakenAlong);
        settleLoss();
    });
    connect(&run, &WindowRun::outputAdded, q, &WindowSession::outputAdded);
    connect(&run, &WindowRun::connectionsChanged, q, &WindowSession::connectionCountChanged);
    connect(&run, &WindowRun::inputHeldChanged, q, [this](bool held) {
        if (!held && closeTimer.isActive()) {
            closeTimer.start(closeLimit); // the program receives the request only now, so its time starts now
        }
    });
    connect(&run, &WindowRun::answeringUpdated, q, [this](Answering answering, std::chrono::steady_clock::time_point heard) {
        q->reportAnswering(answering, heard);
    });
}

void WindowSession::Private::watchWindows()
{
    const ProgramWindowController *windowController = localX->windowController.get();
    connect(windowController, &ProgramWindowController::rectChanged, q, [this](quint32 number, const std::optional<QRect> &newRect) {
        if (number == run.program()) {
            setRect(newRect);
        }
    });
    connect(windowController, &ProgramWindowController::iconifiedChanged, q, [this](quint32 number, bool iconified) {
        if (number == run.program()) {
            reportAside(iconified);
        }
    });
    connect(windowController, &ProgramWindowController::windowCountChanged, q, [this](quint32 number, int windows, bool isNew) {
        if (number == run.program() && preloadState) {
            preloadState->updateWindowCount(windows, isNew);
        }
    });
    connect(windowController, &ProgramWindowController::covered, q, [this](quint32 number, bool keepsHiddenContents) {
        if (number == run.program() && preloadState) {
            preloadState->noteKeepsHiddenContents(keepsHiddenContents);
        }
    });
    connect(windowController, &ProgramWindowController::cannotBeClosed, q, [this](quint32 number) {
        if (number == run.program() && q->isClosing()) {
            q->reportEnded();
        }
    });
    connect(windowController, &ProgramWindowController::userQuestionAsked, q, [this](quint32 number) {
        if (number == run.program()) {
            q->reportUserQuestion();
        }
    });
    connect(windowController, &ProgramWindowController::keyboardFocusChanged, q, [this](quint32 number, bool has) {
        const bool had = q->hasKeyboard();
        if (has || number == keyboardOf) {
            keyboardOf = has ? number : 0;
        }
        if (had != q->hasKeyboard()) {
            Q_EMIT q->keyboardFocusChanged();
        }
    });
}

void WindowSession::Private::watchPreload()
{
    connect(preloadState, &PreloadState::hidesWindowsChanged, q, [this](bool covered) {
        if (covered && run.program() != 0) {
            localX->windowController->keepCovered(run.program());
        }
        reportAside(isIcon); // a window that is no longer covered is raised only when the user requests it
    });
}

void WindowSession::Private::reportAside(bool icon)
{
    isIcon = icon;
    q->reportIconified(isIcon || (preloadState && preloadState->hidesWindows()));
}

QStringList WindowSession::Private::ownCommand() const
{
    return preloadState && preloadState->hidesWindows() && !spec.preloadArguments.isEmpty() ? spec.command.first(1) + spec.preloadArguments : spec.command;
}

void WindowSession::Private::find()
{
    if (!finder) {
        begin(ownCommand());
        return;
    }
    finder->find([this](const std::expected<QStringList, Failure> &found) {
        if (found) {
            begin(*found);
        } else {
            q->reportFailure(found.error());
        }
    });
}

void WindowSession::Private::begin(const QStringList &command)
{
    if (!run.begin(command)) {
        q->reportFailure(XProblem::noRandomNumbers());
    } else if (preloadState && preloadState->hidesWindows()) {
        localX->windowController->keepCovered(run.program());
    }
}

void WindowSession::Private::place()
{
    localX->windowController->setPlace(run.program(), spec.geometry, lastPosition.area(), lastPosition.nextWindowRect());
}

void WindowSession::Private::handle(WindowLossEvent event)
{
    loss = nextState(loss, event).value_or(loss);
}

void WindowSession::Private::settleLoss()
{
    lastPosition.requireReturnToLastPosition();
    switch (spec.restart) {
    case RestartPolicy::Auto:
        handle(WindowLossEvent::Restarts);
        if (q->state() != SessionState::WaitingForLink) { // otherwise the program starts when the link is live
            q->reportFailure(ProgramExitText::channelLost());
        }
        break;
    case RestartPolicy::Ask:
        handle(WindowLossEvent::Asks);
        q->reportFailure(ProgramExitText::lostWithLink());
        break;
    case RestartPolicy::Never:
        handle(WindowLossEvent::StaysClosed);
        q->reportEnded();
        break;
    }
}

void WindowSession::Private::clear()
{
    if (finder) {
        finder->cancel();
    }
    const bool hadConnections = run.clear();
    reportAside(false);
    setRect({});
    if (hadConnections) {
        Q_EMIT q->connectionCountChanged();
    }
}

void WindowSession::Private::setRect(const std::optional<QRect> &newRect)
{
    if (lastPosition.setRect(newRect)) {
        Q_EMIT q->windowRectChanged();
    }
}

WindowSession::WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, QObject *parent)
    : Session(Kind::Window, spec.id, spec.title, spec.screen, link, parent)
    , d(std::make_unique<Private>(this, spec, localX->d.get()))
{
    if (d->localX->display) {
        localX->adoptChannelsOf(link);
    }
}

WindowSession::WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, std::unique_ptr<Finder<QStringList>> command, QObject *parent)
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
    if (d->lastPosition.setArea(area) && d->run.program() != 0) { // in the same area, a window that returned to its position stays there
        d->place();
    }
}

void WindowSession::setUncoveredTitleLines(const QList<QRect> &lines)
{
    d->run.setUncoveredTitleLines(lines);
}

QStringList WindowSession::outputLines() const
{
    return d->run.output().lines();
}

std::optional<ProgramExit> WindowSession::lastExit() const
{
    return d->run.exit();
}

std::optional<QRect> WindowSession::windowRect() const
{
    return d->lastPosition.rect();
}

bool WindowSession::hasKeyboard() const
{
    return d->run.program() != 0 && d->keyboardOf == d->run.program();
}

int WindowSession::connectionCount() const
{
    return d->run.connections();
}

Bytes WindowSession::bytesFromProgram() const
{
    return {d->run.counters().fromProgram.load(std::memory_order_relaxed)};
}

Bytes WindowSession::bytesToProgram() const
{
    return {d->run.counters().toProgram.load(std::memory_order_relaxed)};
}

std::int64_t WindowSession::exposes() const
{
    return d->run.counters().exposes.load(std::memory_order_relaxed);
}

void WindowSession::raise()
{
    if (d->preloadState) {
        d->preloadState->setHidesWindows(false);
    }
    if (d->run.program() != 0) {
        d->localX->windowController->raise(d->run.program());
    }
}

void WindowSession::iconify()
{
    if (d->preloadState && state() != SessionState::Idle && state() != SessionState::Ended) {
        d->preloadState->setHidesWindows(true);
    } else if (d->run.program() != 0) {
        d->localX->windowController->iconify(d->run.program());
    }
}

void WindowSession::restore()
{
    raise();
}

void WindowSession::setVeil(const VeilPainter &paint)
{
    d->run.setVeil(paint);
}

bool WindowSession::requestProgramClose()
{
    if (d->run.program() == 0 || d->run.connections() == 0) {
        return false; // there is no window that could close
    }
    d->localX->windowController->closeWindows(d->run.program());
    d->closeTimer.start(closeLimit);
    return true;
}

bool WindowSession::handlesExit(const ProgramExit &exit)
{
    Q_UNUSED(exit)
    return false;
}

void WindowSession::addOutput(const QByteArray &bytes, OutputKind kind)
{
    const QStringList lines = d->run.output().append(bytes, kind);
    if (!lines.isEmpty()) {
        Q_EMIT outputAdded(lines);
    }
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
    d->handle(WindowLossEvent::Opens);
    if (!d->localX->display) {
        reportFailure(d->localX->display.error());
    } else {
        d->find();
    }
}

void WindowSession::drop()
{
    if (!isClosing() && isAlive(d->run.state()) && link()->state() == LinkState::Closed && link()->lastFailure()) {
        d->handle(WindowLossEvent::TakenAlong);
    }
    d->clear();
}

bool WindowSession::asksToStartAgain() const
{
    return d->loss == WindowLossState::Asking;
}

bool WindowSession::endedWithLink() const
{
    return d->loss == WindowLossState::LeftClosed;
}

std::optional<QDateTime> WindowSession::oldConnectionKeptUntil() const
{
    return d->run.oldConnectionKeptUntil();
}

std::int64_t WindowSession::withheldPressCount() const
{
    return answering() == Answering::Yes ? 0 : d->run.withheldPressCount();
}

OrphanedPrograms *WindowSession::orphanedPrograms() const
{
    return d->orphanedPrograms;
}

void WindowSession::leaveProgramClosed()
{
    if (d->loss == WindowLossState::Asking) {
        d->handle(WindowLossEvent::Declined);
        stop();
    }
}

void WindowSession::startAgain()
{
    if (answering() != Answering::Waiting) {
        return;
    }
    const std::optional<ProgramMark> mark = d->run.mark();
    d->lastPosition.requireReturnToLastPosition();
    stop();
    if (mark) {
        d->orphanedPrograms->endMarkedProgram(*mark); // the program's own connection may never deliver the request to end
    }
    retry();
}
}
