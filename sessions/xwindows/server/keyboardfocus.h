// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/windowpart.h"

namespace Nightdesk
{
/// Prevents a program's window from taking the keyboard while the user works elsewhere, and gives it to the window that the user requests. One per
/// connection to the server, owned by ProgramWindowWorker, on its thread.
class KeyboardFocus : public WindowPart
{
public:
    using WindowPart::WindowPart;

    /// To be called when a window was created: marks it if it was created while the user works elsewhere, so that it does not take the keyboard.
    void markIfUnrequested(xcb_window_t window);
    /// A window was created that may have the focus already.
    void checkFocusOfNewWindow(xcb_window_t window);
    /// To be called when a window was mapped.
    void windowMapped(xcb_window_t window);
    /// The user raised the program or works in one of its windows: its windows may have the keyboard from now on.
    void allowFocus(quint32 programNumber);
    bool hasProgramFocus(quint32 programNumber) const;
    void giveFocusToPrevious(quint32 programNumber);
    void giveFocus(xcb_window_t window, xcb_timestamp_t time);
    /// Gives the keyboard to the main window of a program that was raised.
    void giveFocusToMain(quint32 programNumber);
    /// Gives the keyboard to a window of the console.
    void activateWindow(xcb_window_t window);
    /// Reports which program has the keyboard now, and which had it; empty: none.
    void setProgramWithKeyboard(const std::optional<quint32> &programNumber);
    void clearKeyboardOfProgram(quint32 programNumber);
    void clearKeyboardIfUnfocused(quint32 programNumber);

    void userTimeChanged(xcb_window_t window);
    void rememberActiveWindow();
    void pointerEntered(const xcb_enter_notify_event_t &event);
    void focusGained(const xcb_focus_in_event_t &event);
    void focusLost(const xcb_focus_out_event_t &event);

private:
    void windowTookFocus(xcb_window_t window, bool isByUser);
    void setUserTimePropertyToZero(xcb_window_t window);
    static bool isUnrequestedNewWindow(const ProgramWindows::Window &record);
    bool hasKeyboardElsewhere() const;
    bool canRestoreFocus() const;

    std::optional<quint32> m_programWithKeyboard; ///< the program that has the keyboard
    /// The window manager's active window. While a new window has the focus that the user did not request: the active window before it.
    std::optional<xcb_window_t> m_previousActiveWindow;
};
}
