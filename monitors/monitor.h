// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QMetaType>
#include <QRect>
#include <QString>

namespace Nightdesk
{
/// What identifies a monitor when it is connected again.
struct MonitorId {
    QString connector; ///< "DP-1"; unique among the connected monitors
    QString maker; ///< maker, model and serial number as the monitor reports them; empty: not reported
    QString model;
    QString serial;
    bool operator==(const MonitorId &) const = default;
};

/// A connected monitor of this desk.
struct PhysicalMonitor {
    MonitorId id;
    QRect rect; ///< position in the arrangement of all monitors, in pixels
    QSize resolution; ///< pixels
    double scale = 1; ///< device pixels per logical pixel
    double refreshHertz = 0; ///< refresh rate in Hz; 0: not known
    QSize sizeInMillimeters = {}; ///< physical size in millimeters; empty: not known
    int depth = 0; ///< color depth in bits per pixel; 0: not known
    bool operator==(const PhysicalMonitor &) const = default;
};

/// The user's choices at this desk: screen name to monitor. Names without a choice are assigned automatically.
using ScreenMapping = QMap<QString, MonitorId>;
}

Q_DECLARE_METATYPE(Nightdesk::PhysicalMonitor)
Q_DECLARE_METATYPE(Nightdesk::MonitorId)
