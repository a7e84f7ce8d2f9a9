// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/textchange.h"
#include "sessions/profiles/profile.h"

#include <QStringList>
#include <QStringView>

#include <optional>

/// Gives a key of a TOML text another value: which replacement does that and leaves comments, order and every other byte. Values are texts
/// without their quotes. Pure.
namespace Nightdesk::ValueEdit
{
/// The value that begins at @p place, if it is a text; empty: it is none.
std::optional<QString> textAt(QStringView text, const SourcePlace &place);
/// Of the value that begins at @p place; single quotes stay if they can. Empty: no value is there.
std::optional<TextChange> replaced(QStringView text, const SourcePlace &place, const QString &value);
/// A key that its table does not have yet, behind the value at @p beside, which is in the same table.
std::optional<TextChange> added(QStringView text, const SourcePlace &beside, const QString &key, const QString &value);
/// The key with this whole name, for example site, waimea, window, ds9, geometry: replaced if it is there, else added where the text has
/// the nearest table, else below a new header at the end. Empty: something on the way is no table.
std::optional<TextChange> set(QStringView text, const QStringList &path, const QString &value);
}
