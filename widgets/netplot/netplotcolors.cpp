// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotcolors.h"

#include <QPalette>

namespace Nightdesk
{
namespace
{
QColor withAlpha(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

const QColor skyBlue(0x56, 0xb4, 0xe9);
const QColor green(0x00, 0x9e, 0x73);
const QColor yellow(0xf0, 0xe4, 0x42);
const QColor blue(0x00, 0x72, 0xb2);
const QColor vermilion(0xd5, 0x5e, 0x00);
const QColor purple(0xcc, 0x79, 0xa7);
}

NetPlotColors NetPlotColors::light()
{
    NetPlotColors look;
    look.backgroundColor = Qt::white;
    look.textColor = QColor(0x20, 0x20, 0x20);
    look.scaleLineColor = QColor(0xde, 0xde, 0xde);
    look.curveColor = QColor(0xa0, 0xa0, 0xa0);
    look.waitBackgroundColor = withAlpha(yellow, 0x60);
    look.waitLaneColor = QColor(0xe3, 0xd5, 0x1f); // pure yellow is hardly visible on white
    look.retransmitColor = QColor(0xc0, 0x10, 0x30);
    look.programStartColor = green;
    look.interactionColor = blue;
    look.selectionColor = withAlpha(blue, 0x30);
    return look;
}

NetPlotColors NetPlotColors::dark()
{
    NetPlotColors look;
    look.backgroundColor = QColor(0x1b, 0x1e, 0x20);
    look.textColor = QColor(0xee, 0xee, 0xee);
    look.scaleLineColor = QColor(0x3c, 0x40, 0x44);
    look.curveColor = QColor(0x80, 0x80, 0x80);
    look.waitBackgroundColor = withAlpha(yellow, 0x30);
    look.waitLaneColor = yellow;
    look.retransmitColor = QColor(0xff, 0x50, 0x60);
    look.programStartColor = QColor(0x30, 0xc8, 0x98);
    look.interactionColor = skyBlue;
    look.selectionColor = withAlpha(skyBlue, 0x40);
    look.isDark = true;
    return look;
}

NetPlotColors NetPlotColors::of(const QPalette &palette)
{
    const QColor backgroundColor = palette.color(QPalette::Base);
    NetPlotColors look = backgroundColor.lightness() < 128 ? dark() : light();
    look.backgroundColor = backgroundColor;
    look.textColor = palette.color(QPalette::Text);
    look.selectionColor = withAlpha(palette.color(QPalette::Highlight), look.isDark ? 0x50 : 0x38);
    return look;
}

QColor NetPlotColors::color(NetPlotMessageKind kind) const
{
    switch (kind) {
    case NetPlotMessageKind::Images:
        return isDark ? QColor(0x1f, 0x78, 0xc8) : blue;
    case NetPlotMessageKind::Glyphs:
        return isDark ? QColor(0x20, 0xb8, 0x8c) : green;
    case NetPlotMessageKind::CoreFonts:
        return vermilion;
    case NetPlotMessageKind::WindowProperties:
        return isDark ? QColor(0xe0, 0x8f, 0xc0) : purple;
    case NetPlotMessageKind::Drawing:
        return isDark ? QColor(0x8f, 0xd0, 0xff) : skyBlue;
    case NetPlotMessageKind::Other:
        return isDark ? QColor(0x80, 0x88, 0x90) : QColor(0x70, 0x70, 0x70);
    case NetPlotMessageKind::Reply:
        return isDark ? QColor(0xb0, 0xa0, 0xff) : QColor(0x4a, 0x2c, 0x9a);
    case NetPlotMessageKind::Event:
        return isDark ? QColor(0xff, 0xff, 0xff) : QColor(0x10, 0x10, 0x10);
    case NetPlotMessageKind::Error:
        return retransmitColor;
    }
    return textColor;
}
}
