// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/controlsocket.h"

#include "sessions/rfbwire/recordsocket.h"

#include <poll.h>

namespace Nightdesk::Rfb
{
ControlSocket::ControlSocket(int fd)
    : m_fd(fd)
{
}

int ControlSocket::fd() const
{
    return m_fd;
}

void ControlSocket::send(const RfbWire::FromWorker &message)
{
    sendRecord(message, true);
}

void ControlSocket::sendWithoutWaiting(const RfbWire::FromWorker &message)
{
    sendRecord(message, false);
}

void ControlSocket::sendRecord(const RfbWire::FromWorker &message, bool wait)
{
    auto record = RfbWire::encode(message);
    if (!record) {
        // A program error. The console must get a log record rather than miss a record silently.
        record = RfbWire::encode(RfbWire::Log{2, "cannot be sent: " + record.error().what});
        if (!record) {
            return;
        }
    }
    for (;;) {
        const auto sent = RfbWire::sendRecord(m_fd, *record);
        if (sent || sent.error() != RfbWire::SocketProblem::WouldBlock || !wait) {
            return;
        }
        pollfd fd{m_fd, POLLOUT, 0};
        ::poll(&fd, 1, -1);
    }
}
}
