// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlassembler.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QByteArrayView>

#include <optional>

/// Reads a whole TOML text statement by statement, so that all errors are found at once. Pure.
namespace Nightdesk::TomlDocument
{
/// The root table of the file; unreadable parts are missing or broken in it and reported to @p problems. Empty: the file cannot be a profile
/// (reported), and no other error is reported. @p outline: which line belongs to which table.
std::optional<TomlNode> read(QByteArrayView text, const QString &file, Problems &problems, TomlOutline *outline = nullptr);

/// A larger file is not a profile; the limit keeps a wrong file from filling the memory.
inline constexpr qsizetype maxSize = 1024 * 1024;
}
