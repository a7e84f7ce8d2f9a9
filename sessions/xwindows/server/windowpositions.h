// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/windowpart.h"

namespace Nightdesk
{
/// Places the programs' windows on their screen, and corrects once what a program or a window manager moves. One per connection to the server,
/// owned by ProgramWindowWorker, on its thread.
class WindowPositions : public WindowPart
{
public:
    using WindowPart::WindowPart;

    /// Moves all mapped windows of the program, after setWindowPlacement() changed where they belong.
    void placeMappedWindows(quint32 programNumber);
    /// Places a window that was just mapped; it becomes the main window if there is none. Menus and other override-redirect windows stay where the
    /// program put them.
    void placeNewWindow(xcb_window_t window, const XServerConnection::WindowFacts &facts);
    void updateFrame(xcb_window_t window);
    void frameChanged(xcb_window_t window); ///< the window manager changed its frame extents
    void markWindowMoved(xcb_window_t window); ///< the window or its frame moved
    /// The main window was destroyed: chooses another one.
    void chooseMainWindow(quint32 programNumber);
    void reportMainRect(quint32 programNumber, const std::optional<QRect> &rect);
    bool refresh(); ///< checks the positions of windows that may have moved; true if it sent requests to the server
    /// When to check a main window again although no event came.
    std::optional<ProgramWindows::Clock::time_point> checkAgainAt() const;
    void markDueChecks(); ///< marks the windows whose check is due

private:
    void placeMainWindow(ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts);
    enum class PlacementResult {
        NotYet, ///< its window manager has not placed it yet
        Unchanged,
        Moved,
    };
    std::optional<QRect> parentRect(const ProgramWindows::Program &program, xcb_window_t window) const;
    PlacementResult placeOtherWindow(const ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts);
    void checkOtherWindow(const ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts);
    void moveResize(xcb_window_t window, const QRect &rect, const FrameExtents &frame, bool resize);
    bool needsMainWindow(const ProgramWindows::Program &program) const;
    QRect placementAreaFor(const ProgramWindows::Program &program) const;
    QRect mainWindowRect(const ProgramWindows::Program &program, const QSize &ownSize, const FrameExtents &frame) const;
};
}
