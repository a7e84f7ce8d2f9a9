// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the console may expect of a worker, and what a worker does with a console that lies.
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/scriptedserver.h"
#include "tests/support/testprogram.h"

#include "sessions/rfbworker/protocol/clientmessages.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using RfbWire::FailureCode;

namespace
{
using Bytes = Rfb::Bytes;
using Clock = std::chrono::steady_clock;

void consoleInputRows()
{
    row("keys and pointer arrive as they were sent", [] {
        Rig rig;
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        rig.console.send(RfbWire::Key{0xff0d, true});
        rig.console.send(RfbWire::Key{0xff0d, false});
        rig.console.send(RfbWire::Pointer{10, 20, 1});
        rig.console.send(RfbWire::Pointer{9999, 9999, 0});
        CHECK(rig.server.receiveInput() == ClientMessages::keyEvent(0xff0d, true));
        CHECK(rig.server.receiveInput() == ClientMessages::keyEvent(0xff0d, false));
        CHECK(rig.server.receiveInput() == ClientMessages::pointerEvent(10, 20, 1));
        CHECK(rig.server.receiveInput() == ClientMessages::pointerEvent(63, 47, 0));
    });
    row("a key does not wait behind a half-received picture", [] {
        Rig rig(1000, 1000);
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        Bytes update = ScriptedServer::rawUpdate(0, 0, 1000, 1000, 0x123456);
        const Bytes rest(update.end() - 100, update.end());
        update.resize(update.size() - 100);
        rig.server.send(update);
        rig.console.send(RfbWire::Key{65, true});
        CHECK(rig.server.receiveMessageOfType(4) == ClientMessages::keyEvent(65, true));
        CHECK_EQUAL(rig.console.count<RfbWire::Damage>(), 0u);
        rig.server.send(rest);
        CHECK(rig.console.next<RfbWire::Damage>().has_value());
    });
    row("a key does not wait behind a console that has not painted", [] {
        Rig rig;
        rig.console.setAutoRelease(false);
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 1));
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        rig.console.send(RfbWire::Key{66, true});
        CHECK(rig.server.receiveMessageOfType(4) == ClientMessages::keyEvent(66, true));
    });
    row("view-only from the start: the server hears requests and nothing else", [] {
        Rig rig(64, 48, RfbWire::Start{RfbWire::protocolVersion, RfbWire::Quality::High, true});
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        for (std::uint32_t i = 0; i < 100; ++i) {
            rig.console.send(RfbWire::Key{65 + i, true});
            rig.console.send(RfbWire::Pointer{static_cast<std::uint16_t>(i), 5, 1});
            rig.console.send(RfbWire::ClipboardChunk{i, 0, true, "text"});
        }
        // The policy's answer, new encodings, comes after all of the above.
        rig.console.send(RfbWire::Policy{true, RfbWire::Quality::Low});
        int others = 0;
        int requests = 0;
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 1));
        for (int encodings = 0; encodings < 2 || requests < 2;) {
            const Bytes message = rig.server.receiveMessage();
            REQUIRE(!message.empty());
            encodings += message[0] == 2 ? 1 : 0;
            requests += message[0] == 3 ? 1 : 0;
            others += message[0] >= 4 ? 1 : 0;
        }
        CHECK_EQUAL(others, 0);
    });
    row("view-only while running lets go of what is down, and then nothing is sent", [] {
        Rig rig;
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        rig.console.send(RfbWire::Key{0xffe3, true});
        rig.console.send(RfbWire::Pointer{5, 6, 4});
        rig.console.send(RfbWire::Policy{true, RfbWire::Quality::Low});
        rig.console.send(RfbWire::Key{65, true});
        rig.console.send(RfbWire::Pointer{7, 8, 1});
        rig.console.send(RfbWire::Policy{false, RfbWire::Quality::High});
        rig.console.send(RfbWire::Key{66, true});
        std::vector<Bytes> input;
        while (input.size() < 5) {
            const Bytes message = rig.server.receiveMessage();
            REQUIRE(!message.empty());
            if (message[0] >= 4) {
                input.push_back(message);
            }
        }
        CHECK(input[0] == ClientMessages::keyEvent(0xffe3, true));
        CHECK(input[1] == ClientMessages::pointerEvent(5, 6, 4));
        CHECK(input[2] == ClientMessages::keyEvent(0xffe3, false));
        CHECK(input[3] == ClientMessages::pointerEvent(5, 6, 0));
        CHECK(input[4] == ClientMessages::keyEvent(66, true));
    });
}

