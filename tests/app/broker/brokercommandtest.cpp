// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokercredentialfile.h"
#include "tests/app/broker/brokerkit.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <csignal>
#include <sys/stat.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// The only one.
qint64 childOf(qint64 process)
{
    return BrokerKit::contentsOf(u"/proc/%1/task/%1/children"_s.arg(process)).split(' ').value(0).toLongLong();
}

bool isAlive(qint64 process)
{
    const QByteArray status = BrokerKit::contentsOf(u"/proc/%1/status"_s.arg(process));
    return process > 0 && !status.isEmpty() && !status.contains("State:\tZ");
}
}

/// The life of `nightdesk broker` and what its commands answer: with a real mosquitto.
class BrokerCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void secretsStayWhereTheyAre();
    void twoBrokersInOneDirectory();
    void endsInOrder_data();
    void endsInOrder();
    void mosquittoGoesWithTheBroker();
    void brokerGoesWithMosquitto();
    void listensAtASocket();
    void usedPortsAreTold();
    void whatIsNoSocketStays();
    void names_data();
    void names();
    void credentialsAreNotOverwritten();
    void whoHasNoCredentialIsNotLetIn();
    void facilityIsAskedOnce();
    void facilityOfADirectory();
    void damagedListsAreNotTouched();
    void listIsJson();

private:
    BrokerKit m_kit;
    std::unique_ptr<BrokerKit::Broker> m_broker;
};

void BrokerCommandTest::initTestCase()
{
    QVERIFY(m_kit.isValid());
    m_broker = m_kit.prepare(u"shared"_s, BrokerKit::People::All);
    QVERIFY(m_broker);
    QVERIFY2(m_kit.begin(*m_broker), m_broker->words().constData());
}

void BrokerCommandTest::cleanupTestCase()
{
    m_broker->process.terminate();
    QVERIFY(m_broker->process.waitForFinished(60000));
    QCOMPARE(m_broker->process.exitCode(), 0);
}

void BrokerCommandTest::secretsStayWhereTheyAre()
{
    QByteArray everything = m_broker->seen();
    QDirIterator files(m_broker->directory, QDir::Files | QDir::Hidden);
    while (files.hasNext()) {
        const QString file = files.next();
        everything += BrokerKit::contentsOf(file);
        struct stat status{};
        QCOMPARE(::lstat(QFile::encodeName(file).constData(), &status), 0);
        QVERIFY2((status.st_mode & 077) == 0, qPrintable(file));
    }
    const qint64 mosquitto = childOf(m_broker->process.processId());
    QVERIFY(mosquitto > 0);
    for (const qint64 process : {m_broker->process.processId(), mosquitto}) {
        everything += BrokerKit::contentsOf(u"/proc/%1/cmdline"_s.arg(process)) + BrokerKit::contentsOf(u"/proc/%1/environ"_s.arg(process));
    }
    QVERIFY(everything.contains("mosquitto.conf"));
    for (const QString &credential : {u"left"_s, u"one"_s, u"ann"_s, u"ben"_s}) {
        const QByteArray password = m_kit.passwordOf(*m_broker, credential);
        QCOMPARE(password.size(), 43); // 256 bits
        QVERIFY(!everything.contains(password));
    }
    QCOMPARE(QFileInfo(m_broker->directory).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::ExeGroup | QFileDevice::ExeOther),
             QFileDevice::Permissions());
}

void BrokerCommandTest::twoBrokersInOneDirectory()
{
    const BrokerKit::Told told = m_kit.run(*m_broker, {u"run"_s, u"--port"_s, QString::number(BrokerKit::freePort())});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("already running with") && told.err.contains(QByteArray::number(m_broker->process.processId())), told.err.constData());
}

void BrokerCommandTest::endsInOrder_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("the terminal goes") << SIGHUP;
}

