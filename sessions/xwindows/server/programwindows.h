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
struct ProgramWindowCallbacks;

/// The programs whose windows Nightdesk controls on this computer, with their X connections and top-level windows.
/// Sends no requests to the server. Owned by ProgramWindowWorker, whose parts all read and write it on
/// ProgramWindowWorker's thread.
class ProgramWindows
{
public:
    using Clock = PlacementCorrector::Clock;

    struct Program {
        /// To be called before a covered program is lowered again or the focus is taken from it. Returns false if that was done too often already.
        bool countCoverCorrection();

        WindowGeometry geometry;
        QRect screenArea; ///< the screen on which its windows are placed, root pixels; empty: the whole root window
        std::optional<QRect> rectToReturnTo; ///< the earlier place to which its first window returns
        QList<QRect> titleLinesToKeepVisible; ///< title lines that its window must not cover when placed
        std::optional<std::uint32_t> untrustedCookieId;
        xcb_window_t mainWindow = XCB_WINDOW_NONE;
        PlacementCorrector placementCorrector;
        FrameExtents placedFrameExtents; ///< the frame that the main window was placed with
        std::optional<QRect> mainWindowRect; ///< position of the main window, as last reported
        bool hasAppeared = false;
        bool arePressesWithheld = false; ///< no press may reach its windows
        bool areWindowsIconified = false; ///< whether the windows are icons, as last reported
        bool wasAskedToClose = false; ///< its windows were asked to close
        bool wasEverCovered = false; ///< was covered once: the server stores the hidden parts of its windows
        bool isCovered = false; ///< its windows stay below all others
        int reportedWindowCount = 0; ///< number of windows, as last reported
        int coverCorrectionCount = 0; ///< how often the program raised itself or took the focus while it was to stay covered
        Clock::time_point lastCoverCorrectionAt;
        std::optional<xcb_window_t> previousFocusWindow; ///< the window with the focus before a window of this program appeared
        /// The window manager's active window before a window of this program appeared.
        std::optional<xcb_window_t> previousActiveWindow;
        std::function<void()> reportWithheldPress;
        VeilPainter veilPainter; ///< painted over its windows; empty: none
        quint64 veilVersion = 0;
    };
    struct Connection {
        quint32 program = 0;
        quint32 mask = 0;
    };
    /// A top-level window of one of the programs.
    struct Window {
        quint32 program = 0;
        xcb_window_t frame = XCB_WINDOW_NONE;
        bool isMapped = false;
        bool isManagedWindow = false; ///< a window manager may manage it: not a menu, tooltip or other override-redirect window
        bool wasUnmappedByNightdesk = false; ///< unmapped by Nightdesk, because no window manager can iconify it
        bool isPositionOutdated = false; ///< the position may have changed
        bool wasCoveredBeforeMapped = false; ///< was marked as covered before it was mapped
        bool hasAppearedUnrequested = false; ///< appeared while the user worked elsewhere: must not take the keyboard
        bool wasEverMapped = false; ///< was mapped at least once
        /// Until this time the focus is taken back from a window that the user did not request.
        std::optional<Clock::time_point> focusGuardUntil = {};
        std::optional<QPoint> pointerWhenMapped = {}; ///< the pointer's position when the window appeared
        std::optional<Clock::time_point> checkPositionUntil = {}; ///< for windows other than the main one: the position is checked until then
    };

    /// The program to which a window belongs: the X server gives each connection its own range of window numbers. Empty: none of the programs.
    std::optional<quint32> programOf(xcb_window_t window) const;
    /// Reports how many windows are mapped, if the number changed or if @p isNew.
    void reportWindowCount(quint32 programNumber, bool isNew, const ProgramWindowCallbacks &callbacks);

    std::map<quint32, Program> programs;
    std::map<quint32, Connection> connections; ///< key: resource base
    std::map<xcb_window_t, Window> windows;
};
}
