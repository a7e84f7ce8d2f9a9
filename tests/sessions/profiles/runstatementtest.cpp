// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/trust/runmanifestjson.h"
#include "sessions/profiles/trust/runmanifests.h"

#include "tests/sessions/profiles/texts.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <functional>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

using Change = std::function<void(InstrumentProfile &)>;
Q_DECLARE_METATYPE(Change)

class RunStatementTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void saysWhatRunsWhere();
    void accountStaysLiteral();
    void pathsAndOverridesCount();
    void hashIsWrittenDown();
    void showsExactlyWhatChanged_data();
    void showsExactlyWhatChanged();
    void asksForAnotherWayToTheSameHost();
    void asksWhereALimitIsLifted();
    void asksForAKeyThatBecomesKnownHosts();
    void asksNothingForWhatIsNotImportant_data();
    void asksNothingForWhatIsNotImportant();
    void verdicts();
    void comesBackFromJson();
    void whatWasAgreedToBeforeThereWereExtrasStaysSo();
    void damagedJsonIsNoStatement_data();
    void damagedJsonIsNoStatement();

private:
    static InstrumentProfile profile()
    {
        InstrumentProfile result;
        result.file = u"/f/profiles/lris.toml"_s;
        result.id = u"lris"_s;
        result.name = u"LRIS"_s;
        result.accounts = {u"lris1"_s, u"lris2"_s};
        LinkSpec summit;
        summit.id = u"summit"_s;
        summit.host = u"lris.example"_s;
        summit.user = u"{account}"_s;
        summit.jumpHosts = {u"gate.example"_s, u"inner.example:2222"_s};
        summit.privateKeyFiles = {u"/home/obs/.ssh/night"_s};
        summit.knownHostsPath = u"/f/known_hosts"_s;
        LinkSpec status;
        status.id = u"status"_s;
        status.host = u"status.example"_s;
        status.port = 2200;
        result.links = {summit, status};
        DesktopSpec control;
        control.id = u"control0"_s;
        control.link = u"summit"_s;
        control.address = DisplayNumber{1};
        DesktopSpec telescope;
        telescope.id = u"telescope"_s;
        telescope.link = u"status"_s;
        telescope.address = UnixSocket{u"/run/vnc"_s};
        result.desktops = {control, telescope};
        WindowSpec ds9;
        ds9.id = u"ds9"_s;
        ds9.link = u"summit"_s;
        ds9.command = {u"ds9"_s, u"-title"_s, u"LRIS"_s};
        result.windows = {ds9};
        return result;
    }
    static QStringList told(const QList<RunItemChange> &changes)
    {
        static const char *kinds[] = {"link", "desktop", "window"};
        QStringList result;
        for (const RunItemChange &change : changes) {
            const RunItem &item = change.kind == RunItemChange::Kind::Removed ? change.approvedItem : change.currentItem;
            const QString sign = change.kind == RunItemChange::Kind::Added ? u"+"_s
                : change.kind == RunItemChange::Kind::Removed              ? u"-"_s
                : change.kind == RunItemChange::Kind::Changed              ? u"~"_s
                                                                           : QString();
            if (!sign.isEmpty()) {
                result.append(sign + QLatin1StringView(kinds[int(item.kind)]) + u' ' + item.id);
            }
        }
        return result;
    }
    static const RunItem &item(const RunManifest &manifest, const QString &id)
    {
        return *std::ranges::find(manifest.items, id, &RunItem::id);
    }
};

