// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/profiles/readings.h"

#include "sessions/profiles/facility/facilitychecker.h"
#include "sessions/profiles/facility/facilityreader.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// 24 lines; what a test adds begins in line 25.
QByteArray includedFacility()
{
    return R"(format = 1
name = "Summit Observatory"
[link.status]
host = "status.example"
[[desktop]]
id = "telescope-status"
link = "status"
display = ":9"
input = "view-only"
[group.weather]
link.met.host = "met.example"
[[group.weather.desktop]]
id = "weather"
link = "met"
display = ":2"
[group.telescope1]
include = ["weather"]
link.tcs.host = "tcs1.example"
[[group.telescope1.window]]
id = "tcs"
link = "tcs"
command = ["tcs"]
[site.hilo]
screens = ["left", "right"]
)";
}

/// Nine lines; line 4 says what is included.
QByteArray includingProfile(const QByteArray &include = "include = [\"telescope1\"]")
{
    return "format = 1\nid = \"lris\"\nname = \"LRIS\"\n" + include
        + "\n[link.summit]\nhost = \"h.example\"\n[[desktop]]\nid = \"control\"\nlink = \"summit\"\n" + "display = \":1\"\n";
}

QStringList idsOf(const InstrumentProfile &includingProfile)
{
    QStringList result;
    for (const LinkSpec &link : includingProfile.links) {
        result.append(link.id);
    }
    result.append(u"|"_s);
    for (const DesktopSpec &desktop : includingProfile.desktops) {
        result.append(desktop.id);
    }
    result.append(u"|"_s);
    for (const WindowSpec &window : includingProfile.windows) {
        result.append(window.id);
    }
    return result;
}
}

/// What profiles share: groups, the facility's own displays, people, rooms, accounts.
class IncludeTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsShown_data();
    void whatIsShown();
    void ofTwoGroupsTheFirstNamedGoesBefore_data();
    void ofTwoGroupsTheFirstNamedGoesBefore();
    void placesAreThoseOfTheFacility();
    void pathsBelongToTheirFile();
    void mistakes_data();
    void mistakes();
    void mistakesOfAGroupReachOnlyThoseWhoTakeIt();
    void whoseMistakeItIs_data();
    void whoseMistakeItIs();
    void aMissingIncludeIsToldOnce_data();
    void aMissingIncludeIsToldOnce();
    void aMisspeltLinkIsToldBesideAMissingInclude();
    void moreMistakesThanAreKeptHideNone();
    void includeWithoutAFacility_data();
    void includeWithoutAFacility();
    void whatIsNotTomlIsNotTakenForNothing_data();
    void whatIsNotTomlIsNotTakenForNothing();
    void aHundredGroupsDeepDoNotHang();
    void everyGroupIncludesAllOthersBelow();
    void largeFacilitiesDoNotHang_data();
    void largeFacilitiesDoNotHang();
    void accounts_data();
    void accounts();
    void peopleAndRooms();
    void peopleAndRoomsOfAFacilityOnDisk();
    void peopleMistakes_data();
    void peopleMistakes();
    void checkTellsAMistakeOfTheFacilityOnce();
};

void IncludeTest::whatIsShown_data()
{
    QTest::addColumn<QByteArray>("added"); // to the facility
    QTest::addColumn<QByteArray>("include");
    QTest::addColumn<QString>("expected"); // links | desktops | windows
    const auto row = [](const char *name, const QByteArray &added, const QByteArray &include, const QString &expected) {
        QTest::newRow(name) << added << include << expected;
    };
    row("nothing included: its own and the facility's", "", "", u"summit status | control telescope-status |"_s);
    row("an empty include", "", "include = []", u"summit status | control telescope-status |"_s);
    row("a group", "", "include = [\"weather\"]", u"summit met status | control weather telescope-status |"_s);
    row("a group that includes a group", "", "include = [\"telescope1\"]", u"summit tcs met status | control weather telescope-status | tcs"_s);
    row("one that is included twice is there once",
        "",
        "include = [\"weather\", \"telescope1\"]",
        u"summit tcs met status | control weather telescope-status | tcs"_s);
    row("groups in the order in which they are named",
        "[group.b]\n[[group.b.desktop]]\nid = \"b\"\nlink = \"status\"\ndisplay = \":3\"\n"
        "[group.a]\n[[group.a.desktop]]\nid = \"a\"\nlink = \"status\"\ndisplay = \":4\"\n",
        "include = [\"b\", \"a\"]",
        u"summit status | control b a telescope-status |"_s);
    row("and the other way round",
        "[group.b]\n[[group.b.desktop]]\nid = \"b\"\nlink = \"status\"\ndisplay = \":3\"\n"
        "[group.a]\n[[group.a.desktop]]\nid = \"a\"\nlink = \"status\"\ndisplay = \":4\"\n",
        "include = [\"a\", \"b\"]",
        u"summit status | control a b telescope-status |"_s);
    row("a link that nothing uses is not connected",
        "[group.b]\nlink.spare.host = \"x\"\n",
        "include = [\"b\"]",
        u"summit status | control telescope-status |"_s);
    row("an empty group", "[group.b]\n", "include = [\"b\"]", u"summit status | control telescope-status |"_s);
}

void IncludeTest::whatIsShown()
{
    QFETCH(QByteArray, added);
    QFETCH(QByteArray, include);
    for (const QString &site : {QString(), u"hilo"_s}) {
        const ParsedProfile reading = read(includedFacility() + added, includingProfile(include), site);
        QCOMPARE(lines(reading.problems), QStringList());
        QTEST(idsOf(reading.profile).join(u' '), "expected");
    }
}

