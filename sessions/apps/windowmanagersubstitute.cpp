// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowmanagersubstitute.h"

#include "sessions/apps/applayout.h"
#include "sessions/base/waketime.h"

#include <algorithm>
#include <ranges>

namespace Nightdesk
{
namespace
{
constexpr std::uint32_t withdrawnState = 0;
constexpr std::uint32_t normalState = 1;

std::span<const std::uint8_t> asBytes(std::span<const std::uint32_t> values)
{
    return {reinterpret_cast<const std::uint8_t *>(values.data()), values.size_bytes()};
}
}

WindowManagerSubstitute::WindowManagerSubstitute(XClientProtocol &protocol, const WindowAgentAtoms &atoms, AppWindows &windows)
    : m_xProtocol(protocol)
    , m_atoms(atoms)
    , m_windows(windows)
{
}

void WindowManagerSubstitute::setServerTime(std::uint32_t time)
{
    m_lastServerTime = time;
}

void WindowManagerSubstitute::keepPositionChosenByUser(XId window)
{
    m_windowRecords[window].existedBeforeJoining = true;
}

void WindowManagerSubstitute::allowCorrectionsAgain()
{
    for (auto &[id, record] : m_windowRecords) {
        record.correctionCount = 0;
    }
}

void WindowManagerSubstitute::arrangeWindows(const QSize &size, Clock::time_point now)
{
    if (size != m_displaySize) {
        m_displaySize = size;
        allowCorrectionsAgain();
    }
    std::erase_if(m_windowRecords, [this](const auto &entry) {
        // The server does not report the destruction of a window that was reparented.
        return !m_windows.find(entry.first);
    });
    const XId main = m_windows.mainWindow();
    std::vector<XId> all = m_windows.ordinaryWindows();
    std::ranges::stable_partition(all, [main](XId id) {
        return id == main; // the main window is placed first, so that the others can be placed in front of it
    });
    for (const XId id : all) {
        const AppWindow &window = *m_windows.find(id);
        WindowRecord &record = m_windowRecords[id];
        placeWindow(window, record, size);
        if (record.handledMapSequenceNumber != window.mapSequenceNumber) {
            handleNewWindow(window, record);
        }
    }
    if (main != 0) {
        keepWindowsAboveMainWindow(now);
    }
    const AppWindow *focused = m_windows.find(m_focusedWindow);
    if (m_focusedWindow != 0 && (!focused || !focused->isOrdinary())) {
        m_focusedWindow = 0;
        if (const AppWindow *next = m_windows.find(m_windows.topmostOrdinaryWindow())) {
            giveFocus(*next, m_lastServerTime);
        }
    }
}

void WindowManagerSubstitute::handleNewWindow(const AppWindow &window, WindowRecord &record)
{
    record.handledMapSequenceNumber = window.mapSequenceNumber;
    setWmState(window.id, normalState);
    if (!record.existedBeforeJoining) {
        giveFocus(window, m_lastServerTime);
    }
    record.existedBeforeJoining = false;
}

void WindowManagerSubstitute::placeWindow(const AppWindow &window, WindowRecord &record, const QSize &display)
{
    const bool fills = window.id == m_windows.mainWindow() && !window.isDialog();
    AppWindow bare = window;
    QRect wanted;
    if (fills) {
        bare.borderWidth = 0;
        wanted = AppLayout::mainWindowRect(bare, display);
    } else if (record.isPlaced || record.existedBeforeJoining) {
        wanted = AppLayout::rectInsideDisplay(window, window.rect, display);
    } else {
        wanted = AppLayout::newWindowRect(window, m_windows.parentOf(window), display);
    }
    record.isPlaced = true;
    if ((wanted == window.rect && bare.borderWidth == window.borderWidth) || record.correctionCount >= maxCorrections) {
        return;
    }
    ++record.correctionCount;
    // Stores the requested position, so that it is not requested again before the server reports the actual one.
    AppWindow &kept = *m_windows.find(window.id);
    kept.rect = wanted;
    kept.borderWidth = bare.borderWidth;
    const xcb_configure_window_request_t request{.major_opcode = XCB_CONFIGURE_WINDOW,
                                                 .pad0 = 0,
                                                 .length = 0,
                                                 .window = kept.id,
                                                 .value_mask = XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT
                                                     | XCB_CONFIG_WINDOW_BORDER_WIDTH,
                                                 .pad1 = {}};
    const std::uint32_t values[] = {static_cast<std::uint32_t>(wanted.x()),
                                    static_cast<std::uint32_t>(wanted.y()),
                                    static_cast<std::uint32_t>(wanted.width()),
                                    static_cast<std::uint32_t>(wanted.height()),
                                    static_cast<std::uint32_t>(kept.borderWidth)};
    m_xProtocol.sendRequest(request, asBytes(values));
}

void WindowManagerSubstitute::keepWindowsAboveMainWindow(Clock::time_point now)
{
    // Raises windows that are behind the main window: it fills the display, so the user cannot reach them otherwise.
    const XId main = m_windows.mainWindow();
    for (const XId id : m_windows.ordinaryWindowsBelow(main) | std::views::reverse) {
        WindowRecord &record = m_windowRecords[id];
        if (m_windows.find(main)->isDialog() || now - record.lastRaisedAt < raiseInterval) {
            continue;
        }
        record.lastRaisedAt = now;
        m_windows.putAbove(id, main);
        const xcb_configure_window_request_t request{.major_opcode = XCB_CONFIGURE_WINDOW,
                                                     .pad0 = 0,
                                                     .length = 0,
                                                     .window = id,
                                                     .value_mask = XCB_CONFIG_WINDOW_SIBLING | XCB_CONFIG_WINDOW_STACK_MODE,
                                                     .pad1 = {}};
        const std::uint32_t values[] = {main, XCB_STACK_MODE_ABOVE};
        m_xProtocol.sendRequest(request, asBytes(values));
    }
}

std::optional<WindowManagerSubstitute::Clock::time_point> WindowManagerSubstitute::dueAt() const
{
    std::optional<Clock::time_point> at;
    const AppWindow *main = m_windows.find(m_windows.mainWindow());
    if (!main || main->isDialog()) {
        return at;
    }
    for (const XId id : m_windows.ordinaryWindowsBelow(main->id)) {
        if (const auto found = m_windowRecords.find(id); found != m_windowRecords.end()) {
            at = WakeTime::earliest({at, found->second.lastRaisedAt + raiseInterval});
        }
    }
    return at;
}

void WindowManagerSubstitute::pointerEntered(const xcb_enter_notify_event_t &event)
{
    constexpr std::uint8_t hasFocus = 1;
    m_lastServerTime = event.time;
    const AppWindow *window = m_windows.find(event.event);
    if (window && window->isOrdinary() && event.mode == XCB_NOTIFY_MODE_NORMAL && event.detail != XCB_NOTIFY_DETAIL_INFERIOR
        && (event.same_screen_focus & hasFocus) == 0) {
        giveFocus(*window, event.time);
    }
}

void WindowManagerSubstitute::giveFocus(const AppWindow &window, std::uint32_t time)
{
    // ICCCM 4.1.7. With POINTER_ROOT, the server itself returns the focus to the window under the pointer when this window closes.
    if (window.acceptsFocus) {
        const xcb_set_input_focus_request_t request{.major_opcode = XCB_SET_INPUT_FOCUS,
                                                    .revert_to = XCB_INPUT_FOCUS_POINTER_ROOT,
                                                    .length = 0,
                                                    .focus = window.id,
                                                    .time = XCB_CURRENT_TIME};
        m_xProtocol.sendRequest(request);
    }
    if (window.usesTakeFocus) {
        m_xProtocol.sendRequest(clientMessageRequest(window.id, XCB_EVENT_MASK_NO_EVENT, window.id, m_atoms.wmProtocols, {m_atoms.wmTakeFocus, time}));
    }
    m_focusedWindow = window.acceptsFocus || window.usesTakeFocus ? window.id : m_focusedWindow;
}

void WindowManagerSubstitute::setWmState(XId window, std::uint32_t state)
{
    const xcb_change_property_request_t request{.major_opcode = XCB_CHANGE_PROPERTY,
                                                .mode = XCB_PROP_MODE_REPLACE,
                                                .length = 0,
                                                .window = window,
                                                .property = m_atoms.wmState,
                                                .type = m_atoms.wmState,
                                                .format = 32,
                                                .pad0 = {},
                                                .data_len = 2};
    const std::uint32_t values[] = {state, XCB_WINDOW_NONE};
    m_xProtocol.sendRequest(request, asBytes(values));
}

void WindowManagerSubstitute::handleUnmappedWindow(XId window)
{
    const auto record = m_windowRecords.find(window);
    if (record != m_windowRecords.end() && record->second.handledMapSequenceNumber != 0) {
        setWmState(window, withdrawnState);
        record->second = {};
    }
}

void WindowManagerSubstitute::forgetWindow(XId window)
{
    m_windowRecords.erase(window);
}
}
