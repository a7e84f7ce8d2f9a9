// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowagentprotocol.h"

#include "sessions/base/waketime.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
template<typename Message>
Message structFromBytes(std::span<const std::uint8_t> bytes)
{
    static_assert(sizeof(Message) <= 32);
    Message message;
    std::memcpy(&message, bytes.data(), sizeof(Message)); // XClientProtocol passes at least 32 bytes
    return message;
}
}

WindowAgentProtocol::WindowAgentProtocol(std::string_view cookie, bool hasWindowManager, bool wasAlreadyRunning, const AgentCallbacks &callbacks)
    : m_callbacks(callbacks)
    , m_joinedRunningProgram(wasAlreadyRunning)
    , m_expectsWindowManager(hasWindowManager)
    , m_xProtocol(cookie, std::bind_front(&WindowAgentProtocol::handleConnected, this), std::bind_front(&WindowAgentProtocol::handleEvent, this))
    , m_windowReader(m_xProtocol, m_atoms, m_windows)
    , m_readScheduler(m_windowReader, m_windows)
    , m_windowCloser(m_xProtocol, m_atoms, m_windows)
    , m_windowManagerSubstitute(m_xProtocol, m_atoms, m_windows)
{
}

const XClientProtocol &WindowAgentProtocol::xClient() const
{
    return m_xProtocol;
}

void WindowAgentProtocol::removeSentOutput(std::size_t size)
{
    m_xProtocol.removeSentOutput(size);
}

void WindowAgentProtocol::receive(std::span<const std::uint8_t> bytes, Clock::time_point now)
{
    m_currentTime = now;
    m_xProtocol.receive(bytes);
    processPendingWork();
}

void WindowAgentProtocol::doDueWork(Clock::time_point now)
{
    m_currentTime = now;
    processPendingWork();
}

void WindowAgentProtocol::handleConnected()
{
    m_displaySize = QSize(m_xProtocol.screen().width, m_xProtocol.screen().height);
    m_atoms.requestAtoms(m_xProtocol);
    m_windowReader.selectEvents(m_xProtocol.screen().root,
                                XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE);
    queryWindows();
}

void WindowAgentProtocol::queryWindows()
{
    m_windowsQuery.handle(RepeatedRequestEvent::RequestSent);
    // The atoms are known when this reply arrives, without another round trip.
    const XId root = m_xProtocol.screen().root;
    const auto isManaged = std::make_shared<bool>(false);
    const xcb_get_window_attributes_request_t attributes{.major_opcode = XCB_GET_WINDOW_ATTRIBUTES, .pad0 = 0, .length = 0, .window = root};
    m_xProtocol.sendRequestWithReply(attributes, {}, [isManaged](std::span<const std::uint8_t> reply) {
        // Only one client can select this event mask: that client is the window manager, whether it supports EWMH or not.
        *isManaged = reply.size() >= sizeof(xcb_get_window_attributes_reply_t)
            && (XBytes::read32(&reply[offsetof(xcb_get_window_attributes_reply_t, all_event_masks)], std::endian::native == std::endian::big)
                & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT)
                != 0;
    });
    m_windowReader.readChildren(root, [this, isManaged](const std::vector<XId> &children) {
        if (!*isManaged && !m_expectsWindowManager) {
            m_windowsQuery.handle(RepeatedRequestEvent::Answered);
            setWindowSource(WindowSource::RootChildren, children);
            return;
        }
        m_windowReader.readProperty(m_xProtocol.screen().root, m_atoms.netSupportingWmCheck, 1, [this](const XPropertyValue &value) {
            const auto check = value.numbers(XCB_ATOM_WINDOW);
            m_managerCheckWindow = check.empty() ? 0 : check.front();
        });
        m_windowReader.readProperty(m_xProtocol.screen().root, m_atoms.netClientList, AppWindows::maxWindows, [this, children](const XPropertyValue &list) {
            m_windowsQuery.handle(RepeatedRequestEvent::Answered);
            if (list.type == XCB_ATOM_WINDOW) {
                setWindowSource(WindowSource::ClientList, {});
                handleClientList(list);
            } else {
                setWindowSource(WindowSource::WmStateWindows, children);
                searchFrames(children);
            }
        });
    });
}

