// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/checkcommand.h"

#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/texts.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Nightdesk::Test::FacilityDirectory;

namespace
{
struct CheckOutcome {
    int status = -1;
    QString out;
    QString err;
};

CheckOutcome run(const QStringList &paths, bool json = false)
{
    CheckOutcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.status = runCheckCommand(paths, json, out, err);
    return outcome;
}
}

class CheckCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goodFacilitySaysNothing();
    void mistakesAreLines();
    void fileInsideAFacilityIsCheckedAtEverySite();
    void fileAloneIsCheckedAtItsOwnSites();
    void warningsAreNoErrors();
    void whatIsReservedIsAWarning();
    void facilityFileAlone();
    void sameIdTwice();
    void unreadableIsTwo();
    void nothingNamed();
    void emptyFacilityIsAWarning();
    void json();
    void severalPaths();
};

void CheckCommandTest::goodFacilitySaysNothing()
{
    const CheckOutcome outcome = run({qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/example-facility"_s});
    QCOMPARE(outcome.out, QString());
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.status, 0);
}

void CheckCommandTest::mistakesAreLines()
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s, Test::facilityToml().replace("timezone = \"Pacific/Honolulu\"", "timezone = \"Mars\""));
    directory.write(u"profiles/lris.toml"_s, Test::head() + "port = 70000\n[[desktop]]\nid = \"d\"\nlink = \"sumit\"\ndisplay = \":1\"\n");
    const CheckOutcome outcome = run({directory.path()});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.out,
             directory.path()
                 + u"/facility.toml:3:12: error: “Mars” is not a valid value for “timezone”: expected a time zone, for example \"Pacific/Honolulu\"\n"_s
                 + directory.path() + u"/profiles/lris.toml:6:8: error: 70000 is not a valid value for “port”: expected a whole number from 1 to 65535\n"_s
                 + directory.path()
                 + u"/profiles/lris.toml:9:8: error: there is no connection “sumit”: expected one of \"summit\", \"shared\". Did you mean “summit”?\n"_s);
    QCOMPARE(outcome.err, u"2 files, 3 errors, 0 warnings\n"_s);
}

void CheckCommandTest::fileInsideAFacilityIsCheckedAtEverySite()
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s, Test::facilityToml() + "[[person]]\nname = \"K\"\n"); // not what was asked about
    directory.write(u"profiles/lris.toml"_s, Test::head() + "[[desktop]]\nid = \"d\"\nlink = \"shared\"\ndisplay = \":1\"\nscreen = \"centre\"\n");
    const QString file = directory.path() + u"/profiles/lris.toml"_s;
    const CheckOutcome outcome = run({file});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.out, file + u":10:10: error: the site “waimea” has no screen “centre”: expected one of \"left\", \"right\"\n"_s);
    QCOMPARE(outcome.err, u"1 file, 1 error, 0 warnings\n"_s);
}

void CheckCommandTest::fileAloneIsCheckedAtItsOwnSites()
{
    FacilityDirectory directory;
    directory.write(u"alone.toml"_s, Test::sketch() + "link.summit.port = 0\n[site.hilo]\nwindow.ds9.start = \"late\"\n");
    const CheckOutcome outcome = run({directory.path() + u"/alone.toml"_s});
    QCOMPARE(outcome.status, 1);
    const QStringList lines = outcome.out.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.at(0).contains(u":40:20: error: "));
    QVERIFY(lines.at(1).contains(u":42:20: error: "));
}

void CheckCommandTest::warningsAreNoErrors()
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s, Test::facilityToml());
    directory.write(u"profiles/lris.toml"_s, Test::head());
    const CheckOutcome outcome = run({directory.path()});
    QCOMPARE(outcome.status, 0);
    QVERIFY(
        outcome.out.startsWith(directory.path() + u"/profiles/lris.toml:1:1: warning: the profile shows nothing: it has no [[desktop]] and no [[window]]"_s));
    QCOMPARE(outcome.out.count(u'\n'), 1);
    QCOMPARE(outcome.err, u"2 files, 0 errors, 1 warning\n"_s);
}

