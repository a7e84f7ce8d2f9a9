// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A worker between a server that answers or does not and a console that opens and closes the gate for input.
#include "sessions/rfbworker/protocol/clientmessages.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/scriptedserver.h"
#include "tests/support/testprogram.h"

#include <csignal>
#include <filesystem>
#include <fstream>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;

namespace
{
using Bytes = Rfb::Bytes;
using Clock = std::chrono::steady_clock;

/// The server's answer to a fence of the worker.
Bytes answerTo(const Bytes &fence)
{
    return ScriptedServer::fence(0, Bytes(fence.begin() + 9, fence.end()));
}

/// A server with a picture, with fences or without.
struct HeartbeatRig : Rig {
    explicit HeartbeatRig(bool hasFences)
    {
        if (hasFences) {
            server.send(ScriptedServer::fence(FenceRequest, {0}));
            const Bytes answer = server.receiveMessageOfType(248);
            CHECK(answer == ScriptedServer::fence(0, {0}));
            // Asked at once how far it is; those of the heartbeat come later.
            const Bytes first = server.receiveMessageOfType(248);
            CHECK_EQUAL(first.size(), 17u);
            server.send(answerTo(first));
        }
        server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 0x123456));
        CHECK(console.next<RfbWire::Damage>().has_value());
    }
    /// The next key or pointer event; other messages are read over. Fences are answered if @p answering.
    Bytes nextInput(bool answering, std::chrono::milliseconds limit = patience)
    {
        const auto deadline = Clock::now() + limit;
        for (;;) {
            const Bytes m = server.receiveMessage(std::max(std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()), 1ms));
            if (m.empty() || m[0] == 4 || m[0] == 5) {
                return m;
            }
            if (m[0] == 248 && answering) {
                server.send(answerTo(m));
            }
        }
    }
};

std::uint64_t ago(std::chrono::milliseconds time)
{
    return static_cast<std::uint64_t>((BootClock::now() - time).time_since_epoch().count());
}

/// All of its threads: a signal takes its time.
bool isStopped(pid_t pid)
{
    bool all = true;
    for (const auto &task : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
        std::ifstream file(task.path() / "stat");
        std::string line;
        std::getline(file, line);
        const std::size_t name = line.rfind(')');
        all = all && name != std::string::npos && line.size() > name + 2 && line[name + 2] == 'T';
    }
    return all;
}

