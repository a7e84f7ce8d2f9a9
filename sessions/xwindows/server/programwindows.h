// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/placement.h"
#include "sessions/xwindows/server/windowveils.h"

#include <QList>
#include <QPoint>
#include <QRect>

#include <chrono>
#include <functional>
#include <map>
#include <optional>

#include <xcb/xcb.h>

namespace Nightdesk
{
struct ProgramReports;

/// The programs of this computer whose windows Nightdesk controls, their X connections and their top-level windows. Asks the server
/// nothing. Owned by LocalWindowWorker, whose parts all read and write it on the placer's thread.
class ProgramWindows
{
public:
    using Clock = PlacementCorrector::Clock;

    struct Program {
        /// Counts a correction. False: more of them would be a fight with the program.
        bool mayCorrect();

        WindowGeometry geometry;
        QRect area;
        std::optional<QRect> stood; ///< where it was before; its first window comes back to it
        QList<QRect> keptFree; ///< lines that its window is not to cover where we put it
        std::optional<std::uint32_t> untrustedId;
        xcb_window_t main = XCB_WINDOW_NONE;
        PlacementCorrector keeper;
        FrameExtents placedIn; ///< the frame that the main window was placed with
        std::optional<QRect> rect; ///< of the main window, as last reported
        bool appeared = false;
        bool held = false; ///< presses are to reach none of its windows
        bool iconified = false; ///< as last reported
        bool closing = false; ///< its windows were asked to close
        bool warm = false; ///< was covered once: the server is to keep its pictures
        bool covered = false; ///< its windows stay below all others
        int windows = 0; ///< as last reported
        int corrections = 0; ///< times that it raised itself or took the focus while covered
        Clock::time_point correctedAt;
        std::optional<xcb_window_t> focusBefore; ///< who had the focus before a window of it came
        std::optional<xcb_window_t> activeBefore; ///< the same in its manager's words
        std::function<void()> withheld;
        VeilPainter veil; ///< over its windows; empty: none
        quint64 veilVersion = 0;
    };
    struct Connection {
        quint32 program = 0;
        quint32 mask = 0;
    };
    /// A top-level window of one of our programs.
    struct Window {
        quint32 program = 0;
        xcb_window_t frame = XCB_WINDOW_NONE;
        bool mapped = false;
        bool ordinary = false; ///< no menu or the like
        bool putAside = false; ///< unmapped by us, where there is no window manager to make an icon of it
        bool dirty = false; ///< its place may have changed
        bool coveredEarly = false; ///< was told to stay out of sight before it was mapped
        bool uninvited = false; ///< came while somebody worked elsewhere: it is not to take the keyboard
        bool hasCome = false; ///< was mapped once
        std::optional<Clock::time_point> comesUntil = {}; ///< of one that is uninvited and mapped
        std::optional<QPoint> pointerThen = {}; ///< where the pointer was when it came
        std::optional<Clock::time_point> settlesUntil = {}; ///< of one that is not the main one: it is looked at again until then
    };

    /// Whose window it is, by the connection that its number belongs to; empty: none of ours.
    std::optional<quint32> programOf(xcb_window_t window) const;
    /// Reports how many windows are mapped where that changed, or where one @p isNew.
    void reportWindows(quint32 id, bool isNew, const ProgramReports &reports);

    std::map<quint32, Program> programs;
    std::map<quint32, Connection> connections; ///< by resource base
    std::map<xcb_window_t, Window> windows;
};
}