void BrokerCommandTest::endsInOrder()
{
    QFETCH(int, number);
    const auto broker = m_kit.prepare(u"ends%1"_s.arg(number));
    QVERIFY(broker && m_kit.begin(*broker));
    const qint64 mosquitto = childOf(broker->process.processId());
    QVERIFY(isAlive(mosquitto));
    QCOMPARE(::kill(static_cast<pid_t>(broker->process.processId()), number), 0);
    QVERIFY(broker->process.waitForFinished(60000));
    QCOMPARE(broker->process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(broker->process.exitCode(), 0);
    QVERIFY(!isAlive(mosquitto));
}

void BrokerCommandTest::mosquittoGoesWithTheBroker()
{
    const auto broker = m_kit.prepare(u"killed"_s);
    QVERIFY(broker && m_kit.begin(*broker));
    const qint64 mosquitto = childOf(broker->process.processId());
    QVERIFY(isAlive(mosquitto));
    broker->process.kill();
    QVERIFY(broker->process.waitForFinished(60000));
    QVERIFY(WAIT_FOR(!isAlive(mosquitto)));
    QVERIFY2(m_kit.begin(*broker), broker->words().constData()); // nothing is in its way
}

void BrokerCommandTest::brokerGoesWithMosquitto()
{
    const auto broker = m_kit.prepare(u"bereft"_s);
    QVERIFY(broker && m_kit.begin(*broker));
    const qint64 mosquitto = childOf(broker->process.processId());
    QCOMPARE(::kill(static_cast<pid_t>(mosquitto), SIGKILL), 0);
    QVERIFY(broker->process.waitForFinished(60000));
    QCOMPARE(broker->process.exitCode(), 1);
    QVERIFY2(broker->seen().contains("killed by signal 9") && broker->log.contains("Last output"), broker->log.constData());
}

void BrokerCommandTest::listensAtASocket()
{
    const auto broker = m_kit.prepare(u"socket"_s);
    QVERIFY(broker);
    const QString blank = m_kit.filePath(u"the socket"_s);
    const BrokerKit::Told refused = m_kit.run(*broker, {u"run"_s, u"--socket"_s, blank});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains("contains a space"), refused.err.constData());
    const QString socket = m_kit.filePath(u"socket"_s);
    QVERIFY2(m_kit.begin(*broker, {u"--socket"_s, socket}), broker->words().constData());
    struct stat status{};
    QCOMPARE(::lstat(QFile::encodeName(socket).constData(), &status), 0);
    QVERIFY(S_ISSOCK(status.st_mode));
    QCOMPARE(status.st_mode & 0007, mode_t(0));
    QVERIFY(!broker->log.contains("127.0.0.1"));
    const auto other = m_kit.prepare(u"socket2"_s);
    QVERIFY(other);
    const BrokerKit::Told told = m_kit.run(*other, {u"run"_s, u"--socket"_s, socket});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("Another program already listens"), told.err.constData());
    const qint64 mosquitto = childOf(broker->process.processId());
    QVERIFY(mosquitto > 0);
    broker->process.kill(); // what it leaves there is in nobody's way
    QVERIFY(broker->process.waitForFinished(60000));
    QVERIFY(waitFor([&] { // the system ends it a moment later
        return BrokerKit::contentsOf(u"/proc/%1/cmdline"_s.arg(mosquitto)).isEmpty();
    }));
    QVERIFY2(m_kit.begin(*other, {u"--socket"_s, socket}), other->words().constData());
    other->process.terminate();
    QVERIFY(other->process.waitForFinished(60000));
}

void BrokerCommandTest::usedPortsAreTold()
{
    const auto broker = m_kit.prepare(u"port"_s);
    QVERIFY(broker);
    const BrokerKit::Told told = m_kit.run(*broker, {u"run"_s, u"--port"_s, QString::number(m_broker->port)});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("in use") && told.err.contains("--port"), told.err.constData());
}

