// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/pager/pager.h"

#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const DeskName left{.site = u"santa-cruz"_s, .desk = u"left"_s};
const DeskName one{.site = u"hilo"_s, .desk = u"one"_s};

BoardWire::Call callSaying(const QString &id, BoardWire::CallState state = BoardWire::CallState::Ringing)
{
    BoardWire::Call call;
    call.id = id;
    call.caller = u"Sandy"_s;
    call.text = u"the guider is lost; rm -rf $(pwd)"_s;
    call.state = state;
    return call;
}

PagerPolicy::Time at(std::chrono::seconds seconds)
{
    return PagerPolicy::Time{} + 1000s + seconds;
}
}

/// When the pager is run, and how: with a real script.
class PagerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void judges_data();
    void judges();
    void oneDeskCannotKeepAnotherWaiting();
    void endsAtSomeTime();
    void aNewCallEachMinuteDoesNotWakeAllNight();
    void runsAScript();
    void oneCallIsOneRun();
    void isNoShell();
    void hangingOnesAreEnded();
    void whatItLeavesBehindIsEnded();
    void whatCannotBeRunIsTold();
    void endsWithItsObject();

private:
    QString script(const QByteArray &text);
    QByteArray written(const QString &name) const;
    QTemporaryDir m_directory;
    int m_scripts = 0;
};

struct PagerStep {
    std::chrono::seconds at;
    QString what; ///< "ring A", "heard A", "over A", "due", "-"
    bool operator==(const PagerStep &) const = default;
};
Q_DECLARE_METATYPE(PagerStep)

void PagerTest::judges_data()
{
    QTest::addColumn<QList<PagerStep>>("steps");
    QTest::newRow("a call is run at once, and once") << QList<PagerStep>{{0s, u"ring A"_s}, {0s, u"due A"_s}, {1s, u"none"_s}, {299s, u"none"_s}};
    QTest::newRow("said again it is the same") << QList<PagerStep>{{0s, u"ring A"_s}, {0s, u"due A"_s}, {60s, u"ring A"_s}, {120s, u"none"_s}};
    QTest::newRow("again after five minutes")
        << QList<PagerStep>{{0s, u"ring A"_s}, {0s, u"due A"_s}, {300s, u"due A"_s}, {301s, u"none"_s}, {600s, u"due A"_s}};
    QTest::newRow("not when it was acknowledged")
        << QList<PagerStep>{{0s, u"ring A"_s}, {0s, u"due A"_s}, {100s, u"heard A"_s}, {300s, u"none"_s}, {900s, u"none"_s}};
    QTest::newRow("not when it is over") << QList<PagerStep>{{0s, u"ring A"_s}, {0s, u"due A"_s}, {100s, u"over A"_s}, {300s, u"none"_s}};
    QTest::newRow("not what was acknowledged before it came") << QList<PagerStep>{{0s, u"heard A"_s}, {0s, u"none"_s}};
    QTest::newRow("a second call waits for a minute")
        << QList<PagerStep>{{0s, u"ring A"_s}, {0s, u"due A"_s}, {10s, u"over A"_s}, {20s, u"ring B"_s}, {20s, u"none"_s}, {59s, u"none"_s}, {60s, u"due B"_s}};
    QTest::newRow("a new call each second is run once a minute") << QList<PagerStep>{{0s, u"ring A"_s},
                                                                                     {0s, u"due A"_s},
                                                                                     {1s, u"ring B"_s},
                                                                                     {2s, u"ring C"_s},
                                                                                     {3s, u"none"_s},
                                                                                     {60s, u"due C"_s},
                                                                                     {61s, u"ring D"_s},
                                                                                     {62s, u"none"_s}};
    QTest::newRow("each further call that nobody has heard waits twice as long") << QList<PagerStep>{{0s, u"ring A"_s},
                                                                                                     {0s, u"due A"_s},
                                                                                                     {1s, u"ring B"_s},
                                                                                                     {60s, u"due B"_s},
                                                                                                     {61s, u"ring C"_s},
                                                                                                     {179s, u"none"_s},
                                                                                                     {180s, u"due C"_s},
                                                                                                     {181s, u"over C"_s},
                                                                                                     {182s, u"ring D"_s},
                                                                                                     {419s, u"none"_s},
                                                                                                     {420s, u"due D"_s}};
    QTest::newRow("until one is acknowledged") << QList<PagerStep>{{0s, u"ring A"_s},
                                                                   {0s, u"due A"_s},
                                                                   {1s, u"ring B"_s},
                                                                   {60s, u"due B"_s},
                                                                   {61s, u"heard B"_s},
                                                                   {62s, u"ring C"_s},
                                                                   {120s, u"due C"_s}};
}

