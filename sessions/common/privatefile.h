// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>
#include <optional>

/// A small file of the user's own, which nobody else may have written: mode 0600 in a directory of mode 0700. Blocks for as
/// long as the file system does. Errors are translated and say why, not where.
namespace Nightdesk::PrivateFile
{
enum class Privacy {
    NobodyElseWrites,
    NobodyElseReads ///< nor writes: it holds a secret
};
/// Empty: there is none. A link, another user's file and one that others may write (or read) are errors, as is more than @p maxSize.
std::expected<std::optional<QByteArray>, QString> read(const QString &file, qsizetype maxSize, Privacy privacy = Privacy::NobodyElseWrites);
/// Whole or not at all; makes the directory if it has to.
std::expected<void, QString> write(const QString &file, const QByteArray &contents);
/// A new file of mode 0600 with @p contents, on the disk when it returns, or none at all. @p name is in the open @p directory, or AT_FDCWD
/// makes it a path. The error is errno's: EEXIST if there is one already, a link among them.
std::expected<void, int> create(int directory, const QByteArray &name, const QByteArray &contents);
/// The directory of @p file: made, ours alone, else an error.
std::expected<void, QString> prepareDirectory(const QString &file);
/// Renames it to a name beside it that nothing has yet: "FILE.broken", "FILE.broken-2", ... Its new name.
std::expected<QString, QString> setAside(const QString &file);
}
