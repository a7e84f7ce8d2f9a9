// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/sshsession.h"

#include "sessions/common/displaytext.h"
#include "sessions/common/knownhostsfile.h"
#include "sessions/links/channel/bannerparser.h"
#include "sessions/links/config/algorithmadvice.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/facts/tcpinfo.h"

#include <libssh/callbacks.h>

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;
using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
// A server may send lines before it speaks ssh, but endless ones are malicious or a fault; a complete handshake is smaller.
constexpr qint64 chatterLimit = 64 * 1024;

void makeNonBlocking(int fd)
{
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags >= 0 && !(flags & O_NONBLOCK)) {
        ::fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    }
}

/// While this object exists, it reads from libssh's log which algorithms both sides offer. Lines of the usual log levels are still passed to the
/// previous callback. The log settings belong to the thread.
class KexListener
{
public:
    KexListener()
        : m_previousLogLevel(ssh_get_log_level())
        , m_previousLogCallback(ssh_get_log_callback())
        , m_previousLogUserdata(ssh_get_log_userdata())
    {
        ssh_set_log_level(SSH_LOG_FUNCTIONS);
        ssh_set_log_userdata(this);
        ssh_set_log_callback([](int level, const char *function, const char *line, void *self) {
            static_cast<KexListener *>(self)->handleLogLine(level, function, line);
        });
    }
    ~KexListener()
    {
        ssh_set_log_level(m_previousLogLevel);
        ssh_set_log_userdata(m_previousLogUserdata);
        ssh_set_log_callback(m_previousLogCallback);
    }
    Q_DISABLE_COPY_MOVE(KexListener)

    const KexLists &lists() const
    {
        return m_lists;
    }

private:
    void handleLogLine(int level, const char *function, const char *line)
    {
        m_lists.readLogLine(line);
        if (level <= m_previousLogLevel && m_previousLogCallback) {
            m_previousLogCallback(level, function, line, m_previousLogUserdata);
        }
    }

    const int m_previousLogLevel;
    const ssh_logging_callback m_previousLogCallback;
    void *const m_previousLogUserdata;
    KexLists m_lists;
};
}

SshSession::SshSession(LinkControl &control)
    : m_linkControl(control)
    , m_sshHandle(ssh_new())
{
    ssh_set_blocking(handle(), 0);
    ssh_set_counters(handle(), &m_wireCounters, &m_payloadCounters);
}

SshSession::~SshSession()
{
    disconnectAndReadReason();
}

ssh_session SshSession::handle() const
{
    return m_sshHandle.get();
}

int SshSession::fd() const
{
    return m_socketFd.get();
}

const ssh_counter_struct &SshSession::wireCounters() const
{
    return m_wireCounters;
}

const ssh_counter_struct &SshSession::payloadCounters() const
{
    return m_payloadCounters;
}

void SshSession::setDescriptor(UniqueFd fd)
{
    m_socketFd = std::move(fd);
    makeNonBlocking(m_socketFd.get());
    m_linkControl.shutDownFdAtStop(m_socketFd.get());
    // A duplicate, because libssh closes a given descriptor in some of its error paths and not in others.
    const socket_t duplicate = ::fcntl(m_socketFd.get(), F_DUPFD_CLOEXEC, 0);
    ssh_options_set(handle(), SSH_OPTIONS_FD, &duplicate);
}

short SshSession::pollEvents() const
{
    const int flags = ssh_get_poll_flags(handle());
    const short events = static_cast<short>(((flags & SSH_READ_PENDING) ? POLLIN : 0) | ((flags & SSH_WRITE_PENDING) ? POLLOUT : 0));
    return events == 0 ? static_cast<short>(POLLIN) : events;
}

bool SshSession::isAlive() const
{
    return !m_wasPathInterrupted && ssh_is_connected(handle()) && !(ssh_get_status(handle()) & (SSH_CLOSED | SSH_CLOSED_ERROR));
}

