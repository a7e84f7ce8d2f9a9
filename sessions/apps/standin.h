// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindows.h"
#include "sessions/apps/windowagentatoms.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Stands in for a window manager where none runs: the main window fills the display, others stand in front of it and inside,
/// the keyboard goes to what is new, and then to the window that the pointer enters. It sets right what it sees and intercepts
/// nothing (docs/developer/design/x-programs-virtual.md): a link that is slow or lost keeps no window from coming up. Belongs to AppWindowAgent's thread.
class StandIn
{
public:
    using Clock = std::chrono::steady_clock;
    /// A program that insists on its own place and size gets them in the end.
    static constexpr int mostCorrections = 6;
    static constexpr std::chrono::seconds raisePause{1};

    StandIn(XClientProtocol &talk, const WindowAgentAtoms &atoms, AppWindows &windows);

    /// @p size: of the display. Windows of @p old ids were there before us: where they stand is somebody's choice.
    void arrange(const QSize &size, Clock::time_point now);
    /// When it is to be called again though nothing was heard: one that went behind may not be raised yet.
    std::optional<Clock::time_point> dueAt() const;
    void leaveAlone(XId window);
    void entered(const xcb_enter_notify_event_t &event);
    void unmapped(XId window); ///< it exists
    void destroyed(XId window);
    void setTime(std::uint32_t time); ///< the server's, as last heard
    void resetCorrections(); ///< the display is another: everything may be set right again

private:
    struct Record {
        bool isOld = false;
        bool isPlaced = false;
        std::uint64_t metAs = 0; ///< AppWindow::mappedAs, when it was met and given the keyboard
        int corrections = 0;
        Clock::time_point raisedAt;
    };
    void meet(const AppWindow &window, Record &record);
    void place(const AppWindow &window, Record &record, const QSize &display);
    void keepInFront(Clock::time_point now);
    void giveFocus(const AppWindow &window, std::uint32_t time);
    void setState(XId window, std::uint32_t state);

    XClientProtocol &m_protocol;
    const WindowAgentAtoms &m_atoms;
    AppWindows &m_windows;
    std::map<XId, Record> m_records;
    XId m_focus = 0; ///< was given it by us, and is up
    std::uint32_t m_time = XCB_CURRENT_TIME;
    QSize m_display;
};
}
