// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandline.h"
#include "app/commands/commandtable.h"
#include "app/commands/commandvalues.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <functional>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
Command parse(const QStringList &words)
{
    return CommandLine::parse(QStringList{u"nightdesk"_s} + words);
}
}

class CommandLineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void words_data();
    void words();
    void mistakes_data();
    void mistakes();
    void helpLeavesWithZero_data();
    void helpLeavesWithZero();
    void helpTellsAll_data();
    void helpTellsAll();
    void theListOfCommandsTellsAll();
    void desktopAddresses_data();
    void desktopAddresses();
    void whatIsNotEncryptedIsSaid_data();
    void whatIsNotEncryptedIsSaid();
};

void CommandLineTest::words_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<Command>("expected");
    QTest::newRow("no word opens the window") << QStringList{} << Command(WindowCommand{});
    QTest::newRow("the window takes a facility") << QStringList{u"--facility"_s, u"/f"_s} << Command(WindowCommand{.facility = u"/f"_s});
    QTest::newRow("the window resumes") << QStringList{u"--resume"_s} << Command(WindowCommand{.facility = {}, .resume = true});
    QTest::newRow("connect takes a profile") << QStringList{u"connect"_s, u"lris"_s} << Command(ConnectCommand{u"lris"_s, {}, {}});
    QTest::newRow("connect takes site and facility") << QStringList{u"connect"_s, u"lris"_s, u"--site"_s, u"waimea"_s, u"--facility=/f"_s}
                                                     << Command(ConnectCommand{u"lris"_s, u"waimea"_s, u"/f"_s});
    QTest::newRow("check takes several paths") << QStringList{u"check"_s, u"a"_s, u"b"_s, u"--json"_s} << Command(CheckCommand{{u"a"_s, u"b"_s}, true});
    QTest::newRow("trust takes profiles") << QStringList{u"trust"_s, u"lris"_s, u"hires"_s} << Command(TrustCommand{{u"lris"_s, u"hires"_s}, {}, {}, false});
    QTest::newRow("trust takes site, facility and yes") << QStringList{u"trust"_s, u"--yes"_s, u"lris"_s, u"--site"_s, u"hilo"_s, u"--facility=/f"_s}
                                                        << Command(TrustCommand{{u"lris"_s}, u"hilo"_s, u"/f"_s, true});
    QTest::newRow("show takes a profile") << QStringList{u"show"_s, u"lris"_s} << Command(ShowCommand{u"lris"_s, {}, {}, {}, false});
    QTest::newRow("show takes site, facility and account")
        << QStringList{u"show"_s, u"lris.toml"_s, u"--site"_s, u"hilo"_s, u"--facility=/f"_s, u"--account"_s, u"obs1"_s, u"--json"_s}
        << Command(ShowCommand{u"lris.toml"_s, u"hilo"_s, u"/f"_s, u"obs1"_s, true});
    QTest::newRow("reference is a page") << QStringList{u"reference"_s} << Command(ReferenceCommand{});
    QTest::newRow("reference knows the schema of a facility")
        << QStringList{u"reference"_s, u"--schema"_s, u"facility"_s} << Command(ReferenceCommand{ReferenceCommand::OutputFormat::FacilitySchema});
    QTest::newRow("reference knows the schema of a profile")
        << QStringList{u"reference"_s, u"--schema=profile"_s} << Command(ReferenceCommand{ReferenceCommand::OutputFormat::ProfileSchema});
    QTest::newRow("a link is opened") << QStringList{u"vnc://h:5901"_s} << Command(OpenCommand{u"vnc://h:5901"_s, {}});
    QTest::newRow("a link is opened in a facility") << QStringList{u"--facility"_s, u"/f"_s, u"nightdesk://connect/lris"_s}
                                                    << Command(OpenCommand{u"nightdesk://connect/lris"_s, u"/f"_s});
    QTest::newRow("a link as a browser may write it") << QStringList{u"NIGHTDESK://connect/lris"_s} << Command(OpenCommand{u"NIGHTDESK://connect/lris"_s, {}});
    QTest::newRow("disconnect takes a profile") << QStringList{u"disconnect"_s, u"lris"_s} << Command(DisconnectCommand{u"lris"_s});
    QTest::newRow("disconnect takes nothing") << QStringList{u"disconnect"_s} << Command(DisconnectCommand{});
    QTest::newRow("raise takes a display") << QStringList{u"raise"_s, u"control0"_s} << Command(RaiseCommand{u"control0"_s});
    QTest::newRow("raise takes nothing") << QStringList{u"raise"_s} << Command(RaiseCommand{});
    QTest::newRow("complete reads none of the words") << QStringList{u"complete"_s, u"--"_s, u"connect"_s, u"--si"_s}
                                                      << Command(CompleteCommand{{u"connect"_s, u"--si"_s}});
    QTest::newRow("complete of nothing") << QStringList{u"complete"_s, u"--"_s} << Command(CompleteCommand{});
    QTest::newRow("status prints JSON on demand") << QStringList{u"status"_s, u"--json"_s} << Command(StatusCommand{true});
    QTest::newRow("measure takes nothing") << QStringList{u"measure"_s} << Command(MeasureCommand{});
    QTest::newRow("measure takes a connection, a time and JSON") << QStringList{u"measure"_s, u"--link"_s, u"summit"_s, u"--seconds"_s, u"3600"_s, u"--json"_s}
                                                                 << Command(MeasureCommand{u"summit"_s, std::chrono::seconds(3600), true});
    QTest::newRow("visuals takes nothing") << QStringList{u"visuals"_s} << Command(VisualsCommand{});
    QTest::newRow("visuals takes a display") << QStringList{u"visuals"_s, u"--display"_s, u":1"_s, u"--json"_s} << Command(VisualsCommand{u":1"_s, {}, true});
    QTest::newRow("visuals takes a connection") << QStringList{u"visuals"_s, u"--link"_s, u"summit.example"_s}
                                                << Command(VisualsCommand{{}, u"summit.example"_s, false});
    QTest::newRow("visuals takes a profile") << QStringList{u"visuals"_s, u"--profile"_s, u"lris.toml"_s}
                                             << Command(VisualsCommand{{}, {}, false, u"lris.toml"_s});
    QTest::newRow("demo takes nothing") << QStringList{u"demo"_s} << Command(DemoCommand{});
    QTest::newRow("board takes nothing") << QStringList{u"board"_s} << Command(BoardCommand{});
    QTest::newRow("board takes a facility and a name")
        << QStringList{u"board"_s, u"--facility"_s, u"/f"_s, u"--name"_s, u"ann"_s} << Command(BoardCommand{u"/f"_s, u"ann"_s});
    XTraceCommand trace;
    trace.command = {u"xterm"_s, u"-fn"_s, u"fixed"_s};
    const auto broker = [](const std::function<void(BrokerCommand &)> &change) {
        BrokerCommand command;
        change(command);
        return Command(command);
    };
    QTest::newRow("broker runs") << QStringList{u"broker"_s} << broker([](BrokerCommand &) { });
    QTest::newRow("broker runs by its word") << QStringList{u"broker"_s, u"run"_s} << broker([](BrokerCommand &) { });
    QTest::newRow("broker takes a directory, a facility, a port and a pager") << QStringList{u"broker"_s,
                                                                                             u"run"_s,
                                                                                             u"--directory=/d"_s,
                                                                                             u"--facility"_s,
                                                                                             u"example"_s,
                                                                                             u"--port"_s,
                                                                                             u"18830"_s,
                                                                                             u"--pager"_s,
                                                                                             u"page-sa"_s,
                                                                                             u"--pager=--now"_s}
                                                                              << broker([](BrokerCommand &command) {
                                                                                     command.directory = u"/d"_s;
                                                                                     command.facility = u"example"_s;
                                                                                     command.port = 18830;
                                                                                     command.pagerCommand = {u"page-sa"_s, u"--now"_s};
                                                                                 });
    QTest::newRow("broker listens at a socket alone") << QStringList{u"broker"_s, u"--socket"_s, u"/s"_s} << broker([](BrokerCommand &command) {
        command.socketPath = u"/s"_s;
    });
    QTest::newRow("broker adds a desk") << QStringList{u"broker"_s, u"add-desk"_s, u"hilo/left"_s, u"--output"_s, u"o"_s} << broker([](BrokerCommand &command) {
        command.action = BrokerCommand::Action::AddDesk;
        command.userName = u"hilo/left"_s;
        command.credentialFile = u"o"_s;
    });
    QTest::newRow("broker adds an SA") << QStringList{u"broker"_s, u"add-sa"_s, u"ann"_s} << broker([](BrokerCommand &command) {
        command.action = BrokerCommand::Action::AddSupportAstronomer;
        command.userName = u"ann"_s;
    });
    QTest::newRow("broker removes") << QStringList{u"broker"_s, u"remove"_s, u"ann"_s} << broker([](BrokerCommand &command) {
        command.action = BrokerCommand::Action::Remove;
        command.userName = u"ann"_s;
    });
    QTest::newRow("broker lists as JSON") << QStringList{u"broker"_s, u"list"_s, u"--json"_s} << broker([](BrokerCommand &command) {
        command.action = BrokerCommand::Action::List;
        command.json = true;
    });
    QTest::newRow("xtrace takes a command with options of its own") << QStringList{u"xtrace"_s, u"xterm"_s, u"-fn"_s, u"fixed"_s} << Command(trace);
    QTest::newRow("xtrace takes a command after --") << QStringList{u"xtrace"_s, u"--"_s, u"xterm"_s, u"-fn"_s, u"fixed"_s} << Command(trace);
    trace.command = {u"ds9"_s, u"--json"_s, u"x"_s};
    trace.emulatedRoundTrip = std::chrono::milliseconds(100);
    trace.bytesPerSecond = 3750000;
    trace.jsonFile = u"-"_s;
    trace.svgFile = u"a.svg"_s;
    trace.pngFile = u"a.png"_s;
    trace.predictsStartTimes = true;
    QTest::newRow("xtrace takes a line, files and a grid, and leaves the command's options alone") << QStringList{u"xtrace"_s,
                                                                                                                  u"--delay"_s,
                                                                                                                  u"100ms"_s,
                                                                                                                  u"--rate=30mbit"_s,
                                                                                                                  u"--json"_s,
                                                                                                                  u"-"_s,
                                                                                                                  u"--svg"_s,
                                                                                                                  u"a.svg"_s,
                                                                                                                  u"--png=a.png"_s,
                                                                                                                  u"--grid"_s,
                                                                                                                  u"ds9"_s,
                                                                                                                  u"--json"_s,
                                                                                                                  u"x"_s}
                                                                                                   << Command(trace);
    XTraceCommand compressed;
    compressed.command = {u"xclock"_s};
    compressed.compress = true;
    QTest::newRow("xtrace compresses") << QStringList{u"xtrace"_s, u"--compress"_s, u"xclock"_s} << Command(compressed);
    XTraceCommand replay;
    replay.replayFile = u"a.jsonl"_s;
    replay.jsonFile = u"-"_s;
    QTest::newRow("xtrace replays a file") << QStringList{u"xtrace"_s, u"--replay"_s, u"a.jsonl"_s, u"--json"_s, u"-"_s} << Command(replay);
    XTraceCommand compare;
    compare.comparedFiles = {u"a"_s, u"b"_s};
    QTest::newRow("xtrace compares two") << QStringList{u"xtrace"_s, u"--compare"_s, u"a"_s, u"b"_s} << Command(compare);
    compare.jsonFile = u"c"_s;
    QTest::newRow("xtrace compares two, with options behind")
        << QStringList{u"xtrace"_s, u"--compare"_s, u"a"_s, u"b"_s, u"--json"_s, u"c"_s} << Command(compare);
    DesktopCommand view;
    view.typedAddress = u"host:5901"_s;
    view.address = TcpAddress{u"host"_s, 5901};
    QTest::newRow("view goes straight") << QStringList{u"view"_s, u"host:5901"_s} << Command(view);
    view.sshHost = u"summit"_s;
    view.sshUser = u"lris1"_s;
    view.sshPort = 2222;
    view.identityFile = u"key"_s;
    view.viewOnly = true;
    view.fullScreen = true;
    QTest::newRow("view goes through ssh")
        << QStringList{u"view"_s, u"--ssh"_s, u"lris1@summit:2222"_s, u"--identity"_s, u"key"_s, u"--view-only"_s, u"--fullscreen"_s, u"host:5901"_s}
        << Command(view);
    DesktopCommand six;
    six.typedAddress = u"/run/x"_s;
    six.address = UnixSocket{u"/run/x"_s};
    six.sshHost = u"::1"_s;
    six.sshPort = 22;
    QTest::newRow("an IPv6 host stands in brackets") << QStringList{u"view"_s, u"--ssh"_s, u"[::1]:22"_s, u"/run/x"_s} << Command(six);
}

