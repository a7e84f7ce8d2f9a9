// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xrecord.h"

#include <optional>
#include <string>
#include <string_view>

namespace Nightdesk
{
/// What a request's bytes are for.
enum class XByteClass : std::uint8_t {
    Images,
    Glyphs, ///< text by RENDER
    CoreFonts, ///< text and its measures by the server's own fonts
    Properties,
    Drawing,
    Other
};

/// What the messages of the X protocol and its extensions are called: tables made at build time from xcb-proto's XML
/// (cmake/xnames.py). Pure, Qt-free; never translated, these are terms.
namespace XNames
{
/// The extension that programs ask for as @p name ("RENDER"); empty: not in the tables.
std::optional<std::uint8_t> extension(std::string_view name);
std::string_view extensionName(std::uint8_t extension); ///< as asked for; empty: core; "?": not known
/// "CreateWindow", "CompositeGlyphs8"; empty: not in the tables.
std::string_view request(XName name);
std::string_view event(XName name);
std::string_view error(XName name);
bool hasReply(XName request);
std::uint8_t eventCodes(std::uint8_t extension); ///< how many a server sets aside for it
std::uint8_t errorCodes(std::uint8_t extension);
XByteClass byteClass(XName request);
/// As people read it: "CreateWindow", "RENDER CompositeGlyphs8", "RENDER 99" and "141.3" for what has no name. For a reply: its
/// request's. Empty: of a kind that has no names.
std::string label(const XRecord &record);
/// The name of a label again, as in a file; empty: it is not in the tables.
std::optional<XName> named(XKind kind, std::string_view label);
}
}
