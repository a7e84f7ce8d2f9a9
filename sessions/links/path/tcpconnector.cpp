// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/tcpconnector.h"

#include "sessions/links/facts/linkfailure.h"
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

Failure failureFor(const ConnectSchedule::Verdict &verdict, const QString &where)
{
    switch (verdict.error) {
    case ECONNREFUSED:
        return LinkFailure::refused(where);
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case EHOSTDOWN:
    case EADDRNOTAVAIL:
        return LinkFailure::noRoute(where);
    case ETIMEDOUT:
        return LinkFailure::connectTimeout(where, std::max(std::chrono::duration_cast<std::chrono::seconds>(verdict.waitDuration), 1s));
    default:
        return LinkFailure::connectError(where, QString::fromLocal8Bit(std::strerror(verdict.error)), verdict.error == ECONNRESET);
    }
}

std::optional<std::chrono::microseconds> roundTrip(int fd)
{
    tcp_info info{};
    socklen_t size = sizeof info;
    if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || info.tcpi_rtt == 0) {
        return std::nullopt;
    }
    return std::chrono::microseconds(info.tcpi_rtt);
}

/// Replaces BBR as the congestion control of a connection. Every 10 s BBR sends only four packets per round trip, for
/// 200 ms or a round trip, to measure the path. The console sends keys and requests for images, which are more than
/// four packets per round trip from 150 ms on, and no bulk data that would benefit from BBR.
void leaveBbr(int fd)
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
struct TcpConnector::Names {
    QString host;
    quint16 port = 0;
    AddressFamily family = AddressFamily::Any;
    std::vector<SocketAddress> before; ///< addresses of the last connection to this host
    std::shared_ptr<NameLookup> lookup; ///< the running look-up
    Time begun;
    std::optional<Time> known;
    std::optional<Time> answeredAt;
    std::vector<SocketAddress> addresses;
    QString note;

    void use(const std::vector<SocketAddress> &found, ConnectSchedule &plan, Time now)
    {
        if (addresses != found) {
            addresses = found;
            plan.setAddresses(interleaved(found));
        }
        known = known.value_or(now);
    }
    void useBefore(ConnectSchedule &plan, Time now)
    {
        use(before, plan, now);
        note = i18nc("@info note of a connection: a host's name and address",
                     "The name “%1” could not be looked up. Nightdesk used the address of the last connection, %2.",
                     host,
                     before.front().numericHost());
    }
};

TcpConnector::TcpConnector(LinkControl &control, Pace pace)
    : m_linkControl(control)
    , m_attemptPace(pace)
{
}

void TcpConnector::setResolver(const Resolver &resolver)
{
    NameLookup::setResolver(resolver);
}

