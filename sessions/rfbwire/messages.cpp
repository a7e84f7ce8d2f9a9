// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbwire/messages.h"

#include "sessions/rfbwire/archive.h"

namespace Nightdesk::RfbWire
{
namespace
{
// Visits the fields of a message for both reading and writing, so that both check the same limits.
template<class M, class... T>
concept Is = (std::same_as<std::remove_const_t<M>, T> || ...);

constexpr std::uint32_t any32 = 0xffffffffu;
// X keysyms have 29 bits; 0 is NoSymbol.
constexpr std::uint32_t maxKeysym = 0x1fffffff;
// Totals are read into signed 64 bit numbers by the console.
constexpr std::uint64_t maxTotal = 0x7fffffffffffffffull;
// Instants are read into signed 64 bit numbers.
constexpr std::uint64_t maxInstant = maxTotal;
constexpr std::uint32_t maxScanCode = 0xff;
constexpr std::uint8_t maxLights = 7;
constexpr std::uint16_t maxButtons = 0x1ff;
constexpr std::uint32_t minInputLimit = 100; // smallest time limit for input, in milliseconds
constexpr std::uint32_t maxInputLimit = 600'000;

void visitFields(auto &a, Is<RememberedServer> auto &m)
{
    a.number("Start.remembered.securityType", m.securityType, 0, 2);
    a.boolean("Start.remembered.colourMapped", m.colorMapped);
    a.number("Start.remembered.width", m.width, 0, maxSide);
    a.number("Start.remembered.height", m.height, 0, maxSide);
    a.boolean("Start.remembered.goesAhead", m.mustSendBeforeServerAsks);
    const bool isNothing = m.width == 0 && m.height == 0 && !m.colorMapped;
    a.require(m.securityType == 0 ? isNothing : (isValidSize(m.width, m.height) && !m.mustSendBeforeServerAsks),
              "Start.remembered: its fields do not fit each other");
}

void visitFields(auto &a, Is<Start> auto &m)
{
    a.number("Start.version", m.version, protocolVersion, protocolVersion);
    a.enumeration("Start.quality", m.quality, Quality::Auto);
    a.boolean("Start.viewOnly", m.viewOnly);
    visitFields(a, m.remembered);
}

void visitFields(auto &a, Is<Challenge, ChallengeAnswer> auto &m)
{
    for (auto &byte : m.bytes) {
        a.number("Challenge.bytes", byte, 0, 0xff); // a byte is never out of range, so no error names the message
    }
}

void visitSize(auto &a, auto &m)
{
    a.number("width", m.width, 1, maxSide);
    a.number("height", m.height, 1, maxSide);
    a.require(isValidSize(m.width, m.height), "width * height: more pixels than a picture may have");
}

void visitFields(auto &a, Is<SharedFramebuffer> auto &m)
{
    a.number("SharedFramebuffer.generation", m.generation, 1, any32);
    visitSize(a, m);
}

void visitFields(auto &a, Is<DamagePainted> auto &m)
{
    a.number("DamagePainted.generation", m.generation, 1, any32);
    a.number("DamagePainted.sequence", m.sequence, 1, any32);
}

void visitFields(auto &a, Is<Key> auto &m)
{
    a.number("Key.keysym", m.keysym, 1, maxKeysym);
    a.boolean("Key.down", m.down);
    a.number("Key.typedAt", m.inputTimeNanoseconds, 0, maxInstant);
    a.number("Key.scanCode", m.scanCode, 0, maxScanCode);
}

void visitFields(auto &a, Is<Pointer> auto &m)
{
    a.number("Pointer.x", m.x, 0, maxSide - 1);
    a.number("Pointer.y", m.y, 0, maxSide - 1);
    a.number("Pointer.buttons", m.buttons, 0, maxButtons);
    a.number("Pointer.typedAt", m.inputTimeNanoseconds, 0, maxInstant);
}

void visitFields(auto &a, Is<ClipboardChunk> auto &m)
{
    a.number("ClipboardChunk.transfer", m.transferNumber, 0, any32);
    a.number("ClipboardChunk.offset", m.offset, 0, maxClipboard);
    a.boolean("ClipboardChunk.last", m.last);
    a.text("ClipboardChunk.text", m.text, maxChunk);
    a.require(m.offset + m.text.size() <= maxClipboard, "ClipboardChunk: reaches beyond the largest clipboard");
    a.require(m.last || !m.text.empty(), "ClipboardChunk.text: empty, and not the last");
}

void visitFields(auto &a, Is<View> auto &m)
{
    a.enumeration("View.visibility", m.visibility, Visibility::Hidden);
    a.boolean("View.focus", m.hasKeyboardFocus);
    a.number("View.shown.x", m.visibleRect.x, 0, maxSide - 1);
    a.number("View.shown.y", m.visibleRect.y, 0, maxSide - 1);
    a.number("View.shown.width", m.visibleRect.width, 0, maxSide);
    a.number("View.shown.height", m.visibleRect.height, 0, maxSide);
    a.require((m.visibleRect.width == 0) == (m.visibleRect.height == 0), "View.shown: one side is 0 and the other is not");
    a.require(m.visibleRect.width != 0 || m.visibleRect == Rect{}, "View.shown: a place without a size");
    a.require(m.visibleRect.x + m.visibleRect.width <= maxSide && m.visibleRect.y + m.visibleRect.height <= maxSide,
              "View.shown: reaches beyond the largest picture");
}

void visitFields(auto &a, Is<Policy> auto &m)
{
    a.boolean("Policy.viewOnly", m.viewOnly);
    a.enumeration("Policy.quality", m.quality, Quality::Auto);
    a.boolean("Policy.clipboardToServer", m.clipboardToServer);
    a.boolean("Policy.clipboardFromServer", m.clipboardFromServer);
}

void visitFields(auto &a, Is<SetInputEnabled> auto &m)
{
    a.boolean("InputGate.open", m.enabled);
    a.number("InputGate.limitMilliseconds", m.maxInputAgeMilliseconds, minInputLimit, maxInputLimit);
}

void visitFields(auto &a, Is<ReleaseKeys> auto &m)
{
    a.list("LetGo.keysyms", m.keysyms, 0, maxKeysDown, [&a](auto &keysym) {
        a.number("LetGo.keysyms", keysym, 1, maxKeysym);
    });
    a.boolean("LetGo.buttons", m.releaseButtons);
    a.number("LetGo.x", m.pointerX, 0, maxSide - 1);
    a.number("LetGo.y", m.pointerY, 0, maxSide - 1);
    a.require(m.releaseButtons || !m.keysyms.empty(), "LetGo: of nothing");
    a.require(m.releaseButtons || (m.pointerX == 0 && m.pointerY == 0), "LetGo: a place without buttons");
}

void visitFields(auto &a, Is<LinkShare> auto &m)
{
    a.number("LinkShare.roundTripMicroseconds", m.roundTripMicroseconds, 0, maxFenceMicroseconds);
    a.number("LinkShare.leastRoundTripMicroseconds", m.leastRoundTripMicroseconds, 0, maxFenceMicroseconds);
    a.number("LinkShare.bytesPerSecond", m.bytesPerSecond, 0, maxTotal);
    a.number("LinkShare.windowBytes", m.sshChannelWindowBytes, 0, any32);
    a.number("LinkShare.pingedAt", m.lastPingAnsweredAt, 0, maxTotal);
    a.number("LinkShare.desktopCount", m.desktopCount, 0, any32);
}

void visitFields(auto &a, Is<RequestDesktopSize, RequestSharedFramebuffer> auto &m)
{
    visitSize(a, m);
}

void visitFields(auto &a, Is<Hello> auto &m)
{
    a.number("Hello.version", m.version, protocolVersion, protocolVersion);
    a.boolean("Hello.seccomp", m.seccomp);
    a.boolean("Hello.landlock", m.landlock);
}

void visitFields(auto &a, Is<Progress> auto &m)
{
    a.enumeration("Progress.phase", m.phase, Phase::FirstImage);
    a.number("Progress.minorVersion", m.minorVersion, 0, 8);
    a.number("Progress.securityType", m.securityType, 0, 0xff);
    const bool versionKnown = m.minorVersion == 3 || m.minorVersion == 7 || m.minorVersion == 8;
    a.require(m.phase == Phase::Version ? versionKnown : m.minorVersion == 0, "Progress.minorVersion: does not fit the phase");
    a.require((m.phase == Phase::Security) == (m.securityType != 0), "Progress.securityType: does not fit the phase");
    a.boolean("Progress.colourMapped", m.colorMapped);
    a.require(m.phase == Phase::Initialized || !m.colorMapped, "Progress.colourMapped: does not fit the phase");
}

void visitFields(auto &a, Is<DesktopName> auto &m)
{
    a.text("DesktopName.name", m.name, maxName);
}

void visitFields(auto &a, Is<Rect> auto &m)
{
    a.number("Damage.rects.x", m.x, 0, maxSide - 1);
    a.number("Damage.rects.y", m.y, 0, maxSide - 1);
    a.number("Damage.rects.width", m.width, 1, maxSide);
    a.number("Damage.rects.height", m.height, 1, maxSide);
    a.require(m.x + m.width <= maxSide && m.y + m.height <= maxSide, "Damage.rects: reaches beyond the largest picture");
}

void visitFields(auto &a, Is<Damage> auto &m)
{
    a.number("Damage.generation", m.generation, 1, any32);
    a.number("Damage.sequence", m.sequence, 1, any32);
    a.list("Damage.rects", m.rects, 1, maxRects, [&a](auto &rect) {
        visitFields(a, rect);
    });
}

void visitFields(auto &a, Is<CursorChunk> auto &m)
{
    a.number("CursorChunk.width", m.width, 0, maxCursorSide);
    a.number("CursorChunk.height", m.height, 0, maxCursorSide);
    a.require((m.width == 0) == (m.height == 0), "CursorChunk: one side is 0 and the other is not");
    a.number("CursorChunk.hotX", m.hotX, 0, m.width == 0 ? 0 : m.width - 1);
    a.number("CursorChunk.hotY", m.hotY, 0, m.height == 0 ? 0 : m.height - 1);
    const std::uint32_t total = m.width * m.height * 4;
    a.number("CursorChunk.offset", m.offset, 0, total == 0 ? 0 : total - 4);
    a.text("CursorChunk.bytes", m.bytes, maxChunk);
    a.require(m.offset % 4 == 0 && m.bytes.size() % 4 == 0, "CursorChunk: part of a pixel");
    a.require(m.offset + m.bytes.size() <= total, "CursorChunk.bytes: reach beyond the cursor");
    a.require(total == 0 || !m.bytes.empty(), "CursorChunk.bytes: none");
}

void visitFields(auto &a, Is<PointerMoved> auto &m)
{
    a.number("PointerMoved.x", m.x, 0, maxSide - 1);
    a.number("PointerMoved.y", m.y, 0, maxSide - 1);
}

void visitFields(auto &, Is<Bell> auto &)
{
}

void visitFields(auto &a, Is<FenceRoundTrip> auto &m)
{
    a.number("FenceRoundTrip.microseconds", m.microseconds, 0, maxFenceMicroseconds);
}

void visitFields(auto &a, Is<Stats> auto &m)
{
    a.number("Stats.bytesIn", m.bytesIn, 0, maxTotal);
    a.number("Stats.bytesOut", m.bytesOut, 0, maxTotal);
    a.number("Stats.updates", m.updates, 0, maxTotal);
    a.number("Stats.rects", m.rects, 0, maxTotal);
    a.number("Stats.pixels", m.pixels, 0, maxTotal);
    a.number("Stats.decodeMicroseconds", m.decodeMicroseconds, 0, maxTotal);
    a.number("Stats.cpuMicroseconds", m.cpuMicroseconds, 0, maxTotal);
    a.number("Stats.lastEncoding", m.lastEncoding, 0, any32);
    a.number("Stats.requests", m.requests, 0, maxTotal);
    a.number("Stats.demandBytesPerSecond", m.demandBytesPerSecond, 0, maxTotal);
    a.number("Stats.queueMicroseconds", m.queueDelayMicroseconds, 0, maxFenceMicroseconds);
    a.enumeration("Stats.way", m.mode, RequestMode::Continuous);
    a.number("Stats.jpegQuality", m.jpegQuality, 0, noJpeg);
    a.require(m.jpegQuality <= 9 || m.jpegQuality == noJpeg, "Stats.jpegQuality: neither a level nor none");
    for (auto &kind : m.kinds) {
        a.number("Stats.kinds.pixels", kind.pixels, 0, maxTotal);
        a.number("Stats.kinds.bytes", kind.bytes, 0, maxTotal);
        a.number("Stats.kinds.decodeMicroseconds", kind.decodeMicroseconds, 0, maxTotal);
    }
}

void visitFields(auto &a, Is<Log> auto &m)
{
    a.number("Log.level", m.level, 0, 2);
    a.text("Log.text", m.text, maxChunk);
}

void visitFields(auto &a, Is<Failed> auto &m)
{
    a.enumeration("Failed.code", m.code, FailureCode::NotAnswered);
    a.text("Failed.detail", m.detail, maxName);
}

void visitFields(auto &a, Is<ServerResponded> auto &m)
{
    a.number("ServerResponded.at", m.at, 0, maxInstant);
}

void visitFields(auto &a, Is<KeyboardLeds> auto &m)
{
    a.number("KeyboardLeds.lockLeds", m.lockLeds, 0, maxLights);
}

void visitFields(auto &a, Is<ClipboardRefused> auto &m)
{
    a.number("ClipboardRefused.bytes", m.bytes, 0, maxTotal);
}

void visitFields(auto &a, Is<Abilities> auto &m)
{
    a.boolean("Abilities.extendedKeys", m.extendedKeys);
    a.boolean("Abilities.leds", m.leds);
    a.boolean("Abilities.extendedClipboard", m.extendedClipboard);
}

void visitFields(auto &a, Is<LosslessState> auto &m)
{
    a.boolean("LosslessState.exact", m.exact);
}

void visitFields(auto &a, Is<ImageKnownCurrent> auto &m)
{
    a.boolean("AgeKnown.known", m.isCurrent);
}

void visitFields(auto &a, Is<ResizeSupport> auto &m)
{
    a.boolean("ResizeSupport.canResize", m.canResize);
    a.enumeration("ResizeSupport.refusal", m.refusal, ResizeRefusal::Other);
}

void visitFields(auto &a, Is<ColorCell> auto &m)
{
    a.number("ColorCells.cells.index", m.index, 0, maxColorCells - 1);
    a.number("ColorCells.cells.red", m.red, 0, 0xffff);
    a.number("ColorCells.cells.green", m.green, 0, 0xffff);
    a.number("ColorCells.cells.blue", m.blue, 0, 0xffff);
}

void visitFields(auto &a, Is<ColorCells> auto &m)
{
    std::uint32_t least = 0; // smallest valid index: indexes ascend, so each cell occurs at most once
    a.list("ColorCells.cells", m.cells, 1, maxColorCells, [&a, &least](auto &cell) {
        visitFields(a, cell);
        a.require(cell.index >= least, "ColorCells.cells.index: not ascending");
        least = cell.index + 1u;
    });
    a.number("ColorCells.changes", m.changes, 0, maxColorChanges);
}

template<class Variant>
std::expected<std::vector<std::byte>, WireError> encodeAs(const Variant &message, std::uint16_t base)
{
    Writer writer;
    writer.rawNumber(static_cast<std::uint16_t>(base + message.index()));
    std::visit(
        [&writer](const auto &m) {
            visitFields(writer, m);
        },
        message);
    if (writer.error()) {
        return std::unexpected(*writer.error());
    }
    return std::move(writer).bytes();
}

/// Puts an empty message of the alternative @p index into @p message.
template<class Variant, std::size_t... I>
bool chooseAlternative(Variant &message, std::size_t index, std::index_sequence<I...>)
{
    return ((index == I ? (message.template emplace<I>(), true) : false) || ...);
}

template<class Variant>
std::expected<Variant, WireError> decodeAs(std::span<const std::byte> record, std::uint16_t base, bool hasFd)
{
    if (record.size() > maxRecord) {
        return std::unexpected(WireError{"record: longer than a record may be"});
    }
    Reader reader(record);
    const auto tag = reader.template rawNumber<std::uint16_t>();
    Variant message;
    if (reader.error() || tag < base || !chooseAlternative(message, tag - base, std::make_index_sequence<std::variant_size_v<Variant>>())) {
        return std::unexpected(WireError{"tag: unknown"});
    }
    std::visit(
        [&reader](auto &m) {
            visitFields(reader, m);
        },
        message);
    reader.requireEndOfRecord();
    bool wantsFd = false;
    if constexpr (std::is_same_v<Variant, ToWorker>) {
        wantsFd = std::holds_alternative<SharedFramebuffer>(message);
    }
    reader.require(hasFd == wantsFd, wantsFd ? "descriptor: missing" : "descriptor: came with a record that has none");
    if (reader.error()) {
        return std::unexpected(*reader.error());
    }
    return message;
}
}

bool isValidSize(std::uint32_t width, std::uint32_t height)
{
    return width >= 1 && height >= 1 && width <= maxSide && height <= maxSide && std::uint64_t{width} * height <= maxPixels;
}

std::expected<std::vector<std::byte>, WireError> encode(const ToWorker &message)
{
    return encodeAs(message, firstToWorkerTag);
}

std::expected<std::vector<std::byte>, WireError> encode(const FromWorker &message)
{
    return encodeAs(message, firstFromWorkerTag);
}

std::expected<ToWorker, WireError> decodeToWorker(std::span<const std::byte> record, bool hasFd)
{
    return decodeAs<ToWorker>(record, firstToWorkerTag, hasFd);
}

std::expected<FromWorker, WireError> decodeFromWorker(std::span<const std::byte> record, bool hasFd)
{
    return decodeAs<FromWorker>(record, firstFromWorkerTag, hasFd);
}
}