void RunStatementTest::saysWhatRunsWhere()
{
    const RunManifest manifest = RunManifests::manifestOf(profile());
    QCOMPARE(manifest.accounts, (QStringList{u"lris1"_s, u"lris2"_s}));
    QCOMPARE(manifest.items.size(), 5);
    const RunItem &summit = manifest.items.at(0);
    QCOMPARE(summit.kind, RunItem::Kind::Link);
    QCOMPARE(summit.id, u"summit"_s);
    QCOMPARE(summit.account, u"{account}"_s);
    QCOMPARE(summit.host, u"lris.example"_s);
    QCOMPARE(summit.jumpHosts, (QStringList{u"gate.example"_s, u"inner.example:2222"_s}));
    QCOMPARE(summit.privateKeyFiles, QStringList{u"/home/obs/.ssh/night"_s});
    QCOMPARE(summit.knownHostsPath, u"/f/known_hosts"_s);
    QCOMPARE(summit.link, QString());
    QCOMPARE(manifest.items.at(1).host, u"status.example:2200"_s);
    const RunItem &control = manifest.items.at(2);
    QCOMPARE(control.kind, RunItem::Kind::Desktop);
    QCOMPARE(control.vncServerAddress, u":1"_s);
    QCOMPARE(control.link, u"summit"_s);
    QCOMPARE(control.host, u"lris.example"_s);
    QCOMPARE(control.account, u"{account}"_s);
    QCOMPARE(manifest.items.at(3).vncServerAddress, u"/run/vnc"_s);
    QCOMPARE(manifest.items.at(3).host, u"status.example:2200"_s);
    const RunItem &ds9 = manifest.items.at(4);
    QCOMPARE(ds9.kind, RunItem::Kind::Window);
    QCOMPARE(ds9.link, u"summit"_s);
    QCOMPARE(ds9.command, (QStringList{u"ds9"_s, u"-title"_s, u"LRIS"_s}));
    QVERIFY(!ds9.isTrusted);

    InstrumentProfile other = profile();
    other.desktops.first().address = TcpAddress{u"::1"_s, 5902};
    other.links.last().host = u"fe80::1"_s;
    QCOMPARE(item(RunManifests::manifestOf(other), u"control0"_s).vncServerAddress, u"[::1]:5902"_s);
    QCOMPARE(item(RunManifests::manifestOf(other), u"status"_s).host, u"[fe80::1]:2200"_s);
}

void RunStatementTest::accountStaysLiteral()
{
    const ProfileReader reader(Test::sketch(), u"/f/profiles/lris.toml"_s, {});
    const RunManifest plain = RunManifests::manifestOf(reader.parsedAtSite({}).profile);
    QCOMPARE(item(plain, u"summit"_s).account, u"{account}"_s);
    QCOMPARE(item(plain, u"ds9"_s).command, (QStringList{u"ds9"_s, u"-title"_s, u"LRIS"_s}));
}

void RunStatementTest::pathsAndOverridesCount()
{
    const FacilityDocument facility(Test::facilityToml(), u"/f/facility.toml"_s);
    const QByteArray text = Test::sketch() + "link.summit.jump = [\"sc.example\"]\n";
    const ProfileReader reader(text, u"/f/profiles/lris.toml"_s, facility);
    const RunManifest waimea = RunManifests::manifestOf(reader.parsedAtSite(u"waimea"_s).profile);
    const RunManifest santaCruz = RunManifests::manifestOf(reader.parsedAtSite(u"santa-cruz"_s).profile);
    QCOMPARE(item(waimea, u"summit"_s).knownHostsPath, u"/f/known_hosts"_s);
    QCOMPARE(told(RunManifests::changes(waimea, santaCruz)), (QStringList{u"~link summit"_s}));
    QVERIFY(RunManifests::hash(waimea) != RunManifests::hash(santaCruz));
}

void RunStatementTest::hashIsWrittenDown()
{
    // Another hash for the same manifest would ask everybody anew after an update: a change here is on purpose only.
    QCOMPARE(RunManifests::hash({}), u"3f4441ad84b53d6e9e0cf1b985de14e278dd62951870241c0ee3fa40e639bf36"_s);
    QCOMPARE(RunManifests::hash(RunManifests::manifestOf(profile())), u"0a23983558321dd77e3fdb5858f0895d1e3ae3dba3a8d1bb77bfb2292a55ff3d"_s);
}

