// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace Nightdesk
{
/// A text as the keys that type it. Pure.
struct TypedText {
    QList<quint32> keysyms;
    qsizetype lines = 0; ///< Returns among them
    QList<char32_t> refused; ///< characters that no key types, each once
};

/// A line's end, however it is written, is one Return.
TypedText typedText(const QString &text);
}
