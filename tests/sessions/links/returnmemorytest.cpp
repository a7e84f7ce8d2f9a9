// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/connectionrecordstore.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
const QString account = u"kim@summit:22"_s;
const QString place = u"127.0.0.1:5901 of kim@summit:22 by "_s;
const ProvenLogin login{LoginMethod::PublicKey, u"/home/kim/.ssh/id"_s, u"/home/kim/.ssh/id-cert.pub"_s, {}};
const ProvenLogin agentLogin{LoginMethod::PublicKey, {}, {}, QByteArray("\0key\xff", 5)};
const RememberedVncServer server{1, false, 1024, 768};

QByteArray fileWith(const QByteArray &logins, const QByteArray &servers)
{
    return R"({"format": 1, "logins": [)" + logins + R"(], "servers": [)" + servers + "]}";
}
}

/// What one console leaves for the next, and what becomes of a file that no console wrote.
class ReturnMemoryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comesBackFromItsFile();
    void twoConsolesKeepBoth();
    void whatIsForgottenIsForgottenInTheFile();
    void theOldestGoes();
    void readsWhatItWrote();
    void damagedFiles_data();
    void damagedFiles();
    void damagedRecords_data();
    void damagedRecords();
    void aFileThatIsNotOursAloneIsNotRead();
    void whatIsLearntWhileTheFileIsReadIsKept();
    void aDirectoryThatCannotBeMadeIsNoHarm();

private:
    /// What a console knows that starts now; nothing where its thread does not get to reading the file, for which a console does not wait long. So not for
    /// QTRY_VERIFY, which looks once more when it has seen what it waits for.
    static std::shared_ptr<SharedConnectionRecords> readFrom(const QString &file)
    {
        auto memory = std::make_shared<SharedConnectionRecords>();
        const ConnectionRecordStore keeper(file, memory);
        (void)memory->login(account); // waits for the file
        return memory;
    }
};

void ReturnMemoryTest::comesBackFromItsFile()
{
    QTemporaryDir home;
    const QString file = home.filePath(u"state/nightdesk/returns.json"_s);
    {
        const auto memory = std::make_shared<SharedConnectionRecords>();
        ConnectionRecordStore keeper(file, memory);
        QVERIFY(!memory->login(account));
        memory->rememberLogin(account, login);
        memory->rememberLogin(u"sa@summit:22"_s, agentLogin);
        memory->rememberVncServer(place, server);
    }
    // A console that ends does not wait for a slow disk: its thread may still be writing.
    std::shared_ptr<SharedConnectionRecords> memory;
    QVERIFY(WAIT_FOR((memory = readFrom(file))->login(account) == login));
    const QFileInfo info(file);
    QCOMPARE(info.permissions() & (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther),
             QFileDevice::Permissions());
    QCOMPARE(memory->login(u"sa@summit:22"_s), agentLogin);
    QCOMPARE(memory->vncServer(place), server);
    QVERIFY(!memory->login(u"kim@elsewhere:22"_s));
    QVERIFY(memory->takeChanges().isEmpty()); // nothing to write again
}

void ReturnMemoryTest::twoConsolesKeepBoth()
{
    QTemporaryDir home;
    const QString file = home.filePath(u"returns.json"_s);
    const auto one = std::make_shared<SharedConnectionRecords>();
    const auto two = std::make_shared<SharedConnectionRecords>();
    {
        ConnectionRecordStore first(file, one);
        ConnectionRecordStore second(file, two);
        one->rememberLogin(account, login);
        two->rememberVncServer(place, server);
    }
    QVERIFY(WAIT_FOR(readFrom(file)->login(account) == login && readFrom(file)->vncServer(place) == server));
}

void ReturnMemoryTest::whatIsForgottenIsForgottenInTheFile()
{
    QTemporaryDir home;
    const QString file = home.filePath(u"returns.json"_s);
    for (const auto &known : {std::optional(login), std::optional<ProvenLogin>()}) {
        {
            const auto memory = std::make_shared<SharedConnectionRecords>();
            ConnectionRecordStore keeper(file, memory);
            (void)memory->login(account);
            memory->rememberLogin(account, known);
        }
        QVERIFY(WAIT_FOR(readFrom(file)->login(account) == known));
    }
}

