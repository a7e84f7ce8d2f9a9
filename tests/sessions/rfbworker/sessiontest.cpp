// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A real worker between a scripted server and a scripted console: handshakes, broken servers, what a session carries.
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/jpegmaker.h"
#include "tests/sessions/rfbworker/scriptedserver.h"
#include "tests/support/testprogram.h"

#include "sessions/rfbworker/protocol/clientmessages.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <sys/wait.h>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::string_literals;
using RfbWire::FailureCode;

namespace
{
using Bytes = Rfb::Bytes;

Bytes bytesOf(const std::string &text)
{
    return Bytes(text.begin(), text.end());
}

/// The worker says why, and ends.
void checkFailure(TestConsole &console, FailureCode code, const std::string &words)
{
    const auto failed = console.next<RfbWire::Failed>();
    REQUIRE(failed.has_value());
    CHECK_EQUAL(failed->code, code);
    if (!words.empty()) {
        CHECK_EQUAL(failed->detail, words);
    }
    const auto status = console.waitForExit();
    REQUIRE(status.has_value());
    CHECK(WIFEXITED(*status) && WEXITSTATUS(*status) == 1);
}

/// An update that tells of one screen, of id 0x0a0b0c0d and flags 0x01020304. @p reason 1: it answers us.
Bytes screens(std::uint32_t reason, std::uint32_t status, std::uint32_t width, std::uint32_t height)
{
    Bytes m = ScriptedServer::updateHead(1) + ScriptedServer::rectHead(reason, status, width, height, EncodingExtendedDesktopSize)
        + Bytes{1, 0, 0, 0, 0x0a, 0x0b, 0x0c, 0x0d, 0, 0, 0, 0};
    append16(m, width);
    append16(m, height);
    append32(m, 0x01020304);
    return m;
}

/// A damage came in which this pixel is: the first one may hold only a part of an update that took more than 100 ms to arrive.
bool isPaintedAt(TestConsole &console, std::uint32_t x, std::uint32_t y)
{
    while (const auto damage = console.next<RfbWire::Damage>()) {
        for (const RfbWire::Rect &rect : damage->rects) {
            if (x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height) {
                return true;
            }
        }
    }
    return false;
}

/// Sets up a desktop and has one red update painted.
void paintFirst(Rig &rig, std::uint32_t width, std::uint32_t height)
{
    rig.server.send(ScriptedServer::rawUpdate(0, 0, width, height, 0xff0000));
    CHECK(rig.console.next<RfbWire::Damage>().has_value());
    CHECK_EQUAL(rig.console.pixel(width - 1, height - 1), 0xffff0000u);
}

void handshakeRows()
{
    struct Version {
        const char *name;
        std::string stream; ///< up to ServerInit
        std::uint32_t minor;
        std::string sent;
    };
    const std::vector<Version> versions{
        {"3.8", "RFB 003.008\n\x01\x01\0\0\0\0"s, 8, "RFB 003.008\n\x01\x01"},
        {"3.7", "RFB 003.007\n\x01\x01"s, 7, "RFB 003.007\n\x01\x01"},
        {"3.3", "RFB 003.003\n\0\0\0\x01"s, 3, "RFB 003.003\n\x01"},
    };
    for (const Version &version : versions) {
        row("a server of protocol " + std::string(version.name) + " shows its picture", [&version] {
            Rig rig(makeStream());
            rig.server.send(bytesOf(version.stream) + ScriptedServer::serverInit(64, 48, false));
            CHECK(rig.server.receive(version.sent.size()) == bytesOf(version.sent));
            const auto hello = rig.console.next<RfbWire::Hello>();
            REQUIRE(hello.has_value());
            const auto progress = rig.console.next<RfbWire::Progress>();
            REQUIRE(progress.has_value());
            CHECK_EQUAL(progress->minorVersion, version.minor);
            const auto name = rig.console.next<RfbWire::DesktopName>();
            REQUIRE(name.has_value());
            CHECK_EQUAL(name->name, std::string("test"));
            CHECK(rig.server.receiveMessage() == ClientMessages::setPixelFormat(PixelFormat::rgb32()));
            CHECK(rig.server.receiveMessage() == ScriptedServer::firstEncodings(RfbWire::Quality::High));
            CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(false, 64, 48));
            paintFirst(rig, 64, 48);
            CHECK(rig.server.receiveMessage() == ScriptedServer::encodings(RfbWire::Quality::High));
            CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
            rig.server.hangUp();
            checkFailure(rig.console, FailureCode::Closed, {});
        });
    }
    row("a password is asked for once and used", [] {
        Rig rig(makeStream());
        rig.server.send("RFB 003.008\n\x01\x02"s);
        rig.server.receive(13);
        Bytes challenge;
        for (std::uint8_t i = 0; i < 16; ++i) {
            challenge.push_back(i);
        }
        rig.server.send(challenge);
        CHECK(rig.console.answerChallenge("observer"));
        CHECK_EQUAL(rig.console.count<RfbWire::Challenge>(), 0u);
        CHECK((rig.server.receive(16) == Bytes{0x9f, 0xab, 0x08, 0xba, 0x49, 0x88, 0xfb, 0xd4, 0xf2, 0x45, 0x9b, 0x53, 0x4a, 0xfd, 0x03, 0x15}));
        rig.server.send(Bytes{0, 0, 0, 0} + ScriptedServer::serverInit(64, 48, false));
        rig.server.receive(1);
        paintFirst(rig, 64, 48);
    });
    row("a wrong password comes with the server's words", [] {
        Rig rig(makeStream());
        rig.server.send("RFB 003.008\n\x01\x02"s);
        rig.server.send(Bytes(16));
        CHECK(rig.console.answerChallenge("wrong"));
        rig.server.send("\0\0\0\x01\0\0\0\x0dNo, observer!"s);
        checkFailure(rig.console, FailureCode::AuthenticationFailed, "No, observer!");
    });
    row("too many attempts are told apart", [] {
        Rig rig(makeStream());
        rig.server.send("RFB 003.008\n\0\0\0\0\x1aToo many security failures"s);
        checkFailure(rig.console, FailureCode::TooManyAttempts, "Too many security failures");
    });
    row("a server that hangs up while the person looks for the password is Closed", [] {
        Rig rig(makeStream());
        rig.server.send("RFB 003.008\n\x01\x02"s);
        rig.server.send(Bytes(16));
        CHECK(rig.console.next<RfbWire::Challenge>().has_value());
        rig.server.hangUp();
        checkFailure(rig.console, FailureCode::Closed, {});
    });
    row("so is one that closes its half of the stream alone", [] {
        Rig rig(makeStream());
        rig.server.send("RFB 003.008\n\x01\x02"s);
        rig.server.send(Bytes(16));
        CHECK(rig.console.next<RfbWire::Challenge>().has_value());
        rig.server.stopSending();
        checkFailure(rig.console, FailureCode::Closed, {});
    });
    struct Refused {
        const char *name;
        std::string stream;
        FailureCode code;
        std::string words;
    };
    for (const Refused &refused :
         {Refused{"a web server", "HTTP/1.1 400 Bad Request\r\n\r\n", FailureCode::NotRfb, {}},
          Refused{"garbage", std::string(4096, '\xa5'), FailureCode::NotRfb, {}},
          Refused{"only security types that we do not allow", "RFB 003.008\n\x03\x12\x13\x05"s, FailureCode::SecurityRefused, {}},
          Refused{"TLS by protocol 3.3", "RFB 003.003\n\0\0\0\x12"s, FailureCode::SecurityRefused, {}},
          Refused{"60000x60000", "RFB 003.008\n\x01\x01\0\0\0\0\xea\x60\xea\x60"s + std::string(20, '\0'), FailureCode::TooLarge, "60000x60000"}}) {
        row(std::string(refused.name) + " is refused", [&refused] {
            Rig rig(makeStream());
            rig.server.send(refused.stream);
            checkFailure(rig.console, refused.code, refused.words);
        });
    }
}

