// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xnames.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>
#include <vector>

namespace Nightdesk
{
namespace
{
struct Message {
    std::string_view name; ///< empty: the code has no name
    bool hasReply = false;
};
struct Extension {
    std::string_view name;
    std::span<const Message> requests;
    std::span<const Message> events;
    std::span<const Message> errors;
    std::uint8_t eventCodeCount = 0;
};
#include "xnamestables.inc"

constexpr std::string_view imageRequests[] = {
    "PutImage",
    "GetImage",
    "MIT-SHM PutImage",
    "MIT-SHM GetImage",
    "XVideo PutImage",
    "XVideo ShmPutImage",
    "GLX RenderLarge",
};
constexpr std::string_view glyphRequests[] = {
    "RENDER CreateGlyphSet",
    "RENDER ReferenceGlyphSet",
    "RENDER FreeGlyphSet",
    "RENDER AddGlyphs",
    "RENDER FreeGlyphs",
    "RENDER CompositeGlyphs8",
    "RENDER CompositeGlyphs16",
    "RENDER CompositeGlyphs32",
};
constexpr std::string_view fontRequests[] = {
    "OpenFont",
    "CloseFont",
    "QueryFont",
    "QueryTextExtents",
    "ListFonts",
    "ListFontsWithInfo",
    "SetFontPath",
    "GetFontPath",
    "PolyText8",
    "PolyText16",
    "ImageText8",
    "ImageText16",
};
constexpr std::string_view otherRenderRequests[] = {
    "RENDER QueryVersion",
    "RENDER QueryPictFormats",
    "RENDER QueryPictIndexValues",
    "RENDER QueryFilters",
    "RENDER CreateCursor",
    "RENDER CreateAnimCursor",
};
// Core requests for graphics contexts, and ClearArea to PolyFillArc.
constexpr std::uint8_t firstDrawing = 55;
constexpr std::uint8_t lastDrawing = 71;

std::string labelOf(std::uint8_t extension, std::string_view name)
{
    std::string text(extensions[extension].name);
    return (text.empty() ? text : text + ' ').append(name);
}

XByteClass byteClassOf(std::uint8_t extension, std::uint8_t code)
{
    const std::string label = labelOf(extension, extensions[extension].requests[code].name);
    if (std::ranges::contains(imageRequests, label)) {
        return XByteClass::Images;
    }
    if (std::ranges::contains(glyphRequests, label)) {
        return XByteClass::Glyphs;
    }
    if (std::ranges::contains(fontRequests, label)) {
        return XByteClass::CoreFonts;
    }
    if (label.find("Propert") != std::string::npos) {
        return XByteClass::Properties;
    }
    const bool draws = extension == XName::coreProtocolIndex ? code >= firstDrawing && code <= lastDrawing
                                                             : extensions[extension].name == "RENDER" && !std::ranges::contains(otherRenderRequests, label);
    return draws ? XByteClass::Drawing : XByteClass::Other;
}

std::vector<std::vector<XByteClass>> allByteClasses()
{
    std::vector<std::vector<XByteClass>> all(std::size(extensions));
    for (std::size_t extension = 0; extension < all.size(); ++extension) {
        for (std::size_t code = 0; code < extensions[extension].requests.size(); ++code) {
            all[extension].push_back(byteClassOf(static_cast<std::uint8_t>(extension), static_cast<std::uint8_t>(code)));
        }
    }
    return all;
}

std::span<const Message> messages(XRecordKind kind, std::uint8_t extension)
{
    if (extension >= std::size(extensions)) {
        return {};
    }
    switch (kind) {
    case XRecordKind::Request:
    case XRecordKind::Reply:
        return extensions[extension].requests;
    case XRecordKind::Event:
        return extensions[extension].events;
    case XRecordKind::Error:
        return extensions[extension].errors;
    default:
        return {};
    }
}
}

std::optional<std::uint8_t> XNames::extension(std::string_view name)
{
    const auto found = std::ranges::find(extensions, name, &Extension::name);
    if (name.empty() || found == std::end(extensions)) {
        return std::nullopt;
    }
    return static_cast<std::uint8_t>(found - std::begin(extensions));
}

std::string_view XNames::extensionName(std::uint8_t extension)
{
    return extension < std::size(extensions) ? extensions[extension].name : "?";
}

std::string_view XNames::messageName(XRecordKind kind, XName name)
{
    const std::span<const Message> all = messages(kind, name.extensionIndex);
    return name.code < all.size() ? all[name.code].name : std::string_view();
}

bool XNames::hasReply(XName request)
{
    const std::span<const Message> all = messages(XRecordKind::Request, request.extensionIndex);
    return request.code < all.size() && all[request.code].hasReply;
}

std::uint8_t XNames::eventCodeCount(std::uint8_t extension)
{
    return extension < std::size(extensions) ? extensions[extension].eventCodeCount : 0;
}

std::uint8_t XNames::errorCodeCount(std::uint8_t extension)
{
    return static_cast<std::uint8_t>(messages(XRecordKind::Error, extension).size());
}

XByteClass XNames::byteClass(XName request)
{
    static const std::vector<std::vector<XByteClass>> classes = allByteClasses();
    return request.extensionIndex < classes.size() && request.code < classes[request.extensionIndex].size() ? classes[request.extensionIndex][request.code]
                                                                                                            : XByteClass::Other;
}

std::string XNames::label(const XRecord &record)
{
    switch (record.kind) {
    case XRecordKind::Setup:
    case XRecordKind::ParsingStopped:
    case XRecordKind::Closed:
        return {};
    default:
        break;
    }
    const std::string_view name = messageName(record.kind, record.name);
    if (!name.empty()) {
        return labelOf(record.name.extensionIndex, name);
    }
    if (record.name.extensionIndex < std::size(extensions)) {
        return labelOf(record.name.extensionIndex, std::to_string(record.name.code));
    }
    const bool isCode = (record.kind == XRecordKind::Event || record.kind == XRecordKind::Error) && record.wireCode <= 0xff;
    return isCode ? std::to_string(record.wireCode) : std::to_string(record.wireCode >> 8) + '.' + std::to_string(record.wireCode & 0xff);
}

std::optional<XName> XNames::parseLabel(XRecordKind kind, std::string_view label)
{
    const std::size_t blank = label.rfind(' '); // an extension's name may contain spaces, too
    const bool isCore = blank == std::string_view::npos;
    const std::string_view word = isCore ? label : label.substr(blank + 1);
    const std::optional<std::uint8_t> of = isCore ? XName::coreProtocolIndex : extension(label.substr(0, blank));
    if (!of || word.empty()) {
        return std::nullopt;
    }
    const std::span<const Message> all = messages(kind, *of);
    if (const auto found = std::ranges::find(all, word, &Message::name); found != all.end()) {
        return XName{.extensionIndex = *of, .code = static_cast<std::uint8_t>(found - all.begin())};
    }
    std::uint8_t code = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), code);
    // For an event or error of an unknown extension, label() writes only its code. No name can be found from that.
    const bool isCode = isCore && (kind == XRecordKind::Event || kind == XRecordKind::Error);
    if (isCode || error != std::errc() || end != word.data() + word.size() || !messageName(kind, {.extensionIndex = *of, .code = code}).empty()) {
        return std::nullopt;
    }
    return XName{.extensionIndex = *of, .code = code};
}
}
