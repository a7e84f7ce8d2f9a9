// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/rfbworker/tcpsender.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk::Test
{
namespace
{
constexpr double segment = 1448;
constexpr double firstWindow = 10 * segment;
constexpr double leastBuffer = 64 * 1024;
constexpr double cubicShare = 0.7; // of the window, that a loss leaves
constexpr double cubicScale = 0.4; // RFC 9438, segments per cubic second
constexpr int betweenProbes = 10'000; // ms, BBR's PROBE_RTT
constexpr int probeFor = 200;
}

TcpSender::TcpSender(const Path &path)
    : m_path(path)
    , m_window(firstWindow)
    , m_open(firstWindow)
{
}

void TcpSender::setRate(double rate)
{
    m_path.rate = rate;
}

void TcpSender::collapse(double window, int milliseconds)
{
    m_window = window;
    m_threshold = window;
    m_lostAt = m_now;
    m_repairsUntil = m_now + milliseconds;
    for (auto *flights : {&m_toReceiver, &m_acks}) {
        for (Flight &flight : *flights) {
            flight.at += milliseconds;
        }
    }
}

double TcpSender::write(double bytes)
{
    m_written += bytes;
    m_unsent += bytes;
    return m_written;
}

double TcpSender::delivered() const
{
    return m_delivered;
}

double TcpSender::waiting() const
{
    return m_unsent;
}

double TcpSender::window() const
{
    return m_window;
}

double TcpSender::buffer() const
{
    return m_path.buffer > 0 ? m_path.buffer : std::max(leastBuffer, m_path.rate * m_path.roundTrip / 1000);
}

void TcpSender::turn()
{
    ++m_now;
    while (!m_acks.empty() && m_acks.front().at <= m_now) {
        acknowledge(m_acks.front().bytes);
        m_acks.pop_front();
    }
    while (!m_toReceiver.empty() && m_toReceiver.front().at <= m_now) {
        m_delivered += m_toReceiver.front().bytes;
        m_toReceiver.pop_front();
    }
    if (m_path.control == Control::Bbr) {
        turnBbr();
    }
    double sent = m_now < m_repairsUntil ? 0 : std::clamp(m_window - m_inFlight, 0.0, m_unsent);
    if (m_path.control == Control::Bbr && !m_isStarting) {
        sent = std::min(sent, 1.25 * m_bandwidth);
    }
    m_isLimited = m_inFlight + sent > m_window / 2;
    const double room = buffer() - m_queue;
    if (sent > room) {
        sent = std::max(room, 0.0); // the rest is lost: it is sent again later
        lose();
    }
    m_unsent -= sent;
    m_inFlight += sent;
    m_queue += sent;
    const double through = std::min(m_queue, m_path.rate / 1000);
    if (through > 0) {
        m_queue -= through;
        m_toReceiver.push_back({through, m_now + m_path.roundTrip / 2});
        m_acks.push_back({through, m_now + m_path.roundTrip});
    }
}

void TcpSender::acknowledge(double bytes)
{
    m_inFlight = std::max(m_inFlight - bytes, 0.0);
    if (m_path.control == Control::Bbr) {
        m_roundBytes += bytes;
        m_open += m_isStarting ? bytes : 0;
    } else if (m_isLimited) {
        grow(bytes);
    }
}

void TcpSender::grow(double bytes)
{
    if (m_window < m_threshold) {
        m_window += bytes;
        return;
    }
    if (m_path.control == Control::Reno) {
        m_window += segment * bytes / m_window;
        return;
    }
    if (m_epoch < 0) {
        m_epoch = m_now;
        m_most = std::max(m_most, m_window);
    }
    const double most = m_most / segment;
    const double until = std::cbrt(most * (1 - cubicShare) / cubicScale);
    const double seconds = (m_now - m_epoch) / 1000.0 + m_path.roundTrip / 1000.0;
    const double target = (cubicScale * std::pow(seconds - until, 3) + most) * segment;
    if (target > m_window) {
        m_window += std::min((target - m_window) * bytes / m_window, bytes / 2);
    }
}

void TcpSender::lose()
{
    // All that is lost in a round trip is one loss.
    if (m_path.control == Control::Bbr || m_now - m_lostAt < m_path.roundTrip) {
        return;
    }
    m_lostAt = m_now;
    m_most = m_window;
    m_epoch = -1;
    m_window = std::max(m_window * (m_path.control == Control::Reno ? 0.5 : cubicShare), 2 * segment);
    m_threshold = m_window;
}

void TcpSender::turnBbr()
{
    if (m_now - m_roundBegan >= std::max(m_path.roundTrip, 1)) {
        const double rate = m_roundBytes / (m_now - m_roundBegan);
        const bool grew = rate > 1.25 * m_bandwidth;
        m_flatRounds = grew || !m_isLimited ? 0 : m_flatRounds + 1;
        m_isStarting = m_isStarting && m_flatRounds < 3;
        m_bandwidth = m_isLimited && m_now >= m_probingUntil ? std::max(rate, 0.9 * m_bandwidth) : std::max(rate, m_bandwidth);
        m_roundBytes = 0;
        m_roundBegan = m_now;
    }
    if (m_now - m_probedAt >= betweenProbes) {
        m_probedAt = m_now;
        m_probingUntil = m_now + std::max(probeFor, m_path.roundTrip);
    }
    if (!m_isStarting) {
        m_open = std::max(2 * m_bandwidth * m_path.roundTrip, firstWindow);
    }
    m_window = m_now < m_probingUntil ? 4 * segment : m_open;
}
}
