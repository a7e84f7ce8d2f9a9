// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <functional>

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class FacilityChoice;
class InstrumentPicker;

/// Emits preloadDue() when the programs of the selected instrument are to be preloaded, at the time in its profile (preload-at). Checks the clock regularly
/// instead of waiting once, so that suspending the computer and daylight saving changes have no effect. GUI thread. Owned by InstrumentConnector.
class PreloadTimer : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object. @p now returns the time; empty: the computer's clock.
    PreloadTimer(const Desk *desk,
                 const FacilityChoice *choice,
                 const ConnectFlow *flow,
                 const InstrumentPicker *picker,
                 QObject *parent,
                 std::function<QDateTime()> now = {});

    /// True: the preload time of @p profile is after @p last, not after @p now, and at most 1 hour ago. If it is longer ago (the computer was
    /// suspended), the user has to start the programs. Pure.
    static bool isPreloadDue(const InstrumentProfile &profile, const QString &timezone, const QDateTime &last, const QDateTime &now);
    /// Checks the clock; a timer calls this too. Does nothing while an instrument is being connected.
    void checkTime();

Q_SIGNALS:
    void preloadDue(const Nightdesk::InstrumentProfile &profile);

private:
    const Desk *m_desk;
    const FacilityChoice *m_facilityChoice;
    const ConnectFlow *m_connectFlow;
    const InstrumentPicker *m_instrumentPicker;
    std::function<QDateTime()> m_now;
    QDateTime m_lastCheckAt;
    QTimer m_checkTimer;
};
}
