// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that two threads share; run under ThreadSanitizer too.
#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/protocol/clientmessages.h"
#include "sessions/rfbworker/protocol/mailbox.h"
#include "sessions/rfbworker/protocol/rfbstream.h"
#include "sessions/rfbworker/protocol/serverliveness.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/testprogram.h"

#include <poll.h>
#include <sys/socket.h>

#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace std::chrono_literals;
using Nightdesk::Test::row;

namespace
{
BootClock::time_point now()
{
    return BootClock::now();
}

Bytes drain(Outbox &outbox, BootClock::time_point at = now())
{
    Bytes all;
    while (!outbox.isEmpty()) {
        const Bytes part = outbox.bytesToSend(7, at); // an odd size: messages are cut
        all.insert(all.end(), part.begin(), part.end());
        outbox.removeSentBytes(part.size());
    }
    return all;
}

void outboxRows()
{
    row("before the desktop is up, no input enters", [] {
        Outbox outbox(false);
        outbox.addKeyEvent(65, true, now());
        outbox.addPointerEvent(1, 1, 1, now());
        outbox.addClipboardMessage(ClientMessages::clientCutText("x"));
        CHECK(outbox.isEmpty());
    });
    row("view-only from the start lets messages through and no input", [] {
        Outbox outbox(true);
        outbox.startAcceptingInput(100, 100);
        outbox.push({3, 1});
        outbox.addKeyEvent(65, true, now());
        outbox.addPointerEvent(1, 1, 1, now());
        outbox.addClipboardMessage(ClientMessages::clientCutText("x"));
        CHECK((drain(outbox) == Bytes{3, 1}));
    });
    row("turning view-only lets go of keys and buttons, then nothing more", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addKeyEvent(0xffe1, true, now());
        outbox.addKeyEvent(65, true, now());
        outbox.addKeyEvent(65, false, now());
        outbox.addPointerEvent(10, 20, 1, now());
        drain(outbox);
        outbox.setViewOnly(true);
        CHECK((drain(outbox) == Bytes{4, 0, 0, 0, 0, 0, 0xff, 0xe1, 5, 0, 0, 10, 0, 20}));
        outbox.addKeyEvent(66, true, now());
        outbox.addKeyEvent(0xffe1, false, now());
        outbox.addPointerEvent(11, 20, 0, now());
        outbox.setViewOnly(true);
        CHECK(outbox.isEmpty());
        outbox.setViewOnly(false);
        outbox.addKeyEvent(66, true, now());
        CHECK((drain(outbox) == Bytes{4, 1, 0, 0, 0, 0, 0, 66}));
    });
    row("the pointer stays on the desktop", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 50);
        outbox.addPointerEvent(16383, 50, 0, now());
        CHECK((drain(outbox) == Bytes{5, 0, 0, 99, 0, 49}));
    });
    row("moves that nobody has seen are replaced, presses are kept where they were", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        for (std::uint32_t x = 0; x < 50; ++x) {
            outbox.addPointerEvent(x, 0, 0, now());
        }
        outbox.addPointerEvent(49, 0, 1, now());
        outbox.addPointerEvent(50, 0, 1, now());
        outbox.addPointerEvent(50, 0, 0, now());
        CHECK((drain(outbox) == Bytes{5, 0, 0, 49, 0, 0, 5, 1, 0, 49, 0, 0, 5, 1, 0, 50, 0, 0, 5, 0, 0, 50, 0, 0}));
    });
    row("a drag that waited begins and ends where the hand did", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(10, 10, 1, now());
        for (std::uint32_t x = 11; x < 60; ++x) {
            outbox.addPointerEvent(x, 10, 1, now());
        }
        outbox.addPointerEvent(60, 10, 0, now());
        for (std::uint32_t x = 61; x < 90; ++x) {
            outbox.addPointerEvent(x, 10, 0, now());
        }
        CHECK((drain(outbox) == Bytes{5, 1, 0, 10, 0, 10, 5, 1, 0, 59, 0, 10, 5, 0, 0, 60, 0, 10, 5, 0, 0, 89, 0, 10}));
    });
    row("a move that is being sent is not changed under way", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(1, 1, 0, now());
        const Bytes handedOut = outbox.bytesToSend(100, now());
        outbox.addPointerEvent(2, 2, 0, now());
        outbox.removeSentBytes(handedOut.size());
        CHECK((drain(outbox) == Bytes{5, 0, 0, 2, 0, 2}));
    });
    row("a key between two moves keeps both", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(1, 1, 0, now());
        outbox.addKeyEvent(65, true, now());
        outbox.addPointerEvent(2, 2, 0, now());
        CHECK_EQUAL(drain(outbox).size(), 20u);
    });
    row("a key that waited too long is not sent, one that did not is", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        const auto at = now();
        outbox.addKeyEvent(65, true, at - 1600ms);
        outbox.addKeyEvent(65, false, at - 1590ms);
        outbox.addKeyEvent(66, true, at - 1000ms);
        CHECK((drain(outbox, at) == Bytes{4, 1, 0, 0, 0, 0, 0, 66}));
    });
    row("the limit is the console's", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.setInputGateOpen(true, 5000ms);
        outbox.addKeyEvent(65, true, now() - 1600ms);
        CHECK((drain(outbox) == Bytes{4, 1, 0, 0, 0, 0, 0, 65}));
    });
    row("a release goes however old it is when its press went, and never without", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addKeyEvent(65, true, now());
        drain(outbox);
        outbox.addKeyEvent(65, false, now() - 1h);
        outbox.addKeyEvent(66, false, now());
        CHECK((drain(outbox) == Bytes{4, 0, 0, 0, 0, 0, 0, 65}));
    });
    row("an old press of a button does not turn into a drag", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(10, 10, 0, now());
        drain(outbox);
        outbox.addPointerEvent(10, 10, 1, now() - 2s);
        outbox.addKeyEvent(65, true, now());
        outbox.addPointerEvent(20, 20, 1, now());
        outbox.addPointerEvent(20, 20, 0, now());
        outbox.addPointerEvent(20, 20, 1, now());
        CHECK((drain(outbox) == Bytes{4, 1, 0, 0, 0, 0, 0, 65, 5, 0, 0, 20, 0, 20, 5, 0, 0, 20, 0, 20, 5, 1, 0, 20, 0, 20}));
    });
    row("a move behind a press leaves the press as old as it is", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(10, 10, 1, now() - 2s);
        outbox.addPointerEvent(11, 11, 1, now());
        CHECK((drain(outbox) == Bytes{5, 0, 0, 11, 0, 11}));
    });
    row("an old end of a drag lets go where the server saw it last", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(10, 10, 5, now());
        drain(outbox);
        outbox.addPointerEvent(50, 50, 4, now() - 2s);
        CHECK((drain(outbox) == Bytes{5, 4, 0, 10, 0, 10}));
    });
    row("a gate that closes forgets what waits and lets go of what went, when it opens", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addKeyEvent(0xffe3, true, now());
        outbox.addKeyEvent(65, true, now());
        outbox.addPointerEvent(3, 4, 1, now());
        drain(outbox);
        outbox.addKeyEvent(66, true, now());
        outbox.addKeyEvent(65, false, now());
        outbox.setInputGateOpen(false, 1500ms);
        CHECK(outbox.isEmpty());
        outbox.addKeyEvent(67, true, now());
        outbox.addPointerEvent(5, 6, 1, now());
        outbox.push({3, 1});
        CHECK((drain(outbox) == Bytes{3, 1}));
        outbox.setInputGateOpen(true, 1500ms);
        outbox.addKeyEvent(68, true, now());
        CHECK((drain(outbox) == Bytes{4, 0, 0, 0, 0, 0, 0, 65, 4, 0, 0, 0, 0, 0, 0xff, 0xe3, 5, 0, 0, 3, 0, 4, 4, 1, 0, 0, 0, 0, 0, 68}));
        CHECK(drain(outbox).empty());
    });
    row("the first press after the gate was closed counts, though nobody heard of the release before it", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(3, 4, 1, now());
        outbox.setInputGateOpen(false, 1500ms); // before it went
        outbox.addPointerEvent(3, 4, 0, now());
        outbox.setInputGateOpen(true, 1500ms);
        outbox.addPointerEvent(3, 4, 1, now()); // without a move
        outbox.addPointerEvent(3, 4, 0, now());
        CHECK((drain(outbox) == Bytes{5, 1, 0, 3, 0, 4, 5, 0, 0, 3, 0, 4}));
    });
    row("nor does a press that went before the gate was closed swallow the next one", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addPointerEvent(3, 4, 1, now());
        drain(outbox);
        outbox.setInputGateOpen(false, 1500ms);
        outbox.setInputGateOpen(true, 1500ms);
        outbox.addPointerEvent(3, 4, 1, now());
        CHECK((drain(outbox) == Bytes{5, 0, 0, 3, 0, 4, 5, 1, 0, 3, 0, 4}));
    });
    row("keys of a connection before are let go of once, modifiers by a tap", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.releaseKeysAndButtons({65, 0xffe3}, true, 7, 200);
        outbox.addKeyEvent(66, true, now());
        CHECK((drain(outbox)
               == Bytes{4, 0, 0, 0, 0, 0, 0, 65, 4, 1, 0, 0, 0, 0, 0xff, 0xe3, 4, 0, 0, 0, 0, 0, 0xff, 0xe3, 5, 0, 0, 7, 0, 99, 4, 1, 0, 0, 0, 0, 0, 66}));
    });
    row("what a connection before left down is let go of, though the gate closes first", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.releaseKeysAndButtons({65}, false, 0, 0);
        outbox.addKeyEvent(66, true, now());
        outbox.setInputGateOpen(false, 1500ms);
        CHECK(outbox.isEmpty());
        outbox.setInputGateOpen(true, 1500ms);
        CHECK((drain(outbox) == Bytes{4, 0, 0, 0, 0, 0, 0, 65}));
    });
    row("while an answer is owed requests go and input waits", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.setInputPaused(true);
        outbox.addKeyEvent(65, true, now());
        outbox.push({3, 1});
        CHECK((drain(outbox) == Bytes{3, 1}));
        outbox.setInputPaused(false);
        CHECK(!outbox.isEmpty());
        CHECK((drain(outbox) == Bytes{4, 1, 0, 0, 0, 0, 0, 65}));
        CHECK(outbox.wasInputSentSinceLastCall());
        CHECK(!outbox.wasInputSentSinceLastCall());
    });
    row("a message that has begun goes to its end, whatever the gate says", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.addKeyEvent(65, true, now());
        const Bytes begun = outbox.bytesToSend(3, now());
        outbox.removeSentBytes(begun.size());
        outbox.setInputGateOpen(false, 1500ms);
        CHECK((drain(outbox) == Bytes{0, 0, 0, 0, 65}));
        outbox.setInputGateOpen(true, 1500ms);
        CHECK((drain(outbox) == Bytes{4, 0, 0, 0, 0, 0, 0, 65}));
    });
    row("requests and a large text count into what waits", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        outbox.push(Bytes(Outbox::maxQueuedBytes - 100));
        outbox.addClipboardMessage(ClientMessages::clientCutText(std::string(200, 'x')));
        CHECK(outbox.isFull());
        drain(outbox);
        CHECK(!outbox.isFull());
    });
    row("a text replaces the one before, unless a key came in between", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(100, 100);
        for (int i = 0; i < 5; ++i) {
            outbox.addClipboardMessage(ClientMessages::clientCutText(std::string(1024 * 1024, 'x')));
        }
        CHECK(!outbox.isFull());
        const Bytes older = ClientMessages::clientCutText("a");
        const Bytes newer = ClientMessages::clientCutText("b");
        outbox.addClipboardMessage(older);
        outbox.addKeyEvent(65, true, now());
        outbox.addClipboardMessage(newer);
        Bytes all = older;
        const Bytes key{4, 1, 0, 0, 0, 0, 0, 65};
        all.insert(all.end(), key.begin(), key.end());
        all.insert(all.end(), newer.begin(), newer.end());
        CHECK((drain(outbox) == all));
    });
    row("too much is noticed", [] {
        Outbox outbox(false);
        outbox.push(Bytes(Outbox::maxQueuedBytes - 1000));
        CHECK(!outbox.isFull());
        outbox.push(Bytes(1000));
        CHECK(outbox.isFull());
    });
    row("many small ones are as much as a few large ones, and all of it is forgotten when they have gone", [] {
        Outbox outbox(false);
        const Bytes request = ClientMessages::updateRequest(true, 640, 480);
        for (std::size_t i = 0; i < Outbox::maxQueuedBytes / 50; ++i) {
            outbox.push(request);
        }
        CHECK(outbox.isFull());
        drain(outbox);
        CHECK(!outbox.isFull());
        outbox.push(Bytes(Outbox::maxQueuedBytes - 1000));
        CHECK(!outbox.isFull());
    });
    row("two threads put in, one takes out, nothing is lost or torn", [] {
        Outbox outbox(false);
        outbox.startAcceptingInput(1000, 1000);
        outbox.setInputGateOpen(true, 60s); // no key is too old here, however long this takes
        constexpr std::uint32_t count = 5000;
        std::thread requests([&outbox] {
            for (std::uint32_t i = 0; i < count; ++i) {
                outbox.push({3, 1, 0, 0, 0, 0, 0, 1, 0, 1});
            }
        });
        std::thread keys([&outbox] {
            for (std::uint32_t i = 0; i < count; ++i) {
                outbox.addKeyEvent(1 + i, true, now());
            }
        });
        Bytes all;
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (all.size() < count * 18 && std::chrono::steady_clock::now() < deadline) {
            pollfd fd{outbox.wakeFd().fd(), POLLIN, 0};
            ::poll(&fd, 1, 1000);
            outbox.wakeFd().clear();
            while (!outbox.isEmpty()) {
                const Bytes part = outbox.bytesToSend(1000, now());
                all.insert(all.end(), part.begin(), part.end());
                outbox.removeSentBytes(part.size());
            }
        }
        requests.join();
        keys.join();
        std::uint32_t nextKey = 1;
        std::uint32_t seenRequests = 0;
        for (std::size_t at = 0; at < all.size();) {
            if (all[at] == 3) {
                ++seenRequests;
                at += 10;
            } else {
                REQUIRE(all[at] == 4);
                CHECK_EQUAL(read32(all.data() + at + 4), nextKey++);
                at += 8;
            }
        }
        CHECK_EQUAL(seenRequests, count);
        CHECK_EQUAL(nextKey, count + 1);
    });
}

