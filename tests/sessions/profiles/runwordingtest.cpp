// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/runwording.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using RunWording::RunLine;
using Kind = RunItem::Kind;

namespace
{
RunItem link(const QString &host, const QString &account, const QStringList &jumpHosts = {})
{
    RunItem item;
    item.id = u"summit"_s;
    item.host = host;
    item.account = account;
    item.jumpHosts = jumpHosts;
    return item;
}

RunItem window(const QString &id, const QString &host, const QString &account, const QStringList &command, bool trusted = false)
{
    RunItem item;
    item.kind = Kind::Window;
    item.id = id;
    item.host = host;
    item.account = account;
    item.link = u"summit"_s;
    item.command = command;
    item.isTrusted = trusted;
    return item;
}

RunItem desktop(const QString &id, const QString &host, const QString &account, const QString &address)
{
    RunItem item;
    item.kind = Kind::Desktop;
    item.id = id;
    item.host = host;
    item.account = account;
    item.link = u"summit"_s;
    item.vncServerAddress = address;
    return item;
}

QString text(const QList<RunLine> &lines)
{
    QStringList result;
    for (const RunLine &line : lines) {
        const QString mark = line.mark == RunLine::Mark::Added ? u"+"_s
            : line.mark == RunLine::Mark::Removed              ? u"-"_s
            : line.mark == RunLine::Mark::Unchanged            ? u"="_s
                                                               : u""_s;
        result.append(QString(line.indent, u' ') + mark + line.text);
    }
    return result.join(u'\n');
}

TrustVerdict changed(const QList<RunItemChange> &changes)
{
    TrustVerdict verdict;
    verdict.state = TrustVerdict::State::Changed;
    verdict.changes = changes;
    return verdict;
}
}

/// What a person reads before agreeing.
class RunWordingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void commandsAsAShellTakesThem_data();
    void commandsAsAShellTakesThem();
    void nothingIsHidden_data();
    void nothingIsHidden();
    void everythingStandsUnderItsLogin();
    void linksToTheSameHostStayApart();
    void anotherLinkIsToldWithItsWay();
    void aTrustedProgramIsWarnedOf();
    void aDisplayOfAnotherPlaceSaysWhere();
    void onlyWhatDiffersIsCompared_data();
    void onlyWhatDiffersIsCompared();
    void accountsThatChanged();
    void thereIsAlwaysSomethingToLookAt();
    void whatTheAccountIs();
    void theAccountIsToldWhereverItStands_data();
    void theAccountIsToldWhereverItStands();
    void whatIsUnchanged();
    void nothingIsShortened();
};

void RunWordingTest::commandsAsAShellTakesThem_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain words stay") << QStringList{u"ds9"_s, u"-title"_s, u"LRIS"_s} << u"ds9 -title LRIS"_s;
    QTest::newRow("one argument with a space") << QStringList{u"xterm"_s, u"-e"_s, u"rm -rf /"_s} << u"xterm -e 'rm -rf /'"_s;
    QTest::newRow("three arguments instead") << QStringList{u"xterm"_s, u"-e"_s, u"rm"_s, u"-rf"_s, u"/"_s} << u"xterm -e rm -rf /"_s;
    QTest::newRow("an empty argument") << QStringList{u"echo"_s, QString()} << u"echo ''"_s;
    QTest::newRow("an apostrophe") << QStringList{u"echo"_s, u"it's"_s} << uR"(echo 'it'\''s')"_s;
    QTest::newRow("what a shell would expand") << QStringList{u"echo"_s, u"$HOME;`id`"_s} << u"echo '$HOME;`id`'"_s;
    QTest::newRow("a line break") << QStringList{u"sh"_s, u"a\nb"_s} << uR"(sh $'a\nb')"_s;
    QTest::newRow("text that is turned round") << QStringList{u"a\u202eb"_s} << uR"($'a\u202eb')"_s;
    QTest::newRow("backslash and apostrophe beside a tab") << QStringList{u"\t\\'"_s} << uR"($'\t\\\'')"_s;
    QTest::newRow("a no-break space is no space") << QStringList{u"a\u00a0b"_s} << uR"($'a\u00a0b')"_s;
    QTest::newRow("letters beyond ASCII can be read") << QStringList{u"é"_s} << u"'é'"_s;
    QTest::newRow("a tag that nobody sees") << QStringList{u"a\U000E0041"_s} << uR"($'a\U000e0041')"_s;
    QTest::newRow("no words at all") << QStringList() << QString();
}

