// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A trace that the relay writes while others look at it; run under ThreadSanitizer too.
#include "sessions/xtrace/xtracelog.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/testprogram.h"
#include "xstreammaker.h"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace Nightdesk;
using Nightdesk::Test::Octets;
using Nightdesk::Test::row;
using WitnessClock = XStreamObserver::Clock;

namespace
{
constexpr XTraceLimits limits = {.maxStartRecords = 3 * XTrace::chunkSize,
                                 .maxRecordsAfterStart = 5 * XTrace::chunkSize,
                                 .keptSpanAfterStart = std::chrono::hours(1)};

/// Two connections, one after the other.
void relay(XTraceLog &log, std::atomic<bool> &done)
{
    const Test::XStreamMaker make(false);
    const Octets request = make.request(127);
    Octets packet;
    for (int i = 0; i < 997; ++i) {
        packet.insert(packet.end(), request.begin(), request.end());
    }
    for (int connection = 0; connection < 2; ++connection) {
        const auto witness = log.newConnection(WitnessClock::now());
        witness->observeBytesFromProgram(make.setup(), WitnessClock::now());
        witness->observeBytesToProgram(make.setupAnswer(), WitnessClock::now());
        for (int i = 0; i < 150; ++i) {
            witness->observeBytesFromProgram(packet, WitnessClock::now());
        }
    }
    done = true;
}

bool isWhole(const XTrace &trace)
{
    std::int64_t newest = 0;
    bool isSorted = true;
    trace.forEach(0, trace.size(), [&](const XRecord &record) {
        isSorted &= record.at >= newest;
        newest = record.at;
    });
    const bool isFull = std::ranges::all_of(trace.chunks.begin(), trace.chunks.empty() ? trace.chunks.begin() : trace.chunks.end() - 1, [](const auto &chunk) {
        return chunk->size() == XTrace::chunkSize;
    });
    return isSorted && isFull && trace.size() <= 9 * XTrace::chunkSize && trace.endTime >= newest;
}

void rows()
{
    row("what is looked at is whole while the relay writes", [] {
        XTraceLog log({}, limits);
        std::atomic<bool> done = false;
        std::thread writer([&] {
            relay(log, done);
        });
        bool whole = true;
        std::uint64_t revision = 0;
        do {
            const std::uint64_t now = log.revision();
            whole &= now >= revision && isWhole(log.snapshot(WitnessClock::now()));
            revision = now;
        } while (!done);
        writer.join();
        CHECK(whole);
        const XTrace trace = log.snapshot();
        CHECK_EQUAL(trace.connections.size(), std::size_t(2));
        CHECK(trace.at(trace.size() - 1).kind == XRecordKind::Closed);
    });
    row("starts that end, marks and restarts come from other threads", [] {
        XTraceLog log({}, limits);
        std::atomic<bool> done = false;
        std::thread writer([&] {
            relay(log, done);
        });
        std::thread desk([&] {
            do {
                log.addLinkSample(WitnessClock::now(), {.roundTrip = 4});
                log.markStartEnded(WitnessClock::now());
                log.setRecording(true);
                log.restart(WitnessClock::now(), std::chrono::system_clock::now());
            } while (!done);
        });
        bool whole = true;
        do {
            whole &= isWhole(log.snapshot());
        } while (!done);
        writer.join();
        desk.join();
        CHECK(whole);
    });
    row("a witness outlives its log", [] {
        auto log = std::make_shared<XTraceLog>(XTraceTitle(), limits);
        std::unique_ptr<XStreamObserver> witness = log->newConnection(WitnessClock::now());
        const Test::XStreamMaker make(true);
        log.reset();
        witness->observeBytesFromProgram(make.setup(), WitnessClock::now());
        witness.reset();
        CHECK(!log);
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    rows();
    return Test::result();
}
