// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/busprobe.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QLocalServer>
#include <QLocalSocket>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <csignal>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using BusProbe::BusState;

class BusProbeTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void aRealBusAnswers();
    void aStoppedBusIsSilent();
    void aSilentSocketIsTakenAway();
    void aBusThatHangsUpIsNotThere();
    void addresses_data();
    void addresses();
    void theUsersBusIsFound();

private:
    QByteArray startBus(QProcess &bus);

    QTemporaryDir m_directory;
};

void BusProbeTest::init()
{
    QVERIFY(m_directory.isValid());
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    qputenv("XDG_RUNTIME_DIR", m_directory.path().toLocal8Bit());
}

void BusProbeTest::cleanup()
{
    QFile::remove(m_directory.filePath(u"bus"_s));
}

QByteArray BusProbeTest::startBus(QProcess &bus)
{
    const QByteArray address = "unix:path=" + m_directory.filePath(u"bus"_s).toLocal8Bit();
    bus.start(u"dbus-daemon"_s,
              {u"--session"_s, u"--nofork"_s, u"--nopidfile"_s, u"--nosyslog"_s, u"--print-address"_s, u"--address="_s + QString::fromLocal8Bit(address)});
    return bus.waitForReadyRead(20000) ? address : QByteArray();
}

void BusProbeTest::aRealBusAnswers()
{
    QProcess bus;
    const QByteArray address = startBus(bus);
    QVERIFY(!address.isEmpty());
    QCOMPARE(BusProbe::probe(address, 20s), BusState::Answers);
    QCOMPARE(BusProbe::probe("tcp:host=192.0.2.1,port=1;" + address, 20s), BusState::Answers);
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    QVERIFY(!BusProbe::disableSilentBus(20s));
    QCOMPARE(qgetenv("DBUS_SESSION_BUS_ADDRESS"), address);
    bus.kill();
    QVERIFY(bus.waitForFinished());
    QCOMPARE(BusProbe::probe(address, 20s), BusState::Unreachable);
}

void BusProbeTest::aStoppedBusIsSilent()
{
    QProcess bus;
    const QByteArray address = startBus(bus);
    QVERIFY(!address.isEmpty());
    QCOMPARE(::kill(static_cast<pid_t>(bus.processId()), SIGSTOP), 0);
    QElapsedTimer time;
    time.start();
    QCOMPARE(BusProbe::probe(address, 300ms), BusState::NotAnswering);
    QVERIFY(time.elapsed() >= 290 && time.durationElapsed() < std::min(Test::underLoad(5s), 20s)); // a call waits 25 s
    QCOMPARE(::kill(static_cast<pid_t>(bus.processId()), SIGCONT), 0);
    QCOMPARE(BusProbe::probe(address, 20s), BusState::Answers);
    bus.kill();
    bus.waitForFinished();
}

void BusProbeTest::aSilentSocketIsTakenAway()
{
    QLocalServer silent;
    QVERIFY(silent.listen(m_directory.filePath(u"bus"_s))); // connections wait in its queue
    QCOMPARE(BusProbe::sessionAddress(), "unix:path=" + m_directory.filePath(u"bus"_s).toLocal8Bit());
    QVERIFY(BusProbe::disableSilentBus(100ms));
    QCOMPARE(qgetenv("DBUS_SESSION_BUS_ADDRESS"), "disabled:");
    QVERIFY(!BusProbe::disableSilentBus(100ms));
}

void BusProbeTest::aBusThatHangsUpIsNotThere()
{
    QLocalServer server;
    QVERIFY(server.listen(m_directory.filePath(u"bus"_s)));
    // Not before it was spoken to: what cannot be sent is taken for silence.
    connect(&server, &QLocalServer::newConnection, &server, [&server] {
        QLocalSocket *const guest = server.nextPendingConnection();
        connect(guest, &QLocalSocket::readyRead, guest, &QLocalSocket::abort);
    });
    BusState answer = BusState::Answers;
    std::unique_ptr<QThread> asking(QThread::create([&answer] {
        answer = BusProbe::probe(BusProbe::sessionAddress(), 20s);
    }));
    asking->start();
    QTRY_VERIFY_WITH_TIMEOUT(asking->isFinished(), 30000);
    QCOMPARE(answer, BusState::Unreachable);
}

void BusProbeTest::addresses_data()
{
    QTest::addColumn<QByteArray>("address");
    QTest::addColumn<BusState>("answer");
    QTest::newRow("none") << QByteArray() << BusState::Answers;
    QTest::newRow("disabled") << QByteArray("disabled:") << BusState::Answers;
    QTest::newRow("of another kind") << QByteArray("autolaunch:") << BusState::Answers;
    QTest::newRow("no file") << QByteArray("unix:path=/nowhere/bus") << BusState::Unreachable;
    QTest::newRow("nobody has the name") << QByteArray("unix:abstract=/nobody/at/home,guid=00") << BusState::Unreachable;
    QTest::newRow("longer than a socket's name") << QByteArray("unix:path=/" + QByteArray(300, 'x')) << BusState::Answers;
    QTest::newRow("an empty path") << QByteArray("unix:path=") << BusState::Answers;
    QTest::newRow("nonsense") << QByteArray(";;,,unix:;%%%") << BusState::Answers;
}

void BusProbeTest::addresses()
{
    QFETCH(QByteArray, address);
    QTEST(BusProbe::probe(address, 5s), "answer");
}

void BusProbeTest::theUsersBusIsFound()
{
    QVERIFY(BusProbe::sessionAddress().isEmpty()); // there is no such file
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/set/by/somebody");
    QCOMPARE(BusProbe::sessionAddress(), "unix:path=/set/by/somebody");
}

NIGHTDESK_GUILESS_TEST(BusProbeTest)
#include "busprobetest.moc"