void RunStatementTest::showsExactlyWhatChanged_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const Change &change, const QStringList &expected) {
        QTest::newRow(name) << change << expected;
    };
    row("another host: the link, and all that is there",
        [](InstrumentProfile &p) {
            p.links[0].host = u"elsewhere.example"_s;
        },
        {u"~link summit"_s, u"~desktop control0"_s, u"~window ds9"_s});
    row("another port of the link",
        [](InstrumentProfile &p) {
            p.links[1].port = 2201;
        },
        {u"~link status"_s, u"~desktop telescope"_s});
    row("a server for the display of a program",
        [](InstrumentProfile &p) {
            p.windows[0].server.command = u"/opt/Xvnc"_s;
        },
        {u"~window ds9"_s});
    row("arguments of the server for the display of a program",
        [](InstrumentProfile &p) {
            p.windows[0].server.arguments = {u"-auth"_s, u"/x"_s};
        },
        {u"~window ds9"_s});
    row("a viewer at the summit",
        [](InstrumentProfile &p) {
            p.windows[0].viewer.command = {u"vncviewer"_s};
        },
        {u"~window ds9"_s});
    row("a viewer by another link",
        [](InstrumentProfile &p) {
            p.windows[0].viewer.link = u"status"_s;
        },
        {u"~window ds9"_s});
    row("arguments for an early start",
        [](InstrumentProfile &p) {
            p.windows[0].preloadArguments = {u"-e"_s, u"rm"_s};
        },
        {u"~window ds9"_s});
    row("X resources",
        [](InstrumentProfile &p) {
            p.windows[0].xResources = {u"XTerm*translations: #override"_s};
        },
        {u"~window ds9"_s});
    row("fonts of a display",
        [](InstrumentProfile &p) {
            p.windows[0].fonts = {u"tcp/elsewhere:7100"_s};
        },
        {u"~window ds9"_s});
    row("a group that may join",
        [](InstrumentProfile &p) {
            p.windows[0].share = {ServerShareSpec::Scope::Group, u"observers"_s};
        },
        {u"~window ds9"_s});
    row("a desktop's viewer",
        [](InstrumentProfile &p) {
            p.desktops[0].viewer.command = {u"vncviewer"_s};
        },
        {u"~desktop control0"_s});
    row("a viewer at the summit, which may read all keys",
        [](InstrumentProfile &p) {
            p.windows[0].topology = Topology::VncAtSummit;
        },
        {u"~window ds9"_s});
    row("a desktop's viewer there, which may do the same",
        [](InstrumentProfile &p) {
            p.desktops[0].topology = Topology::VncAtSummit;
        },
        {u"~desktop control0"_s});
    row("no port any more",
        [](InstrumentProfile &p) {
            p.links[1].port.reset();
        },
        {u"~link status"_s, u"~desktop telescope"_s});
    row("another user: as whom everything runs there",
        [](InstrumentProfile &p) {
            p.links[0].user = u"root"_s;
        },
        {u"~link summit"_s, u"~desktop control0"_s, u"~window ds9"_s});
    row("another gateway is told once",
        [](InstrumentProfile &p) {
            p.links[0].jumpHosts[0] = u"evil.example"_s;
        },
        {u"~link summit"_s});
    row("gateways in another order",
        [](InstrumentProfile &p) {
            p.links[0].jumpHosts.swapItemsAt(0, 1);
        },
        {u"~link summit"_s});
    row("a gateway less",
        [](InstrumentProfile &p) {
            p.links[0].jumpHosts.removeLast();
        },
        {u"~link summit"_s});
    row("another key",
        [](InstrumentProfile &p) {
            p.links[0].privateKeyFiles = {u"/home/obs/.ssh/id_rsa"_s};
        },
        {u"~link summit"_s});
    row("a weaker algorithm",
        [](InstrumentProfile &p) {
            p.links[0].addedAlgorithms = {u"diffie-hellman-group1-sha1"_s};
        },
        {u"~link summit"_s});
    row("another known_hosts file",
        [](InstrumentProfile &p) {
            p.links[0].knownHostsPath = u"/tmp/known_hosts"_s;
        },
        {u"~link summit"_s});
    row("one more link",
        [](InstrumentProfile &p) {
            p.links.append(LinkSpec{});
            p.links.last().id = u"more"_s;
            p.links.last().host = u"more.example"_s;
        },
        {u"+link more"_s});
    row("another display number",
        [](InstrumentProfile &p) {
            p.desktops[0].address = DisplayNumber{2};
        },
        {u"~desktop control0"_s});
    row("a port in place of a display",
        [](InstrumentProfile &p) {
            p.desktops[0].address = TcpAddress{u"127.0.0.1"_s, 5901};
        },
        {u"~desktop control0"_s});
    row("a host behind the link",
        [](InstrumentProfile &p) {
            p.desktops[0].address = TcpAddress{u"10.0.0.1"_s, 5901};
        },
        {u"~desktop control0"_s});
    row("a clipboard that stays apart",
        [](InstrumentProfile &p) {
            p.desktops[0].clipboard = ClipboardPolicy::Off;
        },
        {u"~desktop control0"_s});
    row("a desktop that is only watched",
        [](InstrumentProfile &p) {
            p.desktops[0].input = InputPermission::ViewOnly;
        },
        {u"~desktop control0"_s});
    row("another socket",
        [](InstrumentProfile &p) {
            p.desktops[1].address = UnixSocket{u"/run/other"_s};
        },
        {u"~desktop telescope"_s});
    row("a desktop moves to another link",
        [](InstrumentProfile &p) {
            p.desktops[0].link = u"status"_s;
        },
        {u"~desktop control0"_s});
    row("a desktop is gone",
        [](InstrumentProfile &p) {
            p.desktops.removeFirst();
        },
        {u"-desktop control0"_s});
    row("another program",
        [](InstrumentProfile &p) {
            p.windows[0].command[0] = u"xterm"_s;
        },
        {u"~window ds9"_s});
    row("one argument more",
        [](InstrumentProfile &p) {
            p.windows[0].command.append(u"-e"_s);
        },
        {u"~window ds9"_s});
    row("two arguments become one",
        [](InstrumentProfile &p) {
            p.windows[0].command = {u"ds9"_s, u"-title LRIS"_s};
        },
        {u"~window ds9"_s});
    row("a window is trusted",
        [](InstrumentProfile &p) {
            p.windows[0].isTrusted = true;
        },
        {u"~window ds9"_s});
    row("a window moves to another link",
        [](InstrumentProfile &p) {
            p.windows[0].link = u"status"_s;
        },
        {u"~window ds9"_s});
    row("one more window",
        [](InstrumentProfile &p) {
            p.windows.append(p.windows.first());
            p.windows.last().id = u"xterm"_s;
        },
        {u"+window xterm"_s});
    row("a window gets another id",
        [](InstrumentProfile &p) {
            p.windows[0].id = u"image"_s;
        },
        {u"+window image"_s, u"-window ds9"_s});
    row("a window becomes a desktop of the same id",
        [](InstrumentProfile &p) {
            p.desktops[0].id = u"ds9"_s;
            p.windows.clear();
        },
        {u"+desktop ds9"_s, u"-desktop control0"_s, u"-window ds9"_s});
    row("one account more",
        [](InstrumentProfile &p) {
            p.accounts.append(u"root"_s);
        },
        {});
    row("any account",
        [](InstrumentProfile &p) {
            p.accounts.clear();
        },
        {});
}

