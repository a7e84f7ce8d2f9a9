// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/rfbwire/messages.h"
#include "sessions/rfbwire/recordsocket.h"

#include <QObject>
#include <QSocketNotifier>
#include <QStringList>

#include <chrono>
#include <deque>
#include <expected>
#include <optional>

namespace Nightdesk
{
/// How a worker process ended.
struct WorkerExit {
    int code = 0; ///< exit code; meaningless if @ref signal is set
    int signal = 0; ///< 0: the process exited normally
    bool operator==(const WorkerExit &) const = default;
};

/// One nightdesk-rfb process and its control socket. Owned by WorkerConnection, GUI thread: only the main thread starts processes, as the
/// worker's parent-death signal is bound to the parent thread. Does not block. The destructor kills the process.
///
/// The process inherits two descriptors (RfbWire::rfbFd and controlFd) and an almost empty environment; all other descriptors are closed.
/// Its end is detected through a pidfd, without a SIGCHLD handler or zombies.
class WorkerProcess : public QObject
{
    Q_OBJECT
public:
    struct Program {
        QString path;
        QStringList arguments;
    };

    WorkerProcess();
    ~WorkerProcess() override;

    /// The path of nightdesk-rfb: next to the running program, else in the libexec directory; empty: not found.
    static QString findWorkerProgram();
    /// Replaces the worker by a program that misbehaves, for tests; an empty path restores the real one.
    static void setProgramForTests(const Program &program);

    /// Starts the process with @p rfbStream. The error is an errno; ENOENT: the program is missing.
    std::expected<void, int> start(UniqueFd rfbStream);
    /// Like start(), but the process is started in a separate turn of the event loop, after earlier requests: each start takes
    /// as long as the kernel needs to load a program, 40 ms on a busy machine, and eight at once were seen to block the windows for
    /// 0.4 s. Messages sent meanwhile are queued. started() or startFailed() follows.
    std::expected<void, int> enqueueStart(UniqueFd rfbStream);
    /// Queues the message while the socket is full. A newer pointer position replaces a queued one.
    void send(const RfbWire::ToWorker &message, int fd = -1);
    /// Kills the process at once; no further signals are emitted.
    void kill();

    bool isRunning() const;
    qint64 pid() const; ///< process id of the worker; 0: not running
    /// The worker's user and system CPU time since its start, from the kernel; empty: not known.
    std::optional<std::chrono::microseconds> cpuTime() const;

Q_SIGNALS:
    void started();
    void startFailed(int error); ///< @p error: an errno, as for start()
    void recordArrived(const QByteArray &record, bool hasFd);
    /// The worker does not read, or sent something other than a record; @p what: for the log. The caller has to kill it.
    void protocolViolated(const QString &what);
    /// The process has ended, and its last record was emitted. Not emitted after kill().
    void ended(const Nightdesk::WorkerExit &exit);

private:
    enum class RecordsToReceive {
        OneBatch,
        UntilEnd
    };
    /// What the process will inherit, kept until it is started.
    struct InheritedResources {
        Program program;
        UniqueFd stream;
        UniqueFd control;
    };
    std::expected<InheritedResources, int> prepare(UniqueFd rfbStream);
    std::expected<void, int> spawn(const InheritedResources &inheritedResources);
    void startQueuedWorker();
    static void startNextQueuedWorker();

    /// A queued record with its descriptor.
    struct UnsentRecord {
        RfbWire::ToWorker message;
        UniqueFd fd;
    };
    /// Returns the queued record counted from the end (0: the last one), if it is a pointer position; otherwise null.
    RfbWire::Pointer *findUnsentPointer(std::size_t positionFromEnd);
    bool trySendRecord(const UnsentRecord &unsent);
    void sendQueuedRecords();
    void receive(RecordsToReceive recordsToReceive);
    void processEnded();

    static Program s_programForTests;
    static std::deque<WorkerProcess *> s_startQueue;

    std::optional<InheritedResources> m_resourcesOfPendingStart;
    UniqueFd m_controlSocket;
    UniqueFd m_pidFd; ///< pidfd of the process
    qint64 m_workerPid = 0;
    std::unique_ptr<QSocketNotifier> m_readNotifier;
    std::unique_ptr<QSocketNotifier> m_writeNotifier;
    std::unique_ptr<QSocketNotifier> m_exitNotifier;
    std::deque<UnsentRecord> m_unsentRecords;
};
}
