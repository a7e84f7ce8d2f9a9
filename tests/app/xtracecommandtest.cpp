// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
QString nightdesk()
{
    return qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s;
}

/// The displays that this process has made. Other tests have their own at the same time.
QStringList displaysOf(qint64 process)
{
    QStringList found;
    for (const QString &name : QDir(u"/tmp"_s).entryList({u".X[2-9][0-9][0-9]-lock"_s}, QDir::Files | QDir::Hidden)) {
        QFile lock(u"/tmp/"_s + name);
        if (lock.open(QIODevice::ReadOnly) && lock.readAll().trimmed().toLongLong() == process) {
            found.append(name);
        }
    }
    return found;
}

struct Told {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

QList<qint64> childrenOf(qint64 process)
{
    QFile file(u"/proc/%1/task/%1/children"_s.arg(process));
    (void)file.open(QIODevice::ReadOnly);
    QList<qint64> children;
    for (const QByteArray &word : file.readAll().split(' ')) {
        if (const qint64 child = word.trimmed().toLongLong(); child > 0) {
            children.append(child);
        }
    }
    return children;
}
}

/// `nightdesk xtrace` as it is run in a terminal, with real programs at a real server.
class XTraceCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void exitCodesArePassedOn_data();
    void exitCodesArePassedOn();
    void standardOutputIsThePrograms();
    void programsFindTheirDisplay();
    void signalsEndItInOrder_data();
    void signalsEndItInOrder();
    void aKilledOneLeavesNoProgram();
    void nohupIsHeeded();
    void whoReadsNothingCanBeLeft();
    void aProgramThatGoesOnIsMadeToEnd();
    void whatWentIntoTheBackgroundCounts();
    void whoBringsNoCookieIsTold();
    void withoutAServer_data();
    void withoutAServer();
    void filesThatCannotBeWritten_data();
    void filesThatCannotBeWritten();
    void filesThatAreNoTrace_data();
    void filesThatAreNoTrace();
    void aRunIsWrittenAndToldAgain();
    void aStartThatWasSeenIsForetold();
    void aLineIsFelt();
    void whatCompressionChangesIsTold();
    void picturesAreDrawn();

private:
    std::unique_ptr<QProcess> start(const QStringList &words, const QProcessEnvironment &environment = {});
    Told run(const QStringList &words, const QProcessEnvironment &environment = {});
    QString file(const QString &name) const;

    XServer m_server;
    QTemporaryDir m_directory;
};

void XTraceCommandTest::initTestCase()
{
    QVERIFY2(m_server.start(), qPrintable(m_server.problem()));
}

QString XTraceCommandTest::file(const QString &name) const
{
    return m_directory.filePath(name);
}

std::unique_ptr<QProcess> XTraceCommandTest::start(const QStringList &words, const QProcessEnvironment &environment)
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(environment.isEmpty() ? m_server.environment() : environment);
    process->setStandardInputFile(QProcess::nullDevice());
    process->setChildProcessModifier([] {
        (void)::signal(SIGHUP, SIG_DFL); // these tests may be run with nohup themselves
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    });
    process->start(nightdesk(), QStringList{u"xtrace"_s} + words);
    return process;
}

Told XTraceCommandTest::run(const QStringList &words, const QProcessEnvironment &environment)
{
    const auto process = start(words, environment);
    if (!process->waitForFinished(60000)) {
        process->terminate();
        process->waitForFinished(10000);
        return {.exitCode = -1, .out = process->readAllStandardOutput(), .err = "it did not end: " + process->readAllStandardError()};
    }
    return {.exitCode = process->exitStatus() == QProcess::NormalExit ? process->exitCode() : -2,
            .out = process->readAllStandardOutput(),
            .err = process->readAllStandardError()};
}

void XTraceCommandTest::exitCodesArePassedOn_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("of a program that is content") << QStringList{u"true"_s} << 0 << QByteArray("made no X connection");
    QTest::newRow("of one that is not") << QStringList{u"sh"_s, u"-c"_s, u"exit 3"_s} << 3 << QByteArray("made no X connection");
    QTest::newRow("of one that a signal ended") << QStringList{u"sh"_s, u"-c"_s, u"kill -9 $$"_s} << 137 << QByteArray("made no X connection");
    QTest::newRow("there is no such program") << QStringList{u"no-such-program"_s} << 127 << QByteArray("“no-such-program”");
    QTest::newRow("there is no such path") << QStringList{u"/nowhere/x"_s} << 127 << QByteArray("“/nowhere/x”");
    QTest::newRow("a folder is no program") << QStringList{u"/tmp"_s} << 126 << QByteArray("“/tmp”");
    QTest::newRow("a text is no program") << QStringList{u"/etc/passwd"_s} << 126 << QByteArray("“/etc/passwd”");
}

