// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <KLazyLocalizedString>

#include <optional>
#include <span>

namespace Nightdesk
{
/// A color that identifies a desktop. The palette is small so that its names mean the same to everybody, and its colors can be told apart at night.
struct DesktopColor {
    QLatin1StringView name; ///< name as written in profiles
    QLatin1StringView value; ///< "#rrggbb"
    KLazyLocalizedString title; ///< name of the color, as it is shown
};

std::span<const DesktopColor> desktopColors();
/// "#rrggbb" for a name of the palette or for a color in that form, in lower case; empty: neither.
std::optional<QString> desktopColorValue(const QString &text);
}
