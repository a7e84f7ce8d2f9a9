// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/commandword.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
bool isSafeShellWord(const QString &text)
{
    // The expression lists allowed characters, not forbidden ones, because shells differ. A leading "-" would be read as an option.
    static const QRegularExpression word(u"\\A(?!-)[\\p{L}\\p{M}\\p{N}_.+@:,/%-]*\\z"_s);
    return word.match(text).hasMatch();
}
}