void WindowAgentProtocol::setWindowSource(WindowSource source, const std::vector<XId> &windows)
{
    if (m_windowSource != source) {
        m_windows.clear();
        m_readScheduler.clear();
    }
    m_windowSource = source;
    m_readScheduler.setReadMode(XCB_EVENT_MASK_PROPERTY_CHANGE
                                    | (source == WindowSource::RootChildren ? XCB_EVENT_MASK_ENTER_WINDOW : XCB_EVENT_MASK_STRUCTURE_NOTIFY),
                                source == WindowSource::WmStateWindows);
    m_areInitialWindowsRead = source == WindowSource::ClientList;
    for (const XId window : windows) {
        if (m_joinedRunningProgram && m_windows.add(window)) {
            m_windowManagerSubstitute.keepPositionChosenByUser(window);
        }
        addNewWindow(window);
    }
    m_areInitialWindowsRead = true;
}

void WindowAgentProtocol::searchFrames(const std::vector<XId> &frames)
{
    for (const XId frame : frames) {
        m_windowReader.readChildren(frame, [this](const std::vector<XId> &children) {
            for (const XId window : children) {
                if (m_windowSource == WindowSource::WmStateWindows) {
                    addNewWindow(window);
                }
            }
        });
    }
}

void WindowAgentProtocol::requestClientList()
{
    m_clientListQuery.handle(RepeatedRequestEvent::RequestSent);
    m_windowReader.readProperty(m_xProtocol.screen().root, m_atoms.netClientList, AppWindows::maxWindows, [this](const XPropertyValue &list) {
        m_clientListQuery.handle(RepeatedRequestEvent::Answered);
        handleClientList(list);
    });
}

void WindowAgentProtocol::handleClientList(const XPropertyValue &value)
{
    if (m_windowSource != WindowSource::ClientList) {
        return;
    }
    const std::vector<XId> list = value.numbers(XCB_ATOM_WINDOW);
    for (const XId window : m_windows.ids()) {
        if (!std::ranges::contains(list, window)) {
            forgetWindow(window);
        }
    }
    for (const XId window : list) {
        if (!m_windows.find(window)) {
            addNewWindow(window);
        }
    }
}

void WindowAgentProtocol::addNewWindow(XId window)
{
    if (m_windows.add(window)) {
        m_readScheduler.readWindow(window, m_currentTime);
    }
}

void WindowAgentProtocol::forgetWindow(XId window)
{
    m_windows.remove(window);
    m_readScheduler.forgetWindow(window);
}

void WindowAgentProtocol::handleEvent(std::span<const std::uint8_t> bytes)
{
    switch (bytes[0] & 0x7f) {
    case XCB_CREATE_NOTIFY: {
        const auto event = structFromBytes<xcb_create_notify_event_t>(bytes);
        if (AppWindow *window = m_windowSource == WindowSource::RootChildren ? m_windows.add(event.window) : nullptr) {
            window->rect = QRect(event.x, event.y, event.width, event.height);
            window->borderWidth = event.border_width;
            window->overrideRedirect = event.override_redirect != 0;
            m_windows.raise(event.window);
        }
        break;
    }
    case XCB_DESTROY_NOTIFY:
        handleDestroyNotify(structFromBytes<xcb_destroy_notify_event_t>(bytes).window);
        break;
    case XCB_MAP_NOTIFY:
        handleMapNotify(structFromBytes<xcb_map_notify_event_t>(bytes));
        break;
    case XCB_UNMAP_NOTIFY:
        handleUnmapNotify(structFromBytes<xcb_unmap_notify_event_t>(bytes).window);
        break;
    case XCB_REPARENT_NOTIFY:
        handleReparentNotify(structFromBytes<xcb_reparent_notify_event_t>(bytes));
        break;
    case XCB_CONFIGURE_NOTIFY:
        handleConfigureNotify(structFromBytes<xcb_configure_notify_event_t>(bytes));
        break;
    case XCB_CIRCULATE_NOTIFY: {
        const auto event = structFromBytes<xcb_circulate_notify_event_t>(bytes);
        if (event.place == XCB_PLACE_ON_TOP) {
            m_windows.raise(event.window);
        } else {
            m_windows.putAbove(event.window, 0);
        }
        break;
    }
    case XCB_PROPERTY_NOTIFY: {
        const auto event = structFromBytes<xcb_property_notify_event_t>(bytes);
        m_windowManagerSubstitute.setServerTime(event.time);
        if (event.window == m_xProtocol.screen().root) {
            handleRootProperty(event);
        } else {
            handlePropertyNotify(event);
        }
        break;
    }
    case XCB_ENTER_NOTIFY:
        if (m_windowSource == WindowSource::RootChildren) {
            m_windowManagerSubstitute.pointerEntered(structFromBytes<xcb_enter_notify_event_t>(bytes));
        }
        break;
    default:
        break;
    }
}

