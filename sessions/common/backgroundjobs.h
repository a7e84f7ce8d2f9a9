// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <chrono>
#include <functional>
#include <type_traits>
#include <utility>

class QThread;

namespace Nightdesk
{
/// Default time limit for waiting for background work in a destructor.
inline constexpr std::chrono::seconds backgroundEndLimit{1};

/// Runs jobs on separate threads, because they wait for disks, network shares, name servers or other programs, which may never answer.
/// A system call cannot be canceled, so a job that hangs is abandoned: it ends with the process. Any thread may start jobs; jobs own
/// all data that they use. Each store or watch with such jobs owns one instance.
class BackgroundJobs
{
public:
    /// @p name: a literal, for the log. @p threads: number of jobs that run at the same time; with one thread, jobs run in order.
    explicit BackgroundJobs(const char *name, int threads = 1, std::chrono::milliseconds endLimit = backgroundEndLimit);
    /// Waits for the started jobs, at most until the time limit.
    ~BackgroundJobs();
    Q_DISABLE_COPY_MOVE(BackgroundJobs)

    void run(std::move_only_function<void()> job);

    /// Passes the result of @p job to @p then on the thread of @p context, unless @p context was destroyed meanwhile.
    template<typename Job, typename Then>
    void run(Job job, QObject *context, Then then)
    {
        using Result = std::invoke_result_t<Job>;
        QPromise<Result> promise;
        promise.start();
        promise.future().then(context, [then = std::move(then)](const Result &result) {
            then(result);
        });
        run([promise = std::move(promise), job = std::move(job)]() mutable {
            promise.addResult(job());
            promise.finish();
        });
    }

    /// Waits for all jobs. False: the time limit passed first.
    bool wait(std::chrono::milliseconds limit);

    /// The shared pool for jobs whose order does not matter. The end of the application waits for its jobs, up to a time limit. The pool is never
    /// deleted, so jobs may be started even after that. It has enough threads that a few hanging jobs do not block others.
    static BackgroundJobs &shared();

private:
    bool waitForJobsAtShutdown();

    const char *const m_threadName;
    QThreadPool *m_threadPool;
    const std::chrono::milliseconds m_shutdownTimeout;
};

/// A thread with an event loop for one worker object, which is called by QMetaObject::invokeMethod() and answers by signals. GUI thread.
/// Owned by the object that uses the worker.
class BackgroundThread
{
public:
    /// Takes ownership of @p worker, which has no parent; it is deleted on its thread. @p name: the name of the thread,
    /// also used in the log.
    explicit BackgroundThread(const char *name, QObject *worker, std::chrono::milliseconds endLimit = backgroundEndLimit);
    /// Disconnects the worker's signals. Waits for the worker's pending calls up to the time limit, else abandons the
    /// thread.
    ~BackgroundThread();
    Q_DISABLE_COPY_MOVE(BackgroundThread)

    /// The worker is known to hang, so the destructor will not wait.
    void markWorkerAsHung();

private:
    QThread *m_thread;
    QObject *m_worker;
    std::chrono::milliseconds m_shutdownTimeout;
};
}