bool SshSession::hasUnsentData() const
{
    return ssh_get_status(handle()) & SSH_WRITE_PENDING;
}

SshSession::WaitResult SshSession::wait(Clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd fds[] = {{m_linkControl.wakeFd(), POLLIN, 0}, {m_socketFd.get(), pollEvents(), 0}};
    ::poll(fds, 2, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60000)));
    m_linkControl.clearWakeFd();
    if (m_linkControl.isStopped()) {
        return WaitResult::Stopped;
    }
    detectPathInterruption(fds[0].revents, fds[1].revents);
    processSocketEvents();
    return WaitResult::Ready;
}

void SshSession::detectPathInterruption(short wakeEvents, short socketEvents)
{
    if (socketEvents & POLLERR) {
        // libssh would report this error as text only.
        int error = 0;
        socklen_t size = sizeof error;
        if (::getsockopt(m_socketFd.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0) {
            m_wasPathInterrupted = m_wasPathInterrupted || error == ETIMEDOUT || error == EHOSTUNREACH || error == ENETUNREACH;
        }
    }
    // Something woke the thread, perhaps a command that was sent because the network changed.
    if (wakeEvents && !isLocalAddressPresent()) {
        m_wasPathInterrupted = true;
        ::shutdown(m_socketFd.get(), SHUT_RDWR);
    }
}

bool SshSession::wasPathInterrupted() const
{
    return m_wasPathInterrupted;
}

void SshSession::setTcpTimeout(std::chrono::milliseconds silence)
{
    // Sockets that are not TCP sockets refuse these options. The connection behind such a socket has its own monitoring.
    const auto set = [this](int level, int name, int value) {
        (void)::setsockopt(m_socketFd.get(), level, name, &value, sizeof value);
    };
    const int seconds = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(silence).count());
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, static_cast<int>(silence.count()));
    if (seconds > 0) {
        set(IPPROTO_TCP, TCP_KEEPIDLE, (seconds + 1) / 2);
        set(IPPROTO_TCP, TCP_KEEPINTVL, std::max(1, seconds / 4));
    }
    set(SOL_SOCKET, SO_KEEPALIVE, seconds > 0);
}

void SshSession::processSocketEvents()
{
    if (m_eventContext) {
        ssh_event_dopoll(m_eventContext.get(), 0);
    }
}