void RunWordingTest::commandsAsAShellTakesThem()
{
    QFETCH(QStringList, command);
    QTEST(RunWording::shellLine(command), "expected");
}

void RunWordingTest::nothingIsHidden_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain") << u"lris.summit.example"_s << u"lris.summit.example"_s;
    QTest::newRow("a space is a space") << u"a b"_s << u"a b"_s;
    QTest::newRow("a bell") << u"a\u0007"_s << uR"(a\u0007)"_s;
    QTest::newRow("a direction mark") << u"a\u202eb"_s << uR"(a\u202eb)"_s;
    QTest::newRow("a letter without width") << u"a\u200bb"_s << uR"(a\u200bb)"_s;
    QTest::newRow("a line separator") << u"a\u2028b"_s << uR"(a\u2028b)"_s;
    QTest::newRow("half a character") << QString(u'a') + QChar(0xd800) << uR"(a\ufffd)"_s;
}

void RunWordingTest::nothingIsHidden()
{
    QFETCH(QString, given);
    QFETCH(QString, expected);
    const QString shown = RunWording::escapeInvisible(given);
    // Qt itself may have replaced half a character by U+FFFD, which can be seen.
    QCOMPARE(QString(shown).replace(QChar::ReplacementCharacter, uR"(\ufffd)"_s).replace(uR"(\ud800)"_s, uR"(\ufffd)"_s), expected);
}

void RunWordingTest::everythingStandsUnderItsLogin()
{
    RunManifest manifest;
    manifest.items = {link(u"a.example"_s, u"{account}"_s, {u"gw1"_s, u"gw2"_s}),
                      link(u"b.example:2222"_s, {}),
                      desktop(u"control"_s, u"a.example"_s, u"{account}"_s, u":1"_s),
                      window(u"ds9"_s, u"b.example:2222"_s, {}, {u"ds9"_s}),
                      window(u"log"_s, u"a.example"_s, u"{account}"_s, {u"tail"_s, u"-f"_s, u"a b"_s})};
    manifest.items[1].id = u"status"_s;
    manifest.items[1].privateKeyFiles = {u"/keys/id"_s, u"/keys/other"_s};
    manifest.items[1].knownHostsPath = u"/f/known_hosts"_s;
    manifest.items[1].hostKeys = {u"@revoked * ssh-rsa AAAA"_s, u"b.example ssh-ed25519 AAAA"_s};
    manifest.items[3].link = u"status"_s;
    QCOMPARE(text(RunWording::allLines(manifest)),
             u"Logs in to a.example as {account}\n"
             " through gw1, then gw2\n"
             " Shared desktop “control”:\n"
             "  :1\n"
             " Program “log”:\n"
             "  tail -f 'a b'\n"
             "Logs in to b.example:2222 with the account from your ssh configuration\n"
             " with the key files /keys/id, /keys/other\n"
             " trusting the host keys in /f/known_hosts\n"
             " rejecting * with the ssh-rsa key SHA256:cJ6AyISHokEeHuTfufIqhhSS0gxHZRUMDHlKvXD4FHw\n"
             " accepting b.example with the ssh-ed25519 key SHA256:cJ6AyISHokEeHuTfufIqhhSS0gxHZRUMDHlKvXD4FHw\n"
             " Program “ds9”:\n"
             "  ds9"_s);
}

