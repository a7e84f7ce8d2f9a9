// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <expected>
#include <iosfwd>
#include <string>

namespace Nightdesk
{
/// A trace as JSON Lines: a header line, then a line for each connection, link sample and message, with names instead of numbers, so that it does not
/// depend on the present tables. Described in docs/developer/design/xtrace.md; parsed strictly. Pure, Qt-free.
namespace XTraceFile
{
inline constexpr int format = 1;
/// Returns false if writing to @p out failed, for example because the disk is full.
bool write(const XTrace &trace, std::ostream &out);

struct Problem {
    std::size_t line = 0; ///< line number, from 1
    std::string what; ///< what is wrong, in English
};
std::expected<XTrace, Problem> read(std::istream &in);
}
}
