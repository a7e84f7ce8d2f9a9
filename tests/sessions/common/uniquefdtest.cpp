// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/base/uniquefd.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <fcntl.h>

using namespace Nightdesk;

namespace
{
int freshFd()
{
    return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}
bool isOpen(int fd)
{
    return ::fcntl(fd, F_GETFD) >= 0;
}
}

/// One owner, one close.
class UniqueFdTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsClosedByNothing();
    void itClosesAtItsEnd();
    void zeroIsADescriptor();
    void moving();
    void movingOntoItself();
    void assigningClosesWhatWasThere();
    void releaseGivesItAway();
    void resetClosesOnce();
    void sharedOnesCloseWithTheLast();
};

void UniqueFdTest::nothingIsClosedByNothing()
{
    UniqueFd none;
    QVERIFY(!none.isValid());
    QCOMPARE(none.get(), -1);
    none.reset();
    QCOMPARE(none.release(), -1);
    const UniqueFd negative(-5);
    QVERIFY(!negative.isValid());
}

void UniqueFdTest::itClosesAtItsEnd()
{
    const int fd = freshFd();
    {
        const UniqueFd owner(fd);
        QVERIFY(owner.isValid());
        QCOMPARE(owner.get(), fd);
    }
    QVERIFY(!isOpen(fd));
}

void UniqueFdTest::zeroIsADescriptor()
{
    UniqueFd owner(0);
    QVERIFY(owner.isValid());
    QCOMPARE(owner.release(), 0);
}

void UniqueFdTest::moving()
{
    const int fd = freshFd();
    UniqueFd first(fd);
    UniqueFd second(std::move(first));
    QVERIFY(!first.isValid()); // NOLINT
    QCOMPARE(second.get(), fd);
    QVERIFY(isOpen(fd));
}

void UniqueFdTest::movingOntoItself()
{
    const int fd = freshFd();
    UniqueFd owner(fd);
    UniqueFd &same = owner;
    owner = std::move(same);
    QCOMPARE(owner.get(), fd);
    QVERIFY(isOpen(fd));
}

void UniqueFdTest::assigningClosesWhatWasThere()
{
    const int old = freshFd();
    const int fresh = freshFd();
    UniqueFd owner(old);
    owner = UniqueFd(fresh);
    QVERIFY(!isOpen(old));
    QVERIFY(isOpen(fresh));
    owner = UniqueFd();
    QVERIFY(!isOpen(fresh));
}

void UniqueFdTest::releaseGivesItAway()
{
    const int fd = freshFd();
    {
        UniqueFd owner(fd);
        QCOMPARE(owner.release(), fd);
        QVERIFY(!owner.isValid());
    }
    QVERIFY(isOpen(fd));
    ::close(fd);
}

void UniqueFdTest::resetClosesOnce()
{
    const int fd = freshFd();
    UniqueFd owner(fd);
    owner.reset();
    QVERIFY(!isOpen(fd));
    const int reused = freshFd(); // the lowest free number: the same one
    QCOMPARE(reused, fd);
    owner.reset();
    QVERIFY(isOpen(reused));
    ::close(reused);
}

void UniqueFdTest::sharedOnesCloseWithTheLast()
{
    const int fd = freshFd();
    SharedFd first = shareFd(UniqueFd(fd));
    SharedFd second = first;
    first.reset();
    QVERIFY(isOpen(fd));
    second.reset();
    QVERIFY(!isOpen(fd));
}

NIGHTDESK_GUILESS_TEST(UniqueFdTest)
#include "uniquefdtest.moc"
