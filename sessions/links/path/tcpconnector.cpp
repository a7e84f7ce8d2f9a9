// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/tcpconnector.h"

#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/facts/tcpinfo.h"
#include "sessions/links/path/attemptlimiter.h"
#include "sessions/links/path/placecache.h"

#include <KLocalizedString>

#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
// Time limit of a look-up: the system's resolver waits 5 s per try, two tries, for each server.
constexpr auto resolverLimit = 30s;
/// After this time without an answer the addresses of the last connection are used: a name server usually answers within one or two round trips.
constexpr auto resolverPatience = 2s;
constexpr auto lookUpAgain = 5s;

int millisecondsUntil(Clock::time_point moment, Clock::time_point now)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::min<Clock::duration>(moment - now, 60s));
    return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

Failure failureFor(const ConnectSchedule::ConnectFailure &connectFailure, const QString &where)
{
    switch (connectFailure.error) {
    case ECONNREFUSED:
        return LinkFailure::connectionRefused(where);
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case EHOSTDOWN:
    case EADDRNOTAVAIL:
        return LinkFailure::noRoute(where);
    case ETIMEDOUT:
        return LinkFailure::connectTimeout(where, std::max(std::chrono::duration_cast<std::chrono::seconds>(connectFailure.waitDuration), 1s));
    default:
        return LinkFailure::connectError(where, QString::fromLocal8Bit(std::strerror(connectFailure.error)), connectFailure.error == ECONNRESET);
    }
}

/// Replaces BBR as the congestion control of a connection. Every 10 s BBR sends only four packets per round trip, for
/// 200 ms or a round trip, to measure the path. The console sends keys and requests for images, which are more than
/// four packets per round trip from 150 ms on, and no bulk data that would benefit from BBR.
void replaceBbrCongestionControl(int fd)
{
    char name[16]{}; // buffer of the size TCP_CA_NAME_MAX
    socklen_t size = sizeof name - 1;
    if (::getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &size) != 0 || std::strncmp(name, "bbr", 3) != 0) {
        return;
    }
    for (const char *other : {"cubic", "reno"}) { // not every host allows cubic to all users; every host has reno
        if (::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, other, static_cast<socklen_t>(std::strlen(other))) == 0) {
            return;
        }
    }
}
}

/// The known addresses of the host while a connection is being made.
struct TcpConnector::HostAddresses {
    QString host;
    quint16 port = 0;
    AddressFamily family = AddressFamily::Any;
    std::vector<SocketAddress> lastConnectionAddresses; ///< addresses of the last connection to this host
    std::shared_ptr<NameLookup> lookup; ///< the running look-up
    Time connectionStartedAt; ///< when this connection began
    std::optional<Time> firstAddressesKnownAt = {}; ///< when the first addresses were known
    std::optional<Time> lookupEndedAt = {}; ///< when the last look-up ended
    std::vector<SocketAddress> addresses = {};
    QString noteForUser = {};

    void useAddresses(const std::vector<SocketAddress> &found, ConnectSchedule &plan, Time now)
    {
        if (addresses != found) {
            addresses = found;
            plan.setAddresses(alternateFamilies(found));
        }
        firstAddressesKnownAt = firstAddressesKnownAt.value_or(now);
    }
    void useLastConnectionAddresses(ConnectSchedule &plan, Time now)
    {
        useAddresses(lastConnectionAddresses, plan, now);
        noteForUser = i18nc("@info note of a connection: a host's name and address",
                            "The name “%1” could not be looked up. Nightdesk used the address of the last connection, %2.",
                            host,
                            lastConnectionAddresses.front().numericHost());
    }
};

TcpConnector::TcpConnector(LinkControl &control, Pace pace)
    : m_linkControl(control)
    , m_attemptPace(pace)
{
}