void endRows()
{
    // Version, security, result, ServerInit, then one update of three rectangles.
    Bytes stream = bytesOf("RFB 003.008\n\x01\x01\0\0\0\0"s) + ScriptedServer::serverInit(64, 48, false);
    stream = stream + ScriptedServer::updateHead(2) + ScriptedServer::rectHead(0, 0, 4, 1, EncodingRaw) + Bytes(16)
        + ScriptedServer::rectHead(0, 0, 1, 1, EncodingRichCursor) + Bytes(5);
    row("a server that stops anywhere is Closed: " + std::to_string(stream.size()) + " places", [&stream] {
        for (std::size_t size = 0; size <= stream.size(); ++size) {
            Rig rig(makeStream());
            rig.server.send(Bytes(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(size)));
            rig.server.hangUp();
            const auto failed = rig.console.next<RfbWire::Failed>();
            REQUIRE(failed.has_value());
            CHECK_EQUAL(failed->code, FailureCode::Closed);
        }
    });
    for (const std::int32_t encoding : {EncodingHextile, EncodingZlib, EncodingTight, EncodingZrle}) {
        row("a server that stops in mid-rectangle of encoding " + std::to_string(encoding) + " is Closed", [encoding] {
            Rig rig;
            rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 64, 48, encoding) + Bytes{0, 0x80});
            rig.server.hangUp();
            checkFailure(rig.console, FailureCode::Closed, {});
        });
    }
}

