// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopconnection.h"

#include "sessions/common/logging.h"
#include "sessions/vncauth/vncauth.h"

#include <KLocalizedString>

#include <string_view>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto lookInterval = 250ms;
}

DesktopConnection::DesktopConnection(const DesktopSpec &spec, std::unique_ptr<AddressOrCommandFinder<DesktopAddress>> finder, const Session *session)
    : m_desktopSpec(spec)
    , m_addressFinder(std::move(finder))
    , m_session(session)
    , m_link(session->link())
    , m_workerPolicy{spec.input == InputPermission::ViewOnly, spec.quality}
    , m_desktopLogin(m_link)
    , m_inputGate([this](const RfbWire::ToWorker &message) {
        send(message);
    })
{
    if (!m_addressFinder) {
        m_desktopAddress = spec.address;
    }
    m_livenessTimer.setInterval(lookInterval);
    connect(&m_livenessTimer, &QTimer::timeout, this, &DesktopConnection::checkServerLiveness);
    connect(m_link, &Link::answeringChanged, this, &DesktopConnection::updateAnswering);
    connect(m_link, &Link::sampleTaken, this, [this](const LinkSample &sample) {
        if (sample.sshRoundTrip) {
            m_desktopLiveness.addLinkRoundTrip(*sample.sshRoundTrip);
        }
    });
}

DesktopConnection::~DesktopConnection() = default;

void DesktopConnection::prepare()
{
    // If a finder has to search for the server, its address is known only when the link is live.
    if (!m_addressFinder && (!m_workerConnection || m_workerConnection->isOver())) {
        connectTo(m_desktopSpec.address);
    }
}

void DesktopConnection::open()
{
    if (m_workerConnection && !m_workerConnection->isOver()) { // prepare() has already started a worker
        m_desktopLiveness.notePreparedConnectionUsed(BootClock::now());
        if (m_workerConnection->isOpen()) {
            Q_EMIT opened();
        }
        return;
    }
    if (!m_addressFinder) {
        connectTo(m_desktopSpec.address);
        return;
    }
    m_addressFinder->find([this](const std::expected<DesktopAddress, Failure> &found) {
        if (found) {
            connectTo(*found);
        } else {
            Q_EMIT serverNotFound(found.error());
        }
    });
}

void DesktopConnection::connectTo(const DesktopAddress &place)
{
    if (!std::exchange(m_isLoginServerSet, true) || m_desktopAddress != place) {
        m_desktopAddress = place;
        m_desktopLogin.setServer(place);
    }
    m_workerConnection = std::make_unique<WorkerConnection>(m_link, m_desktopLogin.server(), &m_framebufferStore, &m_workerWatchdog, nullptr);
    m_inputGate.resetForNewWorker();
    m_desktopLiveness.noteConnecting(BootClock::now());
    connect(m_workerConnection.get(), &WorkerConnection::opened, this, [this] {
        m_desktopLiveness.noteLoginProgress();
        Q_EMIT opened();
        if (m_desktopLiveness.hasFirstImage()) { // the channel and the worker report independently, so the first image may come first
            Q_EMIT imageAppeared(false);
        }
    });
    connect(m_workerConnection.get(), &WorkerConnection::workerStarted, this, [this] {
        m_reportedFacts.facts.workerPid = m_workerConnection->workerPid();
        Q_EMIT factsChanged();
    });
    connect(m_workerConnection.get(), &WorkerConnection::framebufferCreated, this, [this](const DesktopPicture &made) {
        m_unshownImage = UnshownImage{made.generation, made.image.size()};
        Q_EMIT framebufferCreated(made);
    });
    connect(m_workerConnection.get(), &WorkerConnection::factReceived, this, [this](const WorkerFact &fact) {
        std::visit(
            [this](const auto &one) {
                handle(one);
            },
            fact);
    });
    connect(m_workerConnection.get(), &WorkerConnection::connectionEnded, this, &DesktopConnection::handleConnectionEnded);
    m_workerConnection->start({RfbWire::protocolVersion, m_desktopSpec.quality, m_workerPolicy.viewOnly, m_desktopLogin.serverAssumptions().beginAttempt()},
                              s_requiresSandbox ? WorkerConnection::ChannelOpening::AfterHello : WorkerConnection::ChannelOpening::AtOnce);
    if (!m_workerPolicy.clipboardToServer || !m_workerPolicy.clipboardFromServer) {
        send(m_workerPolicy);
    }
    m_livenessTimer.start();
    m_reportedFacts = {};
    Q_EMIT connecting(); // the worker waits briefly for the message that says which part of the desktop is viewed
    Q_EMIT factsChanged();
}

