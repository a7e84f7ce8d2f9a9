// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowshields.h"

#include "sessions/xwindows/server/xserverconnection.h"

namespace Nightdesk
{
WindowShields::WindowShields(xcb_connection_t *xcb, xcb_window_t root)
    : m_xcb(xcb)
    , m_root(root)
{
}

void WindowShields::replaceAll(const std::map<xcb_window_t, ShieldTarget> &covers)
{
    std::erase_if(m_shields, [&](const auto &entry) {
        const bool superfluous = !covers.contains(entry.first);
        if (superfluous) {
            xcb_destroy_window(m_xcb, entry.second.window);
        }
        return superfluous;
    });
    for (const auto &[window, cover] : covers) {
        Shield &shield = m_shields[window];
        shield.program = cover.program;
        if (shield.window != XCB_WINDOW_NONE) {
            placeShield(shield.window, cover);
            continue;
        }
        // Only presses are requested: X delivers a release to the window that got the press.
        const std::uint32_t values[] = {1, XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_KEY_PRESS};
        shield.window = createInputOnlyWindow(m_xcb, m_root, XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK, values);
        placeShield(shield.window, cover);
        xcb_map_window(m_xcb, shield.window);
    }
}

void WindowShields::placeShield(xcb_window_t shield, const ShieldTarget &cover)
{
    const auto number = [](int value) {
        return static_cast<std::uint32_t>(value);
    };
    constexpr int parts = XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT | XCB_CONFIG_WINDOW_SIBLING
        | XCB_CONFIG_WINDOW_STACK_MODE;
    const std::uint32_t values[] =
        {number(cover.rect.x()), number(cover.rect.y()), number(cover.rect.width()), number(cover.rect.height()), cover.frame, XCB_STACK_MODE_ABOVE};
    xcb_configure_window(m_xcb, shield, static_cast<std::uint16_t>(parts), values);
}

std::optional<quint32> WindowShields::programOf(xcb_window_t shield) const
{
    for (const auto &[window, own] : m_shields) {
        if (own.window == shield) {
            return own.program;
        }
    }
    return {};
}
}
