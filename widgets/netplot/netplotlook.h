// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotindex.h"

#include <QColor>

class QPalette;

namespace Nightdesk
{
/// The colors of a netplot on a light or a dark ground. Those of requests and of waits are Okabe and Ito's, which people tell apart who
/// see fewer colors; replies are violet and events black, or white. What matters most is told by shape, too (errors, retransmits). A
/// value: held by NetPlotPainter.
struct NetPlotLook {
    QColor ground;
    QColor text;
    QColor faint; ///< lines of the scale
    QColor curve;
    QColor wait; ///< behind the marks
    QColor waitStrong; ///< in the lane
    QColor retransmit;
    QColor start;
    QColor interaction;
    QColor chosen; ///< a range
    bool isDark = false;

    static NetPlotLook light();
    static NetPlotLook dark();
    static NetPlotLook of(const QPalette &palette);
    QColor color(NetPlotKind kind) const;
};
}
