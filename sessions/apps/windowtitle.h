// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace Nightdesk
{
/// Decodes a window title from the bytes of its property. Always display-safe and at most 200 characters. Pure.
namespace WindowTitle
{
enum class Encoding {
    Utf8,
    Latin1, ///< the property type STRING
    /// The property type COMPOUND_TEXT: ASCII, Latin-1 and UTF-8 are decoded; other character sets become U+FFFD.
    CompoundText,
};
QString decode(QByteArrayView bytes, Encoding encoding);
}
}
