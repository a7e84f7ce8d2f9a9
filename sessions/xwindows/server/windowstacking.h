// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/programreports.h"
#include "sessions/xwindows/server/programwindows.h"
#include "sessions/xwindows/server/xserverconnection.h"

#include <vector>

namespace Nightdesk
{
/// Raises the windows of the programs, or keeps them covered: mapped, below all others, their pictures with the server. One per
/// connection to the server, owned by LocalWindowWorker, on its thread.
class WindowStacking
{
public:
    WindowStacking(XServerConnection &x, ProgramWindows &records, const ProgramReports &reports);

    void cover(quint32 id);
    void coverNew(ProgramWindows::Program &program, xcb_window_t window);
    void coverWindow(xcb_window_t window);
    void uncover(quint32 id);
    void raise(quint32 id); ///< above all others, in the order that they have
    void markChanged(); ///< the order on the screen may be another
    bool refresh(); ///< whether there was anything to ask the server for

private:
    void uncoverNew(xcb_window_t window, const ProgramWindows::Window &record);

    XServerConnection &m_x;
    ProgramWindows &m_records;
    const ProgramReports &m_reports;
    bool m_isDirty = false; ///< what is covered may not be any more
    std::vector<xcb_window_t> m_coveredOrder; ///< the root's children from the lowest to the highest that is covered, as last seen
};
}
