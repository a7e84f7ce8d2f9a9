// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Until when the bell is muted, by the wall clock, so that a suspend counts. Also limits how often the bell may sound and flash, as a
/// desktop can ring many times a second. Pure. Owned by NightBell.
class BellMute
{
public:
    enum class MuteLength {
        QuarterHour,
        Hour,
        Night, ///< until the next noon at the facility, when the night ends
    };
    /// @p timezone: an IANA name; an unknown one counts as UT.
    void mute(MuteLength length, const QDateTime &now, const QString &timezone);
    void restoreMute(const QDateTime &until); ///< @p until: a value of mutedUntil() that was saved earlier; invalid: not muted
    void unmute();
    bool isMuted(const QDateTime &now) const;
    QDateTime mutedUntil() const; ///< end of the muting in UTC; invalid: not muted
    /// Whether the bell sounds for this ring. If so, it does not sound for rings that follow within two seconds.
    bool tryRing(const QDateTime &now, std::chrono::steady_clock::time_point at);

    static constexpr std::chrono::seconds minRingInterval{2};

private:
    QDateTime m_mutedUntil;
    std::optional<std::chrono::steady_clock::time_point> m_lastRingAt;
};
}
