// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/networksimulator.h"

#include "sessions/base/waketime.h"
#include "sessions/xwindows/relay/delayqueue.h"
#include "sessions/xwindows/relay/wiresizecalculator.h"
#include "sessions/xwindows/server/commandqueue.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <thread>

namespace Nightdesk
{
namespace
{
using Clock = SharedRateLimit::Clock;
constexpr std::size_t window = 2 << 20; ///< window of an ssh channel
constexpr std::size_t buffer = 64 << 10; ///< buffer of a router before a slower network

/// How many bytes may be on their way in one direction of one connection.
std::size_t maxBytesOnPath(const NetworkProperties &properties)
{
    if (properties.bytesPerSecond <= 0) {
        return window;
    }
    const double onTheLine = properties.bytesPerSecond * std::chrono::duration<double>(properties.roundTrip).count();
    return std::min(window, static_cast<std::size_t>(onTheLine) + buffer);
}
}

class NetworkSimulator::Loop
{
    /// One direction of all connections: they share its rate and, as the channels of an ssh connection do, one compression.
    struct SharedDirection {
        explicit SharedDirection(const NetworkProperties &properties)
            : rate(properties.bytesPerSecond)
            , wireSize(properties.hasSshCompression)
        {
        }
        SharedRateLimit rate;
        WireSizeCalculator wireSize;
        std::atomic<std::int64_t> payloadBytes = 0; ///< atomic, since any thread may read it
        std::atomic<std::int64_t> wireBytes = 0;
    };

    /// One direction: reads where bytes come in, writes where they come out.
    class Direction
    {
    public:
        Direction(std::chrono::microseconds delay, std::size_t maxQueuedBytes)
            : m_queue(delay)
            , m_maxQueuedBytes(maxQueuedBytes)
        {
        }
        bool wantsRead() const
        {
            return !m_hasInputEnded && m_queue.wireSize() < m_maxQueuedBytes && m_queue.size() < window;
        }
        bool wantsWrite() const
        {
            return m_isOutputBlocked && !m_hasOutputEnded;
        }
        bool hasEnded() const
        {
            return m_hasOutputEnded;
        }
        /// When the next bytes are due to be written.
        std::optional<Clock::time_point> wakeAt() const
        {
            return m_isOutputBlocked || m_hasOutputEnded ? std::nullopt : m_queue.nextDueAt();
        }
        void read(int fd, SharedDirection &shared, Clock::time_point now)
        {
            std::array<std::uint8_t, 65536> bytes;
            const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), 0);
            if (count > 0) {
                const auto payload = std::span(bytes).first(static_cast<std::size_t>(count));
                const std::size_t wire = shared.wireSize.networkSize(payload);
                shared.payloadBytes += count;
                shared.wireBytes += static_cast<std::int64_t>(wire);
                m_queue.push(payload, wire, now, shared.rate);
            } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
                m_hasInputEnded = true;
                m_queue.pushEnd(now);
            }
        }
        void write(int fd, Clock::time_point now)
        {
            m_isOutputBlocked = false;
            while (!m_hasOutputEnded) {
                const auto bytes = m_queue.due(now);
                if (bytes.empty()) {
                    break;
                }
                const ssize_t count = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
                if (count >= 0) {
                    m_queue.pop(static_cast<std::size_t>(count));
                } else if (errno == EAGAIN || errno == EINTR) {
                    m_isOutputBlocked = true;
                    return;
                } else {
                    m_hasOutputEnded = true; // the receiver has closed its end
                    m_hasInputEnded = true;
                }
            }
            if (!m_hasOutputEnded && m_queue.isEndDue(now)) {
                ::shutdown(fd, SHUT_WR);
                m_hasOutputEnded = true;
            }
        }

    private:
        DelayQueue m_queue;
        std::size_t m_maxQueuedBytes;
        bool m_isOutputBlocked = false;
        bool m_hasInputEnded = false;
        bool m_hasOutputEnded = false;
    };

    struct Pair {
        UniqueFd programFd;
        UniqueFd remoteFd;
        Direction programToRemote;
        Direction remoteToProgram;
    };

