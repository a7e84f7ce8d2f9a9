// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokercredentialfile.h"
#include "sessions/broker/credentialstore.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
BrokerCredential deskCredential()
{
    return {.facility = u"example"_s, .role = BrokerRole::Desk, .name = u"santa-cruz/left"_s, .password = Secret::fromText(u"a \"secret\" é"_s)};
}

bool isSame(const BrokerCredential &a, const BrokerCredential &b)
{
    return a.facility == b.facility && a.role == b.role && a.name == b.name && a.password.view() == b.password.view();
}

mode_t modeOf(const QString &path)
{
    struct stat status{};
    return ::lstat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777 : 0;
}
}

class CredentialFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goesAndComes_data();
    void goesAndComes();
    void nobodyElseCanReadIt();
    void whatOthersCanReadIsRefused_data();
    void whatOthersCanReadIsRefused();
    void whatIsNoFileIsRefused();
    void textsAreRefused_data();
    void textsAreRefused();
    void aNewFileReplacesNothing();
    void writingIsWholeOrNotAtAll();
    void storeKnowsWhereTheyAre();
    void storeImports();
    void storeAnswersBesideTheThread();

private:
    QString path(const QString &name) const
    {
        return m_directory.filePath(name);
    }
    bool put(const QString &name, const QByteArray &text, mode_t mode = 0600)
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && ::fchmod(file.handle(), mode) == 0;
    }
    QTemporaryDir m_directory;
};

void CredentialFileTest::goesAndComes_data()
{
    QTest::addColumn<BrokerRole>("role");
    QTest::addColumn<QString>("name");
    QTest::newRow("a desk") << BrokerRole::Desk << u"santa-cruz/left"_s;
    QTest::newRow("an SA") << BrokerRole::SupportAstronomer << u"ann"_s;
}

void CredentialFileTest::goesAndComes()
{
    QFETCH(BrokerRole, role);
    QFETCH(QString, name);
    BrokerCredential credential = deskCredential();
    credential.role = role;
    credential.name = name;
    const QString file = path(u"a.credential"_s);
    QVERIFY(BrokerCredentialFile::write(file, credential));
    const auto read = BrokerCredentialFile::read(file);
    QVERIFY2(read, qPrintable(read ? QString() : read.error()));
    QVERIFY(isSame(*read, credential));
}

void CredentialFileTest::nobodyElseCanReadIt()
{
    const mode_t before = ::umask(0); // whoever made the directory so open
    const QString file = path(u"open"_s);
    const bool isWritten = BrokerCredentialFile::write(file, deskCredential()).has_value();
    const bool isCreated = BrokerCredentialFile::create(path(u"created"_s), deskCredential()).has_value();
    ::umask(before);
    QVERIFY(isWritten && isCreated);
    QCOMPARE(modeOf(file), mode_t(0600));
    QCOMPARE(modeOf(path(u"created"_s)), mode_t(0600));
}

void CredentialFileTest::whatOthersCanReadIsRefused_data()
{
    QTest::addColumn<uint>("mode");
    QTest::newRow("the group reads") << 0640u;
    QTest::newRow("all read") << 0604u;
    QTest::newRow("the group writes") << 0620u;
    QTest::newRow("all run it") << 0601u;
}

void CredentialFileTest::whatOthersCanReadIsRefused()
{
    QFETCH(uint, mode);
    QVERIFY(put(u"others"_s, BrokerCredentialFile::text(deskCredential()), mode));
    const auto read = BrokerCredentialFile::read(path(u"others"_s));
    QVERIFY(!read);
    QVERIFY2(read.error().contains(path(u"others"_s)), qPrintable(read.error()));
    QVERIFY2(read.error().contains("chmod 600"_L1) || mode == 0620u, qPrintable(read.error()));
    QVERIFY(!read.error().contains("secret\""_L1));
}

