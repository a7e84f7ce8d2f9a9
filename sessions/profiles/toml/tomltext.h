// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk::TomlText
{
/// A text as TOML writes it: in quotes, with what cannot stand in them escaped.
QString text(const QString &text);
/// A value in one line, tables as { key = value }. Empty for a broken one.
QString value(const TomlNode &node);
/// A key, in quotes where it needs them.
QString key(const QString &key);
}