void pulseRows()
{
    row("the writer is woken by the first byte and by fences, not by each byte of a stream", [] {
        WakeFd wake;
        ServerLiveness pulse(wake);
        const auto isWoken = [&wake] {
            pollfd fd{wake.fd(), POLLIN, 0};
            const bool woken = ::poll(&fd, 1, 0) == 1;
            wake.clear();
            return woken;
        };
        const auto begin = now();
        CHECK(!pulse.snapshot().lastBytesAt);
        pulse.noteReceivedBytes(begin);
        CHECK(isWoken());
        pulse.noteReceivedBytes(begin + 199ms);
        CHECK(!isWoken());
        CHECK(pulse.snapshot().lastBytesAt == begin + 199ms);
        pulse.noteReceivedBytes(begin + 200ms);
        CHECK(isWoken());
        pulse.fenceCameBack(7, begin + 201ms);
        CHECK(isWoken());
        CHECK_EQUAL(pulse.snapshot().lastReturnedFenceNumber, 7u);
        pulse.noteFirstUpdate();
        CHECK(isWoken());
        CHECK(pulse.snapshot().hasFirstUpdateCome);
        CHECK(!pulse.snapshot().hasFences);
    });
}

void mailboxRows()
{
    row("mail arrives in order and wakes the reader", [] {
        Mailbox mailbox;
        constexpr std::uint32_t count = 5000;
        std::thread pump([&mailbox] {
            for (std::uint32_t i = 1; i <= count; ++i) {
                mailbox.put(RfbWire::DamagePainted{1, i});
            }
        });
        std::uint32_t next = 1;
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (next <= count && std::chrono::steady_clock::now() < deadline) {
            pollfd fd{mailbox.wakeFd().fd(), POLLIN, 0};
            ::poll(&fd, 1, 1000);
            mailbox.wakeFd().clear();
            for (const Mail &mail : mailbox.takeAll()) {
                const auto *released = std::get_if<RfbWire::DamagePainted>(&mail);
                REQUIRE(released != nullptr);
                CHECK_EQUAL(released->sequence, next++);
            }
        }
        pump.join();
        CHECK_EQUAL(next, count + 1);
    });
}