void RunStatementTest::showsExactlyWhatChanged()
{
    QFETCH(Change, change);
    QFETCH(QStringList, expected);
    const RunManifest approved = RunManifests::manifestOf(profile());
    InstrumentProfile changed = profile();
    change(changed);
    const RunManifest now = RunManifests::manifestOf(changed);
    QVERIFY(RunManifests::hash(approved) != RunManifests::hash(now));
    QCOMPARE(told(RunManifests::changes(approved, now)), expected);
    const TrustVerdict verdict = RunManifests::evaluateTrust(now, approved, QDateTime::fromSecsSinceEpoch(5), false);
    QCOMPARE(verdict.state, TrustVerdict::State::Changed);
    QVERIFY(verdict.mustAskUser());
    QCOMPARE(verdict.approvedManifest, approved);
    QCOMPARE(verdict.currentManifest, now);
    // All that would run is told, with what it was.
    qsizetype there = 0;
    for (const RunItemChange &one : verdict.changes) {
        QCOMPARE(one.currentItem.id.isEmpty(), one.kind == RunItemChange::Kind::Removed);
        QCOMPARE(one.approvedItem.id.isEmpty(), one.kind == RunItemChange::Kind::Added);
        if (one.kind != RunItemChange::Kind::Removed) {
            QCOMPARE(one.currentItem, now.items.at(there++));
        }
    }
    QCOMPARE(there, now.items.size());
}

