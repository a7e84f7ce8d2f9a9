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

/// The protocol between the console and one nightdesk-rfb worker, over a SOCK_SEQPACKET socket pair. Plain C++, no Qt. Each message is one record
/// of at most maxRecord bytes, little-endian, with at most one descriptor. Both sides check every field: a malicious VNC server may have taken over
/// the worker, and the console's bytes are checked as strictly so that a program error shows at once. docs/developer/protocols/rfbwire.md describes
/// the layout.
namespace Nightdesk::RfbWire
{
inline constexpr std::uint16_t protocolVersion = 12;
inline constexpr std::size_t challengeSize = 16; ///< size of a VncAuth challenge in bytes
inline constexpr std::size_t maxRecord = 4096;
inline constexpr std::uint32_t maxSide = 16384; ///< largest width or height of a desktop, in pixels
inline constexpr std::uint64_t maxPixels = 64ull * 1024 * 1024;
inline constexpr std::size_t maxRects = 32;
inline constexpr std::uint32_t maxCursorSide = 256;
/// Maximum number of bytes of clipboard, cursor or log text in one record.
inline constexpr std::size_t maxChunk = 3072;
inline constexpr std::uint32_t maxClipboard = 1024 * 1024; ///< longest clipboard text, in bytes
inline constexpr std::size_t maxName = 1024;
inline constexpr std::uint64_t maxFenceMicroseconds = 3600ull * 1000 * 1000;
inline constexpr std::size_t maxColorCells = 256; ///< number of cells in the color map of an 8-bit desktop
inline constexpr std::uint32_t maxColorChanges = 1'000'000; ///< maximum in one record: a larger number is reported as this one
inline constexpr std::size_t maxKeysDown = 64; ///< maximum number of keys to release: more than a person can press
/// Descriptors that the worker inherits: the RFB stream and the control socket.
inline constexpr int rfbFd = 3;
inline constexpr int controlFd = 4;

using Nightdesk::Quality;
enum class Visibility : std::uint8_t {
    Visible,
    OneHertz,
    Hidden
};
/// When the worker requests updates from the server.
enum class RequestMode : std::uint8_t {
    OneAtATime, ///< the worker sends one request after each update
    AheadOfUpdates, ///< the worker sends further requests without waiting for the previous update
    Continuous, ///< the server sends updates without requests (ContinuousUpdates)
};
/// How far the RFB session with the server has come.
enum class Phase : std::uint8_t {
    Version, ///< the protocol version was agreed
    Security, ///< the security type was chosen
    Initialized, ///< login is complete: ServerInit arrived
    FirstImage ///< the first image arrived
};
enum class FailureCode : std::uint8_t {
    Closed, ///< the server ended the connection
    NotRfb, ///< the received bytes are not RFB
    SecurityRefused, ///< the server offers no security type that Nightdesk allows
    AuthenticationFailed,
    TooManyAttempts, ///< the server refuses logins for a while
    TooLarge, ///< the server claims a framebuffer beyond maxSide or maxPixels
    Malformed, ///< a message that breaks RFC 6143
    OutOfMemory,
    Internal,
    NotAsRemembered, ///< the server differs from Start::remembered: start again without it
    /// The worker sent messages before the server asked for them (Start::remembered), and the server did not answer them in time: it discarded
    /// them, or they were lost.
    NotAnswered,
};

/// Why a server refused a requested size.
enum class ResizeRefusal : std::uint8_t {
    None,
    Prohibited, ///< the server's settings forbid it: no further requests are sent
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

// --- Messages from the console to the worker ---

/// What a server sent when it last showed an image, over the same link at the same address. A worker that has this record does not wait for
/// predictable answers; it checks them as strictly as usual.
struct RememberedServer {
    std::uint8_t securityType = 0; ///< RFB security type: 1 None, 2 VncAuth, with RFB 3.8; 0: nothing is remembered
    bool colorMapped = false; ///< the server's pixels are 8-bit indexes into a color map
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// Used with securityType 0: although nothing is remembered of the server, the worker sends ClientInit, the pixel format and a request for the
    /// whole image together with the chosen security type, before the server asks for them.
    bool mustSendBeforeServerAsks = false;
    /// The server asks for no password (security type None, RFC 6143 §7.2.1), so the first request can be sent together with the version.
    bool admitsEveryone() const
    {
        return securityType == 1;
    }
    bool operator==(const RememberedServer &) const = default;
};
/// The first record, with which the console starts the worker's session. The worker answers with Hello, then reads the RFB stream.
struct Start {
    std::uint16_t version = protocolVersion;
    Quality quality = Quality::High;
    bool viewOnly = false;
    RememberedServer remembered = {};
    bool operator==(const Start &) const = default;
};
/// The answer to a Challenge record. The console computes it, so the worker never sees the password.
struct ChallengeAnswer {
    std::array<std::uint8_t, challengeSize> bytes{};
    bool operator==(const ChallengeAnswer &) const = default;
};
/// The shared framebuffer, in answer to RequestSharedFramebuffer. The record carries its descriptor: a sealed memfd of width *
/// height * 4 bytes, QImage::Format_RGB32.
struct SharedFramebuffer {
    std::uint32_t generation = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const SharedFramebuffer &) const = default;
};
/// The console has painted Damage number @ref sequence; the worker may write into the shared framebuffer again.
struct DamagePainted {
    std::uint32_t generation = 0;
    std::uint32_t sequence = 0;
    bool operator==(const DamagePainted &) const = default;
};
/// A key event. Like other input, it has the time at which it was typed: input that is too old must not be sent,
/// wherever it had to wait.
struct Key {
    std::uint32_t keysym = 0;
    bool down = false;
    std::uint64_t inputTimeNanoseconds = 0; ///< time of the event, by BootClock in nanoseconds
    std::uint32_t scanCode = 0; ///< the physical key as in QEMU's extended key event (XT set 1, 0x80 for 0xe0); 0: not known
    bool operator==(const Key &) const = default;
};
/// A pointer event: the pointer moved, or a button was pressed or released.
struct Pointer {
    std::uint16_t x = 0;
    std::uint16_t y = 0;
    std::uint16_t buttons = 0; ///< RFB button mask, bit 0 = left, 7 back, 8 forward
    std::uint64_t inputTimeNanoseconds = 0; ///< time of the event, by BootClock in nanoseconds
    bool operator==(const Pointer &) const = default;
};
/// A part of a clipboard text in UTF-8, sent in both directions. A text is all chunks of one @ref transferNumber in order, up
/// to the one with @ref last.
struct ClipboardChunk {
    std::uint32_t transferNumber = 0;
    std::uint32_t offset = 0;
    bool last = false;
    std::string text;
    bool operator==(const ClipboardChunk &) const = default;
};
/// How the console shows the desktop to the user: whether it is visible, and which part.
struct View {
    Visibility visibility = Visibility::Visible;
    bool hasKeyboardFocus = false; ///< this desktop has the keyboard
    Rect visibleRect = {}; ///< the visible part, in the desktop's pixels; may extend beyond the desktop after a resize; empty: all of it
    bool operator==(const View &) const = default;
};
/// Settings that may change while running. viewOnly: the worker drops keys and pointer events and sends none to the
/// server, even if the console sends some.
struct Policy {
    bool viewOnly = false;
    Quality quality = Quality::High;
    bool clipboardToServer = true;
    bool clipboardFromServer = true;
    bool operator==(const Policy &) const = default;
};

/// Whether the worker sends the user's keys and pointer events to the server. The console disables input while the server does not answer: waiting
/// input is discarded, and when input is enabled again, all keys and buttons that are down at the server are released first.
struct SetInputEnabled {
    bool enabled = true; ///< input is enabled when the worker starts
    std::uint32_t maxInputAgeMilliseconds = 1500; ///< input older than this is not sent any more
    bool operator==(const SetInputEnabled &) const = default;
};
/// Keys and buttons that may still be down at the server, from a connection that broke: released before any other input.
struct ReleaseKeys {
    std::vector<std::uint32_t> keysyms; ///< keys in the order in which to release them; at most maxKeysDown
    bool releaseButtons = false; ///< release all pointer buttons too
    std::uint16_t pointerX = 0; ///< the pointer's last position; used only with releaseButtons
    std::uint16_t pointerY = 0;
    bool operator==(const ReleaseKeys &) const = default;
};

/// The present state of the ssh link, and how much of its bandwidth this desktop may use. In each field, 0 stands for "not known" or "no limit".
struct LinkShare {
    std::uint64_t roundTripMicroseconds = 0; ///< round trip of the link's last ping, including queues
    std::uint64_t leastRoundTripMicroseconds = 0; ///< round trip of the path without queues
    std::uint64_t bytesPerSecond = 0; ///< this desktop may request no more than this
    std::uint32_t sshChannelWindowBytes = 0; ///< flow control window of the ssh channel: at most this many bytes are on their way
    /// Time when the link's last ping was answered, in nanoseconds of std::chrono::steady_clock; 0: no ping was answered yet.
    std::uint64_t lastPingAnsweredAt = 0;
    std::uint32_t desktopCount = 0; ///< number of desktops that get images over the path; 0: not known
    bool operator==(const LinkShare &) const = default;
};

/// Requests a desktop of this size (SetDesktopSize). One request is sent at a time, for the last size; none while view-only.
struct RequestDesktopSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const RequestDesktopSize &) const = default;
};

