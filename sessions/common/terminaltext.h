// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Text in the columns of a terminal, where a character takes none, one or two. Pure; reckons in the locale of the process.
namespace TerminalText
{
int width(QStringView text);
/// With blanks behind it, or before it, up to @p columns.
QString fromLeft(const QString &text, int columns);
QString fromRight(const QString &text, int columns);
}
}
