// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk
{
/// Returns the one of @p candidates that @p word was most likely meant to be: the nearest by letters added, removed,
/// replaced or swapped (Damerau-Levenshtein, optimal alignment), with a distance of at most a third of the word's
/// length. Empty: no candidate is similar. Pure.
QString suggestion(const QString &word, const QStringList &candidates);
}
