// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace Nightdesk
{
/// The keys that type a text. Pure.
struct KeysForText {
    QList<quint32> keysyms;
    qsizetype lineCount = 0; ///< number of Return keys among `keysyms`
    QList<char32_t> untypableCharacters; ///< characters that no key types, each listed once
};

/// The keys to press for @p text, in order. Every form of line ending becomes one Return.
KeysForText keysForText(const QString &text);
}
