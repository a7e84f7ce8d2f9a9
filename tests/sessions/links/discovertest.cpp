// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/discovery.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr int patience = 60'000;

const QString tiger = u"^:?(?<display>\\d+)\\s+\\d*\\s*(?<title>[A-Za-z].*)?"_s;

QDeadlineTimer soon()
{
    return QDeadlineTimer(underLoad(2s));
}

/// ":3 Guider", "port 5903 Guider", "/run/x Guider", each with its title.
QStringList told(const QList<FoundDesktop> &found)
{
    QStringList result;
    for (const FoundDesktop &desktop : found) {
        QString place;
        if (const auto *display = std::get_if<DisplayNumber>(&desktop.address)) {
            place = u":%1"_s.arg(display->number);
        } else if (const auto *port = std::get_if<TcpAddress>(&desktop.address)) {
            place = u"port %1 of %2"_s.arg(QString::number(port->port), port->host);
        } else if (const auto *socket = std::get_if<UnixSocket>(&desktop.address)) {
            place = socket->path;
        }
        result.append(desktop.title.isEmpty() ? place : QString(place + u' ' + desktop.title));
    }
    return result;
}

/// "2: noise", "3: :x (no number)"
QStringList told(const QList<DiscoverReport::UnusableLine> &unusableLines)
{
    QStringList result;
    for (const DiscoverReport::UnusableLine &other : unusableLines) {
        const QString line = u"%1: %2"_s.arg(QString::number(other.number), other.text);
        result.append(other.why.isEmpty() ? line : u"%1 (%2)"_s.arg(line, other.why));
    }
    return result;
}

QStringList shell(const QString &script)
{
    return {u"sh"_s, u"-c"_s, script};
}
}

/// Which desktops a host says that it has, and what becomes of answers that say something else.
class DiscoverTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void linesAreRead_data();
    void linesAreRead();
    void aPatternThatNeverEndsIsStopped_data();
    void aPatternThatNeverEndsIsStopped();
    void theOneThatIsWantedIsPicked_data();
    void theOneThatIsWantedIsPicked();
    void theSamePlaceHasTwoNames();
    void argumentsArriveUnchanged();
    void aHostAnswers_data();
    void aHostAnswers();
    void whoAsksAgainGetsAnotherAnswer();
    void aCommandThatHangsIsEnded();
    void aSilenceThatEndsTheSearchIsFollowedByAnother();
    void aLinkThatDiesEndsTheSearch();
    void aLinkWithoutItFindsNothing();

private:
    std::unique_ptr<Link> link(const QStringList &command, const QString &pattern = u"(?<display>:\\d+)(?: (?<title>.*))?"_s);
    QTemporaryDir m_home;
    SshServer m_server;
};

void DiscoverTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("HOME", m_home.path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_server.start());
}

void DiscoverTest::cleanup()
{
    m_server.thaw();
}

std::unique_ptr<Link> DiscoverTest::link(const QStringList &command, const QString &pattern)
{
    LinkSpec spec = m_server.linkSpec();
    spec.discover = DiscoverSpec{command, pattern};
    auto result = std::make_unique<Link>(LinkTarget{spec, false});
    result->open();
    return result;
}

