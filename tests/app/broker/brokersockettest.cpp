// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/broker/brokerkit.h"
#include "tests/support/otheraccount.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>
#include <functional>
#include <map>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
constexpr uid_t nobody = 65534;

int mode(const QString &path)
{
    struct stat status{};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? static_cast<int>(status.st_mode & 07777) : -1;
}

bool makeDirectory(const QString &path, mode_t mode)
{
    const QByteArray name = QFile::encodeName(path);
    return ::mkdir(name.constData(), 0700) == 0 && ::chmod(name.constData(), mode) == 0;
}

sockaddr_un addressOf(const QString &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    std::memcpy(address.sun_path, name.constData(), static_cast<size_t>(name.size()));
    return address;
}

int connectTo(const sockaddr_un &address)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    return ::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? 0 : errno;
}

int listenAt(const sockaddr_un &address)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    return ::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 && ::listen(fd, 1) == 0 ? 0 : errno;
}

/// TCP ports that the broker's programs listen at.
QStringList portsOf(const BrokerKit::Broker &broker)
{
    const QByteArray ours = QByteArray::number(broker.process.processId());
    const QByteArray mosquitto = BrokerKit::contentsOf(u"/proc/%1/task/%1/children"_s.arg(broker.process.processId())).split(' ').value(0);
    QStringList result;
    for (const QByteArray &line : runQuietly(u"ss"_s, {u"-tlnpH"_s}).split('\n')) {
        if (line.contains(QByteArray("pid=" + ours + ',')) || line.contains(QByteArray("pid=" + mosquitto + ','))) {
            result << QString::fromLocal8Bit(line);
        }
    }
    return result;
}
}

/// Where the broker listens, and whom its directory keeps out: with a real mosquitto and, as root, a second account.
class BrokerSocketTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void listensAtNoPort_data();
    void listensAtNoPort();
    void directoryMustBeGiven();
    void openDirectoriesAreRefused_data();
    void openDirectoriesAreRefused();
    void otherAccounts_data();
    void otherAccounts();

private:
    BrokerKit m_kit;
    QTemporaryDir m_run; ///< as /run: everybody may enter, root alone may write
    std::unique_ptr<BrokerKit::Broker> m_service;
    QString m_socket;
};

void BrokerSocketTest::initTestCase()
{
    QVERIFY(m_kit.isValid() && m_run.isValid());
    QCOMPARE(::chmod(QFile::encodeName(m_run.path()).constData(), 0755), 0);
    m_service = m_kit.prepare(u"service"_s);
    QVERIFY(m_service);
    m_service->port = 0;
    m_service->runtimeDirectory = m_run.filePath(u"nightdesk"_s);
    QVERIFY(makeDirectory(m_service->runtimeDirectory, 0750));
    m_socket = m_service->runtimeDirectory + u"/broker"_s;
    QVERIFY2(m_kit.begin(*m_service), m_service->words().constData());
}

void BrokerSocketTest::cleanupTestCase()
{
    m_service->process.terminate();
    QVERIFY(m_service->process.waitForFinished(60000));
}

void BrokerSocketTest::listensAtNoPort_data()
{
    QTest::addColumn<bool>("isService");
    QTest::newRow("a service of the system") << true;
    QTest::newRow("a person's own") << false;
}

void BrokerSocketTest::listensAtNoPort()
{
    QFETCH(const bool, isService);
    std::unique_ptr<BrokerKit::Broker> own;
    QString socket = m_socket;
    if (!isService) {
        own = m_kit.prepare(u"own"_s);
        QVERIFY(own);
        own->port = 0;
        QVERIFY2(m_kit.begin(*own), own->words().constData());
        socket = m_kit.filePath(u"nightdesk/broker"_s);
        QCOMPARE(mode(m_kit.filePath(u"nightdesk"_s)), 0700);
    }
    BrokerKit::Broker &broker = isService ? *m_service : *own;
    QVERIFY2(broker.seen().contains(socket.toUtf8()), broker.log.constData());
    QCOMPARE(connectTo(addressOf(socket)), 0);
    QCOMPARE(portsOf(broker), QStringList());
    // What looks for ports does find one.
    const auto asked = m_kit.prepare(isService ? u"asked1"_s : u"asked2"_s);
    QVERIFY(asked && m_kit.begin(*asked));
    QCOMPARE(portsOf(*asked).size(), 1);
}

void BrokerSocketTest::directoryMustBeGiven()
{
    const auto broker = m_kit.prepare(u"nowhere"_s);
    QVERIFY(broker);
    broker->port = 0;
    const BrokerKit::Told told = m_kit.run(*broker, {u"run"_s}, {u"XDG_RUNTIME_DIR"_s});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("--socket"), told.err.constData());
}

