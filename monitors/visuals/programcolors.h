// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "sessions/xwindows/facts/xserverfacts.h"

#include <QRgb>

#include <optional>

namespace Nightdesk
{
/// The colors that text of an X program has on an X screen: those of its profile, else black and white as such programs choose them.
/// A value. Made by ServerFit.
struct ProgramColors {
    struct Color {
        QRgb rgb = qRgb(0, 0, 0);
        QString name; ///< as the profile has it, "navy"; empty: of the program's own choice
        bool operator==(const Color &) const = default;
    };
    static constexpr double leastContrast = 4.5; ///< of text that can be read (WCAG 2.2, 1.4.3)

    Color text;
    Color background;
    bool operator==(const ProgramColors &) const = default;

    double contrast() const; ///< 1 to 21 (WCAG 2.2, contrast ratio)
    bool isReadable() const;

    /// The color that @p spec gives its text or background, by its command (-fg, -bg) or its X resources; null: it names none.
    static QString textName(const WindowSpec &spec);
    static QString backgroundName(const WindowSpec &spec);
    /// Of @p spec on @p screen. @p other: another screen, whose pixel value of black the program may use here too; null: none differs.
    /// Empty: it names a color that is not known, or uses a pixel that is neither black nor white here.
    static std::optional<ProgramColors> of(const WindowSpec &spec, const XScreenFacts &screen, const XScreenFacts *other);
};
}