/// Enough to fill every buffer between server and worker several times.
constexpr std::uint32_t consoleWide = 1000;
constexpr std::uint32_t consoleHigh = 1000;

void paceRows()
{
    row("while a damage is not released, more is merged, and comes as one", [] {
        Rig rig(640, 480);
        rig.console.setAutoRelease(false);
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 4, 4, 1));
        const auto first = rig.console.next<RfbWire::Damage>();
        REQUIRE(first.has_value());
        // Hidden, so that the worker goes on reading however long this takes.
        rig.console.send(RfbWire::View{RfbWire::Visibility::Hidden});
        for (std::uint32_t i = 0; i < 100; ++i) {
            rig.server.send(ScriptedServer::rawUpdate(i * 6, i * 4, 3, 3, 0xff));
        }
        // A fence is answered when all before it has been read.
        rig.server.send(Bytes{248, 0, 0, 0, 0x80, 0, 0, 1, 1, 5});
        CHECK(rig.server.receiveMessageOfType(248) == (Bytes{248, 0, 0, 0, 0, 0, 0, 1, 1, 5}));
        CHECK_EQUAL(rig.console.count<RfbWire::Damage>(), 0u);
        CHECK_EQUAL(rig.console.pixel(0, 0), 0xff000001u); // untouched until released
        rig.console.release(*first);
        const auto merged = rig.console.next<RfbWire::Damage>();
        REQUIRE(merged.has_value());
        CHECK_EQUAL(merged->sequence, 2u);
        CHECK(merged->rects.size() <= RfbWire::maxRects);
        for (std::uint32_t i = 0; i < 100; ++i) {
            CHECK_EQUAL(rig.console.pixel(i * 6 + 2, i * 4 + 2), 0xff0000ffu);
        }
    });
    row("a visible console that does not release stops the reading; the server feels it; a release ends it", [] {
        Rig rig(consoleWide, consoleHigh);
        rig.console.setAutoRelease(false);
        const Bytes update = ScriptedServer::rawUpdate(0, 0, consoleWide, consoleHigh, 2);
        rig.server.send(update);
        const auto first = rig.console.next<RfbWire::Damage>();
        REQUIRE(first.has_value());
        std::size_t went = 0;
        std::size_t last = update.size();
        // Four megabytes each; what is read before the pause depends on the machine, but it ends.
        for (int i = 0; i < 1000 && last == update.size(); ++i) {
            last = rig.server.sendWithin(update, 2s);
            went += last;
        }
        CHECK(last < update.size());
        rig.console.setAutoRelease(true);
        rig.console.release(*first);
        // On a thread of its own, while the console releases what comes: a slow worker may pause again before it has read the rest.
        const std::jthread sender([&] {
            rig.server.send(Bytes(update.begin() + static_cast<std::ptrdiff_t>(last), update.end()));
            rig.server.send(ScriptedServer::rawUpdate(0, 0, 1, 1, 0xabcdef));
        });
        CHECK(rig.console.next<RfbWire::Damage>().has_value());
        CHECK(rig.console.until([&rig] {
            return rig.console.pixel(0, 0) == 0xffabcdef;
        }));
    });
    row("hiding the view ends the pause as well", [] {
        Rig rig(consoleWide, consoleHigh);
        rig.console.setAutoRelease(false);
        const Bytes update = ScriptedServer::rawUpdate(0, 0, consoleWide, consoleHigh, 2);
        rig.server.send(update);
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        std::size_t last = update.size();
        for (int i = 0; i < 1000 && last == update.size(); ++i) {
            last = rig.server.sendWithin(update, 2s);
        }
        REQUIRE(last < update.size());
        rig.console.send(RfbWire::View{RfbWire::Visibility::Hidden});
        rig.server.send(Bytes(update.begin() + static_cast<std::ptrdiff_t>(last), update.end()));
        rig.server.send(Bytes{2});
        CHECK(rig.console.next<RfbWire::Bell>().has_value());
    });
    row("once a second is at most once a second", [] {
        Rig rig;
        rig.console.send(RfbWire::View{RfbWire::Visibility::OneHertz});
        const auto began = Clock::now();
        std::size_t damages = 0;
        std::uint32_t color = 0;
        while (damages < 4) {
            rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, ++color));
            rig.console.until( // unasked: a server that sends more than it was asked for
                [&rig] {
                    return rig.console.count<RfbWire::Damage>() > 0;
                },
                20ms);
            while (rig.console.count<RfbWire::Damage>() > 0) {
                rig.console.next<RfbWire::Damage>();
                ++damages;
            }
        }
        // The first may have been sent before the view was slow; between the other three there are two seconds.
        CHECK(Clock::now() - began >= 2s);
        CHECK(color > 8); // while many more updates came
    });
    row("the last change is shown though nothing follows it", [] {
        Rig rig;
        rig.console.send(RfbWire::View{RfbWire::Visibility::OneHertz});
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 1));
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 2));
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 64, 48, 3));
        CHECK(rig.console.until([&rig] {
            return rig.console.pixel(5, 5) == 0xff000003;
        }));
    });
    row("an update that takes long to arrive is shown in parts", [] {
        Rig rig;
        Bytes update = ScriptedServer::updateHead(2);
        const Bytes first = ScriptedServer::rawUpdate(0, 0, 64, 24, 0xff00ff);
        update.insert(update.end(), first.begin() + 4, first.end());
        rig.server.send(update);
        CHECK(rig.console.next<RfbWire::Damage>().has_value());
        CHECK_EQUAL(rig.console.pixel(63, 23), 0xffff00ffu);
    });
}

