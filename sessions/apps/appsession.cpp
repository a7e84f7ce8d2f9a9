// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appsession.h"

#include "sessions/apps/appfinder.h"
#include "sessions/apps/appwindowagent.h"
#include "sessions/apps/responsemeter.h"
#include "sessions/common/deletelater.h"
#include "sessions/display/startclock.h"
#include "sessions/xwindows/outputlog.h"
#include "sessions/xwindows/programexit.h"

#include <QTimer>

#include <functional>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto closeTimeLimit = 5s; ///< a program that takes longer to close its windows, without asking anything, is ended
/// After the VNC connection has ended, the script reports the reason on another channel. On a good link, the report arrives within this time.
constexpr auto endReasonInterval = 2s;
/// How long the session waits for that report in all, if the link is slow or the display takes long to end.
constexpr auto endReasonTimeLimit = 20s;

/// The program's display as a VNC desktop.
DesktopSpec desktopSpec(const WindowSpec &window)
{
    DesktopSpec spec;
    spec.id = window.id;
    spec.title = window.title;
    spec.link = window.link;
    spec.address = UnixSocket{};
    spec.topology = Topology::VncApp;
    spec.screen = window.screen;
    spec.place = window.place;
    return spec;
}
}

class AppSession::Private
{
public:
    Private(AppSession *session, AppFinder *appFinder);

    void handleDisplayFound(const AppDisplayFacts &display);
    void handleProgramExit(const ProgramExit &programExit);
    void reportOutput(const QStringList &lines);
    void connectMeasurements();
    void measureStart();
    void measureInteractions();
    /// Called when the connection is lost: withdraws the request to close the program if the program asks the user
    /// something.
    void cancelCloseIfAsking();

    AppSession *const q;
    AppFinder *const finder; ///< owned by the base class
    std::optional<AppDisplayFacts> foundDisplay; ///< the display that was last found
    std::unique_ptr<AppWindowAgent> windowAgent;
    OutputLog outputLog;
    std::optional<ProgramExit> lastExit;
    QRect screenArea;
    QTimer closeTimer; ///< runs after the windows were asked to close
    bool isAskingUser = false;
    bool isWatchingOtherDesk = false; ///< views another desk's program since the last open()
    bool isLeftRunning = false; ///< the program is to outlive this session
    QTimer endReasonWaitTimer; ///< waits for the reason why the VNC connection ended
    std::chrono::steady_clock::time_point connectionEndedAt;
    Failure connectionEndFailure;
    RetryTiming connectionEndRetryTiming = RetryTiming::AfterPause;
    StartClock startClock;
    bool isMeasuringStart = false; ///< the start of the program is being measured
    int windowCountDuringStart = 0; ///< number of the program's windows, while it starts
    ResponseMeter responseMeter;
    QTimer interactionEndCheckTimer; ///< runs until an interaction may be over
};

AppSession::Private::Private(AppSession *session, AppFinder *appFinder)
    : q(session)
    , finder(appFinder)
{
    closeTimer.setSingleShot(true);
    closeTimer.setTimerType(Qt::PreciseTimer); // precise, so that the program gets the whole time
    endReasonWaitTimer.setSingleShot(true);
    connect(&closeTimer, &QTimer::timeout, q, [this] {
        if (q->answering() != AnswerState::Responding) {
            closeTimer.start(closeTimeLimit); // the program may not have received the request, nor been able to ask anything
        } else {
            q->reportEnded();
        }
    });
    connect(&endReasonWaitTimer, &QTimer::timeout, q, [this] {
        const bool mayReasonArrive = finder->isDisplayConnected() && q->link()->isLive() && connectionEndRetryTiming == RetryTiming::AfterPause;
        if (mayReasonArrive && std::chrono::steady_clock::now() - connectionEndedAt < endReasonTimeLimit) {
            endReasonWaitTimer.start(endReasonInterval);
            return;
        }
        cancelCloseIfAsking();
        q->reportFailure(connectionEndFailure, connectionEndRetryTiming);
    });
    connect(q, &Session::closingChanged, q, [this](bool closing) {
        if (!closing) {
            closeTimer.stop();
            isAskingUser = false;
        }
    });
    connect(finder, &AppFinder::displayFound, q, std::bind_front(&Private::handleDisplayFound, this));
    connect(finder, &AppFinder::outputReceived, q, [this](const QByteArray &bytes, OutputKind kind) {
        reportOutput(outputLog.append(bytes, kind));
    });
    connect(finder, &AppFinder::programFinished, q, std::bind_front(&Private::handleProgramExit, this));
    connect(finder, &AppFinder::programAlreadyRunning, q, &AppSession::reportOccupied);
    connect(finder, &AppFinder::displayFailed, q, [this](const Failure &failure) {
        cancelCloseIfAsking();
        q->reportFailure(failure);
    });
    connectMeasurements();
}

