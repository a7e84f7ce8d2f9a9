// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/quality.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// The protocol between the console and one nightdesk-rfb worker, over a SOCK_SEQPACKET socket pair. Plain C++, no Qt.
/// One record a message, at most maxRecord bytes, little-endian, at most one descriptor beside it. Both sides check every
/// field: the worker may have been taken over by a hostile VNC server, and the console's bytes are checked as strictly so
/// that an error of ours shows at once. docs/developer/protocols/rfbwire.md tells the layout.
namespace Nightdesk::RfbWire
{
inline constexpr std::uint16_t protocolVersion = 11;
inline constexpr std::size_t challengeSize = 16; ///< of VncAuth
inline constexpr std::size_t maxRecord = 4096;
inline constexpr std::uint32_t maxSide = 16384; ///< pixels
inline constexpr std::uint64_t maxPixels = 64ull * 1024 * 1024;
inline constexpr std::size_t maxRects = 32;
inline constexpr std::uint32_t maxCursorSide = 256;
inline constexpr std::size_t maxChunk = 3072; ///< bytes of clipboard, cursor or log text in one record
inline constexpr std::uint32_t maxClipboard = 1024 * 1024; ///< bytes
inline constexpr std::size_t maxName = 1024;
inline constexpr std::uint64_t maxFenceMicroseconds = 3600ull * 1000 * 1000;
inline constexpr std::size_t maxColorCells = 256; ///< of the color map of an 8-bit desktop
inline constexpr std::uint32_t maxColorChanges = 1'000'000; ///< told in one record: more are told as that many
inline constexpr std::size_t maxKeysDown = 64; ///< more than anybody's fingers
/// The worker's inherited descriptors.
inline constexpr int rfbFd = 3;
inline constexpr int controlFd = 4;

using Nightdesk::Quality;
enum class Visibility : std::uint8_t {
    Visible,
    OneHertz,
    Hidden
};
/// By what means updates are asked for.
enum class AskingWay : std::uint8_t {
    Stock, ///< one request after each update
    Ahead, ///< requests that do not wait for the update before
    Continuous, ///< the server sends by itself (ContinuousUpdates)
};
enum class Phase : std::uint8_t {
    Version,
    Security,
    Initialised,
    FirstPicture
};
enum class FailureCode : std::uint8_t {
    Closed, ///< the server ended the connection
    NotRfb, ///< what arrived is not RFB
    SecurityRefused, ///< no security type that we allow is offered
    AuthenticationFailed,
    TooManyAttempts, ///< the server refuses for a while
    TooLarge, ///< the server claims a picture beyond maxSide or maxPixels
    Malformed, ///< a message that breaks RFC 6143
    OutOfMemory,
    Internal,
    NotAsRemembered, ///< the server is not what Start said it was: to be started without that
    NotAnswered, ///< what was sent ahead by Start's memory got no answer in time: thrown away by the server, or lost on the way
};

/// Why a server does not take the size that was asked for.
enum class ResizeRefusal : std::uint8_t {
    None,
    Prohibited, ///< by its settings: nothing more is asked
    OutOfResources,
    InvalidLayout,
    Other,
};

struct Rect {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const Rect &) const = default;
};

// --- to the worker ---

