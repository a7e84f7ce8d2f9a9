// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// One replacement in a text; nothing else of it changes.
struct TextChange {
    qsizetype begin = 0; ///< in UTF-16 units
    qsizetype end = 0; ///< where nothing is taken away the same as begin
    QString text; ///< what comes there
    bool operator==(const TextChange &) const = default;
};
}