void IncludeTest::ofTwoGroupsTheFirstNamedGoesBefore_data()
{
    QTest::addColumn<QByteArray>("include");
    QTest::addColumn<QString>("expected"); // host and title
    QTest::newRow("a, b") << QByteArray("[\"a\", \"b\"]") << u"a.example of a"_s;
    QTest::newRow("b, a") << QByteArray("[\"b\", \"a\"]") << u"b.example of b"_s;
    QTest::newRow("b alone") << QByteArray("[\"b\"]") << u"b.example of b"_s;
    QTest::newRow("one that includes both goes before both") << QByteArray("[\"a\", \"both\", \"b\"]") << u"both.example of both"_s;
    QTest::newRow("neither") << QByteArray("[]") << u"f.example of f"_s;
}

void IncludeTest::ofTwoGroupsTheFirstNamedGoesBefore()
{
    QFETCH(QByteArray, include);
    QByteArray common = includedFacility()
        + "[variables]\nx = \"f\"\n[link.x]\nhost = \"f.example\"\n[[desktop]]\nid = \"x\"\nlink = \"x\"\ndisplay = \":1\"\ntitle = \"of {x}\"\n";
    for (const QByteArray &name : {"a"_ba, "b"_ba, "both"_ba}) {
        common += "[group." + name + "]\nvariables.x = \"" + name + "\"\nlink.x.host = \"" + name + ".example\"\n";
    }
    common += "include = [\"b\", \"a\"]\n"; // of "both"
    const ParsedProfile reading = read(common, includingProfile("include = " + include));
    QCOMPARE(lines(reading.problems), QStringList());
    const auto link = std::ranges::find(reading.profile.links, u"x"_s, &LinkSpec::id);
    QVERIFY(link != reading.profile.links.end());
    const QString found = link->host + u' ' + reading.profile.desktops.last().title;
    QTEST(found, "expected");
}

void IncludeTest::placesAreThoseOfTheFacility()
{
    const ParsedProfile reading = read(includedFacility(), includingProfile());
    QCOMPARE(reading.profile.windows.first().place, (SourcePlace{facilityFilePath, 19, 1}));
    const TomlNode &window = reading.effectiveTable.find(u"window"_s)->value.items.at(0);
    QCOMPARE(window.find(u"command"_s)->value.place, (SourcePlace{facilityFilePath, 22, 11}));
    QCOMPARE(reading.effectiveTable.find(u"include"_s)->value.place, (SourcePlace{profileFile, 4, 11}));
    QVERIFY(!reading.effectiveTable.find(u"link"_s)->value.find(u"spare"_s));
}

void IncludeTest::pathsBelongToTheirFile()
{
    const QByteArray shared = includedFacility() + "[group.keys]\n[group.keys.link.k]\nhost = \"k\"\nidentities = [\"id\"]\nknown-hosts = \"kh\"\n"
                                           "[[group.keys.desktop]]\nid = \"k\"\nlink = \"k\"\ndisplay = \":1\"\n";
    const QByteArray own = includingProfile("include = [\"keys\"]") + "[site.hilo]\nlink.k.known-hosts = \"kh2\"\n";
    const auto linkAt = [&](const QString &site) {
        return read(shared, own, site).profile.links.at(1);
    };
    QCOMPARE(linkAt({}).privateKeyFiles, QStringList{u"/facility/id"_s});
    QCOMPARE(linkAt({}).knownHostsPath, u"/facility/kh"_s);
    QCOMPARE(linkAt(u"hilo"_s).knownHostsPath, u"/facility/profiles/kh2"_s); // where it says so
}

