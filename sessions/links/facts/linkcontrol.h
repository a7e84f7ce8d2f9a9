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
class ProgramOutputFlow;

// Commands that the GUI thread sends to a link's thread.

/// Opens a stream.
struct OpenStreamCommand {
    quint64 id = 0;
    StreamTarget target;
    SharedFd localEnd;
    int warmUpRoundTrips = 0; ///< see Link::openStream()
};
struct CloseStreamCommand {
    quint64 id = 0;
};
struct StartProgramCommand {
    quint64 id = 0;
    ProgramSpec spec;
    std::shared_ptr<ProgramOutputFlow> outputFlow;
};
struct CloseProgramCommand {
    quint64 id = 0;
    bool mustSendTerm = false; ///< true: the program first gets the signal TERM
};
struct HostKeyAnswerCommand {
    quint64 question = 0;
    HostKeyAnswer answer = HostKeyAnswer::Refuse;
};
struct SecretAnswerCommand {
    quint64 question = 0;
    std::optional<Secret> secret;
};
/// The jump host before this link is connected and has opened a stream to this link's host.
struct HopReadyCommand {
    SharedFd streamToHost; ///< the stream to this link's host
    QString hopAddress; ///< numeric address of the jump host
};
struct HopFailedCommand {
    Failure failure;
};
/// There is reason to doubt that the host still answers: send a probe now, or check whether the host is still reachable. A sample is taken
/// immediately.
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

/// Connects the GUI thread with one attempt of a link: it queues commands for the link's thread, and stop() ends whatever that thread is waiting for.
/// Shared by both threads; every function may be called from any. Owned by LinkThread and shared with the thread.
class LinkControl
{
public:
    LinkControl();

    void post(LinkCommand command);
    /// Takes the next command of the queue; empty: there is none.
    std::optional<LinkCommand> takeCommand();
    /// Takes the first command that @p isWanted accepts; other commands keep their order.
    std::optional<LinkCommand> takeFirstMatching(const std::function<bool(const LinkCommand &)> &isWanted);
    /// What becomes of data in the send buffers of the descriptors.
    enum class UnsentData {
        Send,
        Discard ///< what was typed while the host did not answer must not arrive when the path is back
    };
    /// Sets the stop flag, wakes the thread and shuts down the descriptors that it may be blocked on.
    void stop(UnsentData unsentData = UnsentData::Send);
    bool isStopped() const;

    /// The link is not needed any more. Before a peer was reached, the thread stops; later it completes the login and then disconnects, since sshd
    /// penalizes clients that hang up before the login and blocks the whole site for it.
    void finishLoginAndStop();
    bool isFinishing() const;
    /// Called by the link's thread when a peer was reached. False: the thread has to stop nevertheless.
    bool recordPeerReached();
    /// Wakes the thread without a command.
    void wake();
    /// This descriptor is readable when there is a command to take, when a stop flag is set, or after wake().
    int wakeFd() const;
    void clearWakeFd();

    /// Registers a descriptor that stop() shuts down (shutdown(2)), which frees the thread from a blocking library call. The descriptor is
    /// duplicated: the caller may close the original at any time. If stop() was called already, it is shut down immediately.
    void shutDownFdAtStop(int fd);

private:
    UniqueFd m_wakeFd;
    std::atomic<bool> m_isStopped = false;
    std::atomic<bool> m_isFinishing = false;
    std::atomic<bool> m_hasReachedPeer = false;
    std::mutex m_mutex;
    std::deque<LinkCommand> m_queuedCommands;
    std::vector<UniqueFd> m_descriptorsToShutDown;
};
}
