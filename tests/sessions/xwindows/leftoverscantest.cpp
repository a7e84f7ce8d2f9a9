// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/consoleidentity.h"
#include "sessions/xwindows/orphanscan.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimeZone>

#include <fcntl.h>
#include <sys/file.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QString desk = u"0123456789abcdef"_s;
const QByteArray ds9 = "0123456789abcdef/aaaaaaaa/ds9/1/";
const QDateTime now(QDate(2026, 11, 21), QTime(13, 20), QTimeZone::UTC);

/// As the far end says it: /proc/PID/stat with a name, a parent and a start in ticks.
QByteArray line(int pid, const QByteArray &mark, const QByteArray &name, int parent, int start, char state = 'S', int session = 1)
{
    const QByteArray id = QByteArray::number(pid);
    return "process " + id + ' ' + mark + ' ' + id + " (" + name + ") " + state + ' ' + QByteArray::number(parent) + " 1 " + QByteArray::number(session)
        + " 0 -1 4194560 1 0 0 0 1 1 0 0 20 0 1 0 " + QByteArray::number(start) + " 100 100\n";
}

QString story(const QList<OrphanedProgram> &found)
{
    QStringList parts;
    for (const OrphanedProgram &orphan : found) {
        QStringList processes;
        for (const qint64 process : orphan.processes) {
            processes << QString::number(process);
        }
        parts << u"%1 %2 %3 [%4]"_s.arg(orphan.name, QString::number(orphan.processId), orphan.startedAt.toString(u"hh:mm"_s), processes.join(u' '));
    }
    return parts.join(u", "_s);
}
}

/// What is made of a far end's list of processes, and of other consoles' traces.
class LeftoverScanTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsTheAnswer_data();
    void readsTheAnswer();
    void tellsTheProgramFromWhatItLeftBehind_data();
    void tellsTheProgramFromWhatItLeftBehind();
    void readsAnyMarkOrNone_data();
    void readsAnyMarkOrNone();
    void hugeAnswerIsCutOff();
    void searchFindsWhatIsMarkedHere();
    void consoleIsAliveWhileItRuns();
    void deskKeepsItsName();
    void spoiltNameIsMadeAnew();
    void consolesThatStartTogetherAgreeOnTheDesk();
    void stateThatOthersMayWriteIsRefused();
    void namesThatAreNoneTouchNoFile();
};

void LeftoverScanTest::readsTheAnswer_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("expected");
    const QByteArray uptime = "uptime 10000.55\n"; // a tick is 10 ms
    QTest::newRow("nothing at all: no Linux") << ""_ba << u""_s;
    QTest::newRow("nothing left over") << uptime << u""_s;
    QTest::newRow("a program that has run for an hour") << uptime + line(4711, ds9, "ds9", 1, 640000) << u"ds9 4711 12:20 [4711]"_s;
    QTest::newRow("with what it started") << uptime + line(4711, ds9, "sh", 1, 640000) + line(4712, ds9, "ds9", 4711, 640001) << u"sh 4711 12:20 [4711 4712]"_s;
    QTest::newRow("the child first") << uptime + line(4712, ds9, "ds9", 4711, 640001) + line(4711, ds9, "sh", 1, 640000) << u"sh 4711 12:20 [4712 4711]"_s;
    QTest::newRow("two families of one start") << uptime + line(11, ds9, "ds9", 1, 640000) + line(12, ds9, "xpans", 1, 640000)
                                               << u"ds9 11 12:20 [11], xpans 12 12:20 [12]"_s;
    QTest::newRow("two displays") << uptime + line(11, ds9, "ds9", 1, 640000) + line(12, "0123456789abcdef/aaaaaaaa/log/2/", "xterm", 11, 640000)
                                  << u"ds9 11 12:20 [11], xterm 12 12:20 [12]"_s;
    QTest::newRow("a name with brackets and blanks") << uptime + line(11, ds9, "a) R 5 (b", 1, 640000) << u"a) R 5 (b 11 12:20 [11]"_s;
    QTest::newRow("a name that would draw on the screen") << uptime + line(11, ds9, "x\033[2J\xe2\x80\xae", 1, 640000) << u"x [2J 11 12:20 [11]"_s;
    QTest::newRow("a zombie is none") << uptime + line(11, ds9, "ds9", 1, 640000, 'Z') << u""_s;
    QTest::newRow("another desk's") << uptime + line(11, "ffffffffffffffff/aaaaaaaa/ds9/1/", "ds9", 1, 640000) << u""_s;
    QTest::newRow("a start in the future") << uptime + line(11, ds9, "ds9", 1, 999999999) << u"ds9 11 13:20 [11]"_s;
    QTest::newRow("parents in a circle") << uptime + line(11, ds9, "a", 12, 640000) + line(12, ds9, "b", 11, 640000) << u"a 11 12:20 [11], b 12 12:20 [12]"_s;
    QTest::newRow("init itself") << uptime + line(1, ds9, "init", 0, 1) << u""_s;
    QTest::newRow("a process of less than nothing") << uptime + line(-5, ds9, "x", 1, 1) << u""_s;
    QTest::newRow("one whose numbers differ") << uptime + "process 11 " + ds9 + " 12 (x) S 1 1 1 0 -1 1 1 0 0 0 1 1 0 0 20 0 1 0 5 1 1\n" << u""_s;
    QTest::newRow("a line that ends early") << uptime + "process 11 " + ds9 + " 11 (x) S 1\n" << u""_s;
    QTest::newRow("only a beginning") << uptime + "process" << u""_s;
    QTest::newRow("an uptime that is not a number") << "uptime nan\n" + line(11, ds9, "ds9", 1, 640000) << u"ds9 11 13:20 [11]"_s;
    QTest::newRow("no uptime: since now") << line(11, ds9, "ds9", 1, 640000) << u"ds9 11 13:20 [11]"_s;
}

