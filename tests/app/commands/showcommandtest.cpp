// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/showcommand.h"

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "tests/app/commands/showtexts.h"
#include "tests/sessions/profiles/facilitydirectory.h"
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
struct ShowOutcome {
    int status = -1;
    QString out;
    QString err;
};

ShowOutcome run(const ShowCommand &command, const DeskSettings &desk = {})
{
    ShowOutcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.status = runShowCommand(command, desk, out, err);
    return outcome;
}

FacilityDirectory *facility()
{
    auto *directory = new FacilityDirectory;
    directory->write(u"facility.toml"_s, Test::showFacility());
    directory->write(u"profiles/lris.toml"_s, Test::showProfile());
    return directory;
}

/// "key = value  # origin" with the blanks between made one.
QString line(const QString &out, const QString &header, const QString &key)
{
    const QStringList lines = out.split(u'\n');
    qsizetype i = header.isEmpty() ? 0 : lines.indexOf(header);
    if (i < 0) {
        return u"no "_s + header;
    }
    for (i += header.isEmpty() ? 0 : 1; i < lines.size() && !lines.at(i).startsWith(u'['); ++i) {
        if (lines.at(i).startsWith(key + u" = "_s)) {
            return lines.at(i).simplified();
        }
    }
    return u"no "_s + key;
}
}

class ShowCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void values_data();
    void values();
    void displaysInTheirOrder();
    void outputIsToml();
    void sites_data();
    void sites();
    void theOnlySiteNeedsNoChoice();
    void notThere_data();
    void notThere();
    void profileByItsFile();
    void mistakesGoToErr();
    void nothingFromTheFileReachesTheTerminal();
    void brokenFacilityIsTold();
    void json();
    void exampleIsGoodEverywhere();
};

