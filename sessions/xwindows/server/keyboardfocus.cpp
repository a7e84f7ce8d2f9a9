// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/keyboardfocus.h"

#include "sessions/common/logging.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
/// Within this time after a window appeared, a window manager may give it the focus, or its toolkit may take it: a link with a round trip of 1 s
/// may lie between the window and its program, and hosts may be busy.
constexpr std::chrono::seconds focusGuardTime{2};
constexpr std::uint32_t activatedByPager = 2;
}

/// A program's window is created or appears while the user works elsewhere: the window manager is informed that the user did not request it (EWMH,
/// _NET_WM_USER_TIME 0), and if the window takes the focus nevertheless, that is reverted once. A dialog of the program that has the keyboard gets
/// it as usual.
void KeyboardFocus::markIfUnrequested(xcb_window_t window)
{
    ProgramWindows::Window &record = m_windowRecords.windows.at(window);
    ProgramWindows::Program &program = m_windowRecords.programs.at(record.program);
    if (program.isCovered || m_programWithKeyboard == record.program || !hasKeyboardElsewhere()) {
        return;
    }
    record.hasAppearedUnrequested = true;
    if (const auto focus = m_xServer.focusWindow(); focus && !m_windowRecords.programOf(*focus)) {
        program.previousFocusWindow = focus;
    }
    if (!record.isMapped) {
        setUserTimePropertyToZero(window);
    }
}

void KeyboardFocus::setUserTimePropertyToZero(xcb_window_t window)
{
    const std::uint32_t never = 0;
    xcb_change_property(m_xServer.xcb(), XCB_PROP_MODE_REPLACE, window, m_xServer.atoms().netWmUserTime, XCB_ATOM_CARDINAL, 32, 1, &never);
}

/// A toolkit sets its own user time before it maps a window: the time of a key pressed in another of its windows, or of its start.
void KeyboardFocus::userTimeChanged(xcb_window_t window)
{
    const auto found = m_windowRecords.windows.find(window);
    if (found == m_windowRecords.windows.end() || !found->second.hasAppearedUnrequested || found->second.isMapped) {
        return;
    }
    const auto time = m_xServer.property(window, m_xServer.atoms().netWmUserTime, XCB_ATOM_CARDINAL);
    if (!time.empty() && time.front() != 0) {
        setUserTimePropertyToZero(window);
    }
}

/// The user requested the program, or its windows have been open for a while: they may have the keyboard.
void KeyboardFocus::allowFocus(quint32 programNumber)
{
    for (auto &[window, record] : m_windowRecords.windows) {
        if (record.program != programNumber || !std::exchange(record.hasAppearedUnrequested, false)) {
            continue;
        }
        record.focusGuardUntil.reset();
        // The property is removed only if it still has the value 0 that Nightdesk set. Another value was set by the toolkit.
        if (m_xServer.property(window, m_xServer.atoms().netWmUserTime, XCB_ATOM_CARDINAL) == std::vector<std::uint32_t>{0}) {
            xcb_delete_property(m_xServer.xcb(), window, m_xServer.atoms().netWmUserTime);
        }
    }
}

void KeyboardFocus::windowMapped(xcb_window_t window)
{
    ProgramWindows::Window &record = m_windowRecords.windows.at(window);
    if (std::exchange(record.wasEverMapped, true)) {
        return; // the window was mapped before: the user has restored it from an icon
    }
    if (!record.hasAppearedUnrequested) {
        markIfUnrequested(window); // it may have been created before the user began to work elsewhere, as some dialogs are
    }
    if (record.hasAppearedUnrequested) {
        record.focusGuardUntil = ProgramWindows::Clock::now() + focusGuardTime;
        record.pointerWhenMapped = m_xServer.pointer().position;
    }
}

/// Whether the user did not request this window and it has just appeared.
bool KeyboardFocus::isUnrequestedNewWindow(const ProgramWindows::Window &record)
{
    return record.hasAppearedUnrequested && (!record.focusGuardUntil || ProgramWindows::Clock::now() < *record.focusGuardUntil);
}

bool KeyboardFocus::hasKeyboardElsewhere() const
{
    if (m_xServer.hasWindowManager()) {
        return m_previousActiveWindow.has_value();
    }
    const auto focus = m_xServer.focusWindow();
    return focus && *focus != XCB_INPUT_FOCUS_NONE && *focus != XCB_INPUT_FOCUS_POINTER_ROOT && *focus != m_xServer.root();
}

/// Whether the window that had the keyboard before can get it back.
bool KeyboardFocus::canRestoreFocus() const
{
    if (!m_xServer.hasWindowManager()) {
        return true; // even if no window had the focus: then X's PointerRoot gets it
    }
    const auto facts = m_previousActiveWindow ? m_xServer.facts(*m_previousActiveWindow) : std::nullopt;
    return facts && facts->isViewable;
}