/// Wherever it is written: in the profile, at a site, by default, in a group.
void CheckCommandTest::whatIsReservedIsAWarning()
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s,
                    Test::facilityToml()
                        + "[default.desktop]\ninput = \"baton\"\n[group.g]\n[[group.g.desktop]]\nid = \"d\"\nlink = \"shared\"\ndisplay = \":3\"\n"
                          "[[group.g.window]]\nid = \"w\"\nlink = \"shared\"\ncommand = [\"x\"]\nneeds = { fonts = [\"fixed\"] }\n");
    directory.write(u"profiles/lris.toml"_s,
                    "include = [\"g\"]\n" + Test::sketchWithReserved() + "desktop.control0.expect.size = \"10x10\"\nwindow.ds9.needs.backing-store = false\n");
    const CheckOutcome outcome = run({directory.path()});
    QCOMPARE(outcome.status, 0);
    const QString facility = directory.path() + u"/facility.toml:"_s;
    const QString profile = directory.path() + u"/profiles/lris.toml:"_s;
    const QString baton = u"warning: “input” does not support “baton” yet; Nightdesk uses “free” instead\n"_s;
    QCOMPARE(outcome.out, facility + u"19:9: "_s + baton + profile + u"20:9: "_s + baton);
}

void CheckCommandTest::facilityFileAlone()
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s, "format = 1\n");
    const CheckOutcome outcome = run({directory.path() + u"/facility.toml"_s});
    QCOMPARE(outcome.status, 1);
    QVERIFY(outcome.out.contains(u"/facility.toml:1:1: error: “name” is missing"));
}

void CheckCommandTest::sameIdTwice()
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s, Test::facilityToml());
    directory.write(u"profiles/a.toml"_s, Test::sketch());
    directory.write(u"profiles/b.toml"_s, Test::sketch());
    const CheckOutcome outcome = run({directory.path()});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.out.contains(directory.path() + u"/profiles/b.toml:2:6: error: a.toml already uses the id “lris”; choose another id"_s),
             qPrintable(outcome.out));
}

void CheckCommandTest::unreadableIsTwo()
{
    FacilityDirectory directory;
    directory.write(u"bad.toml"_s, "format = 1\n");
    const CheckOutcome outcome = run({directory.path() + u"/nothing.toml"_s, directory.path() + u"/bad.toml"_s});
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.out.startsWith(directory.path() + u"/nothing.toml: error: the file does not exist\n"_s));
    QVERIFY(outcome.out.contains(u"/bad.toml:1:1: error: ")); // the other is checked all the same
    QCOMPARE(run({directory.path()}).status, 2); // no facility.toml in it
}

void CheckCommandTest::nothingNamed()
{
    const CheckOutcome outcome = run({});
    QCOMPARE(outcome.status, 2);
    QVERIFY(!outcome.err.isEmpty());
}

void CheckCommandTest::emptyFacilityIsAWarning()
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s, Test::facilityToml());
    const CheckOutcome outcome = run({directory.path()});
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.out.contains(u": warning: no profile was found in "));
}

void CheckCommandTest::json()
{
    FacilityDirectory directory;
    directory.write(u"bad.toml"_s, Test::head() + "user = \"a\n");
    const QString file = directory.path() + u"/bad.toml"_s;
    const CheckOutcome outcome = run({file, directory.path() + u"/nothing.toml"_s}, true);
    QCOMPARE(outcome.status, 2);
    QCOMPARE(outcome.err, QString());
    const QJsonArray array = QJsonDocument::fromJson(outcome.out.toUtf8()).array();
    QCOMPARE(array.size(), 2);
    QCOMPARE(array.at(0).toObject(),
             (QJsonObject{{u"file"_s, file},
                          {u"line"_s, 6},
                          {u"column"_s, 8},
                          {u"severity"_s, u"error"_s},
                          {u"message"_s, u"the quotation mark \" is not closed"_s}}));
    QVERIFY(!array.at(1).toObject().contains(u"line"_s));

    const CheckOutcome good = run({qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/example-facility"_s}, true);
    QCOMPARE(good.status, 0);
    QVERIFY(QJsonDocument::fromJson(good.out.toUtf8()).isArray());
    QCOMPARE(QJsonDocument::fromJson(good.out.toUtf8()).array().size(), 0);
}

void CheckCommandTest::severalPaths()
{
    FacilityDirectory directory;
    directory.write(u"a.toml"_s, "format = 1\nid = \"a\"\n");
    directory.write(u"b.toml"_s, "format = 9\n");
    const CheckOutcome outcome = run({directory.path() + u"/b.toml"_s, directory.path() + u"/a.toml"_s});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.out.count(u'\n'), 2);
    QVERIFY(outcome.out.startsWith(directory.path() + u"/b.toml:1:10: error: "_s));
}

NIGHTDESK_GUILESS_TEST(CheckCommandTest)
#include "checkcommandtest.moc"