void ShowCommandTest::values_data()
{
    QTest::addColumn<QString>("site");
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a key of the profile") << QString() << QString() << u"name"_s << u"name = \"LRIS\" # profiles/lris.toml:3"_s;
    QTest::newRow("accounts of the facility") << QString() << QString() << u"accounts"_s << u"accounts = [\"obs1\", \"obs2\"] # facility.toml:4"_s;
    QTest::newRow("a variable") << QString() << u"[variables]"_s << u"domain"_s << u"domain = \"summit.example\" # facility.toml:6"_s;
    QTest::newRow("a variable that uses another") << QString() << u"[variables]"_s << u"gateway"_s
                                                  << u"gateway = \"gateway.summit.example\" # facility.toml:7: \"gateway.{domain}\""_s;
    QTest::newRow("a variable that differs at the site")
        << u"hilo"_s << u"[variables]"_s << u"gateway"_s << u"gateway = \"hilo.summit.example\" # facility.toml:26, site hilo: \"hilo.{domain}\""_s;
    QTest::newRow("variables are replaced") << QString() << u"[link.summit]"_s << u"host"_s
                                            << u"host = \"lris.summit.example\" # profiles/lris.toml:6: \"lris.{domain}\""_s;
    QTest::newRow("the account stays") << QString() << u"[link.summit]"_s << u"user"_s << u"user = \"{account}\" # profiles/lris.toml:7"_s;
    QTest::newRow("a number") << QString() << u"[link.summit]"_s << u"port"_s << u"port = 2222 # profiles/lris.toml:8"_s;
    QTest::newRow("a default of the facility") << QString() << u"[link.summit]"_s << u"jump"_s
                                               << u"jump = [\"gateway.summit.example\"] # facility.toml:9, [default]: [\"{gateway}\"]"_s;
    QTest::newRow("a default of the facility at a site") << u"waimea"_s << u"[link.summit]"_s << u"jump"_s << u"jump = [] # facility.toml:30, site waimea"_s;
    QTest::newRow("a default of the key") << QString() << u"[link.summit]"_s << u"compression"_s << u"compression = \"auto\" # default"_s;
    QTest::newRow("a link of a group") << QString() << u"[link.tcs]"_s << u"host"_s
                                       << u"host = \"tcs1.summit.example\" # facility.toml:18, group telescope1: \"tcs1.{domain}\""_s;
    QTest::newRow("what the profile overrides in a group at the site")
        << u"hilo"_s << u"[link.tcs]"_s << u"port"_s << u"port = 24 # profiles/lris.toml:16, site hilo"_s;
    QTest::newRow("what it overrides is nothing elsewhere") << u"waimea"_s << u"[link.tcs]"_s << u"port"_s << u"no port"_s;
    QTest::newRow("a link of the facility") << QString() << u"[link.status]"_s << u"host"_s
                                            << u"host = \"status.summit.example\" # facility.toml:11: \"status.{domain}\""_s;
    QTest::newRow("a command with quotation marks") << QString() << u"[[window]]"_s << u"command"_s
                                                    << u"command = [\"ds9\", \"-title\", \"a \\\"b\\\" LRIS\"] # profiles/lris.toml:12: "
                                                       "[\"ds9\", \"-title\", \"a \\\"b\\\" {instrument}\"]"_s;
    QTest::newRow("an override at the site") << u"hilo"_s << u"[[window]]"_s << u"geometry"_s
                                             << u"geometry = \"800x600+0+0\" # profiles/lris.toml:15, site hilo"_s;
    QTest::newRow("a key of a table of the table") << QString() << u"[[window]]"_s << u"needs.fonts"_s
                                                   << u"needs.fonts = [\"fixed\"] # profiles/lris.toml:13"_s;
    QTest::newRow("a default in a table of the table")
        << QString() << u"[[window]]"_s << u"needs.backing-store"_s << u"needs.backing-store = false # default"_s;
    QTest::newRow("a title is the id") << QString() << u"[[window]]"_s << u"title"_s << u"title = \"ds9\" # default"_s;
    QTest::newRow("the screen is the first of the site") << u"hilo"_s << u"[[window]]"_s << u"screen"_s << u"screen = \"left\" # default"_s;
    QTest::newRow("no site, no screen") << QString() << u"[[window]]"_s << u"screen"_s << u"no screen"_s;
}

void ShowCommandTest::values()
{
    QFETCH(QString, site);
    QFETCH(QString, header);
    QFETCH(QString, key);
    const std::unique_ptr<FacilityDirectory> directory(facility());
    const ShowOutcome outcome = run({u"lris"_s, site, directory->path(), {}, false});
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.status, 0);
    QTEST(line(outcome.out, header, key), "expected");
}

void ShowCommandTest::displaysInTheirOrder()
{
    const std::unique_ptr<FacilityDirectory> directory(facility());
    const ShowOutcome outcome = run({u"lris"_s, u"hilo"_s, directory->path(), u"obs2"_s, false});
    QStringList headers;
    for (const QString &line : outcome.out.split(u'\n')) {
        if (line.startsWith(u'[')) {
            headers.append(line);
        }
    }
    QCOMPARE(headers,
             (QStringList{u"[variables]"_s, u"[link.summit]"_s, u"[link.tcs]"_s, u"[link.status]"_s, u"[[desktop]]"_s, u"[[desktop]]"_s, u"[[window]]"_s}));
    QCOMPARE(line(outcome.out, u"[link.summit]"_s, u"user"_s), u"user = \"obs2\" # profiles/lris.toml:7: \"{account}\""_s);
    QVERIFY(outcome.out.indexOf(u"id = \"tcs\"") < outcome.out.indexOf(u"id = \"weather\""));
    // A file is found from where it stands, wherever it is used.
    QCOMPARE(line(outcome.out, u"[link.summit]"_s, u"known-hosts"_s),
             u"known-hosts = \"%1/known_hosts\" # facility.toml:3: \"known_hosts\""_s.arg(directory->path()));
}

