// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

class QPalette;

namespace Nightdesk
{
/// Colors of a plot on a background. They are those of Okabe and Ito, which color-blind users can distinguish; with the
/// red night palette, shades of red. A value: each plot makes it for one paint.
struct PlotColors {
    QColor background;
    QColor text;
    QColor faintText;
    QColor grid;
    QColor outage;
    QColor referenceLine; ///< color of reference lines
    QColor selection;
    QList<QColor> curves; ///< colors of curves in order of use: the network first, this computer last

    static PlotColors of(const QPalette &palette);
    QColor curveColor(qsizetype index) const;
    QColor flowLimitColor(int flowLimit) const; ///< color of a FlowLimit, given as its number
};
}