std::expected<TcpConnection, std::optional<Failure>>
TcpConnector::connect(const QString &host, quint16 port, AddressFamily family, const QString &where, const std::function<void()> &connecting)
{
    const QString place = host + u':' + QString::number(port);
    const auto begun = Clock::now();
    Names names{host, port, family, PlaceCache::instance().addresses(place, family), NameLookup::begin(host, port, family), begun, {}, {}, {}, {}};
    const bool inTurn = m_attemptPace == Pace::InTurn;
    ConnectSchedule plan(inTurn ? ConnectSchedule::RoundMode::OneASecond : ConnectSchedule::RoundMode::One,
                         ConnectSchedule::limit(inTurn ? PlaceCache::instance().roundTrip(place) : std::nullopt));
    while (!m_linkControl.isStopped()) {
        const auto now = Clock::now();
        const bool wasKnown = names.known.has_value();
        if (const auto failure = lookUpName(names, plan, now)) {
            return std::unexpected(failure);
        }
        if (!wasKnown && names.known) {
            connecting();
        }
        startDueAttempts(plan, place, now);
        if (const auto verdict = plan.verdict(now)) {
            if (inTurn && verdict->error == ETIMEDOUT) {
                PlaceCache::instance().recordSilence(place);
            }
            return std::unexpected(failureFor(*verdict, where));
        }
        wait(names, plan, now);
        if (auto attempt = takeAnsweredAttempt(plan)) {
            const int on = 1;
            ::setsockopt(attempt->fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            leaveBbr(attempt->fd.get());
            std::vector<SocketAddress> good = names.addresses;
            std::erase(good, attempt->scheduledAttempt.address);
            good.insert(good.begin(), attempt->scheduledAttempt.address);
            PlaceCache::instance().rememberAddresses(place, good);
            if (const auto measured = roundTrip(attempt->fd.get())) {
                PlaceCache::instance().recordRoundTrip(place, *measured);
            }
            // The other attempts were not answered yet. If they are closed now, no server counts them.
            m_openAttempts.clear();
            using std::chrono::duration_cast;
            using std::chrono::milliseconds;
            return TcpConnection{std::move(attempt->fd),
                                 attempt->scheduledAttempt.address.numericHost(),
                                 duration_cast<milliseconds>(*names.known - begun),
                                 duration_cast<milliseconds>(Clock::now() - *names.known),
                                 names.note.isEmpty() ? QStringList() : QStringList{names.note}};
        }
    }
    return std::unexpected(std::nullopt);
}

std::optional<Failure> TcpConnector::lookUpName(Names &names, ConnectSchedule &plan, Time now)
{
    if (!names.lookup) {
        if (names.answeredAt && now >= *names.answeredAt + lookUpAgain) {
            names.lookup = NameLookup::begin(names.host, names.port, names.family);
        }
        return std::nullopt;
    }
    if (const auto answer = names.lookup->answer()) {
        names.lookup.reset();
        names.answeredAt = now;
        if (answer->hasAddresses()) {
            names.note.clear();
            names.use(answer->addresses, plan, now);
        } else if (!names.known && !names.before.empty()) {
            names.useBefore(plan, now);
        } else if (!names.known) {
            return answer->isNoSuchName() ? LinkFailure::nameNotFound(names.host) : LinkFailure::nameServerSilent(names.host);
        }
        return std::nullopt;
    }
    // The wait counts from the start of the look-up, which may have begun earlier: for another caller, or for this
    // connector's previous attempt.
    if (!names.known && !names.before.empty() && now >= names.lookup->begunAt() + resolverPatience) {
        names.useBefore(plan, now);
    } else if (!names.known && now >= names.begun + resolverLimit) {
        return LinkFailure::nameServerSilent(names.host);
    }
    return std::nullopt;
}

void TcpConnector::startDueAttempts(ConnectSchedule &plan, const QString &place, Time now)
{
    if (!m_reservedRoundTime && plan.isRoundDue(now)) {
        m_reservedRoundTime = m_attemptPace == Pace::InTurn ? AttemptLimiter::instance().reserveAttemptTime(place, now) : now;
    }
    if (m_reservedRoundTime && now >= *m_reservedRoundTime) {
        m_reservedRoundTime.reset();
        // Pace::WithoutTurns takes no turn: any number of desktops may connect to one server at the same time.
        m_unansweredRoundGuard = m_attemptPace == Pace::InTurn ? AttemptLimiter::instance().beginAttempt(place) : std::make_shared<int>();
        if (m_unansweredRoundGuard) {
            plan.beginRound(now);
        } else {
            m_reservedRoundTime = AttemptLimiter::instance().reserveAttemptTime(place, now);
        }
    }
    while (const auto next = plan.next(now)) {
        UniqueFd fd(::socket(next->address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!fd.isValid()
            || (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&next->address.storage), next->address.size) != 0 && errno != EINPROGRESS)) {
            plan.recordFailure(next->id, errno, now);
        } else {
            m_openAttempts.push_back({std::move(fd), *next, m_unansweredRoundGuard});
        }
    }
    if (!plan.hasUntriedAddresses()) {
        m_unansweredRoundGuard.reset();
    }
}

void TcpConnector::wait(const Names &names, const ConnectSchedule &plan, Time now)
{
    std::vector<pollfd> fds{{m_linkControl.wakeFd(), POLLIN, 0}, {names.lookup ? names.lookup->readyFd() : -1, POLLIN, 0}};
    auto until = m_reservedRoundTime ? *m_reservedRoundTime : plan.nextCheckAt();
    if (!names.known) {
        until = names.before.empty() ? names.begun + resolverLimit : names.lookup->begunAt() + resolverPatience;
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
