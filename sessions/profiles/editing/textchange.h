// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// One replacement in a text; the rest of the text is unchanged.
struct TextChange {
    qsizetype begin = 0; ///< where the replaced text begins, in UTF-16 units
    qsizetype end = 0; ///< equal to begin for a pure insertion
    QString text; ///< the text that replaces the text from begin to end
    bool operator==(const TextChange &) const = default;
};
}
