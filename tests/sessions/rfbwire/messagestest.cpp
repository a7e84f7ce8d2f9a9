// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbwire/messages.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <random>

using namespace Nightdesk;
using namespace Nightdesk::RfbWire;
using Nightdesk::Test::row;

namespace
{
using Record = std::vector<std::byte>;

/// The two directions under one name each, so that one test body serves both.
struct ToWorkerSide {
    using Message = ToWorker;
    static constexpr const char *name = "to the worker";
    static auto decode(std::span<const std::byte> record, bool hasFd)
    {
        return decodeToWorker(record, hasFd);
    }
    static bool wantsFd(const Message &message)
    {
        return std::holds_alternative<SharedFramebuffer>(message);
    }
};
struct FromWorkerSide {
    using Message = FromWorker;
    static constexpr const char *name = "from the worker";
    static auto decode(std::span<const std::byte> record, bool hasFd)
    {
        return decodeFromWorker(record, hasFd);
    }
    static bool wantsFd(const Message &)
    {
        return false;
    }
};

template<class Message>
struct Row {
    const char *name;
    Message message;
};

const std::string longName(maxName, 'n');
const std::string fullChunk(maxChunk, 'c');

std::vector<Rect> manyRects(std::size_t count)
{
    std::vector<Rect> rects;
    for (std::size_t i = 0; i < count; ++i) {
        rects.push_back(Rect{static_cast<std::uint32_t>(i), 0, 1, 2});
    }
    return rects;
}

std::vector<ColorCell> manyCells(std::size_t count)
{
    std::vector<ColorCell> cells;
    for (std::size_t i = 0; i < count; ++i) {
        cells.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint16_t>(i), 0, 0xffff});
    }
    return cells;
}

