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
/// A time in the two parts that ERFA takes, so that no digit is lost.
struct JulianDate {
    double day = 0;
    double fraction = 0;
};

struct Times {
    JulianDate ut1; ///< as good as UTC is
    JulianDate tt;
};

Times timesOf(const QDateTime &at)
{
    const QDateTime utc = at.toUTC();
    constexpr double millisecondsOfDay = 86'400'000;
    // Not eraDtf2d: in its UTC a day with a leap second is longer, in Qt's and in UT1 none is.
    Times times;
    times.ut1 = {static_cast<double>(utc.date().toJulianDay()) - 0.5, static_cast<double>(utc.time().msecsSinceStartOfDay()) / millisecondsOfDay};
    JulianDate tai;
    // A date after the last leap second that ERFA knows is "dubious": by a second, of which precession makes nothing.
    if (eraUtctai(times.ut1.day, times.ut1.fraction, &tai.day, &tai.fraction) < 0 || eraTaitt(tai.day, tai.fraction, &times.tt.day, &times.tt.fraction) != 0) {
        times.tt = times.ut1;
    }
    return times;
}
}

SiderealClock::SiderealClock(double longitude)
    : m_longitude(longitude * std::numbers::pi / 180)
{
}

std::chrono::milliseconds SiderealClock::mean(const QDateTime &utc) const
{
    const Times times = timesOf(utc);
    const double greenwich = eraGmst06(times.ut1.day, times.ut1.fraction, times.tt.day, times.tt.fraction);
    constexpr std::chrono::milliseconds day = std::chrono::hours(24);
    const double turns = eraAnp(greenwich + m_longitude) / (2 * std::numbers::pi);
    return std::chrono::milliseconds(std::llround(turns * static_cast<double>(day.count()))) % day;
}
}