void checkEnds(TestConsole &console)
{
    const auto failed = console.next<RfbWire::Failed>();
    REQUIRE(failed.has_value());
    CHECK_EQUAL(failed->code, FailureCode::Internal);
    CHECK(failed->detail.starts_with("console: "));
    const auto status = console.waitForExit();
    REQUIRE(status.has_value());
    CHECK(WIFEXITED(*status) && WEXITSTATUS(*status) == 1);
}

UniqueFd sealedMemory(std::size_t size, int seals)
{
    UniqueFd fd(::memfd_create("lie", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    CHECK_EQUAL(::ftruncate(fd.get(), static_cast<off_t>(size)), 0);
    CHECK_EQUAL(::fcntl(fd.get(), F_ADD_SEALS, seals), 0);
    return fd;
}

void lieRows()
{
    constexpr int sealed = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    constexpr std::size_t size = 64 * 48 * 4;
    struct Lie {
        const char *name;
        RfbWire::SharedFramebuffer picture;
        std::size_t size;
        int seals;
    };
    for (const Lie &lie : {Lie{"unsealed", {1, 64, 48}, size, 0},
                           Lie{"sealed against growing alone", {1, 64, 48}, size, F_SEAL_GROW | F_SEAL_SEAL},
                           Lie{"not sealed against sealing", {1, 64, 48}, size, F_SEAL_GROW | F_SEAL_SHRINK},
                           Lie{"too small", {1, 64, 48}, size - 1, sealed},
                           Lie{"sealed against writing", {1, 64, 48}, size, sealed | F_SEAL_WRITE},
                           Lie{"of another size", {1, 48, 64}, size, sealed},
                           Lie{"huge", {1, 8192, 8192}, size, sealed}}) {
        row(std::string("a picture that is ") + lie.name + " ends the worker cleanly", [&lie] {
            Rig rig(makeStream());
            rig.console.setAutoPicture(false);
            rig.server.logIn(64, 48);
            REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
            rig.console.send(lie.picture, sealedMemory(lie.size, lie.seals).get());
            checkEnds(rig.console);
        });
    }
    row("a picture of an old generation ends the worker cleanly", [] {
        Rig rig;
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 1, 1, 1));
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        rig.console.setAutoPicture(false);
        rig.console.next<RfbWire::RequestSharedFramebuffer>();
        const Bytes head = ScriptedServer::rectHead(0, 0, 10, 10, EncodingDesktopSize);
        Bytes m = ScriptedServer::updateHead(1);
        m.insert(m.end(), head.begin(), head.end());
        rig.server.send(m);
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        rig.console.send(RfbWire::SharedFramebuffer{1, 10, 10}, rig.console.makePicture(1, 10, 10, false).get());
        checkEnds(rig.console);
    });
    row("a picture that nobody asked for ends the worker cleanly", [] {
        Rig rig;
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        rig.console.send(RfbWire::SharedFramebuffer{2, 64, 48}, rig.console.makePicture(2, 64, 48, false).get());
        checkEnds(rig.console);
    });
    row("a socket instead of a picture ends the worker cleanly", [] {
        Rig rig(makeStream());
        rig.console.setAutoPicture(false);
        rig.server.logIn(64, 48);
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        const auto pair = makeStream();
        rig.console.send(RfbWire::SharedFramebuffer{1, 64, 48}, pair.first.get());
        checkEnds(rig.console);
    });
    row("a release of what was never sent ends the worker cleanly", [] {
        Rig rig;
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        rig.console.send(RfbWire::DamagePainted{1, 1});
        checkEnds(rig.console);
    });
    row("an answer to no challenge ends the worker cleanly", [] {
        Rig rig;
        rig.console.send(RfbWire::ChallengeAnswer{});
        checkEnds(rig.console);
    });
    row("anything before Start ends the worker cleanly", [] {
        Rig rig(makeStream(), {}, false);
        rig.console.send(RfbWire::View{});
        checkEnds(rig.console);
    });
    row("a second Start ends the worker cleanly", [] {
        Rig rig;
        rig.console.send(RfbWire::Start{});
        checkEnds(rig.console);
    });
    row("text that does not follow ends the worker cleanly", [] {
        Rig rig;
        rig.console.send(RfbWire::ClipboardChunk{1, 5, true, "x"});
        checkEnds(rig.console);
    });
    struct Garbage {
        const char *name;
        std::vector<std::byte> bytes;
        bool withFd;
    };
    for (const Garbage &garbage : {Garbage{"garbage", std::vector<std::byte>(100, std::byte{0xa5}), false},
                                   Garbage{"one byte", {std::byte{5}}, false},
                                   Garbage{"a record of our own direction", {std::byte{108}, std::byte{0}}, false},
                                   Garbage{"a key with a descriptor", {std::byte{8}, std::byte{0}, std::byte{0}}, true}}) {
        row(std::string(garbage.name) + " ends the worker cleanly", [&garbage] {
            Rig rig;
            REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
            const UniqueFd fd = sealedMemory(1, 0);
            rig.console.sendRaw(garbage.bytes, garbage.withFd ? fd.get() : -1);
            checkEnds(rig.console);
        });
    }
    row("a flood of input to a server that takes nothing ends the worker cleanly", [] {
        Rig rig;
        REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
        const std::string text(RfbWire::maxChunk, 'x');
        // Each text of 1 MiB, to a server that does not read.
        for (std::uint32_t transfer = 1; transfer < 30 && rig.console.count<RfbWire::Failed>() == 0; ++transfer) {
            for (std::uint32_t offset = 0; offset + text.size() <= RfbWire::maxClipboard; offset += static_cast<std::uint32_t>(text.size())) {
                const bool last = offset + 2 * text.size() > RfbWire::maxClipboard;
                rig.console.send(RfbWire::ClipboardChunk{transfer, offset, last, text});
            }
            rig.console.send(RfbWire::Key{0x61, transfer % 2 == 1}); // without it, the next text would replace this one
            rig.console.until(
                [] {
                    return false;
                },
                1ms);
        }
        checkEnds(rig.console);
    });
}