void XTraceCommandTest::exitCodesArePassedOn()
{
    QFETCH(QStringList, command);
    QFETCH(int, code);
    QFETCH(QByteArray, told);
    const Told got = run(command);
    QVERIFY2(got.err.contains(told), got.err.constData());
    QCOMPARE(got.exitCode, code);
    QVERIFY(got.out.isEmpty());
}

void XTraceCommandTest::standardOutputIsThePrograms()
{
    const Told got = run({u"--delay"_s, u"10ms"_s, u"sh"_s, u"-c"_s, u"echo one; xprop -root NO_SUCH; echo two >&2"_s});
    QCOMPARE(got.exitCode, 0);
    QCOMPARE(got.out, QByteArray("one\nNO_SUCH:  no such atom on any window.\n"));
    QVERIFY2(got.err.contains("two\n"), got.err.constData());
    QVERIFY2(got.err.contains("InternAtom"), got.err.constData());
    QVERIFY2(got.err.contains("10 ms round trip"), got.err.constData());
}

void XTraceCommandTest::programsFindTheirDisplay()
{
    QProcessEnvironment environment = m_server.environment();
    environment.insert(u"WAYLAND_DISPLAY"_s, u"wayland-0"_s);
    const Told got =
        run({u"--svg"_s, file(u"x.svg"_s), u"sh"_s, u"-c"_s, u"echo $DISPLAY; echo $XAUTHORITY; echo +$WAYLAND_DISPLAY+$QT_QPA_PLATFORM"_s}, environment);
    const QList<QByteArray> lines = got.out.split('\n');
    QVERIFY(lines.value(0).startsWith(':') && QString::fromLatin1(lines.value(0)) != m_server.display());
    QVERIFY2(!QFile::exists(QString::fromLocal8Bit(lines.value(1))), "it is gone afterwards");
    QCOMPARE(lines.value(2), QByteArray("++xcb"));
    environment.insert(u"DISPLAY"_s, m_server.display() + u".1"_s);
    const Told other = run({u"sh"_s, u"-c"_s, u"echo $DISPLAY; ulimit -Hc"_s}, environment);
    QVERIFY2(other.out.startsWith(':') && other.out.split('\n').value(0).endsWith(".1"), "it asked for that screen");
    QProcess shell;
    shell.start(u"sh"_s, {u"-c"_s, u"ulimit -Hc"_s});
    QVERIFY(shell.waitForFinished(30000));
    QCOMPARE(other.out.split('\n').value(1), shell.readAll().trimmed());
}

void XTraceCommandTest::signalsEndItInOrder_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("a shutdown") << SIGTERM;
    QTest::newRow("the terminal is closed") << SIGHUP;
    QTest::newRow("Ctrl+\\") << SIGQUIT;
}

void XTraceCommandTest::signalsEndItInOrder()
{
    QFETCH(int, number);
    const auto process = start({u"--json"_s, file(u"signal.jsonl"_s), u"xclock"_s, u"-title"_s, u"signals"_s});
    QVERIFY(WAIT_FOR(m_server.window(u"signals"_s).has_value()));
    const qint64 id = process->processId();
    QVERIFY(!displaysOf(id).isEmpty());
    const QList<qint64> children = childrenOf(id);
    QCOMPARE(children.size(), 1);
    QCOMPARE(::kill(static_cast<pid_t>(id), number), 0);
    QVERIFY(process->waitForFinished(30000));
    const QByteArray told = process->readAllStandardError();
    QVERIFY2(told.contains("xclock: ") && told.contains("CreateWindow"), told.constData());
    QCOMPARE(process->exitCode(), 128 + SIGTERM);
    QVERIFY2(::kill(static_cast<pid_t>(children.constFirst()), 0) != 0, "the program ended, too");
    QCOMPARE(displaysOf(id), QStringList());
    QVERIFY2(QFile(file(u"signal.jsonl"_s)).size() > 1000, "and the trace was written");
}

