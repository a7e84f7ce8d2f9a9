// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/realdesk.h"
#include "tests/facility/testfacility.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// What a run of the program printed.
struct RunOfMeasure {
    int code = -1;
    QString out;
    QString err;
};
}

/// `nightdesk measure` with the real console on a real facility.
class MeasureCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aConsoleIsMeasured();
    void onlyConnectionsThatThereAre();
    void cleanupTestCase();

private:
    RunOfMeasure measure(const QStringList &options) const;

    TestFacility m_facility;
    std::unique_ptr<RealDesk> m_desk;
    QProcess *m_console = nullptr;
};

void MeasureCommandTest::initTestCase()
{
    const auto started = m_facility.start({u"--desktops"_s, u"1"_s, u"--size"_s, u"640x480"_s, u"--bare"_s, u"--no-wait"_s});
    QVERIFY2(started, started ? "" : qPrintable(started.error()));
    m_desk = std::make_unique<RealDesk>();
    QVERIFY(m_desk->start());
    const QStringList where{u"--site"_s, u"desk"_s, u"--facility"_s, m_facility.facilityDirectory()};
    QCOMPARE(m_desk->run(QStringList{u"trust"_s, u"lris"_s, u"--yes"_s} + where), 0);
    m_console = m_desk->startConsole(QStringList{u"connect"_s, u"lris"_s} + where);
    QVERIFY(WAIT_FOR(m_desk->live(m_console) >= 1, 120s));
    // Figures come with the second after: a rate needs two looks.
    QVERIFY(WAIT_FOR(m_desk->status(m_console)["displays"_L1][0]["figures"_L1]["framesPerSecond"_L1].isDouble(), 60s));
    QVERIFY(WAIT_FOR(m_desk->status(m_console)["links"_L1][0]["inBytesPerSecond"_L1].isDouble(), 60s));
}

void MeasureCommandTest::cleanupTestCase()
{
    m_desk.reset();
}

RunOfMeasure MeasureCommandTest::measure(const QStringList &options) const
{
    QProcess process;
    endWithUs(process);
    process.setProcessEnvironment(m_desk->environment());
    process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, QStringList{u"measure"_s} + options);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit) {
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

void MeasureCommandTest::aConsoleIsMeasured()
{
    QJsonObject status;
    RunOfMeasure now;
    const auto layers = [](const QJsonObject &of) {
        return of["links"_L1][0]["layers"_L1].toArray().size();
    };
    QVERIFY(WAIT_FOR([&] { // layers are measured one after the other: until none came while it ran
        status = m_desk->status(m_console);
        now = measure({u"--json"_s});
        return now.code != 0 || layers(status) == layers(m_desk->status(m_console));
    }()));
    QVERIFY2(now.code == 0, qPrintable(now.err));
    const QJsonObject once = QJsonDocument::fromJson(now.out.toUtf8()).object();
    const QJsonObject link = status["links"_L1][0].toObject();
    QCOMPARE(once["process"_L1].toInteger(), status["process"_L1].toInteger());
    QCOMPARE(once["links"_L1][0]["host"_L1], link["host"_L1]);
    QCOMPARE(layers(once), layers(status));
    QCOMPARE(once["displays"_L1][0]["link"_L1], link["id"_L1]);

    RunOfMeasure sampled;
    QJsonObject result;
    QJsonValue rate;
    waitFor([&] { // an ssh server that gets no processor for a second sends nothing in it
        sampled = measure({u"--json"_s, u"--seconds"_s, u"2"_s, u"--link"_s, link["host"_L1].toString()});
        result = QJsonDocument::fromJson(sampled.out.toUtf8()).object();
        rate = result["links"_L1][0]["sampled"_L1]["inBytesPerSecond"_L1];
        return sampled.code != 0 || rate["min"_L1].toDouble() > 0;
    });
    QVERIFY2(sampled.code == 0, qPrintable(sampled.err));
    QCOMPARE(result["readings"_L1].toInt(), 3);
    QVERIFY2(rate["min"_L1].toDouble() > 0 && rate["min"_L1].toDouble() <= rate["p50"_L1].toDouble() && rate["p50"_L1].toDouble() <= rate["p95"_L1].toDouble(),
             qPrintable(sampled.out)); // ssh requests at least
    QVERIFY(result["displays"_L1][0]["figures"_L1]["sampled"_L1]["framesPerSecond"_L1]["p95"_L1].isDouble());

    const RunOfMeasure text = measure({});
    QVERIFY2(text.code == 0, qPrintable(text.err));
    QCOMPARE(text.err, QString());
    const QString title = u"Connection to "_s + link["host"_L1].toString();
    for (const QString &part : {title, u"ssh request to reply"_s, u"Received: "_s, u"Desktop "_s, u"Frames per second"_s}) {
        QVERIFY2(text.out.contains(part), qPrintable(text.out));
    }
}

void MeasureCommandTest::onlyConnectionsThatThereAre()
{
    const QString host = m_desk->status(m_console)["links"_L1][0]["host"_L1].toString();
    const RunOfMeasure ended = measure({u"--link"_s, u"nowhere.example"_s, u"--seconds"_s, u"30"_s}); // said at once
    QCOMPARE(ended.code, 1);
    QCOMPARE(ended.out, QString());
    QVERIFY2(ended.err.contains(u"“nowhere.example”"_s) && ended.err.contains(host), qPrintable(ended.err));
    m_desk->kill(m_console);
    const RunOfMeasure alone = measure({});
    QCOMPARE(alone.code, 1);
    QVERIFY2(alone.err.contains(u"No console"_s), qPrintable(alone.err));
}

NIGHTDESK_GUILESS_TEST(MeasureCommandTest)
#include "measurecommandtest.moc"