void IncludeTest::mistakes_data()
{
    QTest::addColumn<QByteArray>("added"); // to the facility, from line 25
    QTest::addColumn<QByteArray>("include");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &added, const QByteArray &include, const QStringList &expected) {
        QTest::newRow(name) << added << include << expected;
    };
    const QByteArray take = "include = [\"telescope1\"]";
    // the profile's
    row("a group that is not there",
        "",
        "include = [\"weather\", \"telescop1\"]",
        {u"4:23: error: the facility has no group “telescop1”: expected one of \"weather\", \"telescope1\". Did you mean “telescope1”?"_s});
    row("include as text", "", "include = \"weather\"", {u"4:11: error: “include” is text: expected a list of groups, for example [\"telescope1\"]"_s});
    row("a number included",
        "",
        "include = [\"weather\", 1]",
        {u"4:23: error: the list “include” contains the number 1: expected a list of groups, for example [\"telescope1\"]"_s});
    row("a group included twice", "", "include = [\"weather\", \"weather\"]", {u"4:23: error: “weather” is in the list twice; remove one"_s});
    row("a name of capitals",
        "",
        "include = [\"Weather\"]",
        {u"4:12: error: “Weather” is not a valid value for “include”: expected a list of groups, for example [\"telescope1\"]"_s});
    row("a display of the profile with the facility's id",
        "[[window]]\nid = \"control\"\nlink = \"status\"\ncommand = [\"x\"]\n",
        take,
        {u"8:6: error: facility.toml already adds a display “control” to this profile, in line 26; choose another id"_s});
    row("two groups with one id between them",
        "[group.b]\n[[group.b.desktop]]\nid = \"weather\"\nlink = \"status\"\ndisplay = \":3\"\n",
        "include = [\"b\", \"weather\"]",
        {u"4:11: error: two of these groups define a display “weather” (facility.toml, lines 27 and 13); rename one of them"_s});
    // the facility's: told though the profile has nothing to do with it
    row("a group that includes what is not there",
        "[group.b]\ninclude = [\"wether\"]\n",
        "",
        {u"facility.toml:26:12: error: the facility has no group “wether”: expected one of \"weather\", \"telescope1\", \"b\". Did you mean “weather”?"_s});
    row("a group that includes itself",
        "[group.b]\ninclude = [\"b\"]\n",
        "",
        {u"facility.toml:26:12: error: the groups include each other in a circle (“b → b”); remove one include"_s});
    row("groups in a circle are told once",
        "[group.b]\ninclude = [\"weather\", \"c\"]\n[group.c]\ninclude = [\"d\"]\n[group.d]\ninclude = [\"b\"]\n",
        "",
        {u"facility.toml:26:23: error: the groups include each other in a circle (“b → c → d → b”); remove one include"_s});
    row("a circle that the profile takes is told with the facility",
        "[group.b]\ninclude = [\"c\"]\n[group.c]\ninclude = [\"b\"]\n",
        "include = [\"c\"]",
        {u"facility.toml:26:12: error: the groups include each other in a circle (“b → c → b”); remove one include"_s});
    row("an unknown key of a group",
        "[group.b]\nincldue = []\n",
        "",
        {u"facility.toml:26:1: error: “incldue” is not a key of [group.ID]. Did you mean “include”?"_s});
    row("a group with capitals",
        "[group.B]\n",
        "",
        {u"facility.toml:25:8: error: “B” is not a valid name for a group: expected lower-case letters, digits, - and _, beginning with a letter or digit"_s});
    row("a group that is a value", "group.b = 3\n", "", {u"facility.toml:25:7: error: “b” is not a group: expected named tables in the form [group.NAME]"_s});
    row("a mistake in a link of a group",
        "[group.b]\nlink.x.host = \"a b\"\n",
        "",
        {u"facility.toml:26:15: error: “a b” is not a valid value for “host”: expected only the name or address of a host"_s});
    row("a mistake in a display of a group",
        "[group.b]\n[[group.b.desktop]]\nid = \"b\"\nlink = \"status\"\ndisplay = \"3\"\n",
        take,
        {u"facility.toml:29:11: error: “3” is not a valid value for “display”: expected a display number, for example \":1\""_s});
    row("a display of a group that names a link which it does not have",
        "[group.b]\n[[group.b.desktop]]\nid = \"b\"\nlink = \"met\"\ndisplay = \":3\"\n",
        "",
        {u"facility.toml:28:8: error: there is no connection “met”: expected \"status\""_s});
    row("a display of a group on a screen that the site does not have",
        "[group.b]\n[[group.b.desktop]]\nid = \"b\"\nlink = \"status\"\ndisplay = \":3\"\nscreen = \"lft\"\n",
        "",
        {u"facility.toml:30:10: error: the site “hilo” has no screen “lft”: expected one of \"left\", \"right\". Did you mean “left”?"_s});
    row("two displays of one id in the facility",
        "[[window]]\nid = \"telescope-status\"\nlink = \"status\"\ncommand = [\"x\"]\n",
        "",
        {u"facility.toml:26:6: error: another display already has the id “telescope-status”, in line 6; choose another id"_s});
    row("a display of a group with the id of the facility's",
        "[group.b]\n[[group.b.desktop]]\nid = \"telescope-status\"\nlink = \"status\"\ndisplay = \":3\"\n",
        "include = [\"b\"]",
        {u"facility.toml:6:6: error: another display already has the id “telescope-status”, in line 27; choose another id"_s});
    row("a group and one that it includes have one id",
        "[group.b]\ninclude = [\"weather\"]\n[[group.b.desktop]]\nid = \"weather\"\nlink = \"met\"\ndisplay = \":3\"\n",
        "include = [\"b\"]",
        {u"facility.toml:13:6: error: another display already has the id “weather”, in line 28; choose another id"_s});
    row("a display of the facility without a link",
        "[[window]]\nid = \"w\"\ncommand = [\"x\"]\n",
        "",
        {u"facility.toml:25:1: error: “link” is missing: expected the name of a connection"_s});
}

void IncludeTest::mistakes()
{
    QFETCH(QByteArray, added);
    QFETCH(QByteArray, include);
    QFETCH(QStringList, expected);
    QByteArray text = includedFacility();
    if (added.startsWith("group.")) { // a key of the file itself stands before the first table
        text.replace("[link.status]", QByteArray(added + "[link.status]"));
        expected.replaceInStrings(u":25:"_s, u":3:"_s);
    } else {
        text += added;
    }
    const QStringList found = told(text, includingProfile(include), u"hilo"_s);
    QVERIFY2(found == expected, qPrintable(u"found:\n"_s + found.join(u'\n') + u"\nexpected:\n"_s + expected.join(u'\n')));
}

void IncludeTest::mistakesOfAGroupReachOnlyThoseWhoTakeIt()
{
    const QByteArray bad = includedFacility() + "[group.b]\n[[group.b.desktop]]\nid = \"b\"\nlink = \"status\"\ndisplay = \"3\"\n";
    const FacilityDocument document(bad, facilityFilePath);
    QCOMPARE(document.problems().size(), 1);
    const ParsedProfile taken = read(bad, includingProfile("include = [\"b\"]"));
    QVERIFY(!taken.hasNoErrors());
    QCOMPARE(taken.problems, document.problems()); // in the facility's own words
    QVERIFY(read(bad, includingProfile()).hasNoErrors());
}

