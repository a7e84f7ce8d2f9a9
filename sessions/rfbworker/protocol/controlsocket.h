// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/consolesink.h"

namespace Nightdesk::Rfb
{
/// The worker's end of the control socket. send() may be called from any thread. Owned by Worker.
class ControlSocket : public ConsoleSink
{
public:
    /// @p fd stays the caller's and is non-blocking.
    explicit ControlSocket(int fd);

    int fd() const;
    /// Waits while the console is behind: that is back-pressure for the reader. A console that is gone is not noticed
    /// here; the pump sees the end of the socket.
    void send(const RfbWire::FromWorker &message) override;
    /// Does not wait: what does not fit is dropped. For the pump, which must go on hearing the console.
    void sendWithoutWaiting(const RfbWire::FromWorker &message);

private:
    void sendRecord(const RfbWire::FromWorker &message, bool wait);

    const int m_fd;
};
}
