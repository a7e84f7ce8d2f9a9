// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/consolekeygrab.h"

#include <utility>

namespace Nightdesk
{
ConsoleKeyGrab::ConsoleKeyGrab(XServerConnection &x, const ProgramWindows &records)
    : m_xServer(x)
    , m_windowRecords(records)
{
}

void ConsoleKeyGrab::setKey(const XKey &key)
{
    if (m_consoleShortcut == key) {
        return;
    }
    for (const auto &[window, record] : m_windowRecords.windows) {
        xcb_ungrab_key(m_xServer.xcb(), XCB_GRAB_ANY, window, XCB_MOD_MASK_ANY); // this connection has no other grabs
    }
    m_consoleShortcut = key;
    for (const auto &[window, record] : m_windowRecords.windows) {
        grabKey(window);
    }
}

/// Grabs on the program's window, not on the root: all other programs still get the key. The server checks grabs from the outermost window on, so
/// the program itself does not get it.
void ConsoleKeyGrab::grabKey(xcb_window_t window)
{
    if (m_consoleShortcut.keysym == 0) {
        return;
    }
    // Caps Lock, and Num Lock as modifier 2, which is the usual mapping.
    constexpr std::uint16_t locks[] = {0, XCB_MOD_MASK_LOCK, XCB_MOD_MASK_2, XCB_MOD_MASK_LOCK | XCB_MOD_MASK_2};
    for (const xcb_keycode_t code : m_xServer.keycodes(m_consoleShortcut.keysym)) {
        for (const std::uint16_t lock : locks) {
            const auto modifiers = static_cast<std::uint16_t>(m_consoleShortcut.modifiers | lock);
            xcb_grab_key(m_xServer.xcb(), false, window, modifiers, code, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
        }
    }
}

void ConsoleKeyGrab::refreshKeycodes()
{
    const XKey key = std::exchange(m_consoleShortcut, {});
    setKey(key); // the keycode may have changed
}
}
