// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk
{
/// Errors that need more than a list of what is expected: names that were renamed, and what other programs can do but
/// Nightdesk cannot.
/// What is wrong with @p key in @p table; empty: nothing special is known about it. Translated.
QString explainKey(TableId table, const QString &key);
/// Likewise with a value of @p key that is none of its values.
QString explainValue(const KeyInfo &key, const TomlNode &value);
/// The kind of a value, as in "%1 is a list". Translated; empty: it is broken.
QString kindInWords(const TomlNode &node);
/// What is wrong with a value whose kind no value of @p key has, and what was expected. Never empty. Not of a broken value.
QString explainKind(const KeyInfo &key, const TomlNode &value);
}
