// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xrecord.h"

#include <optional>
#include <string>
#include <string_view>

namespace Nightdesk
{
/// The purpose of a request's bytes.
enum class XByteClass : std::uint8_t {
    Images,
    Glyphs, ///< text drawn with RENDER
    CoreFonts, ///< text and text metrics with the server's own fonts
    Properties,
    Drawing,
    Other
};

/// The names of the messages of the X protocol and its extensions: tables generated at build time from xcb-proto's XML (cmake/xnames.py). Pure,
/// Qt-free; never translated, since they are terms.
namespace XNames
{
/// The extension with the QueryExtension name @p name ("RENDER"); empty: not in the tables.
std::optional<std::uint8_t> extension(std::string_view name);
std::string_view extensionName(std::uint8_t extension); ///< its QueryExtension name; empty: core; "?": not known
/// "CreateWindow", "CompositeGlyphs8", for a reply that of its request; empty: not in the tables.
std::string_view messageName(XRecordKind kind, XName name);
bool hasReply(XName request);
std::uint8_t eventCodeCount(std::uint8_t extension); ///< number of codes that a server reserves for it
std::uint8_t errorCodeCount(std::uint8_t extension);
XByteClass byteClass(XName request);
/// A readable name: "CreateWindow", "RENDER CompositeGlyphs8", "RENDER 99", or "141.3" without a known name. For a reply: that of its request.
/// Empty: a kind of record without names.
std::string label(const XRecord &record);
/// The XName of a label read from a file; empty: not in the tables.
std::optional<XName> parseLabel(XRecordKind kind, std::string_view label);
}
}