void ShowCommandTest::outputIsToml()
{
    const std::unique_ptr<FacilityDirectory> directory(facility());
    const ShowOutcome outcome = run({u"lris"_s, u"hilo"_s, directory->path(), {}, false});
    Problems problems;
    const std::optional<TomlNode> root = TomlDocument::read(outcome.out.toUtf8(), u"out"_s, problems);
    QVERIFY2(!problems.hasErrors(), qPrintable(problems.sorted().value(0).message));
    QVERIFY(root);
    QCOMPARE(root->find(u"desktop"_s)->value.items.size(), 2U);
    QCOMPARE(root->find(u"window"_s)->value.items.at(0).find(u"command"_s)->value.items.at(2).text, u"a \"b\" LRIS"_s);
}

void ShowCommandTest::sites_data()
{
    QTest::addColumn<QString>("ordered");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("named"); // in the heading
    QTest::newRow("the one that was ordered") << u"hilo"_s << u"waimea"_s << u"# LRIS at the site hilo, profiles/lris.toml\n"_s;
    QTest::newRow("the one that is set at the desk") << QString() << u"waimea"_s
                                                     << u"# LRIS at the site waimea, profiles/lris.toml\n# the site set on this workstation\n"_s;
    QTest::newRow("none is set")
        << QString() << QString()
        << u"# LRIS, profiles/lris.toml\n# no overrides of a site: no site is set on this workstation; choose one of hilo, waimea with --site\n"_s;
    QTest::newRow("one of another facility is set") << QString() << u"mars"_s
                                                    << u"the facility does not know this workstation’s site “mars”; choose one of hilo, waimea with --site\n"_s;
}

void ShowCommandTest::sites()
{
    QFETCH(QString, ordered);
    QFETCH(QString, set);
    QFETCH(QString, named);
    const std::unique_ptr<FacilityDirectory> directory(facility());
    const ShowOutcome outcome = run({u"lris"_s, ordered, {}, {}, false}, {directory->path(), set});
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.contains(named), qPrintable(outcome.out));
    QVERIFY(outcome.out.contains(u"# Connect asks for {account}; --account replaces it here\n"));
}

void ShowCommandTest::theOnlySiteNeedsNoChoice()
{
    const std::unique_ptr<FacilityDirectory> directory(facility());
    directory->write(u"facility.toml"_s, Test::showFacility().replace("[site.waimea]\nscreens = [\"centre\"]\ndefault.link.jump = []\n", ""));
    const ShowOutcome outcome = run({u"lris"_s, {}, {}, {}, false}, {directory->path(), u"mars"_s});
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.startsWith(u"# LRIS at the site hilo, profiles/lris.toml\n# the facility’s only site\n"_s), qPrintable(outcome.out));
}

void ShowCommandTest::notThere_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("site");
    QTest::addColumn<QString>("facility"); // in the test's directory
    QTest::addColumn<QString>("expected");
    QTest::newRow("an unknown profile") << u"lirs"_s << QString() << u"/"_s << u"Unknown profile “lirs” in %1/: expected one of lris. Did you mean “lris”?\n"_s;
    QTest::newRow("an unknown site") << u"lris"_s << u"hillo"_s << u"/"_s << u"Unknown site “hillo”: expected one of hilo, waimea. Did you mean “hilo”?\n"_s;
    QTest::newRow("no facility there") << u"lris"_s << QString() << u"/nothing"_s << u"%1/nothing/facility.toml: error: the file does not exist\n"_s;
    QTest::newRow("no such file") << u"./lris.toml"_s << QString() << QString() << u"./lris.toml: error: the file does not exist\n"_s;
    QTest::newRow("no facility is set") << u"lris"_s << QString() << QString()
                                        << u"No facility is set on this workstation. Use --facility DIR, or name a profile’s file.\n"_s;
}

