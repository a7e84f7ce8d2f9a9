// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/displayhistory.h"
#include "monitors/link/inputeffectmeter.h"
#include "monitors/link/inputresponsemeter.h"
#include "sessions/desktops/desktopfacts.h"
#include "sessions/figures/figurehistogram.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class DesktopSession;
class LinkMonitor;

/// What is known of one desktop's traffic: rates, ratio, age and where the time is spent. All code that shows or reports one of these
/// figures reads it from this object. GUI thread. A child of its session.
class DisplayMonitor : public QObject
{
    Q_OBJECT
public:
    /// The monitor of @p session, created by the first call as a child of the session.
    static DisplayMonitor *of(DesktopSession *session);

    /// The samples of the last minutes; empty while the desktop is not live.
    const DisplayHistory &history() const;
    /// The round-trip layers of the desktop's link, then those of the desktop itself.
    QList<RoundTripLayer> layers() const;
    /// A view of the desktop was painted; @p took: how long the painting took.
    void addPaintDuration(std::chrono::microseconds took);
    /// Returns what was added to the desktop's distributions since the last call. Only for FigureRecorder, which
    /// collects them for the night.
    FigureDistributions takeDistributions();

Q_SIGNALS:
    void figuresChanged(); ///< once a second while the desktop is live, and when the figures become invalid

private:
    explicit DisplayMonitor(DesktopSession *session);
    void recordSample();
    void handleStateChange();
    void handlePress();
    std::chrono::microseconds minPossibleResponseTime() const; ///< the shortest possible time from an input to its answer
    void handleDamage(const QList<QRect> &rects);
    void handleWorkerStats();

    DesktopSession *const m_session;
    DisplayHistory m_history;
    InputResponseMeter m_responseMeter;
    InputEffectMeter m_effectMeter;
    FigureDistributions m_distributions; ///< durations and amounts that were added since takeDistributions() was last called
    std::optional<DesktopStats> m_lastStats; ///< counters in the last report of the worker process
    std::optional<QPoint> m_pointerPosition; ///< pointer position that was last sent to the desktop
    QTimer m_oneSecondTimer;
};
}
