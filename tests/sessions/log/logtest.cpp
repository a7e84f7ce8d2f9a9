// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/log/logwriter.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fcntl.h>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(LogTry, "nightdesk.try", QtInfoMsg)

namespace
{
QByteArray allContents(const QString &directory)
{
    QByteArray all;
    for (const QFileInfo &file : QDir(directory).entryInfoList({u"*.log"_s}, QDir::Files, QDir::Name)) {
        all += contents(file.filePath());
    }
    return all;
}

qint64 totalSize(const QString &directory)
{
    qint64 total = 0;
    for (const QFileInfo &file : QDir(directory).entryInfoList(QDir::Files)) {
        total += file.size();
    }
    return total;
}

LogEntry entry(const QString &text, QtMsgType type = QtInfoMsg)
{
    return {QDateTime(QDate(2026, 11, 21), QTime(3, 12, 4, 123), QTimeZone::UTC), type, u"nightdesk.link"_s, text};
}

/// No file of this process may grow beyond this: what a full disk does, for a process that is root too.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        m_signal = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }

private:
    rlimit m_before{};
    void (*m_signal)(int) = nullptr;
};
}

class LogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLineTellsTimeLevelAndCategory_data();
    void aLineTellsTimeLevelAndCategory();
    void redactsWhatNobodyMayRead_data();
    void redactsWhatNobodyMayRead();
    void filesArePrivate();
    void refusesADirectoryOfOthers();
    void followsNoLink();
    void startsANewFileWhenOneIsFull();
    void allTogetherStayBelowTheLimit();
    void keepsWhatALivingConsoleWrites();
    void aNewNightIsANewFile();
    void writesAgainWhenItsFileWasTidiedAway();
    void writesNoHalfLineToAFullDisk();
    void goesOnAfterAFullDisk();
    void tellsHowManyLinesWereLost();
    void takesMessagesOfQtFromEveryThread();
    void endsThoughTheDiskTakesNothing();
};

void LogTest::aLineTellsTimeLevelAndCategory_data()
{
    QTest::addColumn<LogEntry>("given");
    QTest::addColumn<QByteArray>("expected");

    QTest::newRow("plain") << entry(u"link summit is live"_s) << "2026-11-21T03:12:04.123Z info nightdesk.link link summit is live\n"_ba;
    QTest::newRow("a warning") << entry(u"no answer"_s, QtWarningMsg) << "2026-11-21T03:12:04.123Z warning nightdesk.link no answer\n"_ba;
    QTest::newRow("two lines become one, so that nobody writes lines of his own")
        << entry(u"a\n2026-11-21T00:00:00.000Z info nightdesk.link forged"_s)
        << "2026-11-21T03:12:04.123Z info nightdesk.link a\\n2026-11-21T00:00:00.000Z info nightdesk.link forged\n"_ba;
    QTest::newRow("control and direction marks are escaped")
        << entry(u"a\u001b[31mb\u202ec\r"_s) << "2026-11-21T03:12:04.123Z info nightdesk.link a\\u{1b}[31mb\\u{202e}c\\u{d}\n"_ba;
    QTest::newRow("a percent sign stays what it is") << entry(u"%1 %2 100%"_s) << "2026-11-21T03:12:04.123Z info nightdesk.link %1 %2 100%\n"_ba;
    QTest::newRow("other scripts stay readable") << entry(u"望遠鏡 ō"_s) << u"2026-11-21T03:12:04.123Z info nightdesk.link 望遠鏡 ō\n"_s.toUtf8();
    QTest::newRow("what is too long is cut") << entry(QString(5000, u'x').replace(0, 10, u"0123456789"_s).replace(u"xx"_s, u"x "_s))
                                             << "2026-11-21T03:12:04.123Z info nightdesk.link "_ba
            + QString(5000, u'x').replace(0, 10, u"0123456789"_s).replace(u"xx"_s, u"x "_s).left(4096).toUtf8() + " [904 more]\n"_ba;
}