void CommandLineTest::words()
{
    QFETCH(QStringList, words);
    QFETCH(Command, expected);
    const Command got = parse(words);
    if (const auto *print = std::get_if<PrintCommand>(&got)) {
        QFAIL(qPrintable(print->textToPrint));
    }
    QVERIFY2(got == expected, "the words were understood, but differently");
}

void CommandLineTest::mistakes_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("named");
    QTest::newRow("an unknown command") << QStringList{u"conect"_s} << u"conect"_s;
    QTest::newRow("an unknown option") << QStringList{u"--faculty"_s} << u"faculty"_s;
    QTest::newRow("connect without a profile") << QStringList{u"connect"_s} << u"PROFILE"_s;
    QTest::newRow("connect with two") << QStringList{u"connect"_s, u"a"_s, u"b"_s} << u"“b”"_s;
    QTest::newRow("an option without its value") << QStringList{u"connect"_s, u"a"_s, u"--site"_s} << u"site"_s;
    QTest::newRow("check without a path") << QStringList{u"check"_s} << u"FILE|DIR"_s;
    QTest::newRow("view without a target") << QStringList{u"view"_s} << u"TARGET"_s;
    QTest::newRow("view of a bare name") << QStringList{u"view"_s, u"host"_s} << u"host"_s;
    QTest::newRow("an ssh port of 70000") << QStringList{u"view"_s, u"--ssh"_s, u"h:70000"_s, u"x:1"_s} << u"70000"_s;
    QTest::newRow("an ssh host that is an option") << QStringList{u"view"_s, u"--ssh"_s, u"u@-oProxyCommand=x"_s, u"x:1"_s} << u"ProxyCommand"_s;
    QTest::newRow("an ssh host without a name") << QStringList{u"view"_s, u"--ssh"_s, u"@h"_s, u"x:1"_s} << u"@h"_s;
    QTest::newRow("trust without a profile") << QStringList{u"trust"_s, u"--yes"_s} << u"PROFILE"_s;
    QTest::newRow("show without a profile") << QStringList{u"show"_s} << u"PROFILE"_s;
    QTest::newRow("show with two") << QStringList{u"show"_s, u"a"_s, u"b"_s} << u"“b”"_s;
    QTest::newRow("show with a site without a name") << QStringList{u"show"_s, u"a"_s, u"--site"_s} << u"site"_s;
    QTest::newRow("reference with a word") << QStringList{u"reference"_s, u"facility"_s} << u"Unexpected argument"_s;
    QTest::newRow("reference of an unknown schema") << QStringList{u"reference"_s, u"--schema"_s, u"link"_s} << u"“link”"_s;
    QTest::newRow("resume in a facility of its own") << QStringList{u"--resume"_s, u"--facility"_s, u"/f"_s} << u"--facility"_s;
    QTest::newRow("resume with a profile") << QStringList{u"--resume"_s, u"lris"_s} << u"lris"_s;
    QTest::newRow("resume with a link") << QStringList{u"--resume"_s, u"vnc://h:1"_s} << u"--resume"_s;
    QTest::newRow("two links") << QStringList{u"vnc://h:1"_s, u"vnc://h:2"_s} << u"vnc://h:2"_s;
    QTest::newRow("a link of another kind") << QStringList{u"https://h"_s} << u"https://h"_s;
    QTest::newRow("disconnect with two") << QStringList{u"disconnect"_s, u"a"_s, u"b"_s} << u"“b”"_s;
    QTest::newRow("raise with two") << QStringList{u"raise"_s, u"a"_s, u"b"_s} << u"“b”"_s;
    QTest::newRow("a board runs no pager") << QStringList{u"board"_s, u"--pager"_s} << u"pager"_s;
    QTest::newRow("broker of an unknown word") << QStringList{u"broker"_s, u"add"_s} << u"add-desk"_s;
    QTest::newRow("broker adds no desk") << QStringList{u"broker"_s, u"add-desk"_s} << u"santa-cruz/left"_s;
    QTest::newRow("broker adds two desks") << QStringList{u"broker"_s, u"add-desk"_s, u"a/b"_s, u"c/d"_s} << u"c/d"_s;
    QTest::newRow("broker runs what") << QStringList{u"broker"_s, u"run"_s, u"now"_s} << u"now"_s;
    QTest::newRow("broker at port 0") << QStringList{u"broker"_s, u"--port"_s, u"0"_s} << u"“0”"_s;
    QTest::newRow("broker at a port that is a word") << QStringList{u"broker"_s, u"--port"_s, u"mqtt"_s} << u"“mqtt”"_s;
    QTest::newRow("broker at a relative socket") << QStringList{u"broker"_s, u"--socket"_s, u"run/s"_s} << u"absolute"_s;
    QTest::newRow("xtrace of nothing") << QStringList{u"xtrace"_s} << u"COMMAND"_s;
    QTest::newRow("xtrace with a delay without a unit") << QStringList{u"xtrace"_s, u"--delay"_s, u"100"_s, u"xclock"_s} << u"“100”"_s;
    QTest::newRow("xtrace with a delay of an hour") << QStringList{u"xtrace"_s, u"--delay"_s, u"3600s"_s, u"xclock"_s} << u"“3600s”"_s;
    QTest::newRow("xtrace with a negative delay") << QStringList{u"xtrace"_s, u"--delay=-1s"_s, u"xclock"_s} << u"“-1s”"_s;
    QTest::newRow("xtrace with a rate of nothing") << QStringList{u"xtrace"_s, u"--rate"_s, u"0mbit"_s, u"xclock"_s} << u"“0mbit”"_s;
    QTest::newRow("xtrace with an unknown option") << QStringList{u"xtrace"_s, u"--latency"_s, u"1s"_s, u"xclock"_s} << u"latency"_s;
    QTest::newRow("xtrace replays no file") << QStringList{u"xtrace"_s, u"--replay"_s, u""_s} << u"--replay"_s;
    QTest::newRow("xtrace writes to no file") << QStringList{u"xtrace"_s, u"--svg"_s, u""_s, u"xclock"_s} << u"--svg"_s;
    QTest::newRow("xtrace writes twice to one file") << QStringList{u"xtrace"_s, u"--svg"_s, u"a/x"_s, u"--json"_s, u"./a//x"_s, u"xclock"_s}
                                                     << u"a different file"_s;
    QTest::newRow("xtrace writes two to standard output")
        << QStringList{u"xtrace"_s, u"--json"_s, u"-"_s, u"--png"_s, u"-"_s, u"xclock"_s} << u"a different file"_s;
    QTest::newRow("xtrace replays and runs") << QStringList{u"xtrace"_s, u"--replay"_s, u"a"_s, u"xclock"_s} << u"--replay"_s;
    QTest::newRow("xtrace replays behind a line") << QStringList{u"xtrace"_s, u"--replay"_s, u"a"_s, u"--delay"_s, u"1s"_s} << u"--delay"_s;
    QTest::newRow("xtrace compresses what is over") << QStringList{u"xtrace"_s, u"--replay"_s, u"a"_s, u"--compress"_s} << u"--compress"_s;
    QTest::newRow("xtrace compares one") << QStringList{u"xtrace"_s, u"--compare"_s, u"a"_s} << u"--compare"_s;
    QTest::newRow("xtrace compares three") << QStringList{u"xtrace"_s, u"--compare"_s, u"a"_s, u"b"_s, u"c"_s} << u"--compare"_s;
    QTest::newRow("xtrace draws two") << QStringList{u"xtrace"_s, u"--compare"_s, u"a"_s, u"b"_s, u"--svg"_s, u"c"_s} << u"--svg"_s;
    QTest::newRow("demo with a word too many") << QStringList{u"demo"_s, u"now"_s} << u"Unexpected argument"_s;
    QTest::newRow("board with a word too many") << QStringList{u"board"_s, u"now"_s} << u"Unexpected argument"_s;
    QTest::newRow("visuals of no display") << QStringList{u"visuals"_s, u"--display="_s} << u"Expected an X display"_s;
    QTest::newRow("visuals of two") << QStringList{u"visuals"_s, u"--display"_s, u":1"_s, u"--link"_s, u"summit"_s} << u"--display cannot be used"_s;
    QTest::newRow("visuals of no connection") << QStringList{u"visuals"_s, u"--link="_s} << u"Expected the host"_s;
    QTest::newRow("visuals of no profile") << QStringList{u"visuals"_s, u"--profile="_s} << u"Expected the file"_s;
    QTest::newRow("visuals with a word too many") << QStringList{u"visuals"_s, u":1"_s} << u"Unexpected argument"_s;
    QTest::newRow("measure of no connection") << QStringList{u"measure"_s, u"--link="_s} << u"Expected the host"_s;
    QTest::newRow("measure for no time") << QStringList{u"measure"_s, u"--seconds"_s, u"0"_s} << u"1 to 3600"_s;
    QTest::newRow("measure for too long") << QStringList{u"measure"_s, u"--seconds=3601"_s} << u"“3601”"_s;
    QTest::newRow("measure for a word") << QStringList{u"measure"_s, u"--seconds"_s, u"ten"_s} << u"“ten”"_s;
    QTest::newRow("measure with a word too many") << QStringList{u"measure"_s, u"now"_s} << u"Unexpected argument"_s;
    QTest::newRow("status with a word too many") << QStringList{u"status"_s, u"now"_s} << u"Unexpected argument"_s;
}

