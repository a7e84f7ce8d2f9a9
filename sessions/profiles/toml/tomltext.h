// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk::TomlText
{
/// Writes @p text as a TOML string: in quotes, with escapes where needed.
QString quotedString(const QString &text);
/// Writes a value in TOML syntax in one line, tables as { key = value }. Empty for a broken value.
QString formattedValue(const TomlNode &node);
/// Writes a key in TOML syntax: in quotes if needed.
QString formattedKey(const QString &key);
}