void RunStatementTest::asksForAnotherWayToTheSameHost()
{
    InstrumentProfile approved = profile();
    LinkSpec other = approved.links.first();
    other.id = u"roundabout"_s;
    other.jumpHosts = {u"elsewhere.example"_s}; // where the host's name may be another machine's
    approved.links.append(other);
    InstrumentProfile now = approved;
    now.windows[0].link = other.id;
    now.desktops[0].link = other.id;
    const TrustVerdict verdict =
        RunManifests::evaluateTrust(RunManifests::manifestOf(now), RunManifests::manifestOf(approved), QDateTime::fromSecsSinceEpoch(5), false);
    QCOMPARE(verdict.state, TrustVerdict::State::Changed);
    QCOMPARE(told(verdict.changes), (QStringList{u"~desktop control0"_s, u"~window ds9"_s}));
    QCOMPARE(item(verdict.currentManifest, u"ds9"_s).link, u"roundabout"_s);
    QCOMPARE(item(verdict.approvedManifest, u"ds9"_s).link, u"summit"_s);
}

void RunStatementTest::asksWhereALimitIsLifted()
{
    InstrumentProfile approved = profile();
    approved.desktops[0].clipboard = ClipboardPolicy::FromSummit;
    approved.desktops[1].input = InputPermission::ViewOnly;
    InstrumentProfile now = approved;
    now.desktops[0].clipboard = ClipboardPolicy::Both;
    now.desktops[1].input = InputPermission::Everyone;
    const TrustVerdict verdict =
        RunManifests::evaluateTrust(RunManifests::manifestOf(now), RunManifests::manifestOf(approved), QDateTime::fromSecsSinceEpoch(5), false);
    QCOMPARE(verdict.state, TrustVerdict::State::Changed);
    QCOMPARE(told(verdict.changes), (QStringList{u"~desktop control0"_s, u"~desktop telescope"_s}));
}

void RunStatementTest::asksForAKeyThatBecomesKnownHosts()
{
    InstrumentProfile approved = profile();
    approved.links[0].privateKeyFiles = {u"/f/a"_s, u"/f/b"_s};
    approved.links[0].knownHostsPath.clear();
    InstrumentProfile now = approved;
    now.links[0].knownHostsPath = now.links[0].privateKeyFiles.takeLast();
    const TrustVerdict verdict =
        RunManifests::evaluateTrust(RunManifests::manifestOf(now), RunManifests::manifestOf(approved), QDateTime::fromSecsSinceEpoch(5), false);
    QCOMPARE(verdict.state, TrustVerdict::State::Changed);
    QCOMPARE(told(verdict.changes), QStringList{u"~link summit"_s});
}

