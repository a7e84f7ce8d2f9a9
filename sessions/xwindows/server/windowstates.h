// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/windowpart.h"

#include <vector>

namespace Nightdesk
{
/// Iconifies, restores or closes the programs' windows, and reports which are icons. One per connection to the server,
/// owned by ProgramWindowWorker, on its thread.
class WindowStates : public WindowPart
{
public:
    using WindowPart::WindowPart;

    void iconify(quint32 programNumber);
    void deiconify(quint32 programNumber);
    bool requestClose(quint32 programNumber); ///< false: none of its windows accepts a request to close
    std::vector<xcb_window_t> topLevelWindows(quint32 programNumber) const; ///< without menus and other override-redirect windows
    void wmStateChanged(xcb_window_t window);
    void reportIconified(quint32 programNumber);
};
}
