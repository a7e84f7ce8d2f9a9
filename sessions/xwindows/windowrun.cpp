// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowrun.h"

#include "sessions/common/logging.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/links/hop/linkpolicy.h"
#include "sessions/xwindows/programexit.h"
#include "sessions/xwindows/server/xproblem.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
using Clock = std::chrono::steady_clock;

constexpr auto authorizationTimeLimit = 15s; ///< a local X server that does not answer in this time hangs
constexpr auto markTimeLimit = 2s; ///< how long a start waits for ProgramMarks; a program without a mark cannot be found as an orphan later
constexpr auto markCheckInterval = 20ms;
/// When a server ends, programs may exit before Nightdesk's own connection reports the end.
constexpr auto serverEndReportDelay = 500ms;
constexpr auto linkEndReportDelay = 2s; ///< how long to wait for the end of a link, which is reported after that of its channels
}

WindowRun::WindowRun(const WindowSpec &spec, LocalX::Private *localX, const Session *session, std::function<bool(const ProgramExit &)> handleExit)
    : m_windowSpec(spec)
    , m_localX(localX)
    , m_session(session)
    , m_handleExit(std::move(handleExit))
{
    m_stateTimeout.setSingleShot(true);
    connect(&m_stateTimeout, &QTimer::timeout, this, [this] {
        switch (m_state) {
        case WindowRunState::Authorizing:
            Q_EMIT failed(XProblem::notResponding(*m_localX->display));
            break;
        case WindowRunState::Queued:
            start();
            break;
        default:
            reportEnd();
            break;
        }
    });
    connect(&m_programClaim, &ProgramClaim::answerTimedOut, this, [this] {
        Q_EMIT failed(Occupied::hostDidNotReport(m_windowSpec.command.value(0)));
    });
    connect(&m_programClaim, &ProgramClaim::claimedWithHiddenProcesses, this, [this](const Occupied::HiddenProcessScope &hiddenProcesses) {
        Q_EMIT warningReported(Occupied::hiddenProcessesWarning(hiddenProcesses, m_windowSpec.command.value(0)));
    });
    connect(&m_programClaim, &ProgramClaim::occupied, this, &WindowRun::occupied);
    connect(&m_programClaim, &ProgramClaim::claimRefused, this, &WindowRun::failed);
    if (m_localX->display) {
        watchXServer();
    }
}

WindowRun::~WindowRun()
{
    endAtOnce();
}

void WindowRun::watchXServer()
{
    connect(m_session->link(), &Link::answeringChanged, this, &WindowRun::updateInputWithheld);
    connect(m_session->link(), &Link::stateChanged, this, &WindowRun::updateInputWithheld);
    const ProgramWindowController *windowController = m_localX->windowController.get();
    connectForPresentStart(windowController, &ProgramWindowController::authorized, this, std::bind_front(&WindowRun::handleAuthorization, this));
    connectForPresentStart(windowController, &ProgramWindowController::authorizationFailed, this, std::bind_front(&WindowRun::failed, this));
    connectForPresentStart(windowController, &ProgramWindowController::windowAppeared, this, [this] {
        m_hasWindowAppeared = true;
        Q_EMIT windowAppeared();
    });
    connect(windowController, &ProgramWindowController::xServerEnded, this, [this] {
        if (m_programNumber != 0) {
            Q_EMIT failed(XProblem::serverLost(*m_localX->display));
        }
    });
    connectForPresentStart(m_localX->relay.get(), &XRelay::serverRefused, this, [this](const QString &words) {
        m_serverRefusal = words;
    });
    connectForPresentStart(m_localX->relay.get(), &XRelay::connectionCountChanged, this, std::bind_front(&WindowRun::setConnectionCount, this));
}

