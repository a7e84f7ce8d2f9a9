// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/programreports.h"
#include "sessions/xwindows/server/programwindows.h"
#include "sessions/xwindows/server/xserverconnection.h"

namespace Nightdesk
{
/// What the parts of ProgramWindowWorker that control windows use together. Each part exists once per connection to the server, is owned by
/// ProgramWindowWorker, and runs on its thread.
class WindowPart
{
public:
    WindowPart(XServerConnection &x, ProgramWindows &records, const ProgramWindowCallbacks &callbacks)
        : m_xServer(x)
        , m_windowRecords(records)
        , m_callbacks(callbacks)
    {
    }

protected:
    XServerConnection &m_xServer;
    ProgramWindows &m_windowRecords;
    const ProgramWindowCallbacks &m_callbacks;
};
}
