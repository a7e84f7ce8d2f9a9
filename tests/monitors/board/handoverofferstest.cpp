// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/handoveroffers.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const DeskName leftDesk{u"waimea"_s, u"left"_s};
const DeskName rightDesk{u"waimea"_s, u"right"_s};

BoardWire::Layout layout(const QByteArray &state, int minutes = 0)
{
    BoardWire::Layout result;
    result.stamp.sentAt = QDateTime(QDate(2026, 11, 22), QTime(8, minutes), QTimeZone::UTC);
    result.people = {u"Ann"_s};
    result.encodedNightState = state;
    return result;
}
}

class HandoverOffersTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatTheOtherHasIsOffered();
    void whoSpokeLastIsOffered();
    void whatWasDeclinedStaysSo();
    void nothingIsOfferedWhileSomethingIsConnected();
    void aLostConnectionTakesOffersAway();
    void aFloodHasAnEnd();
};

void HandoverOffersTest::whatTheOtherHasIsOffered()
{
    HandoverOffers offers;
    QVERIFY(!offers.currentOffer());
    QVERIFY(offers.addOffer(leftDesk, layout("a", 5)));
    QCOMPARE(*offers.currentOffer(), (HandoverOffers::Offer{leftDesk, {u"Ann"_s}, "a", layout({}, 5).stamp.sentAt}));
    QVERIFY(offers.withdrawOffer(leftDesk));
    QVERIFY(!offers.currentOffer());
    QVERIFY(!offers.withdrawOffer(leftDesk));
    QVERIFY(!offers.declineOffer());
}

void HandoverOffersTest::whoSpokeLastIsOffered()
{
    HandoverOffers offers;
    QVERIFY(offers.addOffer(leftDesk, layout("a", 50))); // its clock is ahead
    QVERIFY(offers.addOffer(rightDesk, layout("b", 1)));
    QCOMPARE(offers.currentOffer()->from, rightDesk);
    QVERIFY(offers.withdrawOffer(rightDesk));
    QCOMPARE(offers.currentOffer()->from, leftDesk);
    QVERIFY(offers.clear());
    QVERIFY(!offers.currentOffer());
}

void HandoverOffersTest::whatWasDeclinedStaysSo()
{
    HandoverOffers offers;
    QVERIFY(offers.addOffer(leftDesk, layout("a")));
    QVERIFY(offers.declineOffer());
    QVERIFY(!offers.addOffer(leftDesk, layout("a", 5))); // sent again as it was
    QVERIFY(offers.addOffer(leftDesk, layout("b", 6)));
    QCOMPARE(offers.currentOffer()->unparsedNightState, "b");
}

void HandoverOffersTest::nothingIsOfferedWhileSomethingIsConnected()
{
    HandoverOffers offers;
    QVERIFY(!offers.setOffersAllowed(false));
    QVERIFY(!offers.addOffer(leftDesk, layout("a")));
    QVERIFY(offers.setOffersAllowed(true));
    QCOMPARE(offers.currentOffer()->from, leftDesk);
    QVERIFY(!offers.addOffer(rightDesk, layout({}))); // nothing can be read of it
    QCOMPARE(offers.currentOffer()->from, leftDesk);
}

void HandoverOffersTest::aLostConnectionTakesOffersAway()
{
    HandoverOffers offers;
    QVERIFY(offers.addOffer(leftDesk, layout("a", 1)));
    QVERIFY(offers.addOffer(rightDesk, layout("b", 2)));
    QVERIFY(offers.declineOffer());
    QCOMPARE(offers.currentOffer()->from, leftDesk);
    QVERIFY(offers.handleBrokerDisconnected());
    QVERIFY(!offers.currentOffer());
    QVERIFY(!offers.addOffer(rightDesk, layout("b", 3))); // declined before, and still
    QVERIFY(offers.addOffer(leftDesk, layout("a", 4)));
    QCOMPARE(offers.currentOffer()->from, leftDesk);
    QVERIFY(offers.addOffer(rightDesk, layout("c", 5)));
    QCOMPARE(offers.currentOffer()->from, rightDesk);
}

void HandoverOffersTest::aFloodHasAnEnd()
{
    HandoverOffers offers;
    for (int i = 0; i < 1000; ++i) {
        offers.addOffer({u"hilo"_s, QString::number(i)}, layout("a"));
    }
    QVERIFY(offers.currentOffer());
    int known = 0;
    for (int i = 0; i < 1000; ++i) {
        known += offers.withdrawOffer({u"hilo"_s, QString::number(i)}) ? 1 : 0;
    }
    QVERIFY(known <= 16);
    QVERIFY(!offers.currentOffer());
}

NIGHTDESK_GUILESS_TEST(HandoverOffersTest)
#include "handoverofferstest.moc"
