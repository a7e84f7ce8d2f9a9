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
/// What a person arranged on the stages, so that it outlives them: a monitor that comes back finds it again.
struct StageLook {
    QHash<QString, ViewGeometry::Scaling> scalings; ///< by the desktop's Session::key(); those that were chosen
    QHash<QString, double> zooms; ///< of those that are Zoomed
    QHash<QString, QString> colours; ///< by the desktop's Session::key(), "#rrggbb"; empty: none, whatever the profile says
    QHash<QString, QString> screens; ///< by the display's: where it was moved, a screen's name or "@" and a monitor's connector
    QStringList tabbed; ///< the screens whose desktops are tabs
    QHash<QStringList, QList<QList<int>>> splits; ///< by the keys of the desktops of one stage: sizes of its rows, then of each row's tiles
    bool operator==(const StageLook &) const = default;
};
}