void CommandLineTest::mistakes()
{
    QFETCH(QStringList, words);
    QFETCH(QString, named);
    const Command got = parse(words);
    const auto *print = std::get_if<PrintCommand>(&got);
    QVERIFY2(print, "expected a complaint");
    QCOMPARE(print->exitCode, 2);
    QVERIFY2(print->textToPrint.contains(named), qPrintable(u"expected “%1” in: %2"_s.arg(named, print->textToPrint)));
}

void CommandLineTest::helpLeavesWithZero_data()
{
    QTest::addColumn<QStringList>("words");
    for (const CommandSpec &command : CommandTable::all()) {
        QStringList words{command.name, command.name == u"view"_s ? u"-h"_s : u"--help"_s};
        words.removeAll(QString());
        QTest::newRow(command.name.isEmpty() ? "the program" : qPrintable(command.name)) << words;
    }
    QTest::newRow("the version") << QStringList{u"--version"_s};
}

void CommandLineTest::helpLeavesWithZero()
{
    QFETCH(QStringList, words);
    const Command got = parse(words);
    const auto *print = std::get_if<PrintCommand>(&got);
    QVERIFY(print);
    QCOMPARE(print->exitCode, 0);
    QVERIFY(print->textToPrint.contains(u"nightdesk"_s));
}

