// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a real sshd's host says of its end of the connection, and hosts that say something else.
#include "sessions/links/hop/remotetcpreader.h"

#include "sessions/links/facts/remotecommandline.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class RemoteSocketTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itTellsOfItsOwnEnd();
    void otherAnswers_data();
    void otherAnswers();
    void itTakesNoConnectionOfItsOwn();
    void itEndsWithTheConnection();

private:
    /// The answer; empty outside: none came.
    static std::optional<std::optional<TcpFacts>> ask(Link &link);
};

std::optional<std::optional<TcpFacts>> RemoteSocketTest::ask(Link &link)
{
    RemoteTcpReader socket(&link);
    std::optional<std::optional<TcpFacts>> answer;
    connect(&socket, &RemoteTcpReader::readingFinished, &socket, [&answer](const std::optional<TcpFacts> &facts) {
        answer = facts;
    });
    socket.read();
    WAIT_FOR(answer.has_value(), 30s);
    return answer;
}

void RemoteSocketTest::itTellsOfItsOwnEnd()
{
    SshServer server;
    QVERIFY(server.start());
    LinkProbe probe(server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    const auto answer = ask(probe.link());
    QVERIFY(answer && *answer);
    const TcpFacts &facts = **answer;
    QVERIFY(facts.congestionWindow && facts.congestionWindow->count > 0);
    QVERIFY(facts.busySendingTime && facts.bytesInFlight && facts.unsentBytes);
    QVERIFY(facts.receiveWindowLimitedTime && *facts.receiveWindowLimitedTime <= *facts.busySendingTime);
    QVERIFY(facts.minimumRoundTrip && *facts.minimumRoundTrip < 1s);
}

void RemoteSocketTest::otherAnswers_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("nothing") << u"/bin/true"_s;
    QTest::newRow("it may not be run") << u"/bin/false"_s;
    QTest::newRow("without end") << u"yes ESTAB cwnd:10 mss:1448"_s;
    QTest::newRow("never") << u"sleep 600"_s;
}

void RemoteSocketTest::otherAnswers()
{
    QFETCH(QString, command);
    SshServer server;
    server.addConfig(u"ForceCommand "_s + command);
    QVERIFY(server.start());
    LinkProbe probe(server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    const auto answer = ask(probe.link());
    QVERIFY(answer);
    QVERIFY(!*answer);
    QVERIFY(probe.link().isLive());
}

/// sshd allows one session, which a program of the profile has.
void RemoteSocketTest::itTakesNoConnectionOfItsOwn()
{
    SshServer server;
    server.addConfig(u"MaxSessions 1"_s);
    QVERIFY(server.start());
    LinkProbe probe(server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    bool isStarted = false;
    const auto program = probe.link().startProgram({remoteCommandLine({u"sleep"_s, u"600"_s}), {}});
    connect(program.get(), &RemoteProgram::started, this, [&isStarted] {
        isStarted = true;
    });
    QVERIFY(WAIT_FOR(isStarted, 30s));
    const auto answer = ask(probe.link());
    QVERIFY(answer);
    QVERIFY(!*answer);
    QCOMPARE(server.log().count(u"Accepted publickey"_s), 1);
}

void RemoteSocketTest::itEndsWithTheConnection()
{
    SshServer server;
    server.addConfig(u"ForceCommand sleep 600"_s);
    QVERIFY(server.start());
    LinkProbe probe(server.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    RemoteTcpReader socket(&probe.link());
    int answers = 0;
    connect(&socket, &RemoteTcpReader::readingFinished, &socket, [&answers](const std::optional<TcpFacts> &facts) {
        answers += facts ? 100 : 1;
    });
    socket.read();
    QVERIFY(socket.isReading());
    socket.read(); // it is being asked already
    probe.link().close();
    QVERIFY(WAIT_FOR(answers > 0, 30s));
    QCOMPARE(answers, 1);
    QVERIFY(!socket.isReading());
}

NIGHTDESK_TEST(RemoteSocketTest)
#include "remotesockettest.moc"
