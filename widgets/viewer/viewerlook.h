// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewgeometry.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QStringList>

namespace Nightdesk
{
/// The user's arrangement of the viewer windows. Outlives them, so that it is restored when a monitor returns.
struct ViewerLook {
    QHash<QString, ViewGeometry::Scaling> scalings; ///< scalings that the user chose, by the desktop's Session::key()
    QHash<QString, double> zooms; ///< the zoom of each desktop with Scaling::Zoomed, by its Session::key()
    QHash<QString, QString> colors; ///< by the desktop's Session::key(), "#rrggbb"; empty: none, even if the profile has one
    QHash<QString, QString> movedScreens; ///< by the display's Session::key(): where it was moved, a screen's name or "@" and a monitor's connector
    QStringList tabbedScreens; ///< the screens whose desktops are tabs
    /// sizes of tiles, by the keys of the desktops on a viewer window: heights of its rows, then widths of each row's
    /// tiles
    QHash<QStringList, QList<QList<int>>> splits;
    bool operator==(const ViewerLook &) const = default;
};
}