void CommandLineTest::helpTellsAll_data()
{
    QTest::addColumn<QString>("word");
    for (const CommandSpec &command : CommandTable::all()) {
        QTest::newRow(command.name.isEmpty() ? "the program" : qPrintable(command.name)) << command.name;
    }
}

void CommandLineTest::helpTellsAll()
{
    QFETCH(QString, word);
    const CommandSpec command = CommandTable::command(word).value();
    QStringList words{word, u"--help"_s};
    words.removeAll(QString());
    const Command got = parse(words);
    QVERIFY(std::holds_alternative<PrintCommand>(got));
    const QString help = std::get<PrintCommand>(got).textToPrint.simplified();
    QVERIFY2(help.startsWith(u"Usage: nightdesk"_s + (word.isEmpty() ? QString() : u' ' + word)), qPrintable(help));
    QVERIFY2(help.contains(command.description.simplified()), qPrintable(help));
    QVERIFY(help.contains(u"--help"_s));
    for (const OptionSpec &option : command.options) {
        for (const QString &name : option.names) {
            QVERIFY2(help.contains((name.size() == 1 ? u"-"_s : u"--"_s) + name), qPrintable(name));
        }
        QVERIFY2(help.contains(option.value), qPrintable(option.value));
        QVERIFY2(help.contains(option.description.simplified()), qPrintable(option.description));
    }
    if (command.argument) {
        QVERIFY2(help.contains(command.argument->name), qPrintable(help));
        QVERIFY2(help.contains(command.argument->description.simplified()), qPrintable(help));
    }
}