void probeRows()
{
    row("fences are offered", [] {
        Rig rig;
        const Bytes encodings = rig.server.receiveMessageOfType(2);
        bool offered = false;
        for (std::size_t i = 4; i + 4 <= encodings.size(); i += 4) {
            offered = offered || read32(encodings.data() + i) == static_cast<std::uint32_t>(EncodingFence);
        }
        CHECK(offered);
    });
    row("a server's fence comes back with the flags that are kept to and no others", [] {
        Rig rig;
        const Bytes payload(maxFencePayload, 7);
        rig.server.send(ScriptedServer::fence(0xffffffff & ~FenceSyncNext, payload));
        CHECK(rig.server.receiveMessageOfType(248) == ScriptedServer::fence(FenceBlockBefore | FenceBlockAfter, payload));
    });
    row("one that is to wait for the next message is answered when that is done with", [] {
        Rig rig;
        rig.server.send(ScriptedServer::fence(0xffffffff, {9}));
        rig.server.send(ScriptedServer::fence(FenceRequest, {8})); // its own answer is part of it
        std::vector<Bytes> answers;
        while (answers.size() < 2) {
            const Bytes m = rig.server.receiveMessageOfType(248);
            REQUIRE(!m.empty());
            if (!(read32(m.data() + 4) & FenceRequest)) { // else it is a question of the worker's own
                answers.push_back(m);
            }
        }
        CHECK(answers[0] == ScriptedServer::fence(0, {8}));
        CHECK(answers[1] == ScriptedServer::fence(FenceBlockBefore | FenceBlockAfter | FenceSyncNext, {9}));
    });
    row("a fence that is too long ends the session", [] {
        Rig rig;
        rig.server.send(ScriptedServer::fence(FenceRequest, Bytes(65, 7)));
        const auto failed = rig.console.next<RfbWire::Failed>();
        REQUIRE(failed.has_value());
        CHECK_EQUAL(failed->code, RfbWire::FailureCode::Malformed);
    });
    row("an answer to no question is nothing", [] {
        Rig rig;
        rig.server.send(ScriptedServer::fence(0, Bytes(8, 0xff)));
        rig.server.send(ScriptedServer::fence(0, {}));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 0x123456));
        CHECK(rig.console.next<RfbWire::Damage>().has_value());
        CHECK_EQUAL(rig.console.count<RfbWire::FenceRoundTrip>(), 0u);
    });
    row("a silent server with fences is asked by a fence, and its answer is told", [] {
        HeartbeatRig up(true);
        const Bytes question = up.server.receiveMessageOfType(248);
        REQUIRE(question.size() == 17);
        CHECK_EQUAL(read32(question.data() + 4), std::uint32_t{FenceRequest});
        while (up.console.count<RfbWire::ServerResponded>() > 0) {
            (void)up.console.next<RfbWire::ServerResponded>();
        }
        const std::uint64_t before = ago(0ms);
        up.server.send(answerTo(question));
        const auto took = up.console.next<RfbWire::FenceRoundTrip>();
        REQUIRE(took.has_value());
        CHECK(took->microseconds < 30'000'000);
        std::optional<RfbWire::ServerResponded> heard;
        do {
            heard = up.console.next<RfbWire::ServerResponded>();
        } while (heard && heard->at < before);
        REQUIRE(heard.has_value());
        CHECK(heard->at <= ago(0ms));
    });
    row("one without fences is asked for a pixel", [] {
        HeartbeatRig up(false);
        Bytes question;
        do {
            question = up.server.receiveMessageOfType(3);
        } while (!question.empty() && question != ClientMessages::pixelRequest());
        REQUIRE(!question.empty());
        CHECK(up.server.receiveMessageOfType(248, 700ms).empty()); // it would not know what that is
    });
    row("no answer, no second question", [] {
        HeartbeatRig up(true);
        REQUIRE(!up.server.receiveMessageOfType(248).empty());
        CHECK(up.server.receiveMessageOfType(248, 1500ms).empty());
    });
    row("hearing is told four times a second at most", [] {
        HeartbeatRig up(true);
        const auto begin = Clock::now();
        const auto isTold = [&up] { // a worker that was held up tells it later
            return up.console.count<RfbWire::ServerResponded>() >= 2;
        };
        while (Clock::now() - begin < 1s || (!isTold() && Clock::now() - begin < patience)) {
            up.server.send(Bytes{2}); // Bell
            (void)up.server.receive(4096, 10ms);
            up.console.until(
                [] {
                    return false;
                },
                1ms);
        }
        up.console.until(
            [] {
                return false;
            },
            100ms);
        CHECK(up.console.count<RfbWire::ServerResponded>() >= 2);
        // The second may have taken longer.
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        CHECK(static_cast<double>(up.console.count<RfbWire::ServerResponded>()) <= 3 + 4 * seconds);
    });
}

