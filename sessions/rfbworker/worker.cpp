// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/worker.h"

#include "sessions/rfbworker/librarylog.h"

#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace Nightdesk::Rfb
{
namespace
{
// Exit status 0: the console closed the control socket, or the session ended normally; the reason was sent over the control socket.
constexpr int endedWell = 0;
constexpr int endedWithFailure = 1;

/// Something that happens once, for which another thread can wait. Waits by futex only: std::latch would call sched_yield() first, and the seccomp
/// filter kills the process for that.
class OneTimeEvent
{
public:
    void set()
    {
        const std::lock_guard lock(m_mutex);
        m_hasHappened = true;
        m_happenedCondition.notify_all();
    }
    void waitUntilSet()
    {
        std::unique_lock lock(m_mutex);
        m_happenedCondition.wait(lock, [this] {
            return m_hasHappened;
        });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_happenedCondition;
    bool m_hasHappened = false;
};
}

Worker::Worker(int rfbFd, int controlFd)
    : m_consoleSocket(controlFd)
    , m_outbox(true) // view-only until the Start record arrives
    , m_liveness(m_outbox.wakeFd())
    , m_rfbStream(rfbFd, m_mailbox.wakeFd())
    , m_vncDecoder(m_rfbStream)
    , m_rfbSession(m_rfbStream, m_outbox, m_clipboardExchange, m_mailbox, m_consoleSocket, m_counters, m_liveness, m_vncDecoder)
    , m_controlPump(m_consoleSocket, rfbFd, m_outbox, m_clipboardExchange, m_mailbox, m_counters, m_liveness, [this] {
        return m_rfbStream.receivedByteCount();
    })
{
}

void Worker::runControlPump()
{
    const std::string problem = m_controlPump.run();
    if (problem.empty()) {
        ::_exit(endedWell);
    }
    m_consoleSocket.sendWithoutWaiting(RfbWire::Failed{RfbWire::FailureCode::Internal, "console: " + problem});
    ::_exit(endedWithFailure);
}

int Worker::run()
{
    m_sandbox.confineProcess();
    OneTimeEvent secondThreadRuns;
    OneTimeEvent sandboxActivated;
    std::thread second([this, &secondThreadRuns, &sandboxActivated] {
        secondThreadRuns.set();
        sandboxActivated.waitUntilSet();
        runControlPump();
    });
    secondThreadRuns.waitUntilSet();
    m_sandbox.denySystemCalls();
    m_controlPump.setSandboxStatus({m_sandbox.isSeccompActive(), m_sandbox.isLandlockActive(), m_sandbox.shortcomings()});
    sandboxActivated.set();

    const LibraryLog log(m_consoleSocket);
    const SessionError refusal = m_rfbSession.run();
    m_consoleSocket.send(RfbWire::Failed{refusal.code, refusal.detail});
    // The second thread still uses its descriptors and cannot be joined; exiting ends both threads.
    ::_exit(endedWithFailure);
}
}