void WindowAgentProtocol::handleRootProperty(const xcb_property_notify_event_t &event)
{
    if (event.atom == m_atoms.netSupportingWmCheck || (event.atom == m_atoms.netClientList && m_windowSource == WindowSource::WmStateWindows)) {
        m_windowsQuery.handle(RepeatedRequestEvent::RequestNeeded); // a window manager was started
    } else if (event.atom == m_atoms.netClientList) {
        m_clientListQuery.handle(RepeatedRequestEvent::RequestNeeded);
    }
}

void WindowAgentProtocol::handlePropertyNotify(const xcb_property_notify_event_t &event)
{
    if (!m_readScheduler.addPropertyChange(event.window)) {
        return;
    }
    if (event.atom == m_atoms.netWmName || event.atom == XCB_ATOM_WM_NAME) {
        m_readScheduler.requestTitle(event.window);
    } else if (event.atom == m_atoms.netWmIcon) {
        if (event.window == m_mainWindow) {
            m_iconQuery.handle(RepeatedRequestEvent::RequestNeeded);
        }
    } else if (event.atom == XCB_ATOM_WM_TRANSIENT_FOR || event.atom == XCB_ATOM_WM_HINTS || event.atom == XCB_ATOM_WM_NORMAL_HINTS
               || event.atom == m_atoms.netWmWindowType || event.atom == m_atoms.wmProtocols
               || (event.atom == m_atoms.wmState && m_windowSource == WindowSource::WmStateWindows)) {
        m_readScheduler.requestProperties(event.window);
        if (event.window == m_mainWindow && event.atom == XCB_ATOM_WM_HINTS) {
            m_iconQuery.handle(RepeatedRequestEvent::RequestNeeded);
        }
    }
}

void WindowAgentProtocol::handleConfigureNotify(const xcb_configure_notify_event_t &event)
{
    if (event.window == m_xProtocol.screen().root) {
        m_displaySize = QSize(event.width, event.height);
        return;
    }
    if (AppWindow *window = m_windows.find(event.window)) {
        window->rect = QRect(event.x, event.y, event.width, event.height);
        window->borderWidth = event.border_width;
        window->overrideRedirect = event.override_redirect != 0;
        if (m_windowSource == WindowSource::RootChildren) {
            m_windows.putAbove(event.window, event.above_sibling);
        }
    }
}

void WindowAgentProtocol::handleMapNotify(const xcb_map_notify_event_t &event)
{
    const XId id = event.window;
    m_startDetector.noteMappedWindow(id, false, m_currentTime);
    const bool isOwn = event.override_redirect == 0 && (m_windowSource == WindowSource::RootChildren || m_windowSource == WindowSource::WmStateWindows);
    AppWindow *window = isOwn ? m_windows.add(id) : m_windows.find(id);
    if (!window) {
        return;
    }
    m_windows.setMapped(id, true);
    if (!isOwn) {
        return;
    }
    window->arePropertiesRead = false; // they have to be read again, because the program may have changed them while the window was not mapped
    m_readScheduler.handleMappedWindow(id, m_currentTime);
}