void lateInputRows()
{
    row("a key that was typed too long ago is not sent", [] {
        HeartbeatRig up(true);
        up.console.send(RfbWire::Key{65, true, ago(1600ms)});
        up.console.send(RfbWire::Key{66, true});
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(66, true));
    });
    row("keys wait while an answer is overdue, and go when it came in time", [] {
        HeartbeatRig up(true);
        const Bytes question = up.server.receiveMessageOfType(248);
        REQUIRE(!question.empty());
        CHECK(up.server.receiveMessageOfType(248, 700ms).empty());
        up.console.send(RfbWire::SetInputEnabled{true, 20'000});
        up.console.send(RfbWire::Key{65, true});
        CHECK(up.nextInput(false, 500ms).empty());
        up.server.send(answerTo(question));
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(65, true));
    });
    row("keys that waited longer than the limit for it are gone", [] {
        HeartbeatRig up(true);
        const Bytes question = up.server.receiveMessageOfType(248);
        REQUIRE(!question.empty());
        CHECK(up.server.receiveMessageOfType(248, 700ms).empty());
        up.console.send(RfbWire::SetInputEnabled{true, 300});
        up.console.send(RfbWire::Key{65, true, ago(0ms)});
        CHECK(up.nextInput(false, 500ms).empty());
        up.server.send(answerTo(question));
        up.console.send(RfbWire::Key{66, true});
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(66, true));
    });
    row("the gate closes and opens: nothing of what waited, releases first", [] {
        HeartbeatRig up(true);
        up.console.send(RfbWire::Key{0xffe3, true});
        up.console.send(RfbWire::Pointer{5, 6, 1});
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(0xffe3, true));
        CHECK(up.nextInput(true) == ClientMessages::pointerEvent(5, 6, 1));
        up.console.send(RfbWire::SetInputEnabled{false, 1500});
        up.console.send(RfbWire::Key{65, true});
        up.console.send(RfbWire::Key{0xffe3, false});
        CHECK(up.nextInput(true, 300ms).empty());
        up.console.send(RfbWire::SetInputEnabled{true, 1500});
        up.console.send(RfbWire::Key{66, true});
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(0xffe3, false));
        CHECK(up.nextInput(true) == ClientMessages::pointerEvent(5, 6, 0));
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(66, true));
    });
    row("what a connection before may have left is let go of", [] {
        HeartbeatRig up(true);
        up.console.send(RfbWire::ReleaseKeys{{65}, true, 3, 4});
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(65, false));
        CHECK(up.nextInput(true) == ClientMessages::pointerEvent(3, 4, 0));
    });
    row("keys behind a socket that is full grow old there", [] {
        HeartbeatRig up(true);
        // More than any socket holds, and nobody reads.
        const std::string text(3000, 'x');
        for (std::uint32_t i = 0; i < 300; ++i) {
            up.console.send(RfbWire::ClipboardChunk{1, i * 3000, i == 299, text});
        }
        up.console.send(RfbWire::SetInputEnabled{true, 400});
        up.console.send(RfbWire::Key{65, true, ago(0ms)});
        up.console.send(RfbWire::Pointer{1, 1, 1, ago(0ms)});
        up.console.until(
            [] {
                return false;
            },
            600ms);
        Bytes message;
        do { // a fence may have gone before the text, and input waits for its answer
            message = up.server.receiveMessage();
            if (!message.empty() && message[0] == 248) {
                up.server.send(answerTo(message));
            }
        } while (!message.empty() && message[0] != 6);
        CHECK(!message.empty());
        up.console.send(RfbWire::Key{66, true});
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(66, true));
    });
    row("a worker that was stopped sends nothing old", [] {
        HeartbeatRig up(true);
        ::kill(up.console.pid(), SIGSTOP);
        const auto deadline = Clock::now() + patience;
        while (!isStopped(up.console.pid()) && Clock::now() < deadline) {
            up.console.until(
                [] {
                    return false;
                },
                10ms);
        }
        REQUIRE(isStopped(up.console.pid()));
        up.console.send(RfbWire::Key{65, true, ago(0ms)});
        up.console.until(
            [] {
                return false;
            },
            1700ms);
        up.console.send(RfbWire::Key{66, true});
        ::kill(up.console.pid(), SIGCONT);
        CHECK(up.nextInput(true) == ClientMessages::keyEvent(66, true));
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    probeRows();
    lateInputRows();
    return Nightdesk::Test::result();
}
