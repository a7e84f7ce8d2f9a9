// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

namespace Nightdesk
{
/// The two selections of X that hold texts: what was copied, and what was marked last.
enum class XSelection {
    Clipboard,
    Primary
};
/// Where an array has what belongs to one of them.
constexpr std::size_t selectionIndex(XSelection which)
{
    return static_cast<std::size_t>(which);
}

/// What came of reading one. Its text is never to be logged.
struct SelectionText {
    enum class Outcome {
        Text,
        None, ///< nobody owns it, or what it holds is no text
        TooLong,
        NoAnswer, ///< its owner does not answer
    };
    static constexpr qint64 limit = 1024 * 1024; ///< bytes of UTF-8

    Outcome outcome = Outcome::None;
    QString text = {};
    qint64 bytes = 0; ///< TooLong: how long, at least
};
}

Q_DECLARE_METATYPE(Nightdesk::SelectionText)
