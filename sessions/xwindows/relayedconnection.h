// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/uniquefd.h"
#include "sessions/xwindows/authority.h"
#include "sessions/xwindows/xsetupreply.h"

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
};

/// One X connection on its way from a channel to the local X server. Looks into the first packet of each direction, then
/// only moves bytes, at most 64 KiB waiting in each direction: who does not read is not read for. Belongs to the relay's
/// thread; never blocks.
class RelayedConnection
{
public:
    using Clock = std::chrono::steady_clock;

    struct Admission {
        std::uint32_t program = 0;
        XAuthorization authorization;
        LocalDisplay display;
        std::shared_ptr<RelayCounters> counters;
    };
    struct Hooks {
        /// Whose connection is it? Empty: nobody's, refuse it.
        std::function<std::optional<Admission>(const XSetupRequest &)> admit;
        /// The server let it in. Called before the program learns of it, thus before it can make a window.
        std::function<void(const RelayedConnection &, std::uint32_t base, std::uint32_t mask)> opened;
    };

    /// @p hooks outlives it.
    RelayedConnection(UniqueFd channel, const Hooks &hooks, Clock::time_point now);

    std::optional<std::uint32_t> program() const; ///< empty: not known yet
    std::optional<std::uint32_t> resourceBase() const; ///< of a connection that was let in
    bool isFinished() const;
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
    /// Bytes read and not yet written.
    class Pipe
    {
    public:
        bool isEmpty() const;
        bool hasRoom() const;
        std::span<const std::uint8_t> waiting() const;
        void replaceFront(std::size_t count, std::span<const std::uint8_t> by);
        void clear();
        /// False: the end, or an error that is one.
        bool fill(int fd, std::size_t limit);
        /// False: nobody reads any more.
        bool flush(int fd, std::atomic<std::int64_t> *counter);

    private:
        static constexpr std::size_t capacity = 65536;
        std::vector<std::uint8_t> m_bytes = std::vector<std::uint8_t>(capacity);
        std::size_t m_begin = 0;
        std::size_t m_end = 0;
    };

    void readSetup(Clock::time_point now);
    void connectServer(Clock::time_point now);
    void relay(bool channelReadable, bool serverReadable, Clock::time_point now);
    bool answerSeen();
    void refuse(const char *reason, Clock::time_point now);
    void finish();

    const Hooks &m_hooks;
    UniqueFd m_channel;
    UniqueFd m_server;
    State m_state = State::Setup;
    XSetupRequest m_request;
    Admission m_admission;
    std::optional<std::uint32_t> m_base;
    bool m_admitted = false;
    bool m_answered = false;
    bool m_channelEnded = false;
    bool m_serverEnded = false;
    std::optional<Clock::time_point> m_deadline;
    std::optional<Clock::time_point> m_retryAt;
    Pipe m_toServer;
    Pipe m_toChannel;
};
}
