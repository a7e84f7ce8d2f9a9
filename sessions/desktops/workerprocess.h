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
    int code = 0; ///< meaningless when @ref signal is set
    int signal = 0; ///< 0: it exited
    bool operator==(const WorkerExit &) const = default;
};

/// One nightdesk-rfb process and the control socket to it. Owned by WorkerConnection, GUI thread: only the main thread starts processes, as the
/// worker's parent-death signal follows the parent thread. Nothing here blocks. Destroying it kills the process.
///
/// The process inherits two descriptors (RfbWire::rfbFd and controlFd) and an almost empty environment; all else is closed.
/// Its end is seen through a pidfd: no SIGCHLD handler, no zombie.
class WorkerProcess : public QObject
{
    Q_OBJECT
public:
    struct Program {
        QString path;
        QStringList arguments;
    };

    explicit WorkerProcess(QObject *parent = nullptr);
    ~WorkerProcess() override;

    /// nightdesk-rfb beside the running program, else in the libexec directory; empty: in neither.
    static QString findProgram();
    /// Tests put a lying worker in its place; an empty path puts the real one back.
    static void setProgramForTests(const Program &program);

    /// Starts it with @p rfbStream. The error is an errno; ENOENT: the program is missing.
    std::expected<void, int> start(UniqueFd rfbStream);
    /// As start(), but the process comes in a turn of the event loop of its own, after those that were asked for before: each takes
    /// as long as the kernel needs to load a program, on a busy machine 40 ms, and eight at once were seen to stop the windows for
    /// 0.4 s. What is sent meanwhile waits for it. started() or notStarted() follows.
    std::expected<void, int> startInTurn(UniqueFd rfbStream);
    /// Queues while the socket is full. A pointer position that was not sent yet gives way to a newer one.
    void send(const RfbWire::ToWorker &message, int fd = -1);
    /// Ends it at once; nothing is emitted any more.
    void kill();

    bool isRunning() const;
    qint64 pid() const; ///< 0: not running
    /// Since its start, user and system, as the kernel tells; empty: not known.
    std::optional<std::chrono::microseconds> cpuTime() const;

Q_SIGNALS:
    void started();
    void notStarted(int error); ///< an errno, as of start()
    void recordArrived(const QByteArray &record, bool hasFd);
    /// It does not read, or sent what is no record: the reason for the log. It is still to be killed.
    void misbehaved(const QString &what);
    /// After its last record. Not emitted after kill().
    void ended(const Nightdesk::WorkerExit &exit);

private:
    enum class Reading {
        ATurn,
        ToTheEnd
    };
    /// What the process is to inherit, until it is there.
    struct Inheritance {
        Program program;
        UniqueFd stream;
        UniqueFd control;
    };
    std::expected<Inheritance, int> prepare(UniqueFd rfbStream);
    std::expected<void, int> spawn(const Inheritance &inheritance);
    void takeTurn();
    static void nextTurn();

    /// A record that waits for its socket, and its descriptor.
    struct UnsentRecord {
        RfbWire::ToWorker message;
        UniqueFd fd;
    };
    /// The last record that waits is 0, the one before it 1; nullptr: it is no pointer's, or there is none.
    RfbWire::Pointer *unsentPointer(std::size_t fromTheEnd);
    bool trySend(const UnsentRecord &unsent);
    void sendQueued();
    void receive(Reading reading);
    void processEnded();

    static Program s_programForTests;
    static std::deque<WorkerProcess *> s_inLine;

    std::optional<Inheritance> m_toCome;
    UniqueFd m_control;
    UniqueFd m_process; ///< pidfd
    qint64 m_pid = 0;
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
    std::unique_ptr<QSocketNotifier> m_exited;
    std::deque<UnsentRecord> m_unsent;
};
}