void WindowAgentProtocol::handleUnmapNotify(XId id)
{
    if (m_windows.find(id)) {
        m_windows.setMapped(id, false);
        if (m_windowSource == WindowSource::RootChildren) {
            m_windowManagerSubstitute.handleUnmappedWindow(id);
        }
    }
}

void WindowAgentProtocol::handleDestroyNotify(XId id)
{
    forgetWindow(id);
    m_windowManagerSubstitute.forgetWindow(id);
    if (id == m_managerCheckWindow && id != 0) {
        m_managerCheckWindow = 0;
        m_expectsWindowManager = false;
        m_windowsQuery.handle(RepeatedRequestEvent::RequestNeeded); // the window manager ended
    }
}

void WindowAgentProtocol::handleReparentNotify(const xcb_reparent_notify_event_t &event)
{
    if (m_windowSource == WindowSource::RootChildren && event.parent != m_xProtocol.screen().root) {
        forgetWindow(event.window); // the window was reparented into another one, so it is no top-level window any more
    } else if (m_windowSource == WindowSource::RootChildren || (m_windowSource == WindowSource::WmStateWindows && event.override_redirect == 0)) {
        addNewWindow(event.window);
    }
}

void WindowAgentProtocol::fitMainWindowToDisplay(Clock::time_point now)
{
    m_currentTime = now;
    m_windowManagerSubstitute.allowCorrectionsAgain();
    const xcb_get_geometry_request_t request{.major_opcode = XCB_GET_GEOMETRY, .pad0 = 0, .length = 0, .drawable = m_xProtocol.screen().root};
    m_xProtocol.sendRequestWithReply(request, {}, [this](std::span<const std::uint8_t> reply) {
        if (!reply.empty()) {
            const auto geometry = structFromBytes<xcb_get_geometry_reply_t>(reply);
            m_displaySize = QSize(geometry.width, geometry.height);
        }
    });
    processPendingWork();
}

void WindowAgentProtocol::askWindowsToClose(Clock::time_point now)
{
    m_currentTime = now;
    m_windowCloser.requestClose(now);
    for (const XId id : m_windows.ids()) {
        if (m_windows.find(id)->arePropertiesRead) {
            m_readScheduler.requestProperties(id); // whether the window supports WM_DELETE_WINDOW may have changed
        }
    }
    processPendingWork();
}

void WindowAgentProtocol::handleConnectionLoss()
{
    m_isConnectionLost = true;
    processPendingWork();
}

std::optional<WindowAgentProtocol::Clock::time_point> WindowAgentProtocol::dueAt() const
{
    if (m_isConnectionLost) {
        return {};
    }
    return WakeTime::earliest({m_startDetector.dueAt(),
                               m_readScheduler.dueAt(),
                               m_windowCloser.closeRequestDeadline(),
                               m_windowSource == WindowSource::RootChildren ? m_windowManagerSubstitute.dueAt() : std::nullopt,
                               m_iconQuery.isDue() ? std::optional(m_iconRequestedAt + iconReadInterval) : std::nullopt});
}