void IncludeTest::whoseMistakeItIs_data()
{
    QTest::addColumn<QByteArray>("added"); // to the facility, from line 25, in [site.hilo]
    QTest::addColumn<QByteArray>("include");
    QTest::addColumn<bool>("isSpoilt"); // the profile at hilo
    const QByteArray take = "include = [\"telescope1\"]";
    const auto spoilt = [&](const char *name, const QByteArray &added) {
        QTest::newRow(name) << added << take << true;
    };
    const auto good = [&](const char *name, const QByteArray &added) {
        QTest::newRow(name) << added << take << false;
    };
    spoilt("a key of a default misspelt", "[default.desktop]\ninptu = \"view-only\"\n");
    spoilt("a default without an equals sign", "[default.desktop]\ninput \"view-only\"\n");
    spoilt("a way in a default misspelt", "[default.link]\njmup = [\"gateway.example\"]\n");
    spoilt("a kind of default misspelt", "[default]\ndesktp.input = \"view-only\"\n");
    spoilt("a header with a blank in it", "[default desktop]\ninput = \"view-only\"\n");
    spoilt("a header of nobody", "[defaults.link]\njump = [\"gateway.example\"]\n");
    spoilt("a header with two dots", "[default..link]\njump = [\"gateway.example\"]\n");
    spoilt("a header with a quote left open", "[\"default.link]\njump = [\"gateway.example\"]\n");
    spoilt("a header with a bracket left open", "[default.link\njump = [\"gateway.example\"]\n");
    spoilt("a default there twice", "[default.desktop]\ninput = \"free\"\ninput = \"view-only\"\n");
    spoilt("a variable without an equals sign and without a value", "[variables]\ngateway gateway.example\n");
    spoilt("two variables in one line", "[variables]\na = \"1\" gateway = \"gateway.example\"\n");
    spoilt("a variable there twice", "[variables]\ngateway = \"a\"\ngateway = \"b\"\n");
    spoilt("a key at the site misspelt", "desktop.telescope-status.inptu = \"view-only\"\n");
    spoilt("a key at the site without an equals sign", "desktop.telescope-status.input \"view-only\"\n");
    spoilt("a display at the site set to a value", "desktop.telescope-status = \"view-only\"\n");
    spoilt("a display at the site misspelt", "desktop.telescop-status.input = \"view-only\"\n");
    spoilt("a variable at the site without an equals sign", "variables.domain \"example\"\n");
    spoilt("a variable of the site alone", "variables.domain = \"example\"\n");
    spoilt("a table of the site misspelt", "defualt.link.jump = []\n");
    spoilt("a line of a group without an equals sign", "[group.telescope1.variables]\ndomain \"example\"\n");
    spoilt("a key of a group that a group takes", "[group.weather.varaibles]\nx = \"1\"\n");
    spoilt("a display of a group under a header with a blank", "[[group.weather desktop]]\nid = \"x\"\n");
    spoilt("a host twice in a link that is used", "[link.status]\nhost = \"other.example\"\n");
    spoilt("a line of the facility's window", "[[window]]\nid = \"w\"\nlink = \"status\"\ncommand = [\"x\"]\ntrusted false\n");
    spoilt("a list of people that does not end", "[[person]]\nname = \"K\"\nrole = [\"OA\"\n\n[default.link]\njmup = []\n");
    good("a person's telephone number", "[[person]]\nname = \"K\"\nrole = \"OA\"\nphone \"1\"\n");
    good("a room's link", "[[room]]\nname = \"R\"\nlnik = \"https://meet.example\"\n");
    good("another site", "[site.waimea]\nscreens = [\"left\"]\ndesktop.telescope-status.inptu = \"view-only\"\n");
    good("a line of another site", "[site.waimea]\nscreens = [\"left\"]\ndefault.link.jump [\"gateway.example\"]\n");
    good("a group that is not taken", "[group.other]\nlink.x.host \"x\"\ninclude = [\"nowhere\"]\n");
    good("a link that is not used", "[link.other]\nhots = \"x\"\nhost \"y\"\n");
    good("a variable that is not used", "[variables]\ngateway = 5\n");
    good("a variable that is not used, without an equals sign", "[variables]\ngateway \"gateway.example\"\n");
    good("the site's name", "name = 5\n");
    good("the size of a screen", "screen-sizes = { lfet = \"10x10\" }\n");
    good("a default screen that another site has not", "[default.window]\nscreen = \"right\"\n[site.waimea]\nscreens = [\"left\"]\n");
}

void IncludeTest::whoseMistakeItIs()
{
    QFETCH(QByteArray, added);
    QFETCH(QByteArray, include);
    const FacilityDocument document(QByteArray(includedFacility() + added), facilityFilePath);
    QVERIFY(!document.problems().isEmpty());
    const ParsedProfile reading = ProfileReader::parse(includingProfile(include), profileFile, document, u"hilo"_s);
    QTEST(!reading.hasNoErrors(), "isSpoilt");
    for (const ProfileError &problem : reading.problems) { // in the facility's words
        QVERIFY2(document.problems().contains(problem), qPrintable(lines({problem}).first()));
    }
}

void IncludeTest::aMissingIncludeIsToldOnce_data()
{
    QTest::addColumn<QByteArray>("include");
    QTest::addColumn<QString>("expected");
    QTest::newRow("misspelt") << QByteArray("include = [\"telescop1\"]") << u"4:12: error: the facility has no group “telescop1”"_s;
    QTest::newRow("no TOML") << QByteArray("include = [\"telescope1]") << u"4:12: error: "_s;
    QTest::newRow("no list") << QByteArray("include = \"telescope1\"") << u"4:11: error: “include” is text"_s;
    QTest::newRow("no equals sign") << QByteArray("include [\"telescope1\"]") << u"4:"_s;
    QTest::newRow("a group whose own include is misspelt") << QByteArray("include = [\"broken\"]") << u"facility.toml:26:12: error: "_s;
}