void RunStatementTest::asksNothingForWhatIsNotImportant_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char *name, const Change &change) {
        QTest::newRow(name) << change;
    };
    row("nothing", [](InstrumentProfile &) { });
    row("the instrument's name and description", [](InstrumentProfile &p) {
        p.name = u"Other"_s;
        p.description = u"Better words"_s;
    });
    row("the file's name", [](InstrumentProfile &p) {
        p.file = u"/f/profiles/other.toml"_s;
    });
    row("titles", [](InstrumentProfile &p) {
        p.desktops[0].title = u"T"_s;
        p.windows[0].title = u"T"_s;
    });
    row("screens", [](InstrumentProfile &p) {
        p.desktops[0].screen = u"left"_s;
        p.windows[0].screen = u"right"_s;
    });
    row("geometry", [](InstrumentProfile &p) {
        p.windows[0].geometry.size = PixelSize{800, 600};
    });
    row("quality and compression", [](InstrumentProfile &p) {
        p.desktops[0].quality = Quality::Low;
        p.links[0].compression = Compression::On;
    });
    row("a comment above: places", [](InstrumentProfile &p) {
        p.links[0].place.line += 7;
        p.windows[0].place.line += 7;
    });
    row("desktops in another order", [](InstrumentProfile &p) {
        p.desktops.swapItemsAt(0, 1);
    });
    row("links in another order", [](InstrumentProfile &p) {
        p.links.swapItemsAt(0, 1);
    });
    row("accounts in another order", [](InstrumentProfile &p) {
        p.accounts = {u"lris2"_s, u"lris1"_s, u"lris2"_s};
    });
    row("how often, when and in which colours a program runs", [](InstrumentProfile &p) {
        p.windows[0].isSingleInstance = true;
        p.windows[0].topology = Topology::VncApp;
        p.windows[0].start = StartPolicy::Preload;
        p.windows[0].preloadMinuteOfDay = 1000;
        p.windows[0].visual = u"PseudoColor 8"_s;
        p.windows[0].share.scope = ServerShareSpec::Scope::Nobody;
    });
    row("a viewer by the link that it has anyway", [](InstrumentProfile &p) {
        p.windows[0].viewer.link = p.windows[0].link;
    });
    row("an input that is the same until there is a baton", [](InstrumentProfile &p) {
        p.desktops[0].input = InputPermission::OneAtATime;
    });
    row("what a server or window is expected to be", [](InstrumentProfile &p) {
        p.desktops[0].expectedServer.visual = u"TrueColor 24"_s;
        p.windows[0].needs.needsBackingStore = true;
    });
}

void RunStatementTest::asksNothingForWhatIsNotImportant()
{
    QFETCH(Change, change);
    const RunManifest approved = RunManifests::manifestOf(profile());
    InstrumentProfile changed = profile();
    change(changed);
    const TrustVerdict verdict = RunManifests::evaluateTrust(RunManifests::manifestOf(changed), approved, QDateTime::fromSecsSinceEpoch(5), false);
    QCOMPARE(verdict.state, TrustVerdict::State::Approved);
    QVERIFY(told(verdict.changes).isEmpty());
}

void RunStatementTest::verdicts()
{
    const RunManifest manifest = RunManifests::manifestOf(profile());
    const QDateTime at = QDateTime::fromSecsSinceEpoch(1000);
    const TrustVerdict first = RunManifests::evaluateTrust(manifest, std::nullopt, at, false);
    QCOMPARE(first.state, TrustVerdict::State::NeverApproved);
    QVERIFY(first.mustAskUser());
    QVERIFY(!first.approvedAt.isValid());
    QCOMPARE(first.manifestHash, RunManifests::hash(manifest));
    QCOMPARE(first.approvedManifest, RunManifest());
    QCOMPARE(told(first.changes), (QStringList{u"+link summit"_s, u"+link status"_s, u"+desktop control0"_s, u"+desktop telescope"_s, u"+window ds9"_s}));

    const TrustVerdict agreed = RunManifests::evaluateTrust(manifest, manifest, at, false);
    QCOMPARE(agreed.state, TrustVerdict::State::Approved);
    QVERIFY(!agreed.mustAskUser());
    QCOMPARE(agreed.approvedAt, at);

    const TrustVerdict installed = RunManifests::evaluateTrust(manifest, std::nullopt, {}, true);
    QCOMPARE(installed.state, TrustVerdict::State::InstalledByAdministrator);
    QVERIFY(!installed.mustAskUser());
    QCOMPARE(RunManifests::evaluateTrust(manifest, RunManifest(), at, true).state, TrustVerdict::State::InstalledByAdministrator);
    QCOMPARE(RunManifests::evaluateTrust(manifest, RunManifest(), at, false).state, TrustVerdict::State::Changed);
}

