// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that knows what its server said last time: it does not wait for the answers, and believes none of them more for it.
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/scriptedserver.h"
#include "tests/support/testprogram.h"

#include "sessions/rfbworker/protocol/clientmessages.h"
#include "sessions/rfbworker/protocol/encodingoffer.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"
#include "sessions/vncauth/vncauth.h"

#include <csignal>
#include <numeric>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using RfbWire::FailureCode;

namespace
{
using Bytes = Rfb::Bytes;
using Clock = std::chrono::steady_clock;

constexpr RfbWire::RememberedServer none{1, false, 64, 48};
constexpr RfbWire::RememberedServer vncAuth{2, false, 64, 48};
constexpr RfbWire::RememberedServer colored{1, true, 64, 48};
constexpr RfbWire::RememberedServer neverSeen{0, false, 0, 0, true};
const std::string version = "RFB 003.008\n";

RfbWire::Start startWith(const RfbWire::RememberedServer &memory)
{
    RfbWire::Start start;
    start.remembered = memory;
    return start;
}

/// What follows ClientInit: format, encodings, a request for all.
void checkAnnouncement(ScriptedServer &server, bool colorMapped = false, RfbWire::Quality quality = RfbWire::Quality::High)
{
    if (!colorMapped) {
        CHECK(server.receiveMessage() == ClientMessages::setPixelFormat(PixelFormat::rgb32()));
    }
    CHECK(server.receiveMessage() == ScriptedServer::firstEncodings(quality, colorMapped));
    CHECK(server.receiveMessage() == ClientMessages::updateRequest(false, 64, 48));
}

void expectFailure(Rig &rig, FailureCode code, std::chrono::milliseconds limit = patience)
{
    const auto failed = rig.console.next<RfbWire::Failed>(limit);
    REQUIRE(failed.has_value());
    CHECK_EQUAL(failed->code, code);
    CHECK_EQUAL(rig.console.count<RfbWire::RequestSharedFramebuffer>(), 0u);
}

void noneRows()
{
    row("None: all that leads to a picture is out before the server has said a word", [] {
        Rig rig(makeStream(), startWith(none));
        CHECK(rig.server.receive(14) == Bytes({'R', 'F', 'B', ' ', '0', '0', '3', '.', '0', '0', '8', '\n', 1, 1}));
        checkAnnouncement(rig.server);
        rig.server.send(version);
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
        rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 0x123456));
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        CHECK_EQUAL(rig.console.pixel(5, 5) & 0xffffff, 0x123456u);
        // Nothing is said twice: after the first image the screen layout is offered, and the next is the request that follows every update.
        Bytes next = rig.server.receiveMessage();
        if (next == ClientMessages::updateRequest(true, 64, 48)) { // the third, 30 ms after the version, where the image took longer
            next = rig.server.receiveMessage();
        }
        CHECK(next == ScriptedServer::encodings(RfbWire::Quality::High));
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
    });
    row("the second request comes a while after the version, so that a server does not see both at once", [] {
        Rig rig(makeStream(), startWith(none));
        rig.server.receive(14);
        checkAnnouncement(rig.server);
        CHECK(rig.server.receiveMessage(200ms).empty()); // the channel is not open yet, so the first request has not left either
        const auto before = Clock::now();
        rig.server.send(version);
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
        CHECK(Clock::now() - before >= 8ms);
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
        CHECK(Clock::now() - before >= 30ms); // and a third, for lines that bring two together
    });
    row("a desktop of another size is asked for whole", [] {
        Rig rig(makeStream(), startWith(none));
        rig.server.receive(14);
        checkAnnouncement(rig.server);
        rig.server.send(version);
        rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(100, 80, false));
        const auto wanted = rig.console.next<RfbWire::RequestSharedFramebuffer>();
        REQUIRE(wanted.has_value());
        CHECK(*wanted == (RfbWire::RequestSharedFramebuffer{100, 80}));
        // One, and the two that follow the version, which may come first.
        std::vector<Bytes> requests{rig.server.receiveMessage(), rig.server.receiveMessage(), rig.server.receiveMessage()};
        CHECK(std::ranges::find(requests, ClientMessages::updateRequest(false, 100, 80)) != requests.end());
    });
    row("a quality that changed meanwhile is told", [] {
        Rig rig(makeStream(), startWith(none));
        rig.server.receive(14);
        checkAnnouncement(rig.server);
        rig.console.send(RfbWire::Policy{false, RfbWire::Quality::Low});
        rig.server.send(version);
        CHECK(rig.server.receiveMessageOfType(3) == ClientMessages::updateRequest(true, 64, 48)); // so the policy has been heard
        rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        CHECK(rig.server.receiveMessageOfType(2) == ScriptedServer::firstEncodings(RfbWire::Quality::Low));
    });
    row("a server with a colour map gets no format", [] {
        Rig rig(makeStream(), startWith(colored));
        rig.server.receive(14);
        checkAnnouncement(rig.server, true);
        rig.server.send(version);
        rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, true));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 7, true));
        CHECK(rig.console.next<RfbWire::Damage>().has_value());
    });
    row("a long way that is known only later: less is offered, and requests go ahead", [] {
        Rig rig(makeStream(), startWith(none));
        rig.server.receive(14);
        checkAnnouncement(rig.server);
        rig.console.send(RfbWire::LinkShare{.roundTripMicroseconds = 100'000});
        EncodingOffer quick = EncodingOffer::forQuality(RfbWire::Quality::High, false);
        quick.offersFences = false;
        quick.offersScreenLayout = false;
        CHECK(rig.server.receiveMessage() == quick.message());
        quick.jpegLevel = 0;
        quick.fineJpegQuality = 12;
        CHECK(rig.server.receiveMessage() == quick.message());
        rig.server.send(version);
        for (int i = 0; i < 6; ++i) {
            CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
        }
    });
    row("no key leaves before the desktop is there", [] {
        Rig rig(makeStream(), startWith(none));
        rig.server.receive(14);
        checkAnnouncement(rig.server);
        rig.console.send(RfbWire::Key{65, true});
        rig.console.send(RfbWire::Pointer{1, 1, 1});
        rig.console.send(RfbWire::ClipboardChunk{1, 0, true, "text"});
        rig.server.send(version);
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
        rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        rig.console.send(RfbWire::Key{66, true});
        CHECK(rig.server.receiveMessageOfType(4) == ClientMessages::keyEvent(66, true));
    });
}

void passwordRows()
{
    row("VncAuth: the response waits for its challenge, and takes the rest with it", [] {
        Rig rig(makeStream(), startWith(vncAuth));
        rig.server.receive(13);
        CHECK(rig.server.receive(1, 200ms).empty()); // nothing but the version and the type
        rig.server.send(version);
        rig.server.send(Bytes{1, 2});
        CHECK_EQUAL(rig.console.count<RfbWire::Challenge>(), 0u);
        Bytes challenge(16);
        std::iota(challenge.begin(), challenge.end(), std::uint8_t{1});
        rig.server.send(challenge);
        const auto asked = rig.console.next<RfbWire::Challenge>();
        REQUIRE(asked.has_value());
        CHECK(std::ranges::equal(asked->bytes, challenge));
        CHECK(rig.server.receive(1, 200ms).empty());
        const auto response = answerVncAuth(asked->bytes, "observer");
        REQUIRE(response.has_value());
        rig.console.send(RfbWire::ChallengeAnswer{*response});
        CHECK(rig.server.receive(16) == Bytes(response->begin(), response->end()));
        CHECK(rig.server.receive(1) == Bytes{1});
        checkAnnouncement(rig.server);
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
        rig.server.send(Bytes{0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 0x654321));
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
    });
    row("VncAuth: a person may take his time for the password", [] {
        Rig rig(makeStream(), startWith(vncAuth));
        rig.server.receive(13);
        rig.server.send(version);
        rig.server.send(Bytes{1, 2});
        rig.server.send(Bytes(16, 7));
        CHECK(!rig.console.next<RfbWire::Failed>(6s).has_value());
        REQUIRE(rig.console.answerChallenge("observer"));
        CHECK_EQUAL(rig.server.receive(17).size(), 17u);
    });
    row("VncAuth: a wrong password is said as such", [] {
        Rig rig(makeStream(), startWith(vncAuth));
        rig.server.receive(13);
        rig.server.send(version);
        rig.server.send(Bytes{1, 2});
        rig.server.send(Bytes(16, 7));
        REQUIRE(rig.console.answerChallenge("wrong"));
        rig.server.receive(17);
        rig.server.send(Bytes{0, 0, 0, 1, 0, 0, 0, 2, 'N', 'o'});
        expectFailure(rig, FailureCode::AuthenticationFailed);
    });
}

/// Format, encodings, and a request for all of a desktop whose size is not known.
void checkFlight(ScriptedServer &server)
{
    CHECK(server.receiveMessage() == ClientMessages::setPixelFormat(PixelFormat::rgb32()));
    CHECK(server.receiveMessage() == ScriptedServer::firstEncodings(RfbWire::Quality::High));
    CHECK(server.receiveMessage() == ClientMessages::updateRequest(false, 0xffff, 0xffff));
}

void neverSeenRows()
{
    row("never seen: all that leads to a picture goes out with the choice of the type", [] {
        Rig rig(makeStream(), startWith(neverSeen));
        CHECK(rig.server.receive(1, 200ms).empty());
        rig.server.send(version);
        CHECK(rig.server.receive(12) == Bytes(version.begin(), version.end()));
        CHECK(rig.server.receive(1, 200ms).empty());
        rig.server.send(Bytes{1, 1});
        CHECK(rig.server.receive(2) == Bytes({1, 1}));
        checkFlight(rig.server);
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 0xffff, 0xffff)); // in case the first was used up
        rig.server.send(Bytes{0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 0x123456));
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        CHECK_EQUAL(rig.console.pixel(5, 5) & 0xffffff, 0x123456u);
        // Nothing is asked for whole once more; what was sent before the size was known, or before the image was here, may still come.
        Bytes next = rig.server.receiveMessage();
        while (next == ClientMessages::updateRequest(true, 0xffff, 0xffff) || next == ClientMessages::updateRequest(true, 64, 48)) {
            next = rig.server.receiveMessage();
        }
        CHECK(next == ScriptedServer::encodings(RfbWire::Quality::High));
        CHECK(rig.server.receiveMessage() == ClientMessages::updateRequest(true, 64, 48));
    });
    row("never seen, with a password: the rest goes with the response", [] {
        Rig rig(makeStream(), startWith(neverSeen));
        rig.server.send(version);
        rig.server.send(Bytes{1, 2});
        rig.server.receive(13);
        CHECK(rig.server.receive(1, 200ms).empty());
        rig.server.send(Bytes(16, 7));
        REQUIRE(rig.console.answerChallenge("observer"));
        CHECK_EQUAL(rig.server.receive(17).size(), 17u);
        checkFlight(rig.server);
        rig.server.send(Bytes{0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 0x654321));
        CHECK(rig.console.next<RfbWire::Damage>().has_value());
    });
    row("never seen, with a password that is wrong: said as such", [] {
        Rig rig(makeStream(), startWith(neverSeen));
        rig.server.send(version);
        rig.server.send(Bytes{1, 2});
        rig.server.send(Bytes(16, 7));
        REQUIRE(rig.console.answerChallenge("wrong"));
        rig.server.send(Bytes{0, 0, 0, 1, 0, 0, 0, 2, 'N', 'o'});
        expectFailure(rig, FailureCode::AuthenticationFailed);
    });
    row("never seen, with a colour map: it has a format that it must not have", [] {
        Rig rig(makeStream(), startWith(neverSeen));
        rig.server.send(version);
        rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, true));
        expectFailure(rig, FailureCode::NotAsRemembered);
    });
    row("never seen, and throws away what it did not ask for: given up", [] {
        Rig rig(makeStream(), startWith(neverSeen));
        rig.server.send(version);
        rig.server.send(Bytes{1, 1});
        expectFailure(rig, FailureCode::NotAnswered, 20s);
    });
    row("never seen, and of 3.3: nothing is known of a result, and the rest goes with ClientInit", [] {
        Rig rig(makeStream(), startWith(neverSeen));
        rig.server.send("RFB 003.003\n" + std::string("\0\0\0\1", 4));
        CHECK_EQUAL(rig.server.receive(13).size(), 13u);
        checkFlight(rig.server);
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 0x654321));
        CHECK(rig.console.next<RfbWire::Damage>().has_value());
    });
}

