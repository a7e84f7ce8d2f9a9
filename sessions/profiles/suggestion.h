// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk
{
/// The one of @p candidates that @p word was most likely meant to be: nearest by letters added, dropped, replaced or
/// swapped (Damerau-Levenshtein, optimal alignment), at most a third of the word's length away. Empty: nothing is near. Pure.
QString suggestion(const QString &word, const QStringList &candidates);
}
