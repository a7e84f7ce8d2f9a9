// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/protocol/xpressfilter.h"
#include "sessions/xwindows/protocol/xrequestfilter.h"
#include "sessions/xwindows/protocol/xsetupreply.h"
#include "sessions/xwindows/protocol/xstreamobserver.h"
#include "sessions/xwindows/relay/relaybuffer.h"
#include "sessions/xwindows/relay/relayedconnectionstate.h"
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
/// Counts for one program, over all its connections. Written by the relay's thread, read by any thread.
struct RelayCounters {
    std::atomic<std::int64_t> bytesFromProgram = 0;
    std::atomic<std::int64_t> bytesToProgram = 0;
    std::atomic<std::int64_t> withheldPressCount = 0; ///< presses withheld because the program did not answer
    std::atomic<std::int64_t> exposeCount = 0; ///< number of the server's requests to repaint a part of a window
};

/// One X connection between a channel and the local X server. Parses the first packet of each direction, then only
/// moves bytes: what a program sends after its first packet waits until the server has accepted it. At most 64 KiB wait
/// in each direction: if the receiver does not read, the sender is not read from. While input is held, presses are
/// removed from the server's messages (XPressFilter), and the server is read further, up to 4 MiB: a press that waited
/// in the server would arrive late. Owned by XRelay's worker, on its thread; never blocks.
class RelayedConnection
{
public:
    using Clock = std::chrono::steady_clock;

    struct AuthorizedProgram {
        std::uint32_t program = 0;
        XServerAccess access;
        LocalDisplay display;
        std::shared_ptr<RelayCounters> counters;
        bool arePressesWithheld = false; ///< presses are withheld from the server's first event on
        std::uint32_t linkNumber = 0; ///< the link over which the program's connections must come
        std::shared_ptr<XStreamObservers> observers = {}; ///< observers of the program's connections; null: none
    };
    struct Hooks {
        /// Finds the program of a connection. Empty: unknown, so the connection must be refused.
        std::function<std::optional<AuthorizedProgram>(const RelayedConnection &, const XSetupRequest &)> authorize;
        /// The server accepted the connection. Called before the program receives that answer, so before it can create a window.
        std::function<void(const RelayedConnection &, std::uint32_t base, std::uint32_t mask)> connectionOpened;
        /// The server refused the connection. @p reason: the server's text, unchecked.
        std::function<void(const RelayedConnection &, const std::string &reason)> serverRefused;
    };

    /// @p channel came over @p link. @p hooks must outlive this object.
    RelayedConnection(UniqueFd channel, std::uint32_t link, const Hooks &hooks, Clock::time_point now);

    std::uint32_t linkNumber() const;
    std::optional<std::uint32_t> program() const; ///< number of its program; empty: not known yet
    /// Resource base that the server assigned; empty: not accepted yet.
    std::optional<std::uint32_t> resourceBase() const;
    bool isFinished() const;
    /// True: key and button presses no longer reach the program, including those waiting here. False: they pass again once everything that the
    /// server sent meanwhile has been read.
    void setPressesWithheld(bool arePressesWithheld);
    /// Appends what to poll for: the channel and the server, in this order.
    void appendPollFds(std::vector<pollfd> &fds) const;
    /// When to call advance() although nothing can be read or written.
    std::optional<Clock::time_point> wakeAt() const;
    /// Does all work that is possible now; @p fds: as appended, with the results of poll().
    void advance(const pollfd *fds, Clock::time_point now);

private:
    void handle(RelayEvent event);
    void handle(PressWithholdingEvent event);
    bool isConnected() const; ///< the connection to the server is open
    void readClientSetup(Clock::time_point now);
    bool filterRequests(std::size_t count);
    void connectServer(Clock::time_point now);
    void relay(bool channelReadable, bool serverReadable, Clock::time_point now);
    void readServer(Clock::time_point now);
    void writeChannel(Clock::time_point now);
    void filterNewPresses(std::size_t count);
    void advanceWithholdingEnd(Clock::time_point now);
    bool mustEndWithholding() const;
    std::size_t channelBufferRoom() const;
    void readSetupAnswer();
    void refuseProgram(const char *reason, Clock::time_point now);

    const Hooks &m_hooks;
    UniqueFd m_channelFd;
    const std::uint32_t m_linkNumber;
    UniqueFd m_serverFd;
    RelayState m_state = RelayState::ReadingSetup;
    XSetupRequest m_setupRequest;
    std::optional<AuthorizedProgram> m_authorizedProgram; ///< the program of this connection; set as soon as it is known
    std::unique_ptr<XStreamObserver> m_streamObserver; ///< gets the program's bytes before filtering, and the server's after presses were removed
    std::optional<std::uint32_t> m_resourceBase;
    bool m_hasChannelEnded = false;
    bool m_hasServerEnded = false;
    std::optional<Clock::time_point> m_stateDeadline;
    std::optional<Clock::time_point> m_connectRetryAt;
    RelayBuffer m_toServer;
    std::size_t m_postponedRequestBytes = 0; ///< bytes at the end of m_toServer: requests that wait until the server has accepted the program
    RelayBuffer m_toChannel;
    std::optional<XRequestFilter> m_requestFilter; ///< set when the client's first packet has been read
    std::optional<XPressFilter> m_pressFilter; ///< set when the server accepts the connection
    std::size_t m_incompleteMessageBytes = 0; ///< bytes at the end of m_toChannel that the filter cannot judge yet: the beginning of a message
    std::uint64_t m_sentByteCountAfterFilter = 0; ///< number of bytes sent to the program after m_pressFilter had checked them
    /// Used once the server has answered; until then, AuthorizedProgram::arePressesWithheld says whether presses are to be withheld.
    PressWithholdingState m_pressWithholdingState = PressWithholdingState::NotWithheld;
    Clock::time_point m_withholdingEndsAt; ///< when presses pass again; valid in state AwaitingBacklog
};
}
