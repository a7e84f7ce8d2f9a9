// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/releasedebts.h"
#include "sessions/desktops/heldkeys.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Nightdesk;
using Keys = QList<quint32>;

namespace
{
constexpr quint32 control = 0xffe3;
constexpr quint32 letter = 0x63;
const ReleaseDebts::Instant debtsBegin{1000h};
}

class ReleaseDebtsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nobodyOwesNothing();
    void whatIsHeldIsOwedInTheReverseOrder();
    void aReleaseOnItsWayIsNotOwedBeforeItIsLost();
    void aReleaseIsOwedUntilItIsProved_data();
    void aReleaseIsOwedUntilItIsProved();
    void whatWasPaidIsOwedAgainWhenThatIsLostToo();
    void whatIsOwedIsProvedByNothing();
    void aSecondReleaseIsOwedLikeTheFirst();
    void modifiersLetGoOfLastGoLast();
    void anOrderlyEndOwesNothing();
    void heldKeysOfOneKeysymAreTold();
};

void ReleaseDebtsTest::heldKeysOfOneKeysymAreTold()
{
    HeldKeys held;
    held.press({letter, 0x2e});
    held.press({letter, 0x2e}); // it repeats
    held.press({letter, 0x56});
    held.press({control, 0});
    QCOMPARE(held.keysyms(), (Keys{letter, control}));
    QVERIFY(!held.release({letter, 0})); // no such key
    QVERIFY(!held.release({control, 0x1d}));
    QVERIFY(held.release({letter, 0x2e}));
    QVERIFY(!held.release({letter, 0x2e}));
    QCOMPARE(held.all(), (QList<HeldKeys::Key>{{letter, 0x56}, {control, 0}}));
    held.clear();
    QVERIFY(held.all().isEmpty());
}

void ReleaseDebtsTest::nobodyOwesNothing()
{
    ReleaseDebts debts;
    debts.connectionLost();
    debts.owe({}, false);
    QCOMPARE(debts.owedKeys(), Keys());
    QVERIFY(!debts.owesButtons());
}

void ReleaseDebtsTest::whatIsHeldIsOwedInTheReverseOrder()
{
    ReleaseDebts debts;
    debts.owe({control, letter}, true);
    debts.owe({control}, false); // no more than once
    debts.owe({}, false);
    QCOMPARE(debts.owedKeys().size(), 2);
    QVERIFY(debts.owesButtons());
    ReleaseDebts fresh;
    fresh.owe({control, letter}, false);
    QCOMPARE(fresh.owedKeys(), (Keys{letter, control}));
    QVERIFY(!fresh.owesButtons());
}

void ReleaseDebtsTest::aReleaseOnItsWayIsNotOwedBeforeItIsLost()
{
    ReleaseDebts debts;
    debts.sentKey(control, debtsBegin);
    debts.sentButtons(debtsBegin);
    QCOMPARE(debts.owedKeys(), Keys());
    QVERIFY(!debts.owesButtons());
    debts.connectionLost();
    QCOMPARE(debts.owedKeys(), Keys{control});
    QVERIFY(debts.owesButtons());
}

void ReleaseDebtsTest::aReleaseIsOwedUntilItIsProved_data()
{
    QTest::addColumn<ReleaseDebts::Instant>("proved");
    QTest::addColumn<bool>("owed");
    QTest::newRow("what arrived was older") << debtsBegin - 1ms << true;
    QTest::newRow("of the same moment nobody knows") << debtsBegin << true;
    QTest::newRow("what arrived was sent after it") << debtsBegin + 1ms << false;
}

void ReleaseDebtsTest::aReleaseIsOwedUntilItIsProved()
{
    QFETCH(const ReleaseDebts::Instant, proved);
    QFETCH(const bool, owed);
    ReleaseDebts debts;
    debts.sentKey(control, debtsBegin);
    debts.sentButtons(debtsBegin);
    debts.proved(proved);
    debts.connectionLost();
    QCOMPARE(debts.owedKeys().contains(control), owed);
    QCOMPARE(debts.owesButtons(), owed);
}

void ReleaseDebtsTest::whatWasPaidIsOwedAgainWhenThatIsLostToo()
{
    ReleaseDebts debts;
    debts.owe({control}, true);
    debts.paid(debtsBegin);
    QCOMPARE(debts.owedKeys(), Keys());
    QVERIFY(!debts.owesButtons());
    debts.proved(debtsBegin - 1s); // of before
    debts.connectionLost();
    QCOMPARE(debts.owedKeys(), Keys{control});
    debts.paid(debtsBegin + 10s);
    debts.proved(debtsBegin + 11s);
    debts.connectionLost();
    QCOMPARE(debts.owedKeys(), Keys());
    QVERIFY(!debts.owesButtons());
}

void ReleaseDebtsTest::whatIsOwedIsProvedByNothing()
{
    ReleaseDebts debts;
    debts.owe({control}, true);
    debts.proved(debtsBegin);
    QCOMPARE(debts.owedKeys(), Keys{control});
    QVERIFY(debts.owesButtons());
}

void ReleaseDebtsTest::aSecondReleaseIsOwedLikeTheFirst()
{
    ReleaseDebts debts;
    debts.sentKey(control, debtsBegin);
    debts.sentKey(control, debtsBegin + 2s); // pressed again in between
    debts.proved(debtsBegin + 1s);
    debts.connectionLost();
    QCOMPARE(debts.owedKeys(), Keys{control});
}

void ReleaseDebtsTest::modifiersLetGoOfLastGoLast()
{
    ReleaseDebts debts;
    debts.sentKey(letter, debtsBegin);
    debts.sentKey(control, debtsBegin + 1ms);
    debts.connectionLost();
    QCOMPARE(debts.owedKeys(), (Keys{letter, control}));
}

void ReleaseDebtsTest::anOrderlyEndOwesNothing()
{
    ReleaseDebts debts;
    debts.sentKey(letter, debtsBegin);
    debts.owe({control}, true);
    debts.clear();
    debts.connectionLost();
    QCOMPARE(debts.owedKeys(), Keys());
    QVERIFY(!debts.owesButtons());
}

NIGHTDESK_GUILESS_TEST(ReleaseDebtsTest)
#include "releasedebtstest.moc"
