// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/plotcolors.h"

#include "widgets/wording/readablecolor.h"

#include <QPalette>

namespace Nightdesk
{
using ReadableColor::mixed;

namespace
{
/// True: @p text is red, as in the night colors for dark-adapted eyes.
bool isNightRed(const QColor &text)
{
    return text.hslSaturationF() > 0.5F && (text.hueF() < 0.08F || text.hueF() > 0.92F);
}
}

PlotColors PlotColors::of(const QPalette &palette)
{
    PlotColors colors;
    colors.background = palette.color(QPalette::Base);
    colors.text = palette.color(QPalette::Text);
    colors.faintText = mixed(colors.text, colors.background, 0.3F);
    colors.grid = mixed(colors.background, colors.text, 0.14F);
    colors.selection = palette.color(QPalette::Highlight);
    colors.selection.setAlphaF(0.3F);
    const bool isDark = colors.background.lightness() < 128;
    if (isNightRed(colors.text)) {
        for (const float part : {0.0F, 0.45F, 0.2F, 0.6F, 0.3F, 0.7F, 0.1F, 0.52F}) {
            colors.curves.append(mixed(colors.text, colors.background, part));
        }
        colors.outage = mixed(colors.background, colors.text, 0.3F);
        colors.referenceLine = mixed(colors.background, colors.text, 0.5F);
        return colors;
    }
    colors.curves = isDark ? QList<QColor>{{0x56, 0xb4, 0xe9},
                                           {0xe6, 0x9f, 0x00},
                                           {0x20, 0xc0, 0x90},
                                           {0xe0, 0x8f, 0xc0},
                                           {0xf0, 0xe4, 0x42},
                                           {0xff, 0x8a, 0x40},
                                           {0xb4, 0xb4, 0xb4},
                                           {0x8c, 0xa0, 0xff}}
                           : QList<QColor>{{0x00, 0x72, 0xb2},
                                           {0xc0, 0x78, 0x00},
                                           {0x00, 0x8a, 0x65},
                                           {0xa8, 0x4a, 0x80},
                                           {0x6a, 0x5a, 0x00},
                                           {0xb8, 0x48, 0x00},
                                           {0x64, 0x64, 0x64},
                                           {0x40, 0x50, 0xc0}};
    colors.outage = isDark ? QColor(0x70, 0x28, 0x30) : QColor(0xf6, 0xc8, 0xcc);
    colors.referenceLine = isDark ? QColor(0xd0, 0x90, 0x60) : QColor(0x90, 0x50, 0x20);
    return colors;
}

QColor PlotColors::curveColor(qsizetype index) const
{
    return curves[index % curves.size()];
}

/// States that limit nothing are faint; the others have the colors of curves.
QColor PlotColors::flowLimitColor(int flowLimit) const
{
    const int first = 3; // the first FlowLimit with a color of its own: Unknown, Idle and Program have none
    if (flowLimit < first) {
        return flowLimit == first - 1 ? mixed(background, text, 0.45F) : grid;
    }
    return curveColor(flowLimit - first);
}
}
