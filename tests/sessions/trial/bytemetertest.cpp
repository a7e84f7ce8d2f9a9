// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/trial/bytemeter.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QSignalSpy>
#include <QTest>

#include <fcntl.h>
#include <sys/socket.h>

#include <array>

using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// What can be read at once.
QByteArray take(const UniqueFd &fd)
{
    QByteArray all;
    QByteArray part(65536, Qt::Uninitialized);
    for (ssize_t count = 1; count > 0;) {
        count = ::recv(fd.get(), part.data(), static_cast<std::size_t>(part.size()), MSG_DONTWAIT);
        all += count > 0 ? part.first(count) : QByteArray();
    }
    return all;
}

bool isAtEnd(const UniqueFd &fd)
{
    char byte = 0;
    return ::recv(fd.get(), &byte, 1, MSG_DONTWAIT) == 0;
}

qsizetype put(const UniqueFd &fd, const QByteArray &bytes)
{
    return ::send(fd.get(), bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
}
}

/// What stands between a viewer and its stream, and counts.
class ByteMeterTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void allPassesAndIsCounted();
    void noByteMoreThanTheLimitPasses();
    void anEndArrivesAtTheOtherEnd();
    void whoReadsLateGetsAll();

private:
    void make(std::int64_t limit);

    std::unique_ptr<ByteMeter> m_meter;
    UniqueFd m_viewer;
    UniqueFd m_link;
};

void ByteMeterTest::init()
{
    m_meter.reset();
}

void ByteMeterTest::make(std::int64_t limit)
{
    std::array<int, 2> pair{-1, -1};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()), 0);
    m_viewer = UniqueFd(pair[0]);
    m_meter = std::make_unique<ByteMeter>(Bytes{limit});
    m_link = m_meter->connectReader(UniqueFd(pair[1]));
    QVERIFY(m_link.isValid());
}

void ByteMeterTest::allPassesAndIsCounted()
{
    make(1'000'000);
    const QByteArray down(50'000, 'd');
    QCOMPARE(put(m_link, down), down.size());
    QCOMPARE(put(m_viewer, "a request"), 9);
    QByteArray got;
    QByteArray request;
    QVERIFY(WAIT_FOR((got += take(m_viewer)).size() == down.size()));
    QVERIFY(WAIT_FOR((request += take(m_link)).size() == 9));
    QCOMPARE(got, down);
    QCOMPARE(request, QByteArray("a request"));
    QCOMPARE(m_meter->receivedBytes(), Bytes{50'000}); // requests are not what is limited
}

void ByteMeterTest::noByteMoreThanTheLimitPasses()
{
    make(10'000);
    const QSignalSpy reached(m_meter.get(), &ByteMeter::byteLimitReached);
    QCOMPARE(put(m_link, QByteArray(30'000, 'd')), 30'000);
    QByteArray got;
    QVERIFY(WAIT_FOR(reached.size() == 1 && (got += take(m_viewer)).size() == 10'000));
    QCOMPARE(put(m_link, "more"), 4);
    QCOMPARE(put(m_viewer, "a request"), 9);
    QByteArray request;
    QVERIFY(WAIT_FOR((request += take(m_link)).size() == 9)); // it has been there since
    QVERIFY(take(m_viewer).isEmpty());
    QCOMPARE(m_meter->receivedBytes(), Bytes{10'000});
    QCOMPARE(reached.size(), 1);
}

void ByteMeterTest::anEndArrivesAtTheOtherEnd()
{
    make(1000);
    QCOMPARE(put(m_link, "last lines"), 10);
    m_link.reset();
    QByteArray got;
    QVERIFY(WAIT_FOR((got += take(m_viewer)).size() == 10));
    QVERIFY(WAIT_FOR(isAtEnd(m_viewer)));
}

void ByteMeterTest::whoReadsLateGetsAll()
{
    make(10'000'000);
    const QByteArray block(40'000, 'd');
    qsizetype sent = 0;
    // Until nothing is taken any more: all places on the way are full.
    QVERIFY(WAIT_FOR([&] {
        const qsizetype count = put(m_link, block);
        sent += qMax<qsizetype>(count, 0);
        return count < 0 && m_meter->receivedBytes().count > 0;
    }()));
    QByteArray got;
    QVERIFY(WAIT_FOR((got += take(m_viewer)).size() == sent));
    QCOMPARE(m_meter->receivedBytes(), Bytes{sent});
}

NIGHTDESK_GUILESS_TEST(ByteMeterTest)
#include "bytemetertest.moc"