void malformedRows()
{
    struct Malformed {
        const char *name;
        Bytes bytes;
        FailureCode code = FailureCode::Malformed;
    };
    const auto one = [](std::uint32_t x, std::uint32_t y, std::uint32_t w, std::uint32_t h, std::int32_t encoding, const Bytes &rest = Bytes(64)) {
        return ScriptedServer::updateHead(1) + ScriptedServer::rectHead(x, y, w, h, encoding) + rest;
    };
    const std::vector<Malformed> all{
        {"a message of an unknown type", {77}},
        {"UltraVNC's text chat", {11, 0, 0, 0, 0, 0, 0, 4, 'c', 'h', 'a', 't'}},
        {"UltraVNC's resize", {4, 0, 1, 0, 1, 0}},
        {"a rectangle beyond the right edge", one(1, 0, 64, 48, EncodingRaw)},
        {"a rectangle beyond the lower edge", one(0, 48, 1, 1, EncodingTight)},
        {"a rectangle of 65535x65535", one(65535, 65535, 65535, 65535, EncodingZrle)},
        {"RRE, which was not offered", one(0, 0, 4, 4, 2)},
        {"CoRRE, which was not offered", one(0, 0, 4, 4, 4)},
        {"UltraZip, which was not offered", one(0, 0, 4, 4, static_cast<std::int32_t>(0xffff0009))},
        {"TRLE, which was not offered", one(0, 0, 4, 4, 15)},
        {"an empty Tight rectangle", one(5, 5, 0, 4, EncodingTight)},
        {"an empty ZRLE rectangle", one(5, 5, 4, 0, EncodingZrle)},
        {"a copy from beyond the edge", one(0, 0, 4, 4, EncodingCopyRect, {0, 61, 0, 0})},
        {"a copy from far away", one(0, 0, 4, 4, EncodingCopyRect, {0xff, 0xff, 0xff, 0xff})},
        {"a cursor of 257x1", one(0, 0, 257, 1, EncodingRichCursor)},
        {"a cursor of 1x65535", one(0, 0, 1, 65535, EncodingXCursor)},
        {"Tight with an unknown compression", one(0, 0, 4, 4, EncodingTight, {0xb0, 0, 0, 0})},
        {"Tight JPEG that is none", one(0, 0, 4, 4, EncodingTight, {0x90, 4, 1, 2, 3, 4})},
        {"Zlib that is none", one(0, 0, 64, 48, EncodingZlib, {0, 0, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8})},
        {"cut text of 4 GiB", {3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}},
        {"a desktop name of 1 GiB", one(0, 0, 0, 0, EncodingDesktopName, {0x40, 0, 0, 0})},
        {"a resize to nothing", one(0, 0, 0, 48, EncodingDesktopSize)},
        {"a resize to 60000x60000", one(0, 0, 60000, 60000, EncodingDesktopSize), FailureCode::TooLarge},
        {"an extended resize to 60000x60000", one(0, 0, 60000, 60000, EncodingExtendedDesktopSize, {0, 0, 0, 0}), FailureCode::TooLarge},
    };
    for (const Malformed &malformed : all) {
        row(std::string(malformed.name) + " ends the session", [&malformed] {
            Rig rig;
            rig.server.send(malformed.bytes);
            checkFailure(rig.console, malformed.code, {});
        });
    }
    row("a JPEG of another size than its rectangle ends the session", [] {
        Rig rig;
        const auto jpeg = makeJpeg(8, 8, 0xffffff);
        Bytes m = ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 4, 4, EncodingTight) + Bytes{0x90};
        append8(m, (jpeg.size() & 0x7f) | 0x80);
        append8(m, jpeg.size() >> 7 & 0x7f);
        rig.server.send(m + jpeg);
        checkFailure(rig.console, FailureCode::Malformed, {});
    });
    row("harmless oddities do not: empty Raw and Copy, colours for true colour, a pointer outside, an update of nothing", [] {
        Rig rig;
        rig.server.send(ScriptedServer::updateHead(3) + ScriptedServer::rectHead(9, 9, 0, 0, EncodingRaw)
                        + ScriptedServer::rectHead(9, 9, 0, 5, EncodingCopyRect) + Bytes(4) + ScriptedServer::rectHead(65535, 2, 0, 0, EncodingPointerPos));
        rig.server.send(Bytes{1, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6});
        rig.server.send(ScriptedServer::updateHead(0));
        rig.server.send(ScriptedServer::updateHead(0xffff) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingLastRect));
        paintFirst(rig, 64, 48);
        CHECK_EQUAL(rig.console.count<RfbWire::PointerMoved>(), 0u);
    });
}