void CredentialFileTest::whatIsNoFileIsRefused()
{
    QVERIFY(BrokerCredentialFile::write(path(u"there"_s), deskCredential()));
    QVERIFY(QFile::link(path(u"there"_s), path(u"link"_s)));
    QVERIFY(!BrokerCredentialFile::read(path(u"link"_s)));
    QVERIFY(!BrokerCredentialFile::write(path(u"link"_s), deskCredential()));
    QCOMPARE(::mkfifo(QFile::encodeName(path(u"pipe"_s)).constData(), 0600), 0);
    QVERIFY(!BrokerCredentialFile::read(path(u"pipe"_s))); // and does not wait for a writer
    QVERIFY(!BrokerCredentialFile::write(path(u"pipe"_s), deskCredential()));
    QVERIFY(QDir(m_directory.path()).mkdir(u"directory"_s));
    QVERIFY(!BrokerCredentialFile::read(path(u"directory"_s)));
    QVERIFY(!BrokerCredentialFile::read(path(u"nothing"_s)));
    QVERIFY(put(u"huge"_s, BrokerCredentialFile::text(deskCredential()) + QByteArray(20'000'000, ' ')));
    QVERIFY(!BrokerCredentialFile::read(path(u"huge"_s)));
}

void CredentialFileTest::textsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray good = BrokerCredentialFile::text(deskCredential());
    QVERIFY(BrokerCredentialFile::parse(good));
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("user = \"x\"");
    QTest::newRow("half of it") << good.first(good.size() / 2);
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("another object") << QByteArray("{\"name\":\"santa-cruz/left\"}");
    QTest::newRow("a newer format") << QByteArray(good).replace("\"nightdesk-credential\": 1", "\"nightdesk-credential\": 2");
    QTest::newRow("a role that is none") << QByteArray(good).replace("\"role\": \"desk\"", "\"role\": \"admin\"");
    QTest::newRow("a desk without a site") << QByteArray(good).replace("santa-cruz/left", "left");
    QTest::newRow("a desk with a wildcard") << QByteArray(good).replace("santa-cruz/left", "santa-cruz/+");
    QTest::newRow("a facility with a slash") << QByteArray(good).replace("\"example\"", "\"a/b\"");
    QTest::newRow("a facility that climbs") << QByteArray(good).replace("\"example\"", "\"..\"");
    QTest::newRow("no password") << QByteArray(good).replace("\"password\"", "\"passwort\"");
    QTest::newRow("a password that is a number") << QByteArray(
        "{\"nightdesk-credential\":1,\"facility\":\"f\",\"role\":\"sa\",\"name\":\"ann\",\"password\":7}");
    QTest::newRow("a password with a NUL") << QByteArray(
        "{\"nightdesk-credential\":1,\"facility\":\"f\",\"role\":\"sa\",\"name\":\"ann\",\"password\":\"a\\u0000b\"}");
}

void CredentialFileTest::textsAreRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!BrokerCredentialFile::parse(text));
}

void CredentialFileTest::aNewFileReplacesNothing()
{
    QVERIFY(put(u"taken"_s, "mine"));
    QVERIFY(!BrokerCredentialFile::create(path(u"taken"_s), deskCredential()));
    QFile taken(path(u"taken"_s));
    QVERIFY(taken.open(QIODevice::ReadOnly));
    QCOMPARE(taken.readAll(), QByteArray("mine"));
    QVERIFY(QFile::link(path(u"nowhere"_s), path(u"dangling"_s)));
    QVERIFY(!BrokerCredentialFile::create(path(u"dangling"_s), deskCredential()));
    QVERIFY(!QFile::exists(path(u"nowhere"_s)));
}