public:
    explicit Loop(const NetworkProperties &properties)
        : m_networkProperties(properties)
        , m_programToRemote(properties)
        , m_remoteToProgram(properties)
        , m_thread([this] {
            run();
        })
    {
    }
    ~Loop()
    {
        m_commands.post([this] {
            m_isStopping = true;
        });
        m_thread.join();
    }
    void add(UniqueFd program, UniqueFd remote)
    {
        m_commands.post([this, program = shareFd(std::move(program)), remote = shareFd(std::move(remote))] {
            const auto there = m_networkProperties.roundTrip / 2;
            const auto back = m_networkProperties.roundTrip - there;
            const std::size_t maxQueuedBytes = maxBytesOnPath(m_networkProperties);
            m_pairs.push_back(
                std::make_unique<Pair>(std::move(*program), std::move(*remote), Direction(there, maxQueuedBytes), Direction(back, maxQueuedBytes)));
        });
    }
    NetworkCounters counters() const
    {
        return {.payloadBytesFromProgram = m_programToRemote.payloadBytes,
                .payloadBytesToProgram = m_remoteToProgram.payloadBytes,
                .wireBytesFromProgram = m_programToRemote.wireBytes,
                .wireBytesToProgram = m_remoteToProgram.wireBytes};
    }

private:
    void run()
    {
        std::vector<pollfd> fds;
        while (!m_isStopping) {
            fds.assign(1, {.fd = m_commands.fd(), .events = POLLIN, .revents = 0});
            std::optional<Clock::time_point> wakeAt;
            for (const auto &pair : m_pairs) {
                appendPollFd(fds, pair->programFd.get(), pair->programToRemote.wantsRead(), pair->remoteToProgram.wantsWrite());
                appendPollFd(fds, pair->remoteFd.get(), pair->remoteToProgram.wantsRead(), pair->programToRemote.wantsWrite());
                wakeAt = WakeTime::earliest({wakeAt, pair->programToRemote.wakeAt(), pair->remoteToProgram.wakeAt()});
            }
            timespec pause{};
            if (wakeAt) {
                // The millisecond resolution of poll() would noticeably change each round trip.
                const auto left = std::max(Clock::duration::zero(), *wakeAt - Clock::now());
                pause.tv_sec = std::chrono::duration_cast<std::chrono::seconds>(left).count();
                pause.tv_nsec = std::chrono::nanoseconds(left % std::chrono::seconds(1)).count();
            }
            (void)::ppoll(fds.data(), fds.size(), wakeAt ? &pause : nullptr, nullptr);
            if (m_commands.runAll()) {
                continue; // the list of connections may have changed
            }
            for (std::size_t i = 0; i < m_pairs.size(); ++i) {
                advance(*m_pairs[i], fds[1 + 2 * i].revents, fds[2 + 2 * i].revents);
            }
            std::erase_if(m_pairs, [](const auto &pair) {
                return pair->programToRemote.hasEnded() && pair->remoteToProgram.hasEnded();
            });
        }
    }
    static void appendPollFd(std::vector<pollfd> &fds, int fd, bool wantsRead, bool wantsWrite)
    {
        const auto events = static_cast<short>((wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0));
        fds.push_back({.fd = events != 0 ? fd : -1, .events = events, .revents = 0}); // -1: not polled; a hang-up would end every poll() at once
    }
    void advance(Pair &pair, short programEvents, short remoteEvents)
    {
        constexpr short readable = POLLIN | POLLHUP | POLLERR;
        const auto now = Clock::now();
        if ((programEvents & readable) != 0 && pair.programToRemote.wantsRead()) {
            pair.programToRemote.read(pair.programFd.get(), m_programToRemote, now);
        }
        if ((remoteEvents & readable) != 0 && pair.remoteToProgram.wantsRead()) {
            pair.remoteToProgram.read(pair.remoteFd.get(), m_remoteToProgram, now);
        }
        pair.programToRemote.write(pair.remoteFd.get(), now);
        pair.remoteToProgram.write(pair.programFd.get(), now);
    }

    const NetworkProperties m_networkProperties;
    CommandQueue m_commands;
    bool m_isStopping = false;
    SharedDirection m_programToRemote;
    SharedDirection m_remoteToProgram;
    std::vector<std::unique_ptr<Pair>> m_pairs;
    std::thread m_thread; ///< declared last: starts when all other members exist
};

NetworkSimulator::NetworkSimulator(const NetworkProperties &properties)
    : m_loop(std::make_unique<Loop>(properties))
{
}

NetworkSimulator::~NetworkSimulator() = default;

SharedFd NetworkSimulator::createDelayedSocket(UniqueFd program)
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        return shareFd({});
    }
    ::fcntl(program.get(), F_SETFL, ::fcntl(program.get(), F_GETFL) | O_NONBLOCK);
    m_loop->add(std::move(program), UniqueFd(ends[0]));
    return shareFd(UniqueFd(ends[1]));
}

NetworkCounters NetworkSimulator::counters() const
{
    return m_loop->counters();
}
}