void XTraceCommandTest::aKilledOneLeavesNoProgram()
{
    const auto process = start({u"sh"_s, u"-c"_s, u"echo ready; exec sleep 600"_s});
    QVERIFY(WAIT_FOR(process->canReadLine()));
    const QList<qint64> children = childrenOf(process->processId());
    QCOMPARE(children.size(), 1);
    process->kill();
    QVERIFY(process->waitForFinished(30000));
    QVERIFY(WAIT_FOR(!QFile::exists(u"/proc/%1/exe"_s.arg(children.constFirst())) || ::kill(static_cast<pid_t>(children.constFirst()), 0) != 0));
}

void XTraceCommandTest::nohupIsHeeded()
{
    // Both ignore it: the program, as nohup means it, and we.
    const auto process = start({u"sh"_s, u"-c"_s, u"kill -HUP $$ $PPID; sleep 0.3; echo on"_s});
    QVERIFY(process->waitForFinished(30000));
    QVERIFY2(process->exitCode() != 0, "so it is without nohup");
    QProcess nohup;
    nohup.setProcessEnvironment(m_server.environment());
    nohup.setStandardInputFile(QProcess::nullDevice());
    nohup.start(u"nohup"_s, {nightdesk(), u"xtrace"_s, u"sh"_s, u"-c"_s, u"kill -HUP $$ $PPID; sleep 0.3; echo on"_s});
    QVERIFY(nohup.waitForFinished(30000));
    QCOMPARE(nohup.exitCode(), 0);
    QCOMPARE(nohup.readAllStandardOutput(), QByteArray("on\n"));
}