void CredentialFileTest::writingIsWholeOrNotAtAll()
{
    QVERIFY(!BrokerCredentialFile::write(path(u"no/such/directory"_s), deskCredential()));
    if (!QFile::exists(u"/dev/full"_s)) {
        QSKIP("no /dev/full here");
    }
    // What is there stays; a device is not replaced.
    QVERIFY(!BrokerCredentialFile::write(u"/dev/full"_s, deskCredential()));
    QVERIFY(QFile::exists(u"/dev/full"_s));
    QVERIFY(BrokerCredentialFile::write(path(u"kept"_s), deskCredential()));
    QVERIFY(BrokerCredentialFile::write(path(u"kept"_s), deskCredential()));
    QCOMPARE(QDir(m_directory.path()).entryList({u"kept*"_s}, QDir::Files).size(), 1); // nothing is left beside it
}

void CredentialFileTest::storeKnowsWhereTheyAre()
{
    const CredentialStore store(path(u"store"_s));
    const auto none = store.load(u"example"_s, BrokerRole::Desk);
    QVERIFY(none && !*none);
    QVERIFY(store.load(u"../example"_s, BrokerRole::Desk) && !*store.load(u"../example"_s, BrokerRole::Desk));
    QVERIFY(QDir(m_directory.path()).mkpath(u"store"_s));
    QVERIFY(BrokerCredentialFile::write(store.file(u"example"_s, BrokerRole::Desk), deskCredential()));
    const auto loaded = store.load(u"example"_s, BrokerRole::Desk);
    QVERIFY(loaded && *loaded);
    QVERIFY(isSame(**loaded, deskCredential()));
    QVERIFY(store.load(u"example"_s, BrokerRole::SupportAstronomer) && !*store.load(u"example"_s, BrokerRole::SupportAstronomer));
    // A credential of another facility or role under this name is another one.
    QVERIFY(BrokerCredentialFile::write(store.file(u"other"_s, BrokerRole::Desk), deskCredential()));
    QVERIFY(!store.load(u"other"_s, BrokerRole::Desk));
    QVERIFY(BrokerCredentialFile::write(store.file(u"example"_s, BrokerRole::SupportAstronomer), deskCredential()));
    QVERIFY(!store.load(u"example"_s, BrokerRole::SupportAstronomer));
}

void CredentialFileTest::storeImports()
{
    const CredentialStore store(path(u"imported/credentials"_s));
    QVERIFY(BrokerCredentialFile::write(path(u"given.desk"_s), deskCredential()));
    const auto imported = store.importCredential(path(u"given.desk"_s));
    QVERIFY2(imported, qPrintable(imported ? QString() : imported.error()));
    QCOMPARE(modeOf(path(u"imported/credentials"_s)), mode_t(0700));
    QCOMPARE(modeOf(store.file(u"example"_s, BrokerRole::Desk)), mode_t(0600));
    QVERIFY(store.load(u"example"_s, BrokerRole::Desk));
    QVERIFY(put(u"open.desk"_s, BrokerCredentialFile::text(deskCredential()), 0644));
    QVERIFY(!store.importCredential(path(u"open.desk"_s)));
}

void CredentialFileTest::storeAnswersBesideTheThread()
{
    const CredentialStore store(path(u"imported/credentials"_s));
    std::optional<CredentialStore::LoadResult> answer;
    QObject context;
    store.load(u"example"_s, BrokerRole::Desk, &context, [&](const CredentialStore::LoadResult &loaded) {
        answer = loaded;
    });
    QVERIFY(!answer);
    QVERIFY(WAIT_FOR(answer.has_value()));
    QVERIFY(*answer && **answer);
    bool isCalled = false;
    {
        QObject gone;
        store.load(u"example"_s, BrokerRole::Desk, &gone, [&](const CredentialStore::LoadResult &) {
            isCalled = true;
        });
    }
    std::optional<CredentialStore::ImportResult> imported;
    store.importCredential(path(u"given.desk"_s), &context, [&](const CredentialStore::ImportResult &result) {
        imported = result;
    });
    QVERIFY(WAIT_FOR(imported.has_value()));
    QVERIFY(*imported);
    QVERIFY(!isCalled);
}

NIGHTDESK_GUILESS_TEST(CredentialFileTest)
#include "credentialfiletest.moc"
