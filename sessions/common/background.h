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
/// How long the end of something waits for what it does in the background.
inline constexpr std::chrono::seconds backgroundEndLimit{1};

/// Jobs on threads of their own, because they wait for disks, shares, name servers or other programs, which may never answer. No system
/// call can be taken back, so one that hangs is left behind: it ends with the process. Any thread may start jobs; jobs own
/// all they use. Each store or watch that has such jobs owns one.
class BackgroundJobs
{
public:
    /// @p name: a literal, for the log. @p threads: so many jobs at a time; with one they run in their order.
    explicit BackgroundJobs(const char *name, int threads = 1, std::chrono::milliseconds endLimit = backgroundEndLimit);
    /// Waits for what was started, up to the limit.
    ~BackgroundJobs();
    Q_DISABLE_COPY_MOVE(BackgroundJobs)

    template<typename Job>
    void run(Job job)
    {
        start(std::move(job));
    }

    /// Hands what @p job returns to @p then, on the thread of @p context, unless that is gone by then.
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

    /// False: the limit passed first.
    bool wait(std::chrono::milliseconds limit);

    /// For jobs whose order does not matter. The end of the application waits for them, up to the limit; they may be used after it as
    /// well. So many that some which hang hold up no other.
    static BackgroundJobs &shared();

private:
    void start(std::move_only_function<void()> job);
    bool waitAtEnd();

    const char *const m_name;
    QThreadPool *m_pool;
    const std::chrono::milliseconds m_endLimit;
};

/// A thread with an event loop for one object, which gets its calls by QMetaObject::invokeMethod() and answers by signals. GUI thread.
/// Owned by what has the work on it.
class BackgroundThread
{
public:
    /// Takes @p worker over, which has no parent; it is deleted on its thread. @p name: of the thread, and for the log.
    explicit BackgroundThread(const char *name, QObject *worker, std::chrono::milliseconds endLimit = backgroundEndLimit);
    /// No signal of the worker arrives any more. Waits up to the limit for the calls it was given, else leaves it behind.
    ~BackgroundThread();
    Q_DISABLE_COPY_MOVE(BackgroundThread)

    /// The destructor is to wait for nothing: it is known that the worker hangs.
    void leaveBehind();

private:
    QThread *m_thread;
    QObject *m_worker;
    std::chrono::milliseconds m_endLimit;
};
}
