// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/variables.h"

#include "sessions/profiles/textsof.h"
#include "tests/sessions/profiles/readings.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// Eight lines; what a test adds begins in line 9.
QByteArray variableFacility()
{
    return R"(format = 1
name = "Summit Observatory"
[link.status]
host = "status.example"
[site.hilo]
screens = ["left"]
[site.waimea]
screens = ["left"]
)";
}

/// Nine lines; what a test adds begins in line 10.
QByteArray profile(const QByteArray &title = "{x}")
{
    return "format = 1\nid = \"lris\"\nname = \"LRIS 2\"\n[[desktop]]\nid = \"d\"\nlink = \"status\"\ndisplay = \":1\"\ntitle = '" + title + "'\n\n";
}

QString variableTitle(const ParsedProfile &reading)
{
    return reading.profile.desktops.value(0).title;
}
}

/// [variables]: what they become, where they go before each other, what is wrong with them.
class VariablesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void texts_data();
    void texts();
    void precedence_data();
    void precedence();
    void theyStandWhereverTextsMay();
    void inForceSaysWhereEachIsWritten();
    void aFacilitysTextTakesTheProfilesVariable();
    void account_data();
    void account();
    void mistakes_data();
    void mistakes();
    void aVariableThatIsNotTomlIsToldOnce();
    void whatTheyBecomeIsChecked_data();
    void whatTheyBecomeIsChecked();
    void aMistakeOfTheFacilityReachesOnlyWhoUsesIt();
    void hosts_data();
    void hosts();
    void textsAboutTheProfile_data();
    void textsAboutTheProfile();
    void aHundredDeep();
    void doublingSixtyTimesIsRefused();
    void manyLongTextsAreRefused();
    void aCircleOfThousandsDoesNotHang();
};

void VariablesTest::texts_data()
{
    QTest::addColumn<QByteArray>("variables"); // of the profile
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one") << QByteArray("x = \"a\"") << QByteArray("{x}") << u"a"_s;
    QTest::newRow("among others") << QByteArray("x = \"a\"\ny = \"b\"") << QByteArray("1{x}2{y}3{x}") << u"1a2b3a"_s;
    QTest::newRow("one in another") << QByteArray("x = \"<{y}>\"\ny = \"b\"") << QByteArray("{x}") << u"<b>"_s;
    QTest::newRow("one in two others") << QByteArray("x = \"{y}{z}\"\ny = \"{a}1\"\nz = \"{a}2\"\na = \"0\"") << QByteArray("{x}") << u"0102"_s;
    QTest::newRow("an empty one") << QByteArray("x = \"\"") << QByteArray("a{x}b") << u"ab"_s;
    QTest::newRow("the instrument in one") << QByteArray("x = \"of {instrument}\"") << QByteArray("{x}") << u"of LRIS 2"_s;
    QTest::newRow("a brace in one") << QByteArray("x = \"{{y}\"") << QByteArray("{x}") << u"{y}"_s;
    QTest::newRow("a brace beside one") << QByteArray("x = \"a\"") << QByteArray("{{{x}}") << u"{a}"_s;
    QTest::newRow("dashes, digits and underscores") << QByteArray("x-1_b = \"a\"") << QByteArray("{x-1_b}") << u"a"_s;
    QTest::newRow("one that nobody uses") << QByteArray("x = \"a\"") << QByteArray("plain") << u"plain"_s;
}

void VariablesTest::texts()
{
    QFETCH(QByteArray, variables);
    QFETCH(QByteArray, text);
    const ParsedProfile reading = read(variableFacility(), profile(text) + "[variables]\n" + variables + '\n');
    QCOMPARE(lines(reading.problems), QStringList());
    QTEST(variableTitle(reading), "expected");
}

