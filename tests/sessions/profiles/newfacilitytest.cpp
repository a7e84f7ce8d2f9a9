// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/newfacility.h"
#include "sessions/profiles/facility/facilityreader.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// What is made for somebody who has no facility yet is read without a complaint, or is not made.
class NewFacilityTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itIsReadAsItWasMeant_data();
    void itIsReadAsItWasMeant();
    void whatIsWrongIsSaidAndNothingIsWritten_data();
    void whatIsWrongIsSaidAndNothingIsWritten();
    void aDirectoryWithFilesIsLeftAlone();

private:
    static NewFacility::Answers answers(const QTemporaryDir &place)
    {
        return {.name = u"Summit"_s,
                .directory = place.filePath(u"new/facility"_s),
                .host = u"spec.summit.example"_s,
                .user = u"observer"_s,
                .vncDisplay = u":3"_s,
                .screens = {u"left"_s, u"right"_s}};
    }
};

void NewFacilityTest::itIsReadAsItWasMeant_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("profile");
    QTest::newRow("a name") << u"spec.summit.example"_s << u"observer"_s << u"spec"_s;
    QTest::newRow("the account of the ssh configuration") << u"spec"_s << QString() << u"spec"_s;
    QTest::newRow("an address") << u"192.0.2.7"_s << u"observer"_s << u"host"_s;
    QTest::newRow("an address of IPv6") << u"2001:db8::7"_s << u"observer"_s << u"host"_s;
    QTest::newRow("spaces around") << u" spec "_s << u" observer "_s << u"spec"_s;
}

void NewFacilityTest::itIsReadAsItWasMeant()
{
    QFETCH(const QString, host);
    QFETCH(const QString, user);
    QFETCH(const QString, profile);
    const QTemporaryDir place;
    NewFacility::Answers typed = answers(place);
    typed.host = host;
    typed.user = user;
    const auto file = NewFacility::createFacility(typed);
    QVERIFY2(file.has_value(), file ? "" : qPrintable(file.error()));
    QCOMPARE(*file, typed.directory + u"/profiles/"_s + profile + u".toml"_s);
    const Facility facility = FacilityReader::read(typed.directory, u"main"_s);
    QCOMPARE(facility.name, u"Summit"_s);
    QCOMPARE(facility.errors.size(), 0); // no warning either
    QCOMPARE(facility.brokenProfiles.size(), 0);
    QCOMPARE(facility.profiles.size(), 1);
    const InstrumentProfile &read = facility.profiles.constFirst();
    QCOMPARE(read.id, profile);
    QCOMPARE(read.links.constFirst().host, host.trimmed());
    QCOMPARE(read.links.constFirst().user, user.trimmed());
    QVERIFY(read.links.constFirst().discover);
    QCOMPARE(std::get<DisplayNumber>(read.desktops.constFirst().address).number, 3);
    QCOMPARE(read.desktops.constFirst().screen, u"left"_s);
}

void NewFacilityTest::whatIsWrongIsSaidAndNothingIsWritten_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("display");
    QTest::newRow("a host with a space") << u"spec summit"_s << u":1"_s;
    QTest::newRow("a host that is an option") << u"-oProxyCommand=x"_s << u":1"_s;
    QTest::newRow("a display that is none") << u"spec"_s << u"first"_s;
    QTest::newRow("a quote") << u"spec\"]\ncommand = [\"x"_s << u":1"_s;
}

void NewFacilityTest::whatIsWrongIsSaidAndNothingIsWritten()
{
    QFETCH(const QString, host);
    QFETCH(const QString, display);
    const QTemporaryDir place;
    NewFacility::Answers typed = answers(place);
    typed.host = host;
    typed.vncDisplay = display;
    const auto file = NewFacility::createFacility(typed);
    QVERIFY(!file);
    QVERIFY(!file.error().isEmpty());
    QVERIFY(QDir(place.path()).isEmpty());
}

void NewFacilityTest::aDirectoryWithFilesIsLeftAlone()
{
    const QTemporaryDir place;
    NewFacility::Answers typed = answers(place);
    QVERIFY(QDir().mkpath(typed.directory));
    QFile file(typed.directory + u"/facility.toml"_s);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
    file.close();
    const auto made = NewFacility::createFacility(typed);
    QVERIFY(!made);
    QVERIFY(made.error().contains(typed.directory));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "mine");
    QCOMPARE(QDir(typed.directory).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"facility.toml"_s});
}

NIGHTDESK_TEST(NewFacilityTest)
#include "newfacilitytest.moc"