void BrokerCommandTest::whatIsNoSocketStays()
{
    const auto broker = m_kit.prepare(u"file"_s);
    QVERIFY(broker);
    QFile file(m_kit.filePath(u"precious"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
    file.close();
    const BrokerKit::Told told = m_kit.run(*broker, {u"run"_s, u"--socket"_s, file.fileName()});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("not a socket"), told.err.constData());
    QCOMPARE(BrokerKit::contentsOf(file.fileName()), QByteArray("x"));
}

void BrokerCommandTest::names_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("a desk without a site") << QStringList{u"add-desk"_s, u"left"_s};
    QTest::newRow("a desk with capitals") << QStringList{u"add-desk"_s, u"Hilo/left"_s};
    QTest::newRow("a desk that is a wildcard") << QStringList{u"add-desk"_s, u"hilo/+"_s};
    QTest::newRow("a desk that is all") << QStringList{u"add-desk"_s, u"hilo/#"_s};
    QTest::newRow("a desk that climbs") << QStringList{u"add-desk"_s, u"../left"_s};
    QTest::newRow("a desk with a line break") << QStringList{u"add-desk"_s, u"hilo/a\nuser x"_s};
    QTest::newRow("a desk of three") << QStringList{u"add-desk"_s, u"a/b/c"_s};
    QTest::newRow("a name with a colon") << QStringList{u"add-sa"_s, u"ann:x"_s};
    QTest::newRow("a name with a slash") << QStringList{u"add-sa"_s, u"ann/b"_s};
    QTest::newRow("a name with a dot") << QStringList{u"add-sa"_s, u"ann.b"_s};
    QTest::newRow("a name that is too long") << QStringList{u"add-sa"_s, QString(33, u'a')};
    QTest::newRow("an empty name") << QStringList{u"add-sa"_s, QString()};
}

void BrokerCommandTest::names()
{
    QFETCH(QStringList, words);
    const QByteArray before = BrokerKit::contentsOf(m_broker->directory + u"/broker.json"_s);
    const BrokerKit::Told told = m_kit.run(*m_broker, words + QStringList{u"--output"_s, m_kit.filePath(u"nothing"_s)});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("expected"), told.err.constData());
    QVERIFY(!QFile::exists(m_kit.filePath(u"nothing"_s)));
    QCOMPARE(BrokerKit::contentsOf(m_broker->directory + u"/broker.json"_s), before);
}

void BrokerCommandTest::credentialsAreNotOverwritten()
{
    const QString file = m_kit.filePath(u"taken"_s);
    QFile taken(file);
    QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
    taken.close();
    const BrokerKit::Told told = m_kit.run(*m_broker, {u"add-sa"_s, u"cleo"_s, u"--output"_s, file});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("not overwritten"), told.err.constData());
    QCOMPARE(BrokerKit::contentsOf(file), QByteArray("mine"));
    QVERIFY(!m_kit.run(*m_broker, {u"list"_s}).out.contains("cleo"));
    // Somebody who is let in already keeps the old one.
    const QByteArray before = BrokerKit::contentsOf(m_broker->directory + u"/broker.json"_s);
    QCOMPARE(m_kit.run(*m_broker, {u"add-sa"_s, u"ann"_s, u"--output"_s, m_kit.filePath(u"second"_s)}).exitCode, 1);
    QVERIFY(!QFile::exists(m_kit.filePath(u"second"_s)));
    QCOMPARE(BrokerKit::contentsOf(m_broker->directory + u"/broker.json"_s), before);
}

void BrokerCommandTest::whoHasNoCredentialIsNotLetIn()
{
    const BrokerKit::Told told = m_kit.run(*m_broker, {u"add-sa"_s, u"dora"_s, u"--output"_s, m_kit.filePath(u"no/such/directory/dora"_s)});
    QCOMPARE(told.exitCode, 1);
    QVERIFY(!m_kit.run(*m_broker, {u"list"_s}).out.contains("dora"));
}

void BrokerCommandTest::facilityIsAskedOnce()
{
    const QString directory = m_kit.filePath(u"unsaid"_s);
    const BrokerKit::Told none = m_kit.run({u"add-sa"_s, u"ann"_s, u"--directory"_s, directory});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("--facility"), none.err.constData());
    QCOMPARE(m_kit.run({u"--directory"_s, directory}).exitCode, 1);
    QCOMPARE(m_kit.run({u"add-sa"_s, u"ann"_s, u"--directory"_s, directory, u"--facility"_s, u"keck"_s}).exitCode, 0);
    QVERIFY(QFile::exists(m_kit.filePath(u"ann.sa"_s))); // in the current directory
    QCOMPARE(m_kit.run({u"add-desk"_s, u"hilo/left"_s, u"--directory"_s, directory}).exitCode, 0);
    const auto credential = BrokerCredentialFile::read(m_kit.filePath(u"hilo.left.desk"_s));
    QVERIFY(credential);
    QCOMPARE(credential->facility, u"keck"_s);
    QCOMPARE(credential->user(), u"desk.hilo.left"_s);
    const BrokerKit::Told other = m_kit.run({u"add-sa"_s, u"bob"_s, u"--directory"_s, directory, u"--facility"_s, u"lick"_s});
    QCOMPARE(other.exitCode, 1);
    QVERIFY2(other.err.contains("keck"), other.err.constData());
}