/// Remembers which window was active before a new one appeared.
void KeyboardFocus::rememberActiveWindow()
{
    const auto active = m_xServer.activeWindow();
    const auto own = active ? m_windowRecords.windows.find(*active) : m_windowRecords.windows.end();
    if (active && own == m_windowRecords.windows.end() && m_windowRecords.programOf(*active)) {
        return; // a program's new window whose CreateNotify event has not been handled yet: not to be remembered as the previous window
    }
    if (own == m_windowRecords.windows.end() || !isUnrequestedNewWindow(own->second)) {
        m_previousActiveWindow = active;
    }
}

void KeyboardFocus::focusGained(const xcb_focus_in_event_t &event)
{
    // During a keyboard grab the focus moves because the user goes through a window manager's list of windows.
    const bool isByUser = event.mode == XCB_NOTIFY_MODE_WHILE_GRABBED;
    const bool isReal = (event.mode == XCB_NOTIFY_MODE_NORMAL || isByUser) && event.detail != XCB_NOTIFY_DETAIL_POINTER;
    if (isReal) {
        windowTookFocus(event.event, isByUser);
    }
}

void KeyboardFocus::checkFocusOfNewWindow(xcb_window_t window)
{
    const auto program = m_windowRecords.programOf(window);
    if (const auto focus = m_xServer.focusWindow(); focus && m_windowRecords.programOf(*focus) == program && m_programWithKeyboard != program) {
        windowTookFocus(window, false); // on a busy machine the window got the focus before its events were selected
    }
}

/// A window has the focus now: it either keeps it, or the window that had it before gets it back.
void KeyboardFocus::windowTookFocus(xcb_window_t window, bool isByUser)
{
    const auto found = m_windowRecords.windows.find(window);
    if (found == m_windowRecords.windows.end()) {
        return;
    }
    const quint32 programNumber = found->second.program;
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    const bool isCovered = program.isCovered;
    // A user who holds a pointer button has clicked the new window and wants the focus there. If the previous window was minimized, the focus
    // cannot go back, since the window must stay minimized.
    const bool isTaken = !isByUser && (isCovered || (isUnrequestedNewWindow(found->second) && !m_xServer.pointer().isPressed && canRestoreFocus()));
    if (isTaken && program.countCoverCorrection()) {
        qCDebug(LogXWindow) << "window" << window << (isCovered ? "is covered" : "has come") << "and took the focus";
        if (!isCovered) {
            program.previousActiveWindow = m_previousActiveWindow;
        }
        giveFocusToPrevious(programNumber);
        return;
    }
    allowFocus(programNumber);
    rememberActiveWindow();
    setProgramWithKeyboard(programNumber);
}

void KeyboardFocus::focusLost(const xcb_focus_out_event_t &event)
{
    const auto found = m_windowRecords.windows.find(event.event);
    const bool isReal = event.mode != XCB_NOTIFY_MODE_GRAB && event.mode != XCB_NOTIFY_MODE_UNGRAB && event.detail != XCB_NOTIFY_DETAIL_POINTER
        && event.detail != XCB_NOTIFY_DETAIL_INFERIOR;
    if (!isReal || found == m_windowRecords.windows.end() || m_programWithKeyboard != found->second.program) {
        return;
    }
    // The window manager updates the active window a moment later, so only the focus counts. The focus may be in
    // another window of the program.
    const auto focus = m_xServer.focusWindow();
    if (!focus || m_windowRecords.programOf(*focus) != m_programWithKeyboard) {
        setProgramWithKeyboard({});
    }
}

void KeyboardFocus::setProgramWithKeyboard(const std::optional<quint32> &programNumber)
{
    if (m_programWithKeyboard == programNumber) {
        return;
    }
    const auto before = std::exchange(m_programWithKeyboard, programNumber);
    if (before) {
        m_callbacks.keyboardFocusChanged(*before, false);
    }
    if (programNumber) {
        m_callbacks.keyboardFocusChanged(*programNumber, true);
    }
}

bool KeyboardFocus::hasProgramFocus(quint32 programNumber) const
{
    const auto focus = m_xServer.focusWindow();
    const auto active = m_xServer.activeWindow();
    return (focus && m_windowRecords.programOf(*focus) == programNumber)
        || (active && m_windowRecords.windows.contains(*active) && m_windowRecords.windows.at(*active).program == programNumber);
}