void WindowAgentProtocol::processPendingWork()
{
    const bool isOpen = m_xProtocol.stage() == XClientProtocol::Stage::Open && !m_isConnectionLost;
    if (!isOpen) {
        const bool isHopeless = m_isConnectionLost || m_xProtocol.stage() != XClientProtocol::Stage::Setup;
        if (const auto closeRequestDeadline = m_windowCloser.closeRequestDeadline();
            closeRequestDeadline && (isHopeless || m_currentTime >= *closeRequestDeadline)) {
            m_windowCloser.cancelCloseRequest();
            m_callbacks.programCannotBeClosed();
        }
        return;
    }
    if (m_windowsQuery.isDue()) {
        queryWindows();
    }
    if (m_clientListQuery.isDue()) {
        requestClientList();
    }
    m_readScheduler.readDueWindows(m_windowCloser.closeRequestDeadline().has_value(), m_currentTime);
    reportChanges();
    if (m_windowSource == WindowSource::RootChildren) {
        m_windowManagerSubstitute.arrangeWindows(m_displaySize, m_currentTime);
    }
    const bool isAllRead =
        m_areInitialWindowsRead && !m_clientListQuery.isRequestPending() && !m_windowsQuery.isRequestPending() && !m_readScheduler.isReading();
    if (const auto closeRequestDeadline = m_windowCloser.closeRequestDeadline(); closeRequestDeadline && (isAllRead || m_currentTime >= *closeRequestDeadline)
        && !m_windowCloser.sendCloseRequests(m_windowSource == WindowSource::ClientList)) {
        m_callbacks.programCannotBeClosed();
    }
    if (m_startDetector.takeStartFinished(m_currentTime)) {
        m_callbacks.startFinished();
    }
}

void WindowAgentProtocol::reportChanges()
{
    const std::vector<XId> ordinary = m_windows.ordinaryWindows();
    for (const XId id : ordinary) {
        if (m_knownOrdinaryWindows.size() < AppWindows::maxWindows && m_knownOrdinaryWindows.insert(id).second) {
            m_startDetector.noteMappedWindow(id, true, m_currentTime);
        }
    }
    if (m_windowCloser.detectUserQuestion(ordinary)) {
        m_callbacks.userQuestionAsked();
    }
    const XId main = m_windows.mainWindow();
    const AppWindow *window = m_windows.find(main);
    if (main != m_mainWindow) {
        m_mainWindow = main;
        m_iconQuery.handle(RepeatedRequestEvent::RequestNeeded);
        m_iconRequestedAt = {};
        if (window && m_windowSource == WindowSource::ClientList && !m_joinedRunningProgram) {
            maximize(*window);
        }
    }
    reportIcon(main);
    if (const QString title = window ? window->title : QString(); title != m_programTitle) {
        m_programTitle = title;
        m_callbacks.titleChanged(title);
    }
    if (const int count = static_cast<int>(ordinary.size()); count != m_windowCount) {
        m_windowCount = count;
        m_callbacks.windowCountChanged(count);
    }
}

void WindowAgentProtocol::reportIcon(XId mainWindow)
{
    if (!m_iconQuery.isDue() || m_currentTime < m_iconRequestedAt + iconReadInterval) {
        return;
    }
    if (mainWindow == 0) {
        m_iconQuery.handle(RepeatedRequestEvent::RequestDropped);
        return; // keep the last icon, because the next main window is probably of the same program
    }
    m_iconQuery.handle(RepeatedRequestEvent::RequestSent);
    m_iconRequestedAt = m_currentTime;
    m_windowReader.readIcon(mainWindow, [this, mainWindow](const QList<QImage> &pictures) {
        m_iconQuery.handle(RepeatedRequestEvent::Answered);
        if (mainWindow == m_mainWindow && (m_hasReportedIcon || !pictures.isEmpty())) {
            m_hasReportedIcon = !pictures.isEmpty();
            m_callbacks.iconChanged(pictures);
        }
    });
}

void WindowAgentProtocol::maximize(const AppWindow &window)
{
    if (window.isDialog() || !window.maximumSize.isEmpty()) {
        return;
    }
    constexpr std::uint32_t add = 1;
    constexpr std::uint32_t userAction = 2; // source indication of EWMH: a user's request by a pager, which window managers obey
    m_xProtocol.sendRequest(clientMessageRequest(m_xProtocol.screen().root,
                                                 XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                                                 window.id,
                                                 m_atoms.netWmState,
                                                 {add, m_atoms.netWmStateMaximizedVert, m_atoms.netWmStateMaximizedHorz, userAction}));
}
}