/// What a server said when it last showed a picture, over the same link at the same address. With it the worker need not wait
/// for the answers before it goes on; it checks them as strictly as without.
struct ServerMemory {
    std::uint8_t securityType = 0; ///< 1 None, 2 VncAuth, of RFB 3.8; 0: nothing is remembered
    bool colourMapped = false; ///< its pixels are 8-bit indexes
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// With security type 0: not known, yet what follows the choice of a type goes out with it, format and a request for all too.
    bool goesAhead = false;
    bool operator==(const ServerMemory &) const = default;
};
/// The first record. The worker answers Hello, then waits for the RFB stream.
struct Start {
    std::uint16_t version = protocolVersion;
    Quality quality = Quality::High;
    bool viewOnly = false;
    ServerMemory remembered = {};
    bool operator==(const Start &) const = default;
};
/// Answers Challenge: the worker never sees the password.
struct ChallengeAnswer {
    std::array<std::uint8_t, challengeSize> bytes{};
    bool operator==(const ChallengeAnswer &) const = default;
};
/// Carries the picture's descriptor: a sealed memfd of width * height * 4 bytes, QImage::Format_RGB32. Answers RequestImage.
struct Picture {
    std::uint32_t generation = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const Picture &) const = default;
};
/// The console has painted Damage number @ref sequence; the worker may write into the picture again.
struct Released {
    std::uint32_t generation = 0;
    std::uint32_t sequence = 0;
    bool operator==(const Released &) const = default;
};
/// What is typed carries when: it is not to be sent when it has become old, wherever it had to wait.
struct Key {
    std::uint32_t keysym = 0;
    bool down = false;
    std::uint64_t typedAt = 0; ///< BootClock, nanoseconds
    std::uint32_t scanCode = 0; ///< the physical key as QEMU's extended key event has it (XT set 1, 0x80 for 0xe0); 0: not known
    bool operator==(const Key &) const = default;
};
struct Pointer {
    std::uint16_t x = 0;
    std::uint16_t y = 0;
    std::uint16_t buttons = 0; ///< RFB button mask, bit 0 = left, 7 back, 8 forward
    std::uint64_t typedAt = 0; ///< BootClock, nanoseconds
    bool operator==(const Pointer &) const = default;
};
/// Both ways. UTF-8; a text is the chunks of one @ref transfer in order, ending with @ref last.
struct ClipboardChunk {
    std::uint32_t transfer = 0;
    std::uint32_t offset = 0;
    bool last = false;
    std::string text;
    bool operator==(const ClipboardChunk &) const = default;
};
/// What a person sees of the desktop.
struct View {
    Visibility visibility = Visibility::Visible;
    bool focus = false; ///< it has the keyboard
    Rect shown = {}; ///< the part in sight, in the desktop's pixels; may reach beyond it after a resize; empty: all of it
    bool operator==(const View &) const = default;
};
/// May change while running. viewOnly: the worker drops keys and pointer and sends none, whatever the console says.
struct Policy {
    bool viewOnly = false;
    Quality quality = Quality::High;
    bool clipboardToServer = true;
    bool clipboardFromServer = true;
    bool operator==(const Policy &) const = default;
};

/// Closed: the server does not answer. What waits to be sent is forgotten; when it opens again, all keys and buttons that are
/// down at the server are released before anything else. Open at first.
struct InputGate {
    bool open = true;
    std::uint32_t limitMilliseconds = 1500; ///< what has waited longer since it was typed is not sent any more
    bool operator==(const InputGate &) const = default;
};
/// These may still be down at the server, from a connection that broke: they are released before anything else.
struct ReleaseKeys {
    std::vector<std::uint32_t> keysyms; ///< in the order in which to let go; at most maxKeysDown
    bool buttons = false;
    std::uint16_t x = 0; ///< where the pointer was
    std::uint16_t y = 0;
    bool operator==(const ReleaseKeys &) const = default;
};

/// What the link does now, and what of it is this desktop's. 0: not known, or no limit.
struct LinkShare {
    std::uint64_t roundTripMicroseconds = 0; ///< of the link's last ping, queues and all
    std::uint64_t leastRoundTripMicroseconds = 0; ///< of the path when nothing waits in it
    std::uint64_t bytesPerSecond = 0; ///< more than this is not to be asked for
    std::uint32_t windowBytes = 0; ///< more than this is never on its way: a channel's window
    std::uint64_t pingedAt = 0; ///< when that ping came back, by the steady clock, nanoseconds; 0: there was none yet
    bool operator==(const LinkShare &) const = default;
};

/// The desktop is to be that large (SetDesktopSize). One is asked for at a time, the last one counts; none while view-only.
struct RequestSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const RequestSize &) const = default;
};

using ToWorker =
    std::variant<Start, ChallengeAnswer, Picture, Released, Key, Pointer, ClipboardChunk, View, Policy, InputGate, ReleaseKeys, LinkShare, RequestSize>;

