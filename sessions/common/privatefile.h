// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>
#include <optional>

/// Reads and writes small private files of the user: mode 0600 in a directory of mode 0700. Blocks for as
/// long as the file system does. Errors are translated and give the reason, without the path.
namespace Nightdesk::PrivateFile
{
enum class Privacy {
    WritableOnlyByUser,
    ReadableOnlyByUser ///< the file contains a secret: no other user may read it, and none may write it either
};
/// Reads @p file. Empty: there is no such file. Errors: a symbolic link, another user's file, one that others may write
/// (or read), or more than @p maxSize bytes.
std::expected<std::optional<QByteArray>, QString> read(const QString &file, qsizetype maxSize, Privacy privacy = Privacy::WritableOnlyByUser);
/// Writes @p file atomically; creates its directory if necessary.
std::expected<void, QString> write(const QString &file, const QByteArray &contents);
/// Creates a file of mode 0600 with @p contents, synced to disk before this returns; on an error there is no file. @p name is relative to the
/// open @p directory, or a path with AT_FDCWD. The error is an errno: EEXIST if the name exists, even as a symbolic link.
std::expected<void, int> create(int directory, const QByteArray &name, const QByteArray &contents);
/// Creates the directory of @p file if necessary, and makes sure that it is private to the user.
std::expected<void, QString> prepareDirectory(const QString &file);
/// Renames the file to an unused name in the same directory: "FILE.broken", "FILE.broken-2", ... Returns the new name.
std::expected<QString, QString> setAside(const QString &file);
}
