// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerprocess.h"

#include "sessions/desktops/framebufferstore.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QCoreApplication>
#include <QDir>
#include <QSignalSpy>
#include <QTest>

#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstring>
#include <new>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using Nightdesk::Test::waitFor;
namespace Wire = Nightdesk::RfbWire;

namespace
{
/// A worker with a script, its stream and what it says.
struct ProcessBench {
    explicit ProcessBench(const QStringList &script)
    {
        WorkerProcess::setProgramForTests({QString::fromLocal8Bit(SCRIPTED_WORKER), script});
        int pair[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0) {
            stream.reset(pair[0]);
            QObject::connect(&worker, &WorkerProcess::recordArrived, &worker, [this](const QByteArray &record, bool hasFd) {
                const auto message = Wire::decodeFromWorker(std::as_bytes(std::span(record.constData(), static_cast<std::size_t>(record.size()))), hasFd);
                if (message) {
                    heard.append(*message);
                }
            });
            QObject::connect(&worker, &WorkerProcess::ended, &worker, [this](const WorkerExit &how) {
                exit = how;
            });
            QObject::connect(&worker, &WorkerProcess::protocolViolated, &worker, [this](const QString &what) {
                misbehaviour = what;
            });
            started = worker.start(UniqueFd(pair[1]));
            worker.send(Wire::Start{});
        }
    }
    ~ProcessBench()
    {
        WorkerProcess::setProgramForTests({});
    }
    QString logged() const
    {
        for (const auto &message : heard) {
            if (const auto *log = std::get_if<Wire::Log>(&message)) {
                return QString::fromStdString(log->text);
            }
        }
        return {};
    }

    UniqueFd stream;
    WorkerProcess worker;
    std::expected<void, int> started = std::unexpected(-1);
    QList<Wire::FromWorker> heard;
    std::optional<WorkerExit> exit;
    QString misbehaviour;
};

bool isGone(qint64 pid)
{
    return !QDir(u"/proc/%1"_s.arg(pid)).exists(); // a zombie is still there
}
}

class WorkerProcessTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theRealOneIsFoundBesideTheProgram();
    void aMissingProgramIsAnError();
    void theyStartOneAfterTheOther();
    void aMissingProgramIsAnErrorInItsTurnToo();
    void itInheritsTwoDescriptorsAndLittleElse();
    void theStreamIsItsThirdDescriptor();
    void itsEndIsReported_data();
    void itsEndIsReported();
    void whoHangsUpIsKilled();
    void killLeavesNoZombie();
    void destroyingItKillsIt();
    void whatDoesNotFitIsQueuedAndPointersAreMerged();
    void pressesAndReleasesThatWaitStayWhereTheyWere();
    void whoDoesNotReadMisbehaves();
    void whatIsNoRecordIsMisbehaviour();
    void cpuTimeIsMeasured();
};

void WorkerProcessTest::theRealOneIsFoundBesideTheProgram()
{
    const QString program = WorkerProcess::findWorkerProgram();
    QCOMPARE(program, QCoreApplication::applicationDirPath() + u"/nightdesk-rfb"_s);
    QVERIFY(QFile::exists(program));
}

void WorkerProcessTest::aMissingProgramIsAnError()
{
    WorkerProcess::setProgramForTests({QCoreApplication::applicationDirPath() + u"/no-such-worker"_s, {}});
    WorkerProcess worker;
    const auto started = worker.start(UniqueFd(::dup(0)));
    WorkerProcess::setProgramForTests({});
    QVERIFY(!started);
    QCOMPARE(started.error(), ENOENT);
    QVERIFY(!worker.isRunning());
}

void WorkerProcessTest::theyStartOneAfterTheOther()
{
    WorkerProcess::setProgramForTests({QString::fromLocal8Bit(SCRIPTED_WORKER), {u"deaf"_s}});
    std::vector<std::unique_ptr<WorkerProcess>> workers(5);
    QList<std::size_t> order;
    QList<std::size_t> heard;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        workers[i] = std::make_unique<WorkerProcess>();
        connect(workers[i].get(), &WorkerProcess::started, this, [&, i] {
            order << i;
            if (i == 0) {
                workers[3]->kill(); // by somebody who is told
            }
        });
        connect(workers[i].get(), &WorkerProcess::recordArrived, this, [&, i] {
            if (!heard.contains(i)) {
                heard << i;
            }
        });
        QVERIFY(workers[i]->enqueueStart(UniqueFd(::dup(0))));
        workers[i]->send(Wire::Start{}); // waits for it
        QVERIFY(!workers[i]->isRunning());
        QCOMPARE(workers[i]->pid(), 0);
    }
    workers[1].reset(); // before its turn
    QVERIFY(WAIT_FOR(heard.size() == 3));
    WorkerProcess::setProgramForTests({});
    QCOMPARE(order, (QList<std::size_t>{0, 2, 4}));
    QVERIFY(workers[0]->isRunning() && workers[0]->pid() != 0);
    QVERIFY(!workers[3]->isRunning());
}

