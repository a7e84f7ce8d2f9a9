// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/delayrelay.h"

#include <QByteArray>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <list>
#include <utility>
#include <vector>

namespace Nightdesk::Test
{
namespace
{
using Clock = std::chrono::steady_clock;

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

/// One way of one connection. An empty chunk is the end.
struct Way {
    int from;
    int to;
    bool isUp;
    std::size_t connection;
    std::deque<std::pair<Clock::time_point, QByteArray>> onTheWay;
    bool isOver = false;

    /// How many bytes came.
    qint64 read(std::chrono::milliseconds delay)
    {
        char bytes[65536];
        const ssize_t count = isOver ? -1 : ::recv(from, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count >= 0) {
            onTheWay.emplace_back(Clock::now() + delay, QByteArray(bytes, count));
            isOver = count == 0;
        }
        return std::max<qint64>(count, 0);
    }
    /// How many bytes deliver() will send.
    qint64 due(Clock::time_point now) const
    {
        qint64 bytes = 0;
        for (auto chunk = onTheWay.cbegin(); chunk != onTheWay.cend() && chunk->first <= now; ++chunk) {
            bytes += chunk->second.size();
        }
        return bytes;
    }
    /// How many bytes went.
    qint64 deliver(Clock::time_point now)
    {
        qint64 went = 0;
        while (!onTheWay.empty() && onTheWay.front().first <= now) {
            const QByteArray &bytes = onTheWay.front().second;
            if (bytes.isEmpty()) {
                ::shutdown(to, SHUT_WR);
            } else {
                (void)!::send(to, bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL);
                went += bytes.size();
            }
            onTheWay.pop_front();
        }
        return went;
    }
};
}

DelayRelay::DelayRelay(quint16 target, std::chrono::milliseconds oneWay)
    : m_target(target)
    , m_oneWay(oneWay)
    , m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
{
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(m_listener, reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(m_listener, 20) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &size) != 0) {
        qFatal("cannot listen on loopback");
    }
    m_port = ntohs(address.sin_port);
    m_thread = std::thread(&DelayRelay::run, this);
}

DelayRelay::~DelayRelay()
{
    m_stopping = true;
    m_thread.join();
    ::close(m_listener);
}

quint16 DelayRelay::port() const
{
    return m_port;
}

int DelayRelay::flights() const
{
    return m_flights;
}

int DelayRelay::flightsBetween(qint64 from, qint64 to) const
{
    const std::scoped_lock lock(m_mutex);
    return static_cast<int>(std::distance(m_receivedAtFlights.lower_bound(from), m_receivedAtFlights.lower_bound(std::max(from, to))));
}

qint64 DelayRelay::received() const
{
    return m_received;
}

qint64 DelayRelay::sent() const
{
    return m_sent;
}

void DelayRelay::run()
{
    std::list<Way> ways;
    std::vector<qint64> receivedByConnection; // in their order
    bool hasHeard = true; // who begins has nothing to wait for
    while (!m_stopping) {
        std::vector<pollfd> fds{{m_listener, POLLIN, 0}};
        for (const Way &way : ways) {
            fds.push_back({way.isOver ? -1 : way.from, POLLIN, 0});
        }
        bool isWaiting = false;
        for (const Way &way : ways) {
            isWaiting = isWaiting || !way.onTheWay.empty();
        }
        ::poll(fds.data(), fds.size(), isWaiting ? 1 : 20);
        if (const int near = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC); near >= 0) {
            const int far = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            const sockaddr_in address = loopback(m_target);
            const int on = 1;
            ::setsockopt(near, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            ::setsockopt(far, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            if (::connect(far, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
                qWarning("nothing listens behind the relay");
            }
            ways.push_back({near, far, true, receivedByConnection.size(), {}, false});
            ways.push_back({far, near, false, receivedByConnection.size(), {}, false});
            receivedByConnection.push_back(0);
            const std::scoped_lock lock(m_mutex);
            m_receivedAtFlights.clear();
        }
        for (Way &way : ways) {
            const qint64 read = way.read(m_oneWay);
            m_sent += way.isUp ? read : 0;
            if (read > 0 && way.isUp && std::exchange(hasHeard, false)) {
                ++m_flights;
            }
            if (read > 0 && way.isUp && way.connection + 1 == receivedByConnection.size()) {
                const std::scoped_lock lock(m_mutex);
                m_receivedAtFlights.insert(receivedByConnection.back());
            }
            const auto now = Clock::now();
            if (!way.isUp) { // first: whoever receives them may ask
                m_received += way.due(now);
                receivedByConnection[way.connection] += way.due(now);
            }
            if (way.deliver(now) > 0 && !way.isUp) {
                hasHeard = true;
            }
        }
    }
    for (const Way &way : ways) {
        ::close(way.from);
    }
}
}
