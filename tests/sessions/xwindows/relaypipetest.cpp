// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/relay/relaybuffer.h"
#include "tests/support/testprogram.h"

#include <QByteArray>
#include <QTest>

#include <sys/socket.h>

#include <array>

using namespace Nightdesk;

/// The buffer of one direction of an X connection, between two sockets.
class RelayPipeTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsReadIsWritten();
    void theEndIsTold();
    void onlySoMuchWaits();
    void aCrowdMayWaitWhereThereIsRoom();
    void theRestIsKept();
    void bytesAreReplacedAndErased();
    void nobodyReadsAnyMore();
};

namespace
{
/// Two sockets that are joined; neither waits.
struct RelayEnds {
    UniqueFd near;
    UniqueFd far;

    RelayEnds()
    {
        std::array<int, 2> pair{-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair.data()) == 0) {
            near = UniqueFd(pair[0]);
            far = UniqueFd(pair[1]);
        }
    }

    bool say(const QByteArray &bytes) const
    {
        return ::send(far.get(), bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL) == bytes.size();
    }

    QByteArray heard() const
    {
        QByteArray all(1 << 20, '\0');
        const auto count = ::recv(far.get(), all.data(), static_cast<std::size_t>(all.size()), 0);
        return all.first(std::max<qsizetype>(count, 0));
    }
};

QByteArray waitingIn(const RelayBuffer &pipe)
{
    const auto waitingBytes = pipe.waitingBytes();
    return QByteArray(reinterpret_cast<const char *>(waitingBytes.data()), static_cast<qsizetype>(waitingBytes.size()));
}
}

void RelayPipeTest::whatIsReadIsWritten()
{
    const RelayEnds from;
    const RelayEnds to;
    RelayBuffer pipe;
    QVERIFY(pipe.isEmpty());
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::NothingToRead);
    QVERIFY(from.say("hello"));
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead);
    QCOMPARE(pipe.size(), std::size_t(5));
    std::atomic<std::int64_t> counter = 0;
    QVERIFY(pipe.writeTo(to.near.get(), &counter));
    QVERIFY(pipe.isEmpty());
    QCOMPARE(counter.load(), 5);
    QCOMPARE(to.heard(), QByteArray("hello"));
}

void RelayPipeTest::theEndIsTold()
{
    RelayEnds from;
    RelayBuffer pipe;
    QVERIFY(from.say("last"));
    from.far.reset();
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead);
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::Ended);
    QCOMPARE(waitingIn(pipe), QByteArray("last"));
}

void RelayPipeTest::onlySoMuchWaits()
{
    const RelayEnds from;
    RelayBuffer pipe;
    QVERIFY(from.say(QByteArray(RelayBuffer::capacity + 100, 'a')));
    while (pipe.size() < RelayBuffer::capacity) {
        QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead);
    }
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead); // there is more, and no room
    QCOMPARE(pipe.size(), RelayBuffer::capacity);
    RelayBuffer limited;
    QVERIFY(limited.readFrom(from.near.get(), 10) == RelayBuffer::ReadResult::MoreToRead);
    QCOMPARE(limited.size(), std::size_t(10));
}

void RelayPipeTest::aCrowdMayWaitWhereThereIsRoom()
{
    const RelayEnds from;
    RelayBuffer pipe;
    QByteArray all;
    constexpr std::size_t room = 3 * RelayBuffer::capacity;
    for (char letter = 'a'; pipe.size() < room; letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1)) {
        const QByteArray said(4096, letter);
        QVERIFY(from.say(said));
        all += said;
        QVERIFY(pipe.readFrom(from.near.get(), SIZE_MAX, room) == RelayBuffer::ReadResult::MoreToRead);
    }
    QCOMPARE(pipe.size(), room);
    QCOMPARE(waitingIn(pipe), all);
    pipe.clear();
    QVERIFY(from.say("more"));
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead);
    QCOMPARE(waitingIn(pipe), QByteArray("more"));
}

void RelayPipeTest::theRestIsKept()
{
    const RelayEnds from;
    const RelayEnds to;
    RelayBuffer pipe;
    QVERIFY(from.say("decided, not"));
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead);
    QVERIFY(pipe.writeTo(to.near.get(), nullptr, 3));
    QCOMPARE(to.heard(), QByteArray("decided, "));
    QCOMPARE(waitingIn(pipe), QByteArray("not"));
}

void RelayPipeTest::bytesAreReplacedAndErased()
{
    const RelayEnds from;
    RelayBuffer pipe;
    QVERIFY(from.say("short and more"));
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead);
    const std::string longer = "much longer";
    pipe.replaceFront(5, {reinterpret_cast<const std::uint8_t *>(longer.data()), longer.size()});
    QCOMPARE(waitingIn(pipe), QByteArray("much longer and more"));
    pipe.erase(4, 7);
    QCOMPARE(waitingIn(pipe), QByteArray("much and more"));
    pipe.lastReadBytes(4)[0] = 'M';
    QCOMPARE(waitingIn(pipe), QByteArray("much and More"));
}

void RelayPipeTest::nobodyReadsAnyMore()
{
    const RelayEnds from;
    RelayEnds to;
    RelayBuffer pipe;
    QVERIFY(from.say("for nobody"));
    QVERIFY(pipe.readFrom(from.near.get()) == RelayBuffer::ReadResult::MoreToRead);
    to.far.reset();
    QVERIFY(!pipe.writeTo(to.near.get(), nullptr));
}

NIGHTDESK_GUILESS_TEST(RelayPipeTest)
#include "relaypipetest.moc"
