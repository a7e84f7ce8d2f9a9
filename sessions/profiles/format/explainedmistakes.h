// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk
{
/// Explains an unknown @p key in @p table that needs more than "unknown": a renamed key, or a feature of another program that Nightdesk does not have.
/// Translated; empty: no special explanation.
QString unknownKeyExplanation(TableId table, const QString &key);
/// Explains an error in a value of @p key that is not one of its valid values; empty: no special explanation.
/// Translated.
QString wrongValueExplanation(const KeyInfo &key, const TomlNode &value);
/// The kind of a value, as in "%1 is a list". Translated; empty for a broken value.
QString kindInWords(const TomlNode &node);
/// What is wrong with a value whose kind is not valid for @p key, and what was expected. Never empty. Do not call it for a broken value.
QString wrongKindExplanation(const KeyInfo &key, const TomlNode &value);
}
