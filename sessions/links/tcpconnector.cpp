// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/tcpconnector.h"

#include "sessions/links/linkfailure.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
constexpr auto addressLimit = 10s;
constexpr auto stagger = 250ms;
// The resolver's own default is 5 s a try, two tries, for each server.
constexpr auto resolverLimit = 30s;

int systemResolver(const QByteArray &host, const QByteArray &port, AddressFamily family, std::vector<SocketAddress> &addresses)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV;
    hints.ai_family = family == AddressFamily::Inet ? AF_INET : family == AddressFamily::Inet6 ? AF_INET6 : AF_UNSPEC;
    addrinfo *found = nullptr;
    int code = ::getaddrinfo(host.constData(), port.constData(), &hints, &found);
    if (code == EAI_NONAME || code == EAI_ADDRFAMILY || code == EAI_NODATA) {
        // AI_ADDRCONFIG hides even loopback addresses on a machine that has no other interface up.
        hints.ai_flags = AI_NUMERICSERV;
        code = ::getaddrinfo(host.constData(), port.constData(), &hints, &found);
    }
    for (const addrinfo *entry = found; code == 0 && entry; entry = entry->ai_next) {
        SocketAddress address;
        std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
        address.size = entry->ai_addrlen;
        addresses.push_back(address);
    }
    if (found) {
        ::freeaddrinfo(found);
    }
    return code;
}

std::mutex resolverMutex;
TcpConnector::Resolver &resolverSlot()
{
    static TcpConnector::Resolver resolver;
    return resolver;
}

/// What the resolver's thread and the link's thread have in common; whichever ends last frees it.
struct Lookup {
    std::mutex mutex;
    bool done = false;
    int code = 0;
    std::vector<SocketAddress> addresses;
    UniqueFd ready{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

QString numeric(const SocketAddress &address)
{
    char host[NI_MAXHOST] = {};
    ::getnameinfo(reinterpret_cast<const sockaddr *>(&address.storage), address.size, host, sizeof host, nullptr, 0, NI_NUMERICHOST);
    return QString::fromLatin1(host);
}

/// IPv6 and IPv4 in turn, each in the resolver's order (RFC 8305 section 4).
std::vector<SocketAddress> interleaved(const std::vector<SocketAddress> &addresses)
{
    std::vector<SocketAddress> first;
    std::vector<SocketAddress> second;
    for (const SocketAddress &address : addresses) {
        (address.storage.ss_family == addresses.front().storage.ss_family ? first : second).push_back(address);
    }
    std::vector<SocketAddress> result;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
        if (i < first.size()) {
            result.push_back(first[i]);
        }
        if (i < second.size()) {
            result.push_back(second[i]);
        }
    }
    return result;
}

struct Attempt {
    UniqueFd fd;
    SocketAddress address;
    Clock::time_point deadline;
};

int millisecondsUntil(Clock::time_point moment)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60000));
}

Failure failureFor(int error, const QString &where)
{
    switch (error) {
    case ECONNREFUSED:
        return LinkFailure::refused(where);
    case ENETUNREACH:
    case EHOSTUNREACH:
    case EADDRNOTAVAIL:
        return LinkFailure::noRoute(where);
    case ETIMEDOUT:
        return LinkFailure::connectTimeout(where, addressLimit);
    default:
        return LinkFailure::connectError(where, QString::fromLocal8Bit(std::strerror(error)));
    }
}
}

TcpConnector::TcpConnector(LinkControl &control)
    : m_control(control)
{
}

void TcpConnector::setResolver(const Resolver &resolver)
{
    const std::scoped_lock lock(resolverMutex);
    resolverSlot() = resolver;
}

