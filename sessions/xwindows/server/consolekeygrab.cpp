// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/consolekeygrab.h"

namespace Nightdesk
{
void ConsoleKeyGrab::setKey(const XKey &key)
{
    if (m_consoleShortcut == key) {
        return;
    }
    m_consoleShortcut = key;
    refreshKeycodes();
}

/// Asks the server first: in a round trip without a grab the program would get the key.
void ConsoleKeyGrab::refreshKeycodes()
{
    const std::vector<xcb_keycode_t> codes = keycodes();
    for (const auto &[window, record] : m_windowRecords.windows) {
        xcb_ungrab_key(m_xServer.xcb(), XCB_GRAB_ANY, window, XCB_MOD_MASK_ANY); // this connection has no other grabs
        grabKeycodes(window, codes);
    }
}

std::vector<xcb_keycode_t> ConsoleKeyGrab::keycodes() const
{
    return m_consoleShortcut.keysym == 0 ? std::vector<xcb_keycode_t>() : m_xServer.keycodes(m_consoleShortcut.keysym);
}

void ConsoleKeyGrab::grabKey(xcb_window_t window)
{
    grabKeycodes(window, keycodes());
}

/// Grabs on the program's window, not on the root: all other programs still get the key. The server checks grabs from the outermost window on, so
/// the program itself does not get it.
void ConsoleKeyGrab::grabKeycodes(xcb_window_t window, const std::vector<xcb_keycode_t> &codes)
{
    // Caps Lock, and Num Lock as modifier 2, which is the usual mapping.
    constexpr std::uint16_t locks[] = {0, XCB_MOD_MASK_LOCK, XCB_MOD_MASK_2, XCB_MOD_MASK_LOCK | XCB_MOD_MASK_2};
    for (const xcb_keycode_t code : codes) {
        for (const std::uint16_t lock : locks) {
            const auto modifiers = static_cast<std::uint16_t>(m_consoleShortcut.modifiers | lock);
            xcb_grab_key(m_xServer.xcb(), false, window, modifiers, code, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
        }
    }
}
}
