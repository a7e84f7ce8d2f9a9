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
struct NetPlotColors {
    QColor backgroundColor;
    QColor textColor;
    QColor scaleLineColor; ///< color of the scale's lines
    QColor curveColor;
    QColor waitBackgroundColor; ///< background color of the times in which the program waited
    QColor waitLaneColor; ///< color of waits in the lane between the panes
    QColor retransmitColor;
    QColor programStartColor;
    QColor interactionColor;
    QColor selectionColor; ///< color of the range that the user selected
    bool isDark = false;

    static NetPlotColors light();
    static NetPlotColors dark();
    static NetPlotColors of(const QPalette &palette);
    QColor color(NetPlotMessageKind kind) const;
};
}
