// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTypes>

#include <atomic>
#include <chrono>
#include <thread>

namespace Nightdesk::Test
{
/// A long line to a port of this machine: carries every byte later, each way, so that a login's round trips can be counted by
/// the clock. Ends with its object.
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
    std::thread m_thread;
};
}
