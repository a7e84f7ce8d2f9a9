// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurestore.h"

#include "sessions/figures/figurefile.h"
#include "sessions/figures/figurelog.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <condition_variable>
#include <csignal>
#include <dlfcn.h>
#include <mutex>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;

namespace
{
QDate night()
{
    return {2026, 11, 24};
}

QByteArray source()
{
    return FigureLog::sourceRecord(0, {FigureSource::Kind::Connection, u"nirspec/summit"_s, u"NIRSPEC – summit.example"_s, {}});
}

QByteArray row(quint32 at)
{
    constexpr std::array<float, FigureColumn::ConnectionColumnCount> figures{};
    return FigureLog::rowRecord(0, at, figures);
}

std::mutex homeMutex;
std::condition_variable homeChanged;
QByteArray hungHome; // guarded by homeMutex; empty: all respond

void setHung(const QString &directory)
{
    const std::scoped_lock lock(homeMutex);
    hungHome = QFile::encodeName(directory);
    homeChanged.notify_all();
}

/// Where a file is of a home that hangs, until it responds.
void waitForHome(int file)
{
    std::unique_lock lock(homeMutex);
    if (hungHome.isEmpty()) {
        return;
    }
    std::array<char, 4096> path{};
    const ssize_t size = ::readlink(QByteArray("/proc/self/fd/" + QByteArray::number(file)).constData(), path.data(), path.size());
    if (size > 0 && QByteArrayView(path.data(), size).startsWith(hungHome)) {
        homeChanged.wait(lock, [] {
            return hungHome.isEmpty();
        });
    }
}

qint64 sizeOf(const QString &file)
{
    return QFileInfo(file).size();
}
}

/// In the place of the C library's for what is linked into this program.
extern "C" ssize_t write(int file, const void *bytes, size_t size)
{
    static const auto real = reinterpret_cast<ssize_t (*)(int, const void *, size_t)>(::dlsym(RTLD_NEXT, "write"));
    waitForHome(file);
    return real(file, bytes, size);
}

class FigureStoreTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aKilledConsoleLosesOnlyWhatWasNotWritten();
    void theNextConsoleContinuesTheFile();
    void anotherNightIsAnotherFile();
    void oldNightsAreRemoved();
    void onlyTheAccountMayReadIt();
    void aSecondConsoleIsReported();
    void aDamagedFileStaysUnderAnotherName();
    void aNightOfTheVersionBeforeGoesOn();
    void aSymbolicLinkIsRefused();
    void aFullDiskIsReportedAndNothingIsLost();
    void aHomeThatHangsIsReportedAndNothingIsLost();
    void theRestIsWrittenAtTheEnd();

private:
    QString folder() const
    {
        return m_directory->filePath(u"state"_s);
    }
    QString file() const
    {
        return folder() + u"/figures-2026-11-24"_s;
    }
    void makeFolder() const;
    std::unique_ptr<QTemporaryDir> m_directory;
};

void FigureStoreTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

