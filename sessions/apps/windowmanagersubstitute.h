// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindows.h"
#include "sessions/apps/windowagentatoms.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Replaces the window manager if there is none: the main window fills the display, others are placed in front of it and inside,
/// the focus is given to new windows, and then to the window that the pointer enters. It corrects windows afterward and intercepts
/// nothing (docs/developer/design/x-programs-virtual.md): a slow or lost link does not block the mapping of a window. Owned by
/// WindowAgentProtocol, on AppWindowAgent's thread.
class WindowManagerSubstitute
{
public:
    using Clock = std::chrono::steady_clock;
    /// After this many corrections, a program that keeps changing a window's position and size is left alone.
    static constexpr int maxCorrections = 6;
    static constexpr std::chrono::seconds raiseInterval{1};

    WindowManagerSubstitute(XClientProtocol &protocol, const WindowAgentAtoms &atoms, AppWindows &windows);

    /// Corrects all windows. @p size: of the display. Windows passed to keepPositionChosenByUser() keep their positions, which a user
    /// chose.
    void arrangeWindows(const QSize &size, Clock::time_point now);
    /// When arrangeWindows() has to be called again without an event: a window behind the main one may not be raised yet.
    std::optional<Clock::time_point> dueAt() const;
    void keepPositionChosenByUser(XId window);
    void pointerEntered(const xcb_enter_notify_event_t &event);
    void handleUnmappedWindow(XId window); ///< the window was unmapped, but still exists
    void forgetWindow(XId window); ///< the window was destroyed
    void setServerTime(std::uint32_t time); ///< @p time: the last known time of the X server
    void allowCorrectionsAgain(); ///< the display's size changed: every window may be corrected again

private:
    struct WindowRecord {
        bool existedBeforeJoining = false;
        bool isPlaced = false;
        std::uint64_t handledMapSequenceNumber = 0; ///< AppWindow::mapSequenceNumber for which the window was last given the focus
        int correctionCount = 0;
        Clock::time_point lastRaisedAt;
    };
    void handleNewWindow(const AppWindow &window, WindowRecord &record);
    void placeWindow(const AppWindow &window, WindowRecord &record, const QSize &display);
    void keepWindowsAboveMainWindow(Clock::time_point now);
    void giveFocus(const AppWindow &window, std::uint32_t time);
    void setWmState(XId window, std::uint32_t state);

    XClientProtocol &m_xProtocol;
    const WindowAgentAtoms &m_atoms;
    AppWindows &m_windows;
    std::map<XId, WindowRecord> m_windowRecords;
    XId m_focusedWindow = 0; ///< the mapped window that this object last gave the focus
    std::uint32_t m_lastServerTime = XCB_CURRENT_TIME;
    QSize m_displaySize;
};
}
