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
    /// @p fd must be non-blocking; the caller keeps ownership.
    explicit ControlSocket(int fd);

    int fd() const;
    /// Blocks while the console has not read the earlier records, so that the reader thread reads less from the server. Does not notice that the
    /// console has closed the socket; the pump thread does.
    void send(const RfbWire::FromWorker &message) override;
    /// Does not block: a record that does not fit into the socket is dropped. For the pump thread, which must keep receiving from the console.
    void sendWithoutWaiting(const RfbWire::FromWorker &message);

private:
    void sendRecord(const RfbWire::FromWorker &message, bool wait);

    const int m_fd;
};
}
