// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/session.h"

#include "sessions/common/logging.h"
#include "sessions/display/occupied.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// A hidden desktop is probed at this interval, so its last response may be this much earlier than that of its link.
constexpr auto sameSilence = 2s;

SessionTimes::Clock::time_point now()
{
    return SessionTimes::Clock::now();
}
}

Session::Session(Kind kind, const QString &id, const QString &title, const QString &screenName, Link *link, QObject *parent)
    : DisplayIdentity(kind, id, title, screenName, parent)
    , m_link(link)
{
    m_retryTimer.setSingleShot(true);
    connect(&m_retryTimer, &QTimer::timeout, this, [this] {
        handle(SessionEvent::PauseOver);
    });
    connect(m_link, &Link::stateChanged, this, &Session::handleLinkState);
    connect(m_link, &Link::connectionRenewed, this, &Session::handleLinkRenewed);
    connect(m_link, &Link::stepFinished, this, &Session::stepsChanged);
}

Session::~Session() = default;

QList<StepTiming> Session::steps() const
{
    return m_state == SessionState::Idle ? QList<StepTiming>() : m_link->steps() + m_sessionTimes.steps();
}

std::optional<Failure> Session::failure() const
{
    return m_failure;
}

std::optional<std::chrono::milliseconds> Session::timeTakenUntilLive() const
{
    return m_sessionTimes.timeTakenUntilLive();
}

std::optional<std::chrono::steady_clock::time_point> Session::liveSince() const
{
    return m_state == SessionState::Live ? std::optional(m_sessionTimes.liveSince()) : std::nullopt;
}

Session::AnswerState Session::answering() const
{
    return m_answerState;
}

std::optional<std::chrono::steady_clock::time_point> Session::silentSince() const
{
    // Displays of one silent link show the same duration: use the link's time, although each display was last heard slightly earlier.
    const auto link = m_silentSince ? m_link->silentSince() : std::nullopt;
    return link && *link - *m_silentSince < sameSilence ? link : m_silentSince;
}

void Session::reportAnswering(AnswerState answering, std::chrono::steady_clock::time_point lastResponseAt)
{
    if (m_state != SessionState::Live) {
        return;
    }
    m_silentSince = answering == AnswerState::Responding ? std::nullopt : std::optional(lastResponseAt);
    if (m_answerState != answering) {
        m_answerState = answering;
        Q_EMIT answeringChanged(answering);
    }
}

const AppOccupancy &Session::occupancy() const
{
    return m_occupancy;
}

QString Session::startWarning() const
{
    return m_startWarning;
}

void Session::start()
{
    handle(SessionEvent::StartRequested);
}

void Session::retry()
{
    m_backoff.reset();
    handle(SessionEvent::StartRequested);
}

void Session::stop()
{
    m_restartsWhenEnded = false;
    handle(SessionEvent::Ended);
}

void Session::close()
{
    const bool isShown = m_state == SessionState::Live || m_state == SessionState::Starting;
    if (m_isClosing || !isShown || !requestProgramClose()) {
        reportEnded();
    } else {
        setClosing(true);
    }
}

void Session::cancelClose()
{
    m_restartsWhenEnded = false;
    setClosing(false);
}

void Session::restart()
{
    if (m_state == SessionState::Idle || m_state == SessionState::Ended || m_state == SessionState::Failed || m_state == SessionState::Retrying) {
        retry();
    } else {
        m_restartsWhenEnded = true;
        close();
    }
}

void Session::showAs(Topology topology)
{
    Q_EMIT topologyRequested(topology);
}

void Session::showHolderProgram()
{
    if (m_occupancy.tryShowHolderProgramAtNextStart()) {
        retry();
    }
}

void Session::stopAndLeaveProgramToHolder()
{
    if (m_occupancy.holder()) {
        stop();
    }
}

void Session::iconify()
{
    if (m_state != SessionState::Idle && m_state != SessionState::Ended) {
        reportIconified(true);
    }
}

void Session::deiconify()
{
    reportIconified(false);
}

bool Session::requestProgramClose()
{
    return false;
}

bool Session::hasQuestionThatOutlivesLink() const
{
    return false;
}

void Session::reportIconified(bool iconified)
{
    if (std::exchange(m_isIconified, iconified) != iconified) {
        Q_EMIT iconifiedChanged(iconified);
    }
}

void Session::setClosing(bool closing)
{
    if (std::exchange(m_isClosing, closing) != closing) {
        Q_EMIT closingChanged(closing);
    }
}

StartStep Session::startStepUntilOpened() const
{
    return kind() == Kind::Desktop ? StartStep::Channel : StartStep::Program;
}

StartStep Session::startStepUntilContentAppeared() const
{
    return kind() == Kind::Desktop ? StartStep::FirstPicture : StartStep::FirstWindow;
}

void Session::reportStepBeforeOpen(StartStep step)
{
    if (m_state == SessionState::Opening) {
        recordStep(step);
    }
}

void Session::reportOpened()
{
    if (m_state != SessionState::Opening) {
        return; // reportStepAfterOpen() has reported this step already, because data came first
    }
    recordStep(startStepUntilOpened());
    handle(SessionEvent::Opened);
}

void Session::reportStepAfterOpen(StartStep step)
{
    // The report that the channel is open and the first data take different paths, so the data may arrive first.
    reportOpened();
    recordStep(step);
}

void Session::recordStep(StartStep step)
{
    m_sessionTimes.finishStep(step, now());
    Q_EMIT stepsChanged();
}

void Session::reportContentAppeared()
{
    if (m_state != SessionState::Starting) {
        return;
    }
    reportStepAfterOpen(startStepUntilContentAppeared());
    m_sessionTimes.noteContentAppeared(now());
    handle(SessionEvent::ContentAppeared);
}

