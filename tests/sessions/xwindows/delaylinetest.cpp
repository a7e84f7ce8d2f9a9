// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/delayqueue.h"
#include "sessions/xwindows/relay/networksimulator.h"
#include "tests/sessions/xwindows/octets.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using Clock = SharedRateLimit::Clock;
namespace
{
const Clock::time_point start{1h};

/// One direction, pushed at the start and read dry whenever something is due.
struct Drained {
    Octets bytes;
    Clock::time_point lastAt;
};

Drained drain(DelayQueue &queue)
{
    Drained drained;
    while (queue.size() > 0) {
        drained.lastAt = *queue.nextDueAt();
        const auto due = queue.due(drained.lastAt);
        drained.bytes.insert(drained.bytes.end(), due.begin(), due.end());
        queue.pop(due.size());
    }
    return drained;
}

/// A connection through a line: the program's end and the site's.
struct Ends {
    UniqueFd program;
    UniqueFd site;
};

Ends delayedEnd(NetworkSimulator &line)
{
    int pair[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        return {};
    }
    const SharedFd site = line.createDelayedSocket(UniqueFd(pair[1]));
    return {.program = UniqueFd(pair[0]), .site = std::move(*site)};
}

bool send(const UniqueFd &fd, const Octets &bytes)
{
    return ::send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

/// What comes until so much is there, the peer has ended, or nothing came for long.
Octets receive(const UniqueFd &fd, std::size_t size)
{
    Octets bytes;
    pollfd waiting{.fd = fd.get(), .events = POLLIN, .revents = 0};
    while (bytes.size() < size && ::poll(&waiting, 1, 20000) == 1) {
        Octets part(std::min<std::size_t>(size - bytes.size(), 65536));
        const ssize_t count = ::recv(fd.get(), part.data(), part.size(), 0);
        if (count <= 0) {
            break;
        }
        bytes.insert(bytes.end(), part.begin(), part.begin() + count);
    }
    return bytes;
}

bool reachesEnd(const UniqueFd &fd)
{
    pollfd waiting{.fd = fd.get(), .events = POLLIN, .revents = 0};
    std::uint8_t byte = 0;
    return ::poll(&waiting, 1, 20000) == 1 && ::recv(fd.get(), &byte, 1, 0) <= 0; // a reset where something was not read
}

Octets numbered(std::size_t size)
{
    Octets bytes(size);
    for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
    }
    return bytes;
}
}

/// A line that programs of this machine are put behind: what is due when, and real sockets.
class NetworkSimulatorTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bytesComeOut_data();
    void bytesComeOut();
    void nothingIsDueEarly();
    void aPieceIsTakenInParts();
    void theEndComesLast();
    void theEndTravels();
    void connectionsShareTheRate();
    void compressedBytesTakeLessOfTheLine();
    void compressionIsCounted_data();
    void compressionIsCounted();
    void bothWaysTakeHalfTheRoundTrip();
    void allBytesPassUnchanged_data();
    void allBytesPassUnchanged();
    void aCloseArrivesAtTheOtherEnd_data();
    void aCloseArrivesAtTheOtherEnd();
    void whoDoesNotReadIsNotReadFor();
    void itEndsWithConnectionsOpen();
};

void NetworkSimulatorTest::bytesComeOut_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<double>("bytesPerSecond");
    QTest::addColumn<std::chrono::microseconds>("delay");
    QTest::addColumn<std::chrono::microseconds>("expected");
    QTest::newRow("without a rate after the delay") << 100000 << 0.0 << std::chrono::microseconds(50ms) << std::chrono::microseconds(50ms);
    QTest::newRow("with a rate as it carries them") << 100000 << 1e6 << std::chrono::microseconds(50ms) << std::chrono::microseconds(150ms);
    QTest::newRow("with a rate and no delay") << 1000 << 1e6 << std::chrono::microseconds(0) << std::chrono::microseconds(1ms);
    QTest::newRow("one byte without a rate") << 1 << 0.0 << std::chrono::microseconds(1s) << std::chrono::microseconds(1s);
    QTest::newRow("nothing at all") << 0 << 0.0 << std::chrono::microseconds(0) << std::chrono::microseconds(-1h);
}