void DesktopConnection::dropConnection()
{
    if (m_addressFinder) {
        m_addressFinder->cancel();
    }
    // An end that the user chose reaches the server only if the server answers. Otherwise it keeps the keys pressed that the next connection releases.
    const bool isEndSeenByServer =
        m_session->state() == SessionState::Ended && hasFirstImage() && m_workerConnection && m_workerConnection->isOpen() && m_inputGate.isOpen();
    if (m_workerConnection) {
        m_workerConnection->stop();
        m_workerConnection->disconnect(this);
        m_workerConnection.release()->deleteLater(); // deleted later, because a signal of the object may be calling this function
    }
    m_unshownImage.reset();
    m_desktopLiveness.noteConnectionDropped();
    if (isEndSeenByServer) { // closed normally: the server releases all keys and buttons
        m_inputGate.keyTracker().noteConnectionClosed();
    }
    m_inputGate.keyTracker().noteConnectionLost();
    m_reportedFacts.facts.workerPid = 0;
    m_desktopLogin.forgetTriedSecret();
    if (m_desktopLogin.closeChallenge()) {
        Q_EMIT secretRequestWithdrawn();
    }
    Q_EMIT factsChanged();
}

std::optional<DesktopAddress> DesktopConnection::address() const
{
    return m_desktopAddress;
}

const WorkerReportedFacts &DesktopConnection::reportedFacts() const
{
    return m_reportedFacts;
}

bool DesktopConnection::hasFirstImage() const
{
    return m_workerConnection && m_desktopLiveness.hasFirstImage();
}

const RfbWire::Policy &DesktopConnection::policy() const
{
    return m_workerPolicy;
}

void DesktopConnection::setPolicy(const RfbWire::Policy &policy)
{
    m_workerPolicy = policy;
    send(m_workerPolicy);
}

void DesktopConnection::setHidden(bool isHidden)
{
    m_desktopLiveness.setHidden(isHidden, BootClock::now());
}

void DesktopConnection::send(const RfbWire::ToWorker &message)
{
    if (m_workerConnection) {
        m_workerConnection->send(message);
    }
}

void DesktopConnection::reportDamagePainted()
{
    if (m_workerConnection) {
        m_workerConnection->reportDamagePainted();
    }
}

DesktopLogin &DesktopConnection::login()
{
    return m_desktopLogin;
}

DesktopInputGate &DesktopConnection::input()
{
    return m_inputGate;
}

void DesktopConnection::setRequiresSandbox(bool on)
{
    s_requiresSandbox = on;
}

void DesktopConnection::handleConnectionEnded(const ConnectionEnd &end)
{
    if (m_session->state() == SessionState::WaitingForLink) {
        return; // not reported: the connection was prepared while the link is logging in, and open() will start a new one
    }
    const bool countedTooMuch = m_desktopLogin.serverAssumptions().noteAttemptEnded(end, m_link->isHostAnswering());
    if (countedTooMuch) {
        m_desktopLogin.saveServerAssumptions();
    }
    bool gaveUp = false;
    auto retry = countedTooMuch ? Session::RetryTiming::AtOnce : Session::RetryTiming::AfterPause;
    if (!countedTooMuch && countsAsWorkerCrash(end)) {
        const auto verdict = m_workerWatchdog.recordCrash(std::chrono::steady_clock::now());
        gaveUp = verdict == WorkerWatchdog::Verdict::GiveUp;
        const bool isOwnDeath = end.cause != ConnectionEnd::Cause::ServerFailed && end.cause != ConnectionEnd::Cause::NoMemory;
        if (isOwnDeath && verdict == WorkerWatchdog::Verdict::RestartAtOnce) {
            retry = Session::RetryTiming::AtOnce;
        }
    }
    if (end.cause == ConnectionEnd::Cause::ServerFailed && end.code == RfbWire::FailureCode::AuthenticationFailed) {
        m_desktopLogin.handleRefusal();
    }
    const QString desktopName = desktopNameForUser(m_desktopAddress.value_or(m_desktopSpec.address), m_link->target().spec.host);
    Q_EMIT connectionFailed(desktopFailure(end, desktopName, gaveUp), retry);
}

