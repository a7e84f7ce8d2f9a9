// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace Nightdesk::Test
{
/// A display number that no X server uses, in whichever network namespace; given back with the object. A server that looks
/// for a number itself (-displayfd alone) heeds only abstract sockets. These belong to a network namespace, so that in one of
/// its own it would take :0 and with that, in /tmp, the socket of another test's server. Started with ":number" and
/// -displayfd it leaves the lock file alone, which is therefore ours. Plain C++, any thread.
class OwnDisplayNumber
{
public:
    OwnDisplayNumber()
    {
        // One at a time, else two find the same lock left behind, and the slower removes what is the faster's by then.
        const int turn = ::open("/tmp/.nightdesk-display-numbers", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (turn >= 0) {
            (void)::flock(turn, LOCK_EX);
        }
        for (int number = first; number < last && m_number < 0; ++number) {
            if (claim(number)) {
                m_number = number;
            }
        }
        if (turn >= 0) {
            ::close(turn);
        }
    }
    ~OwnDisplayNumber()
    {
        if (m_number >= 0) {
            // A server that was killed left its socket behind.
            ::unlink(socket(m_number).c_str());
            ::unlink(lock(m_number).c_str());
        }
    }
    OwnDisplayNumber(OwnDisplayNumber &&other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    OwnDisplayNumber &operator=(OwnDisplayNumber &&other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }

    std::string name() const ///< ":41"; ":-1" when none is free, which no server takes
    {
        return ":" + std::to_string(m_number);
    }

private:
    static constexpr int first = 1000; // above those of the facility of the tests, which counts from 40
    static constexpr int last = 3000;

    static std::string lock(int number)
    {
        return "/tmp/.X" + std::to_string(number) + "-lock";
    }
    static std::string socket(int number)
    {
        return "/tmp/.X11-unix/X" + std::to_string(number);
    }
    static bool claim(int number)
    {
        const std::string path = lock(number);
        if (isLeftBehind(path)) {
            ::unlink(path.c_str());
            ::unlink(socket(number).c_str());
        }
        if (::access(socket(number).c_str(), F_OK) == 0) {
            return false;
        }
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (file < 0) {
            return false;
        }
        const bool written = ::dprintf(file, "%10d\n", static_cast<int>(::getpid())) > 0;
        ::close(file);
        return written;
    }
    /// Its owner is gone without a word.
    static bool isLeftBehind(const std::string &path)
    {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) {
            return false;
        }
        char text[16]{};
        const ssize_t got = ::read(file, text, sizeof(text) - 1);
        ::close(file);
        const int owner = got > 0 ? std::atoi(text) : 0;
        return owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH;
    }

    int m_number = -1;
};
}
