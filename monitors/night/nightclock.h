// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDate>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

class QDateTime;

namespace Nightdesk
{
/// Tells when a night ends: at noon in the facility's time zone. It looks at the clock instead of counting hours, so that a
/// suspended computer, a clock that jumps and the days when clocks change all end it at the right moment, at the latest
/// half a minute after it. GUI thread. Owned by ConsoleNight.
class NightClock : public QObject
{
    Q_OBJECT
public:
    /// @p now gives the time; empty: the computer's.
    explicit NightClock(std::function<QDateTime()> now = {}, QObject *parent = nullptr);

    /// IANA name; empty: UT. The first one tells the night. Another facility's night is another night, but none that ended.
    void setTimezone(const QString &timezone);
    QDate night() const; ///< by the date of its evening
    /// Looks at the clock; called by itself as well.
    void checkNight();

Q_SIGNALS:
    /// A later night than before has begun. A clock that is set back ends none.
    void nightChanged(const QDate &night);
    /// It is this night, by the clock and the time zone as they are now known.
    void nightReported(const QDate &night);

private:
    std::function<QDateTime()> m_now;
    std::optional<QString> m_timezone; ///< empty: no facility is known yet
    QDate m_night;
    QTimer m_timer;
};
}
