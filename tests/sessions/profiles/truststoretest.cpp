// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/truststore.h"
#include "sessions/common/privatefile.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <functional>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

using StoreSpoil = std::function<void(const QString &)>;
Q_DECLARE_METATYPE(StoreSpoil)

class TrustStoreTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void nothingIsAgreedAtFirst();
    void keepsWhatWasAgreed();
    void keysAreApart();
    void fileIsTheUsersAlone();
    void twoConsolesLoseNothing();
    void forgetsWhenTheFileIsDeleted();
    void damagedFileIsKeptAside_data();
    void damagedFileIsKeptAside();
    void asideNeverOverwrites();
    void foreignFileIsLeftAlone_data();
    void foreignFileIsLeftAlone();
    void countsForThisRunWhereItCannotBeWritten_data();
    void countsForThisRunWhereItCannotBeWritten();
    void fullDisk();
    void theOldestGoWhereThereIsNoRoom();
    void whatIsTooLargeAloneCountsForThisRun();

private:
    static Approval approval(const QString &host)
    {
        RunItem item;
        item.id = u"summit"_s;
        item.host = host;
        return {RunManifest{{u"lris1"_s}, {item}}, QDateTime::fromSecsSinceEpoch(1'800'000'000, QTimeZone::UTC)};
    }
    static Approval large(int minute, qsizetype size)
    {
        Approval result = approval(u"a.example"_s);
        result.manifest.items[0].command = {QString(size, u'x')};
        result.approvedAt = result.approvedAt.addSecs(minute * 60);
        return result;
    }
    QString file() const
    {
        return m_directory->path() + u"/data/nightdesk/trust.json"_s;
    }
    static QByteArray contents(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void put(const QString &path, const QByteArray &bytes)
    {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QCOMPARE(::chmod(QFile::encodeName(QFileInfo(path).path()).constData(), 0700), 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
        file.close();
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0600), 0);
    }
    static int mode(const QString &path)
    {
        struct stat status{};
        return ::lstat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777 : -1;
    }
    QByteArray goodFile() const
    {
        return TrustFile::write({{m_key, approval(u"a.example"_s)}});
    }

    const ApprovalKey m_key{u"/f"_s, u"lris"_s, u"waimea"_s};
    std::unique_ptr<QTemporaryDir> m_directory;
};

void TrustStoreTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

void TrustStoreTest::nothingIsAgreedAtFirst()
{
    TrustStore store(file());
    store.read();
    QVERIFY(!store.approval(m_key));
    QVERIFY(store.problem().isEmpty());
    QVERIFY(!QFileInfo::exists(QFileInfo(file()).path())); // looking makes nothing
}

void TrustStoreTest::keepsWhatWasAgreed()
{
    const Approval agreed = approval(u"a.example"_s);
    {
        TrustStore store(file());
        store.read();
        QVERIFY(store.addApproval(m_key, agreed));
        QCOMPARE(store.approval(m_key), agreed);
    }
    TrustStore next(file());
    next.read();
    QCOMPARE(next.approval(m_key), agreed);
    QVERIFY(next.problem().isEmpty());
    const Approval newer = approval(u"b.example"_s);
    QVERIFY(next.addApproval(m_key, newer));
    next.read();
    QCOMPARE(next.approval(m_key), newer);
}

void TrustStoreTest::keysAreApart()
{
    TrustStore store(file());
    QVERIFY(store.addApproval(m_key, approval(u"a.example"_s)));
    QVERIFY(!store.approval({u"/g"_s, u"lris"_s, u"waimea"_s}));
    QVERIFY(!store.approval({u"/f"_s, u"esi"_s, u"waimea"_s}));
    QVERIFY(!store.approval({u"/f"_s, u"lris"_s, u"santa-cruz"_s}));
    QVERIFY(!store.approval({u"/f"_s, u"lris"_s, QString()}));
    QVERIFY(store.addApproval({u"/f"_s, u"lris"_s, QString()}, approval(u"b.example"_s)));
    TrustStore next(file());
    next.read();
    QCOMPARE(next.approval(m_key), approval(u"a.example"_s));
    QCOMPARE(next.approval({u"/f"_s, u"lris"_s, QString()}), approval(u"b.example"_s));
}

void TrustStoreTest::fileIsTheUsersAlone()
{
    const auto before = ::umask(0);
    TrustStore store(file());
    const auto agreed = store.addApproval(m_key, approval(u"a.example"_s));
    ::umask(before);
    QVERIFY(agreed);
    QCOMPARE(mode(file()), 0600);
    QCOMPARE(mode(QFileInfo(file()).path()), 0700);
    QCOMPARE(mode(m_directory->path() + u"/data"_s), 0700);
    // What somebody opened is closed again.
    QCOMPARE(::chmod(QFile::encodeName(QFileInfo(file()).path()).constData(), 0755), 0);
    QCOMPARE(::chmod(QFile::encodeName(file()).constData(), 0644), 0);
    QVERIFY(store.addApproval(m_key, approval(u"b.example"_s)));
    QCOMPARE(mode(file()), 0600);
    QCOMPARE(mode(QFileInfo(file()).path()), 0700);
}

void TrustStoreTest::twoConsolesLoseNothing()
{
    TrustStore one(file());
    TrustStore other(file());
    one.read();
    other.read();
    const ApprovalKey second{u"/f"_s, u"esi"_s, QString()};
    QVERIFY(one.addApproval(m_key, approval(u"a.example"_s)));
    QVERIFY(other.addApproval(second, approval(u"b.example"_s)));
    one.read();
    QCOMPARE(one.approval(m_key), approval(u"a.example"_s));
    QCOMPARE(one.approval(second), approval(u"b.example"_s));
}

void TrustStoreTest::forgetsWhenTheFileIsDeleted()
{
    TrustStore store(file());
    QVERIFY(store.addApproval(m_key, approval(u"a.example"_s)));
    QVERIFY(QFile::remove(file()));
    store.read();
    QVERIFY(!store.approval(m_key));
    QVERIFY(store.problem().isEmpty());
}

void TrustStoreTest::damagedFileIsKeptAside_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("told");
    const QByteArray good = goodFile();
    QTest::newRow("empty") << QByteArray("") << u"damaged"_s;
    QTest::newRow("no JSON") << QByteArray("trust me") << u"damaged"_s;
    QTest::newRow("cut off") << good.first(good.size() / 2) << u"damaged"_s;
    QTest::newRow("zeros, as after a crash") << QByteArray(200, '\0') << u"damaged"_s;
    QTest::newRow("a list") << QByteArray("[]") << u"version"_s;
    QTest::newRow("without a version") << QByteArray("{\"agreements\": []}") << u"version"_s;
    QTest::newRow("version 0") << QByteArray("{\"version\": 0, \"agreements\": []}") << u"version"_s;
    QTest::newRow("of a newer version") << QByteArray("{\"version\": 3, \"agreements\": {}}") << u"newer version of Nightdesk"_s;
    QTest::newRow("of an older version") << QByteArray("{\"version\": 1, \"agreements\": []}") << u"older version of Nightdesk"_s;
    QTest::newRow("without agreements") << QByteArray("{\"version\": 2}") << u"list of approvals is missing"_s;
    QTest::newRow("an agreement is no object") << QByteArray("{\"version\": 2, \"agreements\": [7]}") << u"approval 1"_s;
    QTest::newRow("another host than was hashed") << QByteArray(good).replace("a.example", "b.example") << u"approval 1"_s;
    QTest::newRow("no hash") << QByteArray(good).replace("\"hash\"", "\"cash\"") << u"approval 1"_s;
    QTest::newRow("no time") << QByteArray(good).replace("2027-", "tomorrow") << u"approval 1"_s;
    QTest::newRow("no site") << QByteArray(good).replace("\"site\"", "\"sight\"") << u"approval 1"_s;
}

