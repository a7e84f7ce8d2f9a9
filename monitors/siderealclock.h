// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <chrono>

namespace Nightdesk
{
/// Sidereal time by ERFA, the IAU's routines. UT1 is taken to be UTC, which is never off by more than 0.9 s: enough to choose
/// a target by, not to point a telescope. Pure. Made by NightBar for one reading.
class SiderealClock
{
public:
    /// @p longitude: degrees, positive to the east; any turn of the circle.
    explicit SiderealClock(double longitude);

    /// Local mean sidereal time (IAU 2006) since 0 h, below 24 h. @p utc: valid.
    std::chrono::milliseconds mean(const QDateTime &utc) const;

private:
    double m_longitude; ///< radians
};
}