void CommandLineTest::theListOfCommandsTellsAll()
{
    for (const QStringList &words : {QStringList{u"--help"_s}, QStringList{u"conect"_s}}) {
        const Command got = parse(words);
        QVERIFY(std::holds_alternative<PrintCommand>(got));
        const QString text = std::get<PrintCommand>(got).textToPrint;
        for (const CommandSpec &command : CommandTable::all()) {
            QVERIFY2(text.contains(command.summary) != command.isHidden, qPrintable(command.name));
        }
    }
}

void CommandLineTest::desktopAddresses_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<std::optional<DesktopAddress>>("expected");
    using Expected = std::optional<DesktopAddress>;
    QTest::newRow("a port") << u"h:5901"_s << Expected(TcpAddress{u"h"_s, 5901});
    QTest::newRow("a display") << u"h::1"_s << Expected(TcpAddress{u"h"_s, 5901});
    QTest::newRow("a small number after one colon is a display") << u"h:1"_s << Expected(TcpAddress{u"h"_s, 5901});
    QTest::newRow("a large number after two colons is a port") << u"h::5901"_s << Expected(TcpAddress{u"h"_s, 5901});
    QTest::newRow("no host means the loopback") << u":1"_s << Expected(TcpAddress{u"127.0.0.1"_s, 5901});
    QTest::newRow("an IPv6 address in brackets") << u"[::1]:5901"_s << Expected(TcpAddress{u"::1"_s, 5901});
    QTest::newRow("a Unix socket") << u"/run/vnc"_s << Expected(UnixSocket{u"/run/vnc"_s});
    QTest::newRow("a bare name") << u"h"_s << Expected();
    QTest::newRow("no number") << u"h:x"_s << Expected();
    QTest::newRow("a negative number") << u"h:-1"_s << Expected();
    QTest::newRow("port 65536") << u"h:65536"_s << Expected();
    QTest::newRow("an IPv6 address without brackets") << u"fe80::1:5901"_s << Expected();
    QTest::newRow("an option") << u"-x:1"_s << Expected();
    QTest::newRow("nothing") << QString() << Expected();
}