void TrustStoreTest::damagedFileIsKeptAside()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, told);
    put(file(), contents);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"Your approvals could not be read"_s));
    TrustStore store(file());
    store.read();
    QVERIFY(!store.approval(m_key));
    QVERIFY2(store.problem().contains(told), qPrintable(store.problem()));
    QVERIFY(store.problem().contains(file() + u".broken"_s));
    QVERIFY(!QFileInfo::exists(file()));
    QCOMPARE(this->contents(file() + u".broken"_s), contents);
    store.read(); // there is no file now, but a person has yet to be told
    QVERIFY(!store.problem().isEmpty());
    QVERIFY(store.addApproval(m_key, approval(u"a.example"_s)));
    QVERIFY(store.problem().isEmpty());
    QCOMPARE(this->contents(file() + u".broken"_s), contents);
    TrustStore next(file());
    next.read();
    QCOMPARE(next.approval(m_key), approval(u"a.example"_s));
}

void TrustStoreTest::asideNeverOverwrites()
{
    TrustStore store(file());
    for (int i = 1; i <= 22; ++i) {
        put(file(), "damage " + QByteArray::number(i));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"Your approvals could not be read"_s));
        store.read();
    }
    QCOMPARE(contents(file() + u".broken"_s), "damage 1");
    QCOMPARE(contents(file() + u".broken-20"_s), "damage 20");
    QCOMPARE(contents(file()), "damage 22");
    QVERIFY(store.problem().contains(u"Move this file away"_s));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"Your approvals could not be read"_s));
    const auto agreed = store.addApproval(m_key, approval(u"a.example"_s));
    QVERIFY(!agreed);
    QVERIFY(agreed.error().contains(u"damaged"_s));
    QVERIFY(store.approval(m_key)); // for this run
    QCOMPARE(contents(file()), "damage 22");
}