// --- from the worker ---

/// Answers Start, after the sandbox stands.
struct Hello {
    std::uint16_t version = protocolVersion;
    bool seccomp = false; ///< false: the system denies it; shown in the status
    bool landlock = false;
    bool operator==(const Hello &) const = default;
};
struct Progress {
    Phase phase = Phase::Version;
    std::uint32_t minorVersion = 0; ///< Phase::Version: 3, 7 or 8
    std::uint32_t securityType = 0; ///< Phase::Security: RFC 6143 §7.1.2
    bool colourMapped = false; ///< Phase::Initialised: 8-bit indexes
    bool operator==(const Progress &) const = default;
};
struct DesktopName {
    std::string name; ///< as the server sent it: not display-safe
    bool operator==(const DesktopName &) const = default;
};
struct RequestImage {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const RequestImage &) const = default;
};
/// These rectangles of the picture are new. Until Released the worker leaves the picture alone.
struct Damage {
    std::uint32_t generation = 0;
    std::uint32_t sequence = 0;
    std::vector<Rect> rects; ///< 1 to maxRects, inside the picture
    bool operator==(const Damage &) const = default;
};
/// A cursor of width * height ARGB32 premultiplied pixels, in chunks at ascending offsets. 0x0: no cursor (paint none).
struct CursorChunk {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t hotX = 0;
    std::uint32_t hotY = 0;
    std::uint32_t offset = 0; ///< bytes
    std::string bytes;
    bool operator==(const CursorChunk &) const = default;
};
/// The server moved the pointer (PointerPos, x11vnc): somebody else's, or ours warped.
struct PointerMoved {
    std::uint16_t x = 0;
    std::uint16_t y = 0;
    bool operator==(const PointerMoved &) const = default;
};
struct Bell {
    bool operator==(const Bell &) const = default;
};
/// The server's challenge of VncAuth. At most once in a connection, and only while logging in: the console is no oracle.
struct Challenge {
    std::array<std::uint8_t, challengeSize> bytes{};
    bool operator==(const Challenge &) const = default;
};
/// End-to-end time of our own fence, microseconds.
struct FenceTime {
    std::uint64_t microseconds = 0;
    bool operator==(const FenceTime &) const = default;
};
inline constexpr std::uint8_t noJpeg = 255;
/// How pixels came. Tight by its own subencodings; what ZRLE and Zlib hold inside is not looked at; Other: Hextile.
enum class PixelKind : std::uint8_t {
    Copy,
    Fill,
    Palette,
    Gradient,
    Jpeg,
    Zlib,
    Raw,
    Other
};
inline constexpr std::size_t pixelKinds = 8;
/// Of one kind, since the start.
struct KindStats {
    std::uint64_t pixels = 0;
    std::uint64_t bytes = 0; ///< of its rectangles, with their heads
    std::uint64_t decodeMicroseconds = 0;
    bool operator==(const KindStats &) const = default;
};
/// Once a second, totals since the start.
struct Stats {
    std::uint64_t bytesIn = 0;
    std::uint64_t bytesOut = 0;
    std::uint64_t updates = 0; ///< framebuffer updates that brought pixels
    std::uint64_t rects = 0;
    std::uint64_t pixels = 0;
    std::uint64_t decodeMicroseconds = 0;
    std::uint64_t cpuMicroseconds = 0;
    std::uint32_t lastEncoding = 0;
    std::uint64_t requests = 0; ///< for updates, sent
    // As it is now:
    std::uint64_t demandBytesPerSecond = 0; ///< what the server would send if nothing held it back; 0: not known
    std::uint64_t queueMicroseconds = 0; ///< what an update waits on its way because of those before it
    AskingWay way = AskingWay::Stock;
    std::uint8_t jpegQuality = noJpeg; ///< 0 to 9 as offered, or noJpeg
    std::array<KindStats, pixelKinds> kinds{}; ///< since the start, by PixelKind; all pixels are in one of them
    bool operator==(const Stats &) const = default;
};
/// The worker may not write files: what it has to say goes here. Not display-safe.
struct Log {
    std::uint8_t level = 0; ///< 0 debug, 1 info, 2 warning
    std::string text;
    bool operator==(const Log &) const = default;
};
/// The last record; the worker exits.
struct Failed {
    FailureCode code = FailureCode::Internal;
    std::string detail; ///< the server's own words where there are any; not display-safe
    bool operator==(const Failed &) const = default;
};

