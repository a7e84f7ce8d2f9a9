// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/programstartdetector.h"
#include "sessions/apps/windowcloser.h"
#include "sessions/apps/windowmanagersubstitute.h"
#include "sessions/apps/windowreadscheduler.h"
#include "sessions/common/repeatedrequest.h"

#include <optional>
#include <set>

namespace Nightdesk
{
/// The X protocol of AppWindowAgent without I/O: bytes from the display's server and the time go in, bytes to the
/// server and reports come out. Belongs to one thread; does not block.
class WindowAgentProtocol
{
public:
    using Clock = std::chrono::steady_clock;

    /// What the agent reports; called from receive(), doDueWork(), fitMainWindowToDisplay(), askWindowsToClose() and handleConnectionLoss().
    struct AgentCallbacks {
        std::function<void(const QString &title)> titleChanged;
        std::function<void(const QList<QImage> &pictures)> iconChanged;
        std::function<void(int count)> windowCountChanged;
        std::function<void()> startFinished;
        std::function<void()> programCannotBeClosed;
        std::function<void()> userQuestionAsked;
    };
    /// @p hasWindowManager: a window manager runs or will be started. @p wasAlreadyRunning: the program was already running, so a user
    /// may have arranged its windows.
    WindowAgentProtocol(std::string_view cookie, bool hasWindowManager, bool wasAlreadyRunning, const AgentCallbacks &callbacks);
    WindowAgentProtocol(const WindowAgentProtocol &) = delete;
    WindowAgentProtocol &operator=(const WindowAgentProtocol &) = delete;

    void receive(std::span<const std::uint8_t> bytes, Clock::time_point now);
    std::optional<Clock::time_point> dueAt() const;
    void doDueWork(Clock::time_point now);
    const XClientProtocol &xClient() const;
    void removeSentOutput(std::size_t size); ///< @p size bytes of xClient().output() were written

    void fitMainWindowToDisplay(Clock::time_point now);
    void askWindowsToClose(Clock::time_point now);
    void handleConnectionLoss(); ///< the connection is lost; a later askWindowsToClose() reports that the program cannot be closed

private:
    /// How the program's windows are recognized.
    enum class WindowSource {
        Unknown,
        RootChildren, ///< without a window manager: the children of the root window
        ClientList, ///< the windows in the window manager's list
        WmStateWindows, ///< the windows with the property WM_STATE, because the window manager has no list; they are inside its frames
    };

    static constexpr auto iconReadInterval = 4 * WindowReadScheduler::readInterval; ///< minimum time between two readings of the icon

    void handleConnected();
    void queryWindows();
    void setWindowSource(WindowSource source, const std::vector<XId> &windows);
    void requestClientList();
    void handleClientList(const XPropertyValue &value);
    void searchFrames(const std::vector<XId> &frames);
    void handleEvent(std::span<const std::uint8_t> bytes);
    void handleRootProperty(const xcb_property_notify_event_t &event);
    void handlePropertyNotify(const xcb_property_notify_event_t &event);
    void handleConfigureNotify(const xcb_configure_notify_event_t &event);
    void handleMapNotify(const xcb_map_notify_event_t &event);
    void handleUnmapNotify(XId window);
    void handleDestroyNotify(XId window);
    void handleReparentNotify(const xcb_reparent_notify_event_t &event);
    void addNewWindow(XId window);
    void forgetWindow(XId window);
    void processPendingWork();
    void reportChanges();
    void reportIcon(XId mainWindow);
    void maximize(const AppWindow &window);

    const AgentCallbacks m_callbacks;
    const bool m_joinedRunningProgram;
    bool m_expectsWindowManager;
    WindowAgentAtoms m_atoms;
    AppWindows m_windows;
    XClientProtocol m_xProtocol;
    WindowReader m_windowReader;
    WindowReadScheduler m_readScheduler;
    WindowCloser m_windowCloser;
    WindowManagerSubstitute m_windowManagerSubstitute;
    ProgramStartDetector m_startDetector;
    Clock::time_point m_currentTime;
    QSize m_displaySize;
    WindowSource m_windowSource = WindowSource::Unknown;
    XId m_managerCheckWindow = 0; ///< the window by which a window manager shows that it supports EWMH
    bool m_isConnectionLost = false;
    RepeatedRequest m_windowsQuery; ///< query for m_windowSource and for the windows that exist
    RepeatedRequest m_clientListQuery; ///< query for the window manager's list of windows
    bool m_areInitialWindowsRead = false; ///< the windows that existed at the beginning have been read
    std::set<XId> m_knownOrdinaryWindows; ///< windows that were reported to m_startDetector as ordinary

    XId m_mainWindow = 0;
    QString m_programTitle;
    int m_windowCount = 0;
    bool m_hasReportedIcon = false; ///< whether the last report of the icon had one
    RepeatedRequest m_iconQuery; ///< query for the icon of the main window
    Clock::time_point m_iconRequestedAt;
};
}