void DiscoverTest::linesAreRead_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QStringList>("found");
    QTest::addColumn<QStringList>("others");
    const auto row = [](const char *name, const QString &pattern, const QByteArray &answer, const QStringList &found, const QStringList &unusableLines = {}) {
        QTest::newRow(name) << pattern << answer << found << unusableLines;
    };
    row("what TigerVNC lists",
        tiger,
        "\nTigerVNC server sessions:\n\nX DISPLAY #\tRFB PORT #\tPROCESS ID #\tSERVER\n1         \t5901\t4711\tXtigervnc\n12\t5912\t4712\tXtigervnc\n",
        {u":1"_s, u":12"_s},
        {u"2: TigerVNC server sessions:"_s, u"4: X DISPLAY #\tRFB PORT #\tPROCESS ID #\tSERVER"_s.replace(u'\t', u' ')});
    row("titles", u":(?<display>\\d+) (?<title>.*)"_s, ":1 Control\r\n:2  Guider camera \r\n", {u":1 Control"_s, u":2 Guider camera"_s});
    row("ports", u"(?<port>59\\d\\d)"_s, "vnc on 5903\n", {u"port 5903 of 127.0.0.1"_s});
    row("sockets", u"(?<socket>/\\S+)"_s, "run /run/vnc/1 now\n", {u"/run/vnc/1"_s});
    row("a display where both could be", u"(?:(?<display>:\\d+)|(?<port>\\d+))"_s, ":3\n5904\n", {u":3"_s, u"port 5904 of 127.0.0.1"_s});
    row("no line end at the end", u":(?<display>\\d+)"_s, ":1", {u":1"_s});
    row("nothing at all", tiger, "", {});
    row("nothing but line ends", tiger, "\n\r\n  \n", {});
    row("a line that does not match", tiger, "no displays tonight\n", {}, {u"1: no displays tonight"_s});
    row("more lines that do not match than are shown", tiger, "a\nb\nc\nd\ne\n", {}, {u"1: a"_s, u"2: b"_s, u"3: c"_s});
    row("the same display twice", u":(?<display>\\d+)(?: (?<title>.*))?"_s, ":1\n:1 Control\n", {u":1"_s});
    row("a display and its port", u"(?:(?<display>:\\d+)|(?<port>\\d+))"_s, ":1\n5901\n", {u":1"_s});
    row("a display number that is none", u":(?<display>\\S+)"_s, ":one\n", {}, {u"1: :one (“one” is not a display number)"_s});
    row("a display number too high", u":(?<display>\\d+)"_s, ":59636\n:59635\n", {u":59635"_s}, {u"1: :59636 (“59636” is not a display number)"_s});
    row("a number too long", u":(?<display>\\d+)"_s, ":4294967297\n", {}, {u"1: :4294967297 (“4294967297” is not a display number)"_s});
    row("digits of another script", u":(?<display>\\S+)"_s, ":\xD9\xA1\n", {}, {u"1: :\u0661 (“\u0661” is not a display number)"_s});
    row("port 0", u"(?<port>\\d+)"_s, "0\n65536\n", {}, {u"1: 0 (“0” is not a port number)"_s, u"2: 65536 (“65536” is not a port number)"_s});
    row("a socket that is no path",
        u"(?<socket>\\S+)"_s,
        "run/vnc\n/run/\n",
        {},
        {u"1: run/vnc (“run/vnc” is not the path of a socket)"_s, u"2: /run/ (“/run/” is not the path of a socket)"_s});
    row("a socket with an escape sequence", u"(?<socket>/.*)"_s, "/run/\x1b[2J\n", {}, {u"1: /run/ [2J (“/run/ [2J” is not the path of a socket)"_s});
    row("a socket whose text would turn round", u"(?<socket>/.*)"_s, "/run/\u202evnc\n", {}, {u"1: /run/ vnc (“/run/ vnc” is not the path of a socket)"_s});
    row("a group that took no part", u"x(?<display>\\d)?"_s, "x\n", {}, {u"1: x (the line has no display, port or socket)"_s});
    row("what is wrong comes before what does not match",
        u":(?<display>\\S+)"_s,
        "a\nb\nc\n:x\n",
        {},
        {u"4: :x (“x” is not a display number)"_s, u"1: a"_s, u"2: b"_s});
    row("escape sequences in a title", u":(?<display>\\d) (?<title>.*)"_s, ":1 a\x1b[31mb\n", {u":1 a [31mb"_s});
    row("markup in a title stays text", u":(?<display>\\d) (?<title>.*)"_s, ":1 <b>x</b>\n", {u":1 <b>x</b>"_s});
    row("text that runs from right to left",
        u":(?<display>\\d) (?<title>.*)"_s,
        ":1 a\xE2\x80\xAE"
        "b\n",
        {u":1 a b"_s});
    row("bytes that are no text", u":(?<display>\\d+)"_s, QByteArray("\xff\xfe\x00\x01\n:1\n", 8), {u":1"_s}, {u"1: \ufffd\ufffd"_s});
    row("a line that never ends",
        tiger,
        QByteArray(60000, 'x'),
        {},
        {QString(u"1: "_s + QString(119, u'x') + u"… (the line is longer than 500 characters)"_s)});
    row("a line of one character too many",
        u":(?<display>1)"_s,
        ":1" + QByteArray(499, 'y'),
        {},
        {QString(u"1: :1"_s + QString(117, u'y') + u"… (the line is longer than 500 characters)"_s)});
}

