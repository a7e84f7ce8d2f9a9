// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/palettejson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QJsonObject PaletteJson::of(const QString &title, const DesktopPalette &palette, DesktopPalette::Instant now)
{
    QJsonArray colors;
    for (int cell = 0; cell < DesktopPalette::cellCount; ++cell) {
        const auto color = palette.color(cell);
        colors.append(
            color ? QJsonValue(u"%1%2%3"_s.arg(color->red, 4, 16, QChar(u'0')).arg(color->green, 4, 16, QChar(u'0')).arg(color->blue, 4, 16, QChar(u'0')))
                  : QJsonValue());
    }
    return {{u"display"_s, title}, {u"colors"_s, colors}, {u"changesPerSecond"_s, palette.changesPerSecond(now)}};
}
}
