// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/backgroundjobs.h"
#include "tests/support/testprogram.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>

using namespace Nightdesk;
using namespace std::chrono_literals;

namespace
{
/// Never released: what waits for it hangs until the process ends.
QSemaphore &never()
{
    static auto *const semaphore = new QSemaphore;
    return *semaphore;
}

constexpr int soon = 20000; ///< ms; less than a hanging call takes
}

/// What waits for disks and shares, on threads of its own.
class BackgroundTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void answersOnTheContextsThread();
    void contextIsGone();
    void oneThreadKeepsTheOrder();
    void endWaitsForJobs();
    void endLimitPasses();
    void threadDoesWhatItWasGiven();
    void threadThatHangs_data();
    void threadThatHangs();
};

void BackgroundTest::answersOnTheContextsThread()
{
    QThread thread;
    auto *context = new QObject;
    context->moveToThread(&thread);
    connect(&thread, &QThread::finished, context, &QObject::deleteLater);
    thread.start();
    BackgroundJobs jobs("test");
    QSemaphore answered;
    const QThread *ranOn = nullptr;
    const QThread *answeredOn = nullptr;
    int answer = 0;
    jobs.run(
        [&ranOn] {
            ranOn = QThread::currentThread();
            return 42;
        },
        context,
        [&](int result) {
            answer = result;
            answeredOn = QThread::currentThread();
            answered.release();
        });
    const bool isAnswered = answered.tryAcquire(1, 30000);
    thread.quit();
    thread.wait();
    QVERIFY(isAnswered);
    QCOMPARE(answer, 42);
    QCOMPARE(answeredOn, &thread);
    QVERIFY(ranOn && ranOn != &thread && ranOn != QThread::currentThread());
}

void BackgroundTest::contextIsGone()
{
    BackgroundJobs jobs("test");
    QSemaphore mayEnd;
    std::atomic<bool> isAnswered = false;
    auto context = std::make_unique<QObject>();
    jobs.run(
        [&mayEnd] {
            return mayEnd.tryAcquire(1, 30000);
        },
        context.get(),
        [&isAnswered](bool) {
            isAnswered = true;
        });
    context.reset();
    mayEnd.release();
    QVERIFY(jobs.wait(30s));
    QCoreApplication::sendPostedEvents();
    QVERIFY(!isAnswered);
}

void BackgroundTest::oneThreadKeepsTheOrder()
{
    BackgroundJobs jobs("test");
    QList<int> done; // by one job at a time
    QList<int> expected;
    for (int i = 0; i < 200; ++i) {
        expected.append(i);
        jobs.run([&done, i] {
            done.append(i);
        });
    }
    QVERIFY(jobs.wait(30s));
    QCOMPARE(done, expected);
}

void BackgroundTest::endWaitsForJobs()
{
    QSemaphore mayEnd;
    std::atomic<int> done = 0;
    {
        BackgroundJobs jobs("test", 1, 30s);
        jobs.run([&] {
            done += mayEnd.tryAcquire(1, 30000) ? 1 : 0;
        });
        jobs.run([&done] {
            ++done;
        });
        mayEnd.release();
    }
    QCOMPARE(done.load(), 2);
}

void BackgroundTest::endLimitPasses()
{
    QElapsedTimer elapsed;
    {
        BackgroundJobs jobs("stuck", 1, 50ms);
        QSemaphore began;
        jobs.run([&began] {
            began.release();
            never().acquire();
        });
        QVERIFY(began.tryAcquire(1, 30000));
        QVERIFY(!jobs.wait(1ms));
        QTest::ignoreMessage(QtWarningMsg, "left behind, because it does not end: stuck");
        elapsed.start();
    }
    QVERIFY2(elapsed.elapsed() >= 50 && elapsed.elapsed() < soon, qPrintable(QString::number(elapsed.elapsed())));
}

void BackgroundTest::threadDoesWhatItWasGiven()
{
    std::atomic<int> done = 0;
    std::atomic<bool> isDeletedThere = false;
    {
        auto *worker = new QObject;
        BackgroundThread thread("test", worker, 30s);
        QThread *const its = worker->thread();
        QVERIFY(its != QThread::currentThread());
        auto *part = new QObject;
        part->moveToThread(its);
        QMetaObject::invokeMethod(worker, [worker, part] {
            part->setParent(worker);
        });
        connect(
            part,
            &QObject::destroyed,
            part,
            [&isDeletedThere, its] {
                isDeletedThere = QThread::currentThread() == its;
            },
            Qt::DirectConnection);
        for (int i = 0; i < 50; ++i) {
            QMetaObject::invokeMethod(worker, [&done] {
                ++done;
            });
        }
    }
    QCOMPARE(done.load(), 50);
    QVERIFY(isDeletedThere);
}

void BackgroundTest::threadThatHangs_data()
{
    QTest::addColumn<int>("limit"); // ms
    QTest::addColumn<bool>("isLeftBehind");
    QTest::newRow("it is waited for up to the limit") << 50 << false;
    QTest::newRow("known to hang, it is not waited for") << 60000 << true;
}

void BackgroundTest::threadThatHangs()
{
    QFETCH(int, limit);
    QFETCH(bool, isLeftBehind);
    QElapsedTimer elapsed;
    {
        auto *worker = new QObject;
        BackgroundThread thread("stuck", worker, std::chrono::milliseconds(limit));
        QSemaphore began;
        QMetaObject::invokeMethod(worker, [&began] {
            began.release();
            never().acquire();
        });
        QVERIFY(began.tryAcquire(1, 30000));
        if (isLeftBehind) {
            thread.markWorkerAsHung();
        }
        QTest::ignoreMessage(QtWarningMsg, "left behind, because it does not end: \"stuck\"");
        elapsed.start();
    }
    QVERIFY2(elapsed.elapsed() < soon && (isLeftBehind || elapsed.elapsed() >= limit), qPrintable(QString::number(elapsed.elapsed())));
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    int failed = 0;
    BackgroundJobs *shared = nullptr;
    {
        QCoreApplication application(argc, argv);
        shared = &BackgroundJobs::shared();
        BackgroundTest test;
        QTest::setMainSourcePath(__FILE__);
        failed = QTest::qExec(&test, argc, argv);
    }
    // Threads that outlive the application still have the shared jobs.
    std::atomic<bool> hasRun = false;
    shared->run([&hasRun] {
        hasRun = true;
    });
    if (shared != &BackgroundJobs::shared() || !shared->wait(30s) || !hasRun) {
        qCritical("the shared jobs ended with the application");
        return failed + 1;
    }
    return failed;
}

#include "backgroundtest.moc"
