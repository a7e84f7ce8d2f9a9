// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QMetaType>
#include <QRect>
#include <QString>

namespace Nightdesk
{
/// By what a monitor is known again.
struct MonitorId {
    QString connector; ///< "DP-1"; of several that are there no two are alike
    QString maker; ///< this and the next two as the monitor says of itself; empty: it says nothing
    QString model;
    QString serial;
    bool operator==(const MonitorId &) const = default;
};

/// A monitor of this desk as it stands now.
struct Monitor {
    MonitorId id;
    QRect rect; ///< among the others, in pixels
    QSize resolution; ///< pixels
    double scale = 1; ///< pixels to one of the toolkit's
    double refresh = 0; ///< Hz; 0: not known
    QSize millimetres = {}; ///< empty: not known
    int depth = 0; ///< bits per pixel; 0: not known
    bool operator==(const Monitor &) const = default;
};

/// What was chosen at this desk: screen name to monitor. A name that is not in it goes to a monitor by itself.
using ScreenMapping = QMap<QString, MonitorId>;
}

Q_DECLARE_METATYPE(Nightdesk::Monitor)
Q_DECLARE_METATYPE(Nightdesk::MonitorId)
