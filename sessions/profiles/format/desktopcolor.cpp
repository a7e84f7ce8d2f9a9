// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/desktopcolor.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
// Each of medium brightness: visible on dark and light images, and not too bright at night.
constexpr DesktopColor colors[] = {
    {"red"_L1, "#c62828"_L1, kli18nc("@item:inmenu a color", "Red")},
    {"orange"_L1, "#d9730d"_L1, kli18nc("@item:inmenu a color", "Orange")},
    {"yellow"_L1, "#c9a20c"_L1, kli18nc("@item:inmenu a color", "Yellow")},
    {"green"_L1, "#2e8b3d"_L1, kli18nc("@item:inmenu a color", "Green")},
    {"cyan"_L1, "#168f9c"_L1, kli18nc("@item:inmenu a color", "Cyan")},
    {"blue"_L1, "#2a62c9"_L1, kli18nc("@item:inmenu a color", "Blue")},
    {"violet"_L1, "#8a3ac4"_L1, kli18nc("@item:inmenu a color", "Violet")},
    {"pink"_L1, "#cf4a8b"_L1, kli18nc("@item:inmenu a color", "Pink")},
    {"grey"_L1, "#808890"_L1, kli18nc("@item:inmenu a color", "Gray")},
};
}

std::span<const DesktopColor> desktopColors()
{
    return colors;
}

std::optional<QString> desktopColorValue(const QString &text)
{
    const auto named = std::ranges::find_if(colors, [&text](const DesktopColor &color) {
        return color.name == text;
    });
    if (named != std::end(colors)) {
        return QString(named->value);
    }
    const auto isHex = [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
    };
    if (text.size() == 7 && text.startsWith(u'#') && std::all_of(text.begin() + 1, text.end(), isHex)) {
        return text.toLower();
    }
    return std::nullopt;
}
}