using ToWorker = std::variant<Start,
                              ChallengeAnswer,
                              SharedFramebuffer,
                              DamagePainted,
                              Key,
                              Pointer,
                              ClipboardChunk,
                              View,
                              Policy,
                              SetInputEnabled,
                              ReleaseKeys,
                              LinkShare,
                              RequestDesktopSize>;

// --- Messages from the worker to the console ---

/// The answer to Start, sent once the sandbox is active.
struct Hello {
    std::uint16_t version = protocolVersion;
    bool seccomp = false; ///< the filter of system calls is active; false: not available on this system, which the status shows
    bool landlock = false; ///< the Landlock restriction of file access is active
    bool operator==(const Hello &) const = default;
};
struct Progress {
    Phase phase = Phase::Version;
    std::uint32_t minorVersion = 0; ///< minor version of RFB, in Phase::Version: 3, 7 or 8
    std::uint32_t securityType = 0; ///< security type, in Phase::Security (RFC 6143 §7.1.2)
    bool colorMapped = false; ///< in Phase::Initialized: pixels are 8-bit indexes into a color map
    bool operator==(const Progress &) const = default;
};
struct DesktopName {
    std::string name; ///< name as the server sent it: not display-safe
    bool operator==(const DesktopName &) const = default;
};
struct RequestSharedFramebuffer {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const RequestSharedFramebuffer &) const = default;
};
/// These rectangles of the shared framebuffer have changed. The worker does not write to the framebuffer until
/// DamagePainted arrives.
struct Damage {
    std::uint32_t generation = 0;
    std::uint32_t sequence = 0;
    std::vector<Rect> rects; ///< 1 to maxRects, inside the framebuffer
    bool operator==(const Damage &) const = default;
};
/// A cursor of width * height ARGB32 premultiplied pixels, in chunks at ascending offsets. 0x0: no cursor (paint none).
struct CursorChunk {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t hotX = 0;
    std::uint32_t hotY = 0;
    std::uint32_t offset = 0; ///< position of these bytes in the cursor's pixels
    std::string bytes;
    bool operator==(const CursorChunk &) const = default;
};
/// The server moved the pointer (PointerPos, x11vnc): another user moved it, or a program moved this user's pointer.
struct PointerMoved {
    std::uint16_t x = 0;
    std::uint16_t y = 0;
    bool operator==(const PointerMoved &) const = default;
};
struct Bell {
    bool operator==(const Bell &) const = default;
};
/// The server's challenge of VncAuth. At most once in a connection, and only during login, so that a worker cannot have the console encrypt
/// arbitrary challenges.
struct Challenge {
    std::array<std::uint8_t, challengeSize> bytes{};
    bool operator==(const Challenge &) const = default;
};
/// Time from sending a fence of the worker until the server returned it.
struct FenceRoundTrip {
    std::uint64_t microseconds = 0;
    bool operator==(const FenceRoundTrip &) const = default;
};
inline constexpr std::uint8_t noJpeg = 255;
/// How pixels were encoded. Tight is split by its subencodings; the content of ZRLE and Zlib is not examined; Other: Hextile.
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
/// Totals of one kind of pixels since the start of the worker.
struct PixelKindStats {
    std::uint64_t pixels = 0;
    std::uint64_t bytes = 0; ///< bytes of the rectangles of this kind, with their headers
    std::uint64_t decodeMicroseconds = 0;
    bool operator==(const PixelKindStats &) const = default;
};
/// Sent once a second: totals since the start.
struct Stats {
    std::uint64_t bytesIn = 0; ///< number of bytes received from the server
    std::uint64_t bytesOut = 0; ///< number of bytes sent to the server
    std::uint64_t updates = 0; ///< number of framebuffer updates with pixels
    std::uint64_t rects = 0; ///< number of rectangles of pixels in these updates
    std::uint64_t pixels = 0;
    std::uint64_t decodeMicroseconds = 0;
    std::uint64_t cpuMicroseconds = 0;
    std::uint32_t lastEncoding = 0;
    std::uint64_t requests = 0; ///< number of update requests sent
    // The next four are not totals, but present values.
    std::uint64_t demandBytesPerSecond = 0; ///< rate at which the server would send if this desktop's share were not limited; 0: not known
    std::uint64_t queueDelayMicroseconds = 0; ///< how long an update waits on its way behind earlier ones
    RequestMode mode = RequestMode::OneAtATime;
    std::uint8_t jpegQuality = noJpeg; ///< 0 to 9 as offered, or noJpeg
    std::array<PixelKindStats, pixelKinds> kinds{}; ///< since the start, by PixelKind; each pixel counts in one of them
    bool operator==(const Stats &) const = default;
};
/// A line for the console's log, because the worker's sandbox does not let it write files. It may contain text of the server that is not safe to
/// display.
struct Log {
    std::uint8_t level = 0; ///< 0 debug, 1 info, 2 warning
    std::string text;
    bool operator==(const Log &) const = default;
};
/// The last record before the worker exits.
struct Failed {
    FailureCode code = FailureCode::Internal;
    std::string detail; ///< the server's own text, if any; not display-safe
    bool operator==(const Failed &) const = default;
};

