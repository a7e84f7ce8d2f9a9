// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/brokerprobe.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
const QByteArray letIn = QByteArray::fromHex("2003000000");

/// A peer that answers each thing that it gets with the next of its answers, and then nothing.
class ScriptedPeer
{
public:
    explicit ScriptedPeer(const QList<QByteArray> &answers, bool hangsUp = false)
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, answers, hangsUp] {
            QTcpSocket *const socket = m_server.nextPendingConnection();
            auto left = std::make_shared<QList<QByteArray>>(answers);
            ++connections;
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, left, hangsUp] {
                heard += socket->readAll();
                if (!left->isEmpty()) {
                    socket->write(left->takeFirst());
                }
                if (left->isEmpty() && hangsUp) {
                    socket->disconnectFromHost();
                }
            });
        });
        m_server.listen(QHostAddress::LocalHost);
    }
    BrokerSpec spec() const
    {
        BrokerSpec spec;
        spec.address = TcpAddress{u"127.0.0.1"_s, m_server.serverPort()};
        return spec;
    }
    int connections = 0;
    QByteArray heard;

private:
    QTcpServer m_server;
};

BrokerCredential left()
{
    return {u"keck"_s, BrokerRole::Desk, u"santa-cruz/left"_s, Secret::fromText(u"secret"_s)};
}
}

/// With peers that are no broker, or a bad one.
class BrokerHostileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isToldWhatAnswers_data();
    void isToldWhatAnswers();
    void givesUpAPeerThatSaysNothing();
    void passesOverWhatIsTooLong();
    void hearsThatAFilterWasRefused();
    void asksForNoMoreThanItTakes();
    void doesNotKnockTooOften();
    void survivesRandomBytes();
};

void BrokerHostileTest::isToldWhatAnswers_data()
{
    QTest::addColumn<QList<QByteArray>>("answers");
    QTest::addColumn<bool>("hangsUp");
    QTest::addColumn<BrokerState>("expected");
    QTest::addColumn<QString>("what");
    const auto connack = [](const char *reason) {
        return QList<QByteArray>{QByteArray::fromHex("200300") + QByteArray::fromHex(reason) + QByteArray(1, '\0')};
    };
    const auto farewell = [](const char *reason) {
        return QList<QByteArray>{letIn + QByteArray::fromHex("e001") + QByteArray::fromHex(reason)};
    };
    QTest::newRow("an ssh server") << QList{"SSH-2.0-OpenSSH_10.0\r\n"_ba} << false << BrokerState::Retrying << u"not an MQTT broker"_s;
    QTest::newRow("a web server") << QList{"HTTP/1.1 400 Bad Request\r\n\r\n"_ba} << true << BrokerState::Retrying << u"not an MQTT broker"_s;
    QTest::newRow("a TLS server") << QList{QByteArray::fromHex("15030300020246")} << true << BrokerState::Retrying << u"not an MQTT broker"_s;
    QTest::newRow("one that hangs up") << QList<QByteArray>{} << true << BrokerState::Retrying << u"closed the connection"_s;
    QTest::newRow("one that hangs up in mid-answer") << QList{letIn.first(3)} << true << BrokerState::Retrying << u"closed the connection"_s;
    QTest::newRow("an answer that is cut short") << QList{QByteArray::fromHex("200100")} << false << BrokerState::Retrying << u"not valid MQTT"_s;
    QTest::newRow("nonsense after the answer") << QList<QByteArray>{letIn + QByteArray::fromHex("30020005")} << false << BrokerState::Retrying
                                               << u"not valid MQTT"_s;
    QTest::newRow("a packet without a type") << QList<QByteArray>{letIn + QByteArray::fromHex("0000")} << false << BrokerState::Retrying << u"not valid MQTT"_s;
    QTest::newRow("a broker of MQTT 3") << QList{QByteArray::fromHex("20020001")} << true << BrokerState::Refused << u"too old"_s;
    QTest::newRow("a wrong password") << connack("86") << false << BrokerState::Refused << u"credential"_s;
    QTest::newRow("not authorised") << connack("87") << true << BrokerState::Refused << u"credential"_s;
    QTest::newRow("banned") << connack("8a") << true << BrokerState::Refused << u"blocked Nightdesk’s credential"_s;
    QTest::newRow("busy") << connack("89") << true << BrokerState::Retrying << u"no more connections"_s;
    QTest::newRow("quota") << connack("97") << true << BrokerState::Retrying << u"no more connections"_s;
    QTest::newRow("something else") << connack("9a") << true << BrokerState::Refused << u"0x9a"_s;
    QTest::newRow("taken over") << farewell("8e") << true << BrokerState::Refused << u"Another Nightdesk"_s;
    QTest::newRow("shut down") << farewell("8b") << true << BrokerState::Retrying << u"shut down"_s;
    QTest::newRow("not heard of") << farewell("8d") << true << BrokerState::Retrying << u"received nothing"_s;
    QTest::newRow("sent away by its administrator") << farewell("98") << true << BrokerState::Refused << u"disconnected Nightdesk"_s;
    QTest::newRow("sent away for something else") << farewell("95") << true << BrokerState::Retrying << u"0x95"_s;
}

