// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewgeometry.h"

#include <QHash>
#include <QList>
#include <QStringList>

namespace Nightdesk
{
/// The user's arrangement of the viewer windows. Outlives them, so that it is restored when a monitor returns.
struct ViewerLook {
    QHash<QString, ViewGeometry::Scaling> desktopScalings; ///< the scaling that the user chose for a desktop, by its Session::key()
    QHash<QString, double> desktopZooms; ///< the zoom of each desktop with Scaling::Zoomed, by its Session::key()
    QHash<QString, QString> desktopColors; ///< by Session::key(), as "#rrggbb"; an empty text: no color, even if the profile has one
    QHash<QString, QString> movedDisplayScreens; ///< by Session::key(): where a display was moved, as a screen's name or "@" and a connector
    QStringList tabbedScreens; ///< the screens whose desktops are tabs
    /// Sizes of tiles, by the keys of the desktops on a viewer window: heights of its rows, then widths of the tiles in each row.
    QHash<QStringList, QList<QList<int>>> tileSizesByDesktopKeys;
    bool operator==(const ViewerLook &) const = default;
};
}