void AppSession::Private::connectMeasurements()
{
    connect(q->link(), &Link::sampleTaken, q, [this](const LinkSample &sample) {
        responseMeter.setRoundTrip(sample.sshRoundTrip ? *sample.sshRoundTrip : sample.pathRoundTrip().value_or(0us));
    });
    interactionEndCheckTimer.setSingleShot(true);
    connect(&interactionEndCheckTimer, &QTimer::timeout, q, std::bind_front(&Private::measureInteractions, this));
    connect(q, &DesktopSession::keyOrButtonPressSent, q, [this] {
        if (!isMeasuringStart) { // input during the start is not measured
            responseMeter.notePress(ResponseMeter::Clock::now());
            measureInteractions();
        }
    });
    connect(q, &DesktopSession::imageChanged, q, [this] {
        responseMeter.noteImageChange(ResponseMeter::Clock::now());
    });
}

void AppSession::Private::measureInteractions()
{
    const auto now = ResponseMeter::Clock::now();
    if (const auto took = responseMeter.takeResponseTime(now)) {
        Q_EMIT q->interactionTimeMeasured(*took);
    }
    if (const auto dueAt = responseMeter.dueAt()) {
        interactionEndCheckTimer.start(std::max(50ms, std::chrono::ceil<std::chrono::milliseconds>(*dueAt - now)));
    }
}

/// Measures the start by the windows that the window agent sees, which is a few round trips late.
void AppSession::Private::measureStart()
{
    windowCountDuringStart = 0;
    connect(windowAgent.get(), &AppWindowAgent::windowCountChanged, q, [this](int count) {
        if (isMeasuringStart && std::exchange(windowCountDuringStart, count) < count) {
            startClock.noteWindowMapped(StartClock::Clock::now());
        }
    });
    connect(windowAgent.get(), &AppWindowAgent::startFinished, q, [this] {
        const auto took = startClock.startDuration();
        if (std::exchange(isMeasuringStart, false) && took) {
            Q_EMIT q->startTimeMeasured(*took);
        }
    });
    connect(windowAgent.get(), &AppWindowAgent::connectionLost, q, [this] {
        isMeasuringStart = false;
    });
}

void AppSession::Private::handleDisplayFound(const AppDisplayFacts &display)
{
    if (!display.wasAlreadyRunning) {
        outputLog.clear(); // the output belongs to an earlier run of the program
    }
    lastExit.reset();
    foundDisplay = display;
    disconnectAndDeleteLater(windowAgent);
    if (!display.xSocketPath.isEmpty()) {
        windowAgent = std::make_unique<AppWindowAgent>(q->link(), display);
        if (!display.wasAlreadyRunning) {
            isMeasuringStart = true;
            measureStart();
        }
        connect(windowAgent.get(), &AppWindowAgent::titleChanged, q, &AppSession::programTitleChanged);
        connect(windowAgent.get(), &AppWindowAgent::iconChanged, q, &AppSession::programIconChanged);
        connect(windowAgent.get(), &AppWindowAgent::programCannotBeClosed, q, [this] {
            if (q->isClosing()) {
                q->reportEnded();
            }
        });
        connect(windowAgent.get(), &AppWindowAgent::userQuestionAsked, q, [this] {
            if (q->isClosing() && !std::exchange(isAskingUser, true)) {
                closeTimer.stop();
                Q_EMIT q->userQuestionAsked();
            }
        });
    }
    if (display.hiddenProcesses) {
        q->reportStartWarning(Occupied::hiddenProcessesWarning(*display.hiddenProcesses, q->windowSpec().command.value(0)));
    }
    q->reportStepBeforeOpen(StartStep::Program);
}

void AppSession::Private::handleProgramExit(const ProgramExit &programExit)
{
    reportOutput(outputLog.takeIncompleteLines());
    lastExit = programExit;
    endReasonWaitTimer.stop();
    if (const auto watched = q->occupancy().watchedHolder()) {
        q->reportFailure(Occupied::holderProgramEnded(*watched)); // the desk that started the program ended it
    } else if (programExit.code == 0) {
        q->reportEnded();
    } else {
        q->reportFailure(ProgramExitText::failed(q->windowSpec(), programExit, outputLog.lastLine()));
    }
}

void AppSession::Private::reportOutput(const QStringList &lines)
{
    if (!lines.isEmpty()) {
        Q_EMIT q->outputAdded(lines);
    }
}