void IncludeTest::aMissingIncludeIsToldOnce()
{
    QFETCH(QByteArray, include);
    QFETCH(QString, expected);
    const QByteArray own = includingProfile(include)
        + "[[window]]\nid = \"w\"\nlink = \"tcs\"\ncommand = [\"x\", \"{dome}\"]\n[site.hilo]\nlink.tcs.user = \"x\"\nwindow.tcs.title = \"x\"\n"
          "variables.dome = \"x\"\n";
    const ParsedProfile reading = read(includedFacility() + "[group.broken]\ninclude = [\"telescop1\"]\n", own, u"hilo"_s);
    const QString found = lines(reading.problems).join(u'\n');
    QCOMPARE(reading.problems.size(), 1);
    QVERIFY2(found.startsWith(expected), qPrintable(found));
}

void IncludeTest::aMisspeltLinkIsToldBesideAMissingInclude()
{
    const QByteArray own = includingProfile("include = [\"telescop1\"]")
        + "[[window]]\nid = \"w\"\nlink = \"sumit\"\ncommand = [\"x\"]\n[[window]]\nid = \"v\"\nlink = \"tcs\"\ncommand = [\"x\"]\n";
    const QStringList found = lines(read(includedFacility(), own, u"hilo"_s).problems);
    QCOMPARE(found.size(), 2); // "tcs" is the missing group's
    QVERIFY2(found.at(0).startsWith(u"4:12: error: the facility has no group"), qPrintable(found.at(0)));
    QVERIFY2(found.at(1).startsWith(u"13:8: error: there is no connection “sumit”"), qPrintable(found.at(1)));
}

void IncludeTest::moreMistakesThanAreKeptHideNone()
{
    // Mistakes in people concern no profile; the one in [default.desktop] would, but stands behind too many to be kept.
    QByteArray many = includedFacility();
    for (int i = 0; i < 600; ++i) {
        many += "[[person]]\nname = \"P\"\nrole = \"XX\"\n";
    }
    many += "[default.desktop]\ninptu = \"view-only\"\n";
    QVERIFY(!read(many, includingProfile(), u"hilo"_s).hasNoErrors());
}

void IncludeTest::includeWithoutAFacility_data()
{
    QTest::addColumn<QByteArray>("facility");
    QTest::addColumn<QString>("expected");
    QTest::newRow("in no facility")
        << QByteArray()
        << u"4:12: error: there is no group “telescope1”: groups are defined in facility.toml, and this file is not in a facility’s profiles directory"_s;
    QTest::newRow("in a facility of a newer format") << QByteArray(
        "format = 2\n") << u"facility.toml:1:10: error: the file has format 2, but this Nightdesk reads only format 1; install a newer Nightdesk"_s;
    QTest::newRow("in a facility without groups") << QByteArray("format = 1\nname = \"F\"\n") << u"4:12: error: the facility has no group “telescope1”"_s;
    QTest::newRow("in a facility with one group")
        << QByteArray("format = 1\nname = \"F\"\n[group.telescope2]\n")
        << u"4:12: error: the facility has no group “telescope1”: expected \"telescope2\". Did you mean “telescope2”?"_s;
}

void IncludeTest::includeWithoutAFacility()
{
    QFETCH(QByteArray, facility);
    const FacilityDocument document = facility.isEmpty() ? FacilityDocument() : FacilityDocument(facility, facilityFilePath);
    const ParsedProfile reading = ProfileReader::parse(includingProfile(), profileFile, document);
    QCOMPARE(lines(reading.problems).size(), 1);
    QTEST(lines(reading.problems).first(), "expected");
}

void IncludeTest::whatIsNotTomlIsNotTakenForNothing_data()
{
    QTest::addColumn<QByteArray>("good");
    QTest::addColumn<QByteArray>("broken");
    QTest::newRow("the host of a group's link") << QByteArray("link.tcs.host = \"tcs1.example\"") << QByteArray("link.tcs.host = \"tcs1.example");
    QTest::newRow("a list of a group's window") << QByteArray("command = [\"tcs\"]") << QByteArray("command = [\"tcs\"");
    QTest::newRow("a key of the facility's desktop") << QByteArray("input = \"view-only\"") << QByteArray("input = view-only");
    QTest::newRow("a host without an equals sign") << QByteArray("host = \"status.example\"") << QByteArray("host \"status.example\"");
    QTest::newRow("an input without an equals sign") << QByteArray("input = \"view-only\"") << QByteArray("input \"view-only\"");
    QTest::newRow("a host of a group without an equals sign") << QByteArray("link.met.host = \"met.example\"") << QByteArray("link.met.host \"met.example\"");
    QTest::newRow("a link without quotes") << QByteArray("link.met.host = \"met.example\"") << QByteArray("link.met = met");
}

void IncludeTest::whatIsNotTomlIsNotTakenForNothing()
{
    // A key that could not be read must not look like one that is not given: a host would be missing, or input free.
    QFETCH(QByteArray, good);
    QFETCH(QByteArray, broken);
    QByteArray text = includedFacility();
    QVERIFY(text.contains(good));
    text.replace(good, broken);
    const FacilityDocument document(text, facilityFilePath);
    QVERIFY(!document.problems().isEmpty());
    const ParsedProfile reading = read(text, includingProfile());
    QVERIFY(!reading.hasNoErrors());
    QVERIFY(!reading.problems.isEmpty());
    for (const ProfileError &problem : reading.problems) {
        QVERIFY2(document.problems().contains(problem), qPrintable(lines({problem}).first()));
    }
}