void NetworkSimulatorTest::bytesComeOut()
{
    QFETCH(int, size);
    QFETCH(double, bytesPerSecond);
    QFETCH(std::chrono::microseconds, delay);
    QFETCH(std::chrono::microseconds, expected);
    SharedRateLimit rate(bytesPerSecond);
    DelayQueue queue(delay);
    const Octets bytes = numbered(static_cast<std::size_t>(size));
    queue.push(bytes, bytes.size(), start, rate);
    QCOMPARE(queue.size(), bytes.size());
    const Drained drained = drain(queue);
    QVERIFY(drained.bytes == bytes);
    const auto error = drained.lastAt - start - expected;
    QVERIFY2(error > -10us && error < 10us, qPrintable(QString::number(std::chrono::nanoseconds(error).count())));
}

void NetworkSimulatorTest::nothingIsDueEarly()
{
    SharedRateLimit rate;
    DelayQueue queue(10ms);
    queue.push(numbered(10), 10, start, rate);
    QVERIFY(queue.due(start + 9999us).empty());
    QCOMPARE(queue.due(start + 10ms).size(), 10U);
}

void NetworkSimulatorTest::aPieceIsTakenInParts()
{
    SharedRateLimit rate;
    DelayQueue queue(0us);
    const Octets bytes = numbered(10);
    queue.push(bytes, bytes.size(), start, rate);
    queue.pop(4);
    QCOMPARE(queue.size(), 6U);
    const auto rest = queue.due(start);
    QVERIFY(std::ranges::equal(rest, std::span(bytes).subspan(4)));
}

void NetworkSimulatorTest::theEndComesLast()
{
    SharedRateLimit rate(1000);
    DelayQueue queue(0us);
    queue.push(numbered(1000), 1000, start, rate);
    queue.pushEnd(start);
    QVERIFY2(!queue.isEndDue(start + 1h), "bytes are before it");
    drain(queue);
    QVERIFY(queue.isEndDue(start));
}

void NetworkSimulatorTest::theEndTravels()
{
    DelayQueue queue(10ms);
    QVERIFY(!queue.isEndDue(start + 1h));
    queue.pushEnd(start);
    QCOMPARE(queue.nextDueAt(), std::optional(start + 10ms));
    QVERIFY(!queue.isEndDue(start + 9ms));
    QVERIFY(queue.isEndDue(start + 10ms));
}

void NetworkSimulatorTest::connectionsShareTheRate()
{
    SharedRateLimit rate(1e6);
    DelayQueue one(0us);
    DelayQueue other(0us);
    one.push(numbered(50000), 50000, start, rate);
    other.push(numbered(50000), 50000, start, rate);
    QCOMPARE(std::chrono::round<std::chrono::milliseconds>(drain(one).lastAt - start), 50ms);
    QCOMPARE(std::chrono::round<std::chrono::milliseconds>(drain(other).lastAt - start), 100ms);
}

