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
    enum class Length {
        QuarterHour,
        Hour,
        Night, ///< until the next noon at the facility
    };
    /// An unknown @p timezone (IANA name) counts as UT.
    void mute(Length length, const QDateTime &now, const QString &timezone);
    void restore(const QDateTime &until); ///< as saved from until(); invalid: not muted
    void unmute();
    bool isMuted(const QDateTime &now) const;
    QDateTime until() const; ///< UTC; invalid: not muted
    /// Whether this ring sounds. If so, the following rings are silent for a while.
    bool takeSound(const QDateTime &now, std::chrono::steady_clock::time_point at);

    static constexpr std::chrono::seconds pause{2};

private:
    QDateTime m_until;
    std::optional<std::chrono::steady_clock::time_point> m_soundedAt;
};
}