void AppSession::Private::cancelCloseIfAsking()
{
    if (isAskingUser) {
        q->cancelClose();
    }
}

AppSession::AppSession(const AppRequest &request, std::shared_ptr<ProgramMarks> marks, Link *link, QObject *parent)
    : AppSession(new AppFinder(request, std::move(marks), link), link, parent)
{
}

AppSession::AppSession(AppFinder *finder, Link *link, QObject *parent)
    : DesktopSession(Kind::Window, desktopSpec(finder->request().spec), std::unique_ptr<AddressOrCommandFinder<DesktopAddress>>(finder), link, parent)
    , d(std::make_unique<Private>(this, finder))
{
}

AppSession::~AppSession() = default;

const WindowSpec &AppSession::windowSpec() const
{
    return d->finder->request().spec;
}

std::optional<AppDisplayFacts> AppSession::displayFacts() const
{
    return d->foundDisplay;
}

QString AppSession::programTitle() const
{
    return d->windowAgent ? d->windowAgent->title() : QString();
}

QIcon AppSession::programIcon() const
{
    return d->windowAgent ? d->windowAgent->icon() : QIcon();
}

void AppSession::setScreenArea(const QRect &area)
{
    if (std::exchange(d->screenArea, area) != area) {
        Q_EMIT screenAreaChanged();
    }
}

QRect AppSession::screenArea() const
{
    return d->screenArea;
}

void AppSession::requestDesktopSize(const QSize &size)
{
    if (!occupancy().watchedHolder()) {
        DesktopSession::requestDesktopSize(size);
    }
}

bool AppSession::isWatchingOtherDesk() const
{
    return occupancy().watchedHolder().has_value();
}

QStringList AppSession::outputLines() const
{
    return d->outputLog.lines();
}

std::optional<ProgramExit> AppSession::lastExit() const
{
    return d->lastExit;
}

bool AppSession::isAskingUser() const
{
    return d->isAskingUser;
}

void AppSession::leaveProgramRunning()
{
    d->isLeftRunning = true;
    stop();
}

void AppSession::raise()
{
    deiconify();
    Q_EMIT raiseRequested();
}

bool AppSession::requestProgramClose()
{
    if (!d->windowAgent || occupancy().watchedHolder()) {
        return false;
    }
    d->windowAgent->askWindowsToClose();
    d->closeTimer.start(closeTimeLimit);
    return true;
}

bool AppSession::hasQuestionThatOutlivesLink() const
{
    return d->isAskingUser;
}

void AppSession::connectionEnded(const Failure &failure, RetryTiming again)
{
    // When a program ends, its display ends too, and the end of the display's VNC connection is seen first: reconnecting at once would
    // start the program a second time.
    if (failure.kind == FailureKind::Transient && d->finder->isDisplayConnected()) {
        d->connectionEndFailure = failure;
        d->connectionEndRetryTiming = again;
        d->connectionEndedAt = std::chrono::steady_clock::now();
        d->endReasonWaitTimer.start(endReasonInterval);
    } else {
        d->cancelCloseIfAsking();
        reportFailure(failure, again);
    }
}

void AppSession::open()
{
    d->lastExit.reset();
    d->isLeftRunning = false;
    d->isMeasuringStart = false;
    d->startClock.begin(StartClock::Clock::now());
    d->finder->setWatchedProgram(occupancy().watchedHolder());
    if (std::exchange(d->isWatchingOtherDesk, isWatchingOtherDesk()) != isWatchingOtherDesk()) {
        setViewOnly(isWatchingOtherDesk()); // another user works with the program; this user can switch off view-only mode
    }
    DesktopSession::open();
}

void AppSession::drop()
{
    d->endReasonWaitTimer.stop();
    d->responseMeter.forgetInteraction();
    d->isMeasuringStart = false;
    // A program that has exited need not be ended; one that is only watched must not be ended from here.
    if (state() == SessionState::Ended && !d->lastExit && !occupancy().watchedHolder() && !d->isLeftRunning) {
        d->finder->endRemoteDisplay();
    }
    if (state() == SessionState::Ended || state() == SessionState::Failed) {
        d->finder->allowNewRun();
    }
    disconnectAndDeleteLater(d->windowAgent);
    DesktopSession::drop();
    if (state() == SessionState::Ended && d->lastExit && !occupancy().watchedHolder()) {
        forgetPendingReleases(); // the program ended, for example by Alt+F4, and its display with it
    }
    if ((state() == SessionState::Ended || state() == SessionState::Failed) && std::exchange(d->isWatchingOtherDesk, false)) {
        setViewOnly(false); // the next program is not another desk's: open() had set view-only for that one
    }
}
}
