// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving a profile: whole or not at all, and never over what somebody else saved.
#include "sessions/profiles/editing/draftfile.h"
#include "sessions/base/uniquefd.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>

#include <array>
#include <csignal>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class DraftFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void modeAndContentsStay();
    void aLinkStaysALink();
    void lineEndsAreTold_data();
    void lineEndsAreTold();
    void anotherPersonsTextIsNotOverwritten();
    void aNewFileIsNeverWrittenOverAnother();
    void whatCannotBeWrittenStaysAsItWas();
    void whatIsNoFileIsSaid();
    void killedAtAnyMoment();

private:
    void write(const QByteArray &text);
    QByteArray there() const;

    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_file;
};

void DraftFileTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_file = m_directory->filePath(u"lris.toml"_s);
    write("id = \"lris\"\n");
}

void DraftFileTest::write(const QByteArray &text)
{
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

QByteArray DraftFileTest::there() const
{
    QFile file(m_file);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void DraftFileTest::modeAndContentsStay()
{
    QCOMPARE(::chmod(QFile::encodeName(m_file).constData(), 0664), 0);
    const bool isRoot = ::geteuid() == 0;
    if (isRoot) {
        QCOMPARE(::chown(QFile::encodeName(m_file).constData(), 12345, 23456), 0);
    }
    const auto draft = DraftFile::read(m_file);
    QVERIFY(draft.has_value());
    QVERIFY(!draft->textChangedByOthers());
    const auto saved = draft->write("id = \"lris2\"\n");
    QVERIFY(saved.has_value());
    QCOMPARE(there(), "id = \"lris2\"\n");
    QCOMPARE(saved->text(), there());
    struct stat status{};
    QCOMPARE(::stat(QFile::encodeName(m_file).constData(), &status), 0);
    QCOMPARE(status.st_mode & 07777, mode_t(0664));
    if (isRoot) {
        QCOMPARE(status.st_uid, uid_t(12345));
        QCOMPARE(status.st_gid, gid_t(23456));
    }
    QCOMPARE(QDir(m_directory->path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"lris.toml"_s}); // nothing is left beside it
}

void DraftFileTest::aLinkStaysALink()
{
    const QString link = m_directory->filePath(u"link.toml"_s);
    QVERIFY(QFile::link(u"lris.toml"_s, link));
    const auto draft = DraftFile::read(link);
    QVERIFY(draft.has_value());
    QVERIFY(draft->write("id = \"other\"\n").has_value());
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(there(), "id = \"other\"\n");
}

void DraftFileTest::lineEndsAreTold_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("dos");
    QTest::newRow("unix") << "a = 1\nb = 2\n"_ba << false;
    QTest::newRow("dos") << "a = 1\r\nb = 2\r\n"_ba << true;
    QTest::newRow("both") << "a = 1\r\nb = 2\n"_ba << false;
    QTest::newRow("none") << "a = 1"_ba << false;
}

void DraftFileTest::lineEndsAreTold()
{
    QFETCH(QByteArray, text);
    write(text);
    QTEST(DraftFile::read(m_file)->hasDosLineEnds(), "dos");
}

void DraftFileTest::anotherPersonsTextIsNotOverwritten()
{
    const auto draft = DraftFile::read(m_file);
    write("id = \"theirs\"\n");
    QCOMPARE(draft->textChangedByOthers(), "id = \"theirs\"\n"_ba);
    const auto refused = draft->write("id = \"mine\"\n");
    QVERIFY(!refused.has_value());
    QCOMPARE(std::get<DraftFile::ChangedByOthers>(refused.error()).text, "id = \"theirs\"\n");
    QCOMPARE(there(), "id = \"theirs\"\n");
    // Agreed to, but by then there is a third one.
    write("id = \"third\"\n");
    QVERIFY(!draft->write("id = \"mine\"\n", "id = \"theirs\"\n"_ba).has_value());
    QVERIFY(draft->write("id = \"mine\"\n", "id = \"third\"\n"_ba).has_value());
    QCOMPARE(there(), "id = \"mine\"\n");
}

void DraftFileTest::aNewFileIsNeverWrittenOverAnother()
{
    QVERIFY(!DraftFile::newFile(m_file).write("id = \"new\"\n").has_value());
    QCOMPARE(there(), "id = \"lris\"\n");
    const QString other = m_directory->filePath(u"other.toml"_s);
    QVERIFY(DraftFile::newFile(other).write("id = \"new\"\n").has_value());
    QVERIFY(QFileInfo::exists(other));
}

/// A full disk: the limit of a file's size makes write() fail as one does.
void DraftFileTest::whatCannotBeWrittenStaysAsItWas()
{
    const auto draft = DraftFile::read(m_file);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{.rlim_cur = 4096, .rlim_max = before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto refused = draft->write(QByteArray(100000, '#'));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!refused.has_value());
    const QString reason = std::get<DraftFile::SaveFailed>(refused.error()).reason;
    QVERIFY2(reason.contains(u"was not saved"_s), qPrintable(reason));
    QCOMPARE(there(), "id = \"lris\"\n");
    QCOMPARE(QDir(m_directory->path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"lris.toml"_s});
}

void DraftFileTest::whatIsNoFileIsSaid()
{
    QVERIFY(!DraftFile::read(m_directory->path()).has_value());
    QVERIFY(!DraftFile::read(m_directory->filePath(u"none.toml"_s)).has_value());
    const auto nowhere = DraftFile::newFile(m_directory->filePath(u"no/such/directory.toml"_s)).write("x");
    QVERIFY(!nowhere.has_value());
    QVERIFY(std::get<DraftFile::SaveFailed>(nowhere.error()).reason.contains(u"was not saved"_s));
}

/// A process that saves two texts by turns is killed again and again: the file is always one of them.
void DraftFileTest::killedAtAnyMoment()
{
    const QByteArray one = "id = \"lris\"\n" + QByteArray(20000, '#') + '\n';
    const QByteArray two = "id = \"lris\"\n" + QByteArray(30000, '-') + '\n';
    write(one);
    for (int round = 0; round < 25; ++round) {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe2(ends.data(), O_CLOEXEC), 0);
        const UniqueFd saves(ends[0]);
        UniqueFd saved(ends[1]);
        const pid_t child = ::fork();
        if (child == 0) {
            for (;;) {
                const auto draft = DraftFile::read(m_file);
                if (!draft || !draft->write(draft->text() == one ? two : one) || ::write(saved.get(), "", 1) != 1) {
                    ::_exit(1);
                }
            }
        }
        QVERIFY(child > 0);
        saved.reset();
        std::array<char, 8> told{};
        const std::size_t count = 1 + static_cast<std::size_t>(round) % 5; // so many times it has saved; the next time it is struck
        for (std::size_t i = 0; i < count; ++i) {
            QCOMPARE(::read(saves.get(), told.data(), 1), 1);
        }
        QCOMPARE(::kill(child, SIGKILL), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status)); // it had no reason to end by itself
        const QByteArray now = there();
        QVERIFY(now == one || now == two);
    }
    for (const QString &left : QDir(m_directory->path()).entryList(QDir::Files | QDir::Hidden)) {
        QVERIFY2(left == u"lris.toml"_s || !left.endsWith(u".toml"_s), qPrintable(left)); // nobody takes it for a profile
    }
}

NIGHTDESK_GUILESS_TEST(DraftFileTest)

#include "draftfiletest.moc"