void RunWordingTest::linksToTheSameHostStayApart()
{
    RunManifest manifest;
    manifest.items = {link(u"a"_s, u"o"_s, {u"gw1"_s}), link(u"a"_s, u"o"_s, {u"gw2"_s}), window(u"ds9"_s, u"a"_s, u"o"_s, {u"ds9"_s})};
    manifest.items[1].id = u"other"_s;
    manifest.items[2].link = u"other"_s;
    QCOMPARE(text(RunWording::allLines(manifest)),
             u"Logs in to a as o\n"
             " through gw1\n"
             "Logs in to a as o\n"
             " through gw2\n"
             " Program “ds9”:\n"
             "  ds9"_s);
}

void RunWordingTest::anotherLinkIsToldWithItsWay()
{
    RunManifest approved;
    approved.items = {link(u"a"_s, u"o"_s, {u"gw1"_s}), link(u"a"_s, u"o"_s, {u"gw2"_s}), window(u"ds9"_s, u"a"_s, u"o"_s, {u"ds9"_s})};
    approved.items[1].id = u"other"_s;
    approved.items[1].privateKeyFiles = {u"/k"_s};
    TrustVerdict verdict = changed({});
    verdict.approvedManifest = approved;
    verdict.currentManifest = approved;
    verdict.currentManifest.items[2].link = u"other"_s;
    verdict.changes = {{RunItemChange::Kind::Changed, verdict.currentManifest.items.at(2), approved.items.at(2)}};
    QCOMPARE(text(RunWording::differences(verdict)),
             u"Changed\n"
             " Program “ds9” on a as o\n"
             "  -over the connection “summit”, through gw1\n"
             "  +over the connection “other”, through gw2, with the key files /k"_s);
}

void RunWordingTest::aTrustedProgramIsWarnedOf()
{
    RunManifest manifest;
    manifest.items = {link(u"a"_s, u"o"_s), window(u"ds9"_s, u"a"_s, u"o"_s, {u"ds9"_s}, true)};
    const QList<RunLine> lines = RunWording::allLines(manifest);
    QCOMPARE(lines.constLast().style, RunLine::Style::Warning);
    QVERIFY(lines.constLast().text.contains(u"everything typed"));
}

void RunWordingTest::aDisplayOfAnotherPlaceSaysWhere()
{
    RunManifest manifest;
    manifest.items = {link(u"a"_s, u"o"_s), window(u"ds9"_s, u"elsewhere"_s, u"root"_s, {u"ds9"_s})};
    manifest.items[1].link = u"gone"_s;
    QVERIFY2(text(RunWording::allLines(manifest)).contains(u"Program “ds9” on elsewhere as root, over the connection “gone”:"),
             qPrintable(text(RunWording::allLines(manifest))));
}