void VariablesTest::precedence_data()
{
    QTest::addColumn<QByteArray>("facilitys"); // in the order of what goes before what, each adding one more place
    QTest::addColumn<QByteArray>("profiles");
    QTest::addColumn<QString>("nowhere"); // what it is at no site
    QTest::addColumn<QString>("hilo");
    QTest::addColumn<QString>("waimea");
    const QByteArray common = "[variables]\nx = \"facility\"\n";
    const QByteArray there = "[site.hilo.variables]\nx = \"facility at hilo\"\n";
    const QByteArray included = "[group.inner]\nvariables.x = \"inner group\"\n";
    const QByteArray outer = "[group.outer]\ninclude = [\"inner\"]\nvariables.x = \"outer group\"\n";
    const QByteArray empty = "[group.outer]\ninclude = [\"inner\"]\n";
    const QByteArray own = "[variables]\nx = \"profile\"\n";
    const QByteArray ownThere = "[site.hilo]\nvariables.x = \"profile at hilo\"\n";
    QTest::newRow("the facility's") << common << QByteArray() << u"facility"_s << u"facility"_s << u"facility"_s;
    QTest::newRow("the facility's at a site") << QByteArray(common + there) << QByteArray() << u"facility"_s << u"facility at hilo"_s << u"facility"_s;
    QTest::newRow("an included group's before the facility's, there too")
        << QByteArray(common + there + included + empty) << QByteArray() << u"inner group"_s << u"inner group"_s << u"inner group"_s;
    QTest::newRow("the including group's before the included one's")
        << QByteArray(common + there + included + outer) << QByteArray() << u"outer group"_s << u"outer group"_s << u"outer group"_s;
    QTest::newRow("the profile's before all") << QByteArray(common + there + included + outer) << own << u"profile"_s << u"profile"_s << u"profile"_s;
    QTest::newRow("the profile's at a site before its own")
        << QByteArray(common + there + included + outer) << QByteArray(own + ownThere) << u"profile"_s << u"profile at hilo"_s << u"profile"_s;
    QTest::newRow("the profile's at a site before the facility's there")
        << QByteArray(common + there + "[group.outer]\n") << ownThere << u"facility"_s << u"profile at hilo"_s << u"facility"_s;
    QTest::newRow("the profile's at a site before a group's")
        << QByteArray(included + outer) << ownThere << u"outer group"_s << u"profile at hilo"_s << u"outer group"_s;
}

void VariablesTest::precedence()
{
    QFETCH(QByteArray, facilitys);
    QFETCH(QByteArray, profiles);
    QByteArray own = profile();
    if (facilitys.contains("[group.outer]")) {
        own.replace("[[desktop]]", "include = [\"outer\"]\n[[desktop]]");
    }
    const auto titleAt = [&](const QString &site) {
        const ParsedProfile reading = read(variableFacility() + facilitys, own + profiles, site);
        return reading.problems.isEmpty() ? variableTitle(reading) : lines(reading.problems).join(u'\n');
    };
    QTEST(titleAt({}), "nowhere");
    QTEST(titleAt(u"hilo"_s), "hilo");
    QTEST(titleAt(u"waimea"_s), "waimea");
}

void VariablesTest::theyStandWhereverTextsMay()
{
    const ParsedProfile reading = read(variableFacility(), R"(format = 1
id = "lris"
name = "LRIS"
[variables]
x = "v"
[link.l]
host = "{x}.example"
user = "{x}"
jump = ["{x}@gate", "{x}"]
identities = ["{x}/id"]
known-hosts = "/{x}"
[[desktop]]
id = "d"
title = "{x} {instrument}"
link = "l"
socket = "/run/{x}"
[[desktop]]
id = "e"
link = "l"
port = 5901
host = "{x}.inner"
[[window]]
id = "w"
title = "{x}"
link = "l"
command = ["{x}", "{x}{x}"]
)");
    QCOMPARE(lines(reading.problems), QStringList());
    const LinkSpec &link = reading.profile.links.first();
    QCOMPARE(link.host, u"v.example"_s);
    QCOMPARE(link.user, u"v"_s);
    QCOMPARE(link.jumpHosts, (QStringList{u"v@gate"_s, u"v"_s}));
    QCOMPARE(link.privateKeyFiles, QStringList{u"/facility/profiles/v/id"_s});
    QCOMPARE(link.knownHostsPath, u"/v"_s);
    QCOMPARE(variableTitle(reading), u"v LRIS"_s);
    QVERIFY(reading.profile.desktops.at(0).address == DesktopAddress(UnixSocket{u"/run/v"_s}));
    QVERIFY(reading.profile.desktops.at(1).address == DesktopAddress(TcpAddress{u"v.inner"_s, 5901}));
    QCOMPARE(reading.profile.windows.first().command, (QStringList{u"v"_s, u"vv"_s}));
    QVERIFY(!reading.profile.needsAccount);
}

