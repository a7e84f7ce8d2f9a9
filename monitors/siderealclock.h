// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <chrono>

namespace Nightdesk
{
/// Sidereal time, computed by ERFA (the IAU's routines). Uses UTC as UT1: the error is at most 0.9 s, good enough to choose
/// a target, but not to point a telescope. Pure. Made by NightBar for one reading.
class SiderealClock
{
public:
    /// @p longitude: degrees, positive to the east; may be outside ±180.
    explicit SiderealClock(double longitude);

    /// Local mean sidereal time (IAU 2006) since 0 h, below 24 h. @p utc: valid.
    std::chrono::milliseconds localMeanTime(const QDateTime &utc) const;

private:
    double m_longitudeRadians; ///< geographic longitude, east is positive
};
}
