// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appreport.h"
#include "sessions/apps/appcommand.h"
#include "sessions/apps/appfailure.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QByteArray header = "nightdesk-app 1\n";
const QByteArray octal = "000001002003004005006007010011012013014015016377";
const QByteArray facts = "id 1x\nsocket /tmp/nightdesk-7/a.b.c/rfb\nxsocket /tmp/.X11-unix/X213\ndisplay 213\ncookie " + octal
    + "\nmanager 1\nresize 0\nsince 1763779200\noutput 17\njoined 1\n";
}

class AppReportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tellsThePlace();
    void isTheSameInAnyPieces();
    void isNotBelieved_data();
    void isNotBelieved();
    void tellsTheEnd_data();
    void tellsTheEnd();
    void namesAreFiles_data();
    void namesAreFiles();
    void ordersBecomeCommands();
    void visualsAreTold_data();
    void visualsAreTold();
};

void AppReportTest::tellsThePlace()
{
    AppReport report;
    QCOMPARE(report.addBytes("Welcome!\nYou have mail." + header + facts), AppReport::State::ReportBegun);
    QCOMPARE(report.addBytes("ready\nalive\n"), AppReport::State::DisplayReady);
    AppDisplayFacts expected;
    expected.vncSocketPath = u"/tmp/nightdesk-7/a.b.c/rfb"_s;
    expected.xSocketPath = u"/tmp/.X11-unix/X213"_s;
    expected.xDisplayNumber = 213;
    expected.xCookie = QByteArray::fromHex("000102030405060708090a0b0c0d0eff");
    expected.hasWindowManager = true;
    expected.canResize = false;
    expected.wasAlreadyRunning = true;
    expected.programStartedAt = QDateTime::fromString(u"2025-11-22T02:40:00Z"_s, Qt::ISODate);
    QCOMPARE(report.displayFacts(), expected);
    QCOMPARE(report.runId(), "1x");
    QCOMPARE(report.skippedOutputBytes(), 17);
    QCOMPARE(report.addBytes("socket /elsewhere\nexit 0\nexit 3\n"), AppReport::State::DisplayEnded);
    QCOMPARE(report.displayFacts(), expected); // it is said once
    QCOMPARE(report.finalReportWords(), (QByteArrayList{"exit", "0"}));
}

void AppReportTest::isTheSameInAnyPieces()
{
    const QByteArray whole = "hello\n" + header + facts + "ready\nexit 5\n";
    AppReport report;
    for (const char c : whole) {
        report.addBytes(QByteArray(1, c));
    }
    QCOMPARE(report.state(), AppReport::State::DisplayEnded);
    QCOMPARE(report.displayFacts().xDisplayNumber, 213);
    QCOMPARE(report.finalReportWords(), (QByteArrayList{"exit", "5"}));
}

void AppReportTest::isNotBelieved_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<AppReport::State>("expected");
    using enum AppReport::State;
    QTest::newRow("nothing at all") << QByteArray() << NotBegun;
    QTest::newRow("a login shell alone") << QByteArray("This account is currently not available.\n") << NotBegun;
    QTest::newRow("a login shell without end") << QByteArray(AppReport::maxShellOutput + 1, 'x') << InvalidReport;
    QTest::newRow("many short lines before it") << QByteArray("x\n").repeated(AppReport::maxShellOutput) + header << InvalidReport;
    QTest::newRow("another version") << QByteArray("nightdesk-app 2\n" + facts + "ready\n") << NotBegun;
    QTest::newRow("cut off") << header + facts << ReportBegun;
    QTest::newRow("cut off within a line") << header + facts + "read" << ReportBegun;
    QTest::newRow("ready without a socket") << header + "since 1\nready\n" << InvalidReport;
    QTest::newRow("ready without a time") << header + "socket /tmp/x\nready\n" << InvalidReport;
    QTest::newRow("a line without end") << header + QByteArray(AppReport::maxLineLength + 1, 'x') << InvalidReport;
    QTest::newRow("facts without end") << header + QByteArray("a b\n").repeated(1000) << InvalidReport;
    QTest::newRow("a socket that is not absolute") << header + "socket rfb\n" << InvalidReport;
    QTest::newRow("a socket that goes up") << header + "socket /tmp/../etc/x\n" << InvalidReport;
    QTest::newRow("a socket that is too long") << header + "socket /" + QByteArray(107, 'x') + '\n' << InvalidReport;
    QTest::newRow("a socket with a sign nobody can see") << header + "socket /tmp/\x01\n" << InvalidReport;
    QTest::newRow("a display that is not a number") << header + "display one\n" << InvalidReport;
    QTest::newRow("a display below all") << header + "display -1\n" << InvalidReport;
    QTest::newRow("a display beyond all") << header + "display 65536\n" << InvalidReport;
    QTest::newRow("a cookie that is too short") << header + "cookie 001\n" << InvalidReport;
    QTest::newRow("a cookie of other signs") << header + "cookie " + QByteArray(octal).replace("7", "9") + '\n' << InvalidReport;
    QTest::newRow("a cookie beyond a byte") << header + "cookie " + QByteArray(octal).replace("377", "400") + '\n' << InvalidReport;
    QTest::newRow("a time before all") << header + "since -5\n" << InvalidReport;
    QTest::newRow("output below nothing") << header + "output -5\n" << InvalidReport;
    QTest::newRow("output beyond what can be counted on") << header + "output 9223372036854775807\n" << InvalidReport;
    QTest::newRow("what is not known is passed over") << header + "colour blue\n" + facts + "weather fine\nready\ntomorrow rain\n" << DisplayReady;
    QTest::newRow("a failure at once") << header + "fail noserver Xvnc\n" << DisplayEnded;
    QTest::newRow("zero bytes") << header + QByteArray(100, '\0') + '\n' << ReportBegun;
}