std::expected<TcpConnection, std::optional<Failure>>
TcpConnector::connect(const QString &host, quint16 port, AddressFamily family, const QString &where, const std::function<void()> &reportConnecting)
{
    const QString place = host + u':' + QString::number(port);
    const auto begun = Clock::now();
    HostAddresses hostAddresses{host, port, family, HostAddressCache::instance().addresses(place, family), NameLookup::startOrJoin(host, port, family), begun};
    const bool isRateLimited = m_attemptPace == Pace::RateLimited;
    ConnectSchedule plan(isRateLimited ? ConnectSchedule::RoundMode::OneRoundPerSecond : ConnectSchedule::RoundMode::SingleRound,
                         ConnectSchedule::attemptTimeoutFor(isRateLimited ? HostAddressCache::instance().roundTrip(place) : std::nullopt));
    while (!m_linkControl.isStopped()) {
        const auto now = Clock::now();
        const bool wasKnown = hostAddresses.firstAddressesKnownAt.has_value();
        if (const auto failure = lookUpName(hostAddresses, plan, now)) {
            return std::unexpected(failure);
        }
        if (!wasKnown && hostAddresses.firstAddressesKnownAt) {
            reportConnecting();
        }
        startDueAttempts(plan, place, now);
        if (const auto connectFailure = plan.connectFailure(now)) {
            if (isRateLimited && connectFailure->error == ETIMEDOUT) {
                HostAddressCache::instance().recordHostNotAnswering(place);
            }
            return std::unexpected(failureFor(*connectFailure, where));
        }
        wait(hostAddresses, plan, now);
        if (auto attempt = takeAnsweredAttempt(plan)) {
            const int on = 1;
            ::setsockopt(attempt->fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            replaceBbrCongestionControl(attempt->fd.get());
            std::vector<SocketAddress> good = hostAddresses.addresses;
            std::erase(good, attempt->scheduledAttempt.address);
            good.insert(good.begin(), attempt->scheduledAttempt.address);
            HostAddressCache::instance().rememberAddresses(place, good);
            if (const auto measured = TcpInfo::roundTripOf(attempt->fd.get())) {
                HostAddressCache::instance().recordRoundTrip(place, *measured);
            }
            // The host has not answered the other attempts yet. If their sockets are closed now, its sshd does not count them as connections.
            m_openAttempts.clear();
            using std::chrono::duration_cast;
            using std::chrono::milliseconds;
            return TcpConnection{std::move(attempt->fd),
                                 attempt->scheduledAttempt.address.numericHost(),
                                 duration_cast<milliseconds>(*hostAddresses.firstAddressesKnownAt - begun),
                                 duration_cast<milliseconds>(Clock::now() - *hostAddresses.firstAddressesKnownAt),
                                 hostAddresses.noteForUser.isEmpty() ? QStringList() : QStringList{hostAddresses.noteForUser}};
        }
    }
    return std::unexpected(std::nullopt);
}

std::optional<Failure> TcpConnector::lookUpName(HostAddresses &hostAddresses, ConnectSchedule &plan, Time now)
{
    if (!hostAddresses.lookup) {
        if (hostAddresses.lookupEndedAt && now >= *hostAddresses.lookupEndedAt + lookUpAgain) {
            hostAddresses.lookup = NameLookup::startOrJoin(hostAddresses.host, hostAddresses.port, hostAddresses.family);
        }
        return std::nullopt;
    }
    if (const auto answer = hostAddresses.lookup->answer()) {
        hostAddresses.lookup.reset();
        hostAddresses.lookupEndedAt = now;
        if (answer->hasAddresses()) {
            hostAddresses.noteForUser.clear();
            hostAddresses.useAddresses(answer->addresses, plan, now);
        } else if (!hostAddresses.firstAddressesKnownAt && !hostAddresses.lastConnectionAddresses.empty()) {
            hostAddresses.useLastConnectionAddresses(plan, now);
        } else if (!hostAddresses.firstAddressesKnownAt) {
            return answer->isNoSuchName() ? LinkFailure::nameNotFound(hostAddresses.host) : LinkFailure::nameServerSilent(hostAddresses.host);
        }
        return std::nullopt;
    }
    // The wait counts from the start of the look-up, which may have begun earlier: for another caller, or for this
    // connector's previous attempt.
    if (!hostAddresses.firstAddressesKnownAt && !hostAddresses.lastConnectionAddresses.empty() && now >= hostAddresses.lookup->begunAt() + resolverPatience) {
        hostAddresses.useLastConnectionAddresses(plan, now);
    } else if (!hostAddresses.firstAddressesKnownAt && now >= hostAddresses.connectionStartedAt + resolverLimit) {
        return LinkFailure::nameServerSilent(hostAddresses.host);
    }
    return std::nullopt;
}

void TcpConnector::startDueAttempts(ConnectSchedule &plan, const QString &place, Time now)
{
    if (!m_nextRoundStartsAt && plan.isRoundDue(now)) {
        m_nextRoundStartsAt = m_attemptPace == Pace::RateLimited ? AttemptLimiter::instance().reserveAttemptTime(place, now) : now;
    }
    if (m_nextRoundStartsAt && now >= *m_nextRoundStartsAt) {
        m_nextRoundStartsAt.reset();
        // With Pace::Unlimited, AttemptLimiter is not used: any number of desktops may connect to one server at the same time.
        m_unansweredAttemptToken = m_attemptPace == Pace::RateLimited ? AttemptLimiter::instance().beginAttempt(place) : std::make_shared<int>();
        if (m_unansweredAttemptToken) {
            plan.beginRound(now);
        } else {
            m_nextRoundStartsAt = AttemptLimiter::instance().reserveAttemptTime(place, now);
        }
    }
    while (const auto next = plan.nextDueAttempt(now)) {
        UniqueFd fd(::socket(next->address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!fd.isValid()
            || (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&next->address.storage), next->address.size) != 0 && errno != EINPROGRESS)) {
            plan.recordFailure(next->id, errno, now);
        } else {
            m_openAttempts.push_back({std::move(fd), *next, m_unansweredAttemptToken});
        }
    }
    if (!plan.hasUntriedAddresses()) {
        m_unansweredAttemptToken.reset();
    }
}