void PagerTest::judges()
{
    QFETCH(QList<PagerStep>, steps);
    PagerPolicy judge;
    for (const PagerStep &step : steps) {
        const QString what = step.what.section(u' ', 0, 0);
        const QString id = step.what.section(u' ', 1);
        if (what == "ring"_L1) {
            judge.addOrUpdateCall(left, callSaying(id), at(step.at));
        } else if (what == "heard"_L1) {
            judge.addOrUpdateCall(left, callSaying(id, BoardWire::CallState::Acknowledged), at(step.at));
        } else if (what == "over"_L1) {
            judge.addOrUpdateCall(left, callSaying(id, BoardWire::CallState::Over), at(step.at));
        } else {
            const auto due = judge.takeDueCall(at(step.at));
            QVERIFY2(due.has_value() == (what == "due"_L1), qPrintable(step.what));
            QCOMPARE(due ? due->call.id : QString(), id);
        }
    }
}

void PagerTest::oneDeskCannotKeepAnotherWaiting()
{
    PagerPolicy judge;
    judge.addOrUpdateCall(left, callSaying(u"A"_s), at(0s));
    QCOMPARE(judge.takeDueCall(at(0s))->desk, left);
    judge.addOrUpdateCall(left, callSaying(u"B"_s), at(1s));
    judge.addOrUpdateCall(one, callSaying(u"C"_s), at(30s));
    judge.addOrUpdateCall(left, callSaying(u"D"_s), at(31s));
    QCOMPARE(judge.nextDueTime(), std::optional(at(60s)));
    QCOMPARE(judge.takeDueCall(at(60s))->desk, one);
    QCOMPARE(judge.takeDueCall(at(120s))->desk, left);
}

void PagerTest::endsAtSomeTime()
{
    PagerPolicy judge;
    judge.addOrUpdateCall(left, callSaying(u"A"_s), at(0s));
    int runs = 0;
    for (std::chrono::seconds now{0}; now < 24h; now += 60s) {
        runs += judge.takeDueCall(at(now)) ? 1 : 0;
    }
    QCOMPARE(runs, PagerPolicy::maxCommandRunsPerCall);
    QVERIFY(!judge.nextDueTime());
}

void PagerTest::aNewCallEachMinuteDoesNotWakeAllNight()
{
    PagerPolicy judge;
    int runs = 0;
    for (std::chrono::seconds now{0}; now < 10h; now += 60s) {
        judge.addOrUpdateCall(left, callSaying(QString::number(now.count())), at(now));
        runs += judge.takeDueCall(at(now)) ? 1 : 0;
    }
    QVERIFY2(runs >= 10 && runs <= 20, qPrintable(QString::number(runs)));
    // Another desk is heard at once, and this one the next night.
    judge.addOrUpdateCall(one, callSaying(u"A"_s), at(10h));
    QCOMPARE(judge.takeDueCall(at(10h))->desk, one);
    judge.addOrUpdateCall(left, callSaying(u"B"_s), at(24h));
    QCOMPARE(judge.takeDueCall(at(24h))->desk, left);
}

QString PagerTest::script(const QByteArray &text)
{
    QFile file(m_directory.filePath(u"pager %1"_s.arg(++m_scripts)));
    if (file.open(QIODevice::WriteOnly)) {
        file.write("#!/bin/sh\ncd '" + m_directory.path().toUtf8() + "' || exit 9\n" + text);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }
    return file.fileName();
}

