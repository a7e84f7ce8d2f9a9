// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTypes>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

namespace Nightdesk::Test
{
/// A long line to a port of this machine: carries every byte later, each way, so that what takes round trips takes long, and
/// these can be counted. Ends with its object.
class DelayRelay
{
public:
    DelayRelay(quint16 target, std::chrono::milliseconds oneWay);
    ~DelayRelay();
    DelayRelay(const DelayRelay &) = delete;
    DelayRelay &operator=(const DelayRelay &) = delete;

    quint16 port() const;
    /// How often the near end has spoken since begin, of all connections: once at first, and whenever it had heard something
    /// since. Counted, not told by the clock: so many times the way there and back was waited for.
    int flights() const;
    /// The same of the latest connection alone, and only of what the near end said when it had been sent at least @p from bytes and fewer than @p to.
    int flightsBetween(qint64 from, qint64 to) const;
    /// Bytes that went to the near end, and that came from it, of all connections.
    qint64 received() const;
    qint64 sent() const;

private:
    void run();

    const quint16 m_target;
    const std::chrono::milliseconds m_oneWay;
    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<bool> m_stopping = false;
    std::atomic<int> m_flights = 0;
    std::atomic<qint64> m_received = 0;
    std::atomic<qint64> m_sent = 0;
    mutable std::mutex m_mutex;
    std::set<qint64> m_receivedAtFlights; ///< of the latest connection; guarded by m_mutex
    std::thread m_thread;
};
}
