// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// The two X selections with text: copied text (clipboard) and last selected text (primary).
enum class XSelection {
    Clipboard,
    Primary
};
/// The index of a selection in an array.
constexpr std::size_t selectionIndex(XSelection which)
{
    return static_cast<std::size_t>(which);
}

/// The result of reading a selection. Its text must never be logged.
struct SelectionText {
    enum class Outcome {
        Text,
        NoText, ///< there is no owner, or the content is not text
        TooLong,
        NoAnswer, ///< the owner does not answer
    };
    static constexpr qint64 maxBytes = 1024 * 1024; ///< longest text that is read, in bytes of UTF-8

    Outcome outcome = Outcome::NoText;
    QString text = {};
    qint64 bytes = 0; ///< for TooLong: minimum length of the text, in bytes of UTF-8
};
}