bool WindowRun::begin(const QStringList &command)
{
    const auto made = CookieTable::makeCookie();
    if (!made) {
        return false;
    }
    m_programCommand = command;
    m_programNumber = ++m_localX->lastProgramNumber;
    m_programMark.reset();
    m_serverRefusal.clear();
    m_startBegunAt = Clock::now();
    m_cookie = *made;
    m_relayCounters = std::make_shared<RelayCounters>();
    m_earlierWithheldPressCount = 0;
    m_outputLog.clear();
    m_programExit.reset();
    handle(WindowRunEvent::StartRequested);
    m_stateTimeout.start(authorizationTimeLimit);
    m_localX->windowController->setTitleLinesToKeepVisible(m_programNumber, m_titleLinesToKeepVisible);
    Q_EMIT programNumberAssigned();
    m_localX->windowController->authorize(m_programNumber, m_windowSpec.isTrusted);
    return true;
}

void WindowRun::handleAuthorization(const XServerAccess &access)
{
    if (handle(WindowRunEvent::Authorized)) {
        m_localX->relay->addProgram(m_programNumber,
                                    m_cookie,
                                    access,
                                    *m_localX->display,
                                    m_relayCounters,
                                    m_streamObservers,
                                    m_localX->linkNumbers.value(m_session->link()));
        m_stateTimeout.start(m_localX->reserveNextStart(m_session->link(), Clock::now()));
    }
}

void WindowRun::start()
{
    if (!m_localX->programMarks->isConsoleIdentityClaimFinished() && Clock::now() - m_startBegunAt < markTimeLimit) {
        m_stateTimeout.start(markCheckInterval); // the identity is not ready yet, for example on a slow disk
        return;
    }
    handle(WindowRunEvent::StartDue);
    m_programMark = m_localX->programMarks->registerStart(m_windowSpec.id, m_programNumber);
    Q_EMIT aboutToStart();
    QStringList command = m_programCommand;
    m_programClaim.clear();
    if (m_windowSpec.isSingleInstance && m_windowSpec.topology == Topology::X11) { // not for viewers of a private X server: any number may run
        command = m_programClaim.beginClaim({.tag = {},
                                             .programName = u"one.%1.%2"_s.arg(m_session->profileId(), m_windowSpec.id),
                                             .desk = m_localX->programMarks->deskName(),
                                             .site = m_session->site()},
                                            command);
    }
    m_remoteProgram = m_session->link()->startProgram(ProgramSpec{
        .commandLine = remoteCommandLine(
            command,
            m_programMark ? m_programMark->text() : QByteArray(),
            {.lines = m_windowSpec.xResources,
             .failureMessage = i18nc("@info in a program's output; xrm stays as it is: a key of profiles",
                                     "Nightdesk: the program runs without its X resources (xrm). On its host, /tmp/nightdesk-… is not private to you.")}),
        .x11 = X11Request{.fakeCookie = QByteArray(reinterpret_cast<const char *>(m_cookie.data()), static_cast<qsizetype>(m_cookie.size())),
                          .screen = m_localX->display->screen},
    });
    connect(m_remoteProgram.get(), &RemoteProgram::started, this, [this] {
        handle(WindowRunEvent::Started);
        Q_EMIT programStarted();
        if (m_hasWindowAppeared) {
            Q_EMIT windowAppeared();
        }
    });
    connect(m_remoteProgram.get(), &RemoteProgram::failed, this, &WindowRun::failed);
    connect(m_remoteProgram.get(), &RemoteProgram::outputReceived, this, [this](const QByteArray &bytes, OutputKind kind) {
        addOutput(kind == OutputKind::StandardOutput ? m_programClaim.separateAnswerFromOutput(bytes) : bytes, kind);
    });
    connect(m_remoteProgram.get(), &RemoteProgram::finished, this, &WindowRun::handleProgramFinished);
    connect(m_remoteProgram.get(), &RemoteProgram::connectionSilenceChanged, this, &WindowRun::handleConnectionSilence);
    updateInputWithheld();
}

