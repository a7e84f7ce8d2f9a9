// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/textchange.h"
#include "sessions/profiles/profile.h"

#include <QStringList>
#include <QStringView>

#include <optional>

/// Sets a key of a TOML text to another value: computes the replacement that changes only the value and keeps comments, order and every other byte.
/// Values are strings without their quotes. Pure.
namespace Nightdesk::ValueEdit
{
/// The value that begins at @p place; empty: not a string.
std::optional<QString> textAt(QStringView text, const SourcePlace &place);
/// Replaces the value that begins at @p place; single quotes are kept if possible. Empty: there is no value.
std::optional<TextChange> changeValue(QStringView text, const SourcePlace &place, const QString &value);
/// Adds a key that its table does not have yet, after the value at @p beside, which is in the same table.
std::optional<TextChange> addKey(QStringView text, const SourcePlace &beside, const QString &key, const QString &value);
/// Sets the key with this full path, for example site, waimea, window, ds9, geometry. Replaces its value if the text has the key. Otherwise adds the
/// key to the innermost table of the path that exists, or below a new header at the end. Empty: a name in the path is not a table.
std::optional<TextChange> setKey(QStringView text, const QStringList &path, const QString &value);
}