void DiscoverTest::linesAreRead()
{
    QFETCH(QString, pattern);
    QFETCH(QByteArray, answer);
    const DiscoverReport report = DiscoverReader::read(pattern, answer, false, soon());
    QTEST(told(report.foundDesktops), "found");
    QTEST(told(report.unusableLines), "others");
    QVERIFY(!report.tookTooLong);
    QVERIFY(!report.isOutputTruncated);
    // Half a line is none, however much of one it looks like.
    const DiscoverReport cut = DiscoverReader::read(u":(?<display>\\d+)"_s, answer + "\n:7\n:1", true, soon());
    QVERIFY(cut.isOutputTruncated);
    QVERIFY(told(cut.foundDesktops).contains(u":7"_s));
    QVERIFY(!answer.isEmpty() || told(cut.foundDesktops) == QStringList{u":7"_s});
}

void DiscoverTest::aPatternThatNeverEndsIsStopped_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nested repeats") << u"(?<display>(a+)+)$"_s << QByteArray(400, 'a') + 'b';
    QTest::newRow("alternatives that overlap") << u"(?<display>(a|aa|a?)*)[xy]"_s << QByteArray(400, 'a');
    QTest::newRow("a lookahead in a repeat") << u"(?<display>((?=.*x).+)*)[yz]"_s << QByteArray(300, 'x');
    QTest::newRow("back references") << u"(?<display>(.*)(.*)(.*)\\2\\3\\4)[yz]"_s << QByteArray(400, 'q');
    QTest::newRow("recursion") << u"(?<display>a(?1)*a|a)*[bc]"_s << QByteArray(400, 'a');
    QTest::newRow("limits of its own") << u"(*LIMIT_MATCH=999999999)(?<display>(a+)+)$"_s << QByteArray(400, 'a') + 'b';
}

void DiscoverTest::aPatternThatNeverEndsIsStopped()
{
    QFETCH(QString, pattern);
    QFETCH(QByteArray, line);
    QElapsedTimer took;
    took.start();
    const DiscoverReport report = DiscoverReader::read(pattern, QByteArray(line + '\n').repeated(150), false, QDeadlineTimer(300ms));
    QVERIFY2(report.tookTooLong, qPrintable(told(report.unusableLines).join(u'\n')));
    QVERIFY(report.foundDesktops.isEmpty());
    QVERIFY2(took.elapsed() < 20'000, qPrintable(QString::number(took.elapsed()))); // 0.3 s and a line, twice, on a machine that does other things
    QVERIFY(!DiscoverReader::findDesktop({.title = {}, .linePattern = pattern},
                                         QList<FoundDesktop>(150, {DisplayNumber{1}, {}, QString::fromLatin1(line)}),
                                         QDeadlineTimer(300ms)));
}

void DiscoverTest::theOneThatIsWantedIsPicked_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("match");
    QTest::addColumn<QStringList>("picked");
    QTest::newRow("by its title") << u"Guider"_s << QString() << QStringList{u":2 Guider"_s};
    QTest::newRow("a title is not a part of one") << u"Guid"_s << QString() << QStringList();
    QTest::newRow("the first of two with one title") << u"Control"_s << QString() << QStringList{u":1 Control"_s};
    QTest::newRow("by its line") << QString() << u"^4 .*lris"_s << QStringList{u":4"_s};
    QTest::newRow("nothing matches") << QString() << u"mosfire"_s << QStringList();
}

void DiscoverTest::theOneThatIsWantedIsPicked()
{
    QFETCH(QString, title);
    QFETCH(QString, match);
    const QList<FoundDesktop> found{{DisplayNumber{1}, u"Control"_s, u"1 Control lris"_s},
                                    {DisplayNumber{2}, u"Guider"_s, u"2 Guider"_s},
                                    {DisplayNumber{3}, u"Control"_s, u"3 Control"_s},
                                    {DisplayNumber{4}, {}, u"4 5904 lris"_s}};
    const auto picked = DiscoverReader::findDesktop({title, match}, found, soon());
    QTEST(picked ? told({*picked}) : QStringList(), "picked");
}

void DiscoverTest::theSamePlaceHasTwoNames()
{
    TcpAddress port;
    port.port = 5903;
    QVERIFY(DiscoverReader::areSameAddress(DisplayNumber{3}, port));
    QVERIFY(!DiscoverReader::areSameAddress(DisplayNumber{4}, port));
    port.host = u"inner"_s;
    QVERIFY(!DiscoverReader::areSameAddress(DisplayNumber{3}, port));
    QVERIFY(DiscoverReader::areSameAddress(UnixSocket{u"/run/1"_s}, UnixSocket{u"/run/1"_s}));
    QVERIFY(!DiscoverReader::areSameAddress(UnixSocket{u"/run/1"_s}, port));
    QVERIFY(!DiscoverReader::areSameAddress(DesktopSelector{u"a"_s, {}}, DesktopSelector{u"b"_s, {}}));
}