void TcpConnector::wait(const HostAddresses &hostAddresses, const ConnectSchedule &plan, Time now)
{
    std::vector<pollfd> fds{{m_linkControl.wakeFd(), POLLIN, 0}, {hostAddresses.lookup ? hostAddresses.lookup->readyFd() : -1, POLLIN, 0}};
    auto until = m_nextRoundStartsAt ? *m_nextRoundStartsAt : plan.nextCheckAt();
    if (!hostAddresses.firstAddressesKnownAt) {
        until = hostAddresses.lastConnectionAddresses.empty() ? hostAddresses.connectionStartedAt + resolverLimit
                                                              : hostAddresses.lookup->begunAt() + resolverPatience;
    }
    for (const Attempt &attempt : m_openAttempts) {
        fds.push_back({attempt.fd.get(), POLLOUT, 0});
        until = std::min(until, attempt.scheduledAttempt.abandonAt);
    }
    ::poll(fds.data(), fds.size(), millisecondsUntil(until, now));
    m_linkControl.clearWakeFd();
}

std::optional<TcpConnector::Attempt> TcpConnector::takeAnsweredAttempt(ConnectSchedule &plan)
{
    const auto now = Clock::now();
    for (std::size_t i = 0; i < m_openAttempts.size();) {
        Attempt &attempt = m_openAttempts[i];
        pollfd ready{attempt.fd.get(), POLLOUT, 0};
        int error = 0;
        if (::poll(&ready, 1, 0) > 0) {
            socklen_t size = sizeof error;
            ::getsockopt(attempt.fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
            if (error == 0) {
                Attempt winner = std::move(attempt);
                m_openAttempts.erase(m_openAttempts.begin() + static_cast<std::ptrdiff_t>(i));
                return winner;
            }
        } else if (now >= attempt.scheduledAttempt.abandonAt) {
            error = ETIMEDOUT;
        } else {
            ++i;
            continue;
        }
        plan.recordFailure(attempt.scheduledAttempt.id, error, now);
        m_openAttempts.erase(m_openAttempts.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return std::nullopt;
}
}
