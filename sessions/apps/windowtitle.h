// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace Nightdesk
{
/// What a program calls its window, out of the property's bytes. Whatever these are: display-safe, at most 200 characters. Pure.
namespace WindowTitle
{
enum class Encoding {
    Utf8,
    Latin1, ///< STRING
    Compound, ///< COMPOUND_TEXT: ASCII, Latin-1 and UTF-8 are read; of other alphabets U+FFFD remains
};
QString decode(QByteArrayView bytes, Encoding encoding);
}
}