void DiscoverTest::argumentsArriveUnchanged()
{
    // What a shell would make something else of is a title here.
    const auto summit = link({u"printf"_s, u":%s %s\\n"_s, u"1"_s, u"$HOME; `id` 'x' \"y\" *"_s});
    Discovery *discovery = Discovery::of(summit.get());
    QTRY_VERIFY_WITH_TIMEOUT(discovery->outcome(), patience);
    QCOMPARE(told(discovery->outcome()->report.foundDesktops), QStringList{u":1 $HOME; `id` 'x' \"y\" *"_s});
}

void DiscoverTest::aHostAnswers_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("found");
    QTest::addColumn<int>("code"); // -1: none
    QTest::addColumn<bool>("isTooMuch");
    QTest::addColumn<QString>("lastErrorLines");
    QTest::newRow("two desktops") << shell(u"echo :1 Control; echo :2"_s) << QStringList{u":1 Control"_s, u":2"_s} << 0 << false << QString();
    QTest::newRow("no desktop") << QStringList{u"true"_s} << QStringList() << 0 << false << QString();
    QTest::newRow("a program that is not there") << QStringList{u"no-such-lister"_s} << QStringList() << 127 << false << u"no-such-lister"_s;
    QTest::newRow("it fails, and says why") << shell(u"echo :1; echo the list is locked >&2; exit 3"_s) << QStringList{u":1"_s} << 3 << false
                                            << u"the list is locked"_s;
    QTest::newRow("only the last words of many") << shell(u"i=0; while [ $i -lt 2000 ]; do echo line $i >&2; i=$((i+1)); done; exit 1"_s) << QStringList() << 1
                                                 << false << u"line 1997|line 1998|line 1999"_s;
    QTest::newRow("escape sequences on stderr") << shell(u"printf 'a\\033[2Jb\\n' >&2; exit 1"_s) << QStringList() << 1 << false << u"a [2Jb"_s;
    QTest::newRow("a signal") << shell(u"echo :1; kill -KILL $$"_s) << QStringList{u":1"_s} << -1 << false << QString();
    QTest::newRow("10 MB without a line end") << shell(u"head -c 10000000 /dev/zero | tr '\\000' x"_s) << QStringList() << 0 << true << QString();
    QTest::newRow("lines without end") << shell(u"echo :5; yes no"_s) << QStringList{u":5"_s} << 0 << true << QString();
    QTest::newRow("random bytes") << shell(u"echo :6; head -c 3000000 /dev/urandom"_s) << QStringList{u":6"_s} << 0 << true << QString();
}

void DiscoverTest::aHostAnswers()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, found);
    QFETCH(int, code);
    QFETCH(QString, lastErrorLines);
    const auto summit = link(command);
    Discovery *discovery = Discovery::of(summit.get());
    QVERIFY(discovery == Discovery::of(summit.get()));
    QVERIFY(!discovery->isLinkLive() && !discovery->outcome());
    discovery->refresh(); // its link is not live yet
    QVERIFY(!discovery->isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(discovery->outcome(), patience); // by itself, when the link is live
    const DiscoverOutcome outcome = *discovery->outcome();
    QVERIFY(!discovery->isRunning());
    QVERIFY2(!outcome.failure, qPrintable(outcome.failure ? outcome.failure->what : QString()));
    QCOMPARE(told(outcome.report.foundDesktops).mid(0, found.size()), found);
    if (command.last().contains("urandom"_L1)) {
        QVERIFY(outcome.report.foundDesktops.size() < 50); // chance is no desktop
    } else {
        QCOMPARE(outcome.report.foundDesktops.size(), found.size());
    }
    QCOMPARE(outcome.exit.code.value_or(-1), code);
    QCOMPARE(outcome.hasSucceeded(), code == 0);
    QTEST(outcome.report.isOutputTruncated, "isTooMuch");
    for (const QString &part : lastErrorLines.split(u'|')) {
        QVERIFY2(outcome.lastErrorLines.join(u' ').contains(part), qPrintable(outcome.lastErrorLines.join(u'\n')));
    }
    QVERIFY(outcome.lastErrorLines.size() <= 3);
    QVERIFY(summit->isLive()); // whatever it was
}

