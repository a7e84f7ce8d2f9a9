// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerprocess.h"

#include "sessions/common/libexecfile.h"
#include "sessions/common/logging.h"

#include <QFile>
#include <QPointer>
#include <QSocketNotifier>
#include <QThread>
#include <QTimer>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
// A worker that leaves so many records unread hangs: it reads the control socket in a thread that does little else.
constexpr std::size_t maxUnsent = 2000;
// Limit of records in one turn of the event loop, so that a worker that sends many cannot block the windows.
constexpr int recordsInATurn = 64;

/// Kills a child process and reaps it after its end, without blocking, however long that takes (a process inside a system call
/// ends when the call returns). Owns itself until then, at most until the application ends.
class ChildReaper : public QObject
{
public:
    /// @p process is a pidfd. GUI thread.
    static void killAndReap(UniqueFd process)
    {
        ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
        // Without an application object there is no event loop to wait in. This process is ending, and init reaps the worker.
        if (!reap(process) && qApp) {
            new ChildReaper(std::move(process));
        }
    }

private:
    explicit ChildReaper(UniqueFd process)
        : QObject(qApp)
        , m_pidFd(std::move(process))
        , m_exitNotifier(m_pidFd.get(), QSocketNotifier::Read)
    {
        connect(&m_exitNotifier, &QSocketNotifier::activated, this, [this] {
            if (reap(m_pidFd)) {
                m_exitNotifier.setEnabled(false);
                deleteLater();
            }
        });
    }

    static bool reap(const UniqueFd &process)
    {
        siginfo_t info{};
        const int result = ::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(process.get()), &info, WEXITED | WNOHANG);
        return result < 0 || info.si_pid != 0; // waitid() fails if the process was already reaped
    }

    UniqueFd m_pidFd;
    QSocketNotifier m_exitNotifier;
};

/// posix_spawn's description of the child's descriptors and signals.
class SpawnPlan
{
public:
    SpawnPlan(int rfb, int control)
    {
        posix_spawn_file_actions_init(&m_files);
        posix_spawn_file_actions_addopen(&m_files, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&m_files, 1, "/dev/null", O_WRONLY, 0);
#ifndef NIGHTDESK_SANITIZED // keep standard error for a sanitizer's report
        posix_spawn_file_actions_addopen(&m_files, 2, "/dev/null", O_WRONLY, 0);
#endif
        posix_spawn_file_actions_adddup2(&m_files, rfb, RfbWire::rfbFd);
        posix_spawn_file_actions_adddup2(&m_files, control, RfbWire::controlFd);
        posix_spawn_file_actions_addclosefrom_np(&m_files, RfbWire::controlFd + 1);
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &all);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnPlan(const SpawnPlan &) = delete;
    SpawnPlan &operator=(const SpawnPlan &) = delete;
    ~SpawnPlan()
    {
        posix_spawn_file_actions_destroy(&m_files);
        posix_spawnattr_destroy(&m_attributes);
    }

    /// Returns an errno; 0: the process was started.
    int run(const QString &program, const QStringList &arguments, pid_t *pid)
    {
        QList<QByteArray> words{"nightdesk-rfb"_ba};
        for (const QString &argument : arguments) {
            words.append(QFile::encodeName(argument));
        }
        QList<QByteArray> environment{"PATH=/usr/bin:/bin"_ba, "LC_ALL=C.UTF-8"_ba};
#ifdef NIGHTDESK_SANITIZED
        for (const char *name : {"ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"}) {
            environment.append(QByteArray(name) + '=' + qgetenv(name));
        }
#endif
        return ::posix_spawn(pid, QFile::encodeName(program).constData(), &m_files, &m_attributes, pointers(words).data(), pointers(environment).data());
    }

private:
    static std::vector<char *> pointers(QList<QByteArray> &strings)
    {
        std::vector<char *> result;
        for (QByteArray &string : strings) {
            result.push_back(string.data());
        }
        result.push_back(nullptr);
        return result;
    }

    posix_spawn_file_actions_t m_files;
    posix_spawnattr_t m_attributes;
};

/// A duplicate of @p fd with a number above those that the child uses: dup2() onto 3 must not close the descriptor that
/// will become 4.
UniqueFd duplicateAboveChildFds(const UniqueFd &fd)
{
    return UniqueFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 16));
}
}

WorkerProcess::Program WorkerProcess::s_programForTests;
std::deque<WorkerProcess *> WorkerProcess::s_startQueue;

WorkerProcess::WorkerProcess() = default;

WorkerProcess::~WorkerProcess()
{
    kill();
}

QString WorkerProcess::findWorkerProgram()
{
    return libexecFile(u"nightdesk-rfb"_s);
}

void WorkerProcess::setProgramForTests(const Program &program)
{
    s_programForTests = program;
}

std::expected<void, int> WorkerProcess::start(UniqueFd rfbStream)
{
    const auto inheritedResources = prepare(std::move(rfbStream));
    return inheritedResources ? spawn(*inheritedResources) : std::unexpected(inheritedResources.error());
}

