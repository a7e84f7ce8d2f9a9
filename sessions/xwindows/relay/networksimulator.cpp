// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/networksimulator.h"

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
std::size_t roomOf(const NetworkProperties &figures)
{
    if (figures.bytesPerSecond <= 0) {
        return window;
    }
    const double onTheLine = figures.bytesPerSecond * std::chrono::duration<double>(figures.roundTrip).count();
    return std::min(window, static_cast<std::size_t>(onTheLine) + buffer);
}

void setNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}
}

class NetworkSimulator::Loop
{
    /// One direction of all connections: they share its rate and, as the channels of an ssh connection do, one compression.
    struct Way {
        explicit Way(const NetworkProperties &figures)
            : rate(figures.bytesPerSecond)
            , wireSize(figures.compresses)
        {
        }
        SharedRateLimit rate;
        WireSizeCalculator wireSize;
        std::atomic<std::int64_t> payload = 0; ///< atomic, since any thread may read it
        std::atomic<std::int64_t> wire = 0;
    };

    /// One direction: reads where bytes come in, writes where they come out.
    class Direction
    {
    public:
        Direction(std::chrono::microseconds delay, std::size_t room)
            : m_queue(delay)
            , m_room(room)
        {
        }
        bool wantsRead() const
        {
            return !m_inEnded && m_queue.wireSize() < m_room && m_queue.size() < window;
        }
        bool wantsWrite() const
        {
            return m_isBlocked && !m_outEnded;
        }
        bool hasEnded() const
        {
            return m_outEnded;
        }
        /// When the next bytes are due to be written.
        std::optional<Clock::time_point> wakeAt() const
        {
            return m_isBlocked || m_outEnded ? std::nullopt : m_queue.nextDueAt();
        }
        void read(int fd, Way &way, Clock::time_point now)
        {
            std::array<std::uint8_t, 65536> bytes;
            const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), 0);
            if (count > 0) {
                const auto payload = std::span(bytes).first(static_cast<std::size_t>(count));
                const std::size_t wire = way.wireSize.networkSize(payload);
                way.payload += count;
                way.wire += static_cast<std::int64_t>(wire);
                m_queue.push(payload, wire, now, way.rate);
            } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
                m_inEnded = true;
                m_queue.pushEnd(now);
            }
        }
        void write(int fd, Clock::time_point now)
        {
            m_isBlocked = false;
            while (!m_outEnded) {
                const auto bytes = m_queue.due(now);
                if (bytes.empty()) {
                    break;
                }
                const ssize_t count = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
                if (count >= 0) {
                    m_queue.pop(static_cast<std::size_t>(count));
                } else if (errno == EAGAIN || errno == EINTR) {
                    m_isBlocked = true;
                    return;
                } else {
                    m_outEnded = true; // the receiver has closed its end
                    m_inEnded = true;
                }
            }
            if (!m_outEnded && m_queue.isEndDue(now)) {
                ::shutdown(fd, SHUT_WR);
                m_outEnded = true;
            }
        }

    private:
        DelayQueue m_queue;
        std::size_t m_room;
        bool m_isBlocked = false;
        bool m_inEnded = false;
        bool m_outEnded = false;
    };

    struct Pair {
        UniqueFd program;
        UniqueFd site;
        Direction up; ///< from the program to the remote side
        Direction down;
    };

public:
    explicit Loop(const NetworkProperties &figures)
        : m_figures(figures)
        , m_up(figures)
        , m_down(figures)
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
    void add(UniqueFd program, UniqueFd site)
    {
        m_commands.post([this, program = shareFd(std::move(program)), site = shareFd(std::move(site))] {
            const auto there = m_figures.roundTrip / 2;
            const std::size_t room = roomOf(m_figures);
            m_pairs.push_back(
                std::make_unique<Pair>(std::move(*program), std::move(*site), Direction(there, room), Direction(m_figures.roundTrip - there, room)));
        });
    }
    NetworkCounters counts() const
    {
        return {.payloadUp = m_up.payload, .payloadDown = m_down.payload, .wireUp = m_up.wire, .wireDown = m_down.wire};
    }

private:
    void run()
    {
        std::vector<pollfd> fds;
        while (!m_isStopping) {
            fds.assign(1, {.fd = m_commands.fd(), .events = POLLIN, .revents = 0});
            std::optional<Clock::time_point> wakeAt;
            for (const auto &pair : m_pairs) {
                addTo(fds, pair->program.get(), pair->up.wantsRead(), pair->down.wantsWrite());
                addTo(fds, pair->site.get(), pair->down.wantsRead(), pair->up.wantsWrite());
                for (const auto &at : {pair->up.wakeAt(), pair->down.wakeAt()}) {
                    if (at) {
                        wakeAt = std::min(wakeAt.value_or(*at), *at);
                    }
                }
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
                return pair->up.hasEnded() && pair->down.hasEnded();
            });
        }
    }
    static void addTo(std::vector<pollfd> &fds, int fd, bool wantsRead, bool wantsWrite)
    {
        const auto events = static_cast<short>((wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0));
        fds.push_back({.fd = events != 0 ? fd : -1, .events = events, .revents = 0}); // otherwise poll() would report a hang-up again and again
    }
    void advance(Pair &pair, short program, short site)
    {
        constexpr short readable = POLLIN | POLLHUP | POLLERR;
        const auto now = Clock::now();
        if ((program & readable) != 0 && pair.up.wantsRead()) {
            pair.up.read(pair.program.get(), m_up, now);
        }
        if ((site & readable) != 0 && pair.down.wantsRead()) {
            pair.down.read(pair.site.get(), m_down, now);
        }
        pair.up.write(pair.site.get(), now);
        pair.down.write(pair.program.get(), now);
    }

    const NetworkProperties m_figures;
    CommandQueue m_commands;
    bool m_isStopping = false;
    Way m_up;
    Way m_down;
    std::vector<std::unique_ptr<Pair>> m_pairs;
    std::thread m_thread; ///< declared last: starts when all other members exist
};

NetworkSimulator::NetworkSimulator(const NetworkProperties &figures)
    : m_loop(std::make_unique<Loop>(figures))
{
}

NetworkSimulator::~NetworkSimulator() = default;

SharedFd NetworkSimulator::delayedEnd(UniqueFd program)
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        return shareFd({});
    }
    setNonBlocking(program.get());
    m_loop->add(std::move(program), UniqueFd(ends[0]));
    return shareFd(UniqueFd(ends[1]));
}

NetworkCounters NetworkSimulator::counts() const
{
    return m_loop->counts();
}
}