void contentRows()
{
    row("what a key changed is shown before the rest of its update has come", [] {
        Rig rig(64, 48);
        paintFirst(rig, 64, 48);
        // Without a key it would wait for the rest for 100 ms. A machine that is held up may take as long: once it has to be quick.
        bool isQuick = false;
        for (int attempt = 0; attempt < 20 && !isQuick; ++attempt) {
            rig.console.send(RfbWire::Key{0x61, attempt % 2 == 0});
            CHECK(!rig.server.receiveMessageOfType(4).empty());
            const auto sentAt = std::chrono::steady_clock::now();
            rig.server.send(ScriptedServer::updateHead(2) + ScriptedServer::rectHead(0, 0, 1, 1, EncodingRaw) + Bytes{1, 2, 3, 0});
            REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
            isQuick = std::chrono::steady_clock::now() - sentAt < std::chrono::milliseconds(60);
            rig.server.send(ScriptedServer::rectHead(0, 1, 1, 1, EncodingRaw) + Bytes{1, 2, 3, 0});
            REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        }
        CHECK(isQuick);
    });
    row("what a key changed is shown before the film beside it", [] {
        Rig rig(400, 300);
        paintFirst(rig, 400, 300);
        const Bytes film = ScriptedServer::rectHead(0, 0, 400, 200, EncodingRaw) + Bytes(std::size_t{400} * 200 * 4, 0x55);
        // A machine that is held up between both shows the film alone first: once the key's effect has to be first.
        bool isEffectFirst = false;
        for (int attempt = 0; attempt < 20 && !isEffectFirst; ++attempt) {
            rig.console.send(RfbWire::Key{0x61, attempt % 2 == 0});
            CHECK(!rig.server.receiveMessageOfType(4).empty());
            rig.server.send(ScriptedServer::updateHead(2) + film + ScriptedServer::rectHead(8, 250, 2, 2, EncodingRaw) + Bytes(16, 0x77));
            bool isFilmShown = false;
            bool isEffectShown = false;
            while (!isFilmShown || !isEffectShown) {
                const auto damage = rig.console.next<RfbWire::Damage>();
                REQUIRE(damage.has_value());
                for (const RfbWire::Rect &rect : damage->rects) {
                    isFilmShown = isFilmShown || rect.y == 0;
                    isEffectShown = isEffectShown || rect.y == 250;
                }
                isEffectFirst = isEffectFirst || (isEffectShown && !isFilmShown);
            }
        }
        CHECK(isEffectFirst);
    });
    row("a Tight JPEG, a Tight fill and a copy are painted", [] {
        Rig rig;
        const auto jpeg = makeJpeg(16, 16, 0x2040c0);
        Bytes m = ScriptedServer::updateHead(3) + ScriptedServer::rectHead(8, 8, 16, 16, EncodingTight) + Bytes{0x90};
        append8(m, (jpeg.size() & 0x7f) | 0x80);
        append8(m, jpeg.size() >> 7 & 0x7f);
        m = m + jpeg + ScriptedServer::rectHead(0, 0, 4, 4, EncodingTight) + Bytes{0x80, 0x12, 0x34, 0x56};
        m = m + ScriptedServer::rectHead(40, 30, 4, 4, EncodingCopyRect) + Bytes{0, 2, 0, 2};
        rig.server.send(m);
        REQUIRE(isPaintedAt(rig.console, 41, 31)); // the last of the three
        CHECK_EQUAL(rig.console.pixel(0, 0), 0xff123456u);
        CHECK_EQUAL(rig.console.pixel(41, 31), 0xff123456u);
        CHECK_EQUAL(rig.console.pixel(43, 33), 0xff000000u);
        const std::uint32_t p = rig.console.pixel(10, 10);
        CHECK(std::abs(static_cast<int>(p >> 16 & 0xff) - 0x20) < 4 && std::abs(static_cast<int>(p & 0xff) - 0xc0) < 4);
    });
    row("a cursor arrives whole, with its hot spot", [] {
        Rig rig;
        Bytes m = ScriptedServer::updateHead(1) + ScriptedServer::rectHead(3, 4, 32, 32, EncodingRichCursor);
        for (int i = 0; i < 32 * 32; ++i) {
            m = m + Bytes{static_cast<std::uint8_t>(i), 2, 3, 0};
        }
        rig.server.send(m + Bytes(4 * 32, 0xff));
        std::string whole;
        while (whole.size() < 32 * 32 * 4) {
            const auto chunk = rig.console.next<RfbWire::CursorChunk>();
            REQUIRE(chunk.has_value());
            CHECK_EQUAL(chunk->offset, whole.size());
            CHECK_EQUAL(chunk->hotX, 3u);
            CHECK_EQUAL(chunk->hotY, 4u);
            CHECK_EQUAL(chunk->width, 32u);
            whole += chunk->bytes;
        }
        CHECK(whole.substr(4, 4) == std::string("\x01\x02\x03\xff"));
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingRichCursor));
        const auto none = rig.console.next<RfbWire::CursorChunk>();
        REQUIRE(none.has_value());
        CHECK_EQUAL(none->width, 0u);
    });
    row("other people's pointer, the bell and a new name arrive", [] {
        Rig rig;
        rig.server.send(ScriptedServer::updateHead(2) + ScriptedServer::rectHead(12, 34, 0, 0, EncodingPointerPos)
                        + ScriptedServer::rectHead(0, 0, 0, 0, EncodingDesktopName) + Bytes{0, 0, 0, 3, 'n', 'e', 'w'} + Bytes{2});
        const auto moved = rig.console.next<RfbWire::PointerMoved>();
        REQUIRE(moved.has_value());
        CHECK_EQUAL(moved->x, 12);
        CHECK_EQUAL(moved->y, 34);
        CHECK(rig.console.next<RfbWire::Bell>().has_value());
        CHECK(rig.console.next<RfbWire::DesktopName>().has_value());
        const auto name = rig.console.next<RfbWire::DesktopName>();
        REQUIRE(name.has_value());
        CHECK_EQUAL(name->name, std::string("new"));
    });
    row("text goes both ways, in chunks and Latin-1", [] {
        Rig rig;
        const std::string text(10'000, '\xe9');
        Bytes m{3, 0, 0, 0};
        append32(m, static_cast<std::uint32_t>(text.size()));
        rig.server.send(m + bytesOf(text));
        std::string got;
        for (;;) {
            const auto chunk = rig.console.next<RfbWire::ClipboardChunk>();
            REQUIRE(chunk.has_value());
            CHECK_EQUAL(chunk->offset, got.size());
            got += chunk->text;
            if (chunk->last) {
                break;
            }
        }
        CHECK_EQUAL(got.size(), 20'000u);
        rig.console.send(RfbWire::ClipboardChunk{1, 0, false, "\u00e9t"});
        rig.console.send(RfbWire::ClipboardChunk{1, 3, true, "oile \u2605"});
        CHECK(rig.server.receiveMessageOfType(6) == ClientMessages::clientCutText("\xe9toile ?"));
    });
    row("what the server shows to know is told, each time that it is more", [] {
        Rig rig;
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingQemuKeys));
        const auto first = rig.console.next<RfbWire::Abilities>();
        REQUIRE(first.has_value());
        CHECK(first->extendedKeys && !first->leds && !first->extendedClipboard);
        rig.server.send(ScriptedServer::updateHead(2) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingQemuKeys)
                        + ScriptedServer::rectHead(0, 0, 0, 0, EncodingLedState) + Bytes{4});
        const auto second = rig.console.next<RfbWire::Abilities>();
        REQUIRE(second.has_value());
        CHECK(second->extendedKeys && second->leds);
        CHECK(rig.console.next<RfbWire::KeyboardLeds>().has_value());
    });
    row("a key that is pressed after the server has shown to know scan codes goes with its own", [] {
        Rig rig;
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingQemuKeys));
        REQUIRE(rig.console.next<RfbWire::Abilities>().has_value());
        rig.console.send(RfbWire::Key{0x61, true, 0, 0x1e});
        CHECK(rig.server.receiveMessageOfType(255) == ClientMessages::extendedKeyEvent(0x61, true, 0x1e));
        rig.console.send(RfbWire::Policy{true, RfbWire::Quality::High}); // lets go of it
        CHECK(rig.server.receiveMessageOfType(255) == ClientMessages::extendedKeyEvent(0x61, false, 0x1e));
    });
    row("lock lights are told when they change, in both forms, without bits that mean nothing", [] {
        Rig rig;
        const auto update = [&rig](std::int32_t encoding, const Bytes &lockLeds) {
            rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(7, 8, 9, 10, encoding) + lockLeds);
        };
        update(EncodingLedState, {2});
        update(EncodingLedState, {0xfa}); // the same three
        update(EncodingVmwareLedState, {0xff, 0xff, 0xff, 4});
        for (const std::uint8_t expected : {2, 4}) {
            const auto leds = rig.console.next<RfbWire::KeyboardLeds>();
            REQUIRE(leds.has_value());
            CHECK_EQUAL(static_cast<int>(leds->lockLeds), static_cast<int>(expected));
        }
        CHECK_EQUAL(rig.console.count<RfbWire::KeyboardLeds>(), 0u);
    });
    row("lights that end in the middle are an end, not a guess", [] {
        Rig rig;
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingVmwareLedState) + Bytes{0, 0});
        rig.server.hangUp();
        checkFailure(rig.console, FailureCode::Closed, {});
    });
    row("back and forward reach a server that takes nine buttons; the eighth alone reaches one that does not", [] {
        Rig nine;
        nine.server.knowNineButtons();
        nine.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingExtendedButtons));
        paintFirst(nine, 64, 48);
        nine.console.send(RfbWire::Pointer{3, 4, 1 << 8 | 1});
        CHECK(nine.server.receiveMessageOfType(5) == ClientMessages::extendedPointerEvent(3, 4, 1 << 8 | 1));
        Rig eight;
        paintFirst(eight, 64, 48);
        eight.console.send(RfbWire::Pointer{3, 4, 1 << 8 | 1 << 7});
        CHECK(eight.server.receiveMessageOfType(5) == ClientMessages::pointerEvent(3, 4, 1 << 7));
    });
    row("a selection of 3 MiB is refused and costs nothing more", [] {
        Rig rig;
        Bytes m{3, 0, 0, 0};
        append32(m, 3 * 1024 * 1024);
        rig.server.send(m);
        rig.server.send(Bytes(3 * 1024 * 1024, 'x'));
        const auto refused = rig.console.next<RfbWire::ClipboardRefused>();
        REQUIRE(refused.has_value());
        CHECK_EQUAL(refused->bytes, 3u * 1024 * 1024);
        CHECK_EQUAL(rig.console.count<RfbWire::ClipboardChunk>(), 0u);
        paintFirst(rig, 64, 48);
    });
    row("a server that resizes is followed, also with a screen of id 0, and never resized", [] {
        Rig rig;
        paintFirst(rig, 64, 48);
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 100, 50, EncodingDesktopSize));
        CHECK(rig.console.until([&rig] {
            return rig.console.generation() == 2;
        }));
        CHECK_EQUAL(rig.console.width(), 100u);
        rig.server.send(ScriptedServer::rawUpdate(99, 49, 1, 1, 0x00ff00));
        CHECK(rig.console.until([&rig] {
            return rig.console.pixel(99, 49) == 0xff00ff00;
        }));
        Bytes m = ScriptedServer::updateHead(2) + ScriptedServer::rectHead(0, 0, 20, 10, EncodingExtendedDesktopSize) + Bytes{1, 0, 0, 0} + Bytes(16);
        rig.server.send(m + ScriptedServer::rectHead(19, 9, 1, 1, EncodingRaw) + Bytes{1, 2, 3, 4});
        CHECK(rig.console.until([&rig] {
            return rig.console.pixel(19, 9) == 0xff030201;
        }));
        CHECK_EQUAL(rig.console.generation(), 3u);
        std::vector<Bytes> requests;
        while (requests.size() < 5) {
            const Bytes request = rig.server.receiveMessageOfType(3);
            REQUIRE(!request.empty());
            if (request != ClientMessages::pixelRequest()) { // a server that was silent for half a second is asked for a sign of life
                requests.push_back(request);
            }
        }
        CHECK(requests[2] == ClientMessages::updateRequest(false, 100, 50));
        CHECK(requests[3] == ClientMessages::updateRequest(true, 100, 50));
        CHECK(requests[4] == ClientMessages::updateRequest(false, 20, 10));
    });
    row("a size is asked for once the server has told of its screen, whose id and flags it keeps, and no second one before the answer", [] {
        Rig rig;
        rig.console.send(RfbWire::RequestDesktopSize{100, 50});
        paintFirst(rig, 64, 48);
        rig.server.send(screens(0, 0, 64, 48));
        const auto first = rig.console.next<RfbWire::ResizeSupport>();
        REQUIRE(first.has_value());
        CHECK((*first == RfbWire::ResizeSupport{true, RfbWire::ResizeRefusal::None}));
        const Bytes asked = rig.server.receiveMessageOfType(251);
        CHECK(asked == ClientMessages::setDesktopSize(100, 50, {0x0a0b0c0d, 0x01020304}));
        CHECK((asked == Bytes{251, 0, 0, 100, 0, 50, 1, 0, 0x0a, 0x0b, 0x0c, 0x0d, 0, 0, 0, 0, 0, 100, 0, 50, 1, 2, 3, 4}));
        rig.console.send(RfbWire::RequestDesktopSize{110, 55});
        rig.console.send(RfbWire::RequestDesktopSize{120, 60});
        rig.console.send(RfbWire::Key{0x61, true});
        REQUIRE(!rig.server.receiveMessageOfType(4).empty()); // both wishes have been heard by then
        rig.server.send(screens(1, 0, 100, 50));
        CHECK(rig.console.until([&rig] {
            return rig.console.width() == 100 && rig.console.height() == 50;
        }));
        CHECK(rig.server.receiveMessageOfType(251) == ClientMessages::setDesktopSize(120, 60, {0x0a0b0c0d, 0x01020304}));
    });
    row("a server that refuses a size is told of, and what it forbids is not asked for again", [] {
        Rig rig;
        rig.server.send(screens(0, 0, 64, 48));
        REQUIRE(rig.console.next<RfbWire::ResizeSupport>().has_value());
        rig.console.send(RfbWire::RequestDesktopSize{100, 50});
        CHECK(!rig.server.receiveMessageOfType(251).empty());
        rig.server.send(screens(1, 3, 7777, 7777)); // a size that means nothing
        auto told = rig.console.next<RfbWire::ResizeSupport>();
        REQUIRE(told.has_value());
        CHECK((*told == RfbWire::ResizeSupport{true, RfbWire::ResizeRefusal::InvalidLayout}));
        CHECK_EQUAL(rig.console.width(), 64u);
        rig.console.send(RfbWire::RequestDesktopSize{101, 51});
        CHECK(!rig.server.receiveMessageOfType(251).empty());
        rig.server.send(screens(1, 1, 64, 48));
        told = rig.console.next<RfbWire::ResizeSupport>();
        REQUIRE(told.has_value());
        CHECK((*told == RfbWire::ResizeSupport{false, RfbWire::ResizeRefusal::Prohibited}));
        rig.console.send(RfbWire::RequestDesktopSize{102, 52});
        rig.console.send(RfbWire::Key{0x61, true});
        Bytes next;
        do {
            next = rig.server.receiveMessage();
        } while (!next.empty() && next[0] != 4 && next[0] != 251);
        REQUIRE(!next.empty());
        CHECK_EQUAL(static_cast<int>(next[0]), 4);
    });
    row("nothing is asked for while view-only", [] {
        Rig rig;
        rig.server.send(screens(0, 0, 64, 48));
        REQUIRE(rig.console.next<RfbWire::ResizeSupport>().has_value());
        rig.console.send(RfbWire::Policy{true, RfbWire::Quality::High});
        rig.console.send(RfbWire::RequestDesktopSize{100, 50});
        paintFirst(rig, 64, 48); // it has been heard by then
        rig.console.send(RfbWire::Policy{false, RfbWire::Quality::High});
        rig.console.send(RfbWire::RequestDesktopSize{120, 60});
        const Bytes asked = rig.server.receiveMessageOfType(251);
        REQUIRE(asked.size() > 3);
        CHECK_EQUAL(static_cast<int>(asked[3]), 120);
    });
    row("screens that end in the middle are an end, and an answer of 255 screens is read", [] {
        Rig rig;
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 64, 48, EncodingExtendedDesktopSize) + Bytes{255, 0, 0, 0}
                        + Bytes(255 * 16));
        REQUIRE(rig.console.next<RfbWire::ResizeSupport>().has_value());
        paintFirst(rig, 64, 48);
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 64, 48, EncodingExtendedDesktopSize) + Bytes{2, 0, 0, 0} + Bytes(20));
        rig.server.hangUp();
        checkFailure(rig.console, FailureCode::Closed, {});
    });
    row("the largest desktop fits, and the next of that size after it", [] {
        Rig rig(16384, 4096);
        rig.server.send(ScriptedServer::rawUpdate(16383, 4095, 1, 1, 0x112233));
        CHECK(rig.console.until([&rig] {
            return rig.console.pixel(16383, 4095) == 0xff112233;
        }));
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 4096, 16384, EncodingDesktopSize));
        rig.server.send(ScriptedServer::rawUpdate(4095, 16383, 1, 1, 0x445566));
        CHECK(rig.console.until([&rig] {
            return rig.console.pixel(4095, 16383) == 0xff445566;
        }));
    });
    row("many resizes at once end at the last size", [] {
        Rig rig;
        Bytes m;
        for (std::uint32_t i = 1; i <= 50; ++i) {
            m = m + ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 100 + i, 100, EncodingDesktopSize);
        }
        rig.server.send(m + ScriptedServer::rawUpdate(149, 99, 1, 1, 0xabcdef));
        CHECK(rig.console.until([&rig] {
            return rig.console.width() == 150 && rig.console.pixel(149, 99) == 0xffabcdef;
        }));
        CHECK_EQUAL(rig.console.generation(), 51u);
    });
    row("a cursor or a pixel that comes alone is no frame", [] {
        Rig rig;
        paintFirst(rig, 64, 48);
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingRichCursor));
        rig.server.send(ScriptedServer::rawUpdate(3, 4, 1, 1, 0x112233)); // as the answer to a question for one pixel
        rig.server.send(ScriptedServer::rawUpdate(3, 4, 2, 1, 0x112233)); // and the next one is a frame again
        std::optional<RfbWire::Stats> stats;
        for (int i = 0; i < 30 && (!stats || stats->rects < 3 || stats->updates < 2); ++i) { // an update is counted after its rectangles
            stats = rig.console.next<RfbWire::Stats>();
            REQUIRE(stats.has_value());
        }
        CHECK_EQUAL(stats->rects, 3u);
        CHECK_EQUAL(stats->updates, 2u);
    });
    row("pixels, bytes and kinds are those of the server's rectangles", [] {
        Rig rig;
        paintFirst(rig, 64, 48); // 64 x 48, raw
        using Kind = RfbWire::PixelKind;
        const Bytes red{0xff, 0, 0};
        const Bytes six{1, 2, 3, 4, 5, 6}; // less than 12 bytes travel uncompressed
        const Bytes jpeg = makeJpeg(16, 8, 0x2040c0);
        const auto tight = [](std::uint32_t width, std::uint32_t height, const Bytes &data) {
            return ScriptedServer::rectHead(0, 0, width, height, EncodingTight) + data;
        };
        Bytes length; // 7 bits a byte
        length.push_back(static_cast<std::uint8_t>((jpeg.size() & 0x7f) | 0x80));
        length.push_back(static_cast<std::uint8_t>(jpeg.size() >> 7));
        const std::array<std::pair<Kind, Bytes>, 6> rects{{
            {Kind::Fill, tight(40, 30, Bytes{0x80} + red)},
            {Kind::Zlib, tight(2, 1, Bytes{0x00} + six)},
            {Kind::Palette, tight(8, 2, Bytes{0x40, 1, 1} + six + Bytes{0x55, 0xaa})},
            {Kind::Gradient, tight(1, 2, Bytes{0x40, 2} + six)},
            {Kind::Jpeg, tight(16, 8, Bytes{0x90} + length + jpeg)},
            {Kind::Copy, ScriptedServer::rectHead(10, 10, 5, 4, EncodingCopyRect) + Bytes{0, 0, 0, 0}},
        }};
        REQUIRE(jpeg.size() < 16384 && jpeg.size() > 127);
        const std::array<std::uint64_t, 6> pixels{40 * 30, 2, 16, 2, 16 * 8, 20};
        Bytes update = ScriptedServer::updateHead(static_cast<std::uint16_t>(rects.size()));
        for (const auto &[kind, bytes] : rects) {
            update = update + bytes;
        }
        rig.server.send(update);
        std::optional<RfbWire::Stats> stats;
        for (int i = 0; i < 30 && (!stats || stats->rects < 7 || stats->updates < 2); ++i) { // an update is counted after its rectangles
            stats = rig.console.next<RfbWire::Stats>();
            REQUIRE(stats.has_value());
        }
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < rects.size(); ++i) {
            const RfbWire::PixelKindStats &kind = stats->kinds[static_cast<std::size_t>(rects[i].first)];
            CHECK_EQUAL(kind.pixels, pixels[i]);
            CHECK_EQUAL(kind.bytes, rects[i].second.size());
            all += kind.pixels;
        }
        const RfbWire::PixelKindStats &raw = stats->kinds[static_cast<std::size_t>(Kind::Raw)];
        CHECK_EQUAL(raw.pixels, 64u * 48u);
        CHECK_EQUAL(raw.bytes, 12u + 64u * 48u * 4u);
        CHECK_EQUAL(all + raw.pixels, stats->pixels);
        CHECK_EQUAL(stats->kinds[static_cast<std::size_t>(Kind::Other)].pixels, 0u);
        CHECK_EQUAL(stats->updates, 2u);
    });
    row("statistics come once a second and count", [] {
        Rig rig;
        paintFirst(rig, 64, 48);
        std::optional<RfbWire::Stats> stats;
        for (int i = 0; i < 30 && (!stats || stats->updates == 0); ++i) {
            stats = rig.console.next<RfbWire::Stats>();
            REQUIRE(stats.has_value());
        }
        CHECK_EQUAL(stats->updates, 1u);
        CHECK_EQUAL(stats->rects, 1u);
        CHECK_EQUAL(stats->pixels, 64u * 48u);
        CHECK_EQUAL(stats->lastEncoding, 0u);
        CHECK_EQUAL(stats->bytesIn, 12u + 2 + 4 + 28 + 16 + 64 * 48 * 4);
        CHECK(stats->bytesOut > 100);
        CHECK(stats->cpuMicroseconds > 0);
    });
    row("the screen layout is offered and requested after the first image, of which an announced fence shows that a request does no harm", [] {
        Rig rig;
        CHECK(rig.server.receiveMessageOfType(2) == ScriptedServer::firstEncodings(RfbWire::Quality::High));
        rig.server.send(ScriptedServer::fence(FenceRequest, {0}));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 24, 0xff0000));
        Bytes message = rig.server.receiveMessage();
        while (!message.empty() && message != ClientMessages::updateRequest(true, 64, 48)) {
            CHECK(message[0] != 2); // half of the image: nothing is offered yet
            message = rig.server.receiveMessage();
        }
        rig.server.send(ScriptedServer::rawUpdate(0, 24, 64, 24, 0xff0000));
        CHECK(rig.server.receiveMessageOfType(2) == ScriptedServer::encodings(RfbWire::Quality::High));
        do {
            message = rig.server.receiveMessageOfType(3);
        } while (!message.empty() && message != ClientMessages::updateRequest(false, {0, 0, 1, 1}));
        CHECK(!message.empty());
        rig.server.send(screens(0, 0, 64, 48));
        const auto support = rig.console.next<RfbWire::ResizeSupport>();
        CHECK(support && support->canResize);
    });
    row("another quality is asked for while running", [] {
        Rig rig;
        paintFirst(rig, 64, 48);
        rig.server.receiveMessageOfType(2);
        CHECK(rig.server.receiveMessageOfType(2) == ScriptedServer::encodings(RfbWire::Quality::High));
        rig.console.send(RfbWire::Policy{false, RfbWire::Quality::Lossless});
        CHECK(rig.server.receiveMessageOfType(2) == ScriptedServer::encodings(RfbWire::Quality::Lossless));
    });
}

