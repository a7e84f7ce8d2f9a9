// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitywording.h"
#include "monitors/night/night.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
Facility facility()
{
    Facility facility;
    facility.directory = u"/facility"_s;
    facility.sites = {{u"waimea"_s, u"Waimea"_s, {}}, {u"cruz"_s, u"Santa Cruz"_s, {}}};
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    facility.profiles = {lris};
    facility.brokenProfiles = {{u"/facility/profiles/esi.toml"_s, u"esi"_s, {}}};
    return facility;
}
}

/// What the main window says about a facility, and which night it is there.
class FacilityWordingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anUnknownSiteNamesTheKnownOnes();
    void aProfileThatIsNotThereNamesThoseThatAre();
    void aBrokenProfileNamesItsFile();
    void onlyErrorsAreShownAndNotTooMany();
    void aSiteThatIsNotChosenIsSaid();
    void nightsRunFromNoonToNoon_data();
    void nightsRunFromNoonToNoon();
};

void FacilityWordingTest::anUnknownSiteNamesTheKnownOnes()
{
    const QString text = FacilityWording::unknownSite(facility(), u"hilo"_s);
    QVERIFY2(text.contains(u"“hilo”") && text.contains(u"waimea, cruz") && text.contains(u"/facility"), qPrintable(text));
    const QString none = FacilityWording::unknownSite({}, u"hilo"_s);
    QVERIFY2(none.contains(u"“hilo”") && !none.contains(u"Choose one"), qPrintable(none));
}

void FacilityWordingTest::aProfileThatIsNotThereNamesThoseThatAre()
{
    const QString text = FacilityWording::unusableProfile(facility(), u"hires"_s);
    QVERIFY2(text.contains(u"“hires”") && text.contains(u"lris"), qPrintable(text));
    const QString none = FacilityWording::unusableProfile({}, u"hires"_s);
    QVERIFY2(none.contains(u"“hires”") && !none.contains(u"Choose one"), qPrintable(none));
}

void FacilityWordingTest::aBrokenProfileNamesItsFile()
{
    const QString text = FacilityWording::unusableProfile(facility(), u"esi"_s);
    QVERIFY2(text.contains(u"/facility/profiles/esi.toml") && text.contains(u"has errors"), qPrintable(text));
}

void FacilityWordingTest::onlyErrorsAreShownAndNotTooMany()
{
    QList<ProfileError> problems{{{u"f.toml"_s, 1, 1}, Severity::Warning, u"only a warning"_s}};
    QVERIFY(FacilityWording::firstErrors(problems).isEmpty());
    for (int line = 1; line <= 20; ++line) {
        problems.append({{u"f.toml"_s, line, 3}, Severity::Error, u"mistake"_s});
    }
    const QStringList lines = FacilityWording::firstErrors(problems).split(u'\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines.first(), u"f.toml:1:3: mistake"_s);
    QVERIFY2(lines.last().contains(u"18"), qPrintable(lines.last()));
}

void FacilityWordingTest::aSiteThatIsNotChosenIsSaid()
{
    Facility two = facility();
    QVERIFY(FacilityWording::problemNotice(two, {}).contains(u"No site"));
    QCOMPARE(FacilityWording::problemNotice(two, u"waimea"_s), QString());
    two.errors = {{{u"f.toml"_s, 1, 1}, Severity::Error, u"mistake"_s}};
    QVERIFY(FacilityWording::problemNotice(two, {}).endsWith(u"\nf.toml:1:1: mistake"));
    QCOMPARE(FacilityWording::problemNotice(two, u"waimea"_s), u"f.toml:1:1: mistake"_s);
    two.errors.clear();
    two.sites.removeLast();
    QCOMPARE(FacilityWording::problemNotice(two, {}), QString());
}

void FacilityWordingTest::nightsRunFromNoonToNoon_data()
{
    QTest::addColumn<QTime>("ut");
    QTest::addColumn<QString>("timezone");
    QTest::addColumn<QDate>("night");
    // Hawaii is 10 h behind UT all year.
    QTest::newRow("the evening") << QTime(5, 0) << u"Pacific/Honolulu"_s << QDate(2026, 11, 20);
    QTest::newRow("after midnight there") << QTime(13, 0) << u"Pacific/Honolulu"_s << QDate(2026, 11, 20);
    QTest::newRow("a second before noon there") << QTime(21, 59, 59) << u"Pacific/Honolulu"_s << QDate(2026, 11, 20);
    QTest::newRow("noon there") << QTime(22, 0) << u"Pacific/Honolulu"_s << QDate(2026, 11, 21);
    QTest::newRow("a zone that does not exist is UT") << QTime(11, 0) << u"Mars/Olympus"_s << QDate(2026, 11, 20);
    QTest::newRow("no zone is UT") << QTime(12, 0) << QString() << QDate(2026, 11, 21);
}

void FacilityWordingTest::nightsRunFromNoonToNoon()
{
    QFETCH(QTime, ut);
    QFETCH(QString, timezone);
    QTEST(nightOf(QDateTime(QDate(2026, 11, 21), ut, QTimeZone::UTC), timezone), "night");
}

NIGHTDESK_GUILESS_TEST(FacilityWordingTest)
#include "facilitywordingtest.moc"