/// Ctrl+C ends it, too, while what was seen is written to somebody who does not read.
void XTraceCommandTest::whoReadsNothingCanBeLeft()
{
    const QString fifo = file(u"fifo"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
    const int reader = ::open(QFile::encodeName(fifo).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    QVERIFY(reader >= 0);
    ::fcntl(reader, F_SETPIPE_SZ, 4096);
    const auto process = start({u"--json"_s, fifo, u"sh"_s, u"-c"_s, u"for i in 1 2 3 4 5 6; do xprop -root; done"_s});
    QByteArray told;
    QVERIFY(waitFor([&] {
        told += process->readAllStandardError();
        return told.contains("GetProperty");
    }));
    QCOMPARE(::kill(static_cast<pid_t>(process->processId()), SIGINT), 0);
    QVERIFY(process->waitForFinished(30000));
    QCOMPARE(process->exitStatus(), QProcess::CrashExit);
    ::close(reader);
}

void XTraceCommandTest::aProgramThatGoesOnIsMadeToEnd()
{
    const auto process = start({u"sh"_s, u"-c"_s, u"trap '' TERM INT; echo ready; while :; do sleep 0.1; done"_s});
    QVERIFY(WAIT_FOR(process->canReadLine()));
    process->terminate();
    QVERIFY(process->waitForFinished(30000));
    QCOMPARE(process->exitCode(), 128 + SIGKILL);
}

void XTraceCommandTest::whatWentIntoTheBackgroundCounts()
{
    // The shell ends once the window is there: what takes longer to connect than a moment is not waited for.
    QFile seen(file(u"seen"_s));
    const auto process =
        start({u"sh"_s, u"-c"_s, u"xclock -title behind </dev/null >/dev/null 2>&1 & until test -e '%1'; do sleep 0.1; done; exit 5"_s.arg(seen.fileName())});
    QVERIFY(WAIT_FOR(m_server.window(u"behind"_s).has_value()));
    QVERIFY(seen.open(QIODevice::WriteOnly));
    QByteArray told;
    QVERIFY(waitFor([&] {
        told += process->readAllStandardError();
        return told.contains("went into the background");
    }));
    QVERIFY(m_server.window(u"behind"_s));
    process->terminate();
    QVERIFY(process->waitForFinished(30000));
    told += process->readAllStandardError();
    QVERIFY2(told.contains("CreateWindow"), told.constData());
    QCOMPARE(process->exitCode(), 5);
    QVERIFY(WAIT_FOR(!m_server.window(u"behind"_s)));
}

void XTraceCommandTest::whoBringsNoCookieIsTold()
{
    const Told got = run({u"sh"_s, u"-c"_s, u"XAUTHORITY=/dev/null xprop -root"_s});
    QVERIFY(got.exitCode != 0);
    QVERIFY2(got.err.contains("XAUTHORITY."), got.err.constData());
}

void XTraceCommandTest::withoutAServer_data()
{
    QTest::addColumn<QString>("display");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("none is named") << QString() << QByteArray("DISPLAY is not set");
    QTest::newRow("nobody listens there") << u":64999"_s << QByteArray(":64999");
    QTest::newRow("it is elsewhere") << u"summit:0"_s << QByteArray("another host");
    QTest::newRow("its name is none") << u"x"_s << QByteArray("is not valid");
}

void XTraceCommandTest::withoutAServer()
{
    QFETCH(QString, display);
    QFETCH(QByteArray, told);
    QProcessEnvironment environment = m_server.environment();
    environment.insert(u"DISPLAY"_s, display);
    const Told got = run({u"sh"_s, u"-c"_s, u"echo ran"_s}, environment);
    QCOMPARE(got.exitCode, 1);
    QVERIFY2(got.err.contains(told), got.err.constData());
    QVERIFY2(got.out.isEmpty(), "nothing was run");
}

void XTraceCommandTest::filesThatCannotBeWritten_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<bool>("isRun");
    QTest::newRow("a folder that is not there") << u"--json"_s << u"/nowhere/x.jsonl"_s << QByteArray("/nowhere/x.jsonl") << false;
    QTest::newRow("a folder") << u"--json"_s << u"/tmp"_s << QByteArray("/tmp") << false;
    QTest::newRow("a picture's folder that is not there") << u"--svg"_s << u"/nowhere/x.svg"_s << QByteArray("/nowhere/x.svg") << false;
    QTest::newRow("a full disk") << u"--json"_s << u"/dev/full"_s << QByteArray("No space left on device") << true;
    QTest::newRow("a full disk for a picture") << u"--png"_s << u"/dev/full"_s << QByteArray("No space left on device") << true;
}

void XTraceCommandTest::filesThatCannotBeWritten()
{
    QFETCH(QString, option);
    QFETCH(QString, path);
    QFETCH(QByteArray, told);
    QFETCH(bool, isRun);
    const Told got = run({option, path, u"sh"_s, u"-c"_s, u"echo ran; xprop -root NO_SUCH >/dev/null"_s});
    QCOMPARE(got.exitCode, 1);
    QVERIFY2(got.err.contains(told), got.err.constData());
    QCOMPARE(got.out == "ran\n", isRun); // before hours of work where it can be known
    QCOMPARE(got.err.contains("GetProperty"), isRun);
}

void XTraceCommandTest::filesThatAreNoTrace_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("line");
    QTest::newRow("nothing") << QByteArray() << u"1"_s;
    QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10) << u"1"_s;
    QTest::newRow("other JSON") << QByteArray("{\"a\": 1}\n") << u"1"_s;
    QTest::newRow("a deep one") << QByteArray(100000, '[') << u"1"_s;
}

void XTraceCommandTest::filesThatAreNoTrace()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, line);
    QFile bad(file(u"bad.jsonl"_s));
    QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write(content) == content.size());
    bad.close();
    for (const QStringList &words : {QStringList{u"--replay"_s, bad.fileName()}, QStringList{u"--compare"_s, bad.fileName(), bad.fileName()}}) {
        const Told got = run(words);
        QCOMPARE(got.exitCode, 1);
        QVERIFY2(got.err.contains((bad.fileName() + u':' + line + u": "_s).toUtf8()), got.err.constData());
        QVERIFY(got.out.isEmpty());
    }
    const Told missing = run({u"--replay"_s, u"/nowhere"_s});
    QCOMPARE(missing.exitCode, 1);
    QVERIFY2(missing.err.contains("/nowhere cannot be read: No such file"), missing.err.constData());
    const Told folder = run({u"--replay"_s, u"/tmp"_s});
    QCOMPARE(folder.exitCode, 1);
    QVERIFY2(folder.err.contains("/tmp cannot be read"), folder.err.constData());
}