void WorkerProcessTest::aMissingProgramIsAnErrorInItsTurnToo()
{
    WorkerProcess::setProgramForTests({QCoreApplication::applicationDirPath() + u"/no-such-worker"_s, {}});
    WorkerProcess worker;
    const QSignalSpy failed(&worker, &WorkerProcess::startFailed);
    QVERIFY(worker.enqueueStart(UniqueFd(::dup(0))));
    WorkerProcess::setProgramForTests({});
    QVERIFY(WAIT_FOR(!failed.isEmpty()));
    QCOMPARE(failed.first().first().toInt(), ENOENT);
    QVERIFY(!worker.isRunning());
}

void WorkerProcessTest::itInheritsTwoDescriptorsAndLittleElse()
{
    qputenv("NIGHTDESK_PRIVATE", "secret");
    ProcessBench bench({u"inheritance"_s});
    QVERIFY(bench.started);
    QVERIFY(WAIT_FOR(!bench.logged().isEmpty() || bench.exit));
    QString text = bench.logged();
    text.remove(u" ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS"_s); // sanitizer builds alone pass these
    QCOMPARE(text, u"fds 0 1 2 3 4; environment PATH LC_ALL"_s);
}

void WorkerProcessTest::theStreamIsItsThirdDescriptor()
{
    ProcessBench bench({u"echo"_s});
    QVERIFY(bench.started);
    QCOMPARE(::write(bench.stream.get(), "RFB 003.008", 11), ssize_t(11));
    QVERIFY(WAIT_FOR(!bench.logged().isEmpty()));
    QCOMPARE(bench.logged(), u"RFB 003.008"_s);
    bench.stream.reset(); // nobody else holds the far end open
    QVERIFY(WAIT_FOR(bench.exit.has_value()));
    QCOMPARE(*bench.exit, (WorkerExit{0, 0}));
}

void WorkerProcessTest::itsEndIsReported_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("signal");
    QTest::newRow("exit 0") << QStringList{u"exit"_s, u"0"_s} << 0 << 0;
    QTest::newRow("exit 3") << QStringList{u"exit"_s, u"3"_s} << 3 << 0;
    QTest::newRow("crash") << QStringList{u"signal"_s, QString::number(SIGKILL)} << 0 << SIGKILL;
    QTest::newRow("forbidden system call") << QStringList{u"signal"_s, QString::number(SIGSYS)} << 0 << SIGSYS;
}

void WorkerProcessTest::itsEndIsReported()
{
    QFETCH(const QStringList, script);
    QFETCH(const int, code);
    QFETCH(const int, signal);
    ProcessBench bench(script);
    QVERIFY(bench.started);
    const qint64 pid = bench.worker.pid();
    QVERIFY(pid > 0);
    QVERIFY(WAIT_FOR(bench.exit.has_value()));
    QCOMPARE(*bench.exit, (WorkerExit{code, signal}));
    QVERIFY(isGone(pid));
    QVERIFY(!bench.worker.isRunning());
}

void WorkerProcessTest::whoHangsUpIsKilled()
{
    ProcessBench bench({u"hang up"_s});
    QVERIFY(bench.started);
    QVERIFY(WAIT_FOR(bench.exit.has_value()));
    QCOMPARE(bench.exit->signal, SIGKILL);
    QCOMPARE(bench.heard.size(), 1); // what it said before was heard
}

void WorkerProcessTest::killLeavesNoZombie()
{
    ProcessBench bench({u"good"_s});
    QVERIFY(bench.started);
    const qint64 pid = bench.worker.pid();
    QVERIFY(WAIT_FOR(bench.heard.size() >= 5));
    bench.worker.kill();
    QVERIFY(!bench.worker.isRunning());
    QVERIFY(WAIT_FOR(isGone(pid)));
    QVERIFY(!bench.exit); // nobody is told of what he did himself
}

