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

/// Tells when the programs of the chosen instrument are to be started before the night, as its profile sets the time
/// (preload-at). Looks at the clock instead of counting hours, so that a suspended computer and the days when clocks change do no
/// harm. GUI thread. Owned by InstrumentControl.
class WarmTimer : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this. @p now gives the time; empty: the computer's.
    WarmTimer(const Desk *desk,
              const FacilityChoice *choice,
              const ConnectFlow *flow,
              const InstrumentPicker *picker,
              QObject *parent,
              std::function<QDateTime()> now = {});

    /// Whether the set time of @p profile came after @p last and not after @p now. Whoever slept over it by more than an hour
    /// starts by hand. Pure.
    static bool isDue(const InstrumentProfile &profile, const QString &timezone, const QDateTime &last, const QDateTime &now);
    /// Looks at the clock; called by itself as well. While an instrument is being connected it waits.
    void checkTime();

Q_SIGNALS:
    void due(const Nightdesk::InstrumentProfile &profile);

private:
    const Desk *m_desk;
    const FacilityChoice *m_choice;
    const ConnectFlow *m_flow;
    const InstrumentPicker *m_picker;
    std::function<QDateTime()> m_now;
    QDateTime m_last;
    QTimer m_timer;
};
}
