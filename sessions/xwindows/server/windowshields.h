// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <map>
#include <optional>

#include <xcb/xcb.h>

namespace Nightdesk
{
/// Invisible windows in front of the windows of programs that do not answer. A press on a shield reaches no program and
/// starts no passive grab: a synchronous grab, as Motif's menus use, would freeze pointer and keyboard of the whole
/// desk until its program releases them. Shields have no other effect, and disappear with the connection at the latest.
/// ProgramWindowWorker's thread. Owned by WindowOverlays.
class WindowShields
{
public:
    WindowShields(xcb_connection_t *xcb, xcb_window_t root);

    struct ShieldTarget {
        quint32 program = 0;
        xcb_window_t frame = XCB_WINDOW_NONE; ///< child of the root; the shield is right above it
        QRect rect; ///< the covered area in root pixels, with the window's border
    };
    /// @p covers: the place of each shield, by the covered window. Creates missing shields, removes surplus ones, moves the others.
    void replaceAll(const std::map<xcb_window_t, ShieldTarget> &covers);
    /// The program whose window @p shield covers; empty: not a shield.
    std::optional<quint32> programOf(xcb_window_t shield) const;

private:
    struct Shield {
        xcb_window_t window = XCB_WINDOW_NONE;
        quint32 program = 0;
    };
    void placeShield(xcb_window_t shield, const ShieldTarget &cover);

    xcb_connection_t *const m_xcb;
    const xcb_window_t m_root;
    std::map<xcb_window_t, Shield> m_shields;
};
}
