// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/nightrecordfile.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QByteArray older(3000, 'o');
const QByteArray newer(9000, 'n');
constexpr qsizetype maxSize = 64 * 1024;
const QString machine = u"0a1b2c3d"_s;

/// A console that ended: @p run in a process of its own, which is killed where it says so. True: it came to its end.
template<typename Run>
bool inAnotherProcess(Run run)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(run() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Runs @p run in another process and kills that at its @p nth step into or out of the kernel. False: it had ended before.
template<typename Run>
bool killedAtStep(int nth, Run run)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        ::raise(SIGSTOP);
        ::_exit(run() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    for (int step = 0; step < nth; ++step) {
        ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        ::waitpid(child, &status, 0);
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            return false;
        }
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return true;
}
}

/// What a console leaves on the disk, whenever it ends.
class NightFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void whatWasWrittenRemains();
    void whatWasClearedDoesNot();
    void aConsoleThatRunsIsLeftAlone();
    void whatOneOffersNoOtherDoes();
    void whatAnotherMachinesConsoleKeepsIsLeftAlone();
    void theNewestComesFirst();
    void nobodyElseReadsIt();
    void aKillLeavesTheOldOrTheNew();
    void aFullDiskLeavesTheOld();
    void placesThatAreNotOurs_data();
    void placesThatAreNotOurs();
    void filesThatAreNotOurs_data();
    void filesThatAreNotOurs();
    void whatIsSetAsideIsKept();
    void whatADeadConsoleLeftIsSweptUp();

private:
    bool leave(const QByteArray &contents)
    {
        return inAnotherProcess([&] {
            NightRecordFile *file = new NightRecordFile(m_path, machine); // never destroyed: it is killed, as it were
            return file->open() && file->write(contents);
        });
    }
    QStringList files() const
    {
        return QDir(m_path).entryList(QDir::Files | QDir::System | QDir::Hidden, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_path;
};

void NightFileTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
    m_path = m_directory->filePath(u"state/nightdesk"_s);
}

void NightFileTest::whatWasWrittenRemains()
{
    QVERIFY(leave(older));
    NightRecordFile file(m_path, machine);
    QVERIFY(file.open());
    auto remains = file.findOrphanedFiles(maxSize);
    QCOMPARE(remains.size(), 1U);
    QCOMPARE(remains.front().contents, older);
    file.remove(std::move(remains.front()));
    QVERIFY(file.findOrphanedFiles(maxSize).empty());
    QCOMPARE(files().size(), 1); // our own lock
}

void NightFileTest::whatWasClearedDoesNot()
{
    QVERIFY(inAnotherProcess([&] {
        NightRecordFile *file = new NightRecordFile(m_path, machine);
        return file->write(older) && file->clear() && file->clear();
    }));
    {
        NightRecordFile file(m_path, machine);
        QVERIFY(file.open());
        QVERIFY(file.findOrphanedFiles(maxSize).empty());
    }
    QVERIFY(files().isEmpty()); // both locks too
}

void NightFileTest::aConsoleThatRunsIsLeftAlone()
{
    NightRecordFile running(m_path, machine);
    QVERIFY(running.write(older));
    QVERIFY(inAnotherProcess([&] {
        NightRecordFile other(m_path, machine);
        return other.open() && other.findOrphanedFiles(maxSize).empty() && other.write(newer);
    }));
    NightRecordFile third(m_path, machine);
    QVERIFY(third.open());
    const auto remains = third.findOrphanedFiles(maxSize);
    QCOMPARE(remains.size(), 1U);
    QCOMPARE(remains.front().contents, newer);
}

void NightFileTest::whatOneOffersNoOtherDoes()
{
    QVERIFY(leave(older));
    NightRecordFile first(m_path, machine);
    QVERIFY(first.open());
    auto remains = first.findOrphanedFiles(maxSize);
    QCOMPARE(remains.size(), 1U);
    QVERIFY(inAnotherProcess([&] {
        NightRecordFile second(m_path, machine);
        return second.open() && second.findOrphanedFiles(maxSize).empty();
    }));
    remains.clear(); // the first is killed before anybody clicked
    QVERIFY(inAnotherProcess([&] {
        NightRecordFile second(m_path, machine);
        return second.open() && second.findOrphanedFiles(maxSize).size() == 1;
    }));
}