void XTraceCommandTest::aRunIsWrittenAndToldAgain()
{
    const QString trace = file(u"run.jsonl"_s);
    const Told ran = run({u"--grid"_s, u"--json"_s, trace, u"xprop"_s, u"-root"_s, u"NO_SUCH"_s});
    QCOMPARE(ran.exitCode, 0);
    const Told replayed = run({u"--grid"_s, u"--replay"_s, trace});
    QCOMPARE(replayed.exitCode, 0);
    QVERIFY(replayed.err.isEmpty());
    QCOMPARE(replayed.out, ran.err.trimmed() + '\n');
    QVERIFY2(replayed.out.contains("No prediction"), "it maps nothing");
    QVERIFY2(!replayed.out.contains("(One Way)"), replayed.out.constData());

    const Told json = run({u"--grid"_s, u"--replay"_s, trace, u"--json"_s, u"-"_s});
    const QJsonObject object = QJsonDocument::fromJson(json.out).object();
    QVERIFY(object.value("grid"_L1).toObject().value("reason"_L1).toString().startsWith(u"No prediction"_s));
    QCOMPARE(object.value("program"_L1).toString(), u"xprop"_s);
    const QJsonObject whole = object.value("whole"_L1).toObject();
    const int requests = whole.value("requests"_L1).toInt();
    QVERIFY(requests > 5);
    int sum = 0;
    for (const QJsonValue &each : whole.value("byRequest"_L1).toObject()) {
        sum += each.toObject().value("count"_L1).toInt();
    }
    QCOMPARE(sum, requests);

    const Told compared = run({u"--compare"_s, trace, trace, u"--json"_s, u"-"_s});
    QCOMPARE(compared.exitCode, 0);
    const QJsonObject both = QJsonDocument::fromJson(compared.out).object();
    QCOMPARE(both.value("a"_L1), both.value("b"_L1));
    QVERIFY(!both.value("differences"_L1).toArray().isEmpty());
    const Told words = run({u"--compare"_s, trace, trace});
    QVERIFY2(words.out.contains("Count A") && words.out.contains("GetProperty"), words.out.constData());
    for (const QString &what : {u"--replay '%1'"_s.arg(trace), u"--compare '%1' '%1'"_s.arg(trace)}) {
        QProcess full;
        full.start(u"sh"_s, {u"-c"_s, u"exec '%1' xtrace %2 >/dev/full"_s.arg(nightdesk(), what)});
        QVERIFY(full.waitForFinished(30000));
        QCOMPARE(full.exitCode(), 1);
        QCOMPARE(full.readAllStandardError(), QByteArray("standard output cannot be written: No space left on device\n"));
        QProcess head;
        head.start(u"sh"_s, {u"-c"_s, u"'%1' xtrace %2 | true"_s.arg(nightdesk(), what)});
        QVERIFY(head.waitForFinished(30000));
        QCOMPARE(head.readAllStandardError(), QByteArray());
    }
}

void XTraceCommandTest::aStartThatWasSeenIsForetold()
{
    const auto process = start({u"--grid"_s, u"xclock"_s});
    QByteArray told;
    QVERIFY(waitFor(
        [&] {
            told += process->readAllStandardError();
            return told.contains("The window appeared after");
        },
        60s));
    process->terminate();
    QVERIFY(process->waitForFinished(30000));
    told += process->readAllStandardError();
    QVERIFY2(told.contains("(One Way)") && !told.contains("No prediction"), told.constData());
}

void XTraceCommandTest::aLineIsFelt()
{
    QElapsedTimer clock;
    clock.start();
    const Told got = run({u"--delay"_s, u"100ms"_s, u"--rate"_s, u"256kbit"_s, u"--json"_s, u"-"_s, u"xprop"_s, u"-root"_s, u"-notype"_s, u"NO_SUCH"_s});
    const qint64 took = clock.elapsed();
    QCOMPARE(got.exitCode, 0);
    QVERIFY2(got.err.contains("over 100 ms round trip, 0.26 Mbit/s"), got.err.constData());
    const QString trace = file(u"line.jsonl"_s);
    QFile out(trace);
    QVERIFY(out.open(QIODevice::WriteOnly));
    const qsizetype begin = got.out.indexOf('{'); // behind what the program said
    QVERIFY(out.write(got.out.mid(begin)) > 0);
    out.close();
    const QJsonObject told = QJsonDocument::fromJson(run({u"--replay"_s, trace, u"--json"_s, u"-"_s}).out).object();
    QCOMPARE(told.value("roundTripMicroseconds"_L1).toInt(), 100000);
    QCOMPARE(told.value("bytesPerSecond"_L1).toInt(), 32000);
    const QJsonObject whole = told.value("whole"_L1).toObject();
    const int roundTrips = whole.value("roundTrips"_L1).toInt();
    QVERIFY2(roundTrips >= 4, qPrintable(QString::number(roundTrips)));
    QVERIFY2(took >= roundTrips * 100, qPrintable(QString::number(took)));
    const qint64 waited = whole.value("waitingMicrosecondsDerived"_L1).toInteger();
    QVERIFY2(waited >= roundTrips * 100000, qPrintable(QString::number(waited)));
}