/// The server responds: it sent something, or answered a probe. Sent at most four times a second.
struct ServerResponded {
    std::uint64_t at = 0; ///< when the server's bytes arrived: BootClock, nanoseconds
    bool operator==(const ServerResponded &) const = default;
};

/// The lock LEDs of the server's keyboard, as in the LED state pseudo-encoding (-261).
struct KeyboardLeds {
    std::uint8_t lockLeds = 0; ///< bit 0 Scroll Lock, bit 1 Num Lock, bit 2 Caps Lock
    bool operator==(const KeyboardLeds &) const = default;
};
/// The server has a clipboard text that is not forwarded.
struct ClipboardRefused {
    std::uint64_t bytes = 0; ///< length of the text if it is too long; 0: texts from the server are not forwarded at all (Policy)
    bool operator==(const ClipboardRefused &) const = default;
};
/// The extensions that the server has announced; sent whenever the server announces a further one.
struct Abilities {
    bool extendedKeys = false; ///< QEMU extended key events (-258)
    bool leds = false; ///< LED state pseudo-encoding (-261)
    bool extendedClipboard = false; ///< extended clipboard with UTF-8 text (0xc0a1e5ce)
    bool operator==(const Abilities &) const = default;
};

/// Whether the pixels of the image are lossless; sent whenever that changes.
struct LosslessState {
    bool exact = false; ///< all pixels received so far are lossless
    bool operator==(const LosslessState &) const = default;
};

