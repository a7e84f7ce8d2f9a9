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
/// Emits a signal when a night ends: at noon in the facility's time zone. It reads the clock regularly instead of counting hours, so that
/// the night ends at most half a minute late even after a suspend, a change of the clock or a switch to summer
/// time. GUI thread. Owned by ConsoleNight.
class NightClock : public QObject
{
    Q_OBJECT
public:
    /// @p now returns the current time; empty: the clock of the computer.
    explicit NightClock(std::function<QDateTime()> now = {}, QObject *parent = nullptr);

    /// @p timezone: an IANA name; empty: UT. May change night(), without emitting nightChanged(): another time zone does not end a night.
    void setTimezone(const QString &timezone);
    QDate night() const; ///< date of the evening on which the night began
    /// Reads the clock; also called by a timer.
    void checkNight();

Q_SIGNALS:
    /// A later night has begun. Not emitted if the clock is set back.
    void nightChanged(const QDate &night);
    /// The current night was determined from the clock and the time zone, if that is known.
    void nightDetermined(const QDate &night);

private:
    std::function<QDateTime()> m_now;
    std::optional<QString> m_timezone; ///< empty: no facility is known yet
    QDate m_night;
    QTimer m_checkTimer;
};
}