void BrokerHostileTest::isToldWhatAnswers()
{
    QFETCH(const QList<QByteArray>, answers);
    QFETCH(const bool, hangsUp);
    QFETCH(const BrokerState, expected);
    QFETCH(const QString, what);
    const ScriptedPeer peer(answers, hangsUp);
    BrokerProbe probe(peer.spec(), left());
    probe.open();
    QVERIFY(WAIT_FOR(!probe.failures.isEmpty()));
    const Failure failure = probe.failures.constFirst().second;
    QCOMPARE(probe.failures.constFirst().first, expected);
    QVERIFY2(failure.what.contains(what), qPrintable(failure.what));
    QVERIFY(!failure.affectedItem.isEmpty());
    QVERIFY(!failure.advice.isEmpty());
}

void BrokerHostileTest::givesUpAPeerThatSaysNothing()
{
    const ScriptedPeer peer({});
    BrokerProbe probe(peer.spec(), left());
    probe.open();
    QElapsedTimer clock;
    clock.start();
    QVERIFY(probe.waitFor(BrokerState::Retrying, 40s));
    qInfo("given up after %lld ms", clock.elapsed());
    QCOMPARE(probe.why(), u"The message broker is not responding."_s);
}

void BrokerHostileTest::passesOverWhatIsTooLong()
{
    const QByteArray topic("\0\1t\0", 4);
    const QByteArray fits = QByteArray::fromHex("3005") + topic + "x";
    // 200004 bytes: 0xC4 0x9A 0x0C
    const QByteArray tooLongMessages = QByteArray::fromHex("30c49a0c") + topic + QByteArray(200000, 'x');
    const ScriptedPeer peer({letIn, tooLongMessages + fits + tooLongMessages + fits});
    BrokerProbe probe(peer.spec(), left());
    probe.client().subscribe({u"t"_s});
    probe.open();
    QVERIFY(WAIT_FOR(probe.messages.size() == 2));
    QCOMPARE(probe.messages.first().payload, "x"_ba);
    QCOMPARE(probe.client().counters().tooLongMessages, quint64(2));
    QCOMPARE(probe.client().state(), BrokerState::Connected);
}

void BrokerHostileTest::hearsThatAFilterWasRefused()
{
    // Its packet id is the first; one granted, one not authorised.
    const ScriptedPeer peer({letIn, QByteArray::fromHex("90050001000187")});
    BrokerProbe probe(peer.spec(), left());
    probe.client().subscribe({u"mine"_s, u"theirs"_s});
    probe.open();
    QVERIFY(WAIT_FOR(!probe.refusals.isEmpty()));
    QCOMPARE(probe.refusals.size(), 1);
    QCOMPARE(probe.refusals.first().first, u"theirs"_s);
    QCOMPARE(probe.refusals.first().second.kind, FailureKind::Refused);
    QCOMPARE(probe.client().state(), BrokerState::Connected);
}

void BrokerHostileTest::asksForNoMoreThanItTakes()
{
    ScriptedPeer peer({letIn});
    BrokerProbe probe(peer.spec(), left());
    QVERIFY(probe.connectNow());
    QVERIFY(peer.heard.contains("MQTT\x05"_ba)); // version 5
    QVERIFY(peer.heard.contains(QByteArray::fromHex("2700010000"))); // maximum packet size: 64 KiB
    QVERIFY(peer.heard.contains("desk.santa-cruz.left"_ba));
}

void BrokerHostileTest::doesNotKnockTooOften()
{
    ScriptedPeer peer({letIn}, true);
    BrokerProbe probe(peer.spec(), left());
    probe.open();
    QElapsedTimer clock;
    clock.start();
    QVERIFY(WAIT_FOR(peer.connections == 4));
    // 0.5 + 1 + 2 s at the least, though it was let in each time.
    QVERIFY2(clock.elapsed() > 3000, qPrintable(QString::number(clock.elapsed())));
}

void BrokerHostileTest::survivesRandomBytes()
{
    // Always the same ones.
    QRandomGenerator random(1);
    QLoggingCategory::setFilterRules(u"nightdesk.broker.info=false"_s);
    for (int turn = 0; turn < 200; ++turn) {
        QByteArray noise(random.bounded(1, 400), Qt::Uninitialized);
        for (char &byte : noise) {
            byte = static_cast<char>(random.bounded(256));
        }
        if (turn % 2 == 0) {
            // The form of a packet, with nonsense in it.
            noise.truncate(120);
            noise.prepend(static_cast<char>(noise.size()));
            noise.prepend(static_cast<char>(random.bounded(16) * 16));
        }
        const ScriptedPeer peer({letIn + noise}, true);
        BrokerProbe probe(peer.spec(), left());
        probe.open();
        QVERIFY(WAIT_FOR(probe.states.contains(BrokerState::Retrying) || probe.states.contains(BrokerState::Refused)));
    }
}
}

NIGHTDESK_GUILESS_TEST(Nightdesk::Test::BrokerHostileTest)
#include "brokerhostiletest.moc"
