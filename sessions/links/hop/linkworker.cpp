// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkworker.h"

#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"
#include "sessions/links/channel/compressionchooser.h"
#include "sessions/links/channel/livesession.h"
#include "sessions/links/channel/sessionsetup.h"
#include "sessions/links/config/matchcommands.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/login/hostkeycheck.h"
#include "sessions/links/login/login.h"
#include "sessions/links/path/attemptlimiter.h"
#include "sessions/links/path/tcpconnector.h"

#include <QDir>

#include <libssh/callbacks.h>

#include <poll.h>
#include <pwd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
// Four round trips at most: 4 s on the longest known path; the rest is for a host that is busy.
constexpr auto handshakeLimit = 30s;
// Before the login, an interrupted path is not waited for: nothing is lost with the connection, and the next attempt
// uses the new path.
constexpr std::chrono::milliseconds minTcpTimeoutBeforeLogin = 10s;

QString localUserName()
{
    passwd account{};
    passwd *found = nullptr;
    char buffer[4096];
    return ::getpwuid_r(::geteuid(), &account, buffer, sizeof buffer, &found) == 0 && found ? QString::fromLocal8Bit(found->pw_name) : QString();
}

std::chrono::milliseconds elapsedSince(Clock::time_point moment)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - moment);
}
}

LinkWorker::LinkWorker(const LinkTarget &target,
                       const LinkAttemptOptions &attemptOptions,
                       std::shared_ptr<LinkControl> control,
                       std::shared_ptr<LinkEventPoster> eventPoster,
                       std::shared_ptr<LinkSecrets> linkSecrets)
    : m_linkTarget(target)
    , m_linkControl(std::move(control))
    , m_eventPoster(std::move(eventPoster))
    , m_linkSecrets(std::move(linkSecrets))
    , m_prompter(*m_linkControl, *m_eventPoster, m_linkSecrets->nightSecrets(), attemptOptions)
{
}

void LinkWorker::run()
{
    // libssh keeps log level and log callback per thread. SSH_LOG_PROTOCOL logs steps and algorithms, but no contents.
    ssh_set_log_level(LogLink().isDebugEnabled() ? SSH_LOG_PROTOCOL : SSH_LOG_NOLOG);
    ssh_set_log_callback([](int, const char *function, const char *line, void *) {
        qCDebug(LogLink, "libssh %s: %s", function, line);
    });
    const Result result = runAttempt();
    std::optional<Failure> reason = result ? std::nullopt : result.error();
    if (reason && m_prompter.hadForbiddenQuestion()) {
        reason = LinkFailure::personNeeded(m_linkPlan.destinationText());
        m_eventPoster->post(UserAnswerNeeded{});
    }
    m_eventPoster->post(LinkThreadEnded{reason});
}

void LinkWorker::readSshConfig()
{
    const QString home = QDir::homePath();
    const QString user = localUserName();
    MatchExecCommands commands(*m_linkControl);
    const SshHostConfig config = SshHostConfig::read({m_linkTarget.spec.host, m_linkTarget.spec.user, m_linkTarget.spec.port, user},
                                                     {home + u"/.ssh/config"_s, SshHostConfig::systemConfigFilePath.toString()},
                                                     SshHostConfig::fileSystemFinder(home),
                                                     [&commands](const QString &command) {
                                                         return commands.run(command);
                                                     });
    m_linkPlan = LinkPlan::make(m_linkTarget.spec, config, home, user);
    m_notesForUser = m_linkPlan.notes;
    // The name under which known_hosts has the host's key; it identifies the host whatever route is used.
    const QString host = m_linkPlan.hostKeyAlias.isEmpty() ? m_linkPlan.host : m_linkPlan.hostKeyAlias;
    m_linkSecrets->setAccount(m_linkPlan.user + u'@' + host + u':' + QString::number(m_linkPlan.port));
}

LinkWorker::Result LinkWorker::runAttempt()
{
    readSshConfig();
    if (m_linkPlan.refusal) {
        return std::unexpected(m_linkPlan.refusal);
    }
    SshSession session(*m_linkControl);
    if (!session.handle()) {
        return std::unexpected(LinkFailure::outOfResources(u"libssh"_s));
    }
    Result result = logIn(session);
    if (!result && result.error() && session.wasPathInterrupted()) {
        // The path was interrupted, so the failure of the login step is not a refusal by the host.
        Failure lost = LinkFailure::connectionLost(m_linkPlan.destinationText());
        lost.hasPeerAnswered = false;
        return std::unexpected(lost);
    }
    return result;
}

LinkWorker::Result LinkWorker::logIn(SshSession &session)
{
    if (const Result reached = reachHost(session); !reached) {
        return reached;
    }
    if (!m_linkControl->recordPeerReached()) {
        return std::unexpected(std::nullopt);
    }

    session.setTcpTimeout(std::max(minTcpTimeoutBeforeLogin, std::chrono::ceil<std::chrono::milliseconds>(10 * m_pathRoundTrip.value_or(0us))));
    m_eventPoster->post(LinkState::CheckingHost);
    const auto handshake = Clock::now();
    Login login(m_linkPlan, *m_linkSecrets, *m_linkControl, session, m_prompter);
    HostKeyCheck check(m_linkPlan, m_linkSecrets->nightSecrets());
    if (const Result read = check.readKnownHosts(); !read) {
        return read;
    }
    m_hasRequestedCompression = usesCompression(m_linkTarget.spec.compression, m_linkTarget.carriesPrograms, m_pathRoundTrip);
    setSessionOptions(session, m_linkPlan, check.knownHostKeyTypes(), m_hasRequestedCompression);
    if (const Result connected = session.performHandshake(m_linkPlan.destinationText(), m_linkPlan.addedAlgorithms, handshakeLimit); !connected) {
        return m_proxyConnection && connected.error() ? Result(std::unexpected(m_proxyConnection->explainFailure(*connected.error()))) : connected;
    }
    if (const Result known = check.checkHostKey(session, m_prompter); !known) {
        return known;
    }
    m_eventPoster->post(StepTiming{StartStep::HostKey, elapsedSince(handshake)});

    m_eventPoster->post(LinkState::LoggingIn);
    const auto begun = Clock::now();
    if (const Result in = login.run(); !in) {
        return in;
    }
    m_notesForUser << check.notesForUser() << login.notesForUser();
    m_eventPoster->post(StepTiming{StartStep::Login, elapsedSince(begun)});
    if (m_linkControl->isFinishing()) {
        session.disconnectAndReadReason();
        return std::unexpected(std::nullopt);
    }
    return runLiveSession(session, session.hostKey());
}