void NightFileTest::whatAnotherMachinesConsoleKeepsIsLeftAlone()
{
    // It runs there, and its lock is not seen here.
    NightRecordFile file(m_path, machine);
    QVERIFY(file.open());
    const QString other = m_path + u"/console-ffff0000-4711-99.night"_s;
    QFile written(other);
    QVERIFY(written.open(QIODevice::WriteOnly) && written.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    QCOMPARE(written.write(older), older.size());
    written.close();
    QVERIFY(file.findOrphanedFiles(maxSize).empty());
    QVERIFY(QFile::exists(other));
    QCOMPARE(files().filter(u"ffff0000"_s).size(), 1); // no lock either
    QVERIFY(files().filter(u".lock"_s).constFirst().startsWith(u"console-0a1b2c3d-"_s));
    NightRecordFile there(m_path, u"ffff0000"_s);
    QVERIFY(there.open());
    QCOMPARE(there.findOrphanedFiles(maxSize).size(), 1U);
}

void NightFileTest::theNewestComesFirst()
{
    QVERIFY(leave(older));
    const QDateTime before = QDateTime::currentDateTime().addSecs(-600);
    for (const QString &name : files()) {
        QFile file(m_path + u'/' + name);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(before, QFileDevice::FileModificationTime));
    }
    QVERIFY(leave(newer));
    NightRecordFile file(m_path, machine);
    QVERIFY(file.open());
    const auto remains = file.findOrphanedFiles(maxSize);
    QCOMPARE(remains.size(), 2U);
    QCOMPARE(remains.at(0).contents, newer);
    QCOMPARE(remains.at(1).contents, older);
}