QByteArray PagerTest::written(const QString &name) const
{
    QFile file(m_directory.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void PagerTest::runsAScript()
{
    qputenv("NIGHTDESK_TEST_SECRET", "x");
    Pager pager({script("printf '%s\\n' \"$@\" > words; cat > text; env > environment; echo woken; exit 3\n"), u"--now"_s});
    QStringList log;
    connect(&pager, &Pager::logLineReady, this, [&log](const QString &line) {
        log.append(line);
    });
    pager.receiveCall(left, callSaying(u"0123456789abcdef"_s));
    QVERIFY(WAIT_FOR(log.join(u'\n').contains("exit code 3"_L1)));
    QCOMPARE(written(u"words"_s), "--now\nsanta-cruz/left\nSandy\n0123456789abcdef\n");
    QCOMPARE(written(u"text"_s), "the guider is lost; rm -rf $(pwd)\n");
    QVERIFY(!written(u"environment"_s).contains("NIGHTDESK_TEST_SECRET"));
    QVERIFY(written(u"environment"_s).contains("PATH="));
    QVERIFY2(log.join(u'\n').contains("woken"_L1), qPrintable(log.join(u'\n')));
}

void PagerTest::oneCallIsOneRun()
{
    Pager pager({script("echo run >> runs\n")});
    QSignalSpy said(&pager, &Pager::logLineReady);
    for (int i = 0; i < 20; ++i) {
        pager.receiveCall(left, callSaying(u"A"_s));
        pager.receiveCall(one, callSaying(u"B"_s)); // within the minute
    }
    QVERIFY(WAIT_FOR(said.size() >= 2));
    pager.receiveCall(left, callSaying(u"A"_s));
    QTest::qWait(0);
    QCOMPARE(written(u"runs"_s), "run\n");
}

void PagerTest::isNoShell()
{
    BoardWire::Call call = callSaying(u"-rf; touch injected; `touch injected`"_s);
    call.caller = u"--help $(touch injected)\nline"_s;
    Pager pager({script("printf '%s|' \"$#\" \"$@\" > shell\n")});
    QSignalSpy said(&pager, &Pager::logLineReady);
    pager.receiveCall(left, call);
    QVERIFY(WAIT_FOR(said.size() >= 2));
    QCOMPARE(written(u"shell"_s), "3|santa-cruz/left|_--help $(touch injected) line|_-rf; touch injected; `touch injected`|");
    QVERIFY(!QFile::exists(m_directory.filePath(u"injected"_s)));
}

void PagerTest::hangingOnesAreEnded()
{
    pid_t child = 0;
    // A limit that passes before the program has begun ends nothing, and a busy machine takes long to start it.
    for (std::chrono::milliseconds limit = 3s; child <= 0 && limit <= 30s; limit *= 10) {
        Pager pager({script("sleep 1000 & echo $! > child; wait\n")}, nullptr, limit);
        QStringList log;
        connect(&pager, &Pager::logLineReady, this, [&log](const QString &line) {
            log.append(line);
        });
        pager.receiveCall(left, callSaying(u"A"_s));
        QVERIFY(WAIT_FOR(log.join(u'\n').contains("was stopped"_L1), limit + 30s));
        QVERIFY(log.join(u'\n').contains("too long"_L1));
        child = written(u"child"_s).trimmed().toInt();
    }
    QVERIFY(child > 0);
    QVERIFY(Test::waitFor([child] {
        QFile status(u"/proc/%1/status"_s.arg(child));
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains("State:\tZ");
    }));
}

void PagerTest::whatItLeavesBehindIsEnded()
{
    Pager pager({script("sleep 1000 > /dev/null 2>&1 & echo $! > left\n")});
    QStringList log;
    connect(&pager, &Pager::logLineReady, this, [&log](const QString &line) {
        log.append(line);
    });
    pager.receiveCall(left, callSaying(u"A"_s));
    QVERIFY(WAIT_FOR(log.join(u'\n').contains("has finished"_L1)));
    const pid_t child = written(u"left"_s).trimmed().toInt();
    QVERIFY(child > 0);
    QVERIFY(Test::waitFor([child] {
        QFile status(u"/proc/%1/status"_s.arg(child));
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains("State:\tZ");
    }));
}

void PagerTest::whatCannotBeRunIsTold()
{
    Pager pager({m_directory.filePath(u"no such program"_s)});
    QSignalSpy said(&pager, &Pager::logLineReady);
    pager.receiveCall(left, callSaying(u"A"_s));
    QVERIFY(WAIT_FOR(said.size() >= 2));
    QVERIFY(said.last().at(0).toString().contains("cannot be run"_L1));
}

void PagerTest::endsWithItsObject()
{
    auto pager = std::make_unique<Pager>(QStringList{script("echo $$ > self; exec sleep 1000\n")});
    pager->receiveCall(left, callSaying(u"A"_s));
    QVERIFY(WAIT_FOR(written(u"self"_s).endsWith('\n')));
    pager.reset();
    QFile status(u"/proc/%1/status"_s.arg(written(u"self"_s).trimmed().toInt()));
    QVERIFY(!status.open(QIODevice::ReadOnly) || status.readAll().contains("State:\tZ"));
}

NIGHTDESK_GUILESS_TEST(PagerTest)
#include "pagertest.moc"
