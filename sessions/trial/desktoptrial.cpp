// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/trial/desktoptrial.h"

#include "sessions/vncauth/vncauth.h"

#include <KLocalizedString>

#include <QSet>

#include <algorithm>
#include <string_view>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
// Only part of the limit for network bytes is used for payload. The rest allows for data that is still in transit when the limit is reached (a window
// of the ssh channel) and for the overhead of ssh.
constexpr std::int64_t inTransit = 2'200'000;
constexpr double overhead = 1.04;
// If the test connection has not ended this long after the shown display, the display's server did not crash but allows only one viewer at a time.
constexpr auto decisionTime = 1s;

/// Servers that were found to allow only one viewer at a time, since this program started.
QSet<QString> &singleViewerServers()
{
    static QSet<QString> servers;
    return servers;
}

QString serverIdentity(const DesktopSession *session)
{
    const LinkFacts link = session->link()->facts();
    const QString server = session->address() ? desktopNameForUser(*session->address(), session->link()->target().spec.host) : session->key();
    return u"%1 %2 %3"_s.arg(server, QString::number(link.port), link.hostKeyFingerprint);
}

QString singleViewerText()
{
    return i18nc("@info", "This desktop’s server does not accept a second viewer. Ask the administrator to start the server with the option -AlwaysShared.");
}

/// The target has no host, so the desktop is reached without ssh.
bool hasNoSsh(const LinkTarget &target)
{
    return target.spec.host.isEmpty();
}

LinkTarget trialLinkTarget(LinkTarget target, bool isCompressed)
{
    target.spec.compression = isCompressed ? Compression::On : Compression::Off;
    target.carriesPrograms = false;
    return target;
}

/// How many bytes may be received before ssh has transferred @p networkLimit bytes over the network.
Bytes maxPayloadWithinNetworkLimit(Bytes networkLimit)
{
    return {static_cast<std::int64_t>(static_cast<double>(std::max<std::int64_t>(networkLimit.count - inTransit, 0)) / overhead)};
}
}

DesktopTrial::DesktopTrial(DesktopSession *session, const SharedLinkObjects &sharedLinkObjects, const TrialLimits &limits)
    : m_desktopSession(session)
    , m_sharedLinkObjects(sharedLinkObjects)
    , m_trialLimits(limits)
    , m_linkTarget(session->link()->target())
{
    // Settings of the same ssh connection follow each other, because each change of connection costs an unmeasured image. The largest image is last,
    // so that as much as possible is measured if time or bytes run out.
    for (const bool isCompressed : {false, true}) {
        for (const Quality quality : {Quality::Low, Quality::Balanced, Quality::High}) {
            m_remainingSettings.append({isCompressed, quality});
        }
    }
    m_remainingSettings.append({{true, Quality::Lossless}, {false, Quality::Lossless}});
    if (hasNoSsh(m_linkTarget)) {
        removeSettingsWithCompressionOf({true, Quality::Lossless});
    }
    m_timeLimitTimer.setSingleShot(true);
    m_timeLimitTimer.setInterval(m_trialLimits.trialDuration);
    connect(&m_timeLimitTimer, &QTimer::timeout, this, [this] {
        endTrial(i18nc("@info %1: seconds", "The test stopped at its limit of %1 seconds.", QString::number(m_trialLimits.trialDuration / 1s)));
    });
    connect(session, &Session::stateChanged, this, &DesktopTrial::shownDisplayStateChanged);
    connect(session, &QObject::destroyed, this, [this] {
        endTrial(i18nc("@info", "The desktop was disconnected, and the test stopped."));
    });
}

DesktopTrial::~DesktopTrial()
{
    dropMeasurement();
}

QString DesktopTrial::unavailableReason(const DesktopSession *session)
{
    if (session->state() != SessionState::Live || !session->link()->isLive() || !session->address()) {
        return i18nc("@info", "This desktop is not connected. Connect it, then try again.");
    }
    return singleViewerServers().contains(serverIdentity(session)) ? singleViewerText() : QString();
}

