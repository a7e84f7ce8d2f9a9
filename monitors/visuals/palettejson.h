// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktoppalette.h"

#include <QJsonObject>
#include <QString>

namespace Nightdesk
{
/// The live color map of an 8-bit desktop, for scripts. Pure.
namespace PaletteJson
{
/// {"display", "colors", "changesPerSecond"}; colors: 256 strings "rrrrggggbbbb" in hexadecimal, 16 bits per channel as in XQueryColors, or
/// null if the server did not report the color. @p title: title of the desktop.
QJsonObject of(const QString &title, const DesktopPalette &palette, DesktopPalette::Instant now);
}
}