void NetworkSimulatorTest::compressedBytesTakeLessOfTheLine()
{
    SharedRateLimit rate(1e6);
    DelayQueue queue(10ms);
    const auto now = Clock::now();
    const Octets sent = numbered(100'000);
    queue.push(sent, 5'000, now, rate);
    QCOMPARE(queue.size(), 100'000U);
    QCOMPARE(queue.wireSize(), 5'000U);
    const Drained drained = drain(queue);
    QVERIFY(drained.bytes == sent);
    QCOMPARE(drained.lastAt - now, Clock::duration(15ms));
    QCOMPARE(queue.wireSize(), 0U);
}

void NetworkSimulatorTest::compressionIsCounted_data()
{
    QTest::addColumn<bool>("compresses");
    QTest::newRow("off: what goes in goes over the line") << false;
    QTest::newRow("on: less of it") << true;
}

void NetworkSimulatorTest::compressionIsCounted()
{
    QFETCH(bool, compresses);
    NetworkSimulator line({.roundTrip = 2ms, .bytesPerSecond = 0, .hasSshCompression = compresses});
    const Ends ends = delayedEnd(line);
    const Octets up(60'000, 7);
    const Octets down = numbered(1000);
    QVERIFY(send(ends.program, up));
    QVERIFY(send(ends.site, down));
    QVERIFY(receive(ends.site, up.size()) == up);
    QVERIFY(receive(ends.program, down.size()) == down);
    const NetworkCounters counts = line.counters();
    QCOMPARE(counts.payloadBytesFromProgram, 60'000);
    QCOMPARE(counts.payloadBytesToProgram, 1000);
    if (compresses) {
        QVERIFY2(counts.wireBytesFromProgram > 50 && counts.wireBytesFromProgram < 1000, qPrintable(QString::number(counts.wireBytesFromProgram)));
        QVERIFY2(counts.wireBytesToProgram > 50 && counts.wireBytesToProgram < 1000, qPrintable(QString::number(counts.wireBytesToProgram)));
    } else {
        QCOMPARE(counts.wireBytesFromProgram, 60'000);
        QCOMPARE(counts.wireBytesToProgram, 1000);
    }
}

void NetworkSimulatorTest::bothWaysTakeHalfTheRoundTrip()
{
    NetworkSimulator line({.roundTrip = 100ms});
    const Ends ends = delayedEnd(line);
    const auto began = Clock::now();
    QVERIFY(send(ends.program, {1}));
    QCOMPARE(receive(ends.site, 1), Octets{1});
    const auto half = Clock::now();
    QVERIFY(send(ends.site, {2}));
    QCOMPARE(receive(ends.program, 1), Octets{2});
    const auto whole = Clock::now();
    QVERIFY2(half - began >= 50ms, qPrintable(QString::number(std::chrono::duration<double>(half - began).count())));
    QVERIFY2(whole - half >= 50ms, qPrintable(QString::number(std::chrono::duration<double>(whole - half).count())));
    QVERIFY2(whole - began < Test::underLoad(10s), "a busy machine takes its time, but not so much");
}

void NetworkSimulatorTest::allBytesPassUnchanged_data()
{
    QTest::addColumn<std::chrono::microseconds>("roundTrip");
    QTest::addColumn<double>("bytesPerSecond");
    QTest::newRow("over a line without figures") << std::chrono::microseconds(0) << 0.0;
    QTest::newRow("over a long line") << std::chrono::microseconds(20ms) << 0.0;
    QTest::newRow("over a line with a rate") << std::chrono::microseconds(5ms) << 50e6;
}

void NetworkSimulatorTest::allBytesPassUnchanged()
{
    QFETCH(std::chrono::microseconds, roundTrip);
    QFETCH(double, bytesPerSecond);
    NetworkSimulator line({.roundTrip = roundTrip, .bytesPerSecond = bytesPerSecond});
    const Ends ends = delayedEnd(line);
    const Octets bytes = numbered(3 << 20); // more than it holds
    std::thread writer([&] {
        (void)send(ends.program, bytes);
    });
    const Octets got = receive(ends.site, bytes.size());
    writer.join();
    QCOMPARE(got.size(), bytes.size());
    QVERIFY(got == bytes);
}

void NetworkSimulatorTest::aCloseArrivesAtTheOtherEnd_data()
{
    QTest::addColumn<bool>("programCloses");
    QTest::newRow("the program's, after its last words") << true;
    QTest::newRow("the server's, after its last words") << false;
}

void NetworkSimulatorTest::aCloseArrivesAtTheOtherEnd()
{
    QFETCH(bool, programCloses);
    NetworkSimulator line({.roundTrip = 10ms});
    Ends ends = delayedEnd(line);
    UniqueFd &closing = programCloses ? ends.program : ends.site;
    const UniqueFd &other = programCloses ? ends.site : ends.program;
    QVERIFY(send(closing, {1, 2, 3}));
    closing.reset();
    QCOMPARE(receive(other, 3), (Octets{1, 2, 3}));
    QVERIFY(reachesEnd(other));
}

void NetworkSimulatorTest::whoDoesNotReadIsNotReadFor()
{
    NetworkSimulator line({.roundTrip = 2ms, .bytesPerSecond = 100e6});
    const Ends ends = delayedEnd(line);
    const Octets bytes = numbered(1 << 16);
    std::size_t sent = 0;
    pollfd waiting{.fd = ends.program.get(), .events = POLLOUT, .revents = 0};
    while (sent < (64U << 20) && ::poll(&waiting, 1, 1000) == 1) {
        const ssize_t count = ::send(ends.program.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        sent += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    QVERIFY2(sent < (8U << 20), qPrintable(QString::number(sent)));
    QCOMPARE(receive(ends.site, sent).size(), sent);
}

void NetworkSimulatorTest::itEndsWithConnectionsOpen()
{
    std::optional<NetworkSimulator> line(std::in_place, NetworkProperties{.roundTrip = 60s});
    const Ends ends = delayedEnd(*line);
    QVERIFY(send(ends.program, {1}));
    line.reset();
    QVERIFY(reachesEnd(ends.site));
    QVERIFY(reachesEnd(ends.program));
}

NIGHTDESK_GUILESS_TEST(NetworkSimulatorTest)
#include "delaylinetest.moc"
