// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/links/facts/linkfacts.h"

#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <variant>
#include <vector>

namespace Nightdesk
{
class ProgramFlow;

/// What the GUI thread asks of a link's thread.
struct OpenStreamCommand {
    quint64 id = 0;
    StreamTarget target;
    SharedFd localEnd;
};
struct CloseStreamCommand {
    quint64 id = 0;
};
struct StartProgramCommand {
    quint64 id = 0;
    ProgramSpec spec;
    std::shared_ptr<ProgramFlow> flow;
};
struct CloseProgramCommand {
    quint64 id = 0;
    bool terminate = false; ///< TERM first
};
struct HostKeyAnswerCommand {
    quint64 question = 0;
    HostKeyAnswer answer = HostKeyAnswer::Refuse;
};
struct SecretAnswerCommand {
    quint64 question = 0;
    std::optional<Secret> secret;
};
/// The hop before this link is live and has a stream to its host.
struct HopReadyCommand {
    SharedFd stream;
    QString address; ///< of the hop, as the way there
};
struct HopFailedCommand {
    Failure failure;
};
/// There is reason to doubt that the host answers: ask it at once, or look whether it is still to be reached. A sample is taken at once.
struct ProbeCommand {
};
using LinkCommand = std::variant<OpenStreamCommand,
                                 CloseStreamCommand,
                                 StartProgramCommand,
                                 CloseProgramCommand,
                                 HostKeyAnswerCommand,
                                 SecretAnswerCommand,
                                 HopReadyCommand,
                                 HopFailedCommand,
                                 ProbeCommand>;

/// The rope between the GUI thread and one attempt of a link: commands go down it, and stop() ends whatever the link's
/// thread is waiting for. Shared by both threads; every function may be called from any. Owned by LinkThread and shared with the thread.
class LinkControl
{
public:
    LinkControl();

    void post(LinkCommand command);
    /// The next command in order, if there is one.
    std::optional<LinkCommand> takeCommand();
    /// The first one that is wanted now; the others keep their places.
    std::optional<LinkCommand> takeFirst(const std::function<bool(const LinkCommand &)> &isWanted);
    /// Raises the flag, wakes the thread and shuts down the descriptors it may be stuck on.
    void stop();
    /// stop(), and nothing that waits in a descriptor's send buffer is delivered any more: what was typed into a silent link
    /// must not arrive when the path is back.
    void discard();
    bool isStopped() const;

    /// It is not wanted any more: stopped while no peer has been reached; later it logs in first and then says goodbye, since
    /// sshd counts those who hang up before the login and shuts the whole site out for it.
    void standDown();
    bool isStandingDown() const;
    /// The link's thread: a peer has been reached. False: it is to stop all the same.
    bool commit();
    /// Wakes the thread without a command.
    void wake();
    /// Readable when there is something to take, to stop for or to look at.
    int wakeFd() const;
    void clearWake();

    /// A descriptor that stop() has to shut down (shutdown(2)) to free the thread from a call into a library. It is
    /// duplicated: the caller may close its own at any time. Shut down at once when stopped already.
    void interruptAtStop(int fd);

private:
    void interrupt(bool discarding);

    UniqueFd m_wake;
    std::atomic<bool> m_stopped = false;
    std::atomic<bool> m_standingDown = false;
    std::atomic<bool> m_committed = false;
    std::mutex m_mutex;
    std::deque<LinkCommand> m_commands;
    std::vector<UniqueFd> m_interruptible;
};
}
