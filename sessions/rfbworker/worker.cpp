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

/// Waits by futex only: std::latch calls sched_yield() first, and the seccomp filter kills the process for that.
class Gate
{
public:
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_open = true;
        m_opened.notify_all();
    }
    void pass()
    {
        std::unique_lock lock(m_mutex);
        m_opened.wait(lock, [this] {
            return m_open;
        });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_opened;
    bool m_open = false;
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

void Worker::pump()
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
    Gate secondRuns;
    Gate wallsStand;
    std::thread second([this, &secondRuns, &wallsStand] {
        secondRuns.open();
        wallsStand.pass();
        pump();
    });
    secondRuns.pass();
    m_sandbox.denySystemCalls();
    m_controlPump.setSandboxStatus({m_sandbox.hasSeccomp(), m_sandbox.hasLandlock(), m_sandbox.shortcomings()});
    wallsStand.open();

    const LibraryLog log(m_consoleSocket);
    const SessionError refusal = m_rfbSession.run();
    m_consoleSocket.send(RfbWire::Failed{refusal.code, refusal.detail});
    // The second thread still uses its descriptors and cannot be joined; exiting ends both threads.
    ::_exit(endedWithFailure);
}
}