/// The server said something, or answered our probe: at most four times a second.
struct Heard {
    std::uint64_t at = 0; ///< when its bytes arrived: BootClock, nanoseconds
    bool operator==(const Heard &) const = default;
};

/// The lock lights of the server's keyboard, as the LED state pseudo-encoding (-261) has them.
struct Leds {
    std::uint8_t lights = 0; ///< bit 0 Scroll Lock, bit 1 Num Lock, bit 2 Caps Lock
    bool operator==(const Leds &) const = default;
};
/// The server has a clipboard text that is not passed on.
struct ClipboardRefused {
    std::uint64_t bytes = 0; ///< how long it is
    bool operator==(const ClipboardRefused &) const = default;
};
/// What the server has shown to know; each time that it shows more.
struct Abilities {
    bool extendedKeys = false; ///< QEMU extended key events (-258)
    bool leds = false; ///< LED state (-261)
    bool extendedClipboard = false; ///< UTF-8 by 0xc0a1e5ce
    bool operator==(const Abilities &) const = default;
};

/// How true the picture is, whenever that changes.
struct Clarity {
    bool exact = false; ///< each of its pixels is the server's own, as far as has been heard
    bool operator==(const Clarity &) const = default;
};

/// Whether the image is known to be the server's present one, whenever that changes: x11vnc answers first with the one of its last viewer.
struct AgeKnown {
    bool known = true; ///< as it is taken to be until this comes
    bool operator==(const AgeKnown &) const = default;
};

/// Whether the server's size can be asked for (ExtendedDesktopSize), whenever something of it is new.
struct Resizable {
    bool can = false;
    ResizeRefusal refusal = ResizeRefusal::None; ///< its answer to the last one
    bool operator==(const Resizable &) const = default;
};

/// A cell of the server's color map.
struct ColorCell {
    std::uint8_t index = 0;
    std::uint16_t red = 0;
    std::uint16_t green = 0;
    std::uint16_t blue = 0;
    bool operator==(const ColorCell &) const = default;
};
/// Cells of the color map of an 8-bit desktop as the server stored them last. Changes within a while are in one record.
struct ColorCells {
    std::vector<ColorCell> cells; ///< 1 to maxColorCells, ascending; each was stored with another color since the record before
    std::uint32_t changes = 0; ///< how often cells that were known got another color since the record before
    bool operator==(const ColorCells &) const = default;
};

using FromWorker = std::variant<Hello,
                                Progress,
                                DesktopName,
                                RequestImage,
                                Damage,
                                CursorChunk,
                                PointerMoved,
                                Bell,
                                ClipboardChunk,
                                Challenge,
                                FenceTime,
                                Stats,
                                Log,
                                Failed,
                                Heard,
                                Leds,
                                ClipboardRefused,
                                Abilities,
                                Clarity,
                                Resizable,
                                ColorCells,
                                AgeKnown>;

/// Why a record was not accepted; names the field, for the log.
struct WireError {
    std::string what;
};

/// A field out of range gives an error here too: neither side ever sends what the other must refuse.
std::expected<std::vector<std::byte>, WireError> encode(const ToWorker &message);
std::expected<std::vector<std::byte>, WireError> encode(const FromWorker &message);
/// @p hasFd tells whether a descriptor came with the record: exactly Picture has one.
std::expected<ToWorker, WireError> decodeToWorker(std::span<const std::byte> record, bool hasFd);
std::expected<FromWorker, WireError> decodeFromWorker(std::span<const std::byte> record, bool hasFd);
/// True if width x height is a picture we are ready to hold.
bool isValidSize(std::uint32_t width, std::uint32_t height);
}