std::expected<void, int> WorkerProcess::enqueueStart(UniqueFd rfbStream)
{
    auto inheritedResources = prepare(std::move(rfbStream));
    if (!inheritedResources) {
        return std::unexpected(inheritedResources.error());
    }
    m_resourcesOfPendingStart = std::move(*inheritedResources);
    if (s_startQueue.empty()) {
        QTimer::singleShot(0, qApp, &WorkerProcess::startNextQueuedWorker);
    }
    s_startQueue.push_back(this);
    return {};
}

void WorkerProcess::startNextQueuedWorker()
{
    if (s_startQueue.empty()) {
        return; // all queued workers were killed before they could be started
    }
    WorkerProcess *next = s_startQueue.front();
    s_startQueue.pop_front();
    if (!s_startQueue.empty()) {
        // Started by a timer, because posted events would all be processed in this turn of the event loop.
        QTimer::singleShot(1, qApp, &WorkerProcess::startNextQueuedWorker);
    }
    next->startQueuedWorker();
}

void WorkerProcess::startQueuedWorker()
{
    const InheritedResources inheritedResources = *std::exchange(m_resourcesOfPendingStart, std::nullopt);
    if (const auto spawned = spawn(inheritedResources)) {
        Q_EMIT started();
    } else {
        Q_EMIT startFailed(spawned.error());
    }
}

std::expected<WorkerProcess::InheritedResources, int> WorkerProcess::prepare(UniqueFd rfbStream)
{
    Q_ASSERT(m_workerPid == 0 && QThread::currentThread() == qApp->thread());
    Program program = s_programForTests.path.isEmpty() ? Program{findWorkerProgram(), {}} : s_programForTests;
    if (program.path.isEmpty()) {
        return std::unexpected(ENOENT);
    }
    std::array<int, 2> pair{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) < 0) {
        return std::unexpected(errno);
    }
    UniqueFd ours(pair[0]);
    UniqueFd theirs = duplicateAboveChildFds(UniqueFd(pair[1]));
    UniqueFd stream = duplicateAboveChildFds(rfbStream);
    if (!theirs.isValid() || !stream.isValid() || ::fcntl(ours.get(), F_SETFL, O_NONBLOCK) < 0) {
        return std::unexpected(errno);
    }
    m_controlSocket = std::move(ours);
    m_readNotifier = std::make_unique<QSocketNotifier>(m_controlSocket.get(), QSocketNotifier::Read);
    m_writeNotifier = std::make_unique<QSocketNotifier>(m_controlSocket.get(), QSocketNotifier::Write);
    m_writeNotifier->setEnabled(false);
    connect(m_readNotifier.get(), &QSocketNotifier::activated, this, [this] {
        receive(RecordsToReceive::OneBatch);
    });
    connect(m_writeNotifier.get(), &QSocketNotifier::activated, this, &WorkerProcess::sendQueuedRecords);
    return InheritedResources{std::move(program), std::move(stream), std::move(theirs)};
}

