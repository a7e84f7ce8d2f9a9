// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that two threads share; run under ThreadSanitizer too.
#include "sessions/rfbworker/mailbox.h"
#include "sessions/rfbworker/outbox.h"
#include "sessions/rfbworker/rfbstream.h"
#include "tests/sessions/rfbwire/checker.h"

#include <poll.h>
#include <sys/socket.h>

#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace std::chrono_literals;
using Nightdesk::Test::row;

namespace
{
Bytes drain(Outbox &outbox)
{
    Bytes all;
    while (!outbox.isEmpty()) {
        const Bytes part = outbox.front(7); // an odd size: messages are cut
        all.insert(all.end(), part.begin(), part.end());
        outbox.drop(part.size());
    }
    return all;
}

void outboxRows()
{
    row("before the desktop is up, no input enters", [] {
        Outbox outbox(false);
        outbox.key(65, true);
        outbox.pointer(1, 1, 1);
        outbox.cutText("x");
        CHECK(outbox.isEmpty());
    });
    row("view-only from the start lets messages through and no input", [] {
        Outbox outbox(true);
        outbox.openInput(100, 100);
        outbox.push({3, 1});
        outbox.key(65, true);
        outbox.pointer(1, 1, 1);
        outbox.cutText("x");
        CHECK((drain(outbox) == Bytes{3, 1}));
    });
    row("turning view-only lets go of keys and buttons, then nothing more", [] {
        Outbox outbox(false);
        outbox.openInput(100, 100);
        outbox.key(0xffe1, true);
        outbox.key(65, true);
        outbox.key(65, false);
        outbox.pointer(10, 20, 1);
        drain(outbox);
        outbox.setViewOnly(true);
        CHECK((drain(outbox) == Bytes{4, 0, 0, 0, 0, 0, 0xff, 0xe1, 5, 0, 0, 10, 0, 20}));
        outbox.key(66, true);
        outbox.key(0xffe1, false);
        outbox.pointer(11, 20, 0);
        outbox.setViewOnly(true);
        CHECK(outbox.isEmpty());
        outbox.setViewOnly(false);
        outbox.key(66, true);
        CHECK((drain(outbox) == Bytes{4, 1, 0, 0, 0, 0, 0, 66}));
    });
    row("the pointer stays on the desktop", [] {
        Outbox outbox(false);
        outbox.openInput(100, 50);
        outbox.pointer(16383, 50, 0);
        CHECK((drain(outbox) == Bytes{5, 0, 0, 99, 0, 49}));
    });
    row("moves that nobody has seen are replaced, presses are kept", [] {
        Outbox outbox(false);
        outbox.openInput(100, 100);
        for (std::uint32_t x = 0; x < 50; ++x) {
            outbox.pointer(x, 0, 0);
        }
        outbox.pointer(49, 0, 1);
        outbox.pointer(50, 0, 1);
        outbox.pointer(50, 0, 0);
        CHECK((drain(outbox) == Bytes{5, 0, 0, 49, 0, 0, 5, 1, 0, 50, 0, 0, 5, 0, 0, 50, 0, 0}));
    });
    row("a move that is being sent is not changed under way", [] {
        Outbox outbox(false);
        outbox.openInput(100, 100);
        outbox.pointer(1, 1, 0);
        const Bytes handedOut = outbox.front(100);
        outbox.pointer(2, 2, 0);
        outbox.drop(handedOut.size());
        CHECK((drain(outbox) == Bytes{5, 0, 0, 2, 0, 2}));
    });
    row("a key between two moves keeps both", [] {
        Outbox outbox(false);
        outbox.openInput(100, 100);
        outbox.pointer(1, 1, 0);
        outbox.key(65, true);
        outbox.pointer(2, 2, 0);
        CHECK_EQUAL(drain(outbox).size(), 20u);
    });
    row("too much is noticed", [] {
        Outbox outbox(false);
        outbox.push(Bytes(Outbox::capacity));
        CHECK(!outbox.isFull());
        outbox.push({1});
        CHECK(outbox.isFull());
    });
    row("two threads put in, one takes out, nothing is lost or torn", [] {
        Outbox outbox(false);
        outbox.openInput(1000, 1000);
        constexpr std::uint32_t count = 5000;
        std::thread requests([&outbox] {
            for (std::uint32_t i = 0; i < count; ++i) {
                outbox.push({3, 1, 0, 0, 0, 0, 0, 1, 0, 1});
            }
        });
        std::thread keys([&outbox] {
            for (std::uint32_t i = 0; i < count; ++i) {
                outbox.key(1 + i, i % 2 == 0);
            }
        });
        Bytes all;
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (all.size() < count * 18 && std::chrono::steady_clock::now() < deadline) {
            pollfd fd{outbox.wakeFd().fd(), POLLIN, 0};
            ::poll(&fd, 1, 1000);
            outbox.wakeFd().clear();
            while (!outbox.isEmpty()) {
                const Bytes part = outbox.front(1000);
                all.insert(all.end(), part.begin(), part.end());
                outbox.drop(part.size());
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

void mailboxRows()
{
    row("mail arrives in order and wakes the reader", [] {
        Mailbox mailbox;
        constexpr std::uint32_t count = 5000;
        std::thread pump([&mailbox] {
            for (std::uint32_t i = 1; i <= count; ++i) {
                mailbox.put(RfbWire::Released{1, i});
            }
        });
        std::uint32_t next = 1;
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (next <= count && std::chrono::steady_clock::now() < deadline) {
            pollfd fd{mailbox.wakeFd().fd(), POLLIN, 0};
            ::poll(&fd, 1, 1000);
            mailbox.wakeFd().clear();
            for (const Mail &mail : mailbox.takeAll()) {
                const auto *released = std::get_if<RfbWire::Released>(&mail);
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
        CHECK_EQUAL(stream.bytesIn(), 6u);
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
        stream.setAttend([&]() -> std::optional<RfbStream::Clock::time_point> {
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
        stream.setAttend([&]() -> std::optional<RfbStream::Clock::time_point> {
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

int main()
{
    outboxRows();
    mailboxRows();
    streamRows();
    return Nightdesk::Test::result();
}
