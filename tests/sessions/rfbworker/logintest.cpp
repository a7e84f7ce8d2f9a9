// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <string>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace std::string_literals;
using Nightdesk::RfbWire::FailureCode;
using Nightdesk::Test::row;

namespace
{
const std::string init = "\x05\x00\x04\x00\x20\x18\x00\x01\x00\xff\x00\xff\x00\xff\x10\x08\x00\x00\x00\x00\x00\x00\x00\x04name"s;
const std::string ok = "\0\0\0\0"s;
const std::string challenge = "0123456789abcdef";

std::string reason(const std::string &words)
{
    Bytes bytes;
    append32(bytes, static_cast<std::uint32_t>(words.size()));
    return std::string(bytes.begin(), bytes.end()) + words;
}

struct Outcome {
    RfbLogin::State state;
    std::string ahead;
    bool initAhead = false;
    std::string sent;
    SessionError refusal;
    ServerInit init;
    std::vector<RfbWire::Progress> progress;
};

/// Feeds all of @p stream, answering a challenge with zeros, then the end. What goes out before the first byte is in ahead.
Outcome play(const std::string &stream, const RfbWire::RememberedServer &remembered = {})
{
    RfbLogin login(remembered);
    Outcome outcome{};
    std::size_t at = 0;
    const Bytes ahead = login.takeOutput();
    outcome.ahead.assign(ahead.begin(), ahead.end());
    outcome.initAhead = login.isClientInitSent();
    const auto take = [&] {
        const Bytes bytes = login.takeOutput();
        outcome.sent.append(bytes.begin(), bytes.end());
        if (const auto progress = login.takeProgress()) {
            outcome.progress.push_back(*progress);
        }
    };
    for (bool going = true; going;) {
        if (login.state() == RfbLogin::State::NeedChallengeAnswer) {
            login.answerChallenge({});
        } else if (login.state() == RfbLogin::State::NeedBytes && at + login.neededBytes() <= stream.size()) {
            const auto *p = reinterpret_cast<const std::uint8_t *>(stream.data()) + at;
            at += login.neededBytes();
            login.feed({p, login.neededBytes()});
        } else {
            login.feedStreamEnd();
            going = false;
        }
        take();
    }
    outcome.state = login.state();
    outcome.refusal = login.refusal();
    outcome.init = login.serverInit();
    return outcome;
}

constexpr RfbWire::RememberedServer neverSeen{0, false, 0, 0, true};

struct Good {
    const char *name;
    std::string stream;
    std::string sent;
    std::uint32_t minor;
    std::uint32_t security;
};

const std::string response(16, '\0');

const std::vector<Good> good{
    {"3.8 without a password", "RFB 003.008\n\x01\x01"s + ok + init, "RFB 003.008\n\x01\x01", 8, 1},
    {"3.8 with VncAuth", "RFB 003.008\n\x01\x02"s + challenge + ok + init, "RFB 003.008\n\x02"s + response + "\x01", 8, 2},
    {"3.8 that offers much takes the one without a password", "RFB 003.008\n\x04\x13\x02\x01\x10"s + ok + init, "RFB 003.008\n\x01\x01", 8, 1},
    {"3.8 that offers VeNCrypt and VncAuth takes VncAuth",
     "RFB 003.008\n\x02\x13\x02"s + challenge + ok + init,
     "RFB 003.008\n\x02"s + response + "\x01",
     8,
     2},
    {"3.7 without a password has no result", "RFB 003.007\n\x01\x01"s + init, "RFB 003.007\n\x01\x01", 7, 1},
    {"3.7 with VncAuth", "RFB 003.007\n\x01\x02"s + challenge + ok + init, "RFB 003.007\n\x02"s + response + "\x01", 7, 2},
    {"3.3 without a password", "RFB 003.003\n\0\0\0\x01"s + init, "RFB 003.003\n\x01", 3, 1},
    {"3.3 with VncAuth", "RFB 003.003\n\0\0\0\x02"s + challenge + ok + init, "RFB 003.003\n"s + response + "\x01", 3, 2},
    {"3.5 is spoken as 3.3", "RFB 003.005\n\0\0\0\x01"s + init, "RFB 003.003\n\x01", 3, 1},
    {"3.889 is spoken as 3.8", "RFB 003.889\n\x01\x01"s + ok + init, "RFB 003.008\n\x01\x01", 8, 1},
    {"4.1 is spoken as 3.8", "RFB 004.001\n\x01\x01"s + ok + init, "RFB 003.008\n\x01\x01", 8, 1},
};

struct Bad {
    const char *name;
    std::string stream;
    FailureCode code;
    std::string words;
    std::string sent;
};

const std::string v8 = "RFB 003.008\n";

const std::vector<Bad> bad{
    {"nothing at all", "", FailureCode::Closed, "", ""},
    {"a web server", "HTTP/1.1 400 Bad Request\r\n", FailureCode::NotRfb, "", ""},
    {"an ssh server", "SSH-2.0-OpenSSH_10.0\r\n", FailureCode::NotRfb, "", ""},
    {"a version without digits", "RFB abc.def\n", FailureCode::NotRfb, "", ""},
    {"a version without its end", "RFB 003.0081", FailureCode::NotRfb, "", ""},
    {"protocol 3.2", "RFB 003.002\n", FailureCode::NotRfb, "", ""},
    {"protocol 2.8", "RFB 002.008\n", FailureCode::NotRfb, "", ""},
    {"only part of a version", "RFB 003", FailureCode::Closed, "", ""},
    {"ends after the version", v8, FailureCode::Closed, "", v8},
    {"only TLS", v8 + "\x01\x12", FailureCode::SecurityRefused, "", v8},
    {"only VeNCrypt", v8 + "\x01\x13", FailureCode::SecurityRefused, "", v8},
    {"all that are not allowed", v8 + "\x06\x05\x10\x11\x12\x13\x1e", FailureCode::SecurityRefused, "", v8},
    {"3.3 with TLS, which the library would take", "RFB 003.003\n\0\0\0\x12"s, FailureCode::SecurityRefused, "", "RFB 003.003\n"},
    {"3.3 with Apple's type 30", "RFB 003.003\n\0\0\0\x1e"s, FailureCode::SecurityRefused, "", "RFB 003.003\n"},
    {"3.3 with a type beyond a byte", "RFB 003.003\n\0\0\x01\x01"s, FailureCode::SecurityRefused, "", "RFB 003.003\n"},
    {"3.8 refused with words", v8 + "\0"s + reason("Not tonight"), FailureCode::SecurityRefused, "Not tonight", v8},
    {"3.3 refused with words", "RFB 003.003\n\0\0\0\0"s + reason("Not tonight"), FailureCode::SecurityRefused, "Not tonight", "RFB 003.003\n"},
    {"3.8 refused, ends before the words", v8 + "\0\0\0\0\x0bNot"s, FailureCode::SecurityRefused, "", v8},
    {"TigerVNC after too many failures", v8 + "\0"s + reason("Too many security failures"), FailureCode::TooManyAttempts, "Too many security failures", v8},
    {"too many, but not attempts", v8 + "\0"s + reason("Too many users"), FailureCode::SecurityRefused, "Too many users", v8},
    {"wrong password with words",
     v8 + "\x01\x02"s + challenge + "\0\0\0\x01"s + reason("Authentication failed"),
     FailureCode::AuthenticationFailed,
     "Authentication failed",
     v8 + "\x02" + response},
    {"wrong password, the words are empty",
     v8 + "\x01\x02"s + challenge + "\0\0\0\x01"s + reason(""),
     FailureCode::AuthenticationFailed,
     "",
     v8 + "\x02" + response},
    {"wrong password in 3.3", "RFB 003.003\n\0\0\0\x02"s + challenge + "\0\0\0\x01"s, FailureCode::AuthenticationFailed, "", "RFB 003.003\n" + response},
    {"too many in 3.7", "RFB 003.007\n\x01\x02"s + challenge + "\0\0\0\x02"s, FailureCode::TooManyAttempts, "", "RFB 003.007\n\x02" + response},
    {"a result that does not exist", v8 + "\x01\x01\0\0\0\x07"s, FailureCode::Malformed, "", v8 + "\x01"},
    {"60000x60000", v8 + "\x01\x01"s + ok + "\xea\x60\xea\x60"s + init.substr(4), FailureCode::TooLarge, "60000x60000", v8 + "\x01\x01"},
    {"a side of 16385", v8 + "\x01\x01"s + ok + "\x40\x01\0\x10"s + init.substr(4), FailureCode::TooLarge, "16385x16", v8 + "\x01\x01"},
    {"more than 64 Mpixel", v8 + "\x01\x01"s + ok + "\x40\x00\x10\x01"s + init.substr(4), FailureCode::TooLarge, "16384x4097", v8 + "\x01\x01"},
    {"no width", v8 + "\x01\x01"s + ok + "\0\0\0\x10"s + init.substr(4), FailureCode::Malformed, "", v8 + "\x01\x01"},
    {"no height", v8 + "\x01\x01"s + ok + "\0\x10\0\0"s + init.substr(4), FailureCode::Malformed, "", v8 + "\x01\x01"},
    {"a name of 4 GiB", v8 + "\x01\x01"s + ok + init.substr(0, 20) + "\xff\xff\xff\xff", FailureCode::Malformed, "", v8 + "\x01\x01"},
    {"ends within the name", v8 + "\x01\x01"s + ok + init.substr(0, 26), FailureCode::Closed, "", v8 + "\x01\x01"},
};

/// With a memory of the server: what goes out before it says anything, and how it ends.
struct Foreseen {
    const char *name;
    std::uint8_t remembered;
    std::string stream;
    RfbLogin::State state;
    FailureCode code; ///< where it failed
    std::string sent; ///< after the first byte came
};

constexpr auto finished = RfbLogin::State::Finished;
constexpr auto failed = RfbLogin::State::Failed;

const std::vector<Foreseen> foreseen{
    {"None as before", 1, v8 + "\x01\x01"s + ok + init, finished, {}, ""},
    {"None among others as before", 1, v8 + "\x03\x02\x13\x01"s + ok + init, finished, {}, ""},
    {"3.889 that is spoken as 3.8 before and now", 1, "RFB 003.889\n\x01\x01"s + ok + init, finished, {}, ""},
    {"VncAuth as before", 2, v8 + "\x01\x02"s + challenge + ok + init, finished, {}, response + "\x01"},
    {"VncAuth, the password is wrong",
     2,
     v8 + "\x01\x02"s + challenge + "\0\0\0\x01"s + reason("No"),
     failed,
     FailureCode::AuthenticationFailed,
     response + "\x01"},
    {"VncAuth that wants no password any more", 2, v8 + "\x02\x01\x02"s + ok + init, failed, FailureCode::NotAsRemembered, ""},
    {"VncAuth where None is all now", 2, v8 + "\x01\x01"s + ok + init, failed, FailureCode::NotAsRemembered, ""},
    {"None that wants a password now, and gets none", 1, v8 + "\x01\x02"s + challenge + ok + init, failed, FailureCode::NotAsRemembered, ""},
    {"None that speaks 3.7 now", 1, "RFB 003.007\n\x01\x01"s + init, failed, FailureCode::NotAsRemembered, ""},
    {"None that speaks 3.3 now", 1, "RFB 003.003\n\0\0\0\x01"s + init, failed, FailureCode::NotAsRemembered, ""},
    {"VncAuth that speaks 3.3 now, and gets no response", 2, "RFB 003.003\n\0\0\0\x02"s + challenge + ok, failed, FailureCode::NotAsRemembered, ""},
    {"a web server now", 1, "HTTP/1.1 400 Bad Request\r\n", failed, FailureCode::NotRfb, ""},
    {"only TLS now", 1, v8 + "\x01\x12", failed, FailureCode::SecurityRefused, ""},
    {"too many failures now", 2, v8 + "\0"s + reason("Too many security failures"), failed, FailureCode::TooManyAttempts, ""},
    {"a result that does not exist", 1, v8 + "\x01\x01\0\0\0\x07"s, failed, FailureCode::Malformed, ""},
    {"60000x60000", 1, v8 + "\x01\x01"s + ok + "\xea\x60\xea\x60"s + init.substr(4), failed, FailureCode::TooLarge, ""},
    {"ends after the version", 1, v8, failed, FailureCode::Closed, ""},
    {"ends before the challenge", 2, v8 + "\x01\x02", failed, FailureCode::Closed, ""},
    {"nothing at all", 1, "", failed, FailureCode::Closed, ""},
};
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    for (const Good &one : good) {
        row(std::string(one.name) + " logs in", [&one] {
            const Outcome outcome = play(one.stream);
            CHECK_EQUAL(outcome.state, RfbLogin::State::Finished);
            CHECK_EQUAL(outcome.sent, one.sent);
            CHECK_EQUAL(outcome.init.width, 1280u);
            CHECK_EQUAL(outcome.init.height, 1024u);
            CHECK_EQUAL(outcome.init.name, std::string("name"));
            CHECK(outcome.init.format == PixelFormat{});
            REQUIRE(outcome.progress.size() == 2);
            CHECK_EQUAL(outcome.progress[0].minorVersion, one.minor);
            CHECK_EQUAL(outcome.progress[1].securityType, one.security);
            const Outcome ahead = play(one.stream, neverSeen);
            CHECK_EQUAL(ahead.state, RfbLogin::State::Finished);
            CHECK_EQUAL(ahead.ahead, std::string()); // its version and its types are waited for
            CHECK_EQUAL(ahead.sent, one.sent);
        });
        row(std::string(one.name) + ", ended anywhere, is closed", [&one] {
            for (std::size_t size = 0; size < one.stream.size(); ++size) {
                const Outcome outcome = play(one.stream.substr(0, size));
                CHECK_EQUAL(outcome.state, RfbLogin::State::Failed);
                CHECK_EQUAL(outcome.refusal.code, FailureCode::Closed);
            }
        });
    }
    for (const Bad &one : bad) {
        row(std::string(one.name) + " does not", [&one] {
            const Outcome outcome = play(one.stream);
            CHECK_EQUAL(outcome.state, RfbLogin::State::Failed);
            CHECK_EQUAL(outcome.refusal.code, one.code);
            CHECK_EQUAL(outcome.refusal.detail, one.words);
            CHECK_EQUAL(outcome.sent, one.sent);
        });
    }
    for (const Foreseen &one : foreseen) {
        row(std::string("remembered: ") + one.name, [&one] {
            const Outcome outcome = play(one.stream, {one.remembered, false, 1280, 1024});
            const bool isNone = one.remembered == 1;
            CHECK_EQUAL(outcome.ahead, isNone ? v8 + "\x01\x01" : v8 + "\x02");
            CHECK_EQUAL(outcome.initAhead, isNone);
            CHECK_EQUAL(outcome.sent, one.sent);
            CHECK_EQUAL(outcome.state, one.state);
            if (one.state == RfbLogin::State::Failed) {
                CHECK_EQUAL(outcome.refusal.code, one.code);
            } else {
                CHECK_EQUAL(outcome.init.width, 1280u);
            }
        });
    }
    row("nothing remembered: nothing goes out before the server's version", [] {
        const Outcome outcome = play(v8 + "\x01\x01"s + ok + init);
        CHECK_EQUAL(outcome.ahead, std::string());
        CHECK(!outcome.initAhead);
    });
    row("never seen: ClientInit goes with the choice of no password", [] {
        const Outcome outcome = play(v8 + "\x01\x01"s, neverSeen);
        CHECK_EQUAL(outcome.sent, v8 + "\x01\x01");
        CHECK_EQUAL(play(v8 + "\x01\x01"s).sent, v8 + "\x01");
    });
    row("never seen: ClientInit goes with the response, and not before the challenge", [] {
        CHECK_EQUAL(play(v8 + "\x01\x02"s, neverSeen).sent, v8 + "\x02");
        CHECK_EQUAL(play(v8 + "\x01\x02"s + challenge, neverSeen).sent, v8 + "\x02"s + response + "\x01");
    });
    row("the server's words are cut, not believed", [] {
        const Outcome outcome = play(v8 + "\0\xff\xff\xff\xff"s + std::string(5000, 'w'));
        CHECK_EQUAL(outcome.refusal.detail.size(), RfbWire::maxName);
        CHECK_EQUAL(outcome.refusal.code, FailureCode::SecurityRefused);
    });
    row("a long name is cut", [] {
        const Outcome outcome = play(v8 + "\x01\x01"s + ok + init.substr(0, 20) + "\0\0\x08\0"s + std::string(2048, 'n'));
        CHECK_EQUAL(outcome.state, RfbLogin::State::Finished);
        CHECK_EQUAL(outcome.init.name.size(), RfbWire::maxName);
    });
    return Nightdesk::Test::result();
}
