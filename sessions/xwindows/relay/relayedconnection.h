// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/protocol/xeventgate.h"
#include "sessions/xwindows/protocol/xrequestfilter.h"
#include "sessions/xwindows/protocol/xsetupreply.h"
#include "sessions/xwindows/protocol/xstreamobserver.h"
#include "sessions/xwindows/relay/relaypipe.h"
#include "sessions/xwindows/server/xaccess.h"

#include <poll.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// What passed for one program, all its connections together. Written by the relay's thread, read by any.
struct RelayCounters {
    std::atomic<std::int64_t> fromProgram = 0;
    std::atomic<std::int64_t> toProgram = 0;
    std::atomic<std::int64_t> withheld = 0; ///< presses that were not sent because the program did not answer
    std::atomic<std::int64_t> exposes = 0; ///< times the server wanted a part of a window painted again
};

/// One X connection on its way from a channel to the local X server. Looks into the first packet of each direction, then
/// only moves bytes: what a program sends behind its first packet waits until the server has let it in. At most 64 KiB wait in each
/// direction: who does not read is not read for. While input is held, presses are taken out of what the server says (XEventGate),
/// and it is read on, up to 4 MiB: a press that waited in the server would come late. Belongs to the relay's thread; never blocks.
class RelayedConnection
{
public:
    using Clock = std::chrono::steady_clock;

    struct Admission {
        std::uint32_t program = 0;
        XAccess access;
        LocalDisplay display;
        std::shared_ptr<RelayCounters> counters;
        bool held = false; ///< its input is, from the first event on
        std::uint32_t link = 0; ///< the one that its connections come by
        std::shared_ptr<XStreamObservers> witnesses = {}; ///< of what its connections carry; null: nobody
    };
    struct Hooks {
        /// Whose connection is it? Empty: nobody's, refuse it.
        std::function<std::optional<Admission>(const RelayedConnection &, const XSetupRequest &)> admit;
        /// The server let it in. Called before the program learns of it, thus before it can make a window.
        std::function<void(const RelayedConnection &, std::uint32_t base, std::uint32_t mask)> opened;
        /// The server did not let it in. @p reason: its words, unchecked.
        std::function<void(const RelayedConnection &, const std::string &reason)> refused;
    };

    /// @p channel came by @p link. @p hooks outlives it.
    RelayedConnection(UniqueFd channel, std::uint32_t link, const Hooks &hooks, Clock::time_point now);

    std::uint32_t link() const;
    std::optional<std::uint32_t> program() const; ///< empty: not known yet
    std::optional<std::uint32_t> resourceBase() const; ///< of a connection that was authorized
    bool isFinished() const;
    /// Held: key and button presses do not go to the program any more, nor do those that wait here. Afterwards they do from the
    /// moment on when all that the server said meanwhile has been read.
    void setHeld(bool held);
    /// What to wait for: the channel and the server, in this order.
    void appendPollFds(std::vector<pollfd> &fds) const;
    /// When advance() is wanted though nothing can be read or written.
    std::optional<Clock::time_point> wakeAt() const;
    /// Does all that can be done now; @p fds as appended, with what poll() saw.
    void advance(const pollfd *fds, Clock::time_point now);

private:
    enum class State {
        Setup, ///< reads the client's first packet
        Connecting, ///< the server's queue is full
        Relaying,
        Refusing, ///< says so to the client, then ends
        Finished
    };

    void readSetup(Clock::time_point now);
    bool filterRequests(std::size_t count);
    void connectServer(Clock::time_point now);
    void relay(bool channelReadable, bool serverReadable, Clock::time_point now);
    void readServer(Clock::time_point now);
    void writeChannel(Clock::time_point now);
    void filterNew(std::size_t count);
    void openGate(Clock::time_point now);
    bool mustOpenGate() const;
    std::size_t roomToChannel() const;
    bool answerSeen();
    void refuse(const char *reason, Clock::time_point now);
    void finish();

    const Hooks &m_hooks;
    UniqueFd m_channel;
    const std::uint32_t m_link;
    UniqueFd m_server;
    State m_state = State::Setup;
    XSetupRequest m_request;
    Admission m_admission;
    std::unique_ptr<XStreamObserver> m_observer; ///< hears the program before it is filtered; the server after its presses were held back
    std::optional<std::uint32_t> m_base;
    bool m_admitted = false;
    bool m_answered = false;
    bool m_channelEnded = false;
    bool m_serverEnded = false;
    std::optional<Clock::time_point> m_deadline;
    std::optional<Clock::time_point> m_retryAt;
    RelayPipe m_toServer;
    std::size_t m_early = 0; ///< at the end of m_toServer: requests that the server may not see before it has let the program in
    RelayPipe m_toChannel;
    std::optional<XRequestFilter> m_filter; ///< from the program's first request on
    std::optional<XEventGate> m_gate; ///< from the server's answer on
    std::size_t m_undecided = 0; ///< at the end of m_toChannel: the beginning of a message
    std::uint64_t m_sent = 0; ///< of what the gate let pass
    bool m_held = false; ///< as wanted; the gate opens later
    bool m_crowded = false; ///< more came while held than there was room for: the server has the rest
    std::optional<Clock::time_point> m_openAt;
};
}
