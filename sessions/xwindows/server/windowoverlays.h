// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/windowpart.h"
#include "sessions/xwindows/server/windowshields.h"
#include "sessions/xwindows/server/windowveils.h"

namespace Nightdesk
{
/// Decides which windows of the programs have a shield or a veil over them. One per connection to the server, owned by ProgramWindowWorker,
/// on its thread.
class WindowOverlays : public WindowPart
{
public:
    WindowOverlays(XServerConnection &x, ProgramWindows &records, const ProgramWindowCallbacks &callbacks);

    void markOutdated(); ///< to be called when a window, a shield or a veil has to change
    bool refresh(); ///< updates shields and veils after markOutdated(); true if it sent requests to the server
    void forgetWindow(xcb_window_t window); ///< the window was destroyed
    bool isShield(xcb_window_t window) const;
    void shieldPressed(xcb_window_t shield);

private:
    bool refreshShields();
    bool refreshVeils();

    WindowShields m_shields;
    WindowVeils m_veils;
    bool m_areShieldsOutdated = true;
    bool m_areVeilsOutdated = true;
};
}