void RunWordingTest::onlyWhatDiffersIsCompared_data()
{
    QTest::addColumn<RunItemChange>("change");
    QTest::addColumn<QString>("expected");
    const RunItem ds9 = window(u"ds9"_s, u"a"_s, u"o"_s, {u"ds9"_s});
    RunItem other = ds9;
    other.command = {u"ds9"_s, u"-fifo"_s};
    QTest::newRow("the command") << RunItemChange{RunItemChange::Kind::Changed, other, ds9} << u"Changed\n Program “ds9” on a as o\n  -ds9\n  +ds9 -fifo"_s;
    RunItem own = ds9;
    own.runDetails = {{RunDetail::Kind::PrivateServerCommand, {u"Xvnc"_s, u"-dpi"_s, u"9 6"_s}}, {RunDetail::Kind::Resources, {u"*a: b"_s}}};
    other = own;
    other.runDetails[0].values = {u"Xtigervnc"_s};
    QTest::newRow("the server of its display") << RunItemChange{RunItemChange::Kind::Changed, other, own}
                                               << u"Changed\n Program “ds9” on a as o\n  -On a private X server that is started with: Xvnc -dpi '9 6'\n"
                                                  "  +On a private X server that is started with: Xtigervnc"_s;
    QTest::newRow("what the profile does not set any more")
        << RunItemChange{RunItemChange::Kind::Changed, ds9, own}
        << u"Changed\n Program “ds9” on a as o\n  -On a private X server that is started with: Xvnc -dpi '9 6'\n"
           "  -With the X resources: '*a: b'"_s;
    other = ds9;
    other.runDetails = {{RunDetail::Kind::PrivateServerArguments, {u"-dpi"_s}},
                        {RunDetail::Kind::ViewerCommand, {u"over"_s, u"{server}"_s}},
                        {RunDetail::Kind::ViewerHostLink, {u"status"_s}},
                        {RunDetail::Kind::PreloadArguments, {u"-port"_s, QString()}},
                        {RunDetail::Kind::Fonts, {u"/f"_s}},
                        {RunDetail::Kind::Group, {u"observers"_s}}};
    QTest::newRow("a new program with all that it can be given") << RunItemChange{RunItemChange::Kind::Added, other, {}}
                                                                 << u"New\n +Program “ds9” on a as o, over the connection “summit”:\n  +ds9\n"
                                                                    "  +Arguments for the private X server: -dpi\n"
                                                                    "  +Shown by a viewer that runs on the remote host: over '{server}'\n"
                                                                    "  +The viewer uses the connection “status”\n"
                                                                    "  +Arguments when the program is preloaded: -port ''\n"
                                                                    "  +Font folders for the private X server: /f\n"
                                                                    "  +Members of the group observers can join, see everything and type"_s;
    RunItem shown = desktop(u"d"_s, u"a"_s, u"o"_s, u":1"_s);
    shown.runDetails = {{RunDetail::Kind::ViewerCommand, {u"vncviewer"_s}}};
    QTest::newRow("a desktop's viewer") << RunItemChange{RunItemChange::Kind::Changed, shown, desktop(u"d"_s, u"a"_s, u"o"_s, u":1"_s)}
                                        << u"Changed\n Shared desktop “d” on a as o\n  +Shown by a viewer that runs on the remote host: vncviewer"_s;
    RunItem limited = desktop(u"d"_s, u"a"_s, u"o"_s, u":1"_s);
    limited.runDetails = {{RunDetail::Kind::Clipboard, {u"from-summit"_s}}, {RunDetail::Kind::ViewOnlyDesktop, {u"view-only"_s}}};
    QTest::newRow("a desktop's limits that are lifted") << RunItemChange{RunItemChange::Kind::Changed, desktop(u"d"_s, u"a"_s, u"o"_s, u":1"_s), limited}
                                                        << u"Changed\n Shared desktop “d” on a as o\n"
                                                           "  -Text copied there can be pasted here, but not in the other direction\n"
                                                           "  -View-only: no keyboard or pointer input is sent"_s;
    other = ds9;
    other.account = u"root"_s;
    QTest::newRow("the account") << RunItemChange{RunItemChange::Kind::Changed, other, ds9}
                                 << u"Changed\n Program “ds9” on a as root\n  -on a as o\n  +on a as root"_s;
    const RunItem approved = link(u"a"_s, u"o"_s);
    QTest::newRow("a host on the way") << RunItemChange{RunItemChange::Kind::Changed, link(u"a"_s, u"o"_s, {u"gw"_s}), approved}
                                       << u"Changed\n Connection “summit” on a as o\n  -without a jump host from the profile\n  +through gw"_s;
    other = approved;
    other.privateKeyFiles = {u"/k"_s};
    QTest::newRow("a key") << RunItemChange{RunItemChange::Kind::Changed, other, approved}
                           << u"Changed\n Connection “summit” on a as o\n  -without key files from the profile\n  +with the key files /k"_s;
    RunItem one = approved;
    one.privateKeyFiles = {u"/a, /b"_s};
    other.privateKeyFiles = {u"/a"_s, u"/b"_s};
    QTest::newRow("one key becomes two") << RunItemChange{RunItemChange::Kind::Changed, other, one}
                                         << u"Changed\n Connection “summit” on a as o\n  -with the key files '/a, /b'\n  +with the key files /a, /b"_s;
    other = approved;
    other.runDetails = {{RunDetail::Kind::Algorithms, {u"ssh-rsa"_s, u"aes128-cbc"_s}}};
    QTest::newRow("weaker algorithms") << RunItemChange{RunItemChange::Kind::Changed, other, approved}
                                       << u"Changed\n Connection “summit” on a as o\n  +Also offers weaker algorithms: ssh-rsa aes128-cbc"_s;
    QTest::newRow("a new link with weaker algorithms")
        << RunItemChange{RunItemChange::Kind::Added, other, {}}
        << u"New\n +Connection “summit”: Logs in to a as o\n  +Also offers weaker algorithms: ssh-rsa aes128-cbc"_s;
    other = approved;
    other.knownHostsPath = u"/h"_s;
    QTest::newRow("a file of known hosts") << RunItemChange{
        RunItemChange::Kind::Changed,
        other,
        approved} << u"Changed\n Connection “summit” on a as o\n  -without a known_hosts file from the profile\n  +trusting the host keys in /h"_s;
    QTest::newRow("a desktop's address") << RunItemChange{RunItemChange::Kind::Changed,
                                                          desktop(u"d"_s, u"a"_s, u"o"_s, u":2"_s),
                                                          desktop(u"d"_s, u"a"_s, u"o"_s, u":1"_s)}
                                         << u"Changed\n Shared desktop “d” on a as o\n  -:1\n  +:2"_s;
    QTest::newRow("a new program") << RunItemChange{RunItemChange::Kind::Added, ds9, {}}
                                   << u"New\n +Program “ds9” on a as o, over the connection “summit”:\n  +ds9"_s;
    QTest::newRow("a new link") << RunItemChange{RunItemChange::Kind::Added, link(u"b"_s, u"o"_s, {u"gw"_s}), {}}
                                << u"New\n +Connection “summit”: Logs in to b as o\n  +through gw"_s;
    QTest::newRow("a program that went") << RunItemChange{RunItemChange::Kind::Removed, {}, ds9}
                                         << u"Removed\n -Program “ds9” on a as o, over the connection “summit”:\n  -ds9"_s;
    QTest::newRow("what stayed is not told") << RunItemChange{RunItemChange::Kind::Same, ds9, ds9} << QString();
}

