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
    QHash<QString, ViewGeometry::Scaling> scalings; ///< by the desktop's Session::key(); only what the user chose
    QHash<QString, double> zooms; ///< for desktops with Scaling::Zoomed
    QHash<QString, QString> colours; ///< by the desktop's Session::key(), "#rrggbb"; empty: none, even if the profile has one
    QHash<QString, QString> screens; ///< by the display's Session::key(): where it was moved, a screen's name or "@" and a monitor's connector
    QStringList tabbed; ///< the screens whose desktops are tabs
    QHash<QStringList, QList<QList<int>>> splits; ///< by the keys of a viewer window's desktops: heights of its rows, then widths of each row's tiles
    bool operator==(const ViewerLook &) const = default;
};
}