void TrustStoreTest::foreignFileIsLeftAlone_data()
{
    QTest::addColumn<StoreSpoil>("spoil");
    QTest::addColumn<QString>("told");
    const QByteArray good = goodFile();
    const auto row = [](const char *name, const QString &told, const StoreSpoil &spoil) {
        QTest::newRow(name) << spoil << told;
    };
    row("a link to a good file", u"is a symbolic link"_s, [good](const QString &file) {
        put(file + u".real"_s, good);
        QCOMPARE(::symlink("trust.json.real", QFile::encodeName(file).constData()), 0);
    });
    row("a link to nothing", u"is a symbolic link"_s, [good](const QString &file) {
        put(file + u".real"_s, good);
        QCOMPARE(::symlink("nothing", QFile::encodeName(file).constData()), 0);
    });
    row("a group may write it", u"other users may write"_s, [good](const QString &file) {
        put(file, good);
        QCOMPARE(::chmod(QFile::encodeName(file).constData(), 0660), 0);
    });
    row("everybody may write it", u"other users may write"_s, [good](const QString &file) {
        put(file, good);
        QCOMPARE(::chmod(QFile::encodeName(file).constData(), 0606), 0);
    });
    row("a directory", u"not a regular file"_s, [](const QString &file) {
        QVERIFY(QDir().mkpath(file));
    });
    row("a pipe", u"not a regular file"_s, [](const QString &file) {
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        QCOMPARE(::mkfifo(QFile::encodeName(file).constData(), 0600), 0);
    });
    row("a huge file", u"too large"_s, [](const QString &file) {
        put(file, {});
        QCOMPARE(::truncate(QFile::encodeName(file).constData(), 5 * 1024 * 1024), 0);
    });
    if (::geteuid() == 0) {
        row("another user's", u"another user"_s, [good](const QString &file) {
            put(file, good);
            QCOMPARE(::chown(QFile::encodeName(file).constData(), 1000, 1000), 0);
        });
    } else {
        row("unreadable", u"denied"_s, [good](const QString &file) {
            put(file, good);
            QCOMPARE(::chmod(QFile::encodeName(file).constData(), 0), 0);
        });
    }
}