void VariablesTest::inForceSaysWhereEachIsWritten()
{
    const QByteArray common = variableFacility() + "[variables]\na = \"1\"\nb = \"1\"\nc = \"1\"\n[site.hilo.variables]\nb = \"2\"\n";
    ParsedProfile reading = read(common, profile("{a}{b}{c}") + "[variables]\nc = \"3\"\n", u"hilo"_s);
    QCOMPARE(variableTitle(reading), u"123"_s);
    const TomlNode &variables = reading.effectiveTable.find(u"variables"_s)->value;
    QCOMPARE(variables.entries().size(), 3u);
    QCOMPARE(variables.find(u"a"_s)->value.place, (SourcePlace{facilityFilePath, 10, 5}));
    QCOMPARE(variables.find(u"b"_s)->value.place, (SourcePlace{facilityFilePath, 14, 5}));
    QCOMPARE(variables.find(u"b"_s)->place, (SourcePlace{facilityFilePath, 14, 1}));
    QCOMPARE(variables.find(u"c"_s)->value.place, (SourcePlace{profileFile, 11, 5}));
    QCOMPARE(reading.variables.expand(u"{b}"_s), u"2"_s);
    QCOMPARE(textsOf(reading.variables.definitions().entries(), &TomlEntry::key), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
}

void VariablesTest::aFacilitysTextTakesTheProfilesVariable()
{
    const QByteArray common = variableFacility() + "[variables]\ngateway = \"gate.example\"\n[default.link]\njump = [\"{gateway}\"]\n";
    QCOMPARE(read(common, profile("t")).profile.links.first().jumpHosts, QStringList{u"gate.example"_s});
    QCOMPARE(read(common, profile("t") + "[variables]\ngateway = \"other.example\"\n").profile.links.first().jumpHosts, QStringList{u"other.example"_s});
}

void VariablesTest::account_data()
{
    QTest::addColumn<QByteArray>("facilitys");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("wanted");
    QTest::addColumn<QString>("asked"); // before it is known
    QTest::addColumn<QString>("given"); // obs7
    QTest::newRow("in a text") << QByteArray() << QByteArray("{account}") << true << u"{account}"_s << u"obs7"_s;
    QTest::newRow("by a variable") << QByteArray("[variables]\nx = \"of {account}\"\n") << QByteArray("{x}") << true << u"of {account}"_s << u"of obs7"_s;
    QTest::newRow("by a variable of a variable") << QByteArray("[variables]\nx = \"{y}\"\ny = \"{account}\"\n") << QByteArray("{x}") << true << u"{account}"_s
                                                 << u"obs7"_s;
    QTest::newRow("in a variable that is not used") << QByteArray("[variables]\nx = \"{account}\"\n") << QByteArray("t") << false << u"t"_s << u"t"_s;
    QTest::newRow("with two braces") << QByteArray("[variables]\nx = \"{{account}\"\n") << QByteArray("{x}") << false << u"{account}"_s << u"{account}"_s;
    QTest::newRow("in a default") << QByteArray("[default.link]\nuser = \"{account}\"\n") << QByteArray("t") << true << u"t"_s << u"t"_s;
    QTest::newRow("in a link that is not used") << QByteArray("[link.spare]\nhost = \"h\"\nuser = \"{account}\"\n") << QByteArray("t") << false << u"t"_s
                                                << u"t"_s;
}

void VariablesTest::account()
{
    QFETCH(QByteArray, facilitys);
    QFETCH(QByteArray, text);
    const ParsedProfile asked = read(variableFacility() + facilitys, profile(text), u"hilo"_s);
    QCOMPARE(lines(asked.problems), QStringList());
    QTEST(asked.profile.needsAccount, "wanted");
    QTEST(variableTitle(asked), "asked");
    const ParsedProfile given = read(variableFacility() + facilitys, profile(text), u"hilo"_s, u"obs7"_s);
    QTEST(given.profile.needsAccount, "wanted");
    QTEST(variableTitle(given), "given");
    // What an account looks like is not looked at again.
    QVERIFY(!variableTitle(read(variableFacility() + facilitys, profile(text), u"hilo"_s, u"{instrument}"_s)).contains(u"LRIS"));
}

void VariablesTest::mistakes_data()
{
    QTest::addColumn<QByteArray>("facilitys"); // from line 9
    QTest::addColumn<QByteArray>("profiles"); // from line 10
    QTest::addColumn<QByteArray>("title"); // its value is at 8:9
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &facilitys, const QByteArray &profiles, const QByteArray &title, const QStringList &expected) {
        QTest::newRow(name) << facilitys << profiles << title << expected;
    };
    const QString own = u"{account}, {instrument}"_s;
    // in texts
    row("an undefined variable",
        "",
        "[variables]\ngateway = \"g\"\n",
        "{gatway}",
        {u"8:9: error: there is no variable “{gatway}”: expected one of %1, {gateway}, or “{{” for a brace. Did you mean “{gateway}”?"_s.arg(own)});
    row("one that only another site knows is none",
        "",
        "[variables]\na = \"1\"\n",
        "{A}",
        {u"8:9: error: there is no variable “{A}”: expected one of %1, {a}, or “{{” for a brace. Did you mean “{a}”?"_s.arg(own)});
    row("a single brace", "", "", "a { b", {u"8:9: error: “a { b” contains a single “{”: expected one of %1, or “{{” for a brace"_s.arg(own)});
    // in definitions
    row("an undefined variable in a definition",
        "",
        "[variables]\nx = \"{y}\"\n",
        "{x}",
        {u"11:5: error: there is no variable “{y}”: expected one of %1, {x}, or “{{” for a brace. Did you mean “{x}”?"_s.arg(own)});
    row("... is told though nobody uses it",
        "",
        "[variables]\nabc = \"{y}\"\n",
        "t",
        {u"11:7: error: there is no variable “{y}”: expected one of %1, {abc}, or “{{” for a brace"_s.arg(own)});
    row("... and once though others use it",
        "",
        "[variables]\nabc = \"{undefined}\"\ndef = \"{abc}\"\nghi = \"{def}\"\n",
        "{ghi}{def}",
        {u"11:7: error: there is no variable “{undefined}”: expected one of %1, {abc}, {def}, {ghi}, or “{{” for a brace"_s.arg(own)});
    row("a single brace in a definition",
        "",
        "[variables]\nx = \"{\"\n",
        "{x}",
        {u"11:5: error: “{” contains a single “{”: expected one of %1, {x}, or “{{” for a brace"_s.arg(own)});
    row("a variable that needs itself",
        "",
        "[variables]\nx = \"a{x}\"\n",
        "{x}",
        {u"11:5: error: the variables use each other in a circle (“{x} → {x}”); remove one use"_s});
    row("variables in a circle",
        "",
        "[variables]\na = \"1\"\nx = \"{y}\"\ny = \"{z}{a}\"\nz = \"{a}{x}\"\n",
        "{z}",
        {u"12:5: error: the variables use each other in a circle (“{x} → {y} → {z} → {x}”); remove one use"_s});
    row("two circles are two mistakes",
        "",
        "[variables]\na = \"{b}\"\nb = \"{a}{c}\"\nc = \"{d}\"\nd = \"{c}\"\n",
        "{a}",
        {u"11:5: error: the variables use each other in a circle (“{a} → {b} → {a}”); remove one use"_s,
         u"13:5: error: the variables use each other in a circle (“{c} → {d} → {c}”); remove one use"_s});
    row("the account as a name",
        "",
        "[variables]\naccount = \"me\"\n",
        "{account}",
        {u"11:1: error: “{account}” is predefined; choose another name for this variable"_s});
    row("a name of capitals",
        "",
        "[variables]\nGate = \"me\"\n",
        "t",
        {u"11:1: error: “Gate” is not a valid name for a variable: expected lower-case letters, digits, - and _, beginning with a letter or digit"_s});
    row("a number", "", "[variables]\nx = 3\n", "{x}", {u"11:5: error: the value of “{x}” is not a text: expected text in quotes"_s});
    row("variables that are no table", "", "", "t", {}); // see below: takes its own text
    // at sites
    row("a variable that only a site knows",
        "",
        "[variables]\ngateway = \"g\"\n[site.hilo]\nvariables.gatway = \"h\"\n",
        "t",
        {u"13:11: error: there is no variable “gatway” to change at this site; define the variable under [variables] as well. Did you mean “gateway”?"_s});
    row("a variable that only a site of the facility knows",
        "[site.hilo.variables]\nx = \"h\"\n",
        "",
        "t",
        {u"facility.toml:10:1: error: there is no variable “x” to change at this site; define the variable under [variables] as well"_s});
    row("a circle at one site",
        "",
        "[variables]\nx = \"1\"\ny = \"{x}\"\n[site.hilo]\nvariables.x = \"{y}\"\n",
        "{x}",
        {u"14:15: error: the variables use each other in a circle (“{x} → {y} → {x}”); remove one use"_s});
    row("an undefined variable at another site is not looked at", "", "[variables]\nx = \"1\"\n[site.waimea]\nvariables.x = \"{y}\"\n", "{x}", {});
    // of the facility
    row("an undefined variable in the facility's definition",
        "[variables]\nx = \"{y}\"\n",
        "",
        "t",
        {u"facility.toml:10:5: error: there is no variable “{y}”: expected one of %1, {x}, or “{{” for a brace. Did you mean “{x}”?"_s.arg(own)});
    row("an undefined variable in the facility's link",
        "[link.b]\nhost = \"{y}\"\n",
        "",
        "t",
        {u"facility.toml:10:8: error: there is no variable “{y}”: expected one of %1, or “{{” for a brace"_s.arg(own)});
    row("a circle of the facility that the profile uses",
        "[variables]\nx = \"{x}\"\n",
        "",
        "{x}",
        {u"facility.toml:10:5: error: the variables use each other in a circle (“{x} → {x}”); remove one use"_s});
    row("an undefined variable in a group",
        "[group.g]\nvariables.x = \"{y}\"\n",
        "",
        "t",
        {u"facility.toml:10:15: error: there is no variable “{y}”: expected one of %1, {x}, or “{{” for a brace. Did you mean “{x}”?"_s.arg(own)});
    row("a group's variable is none of the facility's",
        "[group.g]\nvariables.x = \"1\"\n[variables]\ny = \"{x}\"\n",
        "",
        "t",
        {u"facility.toml:12:5: error: there is no variable “{x}”: expected one of %1, {y}, or “{{” for a brace. Did you mean “{y}”?"_s.arg(own)});
    row("an instrument in a site's name",
        "[site.c]\nname = \"{instrument}\"\nscreens = [\"left\"]\n",
        "",
        "t",
        {u"facility.toml:10:8: error: “{instrument}” can be used only in a profile"_s});
    row("an account behind a variable in a room's address",
        "[variables]\nx = \"{account}\"\n[[room]]\nname = \"R\"\nlink = \"https://meet.example/{x}\"\n",
        "",
        "t",
        {u"facility.toml:13:8: error: “{account}” can be used only in a profile"_s});
}

