// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/controlpump.h"
#include "sessions/rfbworker/picture/vncdecoder.h"
#include "sessions/rfbworker/rfbsession.h"
#include "sessions/rfbworker/sandbox/sandbox.h"

namespace Nightdesk::Rfb
{
/// The whole worker in one object: both threads' parts joined, the walls around them. main() makes one. Owned by main().
class Worker
{
public:
    /// The descriptors stay the caller's.
    Worker(int rfbFd, int controlFd);

    /// Builds the walls, then works until something ends it; gives the process's exit status. Called once, from the main
    /// thread; ends the process itself when the console goes.
    int run();

private:
    [[noreturn]] void pump();

    ControlSocket m_console;
    Counters m_counters;
    Outbox m_outbox;
    ClipboardExchange m_clipboards;
    Pulse m_pulse;
    Mailbox m_mailbox;
    RfbStream m_stream;
    VncDecoder m_decoder;
    RfbSession m_session;
    ControlPump m_pump;
    Sandbox m_sandbox;
};
}