void SshSession::peekFirstBytes()
{
    char bytes[512];
    const ssize_t count = ::recv(m_socketFd.get(), bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
    if (count > 0) {
        m_peekedBytes += count;
        if (m_firstBytes.size() < 1024) {
            m_firstBytes.append(bytes, count);
        }
    }
}

std::expected<void, std::optional<Failure>> SshSession::performHandshake(const QString &where, const QStringList &added, std::chrono::seconds limit)
{
    KexListener listener;
    const auto deadline = Clock::now() + limit;
    bool sawSsh = false;
    while (true) {
        if (m_linkControl.isStopped()) {
            return std::unexpected(std::nullopt);
        }
        if (!sawSsh) {
            peekFirstBytes();
            sawSsh = BannerParser::hasSshVersionLine(m_firstBytes);
            if (!sawSsh && m_peekedBytes > chatterLimit) {
                return std::unexpected(LinkFailure::notSsh(where, BannerParser::refusal(m_firstBytes)));
            }
        }
        const int result = ssh_connect(handle());
        // Once connected, libssh makes the descriptor blocking: a full send buffer would then block this thread.
        makeNonBlocking(m_socketFd.get());
        if (result == SSH_OK) {
            break;
        }
        if (result != SSH_AGAIN) {
            const QString text = errorText();
            if (!sawSsh && !m_firstBytes.isEmpty()) {
                return std::unexpected(BannerParser::isPenaltyMessage(m_firstBytes) ? LinkFailure::serverPenalty(where)
                                                                                    : LinkFailure::notSsh(where, BannerParser::refusal(m_firstBytes)));
            }
            // libssh has no error code for this case, only this text.
            if (!text.contains("no match for method"_L1)) {
                return std::unexpected(LinkFailure::hungUpInHandshake(where, text));
            }
            return std::unexpected(listener.lists().isComplete() ? AlgorithmAdvice(listener.lists(), added).failure(where)
                                                                 : LinkFailure::noCommonAlgorithm(where, text));
        }
        if (Clock::now() >= deadline) {
            return std::unexpected(LinkFailure::hostSilent(where, limit));
        }
        wait(deadline);
        if (m_wasPathInterrupted) {
            return std::unexpected(LinkFailure::connectionLost(where));
        }
    }
    m_eventContext.reset(ssh_event_new());
    if (!m_eventContext || ssh_event_add_session(m_eventContext.get(), handle()) != SSH_OK) {
        return std::unexpected(LinkFailure::outOfResources(u"ssh_event"_s));
    }
    return {};
}

HostKey SshSession::hostKey() const
{
    HostKey result;
    ssh_key key = nullptr;
    if (ssh_get_server_publickey(handle(), &key) != SSH_OK) {
        return result;
    }
    char *base64 = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &base64) == SSH_OK) {
        result.base64 = base64;
        ssh_string_free_char(base64);
    }
    result.type = ssh_key_type_to_char(ssh_key_type(key));
    ssh_key_free(key);
    result.fingerprint = KnownHostsFile::fingerprint(result.base64);
    result.shortType = result.type.startsWith("ecdsa") ? u"ECDSA"_s : QString::fromLatin1(result.type).remove("ssh-"_L1).toUpper();
    return result;
}

QByteArray SshSession::serverBanner() const
{
    return ssh_get_serverbanner(handle());
}

QString SshSession::errorText() const
{
    return QString::fromUtf8(ssh_get_error(handle()));
}

QString SshSession::disconnectAndReadReason()
{
    if (!m_socketFd.isValid()) {
        return {};
    }
    m_eventContext.reset();
    const socket_t left = ssh_get_fd(handle());
    ssh_disconnect(handle());
    // ssh_disconnect() may have failed and closed the descriptor, whose number may be reused by now: check which file
    // it refers to.
    struct stat ownFdStatus{};
    struct stat libsshFdStatus{};
    if (left >= 0 && ::fstat(m_socketFd.get(), &ownFdStatus) == 0 && ::fstat(left, &libsshFdStatus) == 0 && ownFdStatus.st_ino == libsshFdStatus.st_ino
        && ownFdStatus.st_dev == libsshFdStatus.st_dev) {
        ::close(left);
    }
    m_socketFd.reset();
    const char *message = ssh_get_disconnect_message(handle());
    return message ? displayText(QByteArrayView(message)) : QString();
}

std::optional<std::chrono::microseconds> SshSession::tcpRoundTrip() const
{
    return TcpInfo::roundTripOf(m_socketFd.get());
}

void SshSession::setHoldsPartialSegments(bool holds)
{
    const int value = holds;
    (void)::setsockopt(m_socketFd.get(), IPPROTO_TCP, TCP_CORK, &value, sizeof value);
}

bool SshSession::isLocalAddressPresent() const
{
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    if (::getsockname(m_socketFd.get(), reinterpret_cast<sockaddr *>(&own), &size) != 0) {
        return true;
    }
    if (own.ss_family == AF_INET) {
        reinterpret_cast<sockaddr_in *>(&own)->sin_port = 0;
    } else if (own.ss_family == AF_INET6) {
        reinterpret_cast<sockaddr_in6 *>(&own)->sin6_port = 0;
    } else {
        return true;
    }
    // bind() succeeds only for an address of this computer.
    const UniqueFd probe(::socket(own.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return !probe.isValid() || ::bind(probe.get(), reinterpret_cast<const sockaddr *>(&own), size) == 0 || errno != EADDRNOTAVAIL;
}
}