const std::vector<Row<ToWorker>> goodToWorker{
    {"Start", Start{}},
    {"Start, low quality, view-only", Start{protocolVersion, Quality::Low, true}},
    {"Start, automatic quality", Start{protocolVersion, Quality::Auto, false}},
    {"Start with a server of the smallest desktop remembered", Start{protocolVersion, Quality::High, false, {1, false, 1, 1}}},
    {"Start with a server of the largest desktop remembered", Start{protocolVersion, Quality::High, false, {2, true, 8192, 8192}}},
    {"Start with a server never seen, of which only the type is waited for", Start{protocolVersion, Quality::High, false, {0, false, 0, 0, true}}},
    {"ChallengeAnswer", ChallengeAnswer{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255}}},
    {"Picture, smallest", SharedFramebuffer{1, 1, 1}},
    {"Picture, widest", SharedFramebuffer{0xffffffff, maxSide, 4096}},
    {"Picture, highest", SharedFramebuffer{7, 4096, maxSide}},
    {"Released", DamagePainted{3, 0xffffffff}},
    {"Key down", Key{0x1fffffff, true}},
    {"Key up", Key{1, false}},
    {"Key with its scan code", Key{65, true, 1, 0xff}},
    {"Key typed at the end of time", Key{65, true, 0x7fffffffffffffff}},
    {"Pointer at the origin", Pointer{}},
    {"Pointer at the far end, all buttons", Pointer{maxSide - 1, maxSide - 1, 0x1ff}},
    {"Pointer with its time", Pointer{1, 2, 3, 0x0102030405060708}},
    {"ClipboardChunk, the last and empty", ClipboardChunk{9, 0, true, {}}},
    {"ClipboardChunk, full", ClipboardChunk{9, 3072, false, fullChunk}},
    {"ClipboardChunk up to the end", ClipboardChunk{9, maxClipboard - 3072, true, fullChunk}},
    {"ClipboardChunk with NUL and high bytes", ClipboardChunk{9, 1, true, std::string("a\0\xc3\xa9", 4)}},
    {"View visible", View{Visibility::Visible}},
    {"View hidden", View{Visibility::Hidden}},
    {"View with the keyboard, of a part", View{Visibility::Visible, true, {10, 20, 1920, 1200}}},
    {"View of the last pixel", View{Visibility::Visible, false, {maxSide - 1, maxSide - 1, 1, 1}}},
    {"LinkShare of nothing known", LinkShare{}},
    {"LinkShare", LinkShare{100000, 98000, 3750000, 2 * 1024 * 1024, 86'400'000'000'000, 4}},
    {"Policy", Policy{true, Quality::Lossless}},
    {"Policy without a clipboard", Policy{false, Quality::High, false, false}},
    {"InputGate, open", SetInputEnabled{}},
    {"InputGate, closed, the shortest limit", SetInputEnabled{false, 100}},
    {"InputGate, the longest limit", SetInputEnabled{true, 600'000}},
    {"LetGo of one key", ReleaseKeys{{0xffe3}, false, 0, 0}},
    {"LetGo of as many keys as there may be and the buttons", ReleaseKeys{std::vector<std::uint32_t>(maxKeysDown, 0x1fffffff), true, maxSide - 1, 7}},
    {"LetGo of the buttons", ReleaseKeys{{}, true, 3, 4}},
    {"WantSize, smallest", RequestDesktopSize{1, 1}},
    {"WantSize, widest", RequestDesktopSize{maxSide, 4096}},
};

const std::vector<Row<ToWorker>> badToWorker{
    {"Start of another version", Start{protocolVersion + 1, Quality::High, false}},
    {"Start of version 0", Start{0, Quality::High, false}},
    {"Start with an unknown quality", Start{protocolVersion, static_cast<Quality>(5), false}},
    {"Start with a security type that is not allowed", Start{protocolVersion, Quality::High, false, {19, false, 64, 48}}},
    {"Start that remembers no security type but a size", Start{protocolVersion, Quality::High, false, {0, false, 64, 48}}},
    {"Start that remembers no security type but a colour map", Start{protocolVersion, Quality::High, false, {0, true, 0, 0}}},
    {"Start that remembers a server and goes ahead without", Start{protocolVersion, Quality::High, false, {1, false, 64, 48, true}}},
    {"Start that remembers a server without a size", Start{protocolVersion, Quality::High, false, {1, false, 0, 0}}},
    {"Start that remembers a desktop without height", Start{protocolVersion, Quality::High, false, {1, false, 64, 0}}},
    {"Start that remembers too wide a desktop", Start{protocolVersion, Quality::High, false, {1, false, maxSide + 1, 48}}},
    {"Start that remembers too many pixels", Start{protocolVersion, Quality::High, false, {2, false, maxSide, 4097}}},
    {"Picture of generation 0", SharedFramebuffer{0, 10, 10}},
    {"Picture without width", SharedFramebuffer{1, 0, 10}},
    {"Picture without height", SharedFramebuffer{1, 10, 0}},
    {"Picture too wide", SharedFramebuffer{1, maxSide + 1, 10}},
    {"Picture too high", SharedFramebuffer{1, 10, maxSide + 1}},
    {"Picture with too many pixels", SharedFramebuffer{1, maxSide, 4097}},
    {"Picture whose size overflows 32 bits", SharedFramebuffer{1, 0xffffffff, 0xffffffff}},
    {"Released of generation 0", DamagePainted{0, 1}},
    {"Released of sequence 0", DamagePainted{1, 0}},
    {"Key of no symbol", Key{0, true}},
    {"Key beyond 29 bits", Key{0x20000000, true}},
    {"Key typed beyond 63 bits", Key{65, true, 0x8000000000000000}},
    {"Key with too high a scan code", Key{65, true, 0, 256}},
    {"Pointer with a tenth button", Pointer{0, 0, 0x200}},
    {"Pointer moved beyond 63 bits", Pointer{0, 0, 0, 0xffffffffffffffff}},
    {"Pointer too far right", Pointer{maxSide, 0, 0}},
    {"Pointer too far down", Pointer{0, maxSide, 0}},
    {"ClipboardChunk too long", ClipboardChunk{1, 0, true, fullChunk + "c"}},
    {"ClipboardChunk that starts beyond the end", ClipboardChunk{1, maxClipboard + 1, true, {}}},
    {"ClipboardChunk that reaches beyond the end", ClipboardChunk{1, maxClipboard, true, "c"}},
    {"ClipboardChunk, empty in the middle", ClipboardChunk{1, 0, false, {}}},
    {"View of an unknown kind", View{static_cast<Visibility>(3)}},
    {"View of a part without height", View{Visibility::Visible, false, {0, 0, 5, 0}}},
    {"View of a place without a size", View{Visibility::Visible, false, {3, 0, 0, 0}}},
    {"View of a part beyond the largest picture", View{Visibility::Visible, false, {1, 0, maxSide, 1}}},
    {"WantSize without a width", RequestDesktopSize{0, 48}},
    {"WantSize without a height", RequestDesktopSize{64, 0}},
    {"WantSize too wide", RequestDesktopSize{maxSide + 1, 48}},
    {"WantSize of too many pixels", RequestDesktopSize{maxSide, 4097}},
    {"LinkShare with a round trip of over an hour", LinkShare{maxFenceMicroseconds + 1, 0, 0, 0}},
    {"LinkShare beyond 63 bits", LinkShare{0, 0, 0x8000000000000000, 0}},
    {"LinkShare of a ping beyond 63 bits", LinkShare{0, 0, 0, 0, 0x8000000000000000}},
    {"Policy with an unknown quality", Policy{false, static_cast<Quality>(200)}},
    {"InputGate with no limit", SetInputEnabled{true, 0}},
    {"InputGate with too long a limit", SetInputEnabled{true, 600'001}},
    {"LetGo of nothing", ReleaseKeys{}},
    {"LetGo of no symbol", ReleaseKeys{{65, 0}, false, 0, 0}},
    {"LetGo of a key beyond 29 bits", ReleaseKeys{{0x20000000}, false, 0, 0}},
    {"LetGo of too many keys", ReleaseKeys{std::vector<std::uint32_t>(maxKeysDown + 1, 65), false, 0, 0}},
    {"LetGo too far right", ReleaseKeys{{}, true, maxSide, 0}},
    {"LetGo too far down", ReleaseKeys{{}, true, 0, maxSide}},
    {"LetGo of no buttons at a place", ReleaseKeys{{65}, false, 1, 0}},
};

const std::vector<Row<FromWorker>> goodFromWorker{
    {"Hello", Hello{}},
    {"Hello with both walls", Hello{protocolVersion, true, true}},
    {"Progress version", Progress{Phase::Version, 8, 0}},
    {"Progress version 3.3", Progress{Phase::Version, 3, 0}},
    {"Progress security", Progress{Phase::Security, 0, 2}},
    {"Progress initialised", Progress{Phase::Initialized, 0, 0}},
    {"Progress initialised with a colour map", Progress{Phase::Initialized, 0, 0, true}},
    {"Progress first picture", Progress{Phase::FirstImage, 0, 0}},
    {"DesktopName", DesktopName{"kcwi control 0"}},
    {"DesktopName, empty", DesktopName{}},
    {"DesktopName, the longest", DesktopName{longName}},
    {"WantPicture", RequestSharedFramebuffer{2560, 1600}},
    {"WantPicture, the largest", RequestSharedFramebuffer{8192, 8192}},
    {"Damage of one rectangle", Damage{1, 1, manyRects(1)}},
    {"Damage of all rectangles", Damage{0xffffffff, 0xffffffff, manyRects(maxRects)}},
    {"Damage of everything", Damage{1, 1, {Rect{0, 0, maxSide, maxSide}}}},
    {"CursorChunk, none", CursorChunk{}},
    {"CursorChunk", CursorChunk{16, 16, 15, 15, 0, std::string(1024, 'x')}},
    {"CursorChunk, the last of the largest", CursorChunk{256, 256, 0, 0, 256 * 256 * 4 - 4, "abcd"}},
    {"PointerMoved", PointerMoved{maxSide - 1, 0}},
    {"Bell", Bell{}},
    {"ClipboardChunk", ClipboardChunk{1, 0, true, "text"}},
    {"Challenge", Challenge{{255, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0}}},
    {"FenceRoundTrip", FenceRoundTrip{100'500}},
    {"Stats", Stats{1, 2, 3, 4, 5, 6, 7, 0xffffffff, 8, 9, 10, RequestMode::Continuous, 9}},
    {"Stats with all kinds of pixels",
     Stats{.kinds = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, {13, 14, 15}, {16, 17, 18}, {19, 20, 21}, {22, 23, 24}}}}},
    {"Clarity", LosslessState{true}},
    {"AgeKnown", ImageKnownCurrent{false}},
    {"Stats, the largest", Stats{0x7fffffffffffffff, 0, 0, 0, 0, 0, 0x7fffffffffffffff, 0, 0x7fffffffffffffff}},
    {"Log", Log{2, "a line"}},
    {"Log, the longest", Log{0, fullChunk}},
    {"Failed", Failed{FailureCode::Closed, {}}},
    {"Heard", ServerResponded{1'000'000'000}},
    {"Heard at the end of time", ServerResponded{0x7fffffffffffffff}},
    {"Failed with words", Failed{FailureCode::Internal, longName}},
    {"Leds, none lit", KeyboardLeds{0}},
    {"Leds, all lit", KeyboardLeds{7}},
    {"ClipboardRefused", ClipboardRefused{maxClipboard + 1}},
    {"ClipboardRefused, the largest", ClipboardRefused{0x7fffffffffffffff}},
    {"Abilities, none", Abilities{}},
    {"Abilities, all", Abilities{true, true, true}},
    {"ResizeSupport, not", ResizeSupport{}},
    {"ResizeSupport, and why not this time", ResizeSupport{true, ResizeRefusal::Other}},
    {"ColorCells of one cell", ColorCells{{{255, 1, 0x1234, 0xffff}}, 0}},
    {"ColorCells of all cells", ColorCells{manyCells(maxColorCells), maxColorChanges}},
};

const std::vector<Row<FromWorker>> badFromWorker{
    {"ColorCells of none", ColorCells{{}, 1}},
    {"ColorCells of more than there are", ColorCells{manyCells(maxColorCells + 1), 0}},
    {"ColorCells with a cell twice", ColorCells{{{7, 0, 0, 0}, {7, 1, 1, 1}}, 0}},
    {"ColorCells in another order", ColorCells{{{7, 0, 0, 0}, {6, 1, 1, 1}}, 0}},
    {"ColorCells with too many changes", ColorCells{{{7, 0, 0, 0}}, maxColorChanges + 1}},
    {"ResizeSupport with an unknown refusal", ResizeSupport{true, static_cast<ResizeRefusal>(5)}},
    {"Hello of another version", Hello{protocolVersion + 1, false, false}},
    {"Progress of an unknown phase", Progress{static_cast<Phase>(4), 0, 0}},
    {"Progress of protocol 3.4", Progress{Phase::Version, 4, 0}},
    {"Progress version without one", Progress{Phase::Version, 0, 0}},
    {"Progress version with a security type", Progress{Phase::Version, 8, 1}},
    {"Progress security without a type", Progress{Phase::Security, 0, 0}},
    {"Progress security of a type beyond a byte", Progress{Phase::Security, 0, 256}},
    {"Progress initialised with a version", Progress{Phase::Initialized, 8, 0}},
    {"DesktopName too long", DesktopName{longName + "n"}},
    {"WantPicture without width", RequestSharedFramebuffer{0, 1}},
    {"WantPicture of 60000x60000", RequestSharedFramebuffer{60000, 60000}},
    {"WantPicture with too many pixels", RequestSharedFramebuffer{8192, 8193}},
    {"Damage of generation 0", Damage{0, 1, manyRects(1)}},
    {"Damage of sequence 0", Damage{1, 0, manyRects(1)}},
    {"Damage of nothing", Damage{1, 1, {}}},
    {"Damage of too many rectangles", Damage{1, 1, manyRects(maxRects + 1)}},
    {"Damage of an empty rectangle", Damage{1, 1, {Rect{1, 1, 0, 1}}}},
    {"Damage of a rectangle without height", Damage{1, 1, {Rect{1, 1, 1, 0}}}},
    {"Damage too far right", Damage{1, 1, {Rect{maxSide, 0, 1, 1}}}},
    {"Damage that reaches too far right", Damage{1, 1, {Rect{maxSide - 1, 0, 2, 1}}}},
    {"Damage that reaches too far down", Damage{1, 1, {Rect{0, 1, 1, maxSide}}}},
    {"Damage whose end overflows", Damage{1, 1, {Rect{1, 1, 0xffffffff, 1}}}},
    {"Damage whose last rectangle is wrong", Damage{1, 1, {Rect{0, 0, 1, 1}, Rect{0, 0, 0, 0}}}},
    {"Leds of a light that is not", KeyboardLeds{8}},
    {"ClipboardRefused beyond 63 bits", ClipboardRefused{0x8000000000000000}},
    {"CursorChunk too wide", CursorChunk{257, 1, 0, 0, 0, "abcd"}},
    {"CursorChunk too high", CursorChunk{1, 257, 0, 0, 0, "abcd"}},
    {"CursorChunk without height", CursorChunk{1, 0, 0, 0, 0, {}}},
    {"CursorChunk without width", CursorChunk{0, 1, 0, 0, 0, {}}},
    {"CursorChunk with its hot spot outside", CursorChunk{1, 1, 1, 0, 0, "abcd"}},
    {"CursorChunk with its hot spot below", CursorChunk{1, 1, 0, 1, 0, "abcd"}},
    {"CursorChunk, none, with a hot spot", CursorChunk{0, 0, 1, 0, 0, {}}},
    {"CursorChunk, none, with bytes", CursorChunk{0, 0, 0, 0, 0, "abcd"}},
    {"CursorChunk without bytes", CursorChunk{1, 1, 0, 0, 0, {}}},
    {"CursorChunk with more bytes than it has", CursorChunk{1, 1, 0, 0, 0, "abcdabcd"}},
    {"CursorChunk that starts at its end", CursorChunk{1, 1, 0, 0, 4, "abcd"}},
    {"CursorChunk within a pixel", CursorChunk{2, 1, 0, 0, 2, "abcd"}},
    {"CursorChunk with part of a pixel", CursorChunk{2, 1, 0, 0, 0, "abc"}},
    {"CursorChunk too long", CursorChunk{64, 64, 0, 0, 0, fullChunk + "abcd"}},
    {"PointerMoved too far right", PointerMoved{maxSide, 0}},
    {"PointerMoved too far down", PointerMoved{0, 0xffff}},
    {"ClipboardChunk beyond the end", ClipboardChunk{1, maxClipboard, true, "c"}},
    {"FenceRoundTrip of more than an hour", FenceRoundTrip{3'600'000'001}},
    {"Stats beyond 63 bits", Stats{0x8000000000000000, 0, 0, 0, 0, 0, 0, 0}},
    {"Stats with a JPEG quality that there is not", Stats{.jpegQuality = 10}},
    {"Stats with an unknown way of asking", Stats{.mode = static_cast<RequestMode>(3)}},
    {"Stats whose pixels are beyond 63 bits", Stats{0, 0, 0, 0, 0xffffffffffffffff, 0, 0, 0}},
    {"Stats whose bytes of one kind are beyond 63 bits", Stats{.kinds = {{{0, 0x8000000000000000, 0}}}}},
    {"Heard beyond 63 bits", ServerResponded{0x8000000000000000}},
    {"Log of an unknown level", Log{3, {}}},
    {"Log too long", Log{0, fullChunk + "c"}},
    {"Failed with an unknown code", Failed{static_cast<FailureCode>(11), {}}},
    {"Failed with too many words", Failed{FailureCode::Closed, longName + "n"}},
};

/// A valid record with some bytes replaced: what the other side could send and our own encode() never would.
struct Patch {
    const char *name;
    bool toWorker;
    std::variant<ToWorker, FromWorker> message;
    std::size_t offset;
    std::vector<std::uint8_t> bytes;
};

const std::vector<Patch> patches{
    {"tag 0", true, ToWorker{View{}}, 0, {0, 0}},
    {"the tag after the last to the worker", true, ToWorker{View{}}, 0, {14, 0}},
    {"a tag of the other direction", true, ToWorker{View{}}, 0, {101, 0}},
    {"the high byte of the tag", true, ToWorker{View{}}, 0, {8, 1}},
    {"Start: version", true, ToWorker{Start{}}, 2, {protocolVersion + 1, 0}},
    {"Start: quality", true, ToWorker{Start{}}, 4, {5}},
    {"Start: a boolean of 2", true, ToWorker{Start{}}, 5, {2}},
    {"Start: remembered security type", true, ToWorker{Start{protocolVersion, Quality::High, false, {1, false, 64, 48}}}, 6, {3}},
    {"Start: a forgotten server with a size", true, ToWorker{Start{protocolVersion, Quality::High, false, {1, false, 64, 48}}}, 6, {0}},
    {"Start: going ahead of 2", true, ToWorker{Start{protocolVersion, Quality::High, false, {0, false, 0, 0, true}}}, 16, {2}},
    {"Start: a colour map of 2", true, ToWorker{Start{protocolVersion, Quality::High, false, {1, false, 64, 48}}}, 7, {2}},
    {"Start: a remembered width of 0", true, ToWorker{Start{protocolVersion, Quality::High, false, {1, false, 64, 48}}}, 8, {0, 0}},
    {"Picture: generation", true, ToWorker{SharedFramebuffer{1, 8, 8}}, 2, {0, 0, 0, 0}},
    {"Picture: width 0", true, ToWorker{SharedFramebuffer{1, 8, 8}}, 6, {0, 0, 0, 0}},
    {"Picture: height too large", true, ToWorker{SharedFramebuffer{1, 8, 8}}, 10, {1, 0x40, 0, 0}},
    {"Picture: too many pixels", true, ToWorker{SharedFramebuffer{1, 8, 8}}, 6, {0, 0x40, 0, 0, 0, 0x40, 0, 0}},
    {"Released: sequence", true, ToWorker{DamagePainted{1, 1}}, 6, {0, 0, 0, 0}},
    {"Key: symbol", true, ToWorker{Key{65, true}}, 2, {0, 0, 0, 0x20}},
    {"Key: a boolean of 255", true, ToWorker{Key{65, true}}, 6, {0xff}},
    {"Key: the highest bit of its time", true, ToWorker{Key{65, true}}, 14, {0x80}},
    {"Pointer: the highest bit of its time", true, ToWorker{Pointer{}}, 15, {0x80}},
    {"Pointer: a tenth button", true, ToWorker{Pointer{}}, 7, {0x02}},
    {"InputGate: a boolean of 2", true, ToWorker{SetInputEnabled{}}, 2, {2}},
    {"InputGate: limit", true, ToWorker{SetInputEnabled{}}, 3, {0, 0, 0, 0}},
    {"LetGo: a count beyond the record", true, ToWorker{ReleaseKeys{{65}, false, 0, 0}}, 2, {2, 0}},
    {"LetGo: a count beyond the limit", true, ToWorker{ReleaseKeys{{65}, false, 0, 0}}, 2, {0xff, 0xff}},
    {"LetGo: a count of 0", true, ToWorker{ReleaseKeys{{65}, false, 0, 0}}, 2, {0, 0}},
    {"LetGo: a boolean of 2", true, ToWorker{ReleaseKeys{{65}, false, 0, 0}}, 8, {2}},
    {"Pointer: x", true, ToWorker{Pointer{}}, 2, {0, 0x40}},
    {"Pointer: y", true, ToWorker{Pointer{}}, 4, {0xff, 0xff}},
    {"ClipboardChunk: offset", true, ToWorker{ClipboardChunk{1, 0, true, "x"}}, 6, {0, 0, 0x10, 0}},
    {"ClipboardChunk: a boolean of 2", true, ToWorker{ClipboardChunk{1, 0, true, "x"}}, 10, {2}},
    {"View: kind", true, ToWorker{View{}}, 2, {3}},
    {"Policy: a boolean of 2", true, ToWorker{Policy{}}, 2, {2}},
    {"Policy: quality", true, ToWorker{Policy{}}, 3, {5}},
    {"the tag after the last from the worker", false, FromWorker{Bell{}}, 0, {122, 0}},
    {"a tag of the other direction to the console", false, FromWorker{Bell{}}, 0, {8, 0}},
    {"Hello: a boolean of 2", false, FromWorker{Hello{}}, 4, {2}},
    {"Progress: phase", false, FromWorker{Progress{Phase::Version, 8, 0}}, 2, {4}},
    {"Progress: version", false, FromWorker{Progress{Phase::Version, 8, 0}}, 3, {9}},
    {"Progress: a colour map before it is known", false, FromWorker{Progress{Phase::Version, 8, 0}}, 11, {1}},
    {"Progress: a colour map of 2", false, FromWorker{Progress{Phase::Initialized, 0, 0}}, 11, {2}},
    {"WantPicture: height", false, FromWorker{RequestSharedFramebuffer{8, 8}}, 6, {0, 0, 0, 0}},
    {"Damage: a count beyond the record", false, FromWorker{Damage{1, 1, manyRects(1)}}, 10, {2, 0}},
    {"Damage: a count of 0", false, FromWorker{Damage{1, 1, manyRects(1)}}, 10, {0, 0}},
    {"Damage: a count of 65535", false, FromWorker{Damage{1, 1, manyRects(1)}}, 10, {0xff, 0xff}},
    {"Damage: width 0", false, FromWorker{Damage{1, 1, manyRects(1)}}, 20, {0, 0, 0, 0}},
    {"Damage: x", false, FromWorker{Damage{1, 1, manyRects(1)}}, 12, {0xff, 0xff, 0xff, 0xff}},
    {"CursorChunk: width", false, FromWorker{CursorChunk{1, 1, 0, 0, 0, "abcd"}}, 2, {1, 1, 0, 0}},
    {"CursorChunk: hot spot", false, FromWorker{CursorChunk{1, 1, 0, 0, 0, "abcd"}}, 10, {1, 0, 0, 0}},
    {"CursorChunk: offset", false, FromWorker{CursorChunk{1, 1, 0, 0, 0, "abcd"}}, 18, {4, 0, 0, 0}},
    {"PointerMoved: y", false, FromWorker{PointerMoved{}}, 4, {0, 0x40}},
    {"FenceRoundTrip: the highest byte", false, FromWorker{FenceRoundTrip{}}, 9, {1}},
    {"Heard: the highest bit", false, FromWorker{ServerResponded{}}, 9, {0x80}},
    {"Stats: the highest bit", false, FromWorker{Stats{}}, 9, {0x80}},
    {"Log: level", false, FromWorker{Log{}}, 2, {3}},
    {"ColorCells: a count beyond the record", false, FromWorker{ColorCells{{{7, 0, 0, 0}}, 0}}, 2, {2, 0}},
    {"ColorCells: a count of 0", false, FromWorker{ColorCells{{{7, 0, 0, 0}}, 0}}, 2, {0, 0}},
    {"ColorCells: a count of 65535", false, FromWorker{ColorCells{{{7, 0, 0, 0}}, 0}}, 2, {0xff, 0xff}},
    {"ColorCells: the same cell again", false, FromWorker{ColorCells{{{7, 0, 0, 0}, {8, 0, 0, 0}}, 0}}, 11, {7}},
    {"ColorCells: the highest byte of its changes", false, FromWorker{ColorCells{{{7, 0, 0, 0}}, 0}}, 14, {1}},
    {"Failed: code", false, FromWorker{Failed{}}, 2, {11}},
};

template<class Side>
void checkGood(const Row<typename Side::Message> &good)
{
    const bool wantsFd = Side::wantsFd(good.message);
    const auto record = encode(good.message);
    REQUIRE(record.has_value());
    CHECK(record->size() <= maxRecord);
    const auto back = Side::decode(*record, wantsFd);
    REQUIRE(back.has_value());
    CHECK(*back == good.message);
    CHECK(!Side::decode(*record, !wantsFd));
    for (std::size_t size = 0; size < record->size(); ++size) {
        CHECK(!Side::decode(std::span(*record).first(size), wantsFd));
    }
    Record longer = *record;
    longer.push_back(std::byte{0});
    CHECK(!Side::decode(longer, wantsFd));
}

template<class Side>
void checkAll(const std::vector<Row<typename Side::Message>> &good, const std::vector<Row<typename Side::Message>> &bad)
{
    for (const auto &one : good) {
        row(std::string(one.name) + " makes the round trip " + Side::name + ", whole and alone", [&one] {
            checkGood<Side>(one);
        });
    }
    for (const auto &one : bad) {
        row(std::string(one.name) + " is not sent " + Side::name, [&one] {
            const auto record = encode(one.message);
            REQUIRE(!record.has_value());
            CHECK(!record.error().what.empty());
        });
    }
}

void checkPatch(const Patch &patch)
{
    const auto record = patch.toWorker ? encode(std::get<ToWorker>(patch.message)) : encode(std::get<FromWorker>(patch.message));
    REQUIRE(record.has_value());
    Record wrong = *record;
    REQUIRE(patch.offset + patch.bytes.size() <= wrong.size());
    for (std::size_t i = 0; i < patch.bytes.size(); ++i) {
        wrong[patch.offset + i] = std::byte{patch.bytes[i]};
    }
    if (patch.toWorker) {
        const bool hasFd = std::holds_alternative<SharedFramebuffer>(std::get<ToWorker>(patch.message));
        CHECK(!decodeToWorker(wrong, hasFd));
    } else {
        CHECK(!decodeFromWorker(wrong, false));
    }
}

/// Whatever decodes must be what we would have sent: one message has one form.
template<class Side>
void throwBytes(const std::vector<Row<typename Side::Message>> &good)
{
    std::mt19937 random(20260726);
    std::vector<Record> seeds;
    for (const auto &one : good) {
        seeds.push_back(*encode(one.message));
    }
    int accepted = 0;
    for (int i = 0; i < 200'000; ++i) {
        Record record = seeds[random() % seeds.size()];
        if (i % 4 == 0) {
            record.resize(random() % 64);
            std::ranges::generate(record, [&random] {
                return static_cast<std::byte>(random());
            });
        } else {
            for (unsigned n = random() % 4; n > 0; --n) {
                record[random() % record.size()] = static_cast<std::byte>(random());
            }
            if (random() % 8 == 0) {
                record.resize(random() % (record.size() + 8));
            }
        }
        const bool hasFd = random() % 2 == 0;
        const auto message = Side::decode(record, hasFd);
        if (message) {
            ++accepted;
            const auto again = encode(*message);
            CHECK(again && *again == record);
        }
    }
    CHECK(accepted > 1000);
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    checkAll<ToWorkerSide>(goodToWorker, badToWorker);
    checkAll<FromWorkerSide>(goodFromWorker, badFromWorker);
    for (const Patch &patch : patches) {
        row(std::string("received, ") + patch.name + " is refused", [&patch] {
            checkPatch(patch);
        });
    }
    row("a record longer than the limit is refused", [] {
        const Record record(maxRecord + 1);
        CHECK(!decodeToWorker(record, false));
        CHECK(!decodeFromWorker(record, false));
    });
    row("random and damaged records to the worker never crash and are never ambiguous", [] {
        throwBytes<ToWorkerSide>(goodToWorker);
    });
    row("random and damaged records from the worker never crash and are never ambiguous", [] {
        throwBytes<FromWorkerSide>(goodFromWorker);
    });
    return Nightdesk::Test::result();
}