void BrokerCommandTest::facilityOfADirectory()
{
    const QString facility = m_kit.filePath(u"facility"_s);
    QVERIFY(QDir().mkpath(facility));
    const auto write = [&](const QByteArray &text) {
        QFile file(facility + u"/facility.toml"_s);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    const QByteArray head = "format = 1\nname = \"F\"\n";
    const QString directory = m_kit.filePath(u"fromdirectory"_s);
    QVERIFY(write(head));
    const BrokerKit::Told none = m_kit.run({u"add-sa"_s, u"eve"_s, u"--directory"_s, directory, u"--facility"_s, facility});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("[broker]"), none.err.constData());
    QVERIFY(
        write(head + "[link.broker]\nhost = \"broker.example\"\n[broker]\nid = \"summit\"\ntls = \"broker.example:8883\"\nlink = \"broker\"\nport = 1883\n"));
    const BrokerKit::Told wrong = m_kit.run({u"add-sa"_s, u"eve"_s, u"--directory"_s, directory, u"--facility"_s, facility});
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.err.contains("facility.toml:7:1"), wrong.err.constData());
    QVERIFY(write(head + "[link.broker]\nhost = \"broker.example\"\n[broker]\nid = \"summit\"\nlink = \"broker\"\nport = 1883\n"));
    QCOMPARE(m_kit.run({u"add-sa"_s, u"eve"_s, u"--directory"_s, directory, u"--facility"_s, facility}).exitCode, 0);
    const auto credential = BrokerCredentialFile::read(m_kit.filePath(u"eve.sa"_s));
    QVERIFY(credential);
    QCOMPARE(credential->facility, u"summit"_s);
}

void BrokerCommandTest::damagedListsAreNotTouched()
{
    const auto broker = m_kit.prepare(u"damaged"_s);
    QVERIFY(broker);
    const QString list = broker->directory + u"/broker.json"_s;
    const QByteArray half = BrokerKit::contentsOf(list).first(100);
    QFile file(list);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(half) == half.size());
    file.close();
    for (const QStringList &words :
         {QStringList{u"list"_s}, QStringList{u"add-sa"_s, u"cleo"_s}, QStringList{u"run"_s, u"--port"_s, QString::number(broker->port)}}) {
        const BrokerKit::Told told = m_kit.run(*broker, words);
        QCOMPARE(told.exitCode, 1);
        QVERIFY2(told.err.contains("damaged"), told.err.constData());
    }
    QCOMPARE(BrokerKit::contentsOf(list), half);
    QVERIFY(QFile::setPermissions(list, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadOther));
    QVERIFY(m_kit.run(*broker, {u"list"_s}).err.contains("chmod 600"));
}

void BrokerCommandTest::listIsJson()
{
    const BrokerKit::Told told = m_kit.run(*m_broker, {u"list"_s, u"--json"_s});
    QCOMPARE(told.exitCode, 0);
    const QJsonObject object = QJsonDocument::fromJson(told.out).object();
    QCOMPARE(object.value(u"facility"_s).toString(), u"example"_s);
    QCOMPARE(object.value(u"running"_s).toBool(), true);
    QCOMPARE(object.value(u"process"_s).toInteger(), m_broker->process.processId());
    QVERIFY(object.value(u"users"_s).toArray().size() >= 3);
    QVERIFY(!told.out.contains("$7$"));
    const BrokerKit::Told plain = m_kit.run(*m_broker, {u"list"_s});
    QVERIFY2(plain.out.contains("santa-cruz/left") && plain.out.contains("ann"), plain.out.constData());
}

NIGHTDESK_GUILESS_TEST(BrokerCommandTest)
#include "brokercommandtest.moc"