void RunWordingTest::onlyWhatDiffersIsCompared()
{
    QFETCH(RunItemChange, change);
    QTEST(text(RunWording::differences(changed({change}))), "expected");
}

void RunWordingTest::accountsThatChanged()
{
    TrustVerdict verdict = changed({});
    verdict.approvedManifest.accounts = {u"b"_s, u"a"_s};
    verdict.currentManifest.accounts = {u"a"_s, u"b"_s};
    QCOMPARE(text(RunWording::differences(verdict)), QString());
    verdict.currentManifest.accounts = {};
    QCOMPARE(text(RunWording::differences(verdict)), u"Changed\n Accounts allowed for {account}\n  -a, b\n  +any account"_s);
    RunItem now = window(u"ds9"_s, u"a"_s, u"o"_s, {u"ds9"_s}, true);
    RunItem approved = now;
    approved.isTrusted = false;
    const QList<RunLine> lines = RunWording::differences(changed({{RunItemChange::Kind::Changed, now, approved}}));
    QCOMPARE(lines.constLast().style, RunLine::Style::Warning);
    QCOMPARE(lines.constLast().mark, RunLine::Mark::Added);
}

void RunWordingTest::thereIsAlwaysSomethingToLookAt()
{
    const RunItem ds9 = window(u"ds9"_s, u"a"_s, u"o"_s, {u"ds9"_s});
    TrustVerdict verdict = changed({{RunItemChange::Kind::Same, ds9, ds9}});
    verdict.currentManifest.items = {ds9};
    QVERIFY(text(RunWording::differences(verdict)).contains(u"ds9"));
}