void VariablesTest::mistakes()
{
    QFETCH(QByteArray, facilitys);
    QFETCH(QByteArray, profiles);
    QFETCH(QByteArray, title);
    QFETCH(QStringList, expected);
    QByteArray own = profile(title) + profiles;
    if (QByteArray(QTest::currentDataTag()) == "variables that are no table") {
        own.replace("[[desktop]]", "variables = \"x\"\n[[desktop]]");
        expected = QStringList{u"4:1: error: “variables” is not valid: expected named texts, for example { gateway = \"gateway.example\" }"_s};
    }
    const QStringList found = told(variableFacility() + facilitys, own, u"hilo"_s);
    QVERIFY2(found == expected, qPrintable(u"found:\n"_s + found.join(u'\n') + u"\nexpected:\n"_s + expected.join(u'\n')));
}

void VariablesTest::aVariableThatIsNotTomlIsToldOnce()
{
    const QStringList own = told(variableFacility(), profile("{x}") + "[variables]\nx = \"1\ny = \"{x}\"\n");
    QCOMPARE(own.size(), 1);
    QVERIFY2(own.first().startsWith(u"11:5: error: "), qPrintable(own.first()));
    const QStringList facilitys = told(variableFacility() + "[variables]\nx = \"1\ny = \"{x}\"\n", profile("{y}"));
    QCOMPARE(facilitys.size(), 1);
    QVERIFY2(facilitys.first().startsWith(u"facility.toml:10:5: error: "), qPrintable(facilitys.first()));
    // ... but a profile that needs it cannot be used.
    QVERIFY(!read(variableFacility() + "[variables]\nx = \"1\n", profile("{x}")).hasNoErrors());
    QVERIFY(read(variableFacility() + "[variables]\nx = \"1\n", profile("t")).hasNoErrors());
}

