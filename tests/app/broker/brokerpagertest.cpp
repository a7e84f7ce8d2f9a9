// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardmessages.h"
#include "tests/app/broker/brokerkit.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <sys/stat.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// As a desk says it.
QByteArray callOf(const QString &id, BoardWire::CallState state)
{
    static quint64 sequence = 0;
    BoardWire::Call call;
    call.stamp = {.runId = u"0123456789abcdef"_s,
                  .runBeganAt = QDateTime::currentDateTimeUtc(),
                  .sequence = ++sequence,
                  .sentAt = QDateTime::currentDateTimeUtc()};
    call.id = id;
    call.since = call.stamp.sentAt;
    call.text = u"the guider is lost"_s;
    call.caller = u"Sandy"_s;
    call.state = state;
    return BoardWire::write(call);
}

QByteArray heardCall(const QString &id)
{
    BoardWire::Acknowledgement heard;
    heard.stamp = {.runId = u"00000000000000ab"_s, .runBeganAt = QDateTime::currentDateTimeUtc(), .sequence = 1, .sentAt = QDateTime::currentDateTimeUtc()};
    heard.callId = id;
    heard.astronomerName = u"Ann"_s;
    return BoardWire::write(heard);
}
}

/// The pager of `nightdesk broker`: with a real mosquitto, and desks that call.
class BrokerPagerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pagerRunsForCalls();
    void facilitysPagerIsRunOnlyIfNobodyElseWroteIt();

private:
    BrokerKit m_kit;
};

