// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testbroker.h"
#include "tests/support/brokerprobe.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
/// The kit itself, by mosquitto's own clients.
class TestBrokerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void letsInWhomItKnows_data();
    void letsInWhomItKnows();
    void servesWith_data();
    void servesWith();
    void comesBackAtTheSamePlace();
    void oneCredentialFillsNoMoreThanItsLimit();
};

namespace
{
/// mosquitto_pub with an options file, so that no password is on its command line; its exit code.
int publish(const TestBroker &broker, const BrokerCredential &who, const QString &topic, const QByteArray &password = {})
{
    const QString home = broker.directory() + u"/home"_s;
    QDir().mkpath(home);
    QFile options(home + u"/mosquitto_pub"_s);
    if (!options.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
        return -1;
    }
    options.write("-u " + who.user().toUtf8() + "\n-P " + (password.isEmpty() ? who.password.view().toByteArray() : password) + '\n');
    options.close();
    QStringList words{u"-V"_s, u"5"_s, u"-q"_s, u"1"_s, u"-t"_s, topic, u"-m"_s, u"hello"_s};
    if (broker.port() == 0) {
        words << u"--unix"_s << broker.socketPath();
    } else {
        words << u"-h"_s << u"localhost"_s << u"-p"_s << QString::number(broker.port());
    }
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"XDG_CONFIG_HOME"_s, home);
    process.setProcessEnvironment(environment);
    process.start(u"mosquitto_pub"_s, words);
    return process.waitForFinished(30000) ? process.exitCode() : -1;
}
}

void TestBrokerTest::letsInWhomItKnows_data()
{
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QString>("topic");
    QTest::addColumn<bool>("isDone");
    QTest::newRow("a desk below its own name") << QByteArray() << u"nightdesk/1/keck/desk/santa-cruz/left/note"_s << true;
    QTest::newRow("a wrong password") << QByteArray("guessed") << u"nightdesk/1/keck/desk/santa-cruz/left/note"_s << false;
    QTest::newRow("below another's name") << QByteArray() << u"nightdesk/1/keck/desk/santa-cruz/right/note"_s << false;
    QTest::newRow("as an SA") << QByteArray() << u"nightdesk/1/keck/sa/ann/note"_s << false;
}

void TestBrokerTest::letsInWhomItKnows()
{
    QFETCH(const QByteArray, password);
    QFETCH(const QString, topic);
    TestBroker broker;
    const BrokerCredential desk = broker.addDesk(u"santa-cruz/left"_s);
    broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    const int code = publish(broker, desk, topic, password);
    QTEST(code == 0 && !broker.log().contains(u"Denied PUBLISH"_s), "isDone");
}

void TestBrokerTest::servesWith_data()
{
    QTest::addColumn<TestBroker::Entrance>("entrance");
    QTest::newRow("TCP") << TestBroker::Entrance::Tcp;
    QTest::newRow("a Unix socket") << TestBroker::Entrance::Unix;
}

void TestBrokerTest::servesWith()
{
    QFETCH(const TestBroker::Entrance, entrance);
    TestBroker broker(entrance);
    const BrokerCredential sa = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    QCOMPARE(publish(broker, sa, u"nightdesk/1/keck/sa/ann/note"_s), 0);
    QVERIFY(broker.residentBytes() > 0);
}

void TestBrokerTest::comesBackAtTheSamePlace()
{
    TestBroker broker;
    const BrokerCredential sa = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    const quint16 port = broker.port();
    QVERIFY(broker.restart());
    QCOMPARE(broker.port(), port);
    QCOMPARE(publish(broker, sa, u"nightdesk/1/keck/sa/ann/note"_s), 0);
    broker.stop();
    QCOMPARE(broker.processId(), 0);
    QVERIFY(publish(broker, sa, u"nightdesk/1/keck/sa/ann/note"_s) != 0);
}

void TestBrokerTest::oneCredentialFillsNoMoreThanItsLimit()
{
    constexpr qint64 limit = 256LL * 1024 * 1024;
    const QByteArray page(60 * 1024, 'x');
    TestBroker broker;
    const BrokerCredential desk = broker.addDesk(u"santa-cruz/left"_s);
    const BrokerCredential sa = broker.addSa(u"ann"_s);
    QVERIFY(broker.start());
    BrokerProbe hostile(broker, desk);
    QVERIFY(hostile.connectNow());
    qint64 said = 0;
    for (int i = 0; said < limit + limit / 4 && hostile.client().state() == BrokerState::Connected; ++i) {
        const QString topic = u"nightdesk/1/keck/desk/santa-cruz/left/person/%1"_s.arg(i);
        WAIT_FOR(hostile.client().publish(topic, page, {.qos = 1, .shouldRetain = true, .expiry = {}}) || hostile.client().state() != BrokerState::Connected);
        said += page.size();
    }
    QVERIFY2(broker.residentBytes() < limit + limit / 8, qPrintable(QString::number(broker.residentBytes())));
    QVERIFY(broker.processId() > 0);
    QVERIFY(said < limit + limit / 4); // it was disconnected
    hostile.client().close();
    QVERIFY(broker.restart()); // which is what the handbook advises
    QCOMPARE(publish(broker, sa, u"nightdesk/1/keck/sa/ann/note"_s), 0);
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::Test::TestBrokerTest)
#include "testbrokertest.moc"
