// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/base/uniquefd.h"
#include "sessions/rfbwire/messages.h"

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace Nightdesk::Test
{
inline constexpr std::chrono::seconds patience{30}; ///< for the slowest machine; nothing waits this long when all is well

/// The console's side of a real worker process: starts NIGHTDESK_WORKER, answers WantPicture, releases damage unless told
/// not to, and keeps what came. One thread.
class TestConsole
{
public:
    /// @p rfb becomes the worker's RFB stream. @p startIt: Start is sent.
    explicit TestConsole(UniqueFd rfb, const RfbWire::Start &start = {}, bool startIt = true);
    ~TestConsole();
    TestConsole(const TestConsole &) = delete;
    TestConsole &operator=(const TestConsole &) = delete;

    void setAutoPicture(bool on);
    void setAutoRelease(bool on);
    /// Keys and pointers without a time never grow old on their way, however long this machine takes.
    void send(RfbWire::ToWorker message, int fd = -1);
    void sendRaw(const std::vector<std::byte> &record, int fd = -1);
    /// A sealed memfd as the console makes them, and remembers as the current picture if @p adopt.
    UniqueFd makePicture(std::uint32_t generation, std::uint32_t width, std::uint32_t height, bool adopt = true);
    void release(const RfbWire::Damage &damage);

    /// Handles what has come and what comes until @p done holds; false after @p limit or when the worker has gone.
    template<class Done>
    bool until(Done done, std::chrono::milliseconds limit = patience)
    {
        const auto deadline = std::chrono::steady_clock::now() + limit;
        while (!done()) {
            if (!turn(deadline)) {
                return done();
            }
        }
        return true;
    }
    /// The next message of this kind that was not asked for yet.
    template<class T>
    std::optional<T> next(std::chrono::milliseconds limit = patience)
    {
        std::optional<T> found;
        const std::size_t kind = RfbWire::FromWorker(T{}).index();
        until(
            [&] {
                std::deque<RfbWire::FromWorker> &queue = m_received[kind];
                if (queue.empty()) {
                    return false;
                }
                found = std::get<T>(queue.front());
                queue.pop_front();
                return true;
            },
            limit);
        return found;
    }
    template<class T>
    std::size_t count()
    {
        return m_received[RfbWire::FromWorker(T{}).index()].size();
    }
    /// The worker closed its end.
    bool isClosed() const;
    /// Why a record of the worker was refused; empty while all is well.
    const std::string &wireProblem() const;
    /// Closes the control socket, as a console that dies does.
    void hangUp();
    /// The exit status as wait() gives it; empty: still running after @p limit.
    std::optional<int> waitForExit(std::chrono::milliseconds limit = patience);
    pid_t pid() const;
    /// Pixel of the current picture.
    std::uint32_t pixel(std::uint32_t x, std::uint32_t y) const;
    std::uint32_t width() const;
    std::uint32_t height() const;
    std::uint32_t generation() const;
    /// Number of different colors in the picture, at most @p enough.
    std::size_t colors(std::size_t enough = 1000) const;
    std::vector<std::uint32_t> pixels() const;
    /// Answers the challenge that comes, as the console does; false: none came.
    bool answerChallenge(const std::string &password);

private:
    bool turn(std::chrono::steady_clock::time_point deadline);
    void handle(const RfbWire::FromWorker &message);
    void dropPicture();

    UniqueFd m_control;
    pid_t m_pid = -1;
    std::optional<int> m_status;
    bool m_autoPicture = true;
    bool m_autoRelease = true;
    bool m_closed = false;
    std::string m_wireProblem;
    std::map<std::size_t, std::deque<RfbWire::FromWorker>> m_received;
    std::uint32_t m_generation = 0;
    std::uint32_t m_width = 0;
    std::uint32_t m_height = 0;
    const std::uint32_t *m_picture = nullptr;
};

/// The program under test, from the environment; says what is missing and ends the test where it is not there.
std::string workerProgram();
/// Starts a program with these two descriptors as 3 and 4, in a process of its own.
pid_t startWorker(const std::string &program, int rfb, int control, int output = -1);
/// Both ends of a stream as a link makes it: the worker's, the server's.
std::pair<UniqueFd, UniqueFd> makeStream();
std::pair<UniqueFd, UniqueFd> makeControl();
}