void Session::reportFailure(const Failure &failure, RetryTiming retryTiming)
{
    if (m_isClosing) {
        reportEnded(); // the program was asked to end, so its exit code is not a failure
        return;
    }
    const SessionEvent event = failure.kind == FailureKind::Transient ? SessionEvent::FailedTransiently : SessionEvent::FailedPermanently;
    if (nextState(m_state, event)) { // a late report must not set the failure of a state that does not accept it
        m_failure = failure;
        m_retryTiming = retryTiming;
    }
    handle(event);
}

void Session::reportOccupied(const AppHolder &holder)
{
    if (!m_isClosing && nextState(m_state, SessionEvent::FailedPermanently)) {
        m_occupancy.setHolder(holder);
    }
    reportFailure(Occupied::alreadyRunning(holder, QDateTime::currentDateTimeUtc()));
}

void Session::reportStartWarning(const QString &startWarning)
{
    m_startWarning = startWarning;
}

void Session::reportEnded()
{
    handle(SessionEvent::Ended);
}

void Session::handle(SessionEvent event)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        qCDebug(LogDesk) << "display" << key() << "ignores event" << static_cast<int>(event) << "in state" << static_cast<int>(m_state);
        return;
    }
    if (event == SessionEvent::StartRequested) {
        m_sessionTimes.noteStartRequested(now());
        m_failure.reset();
        m_occupancy.handleDisplayStart();
    }
    enterState(*next);
}

void Session::enterState(SessionState state)
{
    const SessionState before = std::exchange(m_state, state);
    m_retryTimer.stop();
    if (state != SessionState::Failed) {
        m_occupancy.setHolder({});
    }
    switch (state) {
    case SessionState::Idle:
    case SessionState::Starting:
        break;
    case SessionState::WaitingForLink:
        if (before != SessionState::Idle) {
            drop();
        }
        m_isConnectionPrepared = false;
        m_sessionTimes.clearSteps();
        break;
    case SessionState::Opening:
        m_isConnectionPrepared = false;
        m_startWarning.clear();
        m_sessionTimes.noteAttemptBegan(now());
        break;
    case SessionState::Live:
        m_sessionTimes.noteBecameLive(now());
        m_failure.reset();
        break;
    case SessionState::Retrying:
        // If the session was live for 60 s, the pauses between retries begin with the shortest again; repeated failures
        // wait longer each time.
        if (before == SessionState::Live && now() - m_sessionTimes.liveSince() > 60s) {
            m_backoff.reset();
        }
        drop();
        m_retryTimer.start(std::exchange(m_retryTiming, RetryTiming::AfterPause) == RetryTiming::AtOnce ? 0ms : m_backoff.nextPause());
        break;
    case SessionState::Ended:
        m_failure.reset();
        [[fallthrough]];
    case SessionState::Failed:
        drop();
        m_occupancy.stopWatching();
        break;
    }
    m_answerState = AnswerState::Responding;
    m_silentSince.reset();
    const bool startsAnew = state == SessionState::Ended && std::exchange(m_restartsWhenEnded, false);
    if (state != SessionState::Live) {
        m_restartsWhenEnded = false; // if the link was renewed meanwhile, close() is off, and a later end must not start the program again
        setClosing(false);
    }
    if (state == SessionState::Ended) {
        reportIconified(false);
    }
    Q_EMIT stateChanged(m_state);
    if (m_state != state) {
        return; // a slot has already changed the state
    }
    if (startsAnew) {
        retry();
        return;
    }
    if (state == SessionState::WaitingForLink && m_link->isLive()) {
        handle(SessionEvent::LinkLive);
    } else if (state == SessionState::WaitingForLink && m_link->state() == LinkState::LoggingIn) {
        handleLinkState(LinkState::LoggingIn);
    } else if (state == SessionState::Opening) {
        open();
    }
}

void Session::prepare()
{
}

bool Session::reopensWhenLinkRenewed() const
{
    return false;
}

void Session::handleLinkRenewed()
{
    if (m_state == SessionState::WaitingForLink) {
        handle(SessionEvent::LinkLive);
    } else if (reopensWhenLinkRenewed()) {
        m_backoff.reset();
        handle(SessionEvent::LinkLost); // the old connection is lost to this session; the link is already live again, so the session opens at once
    }
}

void Session::handleLinkState(LinkState state)
{
    if (state == LinkState::Closed) {
        handleLinkClosed();
    } else if (m_state == SessionState::WaitingForLink && state == LinkState::Live) {
        handle(SessionEvent::LinkLive);
    } else if (m_state == SessionState::WaitingForLink && state == LinkState::LoggingIn) {
        m_isConnectionPrepared = true;
        prepare();
    }
}

void Session::handleLinkClosed()
{
    if (m_state == SessionState::Idle || m_state == SessionState::Ended || m_state == SessionState::Failed) {
        return; // the session has already ended or failed, and keeps showing that reason
    }
    if (m_isClosing && !hasQuestionThatOutlivesLink()) {
        reportEnded(); // the program was asked to end and its link is lost
        return;
    }
    if (m_link->lastFailure()) {
        m_failure = m_link->lastFailure();
    }
    if (m_state == SessionState::Opening || m_state == SessionState::Starting || m_state == SessionState::Live || m_state == SessionState::Retrying) {
        handle(SessionEvent::LinkLost);
    } else if (std::exchange(m_isConnectionPrepared, false)) {
        drop();
    }
    if (m_state == SessionState::WaitingForLink && m_failure && m_failure->kind != FailureKind::Transient) {
        handle(SessionEvent::FailedPermanently);
    }
}
}