void AppReportTest::isNotBelieved()
{
    QFETCH(QByteArray, bytes);
    QFETCH(AppReport::State, expected);
    AppReport report;
    QCOMPARE(report.addBytes(bytes), expected);
}

void AppReportTest::tellsTheEnd_data()
{
    QTest::addColumn<QByteArrayList>("word");
    QTest::addColumn<std::optional<int>>("code");
    QTest::addColumn<QString>("signal");
    QTest::addColumn<QString>("what"); // part of a failure's; empty: none
    const std::optional<int> none;
    QTest::newRow("an end") << QByteArrayList{"exit", "0"} << std::optional(0) << QString() << QString();
    QTest::newRow("a code") << QByteArrayList{"exit", "3"} << std::optional(3) << QString() << QString();
    QTest::newRow("a signal, as shells tell it") << QByteArrayList{"exit", "139"} << none << u"SEGV"_s << QString();
    QTest::newRow("not found") << QByteArrayList{"exit", "127"} << std::optional(127) << QString() << QString();
    QTest::newRow("a code that is none") << QByteArrayList{"exit", "many"} << none << QString() << QString();
    QTest::newRow("nobody looked") << QByteArrayList{"linger", ""} << none << QString() << u"nobody viewed"_s;
    QTest::newRow("the server died") << QByteArrayList{"server", "139 Segmentation fault"} << none << QString() << u"signal SEGV"_s;
    QTest::newRow("the keeper died") << QByteArrayList{"lost", ""} << none << QString() << u"was killed"_s;
    QTest::newRow("no server") << QByteArrayList{"fail", "noserver Xtigervnc Xvnc"} << none << QString() << u"searched for: Xtigervnc Xvnc"_s;
    QTest::newRow("a full disk") << QByteArrayList{"fail", "disk /tmp/nightdesk-7"} << none << QString() << u"cannot be written"_s;
    QTest::newRow("a stranger's directory") << QByteArrayList{"fail", "foreign /tmp/nightdesk-7"} << none << QString() << u"belongs to another account"_s;
    QTest::newRow("an open directory") << QByteArrayList{"fail", "open /tmp/nightdesk-7"} << none << QString() << u"other accounts may enter"_s;
    QTest::newRow("not known") << QByteArrayList{"fail", "weather"} << none << QString() << u"did not start"_s;
    QTest::newRow("no word") << QByteArrayList{} << none << QString() << u"did not start"_s;
}

void AppReportTest::tellsTheEnd()
{
    QFETCH(QByteArrayList, word);
    QFETCH(std::optional<int>, code);
    QFETCH(QString, signal);
    QFETCH(QString, what);
    const auto ending = AppFailure::exitOrFailure(word, {}, u"keola"_s);
    if (const auto *exit = std::get_if<ProgramExit>(&ending)) {
        QVERIFY(what.isEmpty());
        QCOMPARE(*exit, (ProgramExit{.code = code, .signal = signal}));
        return;
    }
    const auto &failure = std::get<Failure>(ending);
    QVERIFY(!what.isEmpty());
    QVERIFY2(failure.what.contains(what), qUtf8Printable(failure.what));
    QVERIFY(!failure.advice.isEmpty());
}

