// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>

#include <memory>
#include <utility>

namespace Nightdesk
{
/// Owns one file descriptor and closes it. Without Qt, so that the RFB worker can use it, too. Held by value by the code that opened the file.
class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd)
        : m_fd(fd)
    {
    }
    UniqueFd(UniqueFd &&other) noexcept
        : m_fd(other.release())
    {
    }
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        if (this != &other) {
            reset(other.release());
        }
        return *this;
    }
    UniqueFd(const UniqueFd &) = delete;
    UniqueFd &operator=(const UniqueFd &) = delete;
    ~UniqueFd()
    {
        reset();
    }

    int get() const
    {
        return m_fd;
    }
    bool isValid() const
    {
        return m_fd >= 0;
    }
    /// Releases ownership: the caller has to close the descriptor.
    int release()
    {
        return std::exchange(m_fd, -1);
    }
    void reset(int fd = -1)
    {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
        m_fd = fd;
    }

private:
    int m_fd = -1;
};

/// A descriptor as an argument of a queued signal. Signals copy their arguments, so the receiver moves the descriptor
/// out.
using SharedFd = std::shared_ptr<UniqueFd>;

inline SharedFd shareFd(UniqueFd fd)
{
    return std::make_shared<UniqueFd>(std::move(fd));
}
}
