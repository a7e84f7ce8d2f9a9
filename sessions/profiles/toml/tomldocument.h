// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlassembler.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QByteArrayView>

#include <optional>

namespace Nightdesk
{
/// Reads a whole TOML text statement by statement, so that all errors are found at once. Pure. No state: functions alone.
class TomlDocument
{
public:
    /// The table of the whole file; what could not be read is missing or broken in it and reported to @p problems. Empty:
    /// the file is no text that could be a profile (reported), nothing else about it is worth telling. @p outline: which line belongs to what.
    static std::optional<TomlNode> read(QByteArrayView text, const QString &file, Problems &problems, TomlOutline *outline = nullptr);

    /// More is no profile; the limit keeps a wrong file from filling the memory.
    static constexpr qsizetype maxSize = 1024 * 1024;
};
}