void LeftoverScanTest::readsTheAnswer()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, expected);
    QCOMPARE(story(OrphanScan::parse(answer, desk, now)), expected);
}

void LeftoverScanTest::tellsTheProgramFromWhatItLeftBehind_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("own"); ///< of all that was found, one after the other
    const auto in = [](int session, int pid, int parent, int start) {
        return line(pid, ds9, "x", parent, start, 'S', session);
    };
    QTest::newRow("the program and its children") << in(11, 11, 10, 100) + in(11, 12, 11, 200) + in(11, 13, 12, 300) << u"[11 12 13]"_s;
    QTest::newRow("a terminal's shell, and its job") << in(11, 11, 10, 100) + in(12, 12, 11, 200) + in(12, 13, 12, 300) << u"[11]"_s;
    QTest::newRow("a daemon") << in(11, 11, 10, 100) + in(20, 20, 1, 200) << u"[11] []"_s;
    QTest::newRow("a job whose shell is gone") << in(11, 11, 10, 100) + in(11, 20, 1, 200) << u"[11] []"_s;
    QTest::newRow("a daemon that some other process than init took in") << in(11, 11, 10, 100) + in(20, 20, 2, 200) << u"[11] []"_s;
    QTest::newRow("a daemon alone") << in(20, 20, 1, 200) << u"[]"_s;
    QTest::newRow("a starter is gone, and what it started lives") << in(11, 12, 1, 200) << u"[]"_s;
    QTest::newRow("no session of its own: who started it is not known") << in(9, 11, 10, 100) << u"[]"_s;
    QTest::newRow("sessions that are no numbers") << line(11, ds9, "x", 10, 100).replace(" 10 1 1 ", " 10 1 y ") << u"[]"_s;
}

void LeftoverScanTest::tellsTheProgramFromWhatItLeftBehind()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, own);
    QStringList parts;
    for (const OrphanedProgram &orphan : OrphanScan::parse("uptime 10000.00\n" + answer, desk, now)) {
        QStringList processes;
        for (const qint64 process : orphan.sessionProcesses) {
            processes << QString::number(process);
        }
        parts << u'[' + processes.join(u' ') + u']';
    }
    QCOMPARE(parts.join(u' '), own);
}