std::expected<std::vector<SocketAddress>, std::optional<Failure>> TcpConnector::resolve(const QString &host, quint16 port, AddressFamily family)
{
    const auto lookup = std::make_shared<Lookup>();
    Resolver resolver = systemResolver;
    {
        const std::scoped_lock lock(resolverMutex);
        if (resolverSlot()) {
            resolver = resolverSlot();
        }
    }
    std::thread([lookup, resolver, name = host.toUtf8(), service = QByteArray::number(port), family] {
        std::vector<SocketAddress> addresses;
        const int code = resolver(name, service, family, addresses);
        const std::scoped_lock lock(lookup->mutex);
        lookup->done = true;
        lookup->code = code;
        lookup->addresses = std::move(addresses);
        const std::uint64_t one = 1;
        (void)!::write(lookup->ready.get(), &one, sizeof one);
    }).detach();

    const auto deadline = Clock::now() + resolverLimit;
    while (true) {
        if (m_control.isStopped()) {
            return std::unexpected(std::nullopt);
        }
        {
            const std::scoped_lock lock(lookup->mutex);
            if (lookup->done) {
                if (lookup->code == 0 && !lookup->addresses.empty()) {
                    return lookup->addresses;
                }
                return std::unexpected(lookup->code == EAI_AGAIN ? LinkFailure::nameServerSilent(host) : LinkFailure::nameNotFound(host));
            }
        }
        if (Clock::now() >= deadline) {
            return std::unexpected(LinkFailure::nameServerSilent(host));
        }
        pollfd fds[] = {{m_control.wakeFd(), POLLIN, 0}, {lookup->ready.get(), POLLIN, 0}};
        ::poll(fds, 2, millisecondsUntil(deadline));
        m_control.clearWake();
    }
}

std::expected<TcpConnection, std::optional<Failure>>
TcpConnector::connect(const QString &host, quint16 port, AddressFamily family, const QString &where, const std::function<void()> &connecting)
{
    const auto begun = Clock::now();
    auto found = resolve(host, port, family);
    if (!found) {
        return std::unexpected(found.error());
    }
    const auto resolved = Clock::now();
    connecting();

    std::vector<SocketAddress> waiting = interleaved(*found);
    std::reverse(waiting.begin(), waiting.end()); // taken from the back
    std::vector<Attempt> attempts;
    auto nextAt = resolved;
    int lastError = EHOSTUNREACH;
    while (!waiting.empty() || !attempts.empty()) {
        if (m_control.isStopped()) {
            return std::unexpected(std::nullopt);
        }
        const auto now = Clock::now();
        if (!waiting.empty() && (attempts.empty() || now >= nextAt)) {
            const SocketAddress address = waiting.back();
            waiting.pop_back();
            nextAt = now + stagger;
            UniqueFd fd(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            if (!fd.isValid() || (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address.storage), address.size) != 0 && errno != EINPROGRESS)) {
                lastError = errno;
                continue;
            }
            attempts.push_back({std::move(fd), address, now + addressLimit});
        }
        std::vector<pollfd> fds{{m_control.wakeFd(), POLLIN, 0}};
        auto until = waiting.empty() ? now + addressLimit : nextAt;
        for (const Attempt &attempt : attempts) {
            fds.push_back({attempt.fd.get(), POLLOUT, 0});
            until = std::min(until, attempt.deadline);
        }
        ::poll(fds.data(), fds.size(), millisecondsUntil(until));
        m_control.clearWake();
        for (std::size_t i = 0; i < attempts.size();) {
            Attempt &attempt = attempts[i];
            int error = 0;
            if (fds[i + 1].revents != 0) {
                socklen_t size = sizeof error;
                ::getsockopt(attempt.fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
                if (error == 0) {
                    const int on = 1;
                    ::setsockopt(attempt.fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                    using std::chrono::duration_cast;
                    using std::chrono::milliseconds;
                    return TcpConnection{std::move(attempt.fd),
                                         numeric(attempt.address),
                                         duration_cast<milliseconds>(resolved - begun),
                                         duration_cast<milliseconds>(Clock::now() - resolved)};
                }
            } else if (Clock::now() >= attempt.deadline) {
                error = ETIMEDOUT;
            }
            if (error == 0) {
                ++i;
                continue;
            }
            lastError = error;
            attempts.erase(attempts.begin() + static_cast<std::ptrdiff_t>(i));
            fds.erase(fds.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            nextAt = Clock::now(); // do not wait for the rest of the 250 ms
        }
    }
    return std::unexpected(failureFor(lastError, where));
}
}
