// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/backgroundjobs.h"

#include "sessions/common/logging.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QRunnable>
#include <QThread>

#include <atomic>
#include <mutex>
#include <vector>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr int sharedThreads = 64;

std::atomic<bool> s_waitsAtApplicationEnd = false; // true: a routine that waits for the shared jobs at the application's end is registered

/// A job that terminates the program when memory runs out. Qt's pool would catch the exception and log it; but code compiled without
/// exceptions does not release its locks, such as the log's own, when an exception passes, and then the whole program hangs.
class PoolJob : public QRunnable
{
public:
    explicit PoolJob(std::move_only_function<void()> job)
        : m_job(std::move(job))
    {
    }

    void run() noexcept override
    {
        m_job();
    }

private:
    std::move_only_function<void()> m_job;
};

/// The first use of KI18n creates an object with the thread affinity of the caller, so that has to be the main thread.
void initializeTranslations()
{
    if (QCoreApplication::instance() && QThread::isMainThread()) {
        KLocalizedString::languages();
    }
}

/// Keeps a pool whose jobs did not end: they may still use it.
void leaveBehind(QThreadPool *pool)
{
    static std::mutex mutex;
    static auto *const pools = new std::vector<QThreadPool *>;
    const std::scoped_lock lock(mutex);
    pools->push_back(pool);
}
}

BackgroundJobs::BackgroundJobs(const char *name, int threads, std::chrono::milliseconds endLimit)
    : m_threadName(name)
    , m_threadPool(new QThreadPool) // without an object name, so that Qt gives the threads its default name
    , m_shutdownTimeout(endLimit)
{
    initializeTranslations();
    m_threadPool->setMaxThreadCount(threads);
    m_threadPool->setExpiryTimeout(0); // idle threads end at once, because leak checks count threads
}

BackgroundJobs::~BackgroundJobs()
{
    if (waitForJobsAtShutdown()) {
        delete m_threadPool;
    } else {
        leaveBehind(m_threadPool);
    }
}

bool BackgroundJobs::waitForJobsAtShutdown()
{
    if (wait(m_shutdownTimeout)) {
        return true;
    }
    qCWarning(LogDesk) << "left behind, because it does not end:" << m_threadName;
    return false;
}

void BackgroundJobs::run(std::move_only_function<void()> job)
{
    m_threadPool->start(new PoolJob(std::move(job)));
}

bool BackgroundJobs::wait(std::chrono::milliseconds limit)
{
    return m_threadPool->waitForDone(QDeadlineTimer(limit));
}

BackgroundJobs &BackgroundJobs::shared()
{
    // Never deleted: threads that were abandoned, such as a link's, may use it while the application ends, or later.
    static auto *const jobs = new BackgroundJobs("background", sharedThreads);
    if (!s_waitsAtApplicationEnd.exchange(true)) {
        qAddPostRoutine([] {
            s_waitsAtApplicationEnd = false;
            jobs->waitForJobsAtShutdown();
        });
    }
    return *jobs;
}

BackgroundThread::BackgroundThread(const char *name, QObject *worker, std::chrono::milliseconds endLimit)
    : m_thread(new QThread)
    , m_worker(worker)
    , m_shutdownTimeout(endLimit)
{
    initializeTranslations();
    m_thread->setObjectName(QLatin1StringView(name));
    m_worker->moveToThread(m_thread);
    QObject::connect(m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread->start();
}

BackgroundThread::~BackgroundThread()
{
    m_worker->disconnect();
    // Queued: runs after the worker's pending calls.
    QMetaObject::invokeMethod(
        m_worker,
        [thread = m_thread] {
            thread->quit();
        },
        Qt::QueuedConnection);
    if (m_shutdownTimeout > 0ms && m_thread->wait(QDeadlineTimer(m_shutdownTimeout))) {
        delete m_thread;
        return;
    }
    qCWarning(LogDesk) << "left behind, because it does not end:" << m_thread->objectName();
    // Deletes the thread object if the abandoned thread ends after all.
    QObject::connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
    if (m_thread->isFinished()) {
        m_thread->deleteLater();
    }
}

void BackgroundThread::markWorkerAsHung()
{
    m_shutdownTimeout = 0ms;
}
}
