// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/programreports.h"
#include "sessions/xwindows/server/programwindows.h"
#include "sessions/xwindows/server/xserverconnection.h"

namespace Nightdesk
{
/// Puts the windows of the programs where their screen is, and corrects once what a program or a window manager moves. One per
/// connection to the server, owned by LocalWindowWorker, on its thread.
class WindowPositions
{
public:
    WindowPositions(XServerConnection &x, ProgramWindows &records, const ProgramReports &reports);

    /// Moves those that are mapped, after the place of the program changed.
    void placeMapped(quint32 id);
    /// A window that was just mapped: it becomes the main one where there is none. Menus and the like stay where the program put them.
    void placeNew(xcb_window_t window, const XServerConnection::WindowFacts &facts);
    void updateFrame(xcb_window_t window);
    void frameChanged(xcb_window_t window); ///< what its manager says of its frame
    void markMoved(xcb_window_t window); ///< it, or what is its frame
    /// The main window is gone for good: another one takes its part.
    void chooseMain(quint32 id);
    void reportRect(quint32 id, const std::optional<QRect> &rect);
    bool refresh(); ///< whether there was anything to ask the server for
    /// When a main window is to be looked at again though no event came.
    std::optional<ProgramWindows::Clock::time_point> lookAgainAt() const;
    void markDue(); ///< those whose time has come

private:
    void placeMain(ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts);
    bool placeOther(const ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts);
    void moveResize(xcb_window_t window, const QRect &rect, const FrameExtents &frame, bool resize);
    bool needsMain(const ProgramWindows::Program &program) const;
    QRect areaOf(const ProgramWindows::Program &program) const;
    QRect placeOf(const ProgramWindows::Program &program, const QSize &own, const FrameExtents &frame) const;

    XServerConnection &m_x;
    ProgramWindows &m_records;
    const ProgramReports &m_reports;
};
}
