// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk
{
class DesktopSession;

/// The age of a desktop's image, and the frame rate between two readings. GUI thread. Owned by DeskReporter.
class DesktopImageGauge
{
public:
    /// @p roundTrip: round trip of the desktop's link, used if the VNC server measures none. Empty result: the desktop is not shown, so
    /// no figures apply.
    std::optional<BoardWire::DisplayMeasurements> read(const DesktopSession &desktop, std::optional<std::chrono::microseconds> roundTrip);

private:
    std::optional<double> updateRate(quint64 updates, std::chrono::steady_clock::time_point now);

    std::optional<std::chrono::steady_clock::time_point> m_lastReadAt;
    quint64 m_lastUpdateCount = 0;
    std::optional<double> m_updatesPerSecond;
};
}