void LogTest::aLineTellsTimeLevelAndCategory()
{
    QFETCH(LogEntry, given);
    QFETCH(QByteArray, expected);
    QCOMPARE(logLine(given), expected);
}

void LogTest::redactsWhatNobodyMayRead_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("expected");

    QTest::newRow("an X cookie") << u"MIT-MAGIC-COOKIE-1 0123456789abcdef0123456789abcdef sent"_s << u"MIT-MAGIC-COOKIE-1 [removed] sent"_s;
    QTest::newRow("a private key") << u"read -----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY----- ok"_s
                                   << u"read [private key] ok"_s;
    QTest::newRow("a private key that is cut") << u"-----BEGIN RSA PRIVATE KEY-----\nb3BlbnNz"_s << u"[private key]"_s;
    QTest::newRow("a named password") << u"login with password=hunter2 failed"_s << u"login with password=[removed] failed"_s;
    QTest::newRow("a named password in quotes") << u"Passphrase: \"two words\" failed"_s << u"Passphrase: [removed] failed"_s;
    QTest::newRow("a long key in base64") << u"key AAAAC3NzaC1lZDI1NTE5AAAAIJ0bPOm1tTqN0TqDqvQyN3lM1q9vWq9vWq9vWq9vWq9v"_s << u"key [removed]"_s;
    QTest::newRow("a key's fingerprint stays") << u"SHA256:uNiVztksCsDhcc0u9e8BrWXt0zTPTa5gq7VfGQ5zQ9E is known"_s
                                               << u"SHA256:uNiVztksCsDhcc0u9e8BrWXt0zTPTa5gq7VfGQ5zQ9E is known"_s;
    QTest::newRow("a path stays") << u"/home/observer/long/way/to/some/facility/with/many/parts/in/its/name/profiles"_s
                                  << u"/home/observer/long/way/to/some/facility/with/many/parts/in/its/name/profiles"_s;
    QTest::newRow("the word password alone stays") << u"The host refused the password."_s << u"The host refused the password."_s;
    QTest::newRow("a commit's short name stays") << u"libssh 0.11.5 1a2b3c4d5e6f"_s << u"libssh 0.11.5 1a2b3c4d5e6f"_s;
}

void LogTest::redactsWhatNobodyMayRead()
{
    QFETCH(QString, given);
    QTEST(redacted(given), "expected");
}