void DiscoverTest::whoAsksAgainGetsAnotherAnswer()
{
    const QString list = m_home.path() + u"/list"_s;
    const auto write = [&list](const QByteArray &text) {
        QFile file(list);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write(":1\n"));
    const auto summit = link({u"cat"_s, list});
    Discovery *discovery = Discovery::of(summit.get());
    QTRY_VERIFY_WITH_TIMEOUT(discovery->outcome(), patience);
    QCOMPARE(told(discovery->outcome()->report.foundDesktops), QStringList{u":1"_s});
    QVERIFY(write(":1\n:2 New\n"));
    QSignalSpy finished(discovery, &Discovery::outcomeChanged);
    QSignalSpy running(discovery, &Discovery::runningChanged);
    discovery->refresh();
    discovery->refresh(); // one run is enough
    QVERIFY(discovery->isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
    QCOMPARE(told(discovery->outcome()->report.foundDesktops), (QStringList{u":1"_s, u":2 New"_s}));
    QCOMPARE(running.size(), 2);
    // After another connection it is asked without being told to.
    QVERIFY(write(":3\n"));
    summit->close();
    QTRY_COMPARE_WITH_TIMEOUT(summit->state(), LinkState::Closed, patience);
    summit->open();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, patience);
    QCOMPARE(told(discovery->outcome()->report.foundDesktops), QStringList{u":3"_s});
}

void DiscoverTest::aCommandThatHangsIsEnded()
{
    const auto summit = link(shell(u"echo :1; echo half; printf :2; exec sleep 600"_s));
    Discovery *discovery = Discovery::of(summit.get());
    discovery->setTimeLimit(underLoad(2s)); // within which the host has to say its first lines
    QTRY_VERIFY_WITH_TIMEOUT(discovery->isRunning(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!discovery->isRunning(), patience);
    QVERIFY(discovery->outcome()->tookTooLong);
    QVERIFY(!discovery->outcome()->hasSucceeded());
    QCOMPARE(told(discovery->outcome()->report.foundDesktops), QStringList{u":1"_s}); // what it had said counts; half a line does not
    QVERIFY(summit->isLive());
}

void DiscoverTest::aSilenceThatEndsTheSearchIsFollowedByAnother()
{
    const QString begun = m_home.path() + u"/begun"_s;
    const auto summit = link(shell(u"[ -e '%1' ] || { : >'%1'; exec sleep 600; }; echo :1"_s.arg(begun)));
    Discovery *discovery = Discovery::of(summit.get());
    discovery->setTimeLimit(underLoad(8s)); // longer than it takes until a link counts as silent
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(begun), patience);
    m_server.freezeSessions();
    QTRY_VERIFY_WITH_TIMEOUT(discovery->outcome(), patience);
    QVERIFY(discovery->outcome()->tookTooLong);
    QVERIFY(!discovery->isLinkLive());
    m_server.thaw();
    QTRY_VERIFY_WITH_TIMEOUT(discovery->outcome()->hasSucceeded(), patience); // nobody asked again
    QCOMPARE(told(discovery->outcome()->report.foundDesktops), QStringList{u":1"_s});
}

void DiscoverTest::aLinkThatDiesEndsTheSearch()
{
    const auto summit = link({u"sleep"_s, u"600"_s});
    Discovery *discovery = Discovery::of(summit.get());
    QTRY_VERIFY_WITH_TIMEOUT(discovery->isRunning(), patience);
    m_server.killSessions();
    QTRY_VERIFY_WITH_TIMEOUT(!discovery->isRunning(), patience);
    QVERIFY(discovery->outcome() && discovery->outcome()->failure);
    QVERIFY(!discovery->outcome()->failure->what.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!discovery->isLinkLive(), patience);
    discovery->refresh();
    QVERIFY(!discovery->isRunning());
    summit->open();
    QTRY_VERIFY_WITH_TIMEOUT(discovery->isRunning(), patience);
    // And it may go while it looks.
}

void DiscoverTest::aLinkWithoutItFindsNothing()
{
    Link plain({m_server.linkSpec(), false});
    QVERIFY(!Discovery::of(&plain));
}

NIGHTDESK_TEST(DiscoverTest)
#include "discovertest.moc"
