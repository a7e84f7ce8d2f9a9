// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>
#include <functional>

namespace Nightdesk
{
/// A profile made from another one's file.
namespace ProfileCopy
{
/// @p text with the top-level id and name of another profile; all else, comments too, stays as it is. Pure.
QByteArray renamed(const QByteArray &text, const QString &id, const QString &name);
/// The id of what has that name: lower-case letters, digits and dashes; empty: nothing of it can be one. Pure.
QString idOf(const QString &name);
/// The first id of "lris-2", "lris-3"... that @p isTaken does not know. Pure.
QString freeId(const QString &id, const std::function<bool(const QString &)> &isTaken);
/// Writes the copy of @p file beside it, as @p id with ".toml", and never over a file that is there. The new file, or why not
/// (translated). Blocks for as long as the file system does: not for the GUI thread.
std::expected<QString, QString> make(const QString &file, const QString &id, const QString &name);
}
}