/// A covered program must not have the keyboard.
void KeyboardFocus::giveFocusToPrevious(quint32 programNumber)
{
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    if (!m_xServer.hasWindowManager()) {
        const xcb_window_t to = program.previousFocusWindow.value_or(XCB_INPUT_FOCUS_POINTER_ROOT);
        // The previous window may have been destroyed; then the focus stays at PointerRoot.
        xcb_set_input_focus(m_xServer.xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, XCB_INPUT_FOCUS_POINTER_ROOT, XCB_CURRENT_TIME);
        xcb_set_input_focus(m_xServer.xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, to, XCB_CURRENT_TIME);
        return;
    }
    const auto stacking = m_xServer.managedStackingOrder();
    const auto isCovered = [this](xcb_window_t window) {
        const auto own = m_windowRecords.windows.find(window);
        return own != m_windowRecords.windows.end() && m_windowRecords.programs.at(own->second.program).isCovered;
    };
    std::optional<xcb_window_t> to = program.previousActiveWindow;
    if (!to || !std::ranges::contains(stacking, *to) || isCovered(*to)) {
        to.reset();
        for (const xcb_window_t window : stacking) { // the uppermost window is the last one
            to = isCovered(window) ? to : std::optional(window);
        }
    }
    if (to && m_xServer.windowManagerSupports(m_xServer.atoms().netActiveWindow)) {
        m_xServer.sendToManager(*to, m_xServer.atoms().netActiveWindow, {activatedByPager, XCB_CURRENT_TIME, 0, 0, 0});
    }
}

void KeyboardFocus::pointerEntered(const xcb_enter_notify_event_t &event)
{
    // Without a window manager, X by default gives the keyboard to the window below the pointer. That ends when a client sets the focus to a window,
    // as toolkits do. Then this function lets the focus follow the pointer.
    if (event.mode == XCB_NOTIFY_MODE_NORMAL && event.detail != XCB_NOTIFY_DETAIL_INFERIOR && m_windowRecords.windows.contains(event.event)
        && !m_xServer.hasWindowManager()) {
        const ProgramWindows::Window &record = m_windowRecords.windows.at(event.event);
        if (isUnrequestedNewWindow(record) && record.pointerWhenMapped == QPoint(event.root_x, event.root_y)) {
            return; // the window appeared below the pointer: the user did not move the pointer there, and does not request the focus
        }
        const auto facts = m_xServer.facts(event.event);
        const auto focus = m_xServer.focusWindow();
        if (facts && !facts->overrideRedirect && focus && *focus != XCB_INPUT_FOCUS_POINTER_ROOT) {
            allowFocus(record.program); // the user has moved the pointer to the window
            giveFocus(event.event, event.time);
        }
    }
}

void KeyboardFocus::giveFocus(xcb_window_t window, xcb_timestamp_t time)
{
    if (m_xServer.acceptsFocus(window)) {
        xcb_set_input_focus(m_xServer.xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, window, time);
    }
    if (m_xServer.supportsProtocol(window, m_xServer.atoms().wmTakeFocus)) {
        m_xServer.sendProtocolMessage(window, m_xServer.atoms().wmTakeFocus, time);
    }
}

/// Activates the window as a pager does: the user pressed a key for it that the window's own toolkit has not received.
void KeyboardFocus::activateWindow(xcb_window_t window)
{
    if (m_xServer.hasWindowManager() && m_xServer.windowManagerSupports(m_xServer.atoms().netActiveWindow)) {
        m_xServer.sendToManager(window, m_xServer.atoms().netActiveWindow, {activatedByPager, XCB_CURRENT_TIME, 0, 0, 0});
    } else if (const auto facts = m_xServer.facts(window); facts && facts->isViewable) {
        xcb_set_input_focus(m_xServer.xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, window, XCB_CURRENT_TIME);
    }
    xcb_flush(m_xServer.xcb());
}

void KeyboardFocus::giveFocusToMain(quint32 programNumber)
{
    const xcb_window_t main = m_windowRecords.programs.at(programNumber).mainWindow;
    if (main != XCB_WINDOW_NONE && m_xServer.hasWindowManager()
        && m_xServer.windowManagerSupports(m_xServer.atoms().netActiveWindow)) { // this message also restores an iconified window
        m_xServer.sendToManager(main, m_xServer.atoms().netActiveWindow, {activatedByPager, XCB_CURRENT_TIME, 0, 0, 0});
    } else if (!m_xServer.hasWindowManager() && m_windowRecords.windows.contains(main) && m_windowRecords.windows.at(main).isMapped) {
        giveFocus(main, XCB_CURRENT_TIME);
    }
}

void KeyboardFocus::clearKeyboardOfProgram(quint32 programNumber)
{
    if (m_programWithKeyboard == programNumber) {
        setProgramWithKeyboard({});
    }
}

void KeyboardFocus::clearKeyboardIfUnfocused(quint32 programNumber)
{
    if (m_programWithKeyboard == programNumber && !hasProgramFocus(programNumber)) {
        setProgramWithKeyboard({});
    }
}
}
