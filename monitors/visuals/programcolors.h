// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "sessions/xwindows/facts/xserverfacts.h"

#include <QRgb>

#include <optional>

namespace Nightdesk
{
/// The text and background colors of an X program on an X screen: from its profile, else black and white as such programs choose them.
/// A value. Made by XServerFit.
struct ProgramColors {
    struct Color {
        QRgb rgb = qRgb(0, 0, 0);
        QString name; ///< name of the color as in the profile, for example "navy"; empty: the program chose the color
        bool operator==(const Color &) const = default;
    };
    static constexpr double minContrast = 4.5; ///< minimum for readable text (WCAG 2.2, 1.4.3)

    Color text;
    Color background;
    bool operator==(const ProgramColors &) const = default;

    double contrast() const; ///< contrast ratio from 1 to 21, as defined by WCAG 2.2
    bool isReadable() const;

    /// The name of the text or background color in @p spec, from its command (-fg, -bg) or its X resources; null: none is given.
    static QString textColorName(const WindowSpec &spec);
    static QString backgroundColorName(const WindowSpec &spec);
    /// The colors of @p spec on @p screen. @p otherScreen: a screen with other pixel values, whose value for black the program may wrongly
    /// use on @p screen; null: there is none. Empty result: a color name is not known, or the value for black of @p otherScreen is neither
    /// black nor white on @p screen.
    static std::optional<ProgramColors> of(const WindowSpec &spec, const XScreenFacts &screen, const XScreenFacts *otherScreen);
};
}