void VariablesTest::whatTheyBecomeIsChecked_data()
{
    QTest::addColumn<QByteArray>("facilitys");
    QTest::addColumn<QByteArray>("profiles"); // from line 10
    QTest::addColumn<QString>("expected");
    const QString host = u": expected only the name or address of a host"_s;
    QTest::newRow("in the profile: where it stands") << QByteArray() << QByteArray("[variables]\nx = \"a b\"\n[link.l]\nhost = \"{x}\"\n")
                                                     << u"13:8: error: “{x}” (here “a b”) is not a valid value for “host”"_s + host;
    QTest::newRow("in the facility: at the profile's variable, which is to blame")
        << QByteArray("[variables]\nx = \"a\"\n[default.link]\njump = [\"{x}\"]\n") << QByteArray("[variables]\nx = \"a b\"\n")
        << u"11:5: error: “{x}” (here “a b”) is not a valid value for “jump”: expected a list of hosts, for example [\"gateway.example\", \"guest@inner.example:2222\"]"_s;
    QTest::newRow("an option") << QByteArray() << QByteArray("[variables]\nx = \"-oProxyCommand=x\"\n[link.l]\nhost = \"{x}\"\n")
                               << u"13:8: error: “{x}” (here “-oProxyCommand=x”) is not a valid value for “host”"_s + host;
    QTest::newRow("nothing") << QByteArray() << QByteArray("[variables]\nx = \"\"\n[link.l]\nhost = \"{x}\"\n")
                             << u"13:8: error: “{x}” (here “”) is not a valid value for “host”"_s + host;
}