bool DesktopTrial::isOver() const
{
    return m_hasEnded;
}

const QList<TrialResult> &DesktopTrial::results() const
{
    return m_results;
}

qsizetype DesktopTrial::settingCount() const
{
    return m_results.size() + m_remainingSettings.size();
}

std::chrono::milliseconds DesktopTrial::timeLimit() const
{
    return m_trialLimits.trialDuration;
}

QString DesktopTrial::problem() const
{
    return m_problem;
}

Bytes DesktopTrial::receivedBytes() const
{
    return m_byteMeter ? m_bytesOfEndedMeasurements + m_byteMeter->receivedBytes() : m_bytesOfEndedMeasurements;
}

void DesktopTrial::start()
{
    if (const QString why = m_desktopSession ? unavailableReason(m_desktopSession) : QString(); !why.isEmpty()) {
        endTrial(why);
        return;
    }
    m_timeLimitTimer.start();
    openConnections();
}

void DesktopTrial::cancel()
{
    endTrial(i18nc("@info", "The test was canceled."));
}

/// Both connections log in at the same time: over a long path a login takes seconds, in which a setting can be measured.
void DesktopTrial::openConnections()
{
    for (const bool isCompressed : {false, true}) {
        if (!isCompressed || !hasNoSsh(m_linkTarget)) {
            m_sshConnections.push_back(std::make_unique<TrialConnection>());
            m_sshConnections.back()->link = std::make_unique<Link>(trialLinkTarget(m_linkTarget, isCompressed), m_sharedLinkObjects);
        }
    }
    for (const auto &connection : m_sshConnections) {
        if (!m_hasEnded) { // if the first connection has failed immediately, the trial has ended
            openConnection(*connection);
        }
    }
}

void DesktopTrial::openConnection(TrialConnection &connection)
{
    Link *link = connection.link.get();
    connect(link, &Link::stateChanged, this, [this](LinkState state) {
        if (state == LinkState::Live && areAllConnectionsLive()) {
            measureNextSetting();
        }
    });
    connect(link, &Link::failed, this, [this](const Failure &reason) {
        endTrial(i18nc("@info %1: a sentence", "The second connection to the host failed. %1", reason.what));
    });
    // A test must not ask the user questions that belong to connecting.
    connect(link, &Link::hostKeyQuestionAsked, this, [this](const HostKeyQuestion &question) {
        endTrial(i18nc("@info %1: a host", "The host key of %1 is not known. Connect again and check the key, then repeat the test.", question.host));
    });
    connect(link, &Link::secretQuestionAsked, this, [this](const SecretQuestion &question) {
        endTrial(i18nc("@info %1: user@host",
                       "The host asks for the password of %1 again, and it is not remembered. Enter it at the next connection, then repeat the test.",
                       question.account));
    });
    connect(link, &Link::sampleTaken, this, [this, &connection](const LinkSample &sample) {
        handleLinkSample(connection, sample);
    });
    link->open();
}

bool DesktopTrial::areAllConnectionsLive() const
{
    return std::ranges::all_of(m_sshConnections, [](const auto &connection) {
        return connection->link->isLive();
    });
}

DesktopTrial::TrialConnection &DesktopTrial::connectionFor(const TrialSetting &setting)
{
    return *m_sshConnections[setting.isCompressed ? 1 : 0];
}

void DesktopTrial::measureNextSetting()
{
    if (m_hasEnded || m_workerConnection) {
        return;
    }
    if (m_hasShownDisplayEnded) {
        endForSingleViewerServer();
        return;
    }
    if (m_remainingSettings.isEmpty()) {
        endTrial({});
        return;
    }
    const TrialSetting setting = m_remainingSettings.constFirst();
    TrialConnection &connection = connectionFor(setting);
    if (setting.isCompressed && !connection.link->facts().sshCompresses) {
        removeSettingsWithCompressionOf(setting); // the host refuses compression, so these settings cannot be measured
        measureNextSetting();
        return;
    }
    if (connection.sample) { // otherwise the first sample follows within a second
        const bool isWarm = m_fullSpeedConnection == &connection;
        runMeasurement(isWarm ? setting : TrialSetting{setting.isCompressed, m_warmUpQuality}, !isWarm);
    }
}