/// Whether the image is known to be the server's present one; sent whenever that changes. x11vnc first answers with the image of its last viewer.
struct ImageKnownCurrent {
    /// False: the image may be an old one. Until the first ImageKnownCurrent record arrives, the console treats the image as current.
    bool isCurrent = true;
    bool operator==(const ImageKnownCurrent &) const = default;
};

/// Whether the desktop's size can be changed (ExtendedDesktopSize); sent whenever something changes.
struct ResizeSupport {
    bool canResize = false;
    ResizeRefusal refusal = ResizeRefusal::None; ///< the server's answer to the last request
    bool operator==(const ResizeSupport &) const = default;
};

/// A cell of the server's color map.
struct ColorCell {
    std::uint8_t index = 0;
    std::uint16_t red = 0;
    std::uint16_t green = 0;
    std::uint16_t blue = 0;
    bool operator==(const ColorCell &) const = default;
};
/// Cells of the color map of an 8-bit desktop as last stored by the server. Several changes within a short time are in one record.
struct ColorCells {
    std::vector<ColorCell> cells; ///< 1 to maxColorCells, ascending; each was changed since the previous record
    std::uint32_t changes = 0; ///< how often known cells got another color since the previous record
    bool operator==(const ColorCells &) const = default;
};

using FromWorker = std::variant<Hello,
                                Progress,
                                DesktopName,
                                RequestSharedFramebuffer,
                                Damage,
                                CursorChunk,
                                PointerMoved,
                                Bell,
                                ClipboardChunk,
                                Challenge,
                                FenceRoundTrip,
                                Stats,
                                Log,
                                Failed,
                                ServerResponded,
                                KeyboardLeds,
                                ClipboardRefused,
                                Abilities,
                                LosslessState,
                                ResizeSupport,
                                ColorCells,
                                ImageKnownCurrent>;

/// Error of a record that breaks the protocol. The text names the wrong field; it is only for the log.
struct WireError {
    std::string what;
};

/// Returns an error for a field that is out of range: neither side ever sends what the other must refuse.
std::expected<std::vector<std::byte>, WireError> encode(const ToWorker &message);
std::expected<std::vector<std::byte>, WireError> encode(const FromWorker &message);
/// @p hasFd: whether a descriptor came with the record; only SharedFramebuffer has one.
std::expected<ToWorker, WireError> decodeToWorker(std::span<const std::byte> record, bool hasFd);
std::expected<FromWorker, WireError> decodeFromWorker(std::span<const std::byte> record, bool hasFd);
/// True if a framebuffer of width x height is within maxSide and maxPixels.
bool isValidSize(std::uint32_t width, std::uint32_t height);
}