void ShowCommandTest::notThere()
{
    QFETCH(QString, profile);
    QFETCH(QString, site);
    QFETCH(QString, facility);
    QFETCH(QString, expected);
    const std::unique_ptr<FacilityDirectory> directory(::facility());
    const ShowOutcome outcome = run({profile, site, facility.isEmpty() ? QString() : QString(directory->path() + facility), {}, false});
    QCOMPARE(outcome.status, 2);
    QCOMPARE(outcome.out, QString());
    QCOMPARE(outcome.err, expected.contains(u"%1"_s) ? expected.arg(directory->path()) : expected);
}

void ShowCommandTest::profileByItsFile()
{
    const std::unique_ptr<FacilityDirectory> directory(facility());
    const ShowOutcome inside = run({directory->path() + u"/profiles/lris.toml"_s, u"hilo"_s, {}, {}, false}, {u"/nowhere"_s, {}});
    QCOMPARE(inside.status, 0);
    QCOMPARE(line(inside.out, u"[link.tcs]"_s, u"port"_s), u"port = 24 # profiles/lris.toml:16, site hilo"_s);

    // Alone it has no facility: files are named as they were given, sites are its own.
    directory->write(u"alone.toml"_s, "format = 1\nid = \"a\"\nname = \"A\"\n[link.l]\nhost = \"h\"\n[site.hilo]\nlink.l.port = 24\n");
    const QString file = directory->path() + u"/alone.toml"_s;
    const ShowOutcome alone = run({file, u"hilo"_s, {}, {}, false});
    QCOMPARE(alone.status, 0); // nothing to show is but a warning
    QCOMPARE(line(alone.out, u"[link.l]"_s, u"port"_s), u"port = 24 # %1:7, site hilo"_s.arg(file));
}

void ShowCommandTest::mistakesGoToErr()
{
    const std::unique_ptr<FacilityDirectory> directory(facility());
    directory->write(u"profiles/lris.toml"_s, Test::showProfile().replace("2222", "70000"));
    const ShowOutcome outcome = run({u"lris"_s, u"hilo"_s, directory->path(), {}, false});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.err,
             directory->path() + u"/profiles/lris.toml:8:8: error: 70000 is not a valid value for “port”: expected a whole number from 1 to 65535\n"_s);
    QVERIFY(outcome.out.contains(u"[[window]]")); // the rest is shown all the same
}

void ShowCommandTest::nothingFromTheFileReachesTheTerminal()
{
    const std::unique_ptr<FacilityDirectory> directory(facility());
    directory->write(u"profiles/lris.toml"_s, Test::showProfile().replace("\"LRIS\"", "\"L\\u001b[31m\\u202eRIS\""));
    const ShowOutcome outcome = run({u"lris"_s, u"hilo"_s, directory->path(), {}, false});
    QCOMPARE(outcome.status, 0);
    QVERIFY(!outcome.out.contains(u'\u001b') && !outcome.out.contains(u'\u202e'));
    QCOMPARE(line(outcome.out, {}, u"name"_s), u"name = \"L\\u001b[31m\\u202eRIS\" # profiles/lris.toml:3"_s);
}

