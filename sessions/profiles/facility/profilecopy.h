// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>
#include <functional>

/// Makes a profile from another profile's file.
namespace Nightdesk::ProfileCopy
{
/// Returns @p text with a new top-level id and name. The rest, including comments, is unchanged. Pure.
QByteArray withIdAndName(const QByteArray &text, const QString &id, const QString &name);
/// An id made from @p name: lower-case letters, digits and dashes; empty: no character can be used. Pure.
QString idFromName(const QString &name);
/// The first id of "lris-2", "lris-3"... that is not taken. Pure.
QString unusedId(const QString &id, const std::function<bool(const QString &)> &isTaken);
/// Writes a copy of @p file to the same directory, named @p id with ".toml"; never overwrites a file. Returns the new file, or why not (translated).
/// Blocks as long as the file system does: do not call it in the GUI thread.
std::expected<QString, QString> createCopy(const QString &file, const QString &id, const QString &name);
}