void IncludeTest::aHundredGroupsDeepDoNotHang()
{
    QByteArray text = includedFacility();
    for (int i = 0; i < 100; ++i) {
        const QByteArray n = QByteArray::number(i);
        const QByteArray next = QByteArray::number(i + 1);
        text += "[group.g" + n + "]\nvariables.v" + n + " = \"{v" + next + "}\"\n";
        if (i < 99) {
            text += "include = [\"g" + next + "\"]\n";
        } else {
            text += "variables.v100 = \"deep\"\n";
        }
        text += "[[group.g" + n + ".desktop]]\nid = \"d" + n + "\"\nlink = \"status\"\ndisplay = \":" + n + "\"\ntitle = \"{v" + n + "}\"\n";
    }
    QElapsedTimer timer;
    timer.start();
    const ParsedProfile reading = read(text, includingProfile("include = [\"g0\"]"), u"hilo"_s);
    QCOMPARE(lines(reading.problems), QStringList());
    QCOMPARE(reading.profile.desktops.size(), 102);
    QCOMPARE(reading.profile.desktops.at(1).title, u"deep"_s);
    QVERIFY2(timer.elapsed() < 10000, qPrintable(QString::number(timer.elapsed()))); // a hang; seen: below 200 ms
}

void IncludeTest::everyGroupIncludesAllOthersBelow()
{
    // 2 to the 60th ways lead to the last one.
    QByteArray text = includedFacility();
    for (int i = 0; i < 60; ++i) {
        text += "[group.g" + QByteArray::number(i) + "]\ninclude = [";
        for (int j = i + 1; j < 60; ++j) {
            text += "\"g" + QByteArray::number(j) + "\",";
        }
        text += "]\n";
    }
    text += "[[group.g59.desktop]]\nid = \"d\"\nlink = \"status\"\ndisplay = \":1\"\n";
    QElapsedTimer timer;
    timer.start();
    const ParsedProfile reading = read(text, includingProfile("include = [\"g0\"]"), u"hilo"_s);
    QCOMPARE(lines(reading.problems), QStringList());
    QCOMPARE(idsOf(reading.profile).join(u' '), u"summit status | control d telescope-status |"_s);
    QVERIFY2(timer.elapsed() < 10000, qPrintable(QString::number(timer.elapsed())));

    QByteArray many = includedFacility();
    for (int i = 0; i < 300; ++i) {
        many += "[group.x" + QByteArray::number(i) + "]\n";
    }
    QCOMPARE(told(many, includingProfile(), u"hilo"_s),
             QStringList{u"facility.toml:223:8: error: there are too many groups: a facility can have at most 200"_s});

    QByteArray sites = includedFacility(); // one already
    for (int i = 0; i < 120; ++i) {
        sites += "[site.s" + QByteArray::number(i) + "]\nscreens = [\"left\"]\n";
    }
    QCOMPARE(told(sites, includingProfile(), u"hilo"_s),
             QStringList{u"facility.toml:223:7: error: there are too many sites: a facility can have at most 100"_s});
}

void IncludeTest::largeFacilitiesDoNotHang_data()
{
#ifdef NIGHTDESK_SANITIZED // sanitizers slow it ten times over; the build without them reads almost a megabyte
    constexpr int share = 4;
#else
    constexpr int share = 1;
#endif
    QTest::addColumn<QByteArray>("facility");
    const auto row = [](const char *name, int count, auto &&line) {
        QByteArray text = "format = 1\nname = \"F\"\n[site.a]\nscreens = [\"left\"]\n[site.b]\nscreens = [\"left\"]\n";
        for (int i = 0; i < count; ++i) {
            text += line(QByteArray::number(i));
        }
        QVERIFY(text.size() < 1024 * 1024);
        QTest::newRow(name) << text;
    };
    row("many links", 40000 / share, [](const QByteArray &n) -> QByteArray {
        return "[link.l" + n + "]\nhost=\"h\"\n";
    });
    row("many links with a mistake", 35000 / share, [](const QByteArray &n) -> QByteArray {
        return "[link.l" + n + "]\nhots=\"h\"\n";
    });
    row("many desktops", 18000 / share, [](const QByteArray &n) -> QByteArray {
        return "[[desktop]]\nid=\"k" + n + "\"\nlink=\"l\"\ndisplay=\":1\"\n";
    });
    row("many variables that are not there", 30000 / share, [](const QByteArray &n) -> QByteArray {
        return "variables.v" + n + " = \"{w" + n + "}\"\n"; // at the site b
    });
    row("many groups", 60000 / share, [](const QByteArray &n) -> QByteArray {
        return "[group.g" + n + "]\n";
    });
    row("many sites", 25000 / share, [](const QByteArray &n) -> QByteArray {
        return "[site.s" + n + "]\nscreens=[\"l\"]\n";
    });
    row("200 groups that include each other", 200, [](const QByteArray &n) {
        QByteArray text = "[group.g" + n + "]\ninclude=[";
        for (int other = 0; other < 200; ++other) {
            text += "\"g" + QByteArray::number(other) + "\",";
        }
        return QByteArray(text + "]\n");
    });
    row("many overrides of nothing", 50000 / share, [](const QByteArray &n) -> QByteArray {
        return "link.l" + n + ".port=22\n";
    });
}