void ReturnMemoryTest::theOldestGoes()
{
    ConnectionRecords records;
    for (int i = 0; i < ConnectionRecords::maxRecords; ++i) {
        records.setVncServer(QString::number(i), server);
    }
    records.setVncServer(u"0"_s, server); // used again
    records.setVncServer(u"new"_s, server);
    QVERIFY(records.vncServer(u"0"_s));
    QVERIFY(!records.vncServer(u"1"_s));
    QVERIFY(records.vncServer(u"2"_s) && records.vncServer(u"new"_s));
    records.setVncServer(QString(5000, u'x'), server);
    QVERIFY(!records.vncServer(QString(5000, u'x')));
}

void ReturnMemoryTest::readsWhatItWrote()
{
    ConnectionRecords records;
    for (const LoginMethod method : {LoginMethod::Gssapi, LoginMethod::PublicKey, LoginMethod::Password, LoginMethod::KeyboardInteractive}) {
        records.setLogin(QString::number(static_cast<int>(method)), ProvenLogin{method, {}, {}, {}});
    }
    records.setVncServer(place, RememberedVncServer{2, true, 16384, 1});
    records.setVncServer(u"went wrong"_s, RememberedVncServer());
    const auto again = ConnectionRecords::fromJson(records.toJson());
    QVERIFY(again);
    QCOMPARE(again->toJson(), records.toJson());
    QCOMPARE(again->vncServer(u"went wrong"_s), RememberedVncServer());
}