void VariablesTest::whatTheyBecomeIsChecked()
{
    QFETCH(QByteArray, facilitys);
    QFETCH(QByteArray, profiles);
    const QStringList found = told(variableFacility() + facilitys, profile("t") + profiles, u"hilo"_s);
    QCOMPARE(found.size(), 1);
    QTEST(found.first(), "expected");
}

void VariablesTest::aMistakeOfTheFacilityReachesOnlyWhoUsesIt()
{
    const QByteArray bad = variableFacility() + "[variables]\nx = \"{y}\"\n";
    QVERIFY(read(bad, profile("t")).hasNoErrors());
    QCOMPARE(read(bad, profile("{x}")).problems, FacilityDocument(bad, facilityFilePath).problems());
    QVERIFY(read(bad, profile("{x}") + "[variables]\nx = \"mine\"\n").hasNoErrors());
}

void VariablesTest::hosts_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isHost");
    QTest::addColumn<bool>("isJump");
    const auto row = [](const char *name, const QString &host, bool isHost, bool isJump) {
        QTest::newRow(name) << host << isHost << isJump;
    };
    row("a name", u"gateway.summit.example"_s, true, true);
    row("an alias with a low line", u"vnc_host"_s, true, true);
    row("a name of another script", u"стан.example"_s, true, true);
    row("an address", u"10.0.0.1"_s, true, true);
    row("an IPv6 address", u"fe80::1"_s, true, true);
    row("an IPv6 address with a zone", u"fe80::1%eth0.100"_s, true, true);
    row("an IPv6 address with a port", u"[2001:db8::1]:2222"_s, false, true);
    row("a user and a port", u"guest@inner.example:2222"_s, false, true);
    row("two hosts in one", u"gw1,gw2"_s, false, false);
    row("two hosts with users", u"a@gw1,b@gw2"_s, false, false);
    row("two hosts with a semicolon", u"a;b"_s, false, false);
    row("a wildcard", u"*"_s, false, false);
    row("a word of the ssh config", u"%h"_s, false, false);
    row("an option", u"-oProxyCommand=x"_s, false, false);
    row("quotation marks", u"\\\"x\\\""_s, false, false);
    row("a path", u"a/b"_s, false, false);
    row("an unfinished zone", u"fe80::1%"_s, false, false);
}

