// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/siderealclock.h"

#include <erfa.h>

#include <cmath>
#include <numbers>

namespace Nightdesk
{
namespace
{
/// A time as the two-part Julian date that ERFA expects, which keeps full precision.
struct JulianDate {
    double day = 0;
    double fraction = 0;
};

struct UniversalAndTerrestrialTime {
    JulianDate ut1; ///< taken to be equal to UTC
    JulianDate tt;
};

UniversalAndTerrestrialTime universalAndTerrestrialTimeOf(const QDateTime &at)
{
    const QDateTime utc = at.toUTC();
    constexpr double millisecondsOfDay = 86'400'000;
    // ERFA's eraDtf2d() is not used: a UTC day with a leap second is longer there, but not in Qt and not in UT1.
    UniversalAndTerrestrialTime times;
    times.ut1 = {static_cast<double>(utc.date().toJulianDay()) - 0.5, static_cast<double>(utc.time().msecsSinceStartOfDay()) / millisecondsOfDay};
    JulianDate tai;
    // ERFA calls a date "dubious" beyond the leap seconds that it knows: an error of a second, which does not matter for precession.
    if (eraUtctai(times.ut1.day, times.ut1.fraction, &tai.day, &tai.fraction) < 0 || eraTaitt(tai.day, tai.fraction, &times.tt.day, &times.tt.fraction) != 0) {
        times.tt = times.ut1;
    }
    return times;
}
}

SiderealClock::SiderealClock(double longitude)
    : m_longitudeRadians(longitude * std::numbers::pi / 180)
{
}

std::chrono::milliseconds SiderealClock::localMeanTime(const QDateTime &utc) const
{
    const UniversalAndTerrestrialTime times = universalAndTerrestrialTimeOf(utc);
    const double greenwich = eraGmst06(times.ut1.day, times.ut1.fraction, times.tt.day, times.tt.fraction);
    constexpr std::chrono::milliseconds day = std::chrono::hours(24);
    const double turns = eraAnp(greenwich + m_longitudeRadians) / (2 * std::numbers::pi);
    return std::chrono::milliseconds(std::llround(turns * static_cast<double>(day.count()))) % day;
}
}
