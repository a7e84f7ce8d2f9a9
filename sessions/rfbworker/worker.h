// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/controlpump.h"
#include "sessions/rfbworker/picture/vncdecoder.h"
#include "sessions/rfbworker/rfbsession.h"
#include "sessions/rfbworker/sandbox/sandbox.h"

namespace Nightdesk::Rfb
{
/// The process nightdesk-rfb: contains the objects of its two threads, and activates its sandbox. Created and owned by main().
class Worker
{
public:
    /// The caller keeps ownership of the descriptors.
    Worker(int rfbFd, int controlFd);

    /// Activates the sandbox, then runs the session and returns the exit status of the process. Called once, from the
    /// main thread. If the console closes the control socket, the process exits inside this function.
    int run();

private:
    [[noreturn]] void runControlPump();

    ControlSocket m_consoleSocket;
    Counters m_counters;
    Outbox m_outbox;
    ClipboardExchange m_clipboardExchange;
    ServerLiveness m_liveness;
    Mailbox m_mailbox;
    RfbStream m_rfbStream;
    VncDecoder m_vncDecoder;
    RfbSession m_rfbSession;
    ControlPump m_controlPump;
    Sandbox m_sandbox;
};
}