void LogTest::filesArePrivate()
{
    const QTemporaryDir home;
    LogFiles files(home.path() + u"/state/log"_s);
    QVERIFY(files.append("one\n"));
    struct stat status{};
    QCOMPARE(::stat(QFile::encodeName(files.currentFilePath()).constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0600U);
    QCOMPARE(::stat(QFile::encodeName(home.path() + u"/state/log"_s).constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0700U);
    QCOMPARE(contents(files.currentFilePath()), "one\n"_ba);
}

void LogTest::refusesADirectoryOfOthers()
{
    const QTemporaryDir home;
    const QString directory = home.path() + u"/log"_s;
    QVERIFY(QDir().mkpath(directory));
    QCOMPARE(::chmod(QFile::encodeName(directory).constData(), 0777), 0);
    LogFiles files(directory);
    QVERIFY(!files.append("one\n"));
    QVERIFY(QDir(directory).isEmpty());
    // Mended while running: the next try works.
    QCOMPARE(::chmod(QFile::encodeName(directory).constData(), 0700), 0);
    QVERIFY(files.append("two\n"));
}

void LogTest::followsNoLink()
{
    const QTemporaryDir home;
    const QString directory = home.path() + u"/log"_s;
    QVERIFY(QDir().mkpath(directory));
    ::chmod(QFile::encodeName(directory).constData(), 0700);
    const QString target = home.path() + u"/precious"_s;
    QVERIFY(QFile::link(target, directory + u"/nightdesk-night-%1.log"_s.arg(::getpid())));
    LogFiles files(directory);
    QVERIFY(files.append("one\n"));
    QVERIFY(!QFile::exists(target));
    QVERIFY(files.currentFilePath().endsWith(u"-2.log"_s));
}

void LogTest::startsANewFileWhenOneIsFull()
{
    const QTemporaryDir home;
    LogFiles files(home.path(), {Bytes{100}, Bytes{10000}});
    const QByteArray line = QByteArray(39, 'x').append('\n');
    for (int i = 0; i < 5; ++i) {
        QVERIFY(files.append(line));
    }
    const QFileInfoList all = QDir(home.path()).entryInfoList(QDir::Files, QDir::Name);
    QCOMPARE(all.size(), 3);
    for (const QFileInfo &file : all) {
        QVERIFY2(file.size() <= 100, qPrintable(file.fileName()));
    }
    QCOMPARE(totalSize(home.path()), 200);
}

void LogTest::allTogetherStayBelowTheLimit()
{
    const QTemporaryDir home;
    LogFiles files(home.path(), {Bytes{1000}, Bytes{5000}});
    QFile foreign(home.path() + u"/notes.txt"_s);
    QVERIFY(foreign.open(QIODevice::WriteOnly) && foreign.write(QByteArray(3000, 'n')) == 3000);
    foreign.close();
    for (int i = 0; i < 400; ++i) {
        QVERIFY(files.append(QByteArray::number(i).rightJustified(99, '.').append('\n')));
        qint64 logs = totalSize(home.path()) - 3000;
        QVERIFY2(logs <= 5000, qPrintable(u"%1 bytes after line %2"_s.arg(logs).arg(i)));
    }
    QVERIFY(allContents(home.path()).contains(".399\n"));
    QVERIFY(!allContents(home.path()).contains(".0\n"));
    QCOMPARE(QFileInfo(foreign).size(), 3000);
}

void LogTest::keepsWhatALivingConsoleWrites()
{
    const QTemporaryDir home;
    const QString other = home.path() + u"/nightdesk-2020-01-01-1.log"_s;
    QFile file(other);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(4500, 'o')) == 4500 && file.flush());
    const int otherConsole = ::open(QFile::encodeName(other).constData(), O_RDONLY | O_CLOEXEC);
    QVERIFY(otherConsole >= 0);
    QCOMPARE(::flock(otherConsole, LOCK_EX | LOCK_NB), 0);
    LogFiles files(home.path(), {Bytes{1000}, Bytes{5000}});
    QVERIFY(files.append("one\n"));
    QVERIFY(QFile::exists(other));
    ::close(otherConsole);
    LogFiles later(home.path(), {Bytes{1000}, Bytes{5000}});
    QVERIFY(later.append("two\n"));
    QVERIFY(!QFile::exists(other));
}

void LogTest::aNewNightIsANewFile()
{
    const QTemporaryDir home;
    LogFiles files(home.path());
    files.setNightName(u"2026-11-20"_s);
    QVERIFY(files.append("one\n"));
    const QString first = files.currentFilePath();
    files.setNightName(u"2026-11-20"_s);
    QVERIFY(files.append("two\n"));
    QCOMPARE(files.currentFilePath(), first);
    files.setNightName(u"2026-11-21"_s);
    QVERIFY(files.append("three\n"));
    QCOMPARE(contents(first), "one\ntwo\n"_ba);
    QCOMPARE(contents(home.path() + u"/nightdesk-2026-11-21-%1.log"_s.arg(::getpid())), "three\n"_ba);
}

void LogTest::writesAgainWhenItsFileWasTidiedAway()
{
    const QTemporaryDir home;
    LogFiles files(home.path());
    QVERIFY(files.append("one\n"));
    QVERIFY(QFile::remove(files.currentFilePath()));
    QVERIFY(files.append("two\n"));
    QCOMPARE(allContents(home.path()), "two\n"_ba);
}