struct Streams {
    UniqueFd near;
    UniqueFd far;
    WakeFd wake;
    Streams()
    {
        int fds[2]{-1, -1};
        ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
        near.reset(fds[0]);
        far.reset(fds[1]);
    }
};

void streamRows()
{
    row("bytes put in front come first, then the socket's, across reads of any size", [] {
        Streams streams;
        RfbStream stream(streams.near.get(), streams.wake);
        CHECK_EQUAL(::write(streams.far.get(), "abcdef", 6), 6);
        Bytes got;
        CHECK(stream.read(got, 2));
        CHECK((got == Bytes{'a', 'b'}));
        stream.prepend(Bytes{'1', '2', '3'});
        stream.prepend(Bytes{'0'});
        CHECK(stream.read(got, 6));
        CHECK((got == Bytes{'0', '1', '2', '3', 'c', 'd'}));
        CHECK_EQUAL(stream.receivedByteCount(), 6u);
        streams.far.reset();
        CHECK(!stream.read(got, 3));
        CHECK(stream.hasEnded());
    });
    row("a large read bypasses the buffer and is exact", [] {
        Streams streams;
        RfbStream stream(streams.near.get(), streams.wake);
        Bytes sent(3'000'000);
        for (std::size_t i = 0; i < sent.size(); ++i) {
            sent[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
        }
        std::thread server([&streams, &sent] {
            std::size_t at = 0;
            while (at < sent.size()) {
                const ssize_t n = ::write(streams.far.get(), sent.data() + at, sent.size() - at);
                if (n <= 0) {
                    return;
                }
                at += static_cast<std::size_t>(n);
            }
        });
        Bytes first;
        Bytes rest;
        CHECK(stream.read(first, 5));
        CHECK(stream.read(rest, sent.size() - 5));
        server.join();
        first.insert(first.end(), rest.begin(), rest.end());
        CHECK(first == sent);
    });
    row("a wake while waiting is attended to, and stop() ends the wait", [] {
        Streams streams;
        RfbStream stream(streams.near.get(), streams.wake);
        std::atomic<int> attended = 0;
        std::atomic<bool> end = false;
        stream.setDueWork([&]() -> std::optional<RfbStream::Clock::time_point> {
            ++attended;
            if (end) {
                stream.stop();
            }
            return std::nullopt;
        });
        std::thread other([&] {
            while (attended == 0) {
                std::this_thread::yield();
            }
            streams.wake.wake();
            while (attended < 2) {
                std::this_thread::yield();
            }
            end = true;
            streams.wake.wake();
        });
        std::uint8_t byte = 0;
        CHECK(!stream.read(&byte, 1));
        CHECK(stream.hasEnded());
        other.join();
        CHECK(attended >= 3);
    });
    row("it is attended to again when attend() asked for it", [] {
        Streams streams;
        RfbStream stream(streams.near.get(), streams.wake);
        int attended = 0;
        stream.setDueWork([&]() -> std::optional<RfbStream::Clock::time_point> {
            if (++attended == 3) {
                CHECK_EQUAL(::write(streams.far.get(), "x", 1), 1);
            }
            return RfbStream::Clock::now() + 1ms;
        });
        std::uint8_t byte = 0;
        CHECK(stream.read(&byte, 1));
        CHECK(attended >= 3);
    });
    row("a server that hangs up ends a wait for the console where that matters", [] {
        Streams streams;
        RfbStream stream(streams.near.get(), streams.wake);
        streams.far.reset();
        CHECK(!stream.waitUntil(
            [] {
                return false;
            },
            true));
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    outboxRows();
    pulseRows();
    mailboxRows();
    streamRows();
    return Nightdesk::Test::result();
}