void LeftoverScanTest::readsAnyMarkOrNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("good");
    QTest::newRow("as it is made") << ProgramMark{.deskName = desk, .consoleName = u"0000000a"_s, .displayId = u"ds9"_s, .number = 12}.text() << true;
    QTest::newRow("nothing") << ""_ba << false;
    QTest::newRow("without its end") << "0123456789abcdef/aaaaaaaa/ds9/1"_ba << false;
    QTest::newRow("more behind it") << ds9 + "x" << false;
    QTest::newRow("a short desk") << "0123/aaaaaaaa/ds9/1/"_ba << false;
    QTest::newRow("a console that is a path") << "0123456789abcdef/../../aa/ds9/1/"_ba << false;
    QTest::newRow("a display with a blank") << "0123456789abcdef/aaaaaaaa/d s/1/"_ba << false;
    QTest::newRow("a number that is too large") << "0123456789abcdef/aaaaaaaa/ds9/99999999999/"_ba << false;
    QTest::newRow("a line break") << ds9 + "\n" << false;
    QTest::newRow("much too long") << "0123456789abcdef/aaaaaaaa/" + QByteArray(10000, 'a') + "/1/" << false;
}

void LeftoverScanTest::readsAnyMarkOrNone()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, good);
    const auto mark = ProgramMark::parse(text);
    QCOMPARE(mark.has_value(), good);
    if (mark) {
        QCOMPARE(mark->text(), text);
    }
}

void LeftoverScanTest::hugeAnswerIsCutOff()
{
    QByteArray answer = "uptime 100.0\n";
    for (int pid = 2; answer.size() < (1 << 20); ++pid) {
        answer += line(pid, ds9, "flood", 1, 10);
    }
    QVERIFY(OrphanScan::parse(answer, desk, now).size() <= 200);
}

void LeftoverScanTest::searchFindsWhatIsMarkedHere()
{
    // The script itself, without ssh: a process with the mark, a child of it, one with another desk's, one with none.
    const QString own = QString::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, u'0');
    const auto sleeper = [](const QString &mark) {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(ProgramMark::environmentVariable), mark);
        process->setProcessEnvironment(environment);
        process->start(u"sh"_s, {u"-c"_s, u"sleep 60 & echo up; wait"_s});
        process->waitForReadyRead(30000);
        return process;
    };
    const auto ours = sleeper(own + u"/aaaaaaaa/ds9/1/"_s);
    const auto others = sleeper(own + u"/aaaaaaaa/ds9/12/"_s);
    const auto strangers = sleeper(u"0000000000000000/aaaaaaaa/ds9/1/"_s);
    const auto answer = [](const QStringList &command) {
        QProcess process;
        process.start(command.first(), command.sliced(1));
        process.waitForFinished(60000);
        return std::pair(process.exitCode(), process.readAllStandardOutput());
    };
    const auto search = [&] {
        return OrphanScan::parse(answer(OrphanScan::searchCommand(own)).second, own, QDateTime::currentDateTimeUtc());
    };
    QList<OrphanedProgram> found = search();
    QCOMPARE(found.size(), 2);
    const OrphanedProgram &first = found[0].mark.number == 1 ? found[0] : found[1];
    QCOMPARE(first.processId, ours->processId());
    QCOMPARE(first.name, u"sh"_s);
    QCOMPARE(first.processes.size(), 2);
    QVERIFY2(std::abs(first.startedAt.secsTo(QDateTime::currentDateTimeUtc())) < 120, qPrintable(first.startedAt.toString()));
    // To end it ends no other: neither 12, which begins alike, nor one that has another's number now.
    QList<qint64> processes = first.processes;
    processes << strangers->processId() << others->processId();
    QCOMPARE(answer(OrphanScan::endCommand(first.mark, processes)).first, 0);
    QVERIFY(ours->waitForFinished(30000));
    found = search();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].mark.number, 12u);
    QCOMPARE(strangers->state(), QProcess::Running);
    for (const auto &process : {others.get(), strangers.get()}) {
        process->kill();
        process->waitForFinished(30000);
    }
    for (const OrphanedProgram &left : search()) { // the sleeps
        answer(OrphanScan::endCommand(left.mark, left.processes));
    }
    QVERIFY(search().isEmpty());
}