void RunStatementTest::comesBackFromJson()
{
    InstrumentProfile odd = profile();
    odd.windows[0].command = {u"sh"_s, u"-c"_s, QString(), u"echo \"ä\\\u2028\t𝄞\""_s};
    odd.windows[0].isTrusted = true;
    odd.windows[0].server = {u"Xvnc"_s, {QString()}};
    odd.windows[0].viewer = {u"status"_s, {u"v"_s}};
    odd.windows[0].xResources = {u"*x: \"y\""_s};
    odd.windows[0].preloadArguments = {QString()};
    odd.windows[0].fonts = {u"/f"_s};
    odd.windows[0].share = {ServerShareSpec::Scope::Group, u"g"_s};
    odd.desktops[0].viewer.command = {u"v"_s};
    odd.desktops[0].clipboard = ClipboardPolicy::ToSummit;
    odd.desktops[0].input = InputPermission::ViewOnly;
    odd.links[0].addedAlgorithms = {u"ssh-rsa"_s};
    for (const RunManifest &manifest : {RunManifests::manifestOf(profile()), RunManifests::manifestOf(odd), RunManifest()}) {
        const QByteArray text = QJsonDocument(RunManifestJson::toJson(manifest)).toJson();
        const auto back = RunManifestJson::fromJson(QJsonDocument::fromJson(text).object());
        QVERIFY(back);
        QCOMPARE(*back, manifest);
    }
}

void RunStatementTest::whatWasAgreedToBeforeThereWereExtrasStaysSo()
{
    QVERIFY(!QJsonDocument(RunManifestJson::toJson(RunManifests::manifestOf(profile()))).toJson().contains("extras"));
}

void RunStatementTest::damagedJsonIsNoStatement_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("no accounts") << QByteArray("\"accounts\"") << QByteArray("\"other\"");
    QTest::newRow("accounts are no list") << QByteArray("[\"lris1\",\"lris2\"]") << QByteArray("\"lris1\"");
    QTest::newRow("an account is a number") << QByteArray("\"lris2\"]") << QByteArray("2]");
    QTest::newRow("no items") << QByteArray("\"items\"") << QByteArray("\"other\"");
    QTest::newRow("an unknown kind") << QByteArray("\"window\"") << QByteArray("\"wormhole\"");
    QTest::newRow("no host") << QByteArray("\"host\":\"status.example:2200\"") << QByteArray("\"hosts\":0");
    QTest::newRow("no link") << QByteArray("\"link\":\"summit\"") << QByteArray("\"sink\":\"summit\"");
    QTest::newRow("no known_hosts") << QByteArray("\"knownHosts\"") << QByteArray("\"unknownHosts\"");
    QTest::newRow("trusted is no flag") << QByteArray("\"trusted\":false}]") << QByteArray("\"trusted\":\"no\"}]");
    QTest::newRow("an extra of an unknown kind") << QByteArray("\"fonts\"") << QByteArray("\"founts\"");
    QTest::newRow("an extra without words") << QByteArray("\"words\"") << QByteArray("\"swords\"");
    QTest::newRow("extras that are no list") << QByteArray("\"extras\":[{\"what\":\"fonts\",\"words\":[\"/f\"]}]") << QByteArray("\"extras\":7");
    QTest::newRow("a command's argument is a list") << QByteArray("\"-title\"") << QByteArray("[\"-title\"]");
}

void RunStatementTest::damagedJsonIsNoStatement()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    InstrumentProfile whole = profile();
    whole.windows[0].fonts = {u"/f"_s};
    QByteArray text = QJsonDocument(RunManifestJson::toJson(RunManifests::manifestOf(whole))).toJson(QJsonDocument::Compact);
    QVERIFY(text.contains(from));
    text.replace(from, to);
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    QVERIFY(!RunManifestJson::fromJson(document.object()));
}

NIGHTDESK_GUILESS_TEST(RunStatementTest)
#include "runstatementtest.moc"