void IncludeTest::largeFacilitiesDoNotHang()
{
    QFETCH(QByteArray, facility);
    const QByteArray own = "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.l]\nhost = \"h\"\n[[desktop]]\nid = \"d\"\nlink = \"l\"\ndisplay = \":1\"\n";
    QElapsedTimer timer;
    timer.start();
    const FacilityDocument document(facility, facilityFilePath);
    QVERIFY(document.problems().size() <= Problems::maxProblemCount + 1);
    const ParsedProfile reading = ProfileReader::parse(own, profileFile, document, u"b"_s);
    QVERIFY(!reading.profile.desktops.isEmpty());
    // Seen: below 3 s each on an idle machine. The limit catches a hang, as of work that grows with the square, not slowness.
    QVERIFY2(timer.elapsed() < 60000, qPrintable(QString::number(timer.elapsed())));
}

void IncludeTest::accounts_data()
{
    QTest::addColumn<QByteArray>("facilitys");
    QTest::addColumn<QByteArray>("profiles");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<QStringList>("mistakes");
    const QStringList none;
    QTest::newRow("neither has a list: any") << QByteArray() << QByteArray() << none << none;
    QTest::newRow("the facility's") << QByteArray("accounts = [\"obs1\", \"obs2\"]") << QByteArray() << QStringList{u"obs1"_s, u"obs2"_s} << none;
    QTest::newRow("the profile's own") << QByteArray() << QByteArray("accounts = [\"lris1\"]") << QStringList{u"lris1"_s} << none;
    QTest::newRow("the profile's own before the facility's")
        << QByteArray("accounts = [\"obs1\"]") << QByteArray("accounts = [\"lris1\"]") << QStringList{u"lris1"_s} << none;
    QTest::newRow("an account twice") << QByteArray() << QByteArray("accounts = [\"a\", \"a\"]") << none
                                      << QStringList{u"4:18: error: “a” is in the list twice; remove one"_s};
    QTest::newRow("no account at all") << QByteArray() << QByteArray("accounts = []") << none
                                       << QStringList{u"4:12: error: “accounts” is empty: expected a list of accounts, for example [\"obs1\", \"obs2\"]"_s};
    QTest::newRow("an account that is an option")
        << QByteArray() << QByteArray("accounts = [\"-l\"]") << none
        << QStringList{u"4:13: error: “-l” is not a valid value for “accounts”: expected a list of accounts, for example [\"obs1\", \"obs2\"]"_s};
    QTest::newRow("a mistake in the facility's list is none of a profile with its own")
        << QByteArray("accounts = [\"a b\"]") << QByteArray("accounts = [\"lris1\"]") << QStringList{u"lris1"_s}
        << QStringList{
               u"facility.toml:3:13: error: “a b” is not a valid value for “accounts”: expected a list of accounts, for example [\"obs1\", \"obs2\"]"_s};
}

void IncludeTest::accounts()
{
    QFETCH(QByteArray, facilitys);
    QFETCH(QByteArray, profiles);
    const QByteArray common = "format = 1\nname = \"F\"\n" + facilitys + "\n";
    const ParsedProfile reading = read(common, includingProfile(profiles));
    QTEST(reading.profile.accounts, "expected");
    QTEST(told(common, includingProfile(profiles)), "mistakes");
    if (!facilitys.isEmpty() && profiles.isEmpty()) {
        QCOMPARE(reading.effectiveTable.find(u"accounts"_s)->value.place, (SourcePlace{facilityFilePath, 3, 12}));
    }
}

void IncludeTest::peopleAndRooms()
{
    const FacilityDocument document(QByteArray(includedFacility() + R"([[person]]
name = "Kim Nakoa"
role = "OA"
phone = "+1 808 555 0100"
email = "kim@summit.example"
hours = "18:00-06:00"
[[person]]
name = "Ruth Ono"
role = "SA"
[[room]]
name = "Observing room"
link = "https://meet.example/{room}"
[variables]
room = "observing"
)"),
                                    facilityFilePath);
    QCOMPARE(lines(document.problems()), QStringList());
    QCOMPARE(document.people().size(), 2);
    QCOMPARE(document.people().at(0),
             (PersonSpec{.name = u"Kim Nakoa"_s,
                         .role = SupportRole::ObservingAssistant,
                         .phone = u"+1 808 555 0100"_s,
                         .email = u"kim@summit.example"_s,
                         .hours = HoursOfDay{18 * 60, 6 * 60},
                         .place = {facilityFilePath, 25, 1}}));
    QCOMPARE(
        document.people().at(1),
        (PersonSpec{.name = u"Ruth Ono"_s, .role = SupportRole::SupportAstronomer, .phone = {}, .email = {}, .hours = {}, .place = {facilityFilePath, 31, 1}}));
    QCOMPARE(document.rooms(), (QList<RoomSpec>{{u"Observing room"_s, u"https://meet.example/observing"_s, {facilityFilePath, 34, 1}}}));
}

void IncludeTest::peopleAndRoomsOfAFacilityOnDisk()
{
    const FacilityDirectory directory;
    directory.write(u"facility.toml"_s, includedFacility() + "[[person]]\nname = \"K\"\nrole = \"OA\"\n[[room]]\nname = \"R\"\nlink = \"http://r\"\n");
    directory.write(u"profiles/lris.toml"_s, includingProfile());
    const Facility read = FacilityReader::read(directory.path(), u"hilo"_s);
    QCOMPARE(read.people.size(), 1);
    QCOMPARE(read.rooms.size(), 1);
    QCOMPARE(idsOf(read.profiles.value(0)).join(u' '), u"summit tcs met status | control weather telescope-status | tcs"_s);
}

