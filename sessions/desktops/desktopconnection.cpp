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

DesktopConnection::DesktopConnection(const DesktopSpec &spec, std::unique_ptr<Finder<DesktopAddress>> finder, const Session *session)
    : m_spec(spec)
    , m_finder(std::move(finder))
    , m_session(session)
    , m_link(session->link())
    , m_policy{spec.input == InputPolicy::ViewOnly, spec.quality}
    , m_login(m_link)
    , m_input([this](const RfbWire::ToWorker &message) {
        send(message);
    })
{
    if (!m_finder) {
        m_address = spec.address;
    }
    m_livenessTimer.setInterval(lookInterval);
    connect(&m_livenessTimer, &QTimer::timeout, this, &DesktopConnection::checkLiveness);
    connect(m_link, &Link::answersChanged, this, &DesktopConnection::updateAnswering);
    connect(m_link, &Link::sampleTaken, this, [this](const LinkSample &sample) {
        if (sample.sshRoundTrip) {
            m_liveness.addLinkRoundTrip(*sample.sshRoundTrip);
        }
    });
}

DesktopConnection::~DesktopConnection() = default;

void DesktopConnection::prepare()
{
    // If a finder has to search for the server, its address is known only when the link is live.
    if (!m_finder && (!m_workerConnection || m_workerConnection->isOver())) {
        connectTo(m_spec.address);
    }
}

void DesktopConnection::open()
{
    if (m_workerConnection && !m_workerConnection->isOver()) { // prepare() has already started a worker
        m_liveness.preparedConnectionUsed(BootClock::now());
        if (m_workerConnection->isOpen()) {
            Q_EMIT opened();
        }
        return;
    }
    if (!m_finder) {
        connectTo(m_spec.address);
        return;
    }
    m_finder->find([this](const std::expected<DesktopAddress, Failure> &found) {
        if (found) {
            connectTo(*found);
        } else {
            Q_EMIT notFound(found.error());
        }
    });
}

void DesktopConnection::connectTo(const DesktopAddress &place)
{
    if (!std::exchange(m_hasLoginServer, true) || m_address != place) {
        m_address = place;
        m_login.setServer(place);
    }
    m_workerConnection = std::make_unique<WorkerConnection>(m_link, m_login.server(), &m_pictures, &m_watchdog, nullptr);
    m_input.begin();
    m_liveness.connecting(BootClock::now());
    connect(m_workerConnection.get(), &WorkerConnection::opened, this, [this] {
        m_liveness.loginProgressed();
        Q_EMIT opened();
        if (m_liveness.isShown()) { // the channel and the worker report independently, so the first image may come first
            Q_EMIT appeared(false);
        }
    });
    connect(m_workerConnection.get(), &WorkerConnection::workerStarted, this, [this] {
        m_reportedFacts.facts.workerPid = m_workerConnection->workerPid();
        Q_EMIT factsChanged();
    });
    connect(m_workerConnection.get(), &WorkerConnection::pictureMade, this, [this](const DesktopPicture &made) {
        m_unshownImage = UnshownImage{made.generation, made.image.size()};
        Q_EMIT pictureMade(made);
    });
    connect(m_workerConnection.get(), &WorkerConnection::factReceived, this, [this](const WorkerFact &fact) {
        std::visit(
            [this](const auto &one) {
                handle(one);
            },
            fact);
    });
    connect(m_workerConnection.get(), &WorkerConnection::ended, this, &DesktopConnection::ended);
    m_workerConnection->start({RfbWire::protocolVersion, m_spec.quality, m_policy.viewOnly, m_login.serverRecall().begin()},
                              s_requiresSandbox ? WorkerConnection::Opening::AfterHello : WorkerConnection::Opening::AtOnce);
    if (!m_policy.clipboardToServer || !m_policy.clipboardFromServer) {
        send(m_policy);
    }
    m_livenessTimer.start();
    m_reportedFacts = {};
    Q_EMIT connecting(); // the worker waits briefly to be told which part is viewed
    Q_EMIT factsChanged();
}

void DesktopConnection::drop()
{
    if (m_finder) {
        m_finder->cancel();
    }
    if (m_workerConnection) {
        m_workerConnection->stop();
        m_workerConnection->disconnect(this);
        m_workerConnection.release()->deleteLater(); // deleted later, because a signal of the object may be calling this function
    }
    m_unshownImage.reset();
    m_liveness.dropped();
    if (m_session->state() == SessionState::Ended) { // closed normally: the server releases all keys and buttons
        m_input.keyTracker().connectionClosed();
    }
    m_input.keyTracker().connectionLost();
    m_reportedFacts.facts.workerPid = 0;
    if (m_login.close()) {
        Q_EMIT secretWithdrawn();
    }
    Q_EMIT factsChanged();
}

std::optional<DesktopAddress> DesktopConnection::address() const
{
    return m_address;
}

