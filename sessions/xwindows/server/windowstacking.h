// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/windowpart.h"

#include <vector>

namespace Nightdesk
{
/// Raises the programs' windows, or keeps them covered: mapped, below all others, with their hidden parts stored by the server. One per connection
/// to the server, owned by ProgramWindowWorker, on its thread.
class WindowStacking : public WindowPart
{
public:
    using WindowPart::WindowPart;

    void keepCovered(quint32 programNumber);
    void coverNewWindow(ProgramWindows::Program &program, xcb_window_t window);
    void coverWindow(xcb_window_t window);
    void uncover(quint32 programNumber);
    void raise(quint32 programNumber); ///< raises its windows above all others, in their present order
    void markStackingOrderChanged(); ///< to be called when the stacking order may have changed
    bool refresh(); ///< lowers covered windows again if needed; true if it sent requests to the server

private:
    void uncoverNewWindow(xcb_window_t window, const ProgramWindows::Window &record);

    bool m_mustCheckCoveredWindows = false; ///< the stacking order may have changed, so that windows that must stay covered no longer are
    std::vector<xcb_window_t> m_coveredWindowOrder; ///< the root's children from the lowest up to the highest covered one, as last seen
};
}