void WindowRun::handleConnectionSilence(bool waiting)
{
    m_oldConnectionKeptUntil.reset();
    if (waiting) {
        const auto silence = Clock::now() - m_silenceNoticedAt.value_or(Clock::now());
        m_oldConnectionKeptUntil =
            QDateTime::currentDateTimeUtc().addDuration(std::chrono::duration_cast<std::chrono::milliseconds>(OldConnectionPolicy::maxSilence - silence));
    }
    updateInputWithheld();
}

void WindowRun::updateInputWithheld()
{
    const Link *link = m_session->link();
    const bool waiting = m_remoteProgram && m_remoteProgram->isConnectionSilent();
    if (!waiting) { // while the program waits on its old connection, the link reports the silence of its new one
        m_notAnsweringSince = link->silentSince();
        m_silenceNoticedAt = link->silenceNoticedAt();
    }
    const bool hold = m_programNumber != 0 && (waiting || !link->isHostAnswering());
    if (hold != m_isInputWithheld && m_programNumber != 0) {
        m_isInputWithheld = hold;
        m_localX->relay->setPressesWithheld(m_programNumber, hold);
        m_localX->windowController->setPressesWithheld(m_programNumber, hold, [own = m_relayCounters] {
            own->withheldPressCount.fetch_add(1, std::memory_order_relaxed);
        });
        if (hold) {
            m_earlierWithheldPressCount = m_relayCounters->withheldPressCount.load(std::memory_order_relaxed);
        }
        Q_EMIT inputWithheldChanged(hold);
    }
    if (m_remoteProgram && m_programNumber != 0) {
        m_programClaim.setAnswerTimeoutPaused(hold);
    }
    const bool silent = link->state() == LinkState::Stalled || link->state() == LinkState::Dead;
    Q_EMIT answeringUpdated(waiting      ? Session::AnswerState::UsingSilentOldConnection
                                : !hold  ? Session::AnswerState::Responding
                                : silent ? Session::AnswerState::Stalled
                                         : Session::AnswerState::InputBlocked,
                            m_notAnsweringSince.value_or(Clock::now()));
}

void WindowRun::setVeil(const VeilPainter &paint)
{
    if (m_programNumber != 0) {
        m_localX->windowController->setVeil(m_programNumber, paint);
    }
}

void WindowRun::setTitleLinesToKeepVisible(const QList<QRect> &lines)
{
    if (std::exchange(m_titleLinesToKeepVisible, lines) != lines && m_programNumber != 0) {
        m_localX->windowController->setTitleLinesToKeepVisible(m_programNumber, lines);
    }
}

void WindowRun::handleProgramFinished(const ProgramExit &exit)
{
    const QStringList last = m_outputLog.takeIncompleteLines();
    if (!last.isEmpty()) {
        Q_EMIT outputAdded(last);
    }
    if (!exit.code && exit.signal.isEmpty()) {
        m_programExit.reset(); // a code stored earlier is that of a script that started the program, not the program's
        if (handle(WindowRunEvent::ChannelEnded)) {
            // Waits for the event that the link was lost. If the program's connection was an old one, that event has come already.
            m_stateTimeout.start(m_oldConnectionKeptUntil ? 0ms : linkEndReportDelay);
        }
    } else if (!exit.code && (exit.signal == u"HUP"_s || exit.signal == u"TERM"_s)) {
        m_pendingSignalExit = exit;
        if (handle(WindowRunEvent::WasSignaled)) {
            m_stateTimeout.start(linkEndReportDelay);
        }
    } else if (m_handleExit(exit)) {
        return;
    } else if (m_programExit = exit; exit.code != 0) {
        handle(WindowRunEvent::ExitedWithNonzero);
        // A program that was refused only reports "cannot open display"; the server's text has the reason.
        if (!m_serverRefusal.isEmpty()) {
            Q_EMIT failed(XProblem::programNotAuthorized(*m_localX->display, m_serverRefusal));
        } else {
            m_stateTimeout.start(m_hasWindowAppeared ? serverEndReportDelay : 0ms);
        }
    } else {
        handle(WindowRunEvent::ExitedWithZero);
        if (m_connectionCount == 0) {
            handle(WindowRunEvent::EndReported);
            Q_EMIT runEnded();
        }
        // With connections left, the program runs in the background, as after some start scripts. The run ends with the last window.
    }
}

