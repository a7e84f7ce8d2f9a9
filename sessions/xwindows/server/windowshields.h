// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <map>
#include <optional>

#include <xcb/xcb.h>

namespace Nightdesk
{
/// Invisible windows of our own in front of those of programs that do not answer. A press there reaches nobody and starts no
/// passive grab: one that is synchronous, as Motif's menus have it, freezes pointer and keyboard of the whole desk until its
/// program lets go. They take no part in anything else, and go with our connection at the latest. Placer's thread. Owned by WindowOverlays.
class WindowShields
{
public:
    WindowShields(xcb_connection_t *xcb, xcb_window_t root);

    struct Cover {
        quint32 program = 0;
        xcb_window_t frame = XCB_WINDOW_NONE; ///< child of the root; the shield stands right above it
        QRect rect; ///< root pixels, with border
    };
    /// By the window that each is for. Puts up what is missing, takes away what is too many, moves the others.
    void set(const std::map<xcb_window_t, Cover> &covers);
    /// Whose window @p shield stands in front of; empty: it is none.
    std::optional<quint32> programOf(xcb_window_t shield) const;

private:
    struct Shield {
        xcb_window_t window = XCB_WINDOW_NONE;
        quint32 program = 0;
    };
    void configure(xcb_window_t shield, const Cover &cover);

    xcb_connection_t *const m_xcb;
    const xcb_window_t m_root;
    std::map<xcb_window_t, Shield> m_shields;
};
}
