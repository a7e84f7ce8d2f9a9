// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"
#include "sessions/profiles/toml/tomlsyntax.h"

namespace Nightdesk
{
/// Reads one TOML value (the text after the "=") between two offsets of @p text with toml++. An error is added to @p problems and gives a broken
/// node. The caller has checked that brackets and quotes are closed and that the nesting is not too deep. Pure.
TomlNode readTomlValue(const TomlSyntax &text, qsizetype begin, qsizetype end, Problems &problems);

/// A broken node for a value that cannot be read. Its text is what the value was probably meant to be, so that references to it are not reported as
/// errors too.
TomlNode makeBrokenTomlNode(QStringView text, const SourcePlace &place);
}