void BrokerPagerTest::pagerRunsForCalls()
{
    const auto broker = m_kit.prepare(u"pager"_s, BrokerKit::People::All);
    QVERIFY(broker);
    QFile script(m_kit.filePath(u"page.sh"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nprintf '%s\\n' \"$@\" >> '" + m_kit.filePath(u"paged"_s).toUtf8() + "'\ncat >> '" + m_kit.filePath(u"paged"_s).toUtf8() + "'\n");
    script.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    script.close();
    QVERIFY2(m_kit.begin(*broker, {u"--pager"_s, script.fileName(), u"--pager=--now"_s}), broker->words().constData());
    QVERIFY2(WAIT_FOR(broker->seen().contains("waits for calls")), broker->log.constData());
    const auto connected = [&](const QString &who) {
        auto probe = m_kit.probe(*broker, who);
        return probe->connectNow() ? std::move(probe) : nullptr;
    };
    const auto left = connected(u"left"_s);
    const auto one = connected(u"one"_s);
    const auto ann = connected(u"ann"_s);
    const auto ben = connected(u"ben"_s);
    QVERIFY(left && one && ann && ben);
    ann->client().subscribe({u"nightdesk/1/example/sa/+/presence/+"_s});
    // One that an SA has heard: its desk may not be there to say so.
    QVERIFY(BrokerKit::say(*ann, u"sa/ann/to/hilo/one/ack"_s, heardCall(u"00000000000000aa"_s)));
    QVERIFY(BrokerKit::say(*one, u"desk/hilo/one/call"_s, callOf(u"00000000000000aa"_s, BoardWire::CallState::Ringing)));
    QElapsedTimer sinceFirst;
    sinceFirst.start();
    const QString topic = u"desk/santa-cruz/left/call"_s;
    QVERIFY(BrokerKit::say(*left, topic, callOf(u"0123456789abcdef"_s, BoardWire::CallState::Ringing)));
    QVERIFY2(WAIT_FOR(broker->seen().contains("has finished")), broker->log.constData());
    QCOMPARE(BrokerKit::contentsOf(m_kit.filePath(u"paged"_s)), QByteArray("--now\nsanta-cruz/left\nSandy\n0123456789abcdef\nthe guider is lost\n"));
    // Said again, and by somebody else at once: neither is a reason to wake anybody within the minute. Rubbish is none at all.
    QVERIFY(BrokerKit::say(*left, topic, callOf(u"0123456789abcdef"_s, BoardWire::CallState::Ringing)));
    QVERIFY(BrokerKit::say(*left, topic, "rubbish"));
    QVERIFY(BrokerKit::say(*one, u"desk/hilo/one/call"_s, callOf(u"fedcba9876543210"_s, BoardWire::CallState::Ringing)));
    QVERIFY(BrokerKit::say(*one, u"desk/hilo/one/call"_s, callOf(u"fedcba9876543210"_s, BoardWire::CallState::Acknowledged)));
    // A change of the list does not lock it out; and what the broker takes back of whom it removes, it has heard after all that.
    const QString bens = u"sa/ben/presence/0123456789abcdef"_s;
    QVERIFY(BrokerKit::say(*ben, bens, "here", true));
    const auto isThere = [&](const QByteArray &payload) {
        return WAIT_FOR(ann->newest(u"nightdesk/1/example/"_s + bens) == payload);
    };
    QVERIFY(isThere("here"));
    QCOMPARE(m_kit.run(*broker, {u"remove"_s, u"ben"_s}).exitCode, 0);
    QVERIFY(isThere({}));
    // Once a minute at most for all desks together: on a machine that needed more than a minute to get here, so many more.
    const qsizetype runs = broker->seen().count("running the pager");
    QVERIFY2(runs >= 1 && runs <= 1 + sinceFirst.elapsed() / 60'000, broker->log.constData());
    broker->process.terminate();
    QVERIFY(broker->process.waitForFinished(60000));
    QVERIFY(!QFile::exists(broker->directory + u"/pager"_s));
}

void BrokerPagerTest::facilitysPagerIsRunOnlyIfNobodyElseWroteIt()
{
    const QString facility = m_kit.filePath(u"paging"_s);
    QVERIFY(QDir().mkpath(facility));
    const QString file = facility + u"/facility.toml"_s;
    QFile toml(file);
    QVERIFY(toml.open(QIODevice::WriteOnly));
    toml.write(
        "format = 1\nname = \"F\"\n[link.broker]\nhost = \"broker.example\"\n[broker]\nid = \"example\"\nlink = \"broker\"\nport = 1883\npager = [\"page-sa\", "
        "\"--now\"]\n");
    toml.close();
    const auto broker = m_kit.prepare(u"facilityspager"_s);
    QVERIFY(broker);
    QVERIFY(::chmod(QFile::encodeName(file).constData(), 0666) == 0);
    QVERIFY2(m_kit.begin(*broker, {u"--facility"_s, facility}), broker->words().constData()); // the board is there all the same
    QVERIFY2(broker->log.contains("is not run") && !broker->log.contains("the broker runs:"), broker->log.constData());
    broker->process.terminate();
    QVERIFY(broker->process.waitForFinished(60000));
    broker->log.clear();
    QVERIFY(::chmod(QFile::encodeName(file).constData(), 0644) == 0 && ::chmod(QFile::encodeName(facility).constData(), 0755) == 0);
    QVERIFY(m_kit.begin(*broker, {u"--facility"_s, facility}));
    QVERIFY2(broker->log.contains("the broker runs: page-sa --now"), broker->log.constData());
    broker->process.terminate();
    QVERIFY(broker->process.waitForFinished(60000));
    // A slip of the pen in that file takes the pager, and not the board.
    broker->log.clear();
    QVERIFY(toml.open(QIODevice::Append) && toml.write("prot = 1\n") > 0);
    toml.close();
    QVERIFY(m_kit.begin(*broker, {u"--facility"_s, facility}));
    QVERIFY2(broker->log.contains("facility.toml:10:1") && !broker->log.contains("the broker runs:"), broker->log.constData());
    broker->process.terminate();
    QVERIFY(broker->process.waitForFinished(60000));
}

NIGHTDESK_GUILESS_TEST(BrokerPagerTest)
#include "brokerpagertest.moc"