const ReportedFacts &DesktopConnection::reportedFacts() const
{
    return m_reportedFacts;
}

bool DesktopConnection::isShown() const
{
    return m_workerConnection && m_liveness.isShown();
}

const RfbWire::Policy &DesktopConnection::policy() const
{
    return m_policy;
}

void DesktopConnection::setPolicy(const RfbWire::Policy &policy)
{
    m_policy = policy;
    send(m_policy);
}

void DesktopConnection::setHidden(bool isHidden)
{
    m_liveness.setHidden(isHidden, BootClock::now());
}

void DesktopConnection::send(const RfbWire::ToWorker &message)
{
    if (m_workerConnection) {
        m_workerConnection->send(message);
    }
}

void DesktopConnection::release()
{
    if (m_workerConnection) {
        m_workerConnection->release();
    }
}

DesktopLogin &DesktopConnection::login()
{
    return m_login;
}

DesktopInputGate &DesktopConnection::input()
{
    return m_input;
}

void DesktopConnection::setRequiresSandbox(bool on)
{
    s_requiresSandbox = on;
}

void DesktopConnection::ended(const ConnectionEnd &end)
{
    if (m_session->state() == SessionState::WaitingForLink) {
        return; // the connection was only prepared: open() starts a new one
    }
    const bool countedTooMuch = m_login.serverRecall().ended(end, m_link->answers());
    if (countedTooMuch) {
        m_login.saveServerRecall();
    }
    bool gaveUp = false;
    auto retry = countedTooMuch ? Retry::AtOnce : Retry::AfterPause;
    if (!countedTooMuch && countsAsDeath(end)) {
        const auto verdict = m_watchdog.recordCrash(std::chrono::steady_clock::now());
        gaveUp = verdict == WorkerWatchdog::Verdict::GiveUp;
        const bool isOwnDeath = end.cause != ConnectionEnd::Cause::ServerFailed && end.cause != ConnectionEnd::Cause::NoMemory;
        if (isOwnDeath && verdict == WorkerWatchdog::Verdict::StartAtOnce) {
            retry = Retry::AtOnce;
        }
    }
    if (end.cause == ConnectionEnd::Cause::ServerFailed && end.code == RfbWire::FailureCode::AuthenticationFailed) {
        m_login.refused();
    }
    Q_EMIT failed(desktopFailure(end, desktopPlace(m_address.value_or(m_spec.address), m_link->target().spec.host), gaveUp), retry);
}

void DesktopConnection::checkLiveness()
{
    if (!m_workerConnection) {
        m_livenessTimer.stop();
        return;
    }
    const auto now = BootClock::now();
    if (m_liveness.checkSilence(now, m_link->answers(), m_login.isOpen())) {
        giveUp({ConnectionEnd::Cause::LoginSilent, {}, {}, {}, m_liveness.silence(now)});
    } else if (m_liveness.isShown() && updateAnswering() == AnswerDetector::Verdict::GivenUp) {
        giveUp({ConnectionEnd::Cause::ServerSilent, {}, {}, {}, m_liveness.silence(now)});
    }
}

void DesktopConnection::giveUp(const ConnectionEnd &end)
{
    m_workerConnection->stop();
    ended(end);
}

AnswerDetector::Verdict DesktopConnection::updateAnswering()
{
    if (!m_workerConnection || m_session->state() != SessionState::Live) {
        return AnswerDetector::Verdict::Answers;
    }
    const auto now = BootClock::now();
    const auto verdict = m_liveness.judge(now, m_link->answers());
    m_input.setOpen(verdict == AnswerDetector::Verdict::Answers, m_liveness.inputLimit());
    const auto heard = std::chrono::steady_clock::now() - std::chrono::duration_cast<std::chrono::steady_clock::duration>(now - m_liveness.lastDataAt());
    Q_EMIT answeringUpdated(verdict == AnswerDetector::Verdict::Answers         ? Session::Answering::Yes
                                : verdict == AnswerDetector::Verdict::HoldInput ? Session::Answering::InputHeld
                                                                                : Session::Answering::Stalled,
                            heard);
    return verdict;
}

bool DesktopConnection::takesInput()
{
    return m_session->state() == SessionState::Live && !m_policy.viewOnly && updateAnswering() == AnswerDetector::Verdict::Answers;
}

void DesktopConnection::sendPendingReleases()
{
    if (!m_input.hasPendingReleases()) {
        return;
    }
    // Keys pressed before the desktop became view-only are released, too.
    if (m_policy.viewOnly) {
        RfbWire::Policy open = m_policy;
        open.viewOnly = false;
        send(open);
    }
    m_input.sendPendingReleases();
    if (m_policy.viewOnly) {
        send(m_policy);
    }
}