void VariablesTest::hosts()
{
    QFETCH(QString, host);
    const QByteArray own = "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[variables]\nx = \"" + host.toUtf8()
        + "\"\n[[desktop]]\nid = \"d\"\nlink = \"l\"\ndisplay = \":1\"\n[link.l]\n";
    const ParsedProfile direct = read(variableFacility(), own + "host = \"{x}\"\n");
    QTEST(direct.hasNoErrors(), "isHost");
    const ParsedProfile jump = read(variableFacility(), own + "host = \"h\"\njump = [\"{x}\"]\n");
    QTEST(jump.hasNoErrors(), "isJump");
    QVERIFY2(!host.contains(u',') || jump.problems.first().message.contains(u"write one entry for each host"), qPrintable(lines(jump.problems).join(u'\n')));
}

void VariablesTest::textsAboutTheProfile_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("more"); // line 4
    QTest::addColumn<QString>("expected"); // the description and the accounts, or a mistake
    const QByteArray name = "\"LRIS\"";
    QTest::newRow("a description") << name << QByteArray("description = \"{instrument} at {x}\"") << u"LRIS at summit|"_s;
    QTest::newRow("accounts") << name << QByteArray("accounts = [\"{x}1\", \"b\"]") << u"|summit1 b"_s;
    QTest::newRow("an account that is not known")
        << name << QByteArray("accounts = [\"{account}\"]")
        << u"4:13: error: “{account}” is not a valid value for “accounts”: expected a list of accounts, for example [\"obs1\", \"obs2\"]"_s;
    QTest::newRow("an unknown variable in a description")
        << name << QByteArray("description = \"{y}\"")
        << u"4:15: error: there is no variable “{y}”: expected one of {account}, {instrument}, {x}, or “{{” for a brace. Did you mean “{x}”?"_s;
    QTest::newRow("a variable in the name") << QByteArray("\"LRIS {x}\"") << QByteArray() << u"3:8: error: “name” cannot contain variables; remove the “{”"_s;
    QTest::newRow("a brace in the name") << QByteArray("\"LRIS {{\"") << QByteArray() << u"3:8: error: “name” cannot contain variables; remove the “{”"_s;
}

void VariablesTest::textsAboutTheProfile()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, more);
    const QByteArray own = "format = 1\nid = \"lris\"\nname = " + name + '\n' + more
        + "\n[variables]\nx = \"summit\"\n[link.l]\nhost = \"h\"\n[[desktop]]\nid = \"d\"\nlink = \"l\"\ndisplay = \":1\"\n";
    const ParsedProfile reading = read(variableFacility(), own);
    const QString found =
        reading.hasNoErrors() ? QString(reading.profile.description + u'|' + reading.profile.accounts.join(u' ')) : lines(reading.problems).join(u'\n');
    QTEST(found, "expected");
    // The facility's accounts are those of the profile, with its variables.
    const QByteArray common = QByteArray(variableFacility()).replace("format = 1\n", "format = 1\naccounts = [\"{x}2\"]\n") + "[variables]\nx = \"common\"\n";
    if (reading.hasNoErrors() && reading.profile.accounts.isEmpty()) {
        QCOMPARE(read(common, own).profile.accounts, QStringList{u"summit2"_s});
    }
}