/// Removes the settings with the same compression as @p setting.
void DesktopTrial::removeSettingsWithCompressionOf(const TrialSetting &setting)
{
    m_remainingSettings.removeIf([&setting](const TrialSetting &each) {
        return each.isCompressed == setting.isCompressed;
    });
}

void DesktopTrial::runMeasurement(const TrialSetting &setting, bool isWarmUp)
{
    TrialConnection &connection = connectionFor(setting);
    m_fullSpeedConnection = nullptr;
    m_currentMeasurement = {};
    m_currentMeasurement.sampleBeforeTransfer = *connection.sample;
    m_currentMeasurement.result.setting = setting;
    m_currentMeasurement.isWarmUp = isWarmUp;
    m_desktopLogin = std::make_unique<DesktopLogin>(connection.link.get());
    m_desktopLogin->setServer(*m_desktopSession->address());
    m_byteMeter = std::make_unique<ByteMeter>(maxPayloadWithinNetworkLimit(m_trialLimits.networkBytes) - m_bytesOfEndedMeasurements);
    connect(m_byteMeter.get(), &ByteMeter::byteLimitReached, this, [this] {
        endTrial(
            i18nc("@info %1: a size in megabytes", "The test stopped at its limit of %1 MB.", QString::number(m_trialLimits.networkBytes.count / 1'000'000)));
    });
    m_workerConnection = std::make_unique<WorkerConnection>(connection.link.get(), m_desktopLogin->server(), &m_framebufferStore, &m_watchdog, nullptr);
    m_workerConnection->setStreamRelay([this](UniqueFd end) {
        return m_byteMeter->connectReader(std::move(end));
    });
    connect(m_workerConnection.get(), &WorkerConnection::framebufferCreated, this, [this](const DesktopPicture &picture) {
        m_currentMeasurement.missingRegion = picture.image.rect();
    });
    connect(m_workerConnection.get(), &WorkerConnection::factReceived, this, &DesktopTrial::handleFact);
    connect(m_workerConnection.get(), &WorkerConnection::connectionEnded, this, &DesktopTrial::measurementEnded);
    const Quality quality = m_currentMeasurement.result.setting.quality;
    // The login uses what the shown display has found out about the server, which saves round trips. It assumes nothing else about the server.
    RfbWire::RememberedServer known = m_desktopLogin->serverAssumptions().beginAttempt();
    known.mustSendBeforeServerAsks = false;
    m_workerConnection->start({RfbWire::protocolVersion, quality, true, known});
    m_workerConnection->send(RfbWire::Policy{true, quality, false, false});
    m_workerConnection->send(RfbWire::View{});
}

void DesktopTrial::handleFact(const WorkerFact &fact)
{
    if (m_hasShownDisplayEnded && (std::holds_alternative<RfbWire::Progress>(fact) || std::holds_alternative<ImageDamageFact>(fact))) {
        endForSingleViewerServer(); // the server accepted the test connection and ended the connection of the shown display
        return;
    }
    std::visit(
        [this](const auto &one) {
            applyFact(one);
        },
        fact);
}

void DesktopTrial::applyFact(const RfbWire::Progress &progress)
{
    if (progress.phase == RfbWire::Phase::Security) {
        m_currentMeasurement.isLoggedIn = progress.securityType == 1; // type 1: no password; else logged in after ChallengeAnswer
    } else if (progress.phase == RfbWire::Phase::Initialized) {
        m_currentMeasurement.requestedAt = std::chrono::steady_clock::now();
        if (progress.colorMapped && m_currentMeasurement.result.setting.quality != Quality::Lossless) {
            // There is no JPEG for a color-mapped image, so all qualities would give the same result.
            m_remainingSettings.removeIf([](const TrialSetting &each) {
                return each.quality != Quality::Lossless;
            });
            m_warmUpQuality = Quality::Lossless;
            dropMeasurement();
            measureNextSetting();
        }
    }
}