void ReturnMemoryTest::damagedFiles_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<bool>("isOthers");
    QTest::newRow("an empty file") << QByteArray() << false;
    QTest::newRow("half a file") << fileWith(R"({"of": "kim@summit:22", "method": "publickey"})", {}).first(40) << false;
    QTest::newRow("another program's") << QByteArray("[Desktop Entry]\nName=x\n") << false;
    QTest::newRow("another version's") << QByteArray(R"({"format": 2, "logins": []})") << true;
    QTest::newRow("a list") << QByteArray("[1, 2]") << false;
    QTest::newRow("nothing but depth") << QByteArray(100'000, '[') << false;
    QTest::newRow("zeros") << QByteArray(4096, '\0') << false;
}

void ReturnMemoryTest::damagedFiles()
{
    QFETCH(QByteArray, contents);
    QFETCH(bool, isOthers);
    QTemporaryDir home;
    const QString path = home.filePath(u"returns.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    file.write(contents);
    file.close();
    QVERIFY(!ConnectionRecords::fromJson(contents));
    {
        const auto memory = std::make_shared<SharedConnectionRecords>();
        ConnectionRecordStore keeper(path, memory);
        QVERIFY(!memory->login(account));
        memory->rememberLogin(account, login);
    }
    QVERIFY(WAIT_FOR(readFrom(path)->login(account).has_value() != isOthers)); // written anew, unless somebody can read it
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll() == contents, isOthers);
}

void ReturnMemoryTest::damagedRecords_data()
{
    QTest::addColumn<QByteArray>("logins");
    QTest::addColumn<QByteArray>("servers");
    const QByteArray nothing;
    QTest::newRow("no account") << QByteArray(R"({"method": "publickey"})") << nothing;
    QTest::newRow("no method") << QByteArray(R"({"of": "kim@summit:22"})") << nothing;
    QTest::newRow("a method of tomorrow") << QByteArray(R"({"of": "kim@summit:22", "method": "telepathy"})") << nothing;
    QTest::newRow("a key that is no base64") << QByteArray(R"({"of": "kim@summit:22", "method": "publickey", "agentKey": "*"})") << nothing;
    QTest::newRow("a path without end") << R"({"of": "kim@summit:22", "method": "publickey", "keyFile": ")" + QByteArray(5000, 'a') + R"("})" << nothing;
    QTest::newRow("a login that is a number") << QByteArray("7") << nothing;
    QTest::newRow("a security type that we do not speak") << nothing << QByteArray(R"({"of": "here", "security": 19, "width": 10, "height": 10})");
    QTest::newRow("no security type") << nothing << QByteArray(R"({"of": "here", "width": 10, "height": 10})");
    QTest::newRow("no size") << nothing << QByteArray(R"({"of": "here", "security": 1})");
    QTest::newRow("a size of nothing") << nothing << QByteArray(R"({"of": "here", "security": 1, "width": 0, "height": 10})");
    QTest::newRow("a size below nothing") << nothing << QByteArray(R"({"of": "here", "security": 1, "width": -5, "height": 10})");
    QTest::newRow("legal sides, but more pixels than there may be")
        << nothing << QByteArray(R"({"of": "here", "security": 1, "width": 16384, "height": 16384})");
    QTest::newRow("a security type between two") << nothing << QByteArray(R"({"of": "here", "security": 1.5, "width": 10, "height": 10})");
    QTest::newRow("a security type in letters") << nothing << QByteArray(R"({"of": "here", "security": "x", "width": 10, "height": 10})");
    QTest::newRow("a size beyond all screens") << nothing << QByteArray(R"({"of": "here", "security": 1, "width": 1e300, "height": 10})");
}

void ReturnMemoryTest::damagedRecords()
{
    QFETCH(QByteArray, logins);
    QFETCH(QByteArray, servers);
    const QByteArray good = R"({"of": "good", "method": "gssapi"})";
    const auto records = ConnectionRecords::fromJson(fileWith(logins.isEmpty() ? good : logins + ',' + good, servers));
    QVERIFY(records);
    QVERIFY(!records->login(account) && !records->vncServer(u"here"_s));
    QCOMPARE(records->login(u"good"_s), (ProvenLogin{LoginMethod::Gssapi, {}, {}, {}})); // its neighbours are read
}

void ReturnMemoryTest::aFileThatIsNotOursAloneIsNotRead()
{
    QTemporaryDir home;
    const QString path = home.filePath(u"returns.json"_s);
    ConnectionRecords records;
    records.setLogin(account, login);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(records.toJson());
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::WriteOther);
    file.close();
    const QByteArray before = records.toJson();
    {
        const auto memory = std::make_shared<SharedConnectionRecords>();
        ConnectionRecordStore keeper(path, memory);
        QVERIFY(!memory->login(account));
        memory->rememberVncServer(place, server);
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), before); // nor written
}

void ReturnMemoryTest::whatIsLearntWhileTheFileIsReadIsKept()
{
    ConnectionRecords old;
    old.setLogin(account, login);
    old.setVncServer(place, server);
    SharedConnectionRecords memory;
    memory.noteFileReadStarted();
    memory.rememberLogin(account, std::nullopt);
    memory.rememberVncServer(place, std::nullopt);
    memory.setLoadedRecords(old);
    QVERIFY(!memory.login(account) && !memory.vncServer(place));
    const ConnectionRecordChanges changes = memory.takeChanges();
    QVERIFY(changes.logins.contains(account) && changes.servers.contains(place));
}

void ReturnMemoryTest::aDirectoryThatCannotBeMadeIsNoHarm()
{
    QTemporaryDir home;
    QFile file(home.filePath(u"state"_s)); // a file where the directory should be
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const auto memory = std::make_shared<SharedConnectionRecords>();
    {
        ConnectionRecordStore keeper(home.filePath(u"state/returns.json"_s), memory);
        QVERIFY(!memory->login(account));
        memory->rememberLogin(account, login);
    }
    QCOMPARE(memory->login(account), login); // for this console
    QCOMPARE(QFileInfo(home.filePath(u"state"_s)).size(), 0);
}

NIGHTDESK_GUILESS_TEST(ReturnMemoryTest)
#include "returnmemorytest.moc"