void VariablesTest::aHundredDeep()
{
    QByteArray text = "[variables]\n";
    for (int i = 0; i < 100; ++i) {
        text += "v" + QByteArray::number(i) + " = \"{v" + QByteArray::number(i + 1) + "}{v" + QByteArray::number(i + 1) + "}\"\n";
    }
    text += "v100 = \"\"\nx = \"{v0}deep\"\n"; // 2 to the 100th times nothing
    QElapsedTimer timer;
    timer.start();
    const ParsedProfile reading = read(variableFacility(), profile() + text);
    QCOMPARE(lines(reading.problems), QStringList());
    QCOMPARE(variableTitle(reading), u"deep"_s);
    QVERIFY2(timer.durationElapsed() < underLoad(5s), qPrintable(QString::number(timer.elapsed())));
}

void VariablesTest::doublingSixtyTimesIsRefused()
{
    QByteArray text = "[variables]\nv0 = \"x\"\n"; // v0: line 11
    for (int i = 1; i <= 60; ++i) {
        text += "v" + QByteArray::number(i) + " = \"{v" + QByteArray::number(i - 1) + "}{v" + QByteArray::number(i - 1) + "}\"\n";
    }
    QElapsedTimer timer;
    timer.start();
    // 4096 is v12; the one that goes too far is told, not the 47 that use it.
    QCOMPARE(told(variableFacility(), profile("{v60}") + text),
             QStringList{u"24:7: error: “{v12}{v12}” is longer than 4096 characters when its variables are replaced; shorten the text"_s});
    QCOMPARE(told(variableFacility() + text, profile("{v60}")),
             QStringList{u"facility.toml:23:7: error: “{v12}{v12}” is longer than 4096 characters when its variables are replaced; shorten the text"_s});
    QVERIFY2(timer.durationElapsed() < underLoad(5s), qPrintable(QString::number(timer.elapsed())));
}

void VariablesTest::manyLongTextsAreRefused()
{
    const QByteArray variable = "[variables]\nx = \"" + QByteArray(4096, 'x') + "\"\n";
    const QStringList one = told(variableFacility(), profile(QByteArray("{x}").repeated(5)) + variable);
    QCOMPARE(one, QStringList{u"8:9: error: “{x}{x}{x}{x}{x}” is longer than 16384 characters when its variables are replaced; shorten the text"_s});
    // It is what replacing adds that counts, and just so much is not too much.
    const auto four = [](qsizetype size) {
        return told(variableFacility(), profile(QByteArray("{x}").repeated(4)) + "[variables]\nx = \"" + QByteArray(size, 'x') + "\"\n");
    };
    QCOMPARE(four(4099), QStringList());
    QCOMPARE(four(4100), QStringList{u"8:9: error: “{x}{x}{x}{x}” is longer than 16384 characters when its variables are replaced; shorten the text"_s});
    // A megabyte of {x} would be more than a gigabyte.
    const QByteArray window = "[[window]]\nid = \"w\"\nlink = \"status\"\ncommand = [" + QByteArray("\"{x}\",").repeated(100 * 1000) + "]\n";
    const ParsedProfile reading = read(variableFacility(), profile("t") + variable + window);
    QVERIFY(!reading.hasNoErrors());
    QVERIFY(reading.problems.first().message.contains(u"too long together"));
    // The next profile begins anew.
    QVERIFY(read(variableFacility(), profile("{x}") + variable).hasNoErrors());
}

void VariablesTest::aCircleOfThousandsDoesNotHang()
{
    QByteArray text = "[variables]\n";
    constexpr int count = 30000;
    for (int i = 0; i < count; ++i) {
        text += "v" + QByteArray::number(i) + " = \"{v" + QByteArray::number((i + 1) % count) + "}\"\n";
    }
    QElapsedTimer timer;
    timer.start();
    const QStringList found = told(variableFacility(), profile("{v7}") + text);
    QCOMPARE(found.size(), 1);
    QVERIFY2(found.first().startsWith(u"11:6: error: the variables use each other in a circle (“{v0} → {v1} → "), qPrintable(found.first()));
    QVERIFY2(found.first().size() < 200, qPrintable(found.first()));
    QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
}

NIGHTDESK_GUILESS_TEST(VariablesTest)
#include "variablestest.moc"