std::expected<void, int> WorkerProcess::spawn(const InheritedResources &inheritedResources)
{
    pid_t pid = 0;
    int error = SpawnPlan(inheritedResources.stream.get(), inheritedResources.control.get())
                    .run(inheritedResources.program.path, inheritedResources.program.arguments, &pid);
    if (error == 0) {
        // Nothing else in this process reaps children, so the pid cannot belong to another process yet.
        m_pidFd = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
        if (!m_pidFd.isValid()) {
            error = errno;
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
    }
    if (error != 0) {
        kill();
        return std::unexpected(error);
    }
    m_workerPid = pid;
    m_exitNotifier = std::make_unique<QSocketNotifier>(m_pidFd.get(), QSocketNotifier::Read);
    connect(m_exitNotifier.get(), &QSocketNotifier::activated, this, &WorkerProcess::processEnded);
    return {};
}

void WorkerProcess::send(const RfbWire::ToWorker &message, int fd)
{
    if (!m_controlSocket.isValid()) {
        return;
    }
    UnsentRecord unsent{message, fd < 0 ? UniqueFd() : UniqueFd(::fcntl(fd, F_DUPFD_CLOEXEC, 0))};
    if (m_unsentRecords.empty() && trySendRecord(unsent)) {
        return;
    }
    auto *const last = findUnsentPointer(0);
    const auto *const before = findUnsentPointer(1);
    const auto *const next = std::get_if<RfbWire::Pointer>(&message);
    // Replace a pointer position only between two with the same buttons, so that a press or release keeps its position.
    if (last && before && next && before->buttons == last->buttons && last->buttons == next->buttons) {
        *last = *next;
        return;
    }
    m_unsentRecords.push_back(std::move(unsent));
    m_writeNotifier->setEnabled(true);
    if (m_unsentRecords.size() > maxUnsent) {
        m_unsentRecords.clear();
        Q_EMIT protocolViolated(u"does not read what it is sent"_s);
    }
}

RfbWire::Pointer *WorkerProcess::findUnsentPointer(std::size_t positionFromEnd)
{
    if (m_unsentRecords.size() <= positionFromEnd) {
        return nullptr;
    }
    return std::get_if<RfbWire::Pointer>(&(m_unsentRecords.rbegin() + static_cast<std::ptrdiff_t>(positionFromEnd))->message);
}

bool WorkerProcess::trySendRecord(const UnsentRecord &unsent)
{
    auto record = RfbWire::encode(unsent.message);
    if (!record) {
        qCWarning(LogDesktop) << "a record to the worker is wrong and was not sent:" << record.error().what.c_str();
        if (std::holds_alternative<RfbWire::Start>(unsent.message)) {
            // Without the Start message, the worker would wait forever. So the owner has to kill it, which it does at this signal. Emitted later,
            // because the caller of send() does not expect to lose the worker.
            QMetaObject::invokeMethod(
                this,
                [this] {
                    if (m_controlSocket.isValid()) {
                        Q_EMIT protocolViolated(u"cannot be told what to begin with"_s);
                    }
                },
                Qt::QueuedConnection);
        }
        return true;
    }
    const auto sent = RfbWire::sendRecord(m_controlSocket.get(), *record, unsent.fd.get());
    // False only if the socket is full: then the record is sent later. If the socket is closed or failed, the process has ended, which the pidfd
    // reports.
    return sent || sent.error() != RfbWire::SocketProblem::WouldBlock;
}

void WorkerProcess::sendQueuedRecords()
{
    while (!m_unsentRecords.empty() && trySendRecord(m_unsentRecords.front())) {
        m_unsentRecords.pop_front();
    }
    m_writeNotifier->setEnabled(!m_unsentRecords.empty());
}

void WorkerProcess::receive(RecordsToReceive recordsToReceive)
{
    const QPointer<WorkerProcess> self(this);
    for (int count = 0; recordsToReceive == RecordsToReceive::UntilEnd || count < recordsInATurn; ++count) {
        const auto record = RfbWire::receiveRecord(m_controlSocket.get());
        if (!record) {
            switch (record.error()) {
            case RfbWire::SocketProblem::WouldBlock:
                break;
            case RfbWire::SocketProblem::TooLong:
            case RfbWire::SocketProblem::TooManyFds:
                Q_EMIT protocolViolated(u"sent what is no record"_s);
                break;
            case RfbWire::SocketProblem::Closed:
            case RfbWire::SocketProblem::Failed:
                m_readNotifier->setEnabled(false);
                // A worker that closed its socket is useless. If it is already exiting, the signal does not change its exit status.
                ::syscall(SYS_pidfd_send_signal, m_pidFd.get(), SIGKILL, nullptr, 0);
                break;
            }
            return;
        }
        Q_EMIT recordArrived(QByteArray(reinterpret_cast<const char *>(record->bytes.data()), static_cast<qsizetype>(record->bytes.size())),
                             record->fd.isValid());
        if (!self || !m_controlSocket.isValid()) {
            return; // a slot called kill()
        }
    }
}

void WorkerProcess::processEnded()
{
    const QPointer<WorkerProcess> self(this);
    receive(RecordsToReceive::UntilEnd);
    if (!self || !m_pidFd.isValid()) {
        return;
    }
    siginfo_t info{};
    // If this program was started with SIGCHLD ignored, the kernel has reaped the process: waitid() fails, and only the end itself is known.
    if (::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(m_pidFd.get()), &info, WEXITED | WNOHANG) == 0 && info.si_pid == 0) {
        return;
    }
    const WorkerExit exit = info.si_code == CLD_EXITED ? WorkerExit{info.si_status, 0} : WorkerExit{0, info.si_status};
    m_pidFd.reset();
    kill();
    Q_EMIT ended(exit);
}

void WorkerProcess::kill()
{
    // Notifiers are deleted later, because a signal of one of them may be calling this function.
    for (auto *const notifier : {&m_readNotifier, &m_writeNotifier, &m_exitNotifier}) {
        if (*notifier) {
            (*notifier)->setEnabled(false);
            notifier->release()->deleteLater();
        }
    }
    std::erase(s_startQueue, this);
    m_resourcesOfPendingStart.reset();
    m_unsentRecords.clear();
    m_controlSocket.reset();
    m_workerPid = 0;
    if (m_pidFd.isValid()) {
        ChildReaper::killAndReap(std::move(m_pidFd));
    }
}

bool WorkerProcess::isRunning() const
{
    return m_pidFd.isValid();
}

qint64 WorkerProcess::pid() const
{
    return m_workerPid;
}

std::optional<std::chrono::microseconds> WorkerProcess::cpuTime() const
{
    // proc_pid_stat(5): fields 14 and 15, counted after the process name, which may contain spaces and parentheses.
    QFile file(u"/proc/%1/stat"_s.arg(m_workerPid));
    if (m_workerPid == 0 || !file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    const QByteArray line = file.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    if (fields.size() < 13) {
        return std::nullopt;
    }
    const qint64 ticks = fields[11].toLongLong() + fields[12].toLongLong();
    return std::chrono::microseconds(ticks * 1'000'000 / ::sysconf(_SC_CLK_TCK));
}
}