LinkWorker::Result LinkWorker::reachHost(SshSession &session)
{
    if (!m_linkPlan.proxyCommand.isEmpty()) {
        return reachHostByProxyCommand(session);
    }
    return m_linkPlan.jumpHosts.isEmpty() ? reachHostDirectly(session) : reachHostThroughHop(session);
}

LinkWorker::Result LinkWorker::reachHostByProxyCommand(SshSession &session)
{
    m_eventPoster->post(LinkState::Connecting);
    if (const Result turn = awaitReservedAttemptTime(m_linkPlan.proxyCommand); !turn) {
        return turn;
    }
    auto proxy = ProxyConnection::start(m_linkPlan.proxyCommand, m_linkPlan.destinationText());
    if (!proxy) {
        return std::unexpected(proxy.error());
    }
    m_proxyConnection = std::move(*proxy);
    m_eventPoster->post(StepTiming{StartStep::Resolving, 0ms}); // the ProxyCommand looks up the name and connects
    m_eventPoster->post(StepTiming{StartStep::Tcp, 0ms});
    session.setDescriptor(m_proxyConnection->takeConnectionFd());
    return {};
}

LinkWorker::Result LinkWorker::awaitReservedAttemptTime(const QString &place)
{
    const auto turn = AttemptLimiter::instance().reserveAttemptTime(place, Clock::now());
    while (Clock::now() < turn) {
        if (m_linkControl->isStopped()) {
            return std::unexpected(std::nullopt);
        }
        pollfd wake{m_linkControl->wakeFd(), POLLIN, 0};
        ::poll(&wake, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(turn - Clock::now()).count()));
        m_linkControl->clearWakeFd();
    }
    return {};
}

LinkWorker::Result LinkWorker::reachHostDirectly(SshSession &session)
{
    m_eventPoster->post(LinkState::Resolving);
    TcpConnector connector(*m_linkControl);
    auto connection = connector.connect(m_linkPlan.host, m_linkPlan.port, m_linkPlan.addressFamily, m_linkPlan.destinationText(), [this] {
        m_eventPoster->post(LinkState::Connecting);
    });
    if (!connection) {
        return std::unexpected(connection.error());
    }
    m_eventPoster->post(StepTiming{StartStep::Resolving, connection->resolveDuration});
    m_eventPoster->post(StepTiming{StartStep::Tcp, connection->connectDuration});
    m_hostAddress = connection->address;
    m_notesForUser << connection->notes;
    session.setDescriptor(std::move(connection->fd));
    m_pathRoundTrip = session.tcpRoundTrip();
    return {};
}

LinkWorker::Result LinkWorker::reachHostThroughHop(SshSession &session)
{
    m_eventPoster->post(LinkState::Connecting);
    const auto begun = Clock::now();
    m_eventPoster->post(HopRequest{m_linkPlan.jumpHosts, m_linkPlan.host, m_linkPlan.port});
    while (!m_linkControl->isStopped()) {
        while (auto command = m_linkControl->takeCommand()) {
            if (auto *ready = std::get_if<HopReadyCommand>(&*command)) {
                m_eventPoster->post(StepTiming{StartStep::Resolving, 0ms}); // the hop looks up the name
                m_eventPoster->post(StepTiming{StartStep::Tcp, elapsedSince(begun)});
                m_hostAddress = ready->hopAddress;
                session.setDescriptor(std::move(*ready->streamToHost));
                return {};
            }
            if (const auto *failed = std::get_if<HopFailedCommand>(&*command)) {
                return std::unexpected(failed->failure);
            }
        }
        pollfd wake{m_linkControl->wakeFd(), POLLIN, 0};
        ::poll(&wake, 1, 60000);
        m_linkControl->clearWakeFd();
    }
    return std::unexpected(std::nullopt);
}

LinkWorker::Result LinkWorker::runLiveSession(SshSession &session, const HostKey &key)
{
    session.setTcpTimeout(0ms); // from now on silence does not end the session: the path may come back
    LiveSession live(*m_linkControl, *m_eventPoster, session, m_linkPlan.destinationText());
    m_eventPoster->post(LinkFacts{.account = m_linkPlan.account(),
                                  .port = m_linkPlan.port,
                                  .address = m_hostAddress,
                                  .serverBanner = displayText(session.serverBanner()),
                                  .cipher = QString::fromUtf8(ssh_get_cipher_in(session.handle())),
                                  .hostKeyFingerprint = key.fingerprint,
                                  .sshCompresses = m_hasRequestedCompression && live.detectCompression(),
                                  .notes = m_notesForUser});
    return std::unexpected(live.run());
}
}
