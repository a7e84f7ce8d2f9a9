// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/linkcontrol.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>

namespace Nightdesk
{
LinkControl::LinkControl()
    : m_wakeFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

void LinkControl::post(LinkCommand command)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_queuedCommands.push_back(std::move(command));
    }
    wake();
}

std::optional<LinkCommand> LinkControl::takeCommand()
{
    const std::scoped_lock lock(m_mutex);
    if (m_queuedCommands.empty()) {
        return std::nullopt;
    }
    LinkCommand command = std::move(m_queuedCommands.front());
    m_queuedCommands.pop_front();
    return command;
}

std::optional<LinkCommand> LinkControl::takeFirstMatching(const std::function<bool(const LinkCommand &)> &isWanted)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = std::ranges::find_if(m_queuedCommands, isWanted);
    if (found == m_queuedCommands.end()) {
        return std::nullopt;
    }
    LinkCommand command = std::move(*found);
    m_queuedCommands.erase(found);
    return command;
}

void LinkControl::stop(UnsentData unsentData)
{
    m_isStopped = true;
    wake();
    const std::scoped_lock lock(m_mutex);
    for (const UniqueFd &fd : m_descriptorsToShutDown) {
        if (unsentData == UnsentData::Discard) {
            // connect() to AF_UNSPEC resets a TCP connection immediately and discards unsent data, even if the descriptor has duplicates. (SO_LINGER
            // has an effect only when the last duplicate is closed.) Sockets of other kinds refuse this call.
            sockaddr nowhere{};
            nowhere.sa_family = AF_UNSPEC;
            (void)::connect(fd.get(), &nowhere, sizeof nowhere);
        }
        ::shutdown(fd.get(), SHUT_RDWR);
    }
}

void LinkControl::finishLoginAndStop()
{
    m_isFinishing = true;
    wake();
}

bool LinkControl::isFinishing() const
{
    return m_isFinishing;
}

bool LinkControl::recordPeerReached()
{
    m_hasReachedPeer = true;
    return !m_isStopped;
}

bool LinkControl::isStopped() const
{
    return m_isStopped || (m_isFinishing && !m_hasReachedPeer);
}

void LinkControl::wake()
{
    const std::uint64_t one = 1;
    // write() fails only when the counter is full: then the thread was woken already.
    (void)!::write(m_wakeFd.get(), &one, sizeof one);
}

int LinkControl::wakeFd() const
{
    return m_wakeFd.get();
}

void LinkControl::clearWakeFd()
{
    std::uint64_t count = 0;
    (void)!::read(m_wakeFd.get(), &count, sizeof count);
}

void LinkControl::shutDownFdAtStop(int fd)
{
    UniqueFd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
    const std::scoped_lock lock(m_mutex);
    if (m_isStopped) {
        ::shutdown(copy.get(), SHUT_RDWR);
    }
    m_descriptorsToShutDown.push_back(std::move(copy));
}
}
