// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk::TomlText
{
/// A text in TOML syntax: in quotes, with escapes where needed.
QString fromText(const QString &text);
/// A value in one line, tables as { key = value }. Empty for a broken value.
QString fromNode(const TomlNode &node);
/// A key, in quotes if needed.
QString fromKey(const QString &key);
}