void RunWordingTest::whatTheAccountIs()
{
    RunManifest manifest;
    manifest.items = {link(u"a"_s, u"o"_s)};
    QCOMPARE(RunWording::accountLine(manifest, u"lris1"_s), QString());
    manifest.items = {link(u"a"_s, u"{account}"_s)};
    QVERIFY(RunWording::accountLine(manifest, u"lris1"_s).contains(u"lris1"));
    QVERIFY(!RunWording::accountLine(manifest, {}).isEmpty());
    manifest.accounts = {u"lris2"_s, u"lris3"_s};
    QVERIFY(RunWording::accountLine(manifest, {}).contains(u"lris2, lris3"));
    manifest.items = {link(u"a"_s, u"o"_s), window(u"w"_s, u"a"_s, u"o"_s, {u"x"_s, u"-u{account}"_s})};
    QVERIFY(!RunWording::accountLine(manifest, {}).isEmpty());
}

void RunWordingTest::theAccountIsToldWhereverItStands_data()
{
    QTest::addColumn<RunItem>("item");
    QTest::newRow("in the user") << link(u"a"_s, u"{account}"_s);
    QTest::newRow("in the host") << link(u"{account}.example"_s, u"o"_s);
    QTest::newRow("in a host on the way") << link(u"a"_s, u"o"_s, {u"gw"_s, u"{account}@gw"_s});
    RunItem keys = link(u"a"_s, u"o"_s);
    keys.privateKeyFiles = {u"/k"_s, u"/home/{account}/.ssh/id"_s};
    QTest::newRow("in a key file's path") << keys;
    RunItem known = link(u"a"_s, u"o"_s);
    known.knownHostsPath = u"/home/{account}/known_hosts"_s;
    QTest::newRow("in the path of known_hosts") << known;
    QTest::newRow("in a desktop's socket") << desktop(u"d"_s, u"a"_s, u"o"_s, u"/run/{account}/vnc"_s);
    RunItem fonts = window(u"w"_s, u"a"_s, u"o"_s, {u"x"_s});
    fonts.runDetails = {{RunDetail::Kind::Fonts, {u"/home/{account}/fonts"_s}}};
    QTest::newRow("in what else a program is given") << fonts;
    QTest::newRow("in a program's argument") << window(u"w"_s, u"a"_s, u"o"_s, {u"x"_s, u"-u{account}"_s});
}

void RunWordingTest::theAccountIsToldWhereverItStands()
{
    QFETCH(RunItem, item);
    RunManifest manifest;
    manifest.items = {link(u"a"_s, u"o"_s), item};
    QVERIFY(RunWording::accountLine(manifest, u"lris1"_s).contains(u"lris1"));
}

void RunWordingTest::whatIsUnchanged()
{
    const RunItem ds9 = window(u"ds9"_s, u"a"_s, u"o"_s, {u"ds9"_s});
    const RunItem old = window(u"old"_s, u"a"_s, u"o"_s, {u"old"_s});
    const TrustVerdict verdict =
        changed({{RunItemChange::Kind::Same, ds9, ds9}, {RunItemChange::Kind::Removed, {}, old}, {RunItemChange::Kind::Added, old, {}}});
    QCOMPARE(RunWording::manifestOfUnchangedItems(verdict).items, QList{ds9});
}

void RunWordingTest::nothingIsShortened()
{
    RunManifest manifest;
    QStringList command{u"program"_s};
    for (int i = 0; i < 2000; ++i) {
        command.append(u"argument-%1"_s.arg(i));
    }
    manifest.items = {window(u"w"_s, u"a"_s, u"o"_s, command)};
    QVERIFY(text(RunWording::allLines(manifest)).endsWith(u"argument-1999"));
}

NIGHTDESK_GUILESS_TEST(RunWordingTest)
#include "runwordingtest.moc"