void ShowCommandTest::brokenFacilityIsTold()
{
    // A newer format says nothing that this version could show: the profile lacks what it includes.
    const std::unique_ptr<FacilityDirectory> directory(facility());
    directory->write(u"facility.toml"_s, Test::showFacility().replace("format = 1", "format = 9"));
    const ShowOutcome outcome = run({u"lris"_s, {}, directory->path(), {}, false});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.startsWith(
                 directory->path() + u"/facility.toml:1:10: error: the file has format 9, but this Nightdesk reads only format 1; install a newer Nightdesk"_s),
             qPrintable(outcome.err));
    // No site can be known then.
    const ShowOutcome somewhere = run({u"lris"_s, u"waimea"_s, directory->path(), {}, false});
    QCOMPARE(somewhere.status, 2);
    QVERIFY2(somewhere.err.contains(u"install a newer Nightdesk"), qPrintable(somewhere.err));
    QCOMPARE(outcome.err.count(u'\n'), 1); // not once more with the group that it lacks
    // A mistake that is not this profile's keeps a desk at what facility.toml said before: what is shown is not in force yet.
    const QString remark = u"# facility.toml has errors: until they are fixed"_s;
    QVERIFY2(outcome.out.contains(remark), qPrintable(outcome.out));
    directory->write(u"facility.toml"_s, Test::showFacility() + "[[room]]\nname = \"R\"\nlnik = \"x\"\n");
    const ShowOutcome other = run({u"lris"_s, u"waimea"_s, directory->path(), {}, false});
    QCOMPARE(other.status, 0);
    QVERIFY2(other.out.contains(remark), qPrintable(other.out));
    directory->write(u"facility.toml"_s, Test::showFacility());
    QVERIFY(!run({u"lris"_s, u"waimea"_s, directory->path(), {}, false}).out.contains(remark));
}

void ShowCommandTest::json()
{
    const std::unique_ptr<FacilityDirectory> directory(facility());
    const ShowOutcome outcome = run({u"lris"_s, u"hilo"_s, directory->path(), {}, true});
    QCOMPARE(outcome.status, 0);
    const QJsonObject object = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    QCOMPARE(object.value("profile"_L1), QJsonValue(u"lris"_s));
    QCOMPARE(object.value("site"_L1), QJsonValue(u"hilo"_s));
    QCOMPARE(object.value("good"_L1), QJsonValue(true));
    QJsonObject tcs;
    for (const QJsonValue &table : object.value("tables"_L1).toArray()) {
        if (table["table"_L1] == "link"_L1 && table["id"_L1] == "tcs"_L1) {
            tcs = table.toObject();
        }
    }
    QHash<QString, QJsonObject> values;
    for (const QJsonValue &value : tcs.value("values"_L1).toArray()) {
        values.insert(value["key"_L1].toString(), value.toObject());
    }
    QCOMPARE(values.value(u"host"_s),
             (QJsonObject{
                 {u"key"_s, u"host"_s},
                 {u"value"_s, u"tcs1.summit.example"_s},
                 {u"written"_s, u"tcs1.{domain}"_s},
                 {u"origin"_s,
                  QJsonObject{{u"kind"_s, u"group"_s}, {u"name"_s, u"telescope1"_s}, {u"file"_s, u"facility.toml"_s}, {u"line"_s, 18}, {u"column"_s, 17}}}}));
    QCOMPARE(values.value(u"port"_s).value("origin"_L1).toObject().value("kind"_L1), QJsonValue(u"site"_s));
    QCOMPARE(values.value(u"compression"_s),
             (QJsonObject{{u"key"_s, u"compression"_s}, {u"value"_s, u"auto"_s}, {u"origin"_s, QJsonObject{{u"kind"_s, u"default"_s}}}}));
    QCOMPARE(values.value(u"jump"_s).value("value"_L1), QJsonValue(QJsonArray{u"hilo.summit.example"_s}));
}

void ShowCommandTest::exampleIsGoodEverywhere()
{
    const QString directory = qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/example-facility"_s;
    for (const QString &profile : QDir(directory + u"/profiles"_s).entryList({u"*.toml"_s}, QDir::Files)) {
        for (const QString &site : {u"headquarters"_s, u"university"_s, u"institute"_s, u"home"_s}) {
            const ShowOutcome outcome = run({profile.chopped(5), site, directory, u"obs1"_s, false});
            QCOMPARE(outcome.err, QString());
            QCOMPARE(outcome.status, 0);
            QVERIFY(!outcome.out.contains(u"{account}\"  #"));
        }
    }
}

NIGHTDESK_GUILESS_TEST(ShowCommandTest)
#include "showcommandtest.moc"
