// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotindex.h"

#include <QColor>

class QPalette;

namespace Nightdesk
{
/// The colors of a netplot on a light or a dark background. Requests and waits have colors of Okabe and Ito, which color-blind users can distinguish;
/// replies are violet and events black, or white. Errors and retransmits also differ by shape. A value: held by NetPlotPainter.
struct NetPlotLook {
    QColor ground;
    QColor text;
    QColor faint; ///< color of the scale's lines
    QColor curve;
    QColor wait; ///< color behind the marks while the program waited
    QColor waitStrong; ///< color of waits in the lane between the panes
    QColor retransmit;
    QColor start;
    QColor interaction;
    QColor chosen; ///< color of the range that the user selected
    bool isDark = false;

    static NetPlotLook light();
    static NetPlotLook dark();
    static NetPlotLook of(const QPalette &palette);
    QColor color(NetPlotKind kind) const;
};
}