void LeftoverScanTest::consoleIsAliveWhileItRuns()
{
    const QTemporaryDir directory;
    auto first = ConsoleIdentity::claim(directory.filePath(u"nightdesk"_s));
    auto second = ConsoleIdentity::claim(directory.filePath(u"nightdesk"_s));
    QVERIFY2(first && second, qPrintable(first ? QString() : first.error()));
    QCOMPARE((*first)->deskName(), (*second)->deskName());
    const QString name = (*second)->consoleName();
    QVERIFY(name != (*first)->consoleName());
    QVERIFY((*first)->isConsoleRunning(name));
    QVERIFY((*first)->isConsoleRunning((*first)->consoleName()));
    *second = nullptr;
    QVERIFY(!(*first)->isConsoleRunning(name));

    // One that was killed leaves its file, but not its lock.
    const QString killed = u"00000001"_s;
    const QString file = directory.filePath(u"nightdesk/consoles/"_s + killed);
    QFile trace(file);
    QVERIFY(trace.open(QIODevice::WriteOnly));
    {
        const UniqueFd lock(::open(QFile::encodeName(file).constData(), O_RDWR | O_CLOEXEC));
        QCOMPARE(::flock(lock.get(), LOCK_EX), 0);
        QVERIFY((*first)->isConsoleRunning(killed));
    }
    QVERIFY(!(*first)->isConsoleRunning(killed));
    QVERIFY(!QFile::exists(file)); // its trace is removed
}

void LeftoverScanTest::deskKeepsItsName()
{
    const QTemporaryDir directory;
    QString name;
    for (int night = 0; night < 3; ++night) {
        const auto identity = ConsoleIdentity::claim(directory.filePath(u"nightdesk"_s));
        QVERIFY2(identity.has_value(), qPrintable(identity ? QString() : identity.error()));
        QVERIFY(ProgramMark::isDeskName((*identity)->deskName()));
        QVERIFY(night == 0 || (*identity)->deskName() == name);
        name = (*identity)->deskName();
    }
    QCOMPARE(QFile::permissions(directory.filePath(u"nightdesk"_s)) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
}

void LeftoverScanTest::spoiltNameIsMadeAnew()
{
    const QTemporaryDir directory;
    const QString state = directory.filePath(u"nightdesk"_s);
    QVERIFY(ConsoleIdentity::claim(state).has_value());
    const QStringList files = QDir(state).entryList({u"desk-*"_s}, QDir::Files);
    QCOMPARE(files.size(), 1);
    QFile file(QDir(state).filePath(files.first()));
    QVERIFY(file.open(QIODevice::WriteOnly)); // a power cut: empty
    file.close();
    const auto identity = ConsoleIdentity::claim(state);
    QVERIFY2(identity.has_value(), qPrintable(identity ? QString() : identity.error()));
    QVERIFY(ProgramMark::isDeskName((*identity)->deskName()));
}

void LeftoverScanTest::consolesThatStartTogetherAgreeOnTheDesk()
{
    const QTemporaryDir directory;
    QList<std::shared_ptr<const ConsoleIdentity>> identities(8);
    std::vector<std::unique_ptr<QThread>> threads;
    for (auto &identity : identities) {
        threads.emplace_back(QThread::create([&identity, state = directory.filePath(u"nightdesk"_s)] {
            identity = ConsoleIdentity::claim(state).value_or(nullptr);
        }));
        threads.back()->start();
    }
    for (const auto &thread : threads) {
        QVERIFY(thread->wait(30000));
    }
    QSet<QString> desks;
    for (const auto &identity : std::as_const(identities)) {
        QVERIFY(identity);
        desks.insert(identity->deskName());
    }
    QCOMPARE(desks.size(), 1);
}

void LeftoverScanTest::stateThatOthersMayWriteIsRefused()
{
    const QTemporaryDir directory;
    const QString state = directory.filePath(u"nightdesk"_s);
    QVERIFY(ConsoleIdentity::claim(state).has_value());
    const QStringList files = QDir(state).entryList({u"desk-*"_s}, QDir::Files);
    QVERIFY(QFile::setPermissions(QDir(state).filePath(files.first()), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther | QFile::WriteOther));
    const auto identity = ConsoleIdentity::claim(state);
    QVERIFY(!identity);
    QVERIFY(!identity.error().isEmpty());
}

void LeftoverScanTest::namesThatAreNoneTouchNoFile()
{
    const QTemporaryDir directory;
    const QString state = directory.filePath(u"nightdesk"_s);
    const auto identity = ConsoleIdentity::claim(state);
    QVERIFY(identity.has_value());
    QFile precious(directory.filePath(u"precious"_s));
    QVERIFY(precious.open(QIODevice::WriteOnly));
    QVERIFY(!(*identity)->isConsoleRunning(u"../../precious"_s)); // a hostile far end chooses the name
    QVERIFY(precious.exists());
}

NIGHTDESK_GUILESS_TEST(LeftoverScanTest)
#include "leftoverscantest.moc"
