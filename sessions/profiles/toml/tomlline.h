// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace Nightdesk
{
/// What a line of a TOML file probably is, judged by itself: to find where something that was left open should have ended.
/// Pure.
namespace TomlLine
{
/// The first line of @p text, as far as it is worth a look.
QByteArrayView first(QByteArrayView text);
/// Whether it is a table's header, and cannot be an item of a list.
bool isHeader(QByteArrayView line);
/// Whether it begins with "key =".
bool isKey(QByteArrayView line);
/// Whether the text of several lines that is @p text ends where another one begins: its own end is missing. @p before and
/// @p behind are what stands around its last quotation marks in their line.
bool endsAtNextText(QByteArrayView text, QByteArrayView before, QByteArrayView behind);
/// Without the blanks around it, too.
QByteArrayView withoutComment(QByteArrayView line);
}
}