void BrokerSocketTest::openDirectoriesAreRefused_data()
{
    QTest::addColumn<int>("above");
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("isNobodys");
    QTest::addColumn<QByteArray>("told"); // empty: the broker listens there
    QTest::newRow("a group may enter") << 0755 << 0750 << false << QByteArray();
    QTest::newRow("a group may enter, and has the socket") << 0755 << 02750 << false << QByteArray();
    QTest::newRow("everybody may enter") << 0755 << 0755 << false << QByteArray("chmod 750");
    QTest::newRow("everybody may pass through") << 0755 << 0751 << false << QByteArray("chmod 750");
    QTest::newRow("a group may write") << 0755 << 0770 << false << QByteArray("chmod 750");
    QTest::newRow("everybody may write") << 0755 << 0777 << false << QByteArray("chmod 750");
    QTest::newRow("everybody may write, with the sticky bit") << 0755 << 01777 << false << QByteArray("chmod 750");
    QTest::newRow("everybody may write above it") << 0777 << 0750 << false << QByteArray("could replace the directory");
    QTest::newRow("a group may write above it") << 0775 << 0750 << false << QByteArray("could replace the directory");
    QTest::newRow("above it is as /tmp is") << 01777 << 0750 << false << QByteArray();
    QTest::newRow("it is another account's") << 0755 << 0750 << true << QByteArray("belongs to another account");
}

void BrokerSocketTest::openDirectoriesAreRefused()
{
    QFETCH(const int, above);
    QFETCH(const int, mode);
    QFETCH(const bool, isNobodys);
    QFETCH(const QByteArray, told);
    if (isNobodys && ::geteuid() != 0) {
        QSKIP("Only root can give a directory to another account.");
    }
    static int count = 0;
    const QString name = u"open%1"_s.arg(++count);
    const QString aboveIt = m_run.filePath(name);
    QVERIFY(makeDirectory(aboveIt, static_cast<mode_t>(above)));
    const QString directory = aboveIt + u"/nightdesk"_s;
    QVERIFY(makeDirectory(directory, static_cast<mode_t>(mode)));
    if (isNobodys) {
        QCOMPARE(::chown(QFile::encodeName(directory).constData(), nobody, nobody), 0);
    }
    const auto broker = m_kit.prepare(name);
    QVERIFY(broker);
    const QString socket = directory + u"/broker"_s;
    const bool listens = m_kit.begin(*broker, {u"--socket"_s, socket});
    QCOMPARE(listens, told.isEmpty());
    if (!listens) {
        QVERIFY(WAIT_FOR(broker->process.state() == QProcess::NotRunning));
        QCOMPARE(broker->process.exitCode(), 1);
        const QByteArray words = broker->words();
        QVERIFY2(words.contains(told) && words.contains("--socket") && words.contains(directory.toUtf8()), words.constData());
        QVERIFY(!QFile::exists(socket));
    }
}

void BrokerSocketTest::otherAccounts_data()
{
    QTest::addColumn<bool>("isMember"); // of the directory's group
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("expected");
    for (const bool isMember : {false, true}) {
        const char *who = isMember ? "a member of the group" : "another account";
        QTest::addRow("%s connects", who) << isMember << u"connect"_s << (isMember ? 0 : EACCES);
        QTest::addRow("%s listens beside it", who) << isMember << u"listen"_s << EACCES;
        QTest::addRow("%s removes the socket", who) << isMember << u"remove"_s << EACCES;
        QTest::addRow("%s renames the directory", who) << isMember << u"rename"_s << EACCES;
        QTest::addRow("%s makes it open", who) << isMember << u"open"_s << EPERM;
    }
}

void BrokerSocketTest::otherAccounts()
{
    QFETCH(const bool, isMember);
    QFETCH(const QString, what);
    QFETCH(const int, expected);
    struct stat status{};
    QCOMPARE(::stat(QFile::encodeName(m_service->runtimeDirectory).constData(), &status), 0);
    const sockaddr_un socket = addressOf(m_socket);
    const sockaddr_un beside = addressOf(m_service->runtimeDirectory + u"/other"_s);
    const QByteArray directory = QFile::encodeName(m_service->runtimeDirectory);
    const QByteArray elsewhere = directory + ".old";
    const std::map<QString, std::function<int()>> attempts{
        {u"connect"_s,
         [&] {
             return connectTo(socket);
         }},
        {u"listen"_s,
         [&] {
             return listenAt(beside);
         }},
        {u"remove"_s,
         [&] {
             return ::unlink(socket.sun_path) == 0 ? 0 : errno;
         }},
        {u"rename"_s,
         [&] {
             return ::rename(directory.constData(), elsewhere.constData()) == 0 ? 0 : errno;
         }},
        {u"open"_s,
         [&] {
             return ::chmod(directory.constData(), 0777) == 0 ? 0 : errno;
         }},
    };
    const auto failed = asNobody(attempts.at(what), isMember ? status.st_gid : nobody);
    if (!failed) {
        QSKIP("Only root can become another account.");
    }
    QCOMPARE(std::strerror(*failed), std::strerror(expected));
}

NIGHTDESK_GUILESS_TEST(BrokerSocketTest)
#include "brokersockettest.moc"