void lifeRows()
{
    row("the end of the control socket ends the worker, whatever it waits for", [] {
        for (int where = 0; where < 3; ++where) {
            Rig rig(makeStream());
            if (where > 0) {
                rig.server.logIn(64, 48);
                REQUIRE(rig.console.next<RfbWire::RequestSharedFramebuffer>().has_value());
            }
            if (where > 1) {
                rig.server.send(ScriptedServer::updateHead(1));
                rig.server.send(ScriptedServer::rectHead(0, 0, 64, 48, EncodingRaw));
            }
            rig.console.hangUp();
            const auto status = rig.console.waitForExit();
            REQUIRE(status.has_value());
            CHECK(WIFEXITED(*status) && WEXITSTATUS(*status) == 0);
        }
    });
    row("a console that dies takes its worker along, though somebody still holds the sockets", [] {
        auto stream = makeStream();
        auto control = makeControl();
        const pid_t console = ::fork();
        REQUIRE(console >= 0);
        if (console == 0) {
            startWorker(workerProgram(), stream.first.get(), control.second.get());
            ::pause();
            ::_exit(0);
        }
        control.second.reset();
        const auto start = RfbWire::encode(RfbWire::ToWorker(RfbWire::Start{}));
        CHECK_EQUAL(::send(control.first.get(), start->data(), start->size(), 0), static_cast<ssize_t>(start->size()));
        pollfd fd{control.first.get(), POLLIN, 0};
        CHECK_EQUAL(::poll(&fd, 1, 30'000), 1); // Hello: it runs, with its death signal set
        char buffer[RfbWire::maxRecord];
        CHECK(::recv(control.first.get(), buffer, sizeof(buffer), 0) > 0);
        // The console's copies of the worker's ends go with it, this test's own end stays: only the signal can end it.
        ::kill(console, SIGKILL);
        CHECK_EQUAL(::waitpid(console, nullptr, 0), console);
        ssize_t got = 1;
        while (got > 0) {
            REQUIRE(::poll(&fd, 1, 30'000) == 1);
            got = ::recv(control.first.get(), buffer, sizeof(buffer), 0);
        }
        CHECK_EQUAL(got, 0);
    });
    row("nothing is ever written to standard output, nor is it held open", [] {
        int pipe[2]{-1, -1};
        REQUIRE(::pipe2(pipe, O_CLOEXEC) == 0);
        UniqueFd read(pipe[0]);
        UniqueFd write(pipe[1]);
        auto stream = makeStream();
        auto control = makeControl();
        const pid_t pid = startWorker(workerProgram(), stream.first.get(), control.second.get(), write.get());
        write.reset();
        pollfd fd{read.get(), POLLIN, 0};
        CHECK_EQUAL(::poll(&fd, 1, 30'000), 1);
        char byte = 0;
        CHECK_EQUAL(::read(read.get(), &byte, 1), 0);
        CHECK_EQUAL(::kill(pid, 0), 0); // it lives on
        control.first.reset();
        CHECK_EQUAL(::waitpid(pid, nullptr, 0), pid);
    });
    row("started by hand it says what it is and goes", [] {
        const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
        const pid_t pid = startWorker(workerProgram(), null.get(), null.get());
        int status = 0;
        CHECK_EQUAL(::waitpid(pid, &status, 0), pid);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    consoleInputRows();
    paceRows();
    lieRows();
    lifeRows();
    return result();
}