void colorMapRows()
{
    row("an 8-bit server keeps its format, and its colours change without a new pixel", [] {
        Rig rig(64, 48, {}, true);
        const Bytes encodings = rig.server.receiveMessage();
        CHECK(encodings == ScriptedServer::firstEncodings(RfbWire::Quality::High, true)); // the first: no SetPixelFormat
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(false, 64, 48));
        rig.server.send(Bytes{1, 0, 0, 5, 0, 2, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0});
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 20, 5, true));
        rig.server.send(ScriptedServer::rawUpdate(0, 24, 64, 24, 6, true));
        CHECK(rig.console.until([&rig] {
            return rig.console.pixel(0, 0) == 0xffff0000 && rig.console.pixel(63, 47) == 0xff00ff00;
        }));
        rig.server.send(Bytes{1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 0xff, 0xff});
        const RfbWire::Rect whole{0, 0, 64, 48};
        std::optional<RfbWire::Damage> damage;
        while ((damage = rig.console.next<RfbWire::Damage>()) && damage->rects[0] != whole) { }
        REQUIRE(damage.has_value());
        CHECK_EQUAL(rig.console.pixel(0, 0), 0xff0000ffu);
        CHECK_EQUAL(rig.console.pixel(63, 47), 0xff00ff00u);
    });
    row("what the server stores in its color map is told", [] {
        Rig rig(64, 48, {}, true);
        rig.server.send(Bytes{1, 0, 0, 5, 0, 2, 0x12, 0x34, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0});
        const auto first = rig.console.next<RfbWire::ColorCells>();
        REQUIRE(first.has_value());
        CHECK((*first == RfbWire::ColorCells{{{5, 0x1234, 0, 0}, {6, 0, 0xffff, 0}}, 0}));
        rig.server.send(Bytes{1, 0, 0, 6, 0, 1, 0, 0, 0, 0, 0xff, 0xfe});
        const auto next = rig.console.next<RfbWire::ColorCells>();
        REQUIRE(next.has_value());
        CHECK((*next == RfbWire::ColorCells{{{6, 0, 0, 0xfffe}}, 1}));
    });
    row("colours of a true colour server are not told", [] {
        Rig rig;
        rig.server.send(Bytes{1, 0, 0, 5, 0, 1, 0xff, 0xff, 0, 0, 0, 0});
        paintFirst(rig, 64, 48);
        CHECK_EQUAL(rig.console.count<RfbWire::ColorCells>(), 0u);
    });
    row("a cursor of indexes follows the colours", [] {
        Rig rig(64, 48, {}, true);
        rig.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, 1, 1, EncodingRichCursor) + Bytes{9, 0x80});
        const auto grey = rig.console.next<RfbWire::CursorChunk>();
        REQUIRE(grey.has_value());
        CHECK_EQUAL(grey->bytes, std::string("\x09\x09\x09\xff"));
        rig.server.send(Bytes{1, 0, 0, 9, 0, 1, 0xff, 0xff, 0, 0, 0, 0});
        const auto red = rig.console.next<RfbWire::CursorChunk>();
        REQUIRE(red.has_value());
        CHECK_EQUAL(red->bytes, std::string("\0\0\xff\xff", 4));
    });
    row("colours beyond the map end the session", [] {
        Rig rig(64, 48, {}, true);
        rig.server.send(Bytes{1, 0, 0, 255, 0, 2} + Bytes(12));
        checkFailure(rig.console, FailureCode::Malformed, {});
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    handshakeRows();
    endRows();
    malformedRows();
    contentRows();
    colorMapRows();
    return result();
}