void DesktopConnection::answerSecret(const std::optional<Secret> &secret)
{
    if (!m_login.close() || !m_workerConnection) {
        return; // too late: the connection that requested the secret has ended
    }
    if (!secret) {
        giveUp({ConnectionEnd::Cause::SecretCancelled, {}, {}, {}});
        return;
    }
    m_login.setTriedSecret(*secret);
    const auto answer = answerVncAuth(m_login.challenge().bytes, std::string_view(secret->constData(), static_cast<std::size_t>(secret->size())));
    if (!answer) {
        giveUp({ConnectionEnd::Cause::NoVncAuth, {}, {}, {}});
        return;
    }
    send(RfbWire::ChallengeAnswer{*answer});
}

void DesktopConnection::reportMissingSandbox()
{
    const DesktopFacts &facts = m_reportedFacts.facts;
    if (facts.seccomp && facts.landlock) {
        return;
    }
    const QString missing = facts.seccomp ? u"Landlock"_s : facts.landlock ? u"seccomp"_s : u"seccomp, Landlock"_s;
    Q_EMIT caveat(i18nc("@info %1: names of features of Linux",
                        "The viewer process for this desktop is not fully sandboxed: this system lacks %1. Ask the administrator for a newer kernel.",
                        missing));
}

void DesktopConnection::handle(const RfbWire::Hello &hello)
{
    m_reportedFacts.setFacts(hello);
    Q_EMIT factsChanged();
    if (s_requiresSandbox && !(hello.seccomp && hello.landlock)) {
        giveUp({ConnectionEnd::Cause::NoSandbox, {}, {}, {}});
    }
}

void DesktopConnection::handle(const RfbWire::Progress &progress)
{
    m_login.serverRecall().noteProgress(progress);
    m_liveness.loginProgressed();
    m_reportedFacts.setFacts(progress);
    switch (progress.phase) {
    case RfbWire::Phase::Version:
    case RfbWire::Phase::Security:
        Q_EMIT factsChanged();
        break;
    case RfbWire::Phase::Initialised:
        reportMissingSandbox();
        m_login.accepted();
        Q_EMIT loggedIn();
        break;
    case RfbWire::Phase::FirstPicture:
        break;
    }
}

void DesktopConnection::handle(const DamagedFact &damage)
{
    if (m_unshownImage && m_unshownImage->generation == damage.generation) {
        m_login.serverRecall().shown(m_unshownImage->size);
        m_login.saveServerRecall();
        m_unshownImage.reset();
    }
    Q_EMIT factReceived(damage);
    const bool isFirst = m_liveness.appeared(BootClock::now());
    if (isFirst) {
        sendPendingReleases();
    }
    Q_EMIT appeared(isFirst);
}

void DesktopConnection::handle(const RfbWire::FenceTime &time)
{
    m_reportedFacts.setFacts(time);
    m_liveness.addServerRoundTrip(*m_reportedFacts.stats.roundTrip); // the next statistics will include this round trip
    // The probe was sent after all earlier input, and its answer came no earlier than the server's last data.
    const auto upTo = std::chrono::time_point_cast<BootClock::duration>(m_liveness.lastDataAt() - *m_reportedFacts.stats.roundTrip);
    if (m_liveness.isShown()) {
        Q_EMIT requestsAnswered(upTo);
    }
    m_input.confirmReleases(upTo);
    if (m_input.isOpen()) {
        Q_EMIT answered(upTo);
    }
}

void DesktopConnection::handle(const RfbWire::Heard &heard)
{
    m_liveness.answerHeard(BootClock::time_point(std::chrono::nanoseconds(heard.at)), BootClock::now());
    updateAnswering();
    // The round trip that fences measured, or without fences a time that is long enough.
    const auto upTo = m_liveness.lastDataAt() - std::chrono::nanoseconds(m_reportedFacts.stats.roundTrip.value_or(m_liveness.inputLimit() / 5));
    if (m_liveness.isShown()) {
        Q_EMIT requestsAnswered(upTo);
    }
    if (m_input.isOpen()) {
        Q_EMIT answered(upTo); // for receivers that wait for the server before they send more
    }
    if (!m_reportedFacts.stats.roundTrip) {
        // Without fences: after this time, which includes several round trips, releases count as received.
        m_input.confirmReleases(m_liveness.lastDataAt() - m_liveness.inputLimit());
    }
}

void DesktopConnection::handle(const RfbWire::Challenge &asked)
{
    m_login.challenged(asked);
    if (const auto secret = m_login.savedSecret()) {
        answerSecret(secret);
        return;
    }
    if (!m_login.canAsk()) {
        qCWarning(LogDesktop) << "display" << m_spec.id << "wants a password and nobody can be asked";
        answerSecret(std::nullopt);
        return;
    }
    Q_EMIT secretNeeded(m_login.attemptNumber());
}

void DesktopConnection::handle(const RfbWire::Stats &now)
{
    m_reportedFacts.setFacts(now);
    Q_EMIT statsChanged();
}
}