void FigureStoreTest::makeFolder() const
{
    QDir().mkpath(folder());
    QFile::setPermissions(folder(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
}

void FigureStoreTest::aKilledConsoleLosesOnlyWhatWasNotWritten()
{
    const pid_t child = ::fork();
    if (child == 0) {
        FigureFile file(folder());
        if (!file.open(night()) || !file.append(source() + row(1) + row(2)) || !file.append(row(3))) {
            ::_exit(1);
        }
        ::raise(SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QFile half(file());
    QVERIFY(half.open(QIODevice::Append));
    half.write(row(4).first(11)); // as if it was killed within a write
    half.close();
    FigureFile next(folder());
    const auto found = next.open(night());
    QVERIFY2(found, found ? "" : qPrintable(found.error()));
    QCOMPARE(found->size(), 1U);
    QCOMPARE(found->front().size(), 3U);
    QVERIFY(next.append(row(5)));
    QVERIFY(half.open(QIODevice::ReadOnly));
    QCOMPARE(FigureLog::read(half.readAll()).series.front().size(), 4U);
}

void FigureStoreTest::theNextConsoleContinuesTheFile()
{
    {
        FigureStore store(folder(), nullptr, 20ms);
        QSignalSpy opened(&store, &FigureStore::opened);
        store.setNight(night());
        QVERIFY(WAIT_FOR(opened.size() == 1));
        store.append(source() + row(1));
        QVERIFY(WAIT_FOR(sizeOf(file()) > FigureLog::fileHeader().size()));
    }
    FigureStore store(folder(), nullptr, 20ms);
    FigureStore::Nights found;
    connect(&store, &FigureStore::opened, &store, [&found](const FigureStore::Nights &nights) {
        found = nights;
    });
    store.setNight(night());
    QVERIFY(WAIT_FOR(found));
    QCOMPARE(found->size(), 1U);
    QCOMPARE(found->front().source().title, u"NIRSPEC – summit.example"_s);
    const qint64 before = sizeOf(file());
    store.append(row(2));
    QVERIFY(WAIT_FOR(sizeOf(file()) == before + row(2).size()));
    QVERIFY(store.writeProblem().isEmpty());
}

void FigureStoreTest::anotherNightIsAnotherFile()
{
    FigureStore store(folder(), nullptr, 20ms);
    QSignalSpy opened(&store, &FigureStore::opened);
    store.setNight(night());
    QVERIFY(WAIT_FOR(opened.size() == 1));
    store.append(source() + row(1));
    QVERIFY(WAIT_FOR(sizeOf(file()) > FigureLog::fileHeader().size()));
    store.setNight(night().addDays(1));
    QVERIFY(WAIT_FOR(opened.size() == 2));
    QCOMPARE(sizeOf(folder() + u"/figures-2026-11-25"_s), FigureLog::fileHeader().size());
}

void FigureStoreTest::oldNightsAreRemoved()
{
    for (int day = -4; day <= 0; ++day) {
        FigureFile file(folder());
        QVERIFY(file.open(night().addDays(day)));
    }
    QVERIFY(QFile(folder() + u"/figures-notes"_s).open(QIODevice::WriteOnly));
    FigureFile file(folder());
    QVERIFY(file.open(night()));
    QCOMPARE(QDir(folder()).entryList(QDir::Files),
             QStringList({u"figures-2026-11-22"_s, u"figures-2026-11-23"_s, u"figures-2026-11-24"_s, u"figures-notes"_s}));
}

void FigureStoreTest::onlyTheAccountMayReadIt()
{
    FigureFile opened(folder());
    QVERIFY(opened.open(night()));
    struct stat found{};
    QCOMPARE(::stat(QFile::encodeName(file()).constData(), &found), 0);
    QCOMPARE(found.st_mode & 0777U, 0600U);
    QCOMPARE(::stat(QFile::encodeName(folder()).constData(), &found), 0);
    QCOMPARE(found.st_mode & 0777U, 0700U);
}

void FigureStoreTest::aSecondConsoleIsReported()
{
    auto first = std::make_unique<FigureFile>(folder());
    QVERIFY(first->open(night()));
    FigureStore second(folder(), nullptr, 20ms);
    QSignalSpy writeProblem(&second, &FigureStore::problemChanged);
    QSignalSpy opened(&second, &FigureStore::opened);
    second.setNight(night());
    QVERIFY(WAIT_FOR(!second.writeProblem().isEmpty()));
    QVERIFY2(second.writeProblem().contains(u"Another console"_s), qPrintable(second.writeProblem()));
    first.reset();
    QVERIFY(WAIT_FOR(opened.size() == 1)); // it tries again
    QVERIFY(second.writeProblem().isEmpty());
    QCOMPARE(writeProblem.size(), 2); // once each
}

void FigureStoreTest::aDamagedFileStaysUnderAnotherName()
{
    makeFolder();
    QFile damaged(file());
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write("something else");
    damaged.close();
    damaged.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    FigureFile opened(folder());
    const auto found = opened.open(night());
    QVERIFY2(found, found ? "" : qPrintable(found.error()));
    QVERIFY(found->empty());
    QFile kept(file() + u".broken"_s);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), QByteArray("something else"));
    QCOMPARE(sizeOf(file()), FigureLog::fileHeader().size());
}

void FigureStoreTest::aNightOfTheVersionBeforeGoesOn()
{
    makeFolder();
    QFile older(file());
    QVERIFY(older.open(QIODevice::WriteOnly));
    older.write(FigureLog::fileHeader().replace('4', '3') + source() + row(1).chopped(2) + row(2).chopped(2) + row(3).first(5)); // killed in a write
    older.close();
    older.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    {
        FigureFile opened(folder());
        const auto found = opened.open(night());
        QVERIFY2(found, found ? "" : qPrintable(found.error()));
        QCOMPARE(found->size(), 1U);
        QCOMPARE(found->front().size(), 2U);
        QVERIFY(opened.append(row(3)));
        FigureFile second(folder());
        QVERIFY(!second.open(night())); // the new file is locked as the old one was
    }
    QCOMPARE(QDir(folder()).entryList(QDir::Files), QStringList(u"figures-2026-11-24"_s)); // nothing was put aside
    FigureFile next(folder());
    const auto found = next.open(night());
    QVERIFY(found);
    QCOMPARE(found->front().size(), 3U);
}

void FigureStoreTest::aSymbolicLinkIsRefused()
{
    makeFolder();
    const QString target = m_directory->filePath(u"target"_s);
    QVERIFY(QFile(target).open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(target, file()));
    FigureFile opened(folder());
    QVERIFY(!opened.open(night()));
    QCOMPARE(sizeOf(target), 0);
}

/// The limit of a file's size stands for the disk's: the system refuses the rest of a write in the same way.
void FigureStoreTest::aFullDiskIsReportedAndNothingIsLost()
{
    FigureStore store(folder(), nullptr, 20ms);
    QSignalSpy opened(&store, &FigureStore::opened);
    QSignalSpy writeProblem(&store, &FigureStore::problemChanged);
    store.setNight(night());
    QVERIFY(WAIT_FOR(opened.size() == 1));
    store.append(source() + row(1));
    QVERIFY(WAIT_FOR(sizeOf(file()) > FigureLog::fileHeader().size()));
    const qint64 before = sizeOf(file());

    auto *const usual = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlimit full{static_cast<rlim_t>(before + 10), limit.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    store.append(row(2));
    QVERIFY(WAIT_FOR(!store.writeProblem().isEmpty()));
    store.append(row(3));
    QVERIFY(WAIT_FOR(sizeOf(file()) == before)); // the ten bytes that had room are gone again
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::signal(SIGXFSZ, usual);

    QVERIFY(WAIT_FOR(store.writeProblem().isEmpty() && sizeOf(file()) == before + 2 * row(2).size()));
    QCOMPARE(writeProblem.size(), 2);
    QFile written(file());
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(FigureLog::read(written.readAll()).series.front().size(), 3U);
}

void FigureStoreTest::aHomeThatHangsIsReportedAndNothingIsLost()
{
    FigureStore store(folder(), nullptr, 20ms, 2s); // longer than this test itself may be held up in a write
    QSignalSpy opened(&store, &FigureStore::opened);
    const QSignalSpy writeProblem(&store, &FigureStore::problemChanged);
    const auto responds = qScopeGuard([] {
        setHung({});
    });
    store.setNight(night());
    QVERIFY(WAIT_FOR(opened.size() == 1));
    store.append(source() + row(1));
    QVERIFY(WAIT_FOR(sizeOf(file()) > FigureLog::fileHeader().size()));
    const qint64 before = sizeOf(file());
    setHung(folder());
    store.append(row(2)); // nobody here waits for the disk
    QVERIFY(WAIT_FOR(!store.writeProblem().isEmpty()));
    QCOMPARE(store.writeProblem(), u"The disk does not respond. Check the server of the home directory."_s);
    store.append(row(3));
    QCOMPARE(sizeOf(file()), before);
    setHung({});
    QVERIFY(WAIT_FOR(store.writeProblem().isEmpty() && sizeOf(file()) == before + 2 * row(2).size()));
    QCOMPARE(writeProblem.size(), 2);
}

void FigureStoreTest::theRestIsWrittenAtTheEnd()
{
    {
        FigureStore store(folder(), nullptr, 1h);
        QSignalSpy opened(&store, &FigureStore::opened);
        store.setNight(night());
        QVERIFY(WAIT_FOR(opened.size() == 1));
        store.append(source() + row(1));
    }
    // Where its thread takes longer than the second that the store waits, it writes all the same, and has the file until then.
    FigureFile next(folder());
    auto found = next.open(night());
    QVERIFY(WAIT_FOR(found || (found = next.open(night()))));
    QCOMPARE(found->size(), 1U);
}

NIGHTDESK_GUILESS_TEST(FigureStoreTest)
#include "figurestoretest.moc"
