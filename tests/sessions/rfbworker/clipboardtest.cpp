// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Texts between the console and servers: the extended clipboard's bytes, what may pass when, and a real Xvnc.
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/realserver.h"
#include "tests/sessions/rfbworker/scriptedserver.h"
#include "tests/support/testprogram.h"

#include "sessions/rfbwire/clipboardchunks.h"
#include "sessions/rfbworker/clipboard/clipboardexchange.h"
#include "sessions/rfbworker/clipboard/clipboardtext.h"
#include "sessions/rfbworker/clipboard/extendedclipboard.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <fstream>

#include <zlib.h>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
namespace Extended = ExtendedClipboard;
using RfbWire::FailureCode;

namespace
{
using Bytes = Rfb::Bytes;
constexpr std::size_t limit = RfbWire::maxClipboard;
const std::string scripts =
    "Mauna Kea, \u00e9toile, \u03b1 Cen, \u0421\u0430\u0442\u0443\u0440\u043d, \u661f, \u05db\u05d5\u05db\u05d1, \u0646\u062c\u0645, \U0001f52d";

Bytes packed(const Bytes &raw, int flush = Z_FINISH)
{
    z_stream stream{};
    deflateInit(&stream, Z_BEST_COMPRESSION);
    Bytes out(compressBound(static_cast<uLong>(raw.size())) + 64);
    stream.next_in = const_cast<Bytef *>(raw.data());
    stream.avail_in = static_cast<uInt>(raw.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, flush);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// What a Provide holds for a text that claims to be @p size long.
Bytes textOf(const std::string &text, std::uint32_t size)
{
    Bytes raw;
    append32(raw, size);
    raw.insert(raw.end(), text.begin(), text.end());
    return raw;
}

Bytes provided(const std::string &text, int flush = Z_FINISH)
{
    return packed(textOf(text + '\0', static_cast<std::uint32_t>(text.size() + 1)), flush);
}

Bytes payload(std::uint32_t flags, const Bytes &rest = {})
{
    Bytes m;
    append32(m, flags);
    return m + rest;
}

Bytes serverCaps(std::uint32_t actions = Extended::Request | Extended::Peek | Extended::Notify | Extended::Provide)
{
    return payload(Extended::Caps | actions | Extended::Text, {0, 0, 0, 0});
}

/// A server's extended cut text.
Bytes cutText(const Bytes &payload)
{
    Bytes m{3, 0, 0, 0};
    append32(m, 0U - static_cast<std::uint32_t>(payload.size()));
    return m + payload;
}

/// The text in one of our own messages.
std::string textIn(const Bytes &message)
{
    if (message.size() < 12 || message[0] != 6 || 0U - read32(message.data() + 4) != message.size() - 8) {
        return "no extended message";
    }
    const auto heard = Extended::parse(std::span(message).subspan(8));
    if (!heard || heard->action != Extended::Provide) {
        return "nothing is provided";
    }
    const auto text = Extended::unpackText(heard->packedText);
    return text ? *text : "nothing comes out";
}

void byteRows()
{
    row("lines end in LF here and in CR LF on the way", [] {
        CHECK_EQUAL(withLf("a\r\nb\rc\nd\r\r\n"), std::string("a\nb\nc\nd\n\n"));
        CHECK_EQUAL(withCrLf("a\nb\r\nc\r"), std::string("a\r\nb\r\nc\r\n"));
        CHECK_EQUAL(withLf(""), std::string());
    });
    row("what we provide comes out again, in any script", [] {
        CHECK_EQUAL(textIn(Extended::provideMessage(scripts)), scripts);
        CHECK_EQUAL(textIn(Extended::provideMessage("a\nb\n")), std::string("a\r\nb\r\n"));
        CHECK_EQUAL(textIn(Extended::provideMessage("")), std::string());
    });
    row("a text of nothing but line ends is twice as long on the way, and passes", [] {
        CHECK_EQUAL(textIn(Extended::provideMessage(std::string(limit, '\n'))).size(), 2 * limit);
    });
    row("a stream that is flushed and never ended is enough", [] {
        const auto text = Extended::unpackText(provided("seeing 0.6", Z_SYNC_FLUSH));
        CHECK(text && *text == "seeing 0.6");
    });
    row("a text without its NUL is taken, one with several ends at the first", [] {
        const auto without = Extended::unpackText(packed(textOf("abc", 3)));
        CHECK(without && *without == "abc");
        const auto several = Extended::unpackText(packed(textOf(std::string("ab\0cd\0", 6), 6)));
        CHECK(several && *several == "ab");
    });
    row("a text that says to be too long is refused by what it says, however little is there", [] {
        for (const std::uint32_t size : {static_cast<std::uint32_t>(Extended::maxUnpacked + 1), 64u << 20, 0xffffffffu}) {
            const auto text = Extended::unpackText(packed(textOf("abc", size)));
            CHECK(!text && text.error().announcedSize == size);
        }
    });
    row("of a stream that says little and holds 64 MiB only what it says comes out", [] {
        const auto text = Extended::unpackText(packed(textOf(std::string(64 << 20, 'a'), 10)));
        CHECK(text && *text == "aaaaaaaaaa");
    });
    struct Spoilt {
        const char *name;
        Bytes bytes;
    };
    Bytes half = provided(scripts);
    half.resize(half.size() / 2);
    for (const Spoilt &one : {Spoilt{"nothing at all", {}},
                              Spoilt{"no zlib", Bytes(100, 0xa5)},
                              Spoilt{"half a stream", half},
                              Spoilt{"three bytes of a size", packed({0, 0, 1})},
                              Spoilt{"less text than it says", packed(textOf("abc", 100))}}) {
        row(std::string("packed text that is ") + one.name + " is wrong", [&one] {
            const auto text = Extended::unpackText(one.bytes);
            CHECK(!text && text.error().announcedSize == 0);
        });
    }
    for (const Spoilt &one : {Spoilt{"no flags", {0, 0, 0}},
                              Spoilt{"nothing", {}},
                              Spoilt{"abilities without their sizes", payload(Extended::Caps | Extended::Text)},
                              Spoilt{"abilities with one size too few", payload(Extended::Caps | 7, Bytes(8))},
                              Spoilt{"two things at once", payload(Extended::Notify | Extended::Request | Extended::Text)}}) {
        row(std::string("a message of ") + one.name + " is wrong", [&one] {
            CHECK(!Extended::parse(one.bytes));
        });
    }
    row("a server's abilities are read beside formats that we do not know", [] {
        const auto caps = Extended::parse(payload(Extended::Caps | Extended::Request | Extended::Notify | 0x8007, Bytes{0, 16, 0, 0} + Bytes(12)));
        CHECK(caps && caps->action == Extended::Caps && caps->maxSizeWithoutRequest == 1048576
              && caps->supportedActions == (Extended::Caps | Extended::Request | Extended::Notify));
    });
}

void exchangeRows()
{
    row("a server without the extended clipboard is sent Latin-1", [] {
        ClipboardExchange exchange;
        CHECK(exchange.offerText("\u00e9toile \u2605") == ClientMessages::clientCutText("\xe9toile ?"));
        CHECK_EQUAL(exchange.receiveLatin1Text("a\r\n\xe9").text.value_or("none"), std::string("a\n\u00e9"));
    });
    row("Latin-1 that is longer than the limit as UTF-8 is refused", [] {
        const ClipboardExchange::Outcome outcome = ClipboardExchange().receiveLatin1Text(std::string(limit, '\xe9'));
        CHECK(!outcome.text && outcome.refusedTextSize == 2 * limit);
    });
    row("exactly the limit passes, one byte more is refused", [] {
        ClipboardExchange exchange;
        CHECK_EQUAL(exchange.receiveExtendedMessage(payload(Extended::Provide | Extended::Text, provided(std::string(limit, 'a')))).text.value_or("").size(),
                    limit);
        const auto more = exchange.receiveExtendedMessage(payload(Extended::Provide | Extended::Text, provided(std::string(limit + 1, 'a'))));
        CHECK(!more.text && more.refusedTextSize == limit + 1 && !more.breaksProtocol);
    });
    row("a server that knows it is told of a text and gets it when it asks", [] {
        ClipboardExchange exchange;
        CHECK(exchange.receiveExtendedMessage(serverCaps()).answer == Extended::capsMessage());
        CHECK(exchange.isExtended());
        CHECK(exchange.offerText(scripts) == Extended::notifyMessage(true));
        CHECK_EQUAL(textIn(exchange.receiveExtendedMessage(payload(Extended::Request | Extended::Text)).answer), scripts);
        CHECK(exchange.receiveExtendedMessage(payload(Extended::Peek)).answer == Extended::notifyMessage(true));
        CHECK(exchange.receiveExtendedMessage(payload(Extended::Request | 2)).answer == Extended::notifyMessage(false)); // rich text
        CHECK(exchange.offerText({}) == Extended::notifyMessage(false));
        CHECK(exchange.receiveExtendedMessage(payload(Extended::Request | Extended::Text)).answer == Extended::notifyMessage(false));
    });
    row("what went as Latin-1 is told of again when the server shows that it knows more", [] {
        ClipboardExchange exchange;
        CHECK(!exchange.offerText("x").empty());
        CHECK(exchange.receiveExtendedMessage(serverCaps()).answer == Extended::capsMessage() + Extended::notifyMessage(true));
        CHECK(exchange.receiveExtendedMessage(serverCaps()).answer == Extended::capsMessage());
    });
    row("off to the server: nothing is told, kept or given, and what it knew of is taken back", [] {
        ClipboardExchange exchange;
        (void)exchange.receiveExtendedMessage(serverCaps());
        (void)exchange.offerText("secret");
        CHECK(exchange.setDirections(false, true) == Extended::notifyMessage(false));
        CHECK(exchange.setDirections(false, true).empty());
        CHECK(exchange.offerText("more").empty());
        CHECK(exchange.receiveExtendedMessage(payload(Extended::Request | Extended::Text)).answer == Extended::notifyMessage(false));
        CHECK(exchange.setDirections(true, true).empty());
        CHECK(exchange.receiveExtendedMessage(payload(Extended::Request | Extended::Text)).answer == Extended::notifyMessage(false));
    });
    row("off from the server: nothing is asked for or passed on, and it is fetched when it is on again", [] {
        ClipboardExchange exchange;
        CHECK(exchange.setDirections(true, false).empty());
        const auto latin1 = exchange.receiveLatin1Text("abc");
        CHECK(!latin1.text && latin1.refusedTextSize == 0u); // that there is one is all that is told
        CHECK(exchange.receiveTooLongText(5).refusedTextSize == 0u);
        const auto told = exchange.receiveExtendedMessage(payload(Extended::Notify | Extended::Text));
        CHECK(told.answer.empty() && told.refusedTextSize == 0u);
        CHECK(!exchange.receiveExtendedMessage(payload(Extended::Provide | Extended::Text, provided("abc"))).text);
        CHECK(exchange.setDirections(true, true) == Extended::requestMessage());
        CHECK(exchange.setDirections(true, true).empty());
        CHECK_EQUAL(exchange.receiveExtendedMessage(payload(Extended::Provide | Extended::Text, provided("abc"))).text.value_or("none"), std::string("abc"));
    });
    row("a clipboard that became empty meanwhile is not fetched", [] {
        ClipboardExchange exchange;
        CHECK(exchange.setDirections(true, false).empty());
        (void)exchange.receiveExtendedMessage(payload(Extended::Notify | Extended::Text));
        (void)exchange.receiveExtendedMessage(payload(Extended::Notify));
        CHECK(exchange.setDirections(true, true).empty());
    });
    row("pictures and rich text are neither asked for nor taken", [] {
        ClipboardExchange exchange;
        CHECK(exchange.receiveExtendedMessage(payload(Extended::Notify | 0xe)).answer.empty());
        CHECK(!exchange.receiveExtendedMessage(payload(Extended::Provide | 8, provided("pixels"))).text);
    });
}

/// All of one text that the console was given; empty optional: none came.
std::optional<std::string> arrived(TestConsole &console)
{
    std::string text;
    for (;;) {
        const auto chunk = console.next<RfbWire::ClipboardChunk>();
        if (!chunk) {
            return std::nullopt;
        }
        text += chunk->text;
        if (chunk->last) {
            return text;
        }
    }
}

void sendText(TestConsole &console, const std::string &text)
{
    static std::uint32_t transfer = 0;
    for (const RfbWire::ClipboardChunk &chunk : RfbWire::clipboardChunks(++transfer, text)) {
        console.send(chunk);
    }
}

void workerRows()
{
    row("the worker says what it can, asks for what it is told of, and tells the console", [] {
        Rig rig;
        rig.server.send(cutText(serverCaps()));
        CHECK(rig.server.receiveMessageOfType(6) == Extended::capsMessage());
        const auto abilities = rig.console.next<RfbWire::Abilities>();
        CHECK(abilities && abilities->extendedClipboard);
        rig.server.send(cutText(payload(Extended::Notify | Extended::Text)));
        CHECK(rig.server.receiveMessageOfType(6) == Extended::requestMessage());
        rig.server.send(cutText(payload(Extended::Provide | Extended::Text, provided(scripts))));
        CHECK_EQUAL(arrived(rig.console).value_or("none"), scripts);
    });
    row("the text is told of before the click that pastes it", [] {
        Rig rig;
        rig.server.send(cutText(serverCaps()));
        REQUIRE(rig.console.next<RfbWire::Abilities>().has_value());
        CHECK(rig.server.receiveMessageOfType(6) == Extended::capsMessage()); // else it may come after what is typed, which goes first
        sendText(rig.console, scripts);
        rig.console.send(RfbWire::Pointer{5, 6, 2});
        Bytes message;
        do {
            message = rig.server.receiveMessage();
        } while (!message.empty() && message != Extended::notifyMessage(true) && message[0] != 5);
        CHECK(message == Extended::notifyMessage(true));
        CHECK(rig.server.receiveInput() == ClientMessages::pointerEvent(5, 6, 2));
        rig.server.send(cutText(payload(Extended::Request | Extended::Text)));
        CHECK_EQUAL(textIn(rig.server.receiveMessageOfType(6)), scripts);
    });
    row("the policy rules inside the worker, both ways", [] {
        Rig rig;
        rig.server.send(cutText(serverCaps()));
        REQUIRE(rig.console.next<RfbWire::Abilities>().has_value());
        CHECK(rig.server.receiveMessageOfType(6) == Extended::capsMessage());
        rig.console.send(RfbWire::Policy{false, RfbWire::Quality::High, false, false});
        rig.console.send(RfbWire::Pointer{5, 6, 0}); // once this comes, the policy has been read
        CHECK(rig.server.receiveInput() == ClientMessages::pointerEvent(5, 6, 0));
        sendText(rig.console, "secret");
        rig.server.send(cutText(payload(Extended::Notify | Extended::Text)));
        rig.server.send(cutText(payload(Extended::Request | Extended::Text)));
        CHECK(rig.server.receiveMessageOfType(6) == Extended::notifyMessage(false)); // to Request, and nothing before it
        Bytes latin1{3, 0, 0, 0, 0, 0, 0, 1, 'x'};
        rig.server.send(latin1 + Bytes{2}); // a bell tells that it was read
        REQUIRE(rig.console.next<RfbWire::Bell>().has_value());
        CHECK_EQUAL(rig.console.count<RfbWire::ClipboardChunk>(), 0u);
        rig.console.send(RfbWire::Policy{false, RfbWire::Quality::High, false, true});
        CHECK(rig.server.receiveMessageOfType(6) == Extended::requestMessage());
    });
    row("view-only gives no text away, though the server asks", [] {
        Rig rig;
        rig.server.send(cutText(serverCaps()));
        REQUIRE(rig.console.next<RfbWire::Abilities>().has_value());
        CHECK(rig.server.receiveMessageOfType(6) == Extended::capsMessage());
        sendText(rig.console, "secret");
        CHECK(rig.server.receiveMessageOfType(6) == Extended::notifyMessage(true));
        rig.console.send(RfbWire::Policy{true});
        CHECK(rig.server.receiveMessageOfType(6) == Extended::notifyMessage(false));
        rig.server.send(cutText(payload(Extended::Request | Extended::Text)));
        CHECK(rig.server.receiveMessageOfType(6) == Extended::notifyMessage(false));
    });
    row("of 1 MiB and a byte the console is told, and nothing else happens", [] {
        // From a script: Xvnc itself passes on nothing that its programs give piece by piece, as they do from 1 MiB on.
        Rig rig;
        rig.server.send(cutText(payload(Extended::Provide | Extended::Text, provided(std::string(limit + 1, 'a')))));
        rig.server.send(cutText(payload(Extended::Provide | Extended::Text, provided(std::string(limit, 'b')))));
        const auto refusedTextSize = rig.console.next<RfbWire::ClipboardRefused>();
        CHECK(refusedTextSize && refusedTextSize->bytes == limit + 1);
        CHECK(arrived(rig.console) == std::string(limit, 'b'));
    });
    row("a zip bomb is refused and costs the session nothing", [] {
        Rig rig;
        Bytes bomb = packed(textOf(std::string(60 << 20, 'a'), 60 << 20));
        rig.server.send(cutText(payload(Extended::Provide | Extended::Text, bomb)));
        const auto refusedTextSize = rig.console.next<RfbWire::ClipboardRefused>();
        CHECK(refusedTextSize && refusedTextSize->bytes == 60u << 20);
        rig.server.send(Bytes{2});
        CHECK(rig.console.next<RfbWire::Bell>().has_value());
    });
    row("five million bytes of something packed are read, dropped and not kept", [] {
        Rig rig;
        Bytes text = provided("abc");
        text.resize(5'000'000);
        rig.server.send(cutText(payload(Extended::Provide | Extended::Text, text)));
        CHECK_EQUAL(arrived(rig.console).value_or("none"), std::string("abc"));
    });
    struct Hostile {
        const char *name;
        Bytes bytes;
    };
    Bytes endless{3, 0, 0, 0, 0x80, 0, 0, 0};
    for (const Hostile &one : {Hostile{"of the most negative length", endless},
                               Hostile{"without its flags", cutText({0, 0, 0})},
                               Hostile{"of two things at once", cutText(payload(Extended::Notify | Extended::Peek))},
                               Hostile{"with text that is no zlib", cutText(payload(Extended::Provide | Extended::Text, Bytes(50, 1)))}}) {
        row(std::string("a clipboard message ") + one.name + " ends the session as malformed", [&one] {
            Rig rig;
            REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
            rig.server.send(one.bytes);
            const auto failed = rig.console.next<RfbWire::Failed>();
            CHECK(failed && failed->code == FailureCode::Malformed);
        });
    }
    row("a server that asks for a large text again and again, and reads none, is given up", [] {
        Rig rig;
        rig.server.send(cutText(serverCaps()));
        REQUIRE(rig.console.next<RfbWire::Abilities>().has_value());
        std::string text;
        std::uint32_t number = 1;
        while (text.size() < limit - 4) { // nothing that packs well
            number = number * 1664525 + 1013904223;
            text += static_cast<char>('!' + number % 90);
        }
        CHECK(rig.server.receiveMessageOfType(6) == Extended::capsMessage());
        sendText(rig.console, text);
        CHECK(rig.server.receiveMessageOfType(6) == Extended::notifyMessage(true)); // it has all of it
        for (int i = 0; i < 20; ++i) {
            rig.server.send(cutText(payload(Extended::Request | Extended::Text)));
        }
        const auto failed = rig.console.next<RfbWire::Failed>();
        CHECK(failed && failed->code == FailureCode::Malformed);
    });
}

void put(const std::string &file, const std::string &text)
{
    std::ofstream(file, std::ios::binary) << text;
}

void xvncRows()
{
    const Directory directory;
    XServer x({"Xvnc",
               "-rfbport",
               "-1",
               "-rfbunixpath",
               directory.path() + "/vnc",
               "-geometry",
               "200x150",
               "-depth",
               "24",
               "-SecurityTypes",
               "None",
               "-MaxCutText",
               "4194304"}); // it takes 256 KiB otherwise, and drops more without a word
    const std::string file = directory.path() + "/text";
    const auto pasted = [&x](const char *selection) {
        return outputOf({"timeout", "10", "xclip", "-o", "-selection", selection, "-t", "UTF8_STRING"}, x.display());
    };
    TestConsole console(connectUnix(directory.path() + "/vnc"));
    row("Xvnc shows that it knows the extended clipboard", [&] {
        const auto abilities = console.next<RfbWire::Abilities>();
        CHECK(abilities && abilities->extendedClipboard);
    });
    const std::string almost = scripts + '\n' + std::string(limit - 1 - scripts.size() - 1, 'a');
    for (const std::string &text : {scripts, std::string("one\ntwo\n\nthree"), almost}) {
        row("a text of " + std::to_string(text.size()) + " bytes can be pasted at Xvnc, by both selections", [&] {
            sendText(console, text);
            std::string got;
            console.until(
                [&] {
                    got = pasted("clipboard");
                    return got == text;
                },
                20s);
            CHECK(got == text);
            CHECK(pasted("primary") == text);
        });
        row("a text of " + std::to_string(text.size()) + " bytes that is copied at Xvnc arrives", [&] {
            put(file, text);
            const Program owner({"xclip", "-quiet", "-selection", "clipboard", "-i", file}, x.display());
            CHECK(arrived(console) == text);
        });
    }
    row("what is marked at Xvnc arrives too", [&] {
        put(file, "marked");
        const Program owner({"xclip", "-quiet", "-selection", "primary", "-i", file}, x.display());
        CHECK_EQUAL(arrived(console).value_or("none"), std::string("marked"));
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    byteRows();
    exchangeRows();
    workerRows();
    xvncRows();
    return result();
}
