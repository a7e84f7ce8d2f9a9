// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/programreports.h"
#include "sessions/xwindows/server/programwindows.h"
#include "sessions/xwindows/server/xserverconnection.h"

namespace Nightdesk
{
/// Prevents a program's window from taking the keyboard while the user works elsewhere, and gives it to the window that the user requests. One per
/// connection to the server, owned by ProgramWindowWorker, on its thread.
class KeyboardFocus
{
public:
    KeyboardFocus(XServerConnection &x, ProgramWindows &records, const ProgramReports &reports);

    /// A window was created.
    void markIfUnrequested(xcb_window_t window);
    /// A window was created that may have the focus already.
    void checkFocusOfNewWindow(xcb_window_t window);
    /// A window was mapped.
    void windowMapped(xcb_window_t window);
    /// The user requests the program, so its windows may have the keyboard.
    void allowFocus(quint32 id);
    bool isFocused(quint32 id) const;
    void giveFocusToPrevious(quint32 id);
    void giveFocus(xcb_window_t window, xcb_timestamp_t time);
    /// Gives the keyboard to the main window of a program that was raised.
    void giveFocusToMain(quint32 id);
    /// Gives the keyboard to a window of the console.
    void activateWindow(xcb_window_t window);
    /// The program that had the keyboard has it no longer.
    void clearProgramWithKeyboard();
    void clearKeyboardOf(quint32 id);
    void clearKeyboardIfUnfocused(quint32 id);

    void userTimeChanged(xcb_window_t window);
    void rememberActiveWindow();
    void pointerEntered(const xcb_enter_notify_event_t &event);
    void focusGained(const xcb_focus_in_event_t &event);
    void focusLost(const xcb_focus_out_event_t &event);

private:
    void windowTookFocus(xcb_window_t window, bool isByUser);
    void setZeroUserTime(xcb_window_t window);
    static bool isUnrequestedNewWindow(const ProgramWindows::Window &record);
    bool hasKeyboardElsewhere() const;
    bool canRestoreFocus() const;
    void setProgramWithKeyboard(const std::optional<quint32> &id);

    XServerConnection &m_xServer;
    ProgramWindows &m_windowRecords;
    const ProgramReports &m_reports;
    std::optional<quint32> m_programWithKeyboard; ///< the program that has the keyboard
    std::optional<xcb_window_t> m_previousActiveWindow; ///< the window manager's active window, ignoring a window that just took the focus
};
}