void AppReportTest::namesAreFiles_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isName");
    QTest::newRow("as they are") << u"0123456789abcdef.lris.ds9"_s << true;
    QTest::newRow("of a program that runs once") << u"one.lris.x-pose_2"_s << true;
    QTest::newRow("very long") << u"0123456789abcdef."_s + QString(64, u'a') + u'.' + QString(64, u'b') << true;
    QTest::newRow("two parts") << u"one.lris"_s << false;
    QTest::newRow("four parts") << u"one.lris.ds9.x"_s << false;
    QTest::newRow("an empty part") << u"one..ds9"_s << false;
    QTest::newRow("a path") << u"one.lris.../x"_s << false;
    QTest::newRow("a line's end") << u"one.lris.ds9\n"_s << false;
    QTest::newRow("nothing") << QString() << false;
}

void AppReportTest::namesAreFiles()
{
    QFETCH(QString, text);
    QFETCH(bool, isName);
    const auto name = PrivateXServerName::parse(text);
    QCOMPARE(name.has_value(), isName);
    if (name) {
        QCOMPARE(name->text(), text);
        QVERIFY(name->directoryName().size() <= 44); // else the socket has no room
        PrivateXServerName other = *name;
        other.display += u'x';
        QVERIFY(other.directoryName() != name->directoryName());
    }
}

void AppReportTest::ordersBecomeCommands()
{
    AppRequest order;
    order.name = {.owner = u"one"_s, .profile = u"lris"_s, .display = u"ds9"_s};
    order.spec.title = u"Two\nlines"_s;
    order.spec.command = {u"ds9"_s, u"-title"_s, u"a b"_s};
    order.spec.server = {.command = u"Xmine"_s, .arguments = {u"-dpi"_s, u"96"_s}};
    order.spec.fonts = {u"/fonts/a b"_s};
    order.spec.xResources = {u"*background: blue"_s};
    order.size = {10, 100000};
    const auto command = AppCommand::command(AppCommand::ScriptAction::Open, order, {.runId = "7x", .byteCount = 12});
    QVERIFY(command);
    for (const QString &word : {u"open"_s,
                                u"one.lris.ds9"_s,
                                u"7x 12"_s,
                                u"title=Two lines"_s,
                                u"server=Xmine"_s,
                                u"width=64"_s,
                                u"height=16384"_s,
                                u"depth=24"_s,
                                u"class="_s,
                                u"linger=1800"_s,
                                u"font=/fonts/a b"_s,
                                u"xrm=*background: blue"_s}) {
        QVERIFY2(command->contains(word), qUtf8Printable(word));
    }
    QCOMPARE(command->last(7), (QStringList{u"--"_s, u"2"_s, u"-dpi"_s, u"96"_s, u"ds9"_s, u"-title"_s, u"a b"_s}));
    QVERIFY(!command->at(2).contains(u"SPDX"_s));
    QVERIFY(command->at(2).contains(u"nightdesk-app 1"_s));
    QVERIFY(command->at(9).contains(u"-rfbunixpath"_s));
    const auto stop = AppCommand::command(AppCommand::ScriptAction::Stop, order);
    QVERIFY(stop && stop->at(4) == "stop"_L1 && stop->last().isEmpty());
    order.spec.isSingleInstance = true;
    order.desk = u"d1"_s;
    QCOMPARE(AppCommand::command(AppCommand::ScriptAction::Stop, order)->last(2), (QStringList{u"one=one.lris.ds9"_s, u"desk=d1"_s}));
}

void AppReportTest::visualsAreTold_data()
{
    QTest::addColumn<QString>("visual");
    QTest::addColumn<QStringList>("words"); // none: it is refused
    QTest::newRow("none given") << QString() << QStringList{u"depth=24"_s, u"class="_s};
    QTest::newRow("true colour") << u"TrueColor 16"_s << QStringList{u"depth=16"_s, u"class="_s};
    QTest::newRow("colour maps") << u"PseudoColor 8"_s << QStringList{u"depth=8"_s, u"class=3"_s};
    QTest::newRow("true colour that no VNC server has") << u"TrueColor 8"_s << QStringList{u"depth=8"_s, u"class=4"_s};
    QTest::newRow("a class that is none") << u"FalseColor 8"_s << QStringList();
    QTest::newRow("no depth") << u"PseudoColor"_s << QStringList();
    QTest::newRow("a depth beyond all") << u"TrueColor 33"_s << QStringList();
    QTest::newRow("more than a visual") << u"TrueColor 24; rm"_s << QStringList();
}

void AppReportTest::visualsAreTold()
{
    QFETCH(QString, visual);
    QFETCH(QStringList, words);
    AppRequest order;
    order.spec.visual = visual;
    const auto command = AppCommand::command(AppCommand::ScriptAction::Open, order);
    QCOMPARE(command.has_value(), !words.isEmpty());
    for (const QString &word : std::as_const(words)) {
        QVERIFY2(command->contains(word), qUtf8Printable(word));
    }
}

NIGHTDESK_GUILESS_TEST(AppReportTest)
#include "appreporttest.moc"