void DesktopConnection::checkServerLiveness()
{
    if (!m_workerConnection) {
        m_livenessTimer.stop();
        return;
    }
    const auto now = BootClock::now();
    if (m_desktopLiveness.checkSilence(now, m_link->isHostAnswering(), m_desktopLogin.isChallengeUnanswered())) {
        giveUpConnection({ConnectionEnd::Cause::LoginSilent, {}, {}, {}, m_desktopLiveness.silence(now)});
    } else if (m_desktopLiveness.hasFirstImage() && updateAnswering() == ServerAnswerDetector::Verdict::GivenUp) {
        giveUpConnection({ConnectionEnd::Cause::ServerSilent, {}, {}, {}, m_desktopLiveness.silence(now)});
    }
}

void DesktopConnection::giveUpConnection(const ConnectionEnd &end)
{
    m_workerConnection->stop();
    handleConnectionEnded(end);
}

ServerAnswerDetector::Verdict DesktopConnection::updateAnswering()
{
    if (!m_workerConnection || m_session->state() != SessionState::Live) {
        return ServerAnswerDetector::Verdict::Answers;
    }
    const auto now = BootClock::now();
    const auto verdict = m_desktopLiveness.currentVerdict(now, m_link->isHostAnswering());
    m_inputGate.setOpen(verdict == ServerAnswerDetector::Verdict::Answers, m_desktopLiveness.maxInputAge());
    const auto heard = std::chrono::steady_clock::now() - std::chrono::duration_cast<std::chrono::steady_clock::duration>(now - m_desktopLiveness.lastDataAt());
    Q_EMIT answeringUpdated(verdict == ServerAnswerDetector::Verdict::Answers         ? Session::AnswerState::Responding
                                : verdict == ServerAnswerDetector::Verdict::HoldInput ? Session::AnswerState::InputBlocked
                                                                                      : Session::AnswerState::Stalled,
                            heard);
    return verdict;
}

bool DesktopConnection::takesInput()
{
    return m_session->state() == SessionState::Live && !m_workerPolicy.viewOnly && updateAnswering() == ServerAnswerDetector::Verdict::Answers;
}

void DesktopConnection::sendPendingReleases()
{
    if (!m_inputGate.hasPendingReleases()) {
        return;
    }
    // Keys pressed before the desktop became view-only are released, too.
    if (m_workerPolicy.viewOnly) {
        RfbWire::Policy open = m_workerPolicy;
        open.viewOnly = false;
        send(open);
    }
    m_inputGate.sendPendingReleases();
    if (m_workerPolicy.viewOnly) {
        send(m_workerPolicy);
    }
}

void DesktopConnection::answerSecret(const std::optional<Secret> &secret)
{
    if (!m_desktopLogin.closeChallenge() || !m_workerConnection) {
        return; // too late: the connection that requested the secret has ended
    }
    if (!secret) {
        giveUpConnection({ConnectionEnd::Cause::SecretCancelled, {}, {}, {}});
        return;
    }
    m_desktopLogin.setTriedSecret(*secret);
    const auto answer = answerVncAuth(m_desktopLogin.challenge().bytes, std::string_view(secret->constData(), static_cast<std::size_t>(secret->size())));
    if (!answer) {
        giveUpConnection({ConnectionEnd::Cause::NoVncAuth, {}, {}, {}});
        return;
    }
    send(RfbWire::ChallengeAnswer{*answer});
}

void DesktopConnection::reportMissingSandbox()
{
    const DesktopFacts &facts = m_reportedFacts.facts;
    if (facts.hasSeccomp && facts.hasLandlock) {
        return;
    }
    const QString missing = facts.hasSeccomp ? u"Landlock"_s : facts.hasLandlock ? u"seccomp"_s : u"seccomp, Landlock"_s;
    Q_EMIT warningReported(i18nc("@info %1: names of features of Linux",
                                 "The viewer process for this desktop is not fully sandboxed: this system lacks %1. Ask the administrator for a newer kernel.",
                                 missing));
}