void LogTest::writesNoHalfLineToAFullDisk()
{
    const QTemporaryDir home;
    LogFiles files(home.path());
    QVERIFY(files.append("0123456789\n"));
    {
        const FileSizeLimit full(15);
        const auto result = files.append("abcdefghij\n");
        QVERIFY(!result);
        QCOMPARE(result.error().value(), EFBIG);
        QCOMPARE(contents(files.currentFilePath()), "0123456789\n"_ba);
    }
    QVERIFY(files.append("klm\n"));
    QCOMPARE(allContents(home.path()), "0123456789\nklm\n"_ba);
}

void LogTest::goesOnAfterAFullDisk()
{
    const QTemporaryDir home;
    LogWriter writer(home.path(), {}, 20ms);
    writer.add(entry(u"before"_s));
    QVERIFY(writer.flush(10s));
    {
        const FileSizeLimit full(static_cast<rlim_t>(totalSize(home.path()) + 5));
        writer.add(entry(u"meanwhile"_s));
        QVERIFY(!writer.flush(200ms));
    }
    QVERIFY(writer.flush(10s));
    const QByteArray all = allContents(home.path());
    QCOMPARE(all.count("before\n"), 1);
    QCOMPARE(all.count("meanwhile\n"), 1);
    QVERIFY(!all.contains("lost"));
}

void LogTest::tellsHowManyLinesWereLost()
{
    constexpr std::size_t surplus = 5000; // more than the writer may just be holding in its hand
    const QTemporaryDir home;
    LogWriter writer(home.path(), {}, 20ms);
    {
        const FileSizeLimit full(0);
        for (std::size_t i = 0; i < LogWriter::maxUnwrittenEntries + surplus; ++i) {
            writer.add(entry(u"line %1"_s.arg(i)));
        }
        QVERIFY(!writer.flush(100ms));
    }
    QVERIFY(writer.flush(30s));
    const QByteArray all = allContents(home.path());
    QVERIFY(all.contains(QByteArray("line ").append(QByteArray::number(LogWriter::maxUnwrittenEntries + surplus - 1)).append('\n')));
    const qsizetype written = all.count("nightdesk.link");
    const QByteArray lossLine = all.mid(all.indexOf("nightdesk.log ") + 14);
    QVERIFY2(all.contains("nightdesk.log "), all.left(300).constData());
    QCOMPARE(written + lossLine.left(lossLine.indexOf(' ')).toInt(), static_cast<qsizetype>(LogWriter::maxUnwrittenEntries + surplus));
}

void LogTest::takesMessagesOfQtFromEveryThread()
{
    const QTemporaryDir home;
    {
        LogWriter writer(home.path());
        writer.install();
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([i] {
                for (int j = 0; j < 100; ++j) {
                    qCInfo(LogTry, "thread %d line %d", i, j);
                }
            });
        }
        for (std::thread &thread : threads) {
            thread.join();
        }
        QVERIFY(writer.flush(30s)); // beside other tests so many lines take longer than its end waits for
        qCInfo(LogTry, "at its end");
        qCDebug(LogTry, "not asked for");
    }
    qCInfo(LogTry, "after its end");
    const QByteArray all = allContents(home.path());
    QCOMPARE(all.count('\n'), 801);
    QVERIFY(all.endsWith("info nightdesk.try at its end\n"));
    for (int i = 0; i < 8; ++i) {
        QCOMPARE(all.count(QByteArray("info nightdesk.try thread ").append(QByteArray::number(i))), 100);
    }
}

void LogTest::endsThoughTheDiskTakesNothing()
{
    const QTemporaryDir home;
    QElapsedTimer clock;
    clock.start();
    {
        const FileSizeLimit full(0);
        LogWriter writer(home.path());
        writer.add(entry(u"nobody will read this"_s));
    }
    QVERIFY2(clock.durationElapsed() < Test::underLoad(5s), qPrintable(u"its end took %1 ms, 1000 were allowed"_s.arg(clock.elapsed())));
}

NIGHTDESK_GUILESS_TEST(LogTest)
#include "logtest.moc"