void TrustStoreTest::foreignFileIsLeftAlone()
{
    QFETCH(StoreSpoil, spoil);
    QFETCH(QString, told);
    spoil(file());
    struct stat before{};
    QCOMPARE(::lstat(QFile::encodeName(file()).constData(), &before), 0);
    TrustStore store(file());
    store.read();
    QVERIFY(!store.approval(m_key));
    QVERIFY2(store.problem().contains(told), qPrintable(store.problem()));
    QVERIFY(store.problem().contains(file()));
    const auto agreed = store.addApproval(m_key, approval(u"c.example"_s));
    QVERIFY(!agreed);
    QVERIFY2(agreed.error().contains(told), qPrintable(agreed.error()));
    QVERIFY(agreed.error().contains(u"until Nightdesk quits"_s));
    QCOMPARE(store.approval(m_key), approval(u"c.example"_s));
    store.read();
    QCOMPARE(store.approval(m_key), approval(u"c.example"_s));
    struct stat after{};
    QCOMPARE(::lstat(QFile::encodeName(file()).constData(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
    QCOMPARE(after.st_mode, before.st_mode);
    QCOMPARE(after.st_size, before.st_size);
    TrustStore next(file());
    next.read();
    QVERIFY(!next.approval(m_key));
}

void TrustStoreTest::countsForThisRunWhereItCannotBeWritten_data()
{
    QTest::addColumn<StoreSpoil>("spoil");
    const auto row = [](const char *name, const StoreSpoil &spoil) {
        QTest::newRow(name) << spoil;
    };
    row("a file is where the directory would be", [](const QString &file) {
        put(QFileInfo(file).path(), "in the way");
    });
    row("others may write to the directory", [](const QString &file) {
        const QString directory = QFileInfo(file).path();
        QVERIFY(QDir().mkpath(directory));
        QCOMPARE(::chmod(QFile::encodeName(directory).constData(), 0777), 0);
    });
    row("the directory is a link to nothing", [](const QString &file) {
        const QString directory = QFileInfo(file).path();
        QVERIFY(QDir().mkpath(QFileInfo(directory).path()));
        QCOMPARE(::symlink("/nowhere", QFile::encodeName(directory).constData()), 0);
    });
    if (::geteuid() != 0) {
        row("the directory may not be written", [](const QString &file) {
            const QString directory = QFileInfo(QFileInfo(file).path()).path();
            QVERIFY(QDir().mkpath(directory));
            QCOMPARE(::chmod(QFile::encodeName(directory).constData(), 0500), 0);
        });
    } else {
        row("the directory is another user's", [](const QString &file) {
            const QString directory = QFileInfo(file).path();
            QVERIFY(QDir().mkpath(directory));
            QCOMPARE(::chown(QFile::encodeName(directory).constData(), 1000, 1000), 0);
        });
    }
}

void TrustStoreTest::countsForThisRunWhereItCannotBeWritten()
{
    QFETCH(StoreSpoil, spoil);
    spoil(file());
    TrustStore store(file());
    store.read();
    QVERIFY(store.problem().isEmpty());
    const auto agreed = store.addApproval(m_key, approval(u"a.example"_s));
    QVERIFY(!agreed);
    QVERIFY(agreed.error().contains(file()));
    QVERIFY(agreed.error().contains(u"until Nightdesk quits"_s));
    store.read();
    QCOMPARE(store.approval(m_key), approval(u"a.example"_s));
    TrustStore next(file());
    next.read();
    QVERIFY(!next.approval(m_key));
}

void TrustStoreTest::fullDisk()
{
    TrustStore store(file());
    QVERIFY(store.addApproval(m_key, approval(u"a.example"_s)));
    const QByteArray before = contents(file());
    // Files may not grow beyond what the lock's takes: to a program it looks as a full disk does.
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlimit small{128, limit.rlim_max};
    auto *const handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const ApprovalKey second{u"/f"_s, u"esi"_s, QString()};
    const auto agreed = store.addApproval(second, approval(u"b.example"_s));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!agreed);
    QVERIFY(agreed.error().contains(file()));
    QCOMPARE(store.approval(second), approval(u"b.example"_s));
    QCOMPARE(contents(file()), before); // the old answers are whole
    QCOMPARE(QDir(QFileInfo(file()).path()).entryList(QDir::Files), QStringList{u"trust.json"_s}); // and nothing is left lying about
    // There is room again.
    QVERIFY(store.addApproval(second, approval(u"b.example"_s)));
    TrustStore next(file());
    next.read();
    QCOMPARE(next.approval(m_key), approval(u"a.example"_s));
    QCOMPARE(next.approval(second), approval(u"b.example"_s));
}

void TrustStoreTest::theOldestGoWhereThereIsNoRoom()
{
    constexpr int count = 40;
    constexpr qsizetype size = 200'000;
    const auto key = [](int i) {
        return ApprovalKey{u"/f"_s, u"p%1"_s.arg((i * 7) % count), QString()}; // the order of names is not that of time
    };
    TrustStore store(file());
    for (int i = 0; i < count; ++i) {
        QVERIFY(store.addApproval(key(i), large(i, size)));
        QCOMPARE(store.approval(key(i)), large(i, size));
    }
    QVERIFY(QFileInfo(file()).size() <= 3 * 1024 * 1024);
    TrustStore next(file());
    next.read();
    QVERIFY(next.problem().isEmpty());
    QVERIFY(QFileInfo::exists(file()));
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        kept += next.approval(key(i)) ? 1 : 0;
        QVERIFY2(i == 0 || next.approval(key(i)) || !next.approval(key(i - 1)), "an older one stayed");
    }
    QCOMPARE(kept, 15);
    QCOMPARE(next.approval(key(count - 1)), large(count - 1, size));
    // An old answer given anew, by a clock that is behind, is the last that goes.
    QVERIFY(next.addApproval(key(0), large(-100, size)));
    next.read();
    QCOMPARE(next.approval(key(0)), large(-100, size));
    QCOMPARE(next.approval(key(count - 1)), large(count - 1, size));
}

void TrustStoreTest::whatIsTooLargeAloneCountsForThisRun()
{
    TrustStore store(file());
    QVERIFY(store.addApproval(m_key, approval(u"a.example"_s)));
    const ApprovalKey second{u"/f"_s, u"esi"_s, QString()};
    const Approval huge = large(1, 3 * 1024 * 1024);
    const auto agreed = store.addApproval(second, huge);
    QVERIFY(!agreed);
    QVERIFY2(agreed.error().contains(u"too long to be saved"_s), qPrintable(agreed.error()));
    QVERIFY(agreed.error().contains(u"until Nightdesk quits"_s));
    QCOMPARE(store.approval(second), huge);
    TrustStore next(file());
    next.read();
    QVERIFY(!next.approval(second));
    QCOMPARE(next.approval(m_key), approval(u"a.example"_s)); // the others are not lost for it
    QVERIFY(next.addApproval(second, large(1, 1000)));
}

NIGHTDESK_GUILESS_TEST(TrustStoreTest)
#include "truststoretest.moc"