void DesktopConnection::handle(const RfbWire::Hello &hello)
{
    m_reportedFacts.setFacts(hello);
    Q_EMIT factsChanged();
    if (s_requiresSandbox && !(hello.seccomp && hello.landlock)) {
        giveUpConnection({ConnectionEnd::Cause::NoSandbox, {}, {}, {}});
    }
}

void DesktopConnection::handle(const RfbWire::Progress &progress)
{
    m_desktopLogin.serverAssumptions().noteLoginPhase(progress);
    m_desktopLiveness.noteLoginProgress();
    m_reportedFacts.setFacts(progress);
    switch (progress.phase) {
    case RfbWire::Phase::Version:
    case RfbWire::Phase::Security:
        Q_EMIT factsChanged();
        break;
    case RfbWire::Phase::Initialized:
        reportMissingSandbox();
        m_desktopLogin.handleAcceptance();
        Q_EMIT loggedIn();
        break;
    case RfbWire::Phase::FirstImage:
        break;
    }
}

void DesktopConnection::handle(const ImageDamageFact &damage)
{
    if (m_unshownImage && m_unshownImage->generation == damage.generation) {
        m_desktopLogin.serverAssumptions().noteImageShown(m_unshownImage->size);
        m_desktopLogin.saveServerAssumptions();
        m_unshownImage.reset();
    }
    Q_EMIT factReceived(damage);
    const bool isFirst = m_desktopLiveness.noteImageAppeared(BootClock::now());
    if (isFirst) {
        sendPendingReleases();
    }
    Q_EMIT imageAppeared(isFirst);
}

void DesktopConnection::handle(const RfbWire::FenceRoundTrip &time)
{
    m_reportedFacts.setFacts(time);
    // statsChanged() is not emitted here, but with the next statistics of the worker
    m_desktopLiveness.addServerRoundTrip(*m_reportedFacts.stats.roundTrip);
    // The probe was sent after all earlier input, and its answer came no earlier than the server's last data.
    const auto upTo = std::chrono::time_point_cast<BootClock::duration>(m_desktopLiveness.lastDataAt() - *m_reportedFacts.stats.roundTrip);
    if (m_desktopLiveness.hasFirstImage()) {
        Q_EMIT requestsAnswered(upTo);
    }
    m_inputGate.confirmReleases(upTo);
    if (m_inputGate.isOpen()) {
        Q_EMIT inputReceivedByServer(upTo);
    }
}

void DesktopConnection::handle(const RfbWire::ServerResponded &heard)
{
    m_desktopLiveness.noteDataReceived(BootClock::time_point(std::chrono::nanoseconds(heard.at)), BootClock::now());
    updateAnswering();
    // The server has received what was sent one round trip before its last data. If the round trip is not measured, because the server does not
    // support fences, a fifth of maxInputAge() is long enough.
    const auto upTo = m_desktopLiveness.lastDataAt() - std::chrono::nanoseconds(m_reportedFacts.stats.roundTrip.value_or(m_desktopLiveness.maxInputAge() / 5));
    if (m_desktopLiveness.hasFirstImage()) {
        Q_EMIT requestsAnswered(upTo);
    }
    if (m_inputGate.isOpen()) {
        Q_EMIT inputReceivedByServer(upTo); // for receivers that wait for the server before they send more
    }
    if (!m_reportedFacts.stats.roundTrip) {
        // Without fences, the release of a key or button counts as received after maxInputAge(), which is several round trips long.
        m_inputGate.confirmReleases(m_desktopLiveness.lastDataAt() - m_desktopLiveness.maxInputAge());
    }
}

void DesktopConnection::handle(const RfbWire::Challenge &asked)
{
    m_desktopLogin.setChallenge(asked);
    if (const auto secret = m_desktopLogin.savedSecret()) {
        answerSecret(secret);
        return;
    }
    if (!m_desktopLogin.canAskForPassword()) {
        qCWarning(LogDesktop) << "display" << m_desktopSpec.id << "wants a password and nobody can be asked";
        answerSecret(std::nullopt);
        return;
    }
    Q_EMIT secretNeeded(m_desktopLogin.attemptNumber());
}

void DesktopConnection::handle(const RfbWire::Stats &now)
{
    m_reportedFacts.setFacts(now);
    Q_EMIT statsChanged();
}
}
