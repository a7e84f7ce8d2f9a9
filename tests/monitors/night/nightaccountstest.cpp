// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/nightaccounts.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QString hawaii = u"Pacific/Honolulu"_s; // 10 h behind UT: a night runs from 22 UT to 22 UT

/// Hours and minutes after the beginning of 2026-11-20 UT.
QDateTime at(int hours, int minutes = 0)
{
    return QDateTime(QDate(2026, 11, 20), QTime(0, 0), QTimeZone::UTC).addSecs(hours * 3600 + minutes * 60);
}

InstrumentProfile profile(const QString &id, const QStringList &accounts)
{
    InstrumentProfile result;
    result.id = id;
    result.accounts = accounts;
    result.needsAccount = true;
    return result;
}
}

/// Which account counts tonight and which is proposed.
class NightAccountsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void accountOfTheNight_data();
    void accountOfTheNight();
    void theNewestCountsWhateverTheOrder();
    void givingAgainReplaces();
    void anEndedNightsAreProposedOnly_data();
    void anEndedNightsAreProposedOnly();
};

void NightAccountsTest::accountOfTheNight_data()
{
    QTest::addColumn<QList<EnteredAccount>>("given");
    QTest::addColumn<QStringList>("accounts");
    QTest::addColumn<QDateTime>("now");
    QTest::addColumn<QString>("tonights");
    QTest::addColumn<QString>("proposal");
    const QList<EnteredAccount> lris{{u"lris"_s, u"lris1"_s, at(30)}};
    QTest::newRow("nothing was ever given") << QList<EnteredAccount>() << QStringList() << at(30) << QString() << QString();
    QTest::newRow("given this night") << lris << QStringList() << at(40) << u"lris1"_s << u"lris1"_s;
    QTest::newRow("a minute before noon it is still the same night") << lris << QStringList() << at(45, 59) << u"lris1"_s << u"lris1"_s;
    QTest::newRow("at noon it is asked again") << lris << QStringList() << at(46) << QString() << u"lris1"_s;
    QTest::newRow("a clock that was set back asks again") << lris << QStringList() << at(10) << QString() << u"lris1"_s;
    QTest::newRow("it is still in the list") << lris << QStringList{u"lris1"_s, u"lris2"_s} << at(40) << u"lris1"_s << u"lris1"_s;
    QTest::newRow("it was taken out of the list") << lris << QStringList{u"lris2"_s} << at(40) << QString() << QString();
    const QList<EnteredAccount> other{{u"hires"_s, u"hires4"_s, at(31)}};
    QTest::newRow("another instrument's, and any will do") << other << QStringList() << at(40) << u"hires4"_s << u"hires4"_s;
    QTest::newRow("another instrument's is not in the list") << other << QStringList{u"lris1"_s} << at(40) << QString() << QString();
    QTest::newRow("another instrument's is in the list") << other << QStringList{u"lris1"_s, u"hires4"_s} << at(40) << u"hires4"_s << u"hires4"_s;
    const QList<EnteredAccount> both{{u"lris"_s, u"lris1"_s, at(30)}, {u"hires"_s, u"hires4"_s, at(31)}};
    QTest::newRow("its own goes before a later one of another") << both << QStringList() << at(40) << u"lris1"_s << u"lris1"_s;
    QTest::newRow("both are kept for the night") << both << QStringList{u"hires4"_s} << at(40) << u"hires4"_s << u"hires4"_s;
    const QList<EnteredAccount> old{{u"lris"_s, u"lris1"_s, at(3)}, {u"hires"_s, u"hires4"_s, at(31)}};
    QTest::newRow("its own is last night's, tonight's is another's") << old << QStringList() << at(40) << u"hires4"_s << u"lris1"_s;
}

void NightAccountsTest::accountOfTheNight()
{
    QFETCH(QList<EnteredAccount>, given);
    QFETCH(QStringList, accounts);
    QFETCH(QDateTime, now);
    const NightAccounts all(given);
    const InstrumentProfile lris = profile(u"lris"_s, accounts);
    QTEST(all.accountOfTonight(lris, hawaii, now), "tonights");
    QTEST(all.proposedAccount(lris), "proposal");
}

void NightAccountsTest::theNewestCountsWhateverTheOrder()
{
    const NightAccounts all({{u"hires"_s, u"hires4"_s, at(31)}, {u"nirc"_s, u"nirc1"_s, at(30)}});
    QCOMPARE(all.accountOfTonight(profile(u"lris"_s, {}), hawaii, at(40)), u"hires4"_s);
}

void NightAccountsTest::givingAgainReplaces()
{
    NightAccounts all({{u"lris"_s, u"lris1"_s, at(30)}});
    all.add({u"lris"_s, u"lris2"_s, at(32)});
    QCOMPARE(all.enteredAccounts(), (QList<EnteredAccount>{{u"lris"_s, u"lris2"_s, at(32)}}));
    QCOMPARE(all.accountOfTonight(profile(u"lris"_s, {}), hawaii, at(40)), u"lris2"_s);
}

void NightAccountsTest::anEndedNightsAreProposedOnly_data()
{
    QTest::addColumn<QDateTime>("given");
    QTest::newRow("just now") << at(40);
    QTest::newRow("at noon, a whole night ago") << at(40 - 25);
    QTest::newRow("the night before") << at(40 - 26);
    QTest::newRow("by a clock that was ahead") << at(40 + 30);
}

void NightAccountsTest::anEndedNightsAreProposedOnly()
{
    QFETCH(QDateTime, given);
    NightAccounts all({{u"hires"_s, u"hires4"_s, given}, {u"lris"_s, u"lris1"_s, given.addSecs(-60)}});
    all.endNightInAnyTimezone(at(40));
    for (const QString &zone : {hawaii, u"Pacific/Kiritimati"_s, u"Europe/Lisbon"_s, QString()}) {
        for (int minutes = 0; minutes < 48 * 60; minutes += 30) {
            QVERIFY2(all.accountOfTonight(profile(u"lris"_s, {}), zone, at(40, minutes)).isEmpty(), qPrintable(zone));
        }
    }
    QCOMPARE(all.proposedAccount(profile(u"nirc"_s, {})), u"hires4"_s); // still the last one given
}

NIGHTDESK_GUILESS_TEST(NightAccountsTest)
#include "nightaccountstest.moc"