void DesktopTrial::applyFact(const RfbWire::Challenge &challenge)
{
    m_currentMeasurement.wasPasswordRequested = true;
    m_desktopLogin->setChallenge(challenge);
    const auto secret = m_desktopLogin->savedSecret();
    if (!secret) {
        endTrial(
            i18nc("@info", "The desktop’s server asks for its password again, and it is not remembered. Connect the desktop again, then repeat the test."));
        return;
    }
    const auto answer = answerVncAuth(challenge.bytes, std::string_view(secret->constData(), static_cast<std::size_t>(secret->size())));
    if (!answer) {
        endTrial(i18nc("@info", "This computer’s security policy does not allow VNC passwords."));
        return;
    }
    m_currentMeasurement.isLoggedIn = true;
    m_workerConnection->send(RfbWire::ChallengeAnswer{*answer});
}

void DesktopTrial::applyFact(const ImageDamageFact &damage)
{
    m_workerConnection->reportDamagePainted();
    if (m_currentMeasurement.completedAt) {
        return;
    }
    for (const QRect &rect : damage.rects) {
        m_currentMeasurement.missingRegion -= rect;
    }
    if (m_currentMeasurement.missingRegion.isEmpty() && m_currentMeasurement.requestedAt) {
        m_currentMeasurement.completedAt = std::chrono::steady_clock::now();
        m_currentMeasurement.result.transferTime =
            std::chrono::duration_cast<std::chrono::microseconds>(*m_currentMeasurement.completedAt - *m_currentMeasurement.requestedAt);
        m_currentMeasurement.result.bytesBeforeSsh = m_byteMeter->receivedBytes();
        m_workerConnection->send(RfbWire::View{RfbWire::Visibility::Hidden, false, {}}); // hidden, so that later changes are not sent and measured
        connectionFor(m_currentMeasurement.result.setting)
            .link->checkConnectivity(); // requests a sample immediately: after a second without traffic, TCP starts slowly again
    }
}

void DesktopTrial::applyFact(const RfbWire::Stats &stats)
{
    if (!m_currentMeasurement.completedAt || m_currentMeasurement.hasWorkerStats) {
        return;
    }
    m_currentMeasurement.result.cpuTime += std::chrono::microseconds(stats.decodeMicroseconds);
    m_currentMeasurement.hasWorkerStats = true;
    finishResultIfComplete();
}

void DesktopTrial::handleLinkSample(TrialConnection &connection, const LinkSample &sample)
{
    connection.sample = sample;
    if (m_hasEnded) {
        return;
    }
    if (!m_workerConnection) {
        if (areAllConnectionsLive()) {
            measureNextSetting();
        }
        return;
    }
    if (&connection != &connectionFor(m_currentMeasurement.result.setting) || !m_currentMeasurement.completedAt || m_currentMeasurement.hasSampleAfterCompletion
        || sample.takenAt < *m_currentMeasurement.completedAt) {
        return;
    }
    // The sample may also count data that came after the image. So the network bytes of the image are calculated from its payload and the ratio of
    // network bytes to payload in the sample.
    const LinkSample &before = m_currentMeasurement.sampleBeforeTransfer;
    const auto bytesBeforeSsh = static_cast<double>((sample.totalPayloadBytesReceived - before.totalPayloadBytesReceived).count);
    const auto networkBytes = static_cast<double>((sample.totalWireBytesReceived - before.totalWireBytesReceived).count);
    m_currentMeasurement.result.networkBytes = bytesBeforeSsh > 0
        ? Bytes{static_cast<std::int64_t>(static_cast<double>(m_currentMeasurement.result.bytesBeforeSsh.count) * networkBytes / bytesBeforeSsh)}
        : m_currentMeasurement.result.bytesBeforeSsh;
    m_currentMeasurement.result.cpuTime += sample.connectionThreadCpuTime - before.connectionThreadCpuTime;
    m_currentMeasurement.hasSampleAfterCompletion = true;
    finishResultIfComplete();
}