/// The same much over the same slow line: with compression hardly anything of it is on the way.
void XTraceCommandTest::whatCompressionChangesIsTold()
{
    const QStringList program{u"xprop"_s, u"-root"_s, u"-f"_s, u"NOTE"_s, u"8s"_s, u"-set"_s, u"NOTE"_s, QString(60'000, u'x')};
    const QStringList line{u"--rate"_s, u"512kbit"_s, u"--json"_s};
    const QString plain = file(u"plain.jsonl"_s);
    const QString compressed = file(u"compressed.jsonl"_s);
    const Told off = run(line + QStringList{plain} + program);
    QCOMPARE(off.exitCode, 0);
    QVERIFY2(off.err.contains("Compression   off; ") && off.err.contains("(1.0 : 1)"), off.err.constData());
    const Told on = run(line + QStringList{compressed, u"--compress"_s} + program);
    QCOMPARE(on.exitCode, 0);
    QVERIFY2(on.err.contains("Compression   on; "), on.err.constData());

    const QJsonObject both = QJsonDocument::fromJson(run({u"--compare"_s, plain, compressed, u"--json"_s, u"-"_s}).out).object();
    const QJsonObject a = both.value("a"_L1).toObject();
    const QJsonObject b = both.value("b"_L1).toObject();
    QCOMPARE(a.value("compressed"_L1), QJsonValue(false));
    QCOMPARE(b.value("compressed"_L1), QJsonValue(true));
    const qint64 passed = a.value("bytesUp"_L1).toInteger() + a.value("bytesDown"_L1).toInteger();
    QVERIFY2(passed > 60'000, qPrintable(QString::number(passed)));
    QCOMPARE(a.value("bytesBeforeCompression"_L1).toInteger(), a.value("bytesOnWire"_L1).toInteger());
    QVERIFY(qAbs(a.value("bytesOnWire"_L1).toInteger() - passed) < 200); // the cookie of the display is another than the server's
    QVERIFY(qAbs(b.value("bytesBeforeCompression"_L1).toInteger() - passed) < 200);
    QVERIFY2(b.value("bytesOnWire"_L1).toInteger() * 10 < a.value("bytesOnWire"_L1).toInteger(), QJsonDocument(both).toJson().constData());
    const Told words = run({u"--compare"_s, plain, compressed});
    QVERIFY2(words.out.contains("What compression changed:") && words.out.contains("Bytes on the wire") && words.out.contains("at the line’s rate"),
             words.out.constData());
    QVERIFY(!run({u"--compare"_s, plain, plain}).out.contains("What compression changed:"));
}

void XTraceCommandTest::picturesAreDrawn()
{
    const QString svg = file(u"plot.svg"_s);
    const QString png = file(u"plot.png"_s);
    QFile old(png);
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    const Told got = run({u"--svg"_s, svg, u"--png"_s, png, u"xprop"_s, u"-root"_s, u"NO_SUCH"_s});
    QVERIFY2(got.exitCode == 0, got.err.constData());
    QFile drawn(svg);
    QVERIFY(drawn.open(QIODevice::ReadOnly));
    const QByteArray text = drawn.readAll();
    QVERIFY2(text.contains("<svg") && text.contains("</svg>"), text.left(200).constData());
    const QImage image(png);
    QVERIFY(image.width() > 400 && image.height() > 200);
}

NIGHTDESK_GUILESS_TEST(XTraceCommandTest)
#include "xtracecommandtest.moc"