void NightFileTest::nobodyElseReadsIt()
{
    const mode_t mask = ::umask(0);
    NightRecordFile file(m_path, machine);
    QVERIFY(file.write(older));
    ::umask(mask);
    struct stat status{};
    QCOMPARE(::stat(QFile::encodeName(m_path).constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0700U);
    QCOMPARE(files().size(), 2);
    for (const QString &name : files()) {
        QCOMPARE(::stat(QFile::encodeName(m_path + u'/' + name).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777, 0600U);
    }
}

void NightFileTest::aKillLeavesTheOldOrTheNew()
{
    int olds = 0;
    int news = 0;
    for (int step = 1;; ++step) {
        QVERIFY(step < 10000);
        const bool wasKilled = killedAtStep(step, [&] {
            NightRecordFile *file = new NightRecordFile(m_path, machine);
            return file->write(older) && file->write(newer);
        });
        {
            NightRecordFile file(m_path, machine);
            QVERIFY(file.open());
            for (auto &remains : file.findOrphanedFiles(maxSize)) {
                QVERIFY2(remains.contents == older || remains.contents == newer, qPrintable(u"at step %1"_s.arg(step)));
                ++(remains.contents == older ? olds : news);
                file.remove(std::move(remains));
            }
        }
        QVERIFY2(files().isEmpty(), qPrintable(u"%1 at step %2"_s.arg(files().join(u' ')).arg(step)));
        if (!wasKilled) {
            break;
        }
    }
    QVERIFY2(olds > 5 && news > 1, qPrintable(u"%1 old, %2 new"_s.arg(olds).arg(news)));
}

void NightFileTest::aFullDiskLeavesTheOld()
{
    QVERIFY(inAnotherProcess([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        NightRecordFile *file = new NightRecordFile(m_path, machine);
        if (!file->write(older)) {
            return false;
        }
        rlimit full{4096, RLIM_INFINITY}; // in the middle of a file, as a disk fills up
        ::setrlimit(RLIMIT_FSIZE, &full);
        const bool isRefused = !file->write(newer);
        rlimit roomy{RLIM_INFINITY, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &roomy);
        return isRefused && files().filter(u"new"_s).isEmpty(); // a full disk needs the room
    }));
    NightRecordFile file(m_path, machine);
    QVERIFY(file.open());
    const auto remains = file.findOrphanedFiles(maxSize);
    QCOMPARE(remains.size(), 1U);
    QCOMPARE(remains.front().contents, older);
}

void NightFileTest::placesThatAreNotOurs_data()
{
    QTest::addColumn<QString>("place");
    QTest::newRow("a file stands in its place") << u"file"_s;
    QTest::newRow("a link to a directory") << u"link"_s;
    QTest::newRow("everybody may write to it") << u"open"_s;
    QTest::newRow("another user's") << u"foreign"_s;
}

void NightFileTest::placesThatAreNotOurs()
{
    QFETCH(QString, place);
    QVERIFY(QDir().mkpath(m_directory->filePath(u"state"_s)));
    const QByteArray path = QFile::encodeName(m_path);
    if (place == u"file") {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    } else if (place == u"link") {
        QCOMPARE(::mkdir(QFile::encodeName(m_directory->filePath(u"elsewhere"_s)).constData(), 0700), 0);
        QVERIFY(QFile::link(m_directory->filePath(u"elsewhere"_s), m_path));
    } else if (place == u"open") {
        QCOMPARE(::mkdir(path.constData(), 0700), 0);
        QCOMPARE(::chmod(path.constData(), 0777), 0);
    } else {
        QCOMPARE(::mkdir(path.constData(), 0700), 0);
        if (::chown(path.constData(), 12345, 12345) != 0) {
            m_path = u"/proc/1"_s; // of an ordinary user this is another's
        }
    }
    NightRecordFile file(m_path, machine);
    const auto opened = file.open();
    QVERIFY(!opened);
    QVERIFY(!opened.error().isEmpty());
    QVERIFY(!file.write(older));
    QVERIFY(file.clear());
    QVERIFY(file.findOrphanedFiles(maxSize).empty());
    QVERIFY(QDir(m_directory->filePath(u"elsewhere"_s)).entryList(QDir::Files).isEmpty());
}

void NightFileTest::filesThatAreNotOurs_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("a link to somebody's file") << u"link"_s;
    QTest::newRow("a link that leads nowhere") << u"dangling"_s;
    QTest::newRow("others may write to it") << u"writable"_s;
    QTest::newRow("larger than any of ours") << u"large"_s;
    QTest::newRow("a pipe that nobody writes to") << u"pipe"_s;
}

void NightFileTest::filesThatAreNotOurs()
{
    QFETCH(QString, kind);
    NightRecordFile file(m_path, machine);
    QVERIFY(file.open());
    const QString left = m_path + u"/console-0a1b2c3d-1-1.night"_s;
    const QString elsewhere = m_directory->filePath(u"elsewhere"_s);
    QFile target(elsewhere);
    QVERIFY(target.open(QIODevice::WriteOnly) && target.write(older) == older.size());
    target.close();
    if (kind == u"link") {
        QVERIFY(QFile::link(elsewhere, left));
    } else if (kind == u"dangling") {
        QVERIFY(QFile::link(m_directory->filePath(u"nowhere"_s), left));
    } else if (kind == u"pipe") {
        QCOMPARE(::mkfifo(QFile::encodeName(left).constData(), 0600), 0);
    } else {
        QFile plain(left);
        QVERIFY(plain.open(QIODevice::WriteOnly));
        const QByteArray contents = kind == u"large" ? QByteArray(maxSize + 1, 'x') : older;
        QCOMPARE(plain.write(contents), contents.size());
        plain.close();
        QCOMPARE(::chmod(QFile::encodeName(left).constData(), kind == u"writable" ? 0666 : 0600), 0);
    }
    auto remains = file.findOrphanedFiles(maxSize);
    QCOMPARE(remains.size(), 1U);
    QVERIFY(!remains.front().contents);
    QVERIFY(!remains.front().contents.error().isEmpty());
    QVERIFY(file.moveUnreadableAside(std::move(remains.front())));
    QVERIFY(file.findOrphanedFiles(maxSize).empty());
    QVERIFY(QFile::exists(elsewhere));
    QCOMPARE(files().filter(u"unreadable"_s).size(), 1);
}

void NightFileTest::whatIsSetAsideIsKept()
{
    NightRecordFile file(m_path, machine);
    QVERIFY(file.open());
    for (int i = 1; i <= 21; ++i) {
        QVERIFY(leave(QByteArray::number(i)));
        auto remains = file.findOrphanedFiles(maxSize);
        QCOMPARE(remains.size(), 1U);
        const auto aside = file.moveUnreadableAside(std::move(remains.front()));
        QCOMPARE(aside.has_value(), i <= 20);
        if (aside) {
            QFile kept(*aside);
            QVERIFY(kept.open(QIODevice::ReadOnly));
            QCOMPARE(kept.readAll(), QByteArray::number(i));
        }
    }
    QCOMPARE(files().filter(u"unreadable"_s).size(), 20);
    QCOMPARE(file.findOrphanedFiles(maxSize).size(), 1U); // neither lost nor renamed
}

void NightFileTest::whatADeadConsoleLeftIsSweptUp()
{
    QVERIFY(QDir().mkpath(m_path));
    QVERIFY(QFile::setPermissions(m_path, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    for (const QString &name :
         {u"console-0a1b2c3d-7-70.lock"_s, u"console-0a1b2c3d-8-80.night.new"_s, u"console-0a1b2c3d-9-90-1.lock"_s, u"notes.txt"_s, u"console-10.log"_s}) {
        QFile file(m_path + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    {
        NightRecordFile file(m_path, machine);
        QVERIFY(file.open());
        QVERIFY(file.findOrphanedFiles(maxSize).empty());
    }
    QCOMPARE(files(), (QStringList{u"console-10.log"_s, u"notes.txt"_s}));
}

NIGHTDESK_GUILESS_TEST(NightFileTest)
#include "nightrecordfiletest.moc"
