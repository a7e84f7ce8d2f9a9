// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/windowpart.h"
#include "sessions/xwindows/server/xkey.h"

#include <vector>

namespace Nightdesk
{
/// Grabs, in each window of the programs, the key that brings the console to the front. One per connection to the server, owned by
/// ProgramWindowWorker, on its thread.
class ConsoleKeyGrab : public WindowPart
{
public:
    using WindowPart::WindowPart;

    void setKey(const XKey &key);
    void grabKey(xcb_window_t window); ///< grabs the key in a new window
    void refreshKeycodes(); ///< the keyboard's layout changed

private:
    std::vector<xcb_keycode_t> keycodes() const; ///< of the console's key; empty: there is none
    void grabKeycodes(xcb_window_t window, const std::vector<xcb_keycode_t> &codes);

    XKey m_consoleShortcut;
};
}
