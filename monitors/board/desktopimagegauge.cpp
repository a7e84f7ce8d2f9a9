// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/desktopimagegauge.h"

#include "sessions/desktops/desktopsession.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
/// The shortest period to measure: in a shorter one, one frame more or less would change the rate too much.
constexpr auto shortest = 3s;
}

std::optional<BoardWire::DisplayMeasurements> DesktopImageGauge::read(const DesktopSession &desktop, std::optional<std::chrono::microseconds> roundTrip)
{
    // A hidden desktop is not asked for updates, so its figures would mean nothing.
    if (desktop.state() != SessionState::Live || desktop.visibility() == DesktopSession::Visibility::Hidden) {
        *this = {};
        return {};
    }
    const auto now = std::chrono::steady_clock::now();
    const DesktopStats stats = desktop.stats();
    BoardWire::DisplayMeasurements numbers;
    numbers.key = desktop.key();
    numbers.framesPerSecond = updateRate(stats.updateCount, now);
    const auto trip = stats.roundTrip ? stats.roundTrip : roundTrip;
    if (const auto silent = desktop.silentSince()) {
        numbers.imageAge = std::chrono::round<std::chrono::milliseconds>(now - *silent);
    } else if (trip) {
        numbers.imageAge = std::chrono::round<std::chrono::milliseconds>(*trip / 2 + stats.queueTime);
    }
    return numbers;
}

std::optional<double> DesktopImageGauge::updateRate(quint64 updates, std::chrono::steady_clock::time_point now)
{
    if (!m_lastReadAt || updates < m_lastUpdateCount) { // a new worker process counts from zero
        m_updatesPerSecond.reset();
        m_lastReadAt = now;
        m_lastUpdateCount = updates;
    } else if (now - *m_lastReadAt >= shortest) {
        m_updatesPerSecond = static_cast<double>(updates - m_lastUpdateCount) / std::chrono::duration<double>(now - *m_lastReadAt).count();
        m_lastReadAt = now;
        m_lastUpdateCount = updates;
    }
    return m_updatesPerSecond;
}
}
