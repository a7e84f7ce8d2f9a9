// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Formats text in terminal columns, where a character takes zero, one or two columns. Pure; uses the locale of the process.
namespace TerminalText
{
int width(QStringView text);
/// Pads @p text with blanks to @p columns: leftJustified() after the text, rightJustified() before it.
QString leftJustified(const QString &text, int columns);
QString rightJustified(const QString &text, int columns);
}
}