struct FirstPicture {
    const char *name;
    std::uint64_t roundTripMicroseconds;
    RfbWire::Quality quality;
    bool isRemembered;
    std::optional<int> first; ///< JPEG level that is offered for it
    std::optional<int> then;
};

void firstPictureRows()
{
    const std::vector<FirstPicture> pictures{
        {"over a long way it comes in few bytes, and its quality follows", 100'000, RfbWire::Quality::High, true, 0, 8},
        {"so it does where nothing is remembered", 100'000, RfbWire::Quality::High, false, 0, 8},
        {"over a short way it comes as it shall be", 5'000, RfbWire::Quality::High, true, 8, 8},
        {"where the way is not known it comes as it shall be", 0, RfbWire::Quality::High, true, 8, 8},
        {"exact pixels are never anything else", 100'000, RfbWire::Quality::Lossless, true, std::nullopt, std::nullopt},
    };
    for (const FirstPicture &one : pictures) {
        row(std::string("the first picture: ") + one.name, [&one] {
            const auto offer = [&one](std::optional<int> jpeg, bool screenLayout) {
                EncodingOffer made = EncodingOffer::forQuality(one.quality, false);
                made.jpegLevel = jpeg;
                made.fineJpegQuality = jpeg == 0 ? std::optional(12) : std::nullopt;
                made.offersScreenLayout = screenLayout;
                made.offersFences = one.roundTripMicroseconds < 40'000; // farther off they are not offered
                return made.message();
            };
            RfbWire::Start start = startWith(one.isRemembered ? none : RfbWire::RememberedServer{});
            start.quality = one.quality;
            Rig rig(makeStream(), start, false);
            // It waits 10 ms for what follows Start: all three are there when it reads the first.
            ::kill(rig.console.pid(), SIGSTOP);
            rig.console.send(start);
            rig.console.send(RfbWire::LinkShare{.roundTripMicroseconds = one.roundTripMicroseconds});
            rig.console.send(RfbWire::View{});
            ::kill(rig.console.pid(), SIGCONT);
            rig.server.send(version);
            rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
            rig.server.send(ScriptedServer::serverInit(64, 48, false));
            rig.server.receive(14);
            CHECK(rig.server.receiveMessageOfType(2) == offer(one.first, false));
            // Half of it is not the picture yet.
            rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 24, 0x123456));
            CHECK(rig.server.receiveMessageOfType(2, 60ms).empty());
            rig.server.send(ScriptedServer::rawUpdate(0, 24, 64, 24, 0x123456));
            CHECK(rig.server.receiveMessageOfType(2) == offer(one.then, true));
        });
    }
}

struct Mismatch {
    const char *name;
    RfbWire::RememberedServer remembered;
    std::string stream;
    FailureCode code;
};

void mismatchRows()
{
    const auto init = [](bool colorMapped) {
        const Bytes bytes = ScriptedServer::serverInit(64, 48, colorMapped);
        return std::string("\0\0\0\0", 4) + std::string(bytes.begin(), bytes.end());
    };
    const std::vector<Mismatch> mismatches{
        {"3.7", none, "RFB 003.007\n", FailureCode::NotAsRemembered},
        {"3.3", none, "RFB 003.003\n", FailureCode::NotAsRemembered},
        {"a password that was not wanted before", none, version + "\x01\x02", FailureCode::NotAsRemembered},
        {"no password where one was wanted", vncAuth, version + "\x01\x01", FailureCode::NotAsRemembered},
        {"a colour map that was not there", none, version + "\x01\x01" + init(true), FailureCode::NotAsRemembered},
        {"true colour where a colour map was", colored, version + "\x01\x01" + init(false), FailureCode::NotAsRemembered},
        {"no RFB", none, "SSH-2.0-OpenSSH_10.0\r\n", FailureCode::NotRfb},
        {"security types that are not allowed", none, version + "\x01\x13", FailureCode::SecurityRefused},
        {"a desktop beyond all sizes",
         none,
         version + "\x01\x01" + std::string("\0\0\0\0\xea\x60\xea\x60", 8) + std::string(16, '\0') + std::string(4, '\0'),
         FailureCode::TooLarge},
    };
    for (const Mismatch &one : mismatches) {
        row(std::string("the server is now: ") + one.name, [&one] {
            Rig rig(makeStream(), startWith(one.remembered));
            rig.server.send(one.stream);
            expectFailure(rig, one.code);
        });
    }
    row("a server that ends the connection at what it did not ask for", [] {
        Rig rig(makeStream(), startWith(none));
        rig.server.receive(14);
        rig.server.send(version);
        rig.server.hangUp();
        expectFailure(rig, FailureCode::Closed);
    });
    row("a server that threw away what it did not ask for, and waits", [] {
        Rig rig(makeStream(), startWith(none));
        rig.server.send(version + "\x01\x01");
        const auto before = Clock::now();
        expectFailure(rig, FailureCode::NotAnswered, 20s);
        CHECK(Clock::now() - before >= 4s);
    });
    row("a channel that opens late is waited for", [] {
        Rig rig(makeStream(), startWith(none));
        CHECK(!rig.console.next<RfbWire::Failed>(6s).has_value());
        rig.server.send(version);
        rig.server.send(Bytes{1, 1, 0, 0, 0, 0});
        rig.server.send(ScriptedServer::serverInit(64, 48, false));
        CHECK(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    noneRows();
    passwordRows();
    neverSeenRows();
    firstPictureRows();
    mismatchRows();
    return Nightdesk::Test::result();
}