void DesktopTrial::finishResultIfComplete()
{
    if (!m_currentMeasurement.hasSampleAfterCompletion || !m_currentMeasurement.hasWorkerStats) {
        return;
    }
    m_fullSpeedConnection = &connectionFor(m_currentMeasurement.result.setting);
    m_wasLetIn = true;
    dropMeasurement();
    if (!m_currentMeasurement.isWarmUp) {
        m_results.append(m_currentMeasurement.result);
        m_remainingSettings.removeFirst();
        Q_EMIT rowMeasured();
    }
    measureNextSetting();
}

void DesktopTrial::measurementEnded(const ConnectionEnd &end)
{
    using Code = RfbWire::FailureCode;
    const bool isClosed = end.cause == ConnectionEnd::Cause::ServerEnded || (end.cause == ConnectionEnd::Cause::ServerFailed && end.code == Code::Closed);
    // If no password was requested, the login ended because the server refused a second connection.
    const bool isRefused =
        end.cause == ConnectionEnd::Cause::ServerFailed && end.code == Code::AuthenticationFailed && !m_currentMeasurement.wasPasswordRequested;
    // A server that has let the trial in before has not turned it away now.
    const bool isTurnedAway = !m_wasLetIn && !m_currentMeasurement.requestedAt && ((isClosed && m_currentMeasurement.isLoggedIn) || isRefused);
    // The shown display has reconnected, for which the server closed the test connection: it allows one viewer at a time.
    const bool isOneOfTwo =
        m_hasShownDisplayEnded && m_desktopSession && (m_desktopSession->state() == SessionState::Live || m_desktopSession->state() == SessionState::Opening);
    if (isTurnedAway || isOneOfTwo) {
        endForSingleViewerServer();
        return;
    }
    const QString host = m_linkTarget.spec.host;
    const Failure failure =
        desktopFailure(end, m_desktopSession && m_desktopSession->address() ? desktopNameForUser(*m_desktopSession->address(), host) : host, false);
    endTrial(i18nc("@info %1: a sentence", "The test connection ended. %1", failure.what));
}

/// The shown display has ended: either its server allows one viewer at a time and ended it for the test, or the server crashed, which ends both.
void DesktopTrial::shownDisplayStateChanged()
{
    if (m_hasEnded || !m_desktopSession || m_desktopSession->state() == SessionState::Live) {
        return;
    }
    if (m_hasShownDisplayEnded) {
        return; // the display is already reconnecting
    }
    if (m_workerConnection && m_desktopSession->link()->isLive() && m_results.isEmpty()) {
        m_hasShownDisplayEnded = true;
        QTimer::singleShot(decisionTime, this, &DesktopTrial::endForSingleViewerServer);
        return;
    }
    endTrial(i18nc("@info", "The desktop was disconnected, and the test stopped."));
}

void DesktopTrial::endForSingleViewerServer()
{
    if (!m_hasEnded && m_desktopSession) {
        singleViewerServers().insert(serverIdentity(m_desktopSession));
        endTrial(singleViewerText());
    }
}

void DesktopTrial::dropMeasurement()
{
    if (m_byteMeter) {
        m_bytesOfEndedMeasurements = m_bytesOfEndedMeasurements + m_byteMeter->receivedBytes();
        m_byteMeter->disconnect(this);
        m_byteMeter.release()->deleteLater(); // deleted later: this function may have been called by a signal of the meter
    }
    if (m_workerConnection) {
        m_workerConnection->stop();
        m_workerConnection->disconnect(this);
        m_workerConnection.release()->deleteLater();
    }
}

void DesktopTrial::endTrial(const QString &problem)
{
    if (std::exchange(m_hasEnded, true)) {
        return;
    }
    m_problem = problem;
    m_timeLimitTimer.stop();
    dropMeasurement();
    for (const auto &connection : m_sshConnections) {
        connection->link->disconnect(this);
        connection->link->close(); // closed now, so that the destructor does not have to wait for the threads of the links
    }
    Q_EMIT trialEnded();
}
}