void CommandLineTest::desktopAddresses()
{
    QFETCH(QString, target);
    QFETCH(std::optional<DesktopAddress>, expected);
    QVERIFY(CommandValues::readDesktopAddress(target) == expected);
}

void CommandLineTest::whatIsNotEncryptedIsSaid_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<bool>("expected");
    QTest::newRow("a host") << QStringList{u"vnc.example:5901"_s} << true;
    QTest::newRow("an address") << QStringList{u"[2001:db8::1]:1"_s} << true;
    QTest::newRow("a host through ssh") << QStringList{u"--ssh"_s, u"summit"_s, u"vnc.example:5901"_s} << false;
    QTest::newRow("this computer") << QStringList{u":1"_s} << false;
    QTest::newRow("this computer by name") << QStringList{u"localhost:5901"_s} << false;
    QTest::newRow("a socket") << QStringList{u"/run/vnc"_s} << false;
}

void CommandLineTest::whatIsNotEncryptedIsSaid()
{
    QFETCH(const QStringList, words);
    const Command command = parse(QStringList{u"view"_s} + words);
    const auto *view = std::get_if<DesktopCommand>(&command);
    QVERIFY(view);
    QTEST(view->unencryptedConnectionWarning().contains(u"not encrypted"_s), "expected");
    QCOMPARE(view->unencryptedConnectionWarning().contains(words.last()), !view->unencryptedConnectionWarning().isEmpty());
}

NIGHTDESK_GUILESS_TEST(CommandLineTest)
#include "commandlinetest.moc"