void IncludeTest::peopleMistakes_data()
{
    QTest::addColumn<QByteArray>("added"); // from line 25
    QTest::addColumn<QString>("expected");
    const auto person = [](const char *name, const QByteArray &added, const QString &expected) {
        QTest::newRow(name) << QByteArray("[[person]]\nname = \"K\"\nrole = \"OA\"\n" + added) << expected; // added: line 28
    };
    const auto room = [](const char *name, const QByteArray &link, const QString &expected) {
        QTest::newRow(name) << QByteArray("[[room]]\nname = \"R\"\nlink = " + link + "\n") << expected;
    };
    const QString hours = u": expected HH:MM-HH:MM, for example \"18:00-06:00\""_s;
    const QString address = u": expected a URL that begins with https:// or http://"_s;
    QTest::newRow("a person without a role") << QByteArray("[[person]]\nname = \"K\"\n") << u"25:1: error: “role” is missing: expected \"OA\" or \"SA\""_s;
    QTest::newRow("a person without a name") << QByteArray("[[person]]\nrole = \"SA\"\n") << u"25:1: error: “name” is missing: expected text in quotes"_s;
    QTest::newRow("a role that is none") << QByteArray("[[person]]\nname = \"K\"\nrole = \"oa\"\n")
                                         << u"27:8: error: “oa” is not a valid value for “role”: expected \"OA\" or \"SA\". Did you mean “OA”?"_s;
    QTest::newRow("a person as a table") << QByteArray("[person]\nname = \"K\"\n")
                                         << u"25:2: error: “person” is not valid: expected a list of tables in the form [[person]]"_s;
    person("an unknown key", "tel = \"1\"\n", u"28:1: error: “tel” is not a key of [[person]]: expected one of name, role, phone, email, hours"_s);
    person("hours without minutes", "hours = \"18-06\"\n", u"28:9: error: “18-06” is not a valid value for “hours”"_s + hours);
    person("an hour that a day does not have", "hours = \"18:00-25:00\"\n", u"28:9: error: “18:00-25:00” is not a valid value for “hours”"_s + hours);
    person("a minute that an hour does not have", "hours = \"18:60-19:00\"\n", u"28:9: error: “18:60-19:00” is not a valid value for “hours”"_s + hours);
    person("hours that begin with the day's end", "hours = \"24:00-06:00\"\n", u"28:9: error: “24:00-06:00” is not a valid value for “hours”"_s + hours);
    person("hours that are nothing or everything", "hours = \"18:00-18:00\"\n", u"28:9: error: “18:00-18:00” is not a valid value for “hours”"_s + hours);
    person("an address without an @",
           "email = \"kim\"\n",
           u"28:9: error: “kim” is not a valid value for “email”: expected an e-mail address, for example \"support@observatory.example\""_s);
    person("an account where no profile is", "phone = \"{account}\"\n", u"28:9: error: “{account}” can be used only in a profile"_s);
    person("an instrument where no profile is", "email = \"{instrument}@x\"\n", u"28:9: error: “{instrument}” can be used only in a profile"_s);
    room("a room that starts a program", "\"file:///bin/sh\"", u"27:8: error: “file:///bin/sh” is not a valid value for “link”"_s + address);
    room("a room of javascript", "\"javascript:alert(1)\"", u"27:8: error: “javascript:alert(1)” is not a valid value for “link”"_s + address);
    room("a room without a host", "\"https:///x\"", u"27:8: error: “https:///x” is not a valid value for “link”"_s + address);
    room("a room that is a name", "\"meet.example\"", u"27:8: error: “meet.example” is not a valid value for “link”"_s + address);
    QTest::newRow("a size of a screen that is not there") << QByteArray("screen-sizes = { lft = \"10x10\" }\n")
                                                          << u"25:18: error: the site has no screen “lft”: expected one of left, right. Did you mean “left”?"_s;
    QTest::newRow("a size that is none")
        << QByteArray("screen-sizes = { left = \"big\" }\n")
        << u"25:25: error: “big” is not a valid value for “screen-sizes”: expected screen sizes, for example { left = \"2560x1600\" }"_s;
    QTest::newRow("sizes as text") << QByteArray("screen-sizes = \"10x10\"\n")
                                   << u"25:16: error: “screen-sizes” is text: expected screen sizes, for example { left = \"2560x1600\" }"_s;
}

void IncludeTest::peopleMistakes()
{
    QFETCH(QByteArray, added);
    QFETCH(QString, expected);
    // None of them is a profile's.
    QCOMPARE(told(includedFacility() + added, includingProfile(), u"hilo"_s), QStringList{u"facility.toml:"_s + expected});
    QVERIFY(read(includedFacility() + added, includingProfile(), u"hilo"_s).hasNoErrors());
}

void IncludeTest::checkTellsAMistakeOfTheFacilityOnce()
{
    const FacilityDirectory directory;
    QByteArray bad = includedFacility();
    bad.replace("host = \"status.example\"", "host = \"status example\""); // everybody's
    bad += "[site.waimea]\nscreens = [\"left\"]\n";
    directory.write(u"facility.toml"_s, bad);
    for (int i = 0; i < 12; ++i) {
        directory.write(u"profiles/p%1.toml"_s.arg(i), includingProfile().replace("lris", QByteArray("p" + QByteArray::number(i))));
    }
    const FacilityChecker::Result result = FacilityChecker::check(directory.path());
    QCOMPARE(result.problems.size(), 1);
    QCOMPARE(result.problems.first().place, (SourcePlace{directory.path() + u"/facility.toml"_s, 4, 8}));
    // Asked about one profile, it is told too: the profile cannot be used.
    const FacilityChecker::Result one = FacilityChecker::check(directory.path() + u"/profiles/p1.toml"_s);
    QCOMPARE(one.problems, result.problems);
}

NIGHTDESK_GUILESS_TEST(IncludeTest)
#include "includetest.moc"