void WindowRun::reportEnd()
{
    const WindowRunState was = m_state;
    if (!handle(WindowRunEvent::EndReported)) {
        return;
    }
    switch (was) {
    case WindowRunState::EndedBySignal: // the link was not lost meanwhile: the signal was sent only to the program
        m_programExit = m_pendingSignalExit;
        [[fallthrough]];
    case WindowRunState::ExitedWithFailure:
        Q_EMIT failed(ProgramExitText::failed(m_windowSpec, *m_programExit, m_outputLog.lastLine()));
        break;
    case WindowRunState::WindowsClosed:
        Q_EMIT runEnded(); // the user closed its last window
        break;
    default:
        Q_EMIT channelLost();
        break;
    }
}

void WindowRun::setConnectionCount(int count)
{
    m_connectionCount = count;
    Q_EMIT connectionCountChanged();
    if (count == 0 && handle(WindowRunEvent::LastWindowClosed)) {
        m_stateTimeout.start(linkEndReportDelay); // waits to learn whether the windows were lost with their link
    } else if (count != 0 && m_state == WindowRunState::WindowsClosed && handle(WindowRunEvent::WindowOpened)) {
        m_stateTimeout.stop();
    }
}

void WindowRun::addOutput(const QByteArray &bytes, OutputKind kind)
{
    const QStringList lines = m_outputLog.append(bytes, kind);
    if (!lines.isEmpty()) {
        Q_EMIT outputAdded(lines);
    }
}

bool WindowRun::endAtOnce()
{
    m_stateTimeout.stop();
    m_programClaim.clear();
    m_oldConnectionKeptUntil.reset();
    m_notAnsweringSince.reset();
    m_silenceNoticedAt.reset();
    m_isInputWithheld = false;
    if (m_remoteProgram) {
        m_remoteProgram->disconnect(this);
        if (!m_programExit) {
            m_remoteProgram->terminate();
        }
        m_remoteProgram.release()->deleteLater(); // the program may be the sender of the present signal
    }
    if (m_programNumber != 0) {
        m_localX->disconnectAndRevokeProgram(std::exchange(m_programNumber, 0));
    }
    m_hasWindowAppeared = false;
    if (m_state != WindowRunState::Off) {
        handle(WindowRunEvent::EndedAtOnce);
    }
    return std::exchange(m_connectionCount, 0) != 0;
}

bool WindowRun::handle(WindowRunEvent event)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        qCDebug(LogXWindow) << m_windowSpec.id << "takes no notice of event" << static_cast<int>(event) << "in state" << static_cast<int>(m_state);
        return false;
    }
    m_state = *next;
    return true;
}

WindowRunState WindowRun::state() const
{
    return m_state;
}

quint32 WindowRun::programNumber() const
{
    return m_programNumber;
}

const std::optional<ProgramMark> &WindowRun::programMark() const
{
    return m_programMark;
}

const std::optional<ProgramExit> &WindowRun::programExit() const
{
    return m_programExit;
}

const OutputLog &WindowRun::outputLog() const
{
    return m_outputLog;
}

int WindowRun::connectionCount() const
{
    return m_connectionCount;
}

const RelayCounters &WindowRun::relayCounters() const
{
    return *m_relayCounters;
}

std::int64_t WindowRun::withheldPressCount() const
{
    return m_relayCounters->withheldPressCount.load(std::memory_order_relaxed) - m_earlierWithheldPressCount;
}

std::optional<QDateTime> WindowRun::oldConnectionKeptUntil() const
{
    return m_oldConnectionKeptUntil;
}

void WindowRun::setObservers(const std::shared_ptr<XStreamObservers> &observers)
{
    m_streamObservers = observers;
}
}