void WorkerProcessTest::destroyingItKillsIt()
{
    qint64 pid = 0;
    {
        ProcessBench bench({u"deaf"_s});
        QVERIFY(bench.started);
        pid = bench.worker.pid();
    }
    QVERIFY(WAIT_FOR(isGone(pid)));
}

void WorkerProcessTest::whatDoesNotFitIsQueuedAndPointersAreMerged()
{
    ProcessBench bench({u"deaf"_s});
    QVERIFY(bench.started);
    QVERIFY(WAIT_FOR(!bench.heard.isEmpty()));
    // Nobody reads: a hundred thousand moves are one waiting position, and nothing blocks.
    for (int i = 0; i < 100000; ++i) {
        bench.worker.send(Wire::Pointer{static_cast<quint16>(i % 1000), 5, 0});
    }
    QVERIFY(bench.misbehaviour.isEmpty());
}

void WorkerProcessTest::pressesAndReleasesThatWaitStayWhereTheyWere()
{
    ProcessBench bench({u"pointers"_s});
    QVERIFY(bench.started);
    QVERIFY(WAIT_FOR(!bench.heard.isEmpty()));
    ::kill(static_cast<pid_t>(bench.worker.pid()), SIGSTOP);
    for (int i = 0; i < 1500; ++i) { // more than the socket holds
        bench.worker.send(Wire::Key{0x61, i % 2 == 0});
    }
    bench.worker.send(Wire::Pointer{10, 5, 0});
    bench.worker.send(Wire::Pointer{10, 5, 1}); // pressed here
    for (quint16 x = 11; x < 60; ++x) {
        bench.worker.send(Wire::Pointer{x, 5, 1});
    }
    bench.worker.send(Wire::Pointer{60, 5, 0}); // and let go of here
    for (quint16 x = 61; x < 90; ++x) {
        bench.worker.send(Wire::Pointer{x, 5, 0});
    }
    bench.worker.send(Wire::DamagePainted{1, 1});
    QVERIFY(bench.misbehaviour.isEmpty());
    ::kill(static_cast<pid_t>(bench.worker.pid()), SIGCONT);
    QVERIFY(WAIT_FOR(!bench.logged().isEmpty() || bench.exit));
    QCOMPARE(bench.logged(), u"10:0 10:1 59:1 60:0 89:0 "_s);
}

void WorkerProcessTest::whoDoesNotReadMisbehaves()
{
    ProcessBench bench({u"deaf"_s});
    QVERIFY(bench.started);
    QVERIFY(WAIT_FOR(!bench.heard.isEmpty()));
    for (int i = 0; i < 10000 && bench.misbehaviour.isEmpty(); ++i) {
        bench.worker.send(Wire::Key{0x61, i % 2 == 0});
    }
    QVERIFY(!bench.misbehaviour.isEmpty());
}

void WorkerProcessTest::whatIsNoRecordIsMisbehaviour()
{
    ProcessBench bench({u"too long"_s});
    QVERIFY(bench.started);
    QVERIFY(WAIT_FOR(bench.heard.size() >= 5)); // wants a picture
    FramebufferStore store;
    const auto made = store.createFramebuffer(320, 200);
    QVERIFY(made);
    bench.worker.send(Wire::SharedFramebuffer{made->picture.generation, 320, 200}, made->fd.get());
    QVERIFY(WAIT_FOR(bench.heard.size() >= 6)); // damage: it could not cut the picture short
    QCOMPARE(made->picture.image.pixel(319, 199), 0xff404040u);
    bench.worker.send(Wire::DamagePainted{made->picture.generation, 1});
    QVERIFY(WAIT_FOR(!bench.misbehaviour.isEmpty()));
}

void WorkerProcessTest::cpuTimeIsMeasured()
{
    ProcessBench bench({u"deaf"_s});
    QVERIFY(bench.started);
    QVERIFY(bench.worker.cpuTime().has_value());
    QVERIFY(*bench.worker.cpuTime() < 10s);
    bench.worker.kill();
    QVERIFY(!bench.worker.cpuTime().has_value());
}

NIGHTDESK_GUILESS_TEST(WorkerProcessTest)
#include "workerprocesstest.moc"
