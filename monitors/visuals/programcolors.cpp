// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/programcolors.h"

#include <QColor>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
double luminance(QRgb rgb)
{
    const auto part = [](int value) {
        const double share = value / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(qRed(rgb)) + 0.7152 * part(qGreen(rgb)) + 0.0722 * part(qBlue(rgb));
}

/// Parses an X11 color name. Qt knows all names except the numbered grays. "rgb:" has 1 to 4 digits per channel.
std::optional<QRgb> parseColorName(const QString &name)
{
    static const QRegularExpression gray(u"\\Agr[ae]y([0-9]{1,3})\\z"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression parts(u"\\Argb:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})\\z"_s, QRegularExpression::CaseInsensitiveOption);
    if (const auto match = gray.match(name); match.hasMatch()) {
        const int share = match.captured(1).toInt();
        const int value = qRound(share * 255 / 100.0);
        return share <= 100 ? std::optional(qRgb(value, value, value)) : std::nullopt;
    }
    if (const auto match = parts.match(name); match.hasMatch()) {
        const auto part = [&match](int index) {
            const QString digits = match.captured(index);
            return qRound(digits.toInt(nullptr, 16) * 255.0 / ((1 << 4 * digits.size()) - 1));
        };
        return qRgb(part(1), part(2), part(3));
    }
    const QColor color = QColor::fromString(QString(name).remove(u' '));
    return color.isValid() ? std::optional(color.rgb()) : std::nullopt;
}

/// The argument of @p optionName in the program's command; else the value of the last X resource whose name ends with @p resourceName.
QString colorName(const WindowSpec &spec, const QString &optionName, const QString &resourceName)
{
    if (const qsizetype at = spec.command.indexOf(optionName); at >= 0 && at + 1 < spec.command.size()) {
        return spec.command[at + 1];
    }
    const auto line = std::find_if(spec.xResources.crbegin(), spec.xResources.crend(), [&resourceName](const QString &each) {
        return each.section(u':', 0, 0).trimmed().endsWith(resourceName, Qt::CaseInsensitive);
    });
    return line == spec.xResources.crend() ? QString() : line->section(u':', 1).trimmed();
}
}

QString ProgramColors::textColorName(const WindowSpec &spec)
{
    return colorName(spec, u"-fg"_s, u"foreground"_s);
}

QString ProgramColors::backgroundColorName(const WindowSpec &spec)
{
    return colorName(spec, u"-bg"_s, u"background"_s);
}

double ProgramColors::contrast() const
{
    const auto [dark, light] = std::minmax({luminance(text.rgb), luminance(background.rgb)});
    return (light + 0.05) / (dark + 0.05);
}

bool ProgramColors::isReadable() const
{
    return contrast() >= minContrast;
}

std::optional<ProgramColors> ProgramColors::of(const WindowSpec &spec, const XScreenFacts &screen, const XScreenFacts *otherScreen)
{
    const auto resolve = [](const QString &name, std::optional<QRgb> usual) -> std::optional<Color> {
        const auto rgb = name.isEmpty() ? usual : parseColorName(name);
        return rgb ? std::optional(Color{.rgb = *rgb, .name = name}) : std::nullopt;
    };
    const quint32 ink = otherScreen ? otherScreen->blackPixel : screen.blackPixel;
    const auto usual = ink == screen.blackPixel ? std::optional(qRgb(0, 0, 0)) : ink == screen.whitePixel ? std::optional(qRgb(255, 255, 255)) : std::nullopt;
    const auto text = resolve(textColorName(spec), usual);
    const auto background = resolve(backgroundColorName(spec), qRgb(255, 255, 255));
    return text && background ? std::optional(ProgramColors{.text = *text, .background = *background}) : std::nullopt;
}
}
