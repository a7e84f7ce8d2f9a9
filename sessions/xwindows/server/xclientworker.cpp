// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xclientworker.h"

#include "sessions/base/waketime.h"

#include <poll.h>
#include <sys/socket.h>

namespace Nightdesk
{
XClientWorker::~XClientWorker() = default;

CommandQueue &XClientWorker::commands()
{
    return m_commands;
}

void XClientWorker::stop()
{
    m_isStopping = true;
    {
        // If a server hangs, libxcb blocks for its answer; shutting the socket down ends that.
        const std::lock_guard lock(m_interruptMutex);
        if (m_interruptibleFd >= 0) {
            ::shutdown(m_interruptibleFd, SHUT_RDWR);
        }
    }
    m_commands.post([] { });
}

bool XClientWorker::connectOverSocket(UniqueFd socket, const XAuthorization &authorization, int screen)
{
    setInterruptibleFd(socket.get());
    m_xServer = m_isStopping ? nullptr : XServerConnection::open(std::move(socket), authorization, screen);
    if (!m_xServer) {
        setInterruptibleFd(-1);
    }
    return m_xServer != nullptr;
}

void XClientWorker::closeConnection()
{
    setInterruptibleFd(-1);
    m_xServer.reset();
}

void XClientWorker::setInterruptibleFd(int fd)
{
    const std::lock_guard lock(m_interruptMutex);
    m_interruptibleFd = fd;
    if (fd >= 0 && m_isStopping) {
        ::shutdown(fd, SHUT_RDWR);
    }
}

void XClientWorker::waitUntil(const std::optional<std::chrono::steady_clock::time_point> &wakeAt)
{
    pollfd fds[] = {{.fd = m_commands.fd(), .events = POLLIN, .revents = 0}, {.fd = m_xServer ? m_xServer->fd() : -1, .events = POLLIN, .revents = 0}};
    (void)::poll(fds, 2, WakeTime::pollTimeout(wakeAt));
}
}
