// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PlacerWorker that looks after the keyboard: no program takes it by itself, and the console's key works in all.
#include "sessions/xwindows/server/placerworker.h"

#include "sessions/common/logging.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
/// Within this time a window manager has given a window that came the focus, or a toolkit has taken it: a link of 1 s lies between
/// the window that comes and what its program asks for then, and hosts are busy.
constexpr std::chrono::seconds comesWithin{2};
}

/// A window of a program was made, or comes, while somebody works elsewhere: the manager is told that no person asked for it
/// (EWMH, _NET_WM_USER_TIME 0), and the first time that it takes the focus all the same it is taken back. The dialog of a program
/// that has the keyboard gets it as ever.
void PlacerWorker::keepFromFocus(xcb_window_t window)
{
    Window &record = m_windows.at(window);
    Program &program = m_programs.at(record.program);
    if (program.covered || m_keyboard == record.program || !hasKeyboardElsewhere()) {
        return;
    }
    record.uninvited = true;
    if (const auto focus = m_x->focus(); focus && !programOf(*focus)) {
        program.focusBefore = focus;
    }
    if (!record.mapped) {
        sayUninvited(window);
    }
}

void PlacerWorker::sayUninvited(xcb_window_t window)
{
    const std::uint32_t never = 0;
    xcb_change_property(m_x->xcb(), XCB_PROP_MODE_REPLACE, window, m_x->atoms().netWmUserTime, XCB_ATOM_CARDINAL, 32, 1, &never);
}

/// A toolkit writes its own time before it maps a window: the time of a key that went to another of its windows, or of its start.
void PlacerWorker::userTimeChanged(xcb_window_t window)
{
    const auto found = m_windows.find(window);
    if (found == m_windows.end() || !found->second.uninvited || found->second.mapped) {
        return;
    }
    const auto time = m_x->property(window, m_x->atoms().netWmUserTime, XCB_ATOM_CARDINAL);
    if (!time.empty() && time.front() != 0) {
        sayUninvited(window);
    }
}

/// Somebody wants the program, or its windows have been there for a while: they may have the keyboard.
void PlacerWorker::invite(quint32 id)
{
    for (auto &[window, record] : m_windows) {
        if (record.program != id || !std::exchange(record.uninvited, false)) {
            continue;
        }
        record.comesUntil.reset();
        if (m_x->property(window, m_x->atoms().netWmUserTime, XCB_ATOM_CARDINAL) == std::vector<std::uint32_t>{0}) { // else it is its toolkit's
            xcb_delete_property(m_x->xcb(), window, m_x->atoms().netWmUserTime);
        }
    }
}

void PlacerWorker::comes(xcb_window_t window)
{
    Window &record = m_windows.at(window);
    if (std::exchange(record.hasCome, true)) {
        return; // an icon that becomes a window again: somebody clicked it
    }
    if (!record.uninvited) {
        keepFromFocus(window); // a dialog that was made early
    }
    if (record.uninvited) {
        record.comesUntil = Clock::now() + comesWithin;
        record.pointerThen = m_x->pointer().at;
    }
}

/// Whether a window that nobody asked for just comes.
bool PlacerWorker::isUninvited(const Window &record)
{
    return record.uninvited && (!record.comesUntil || Clock::now() < *record.comesUntil);
}

bool PlacerWorker::hasKeyboardElsewhere() const
{
    if (m_x->hasWindowManager()) {
        return m_activeBefore.has_value();
    }
    const auto focus = m_x->focus();
    return focus && *focus != XCB_INPUT_FOCUS_NONE && *focus != XCB_INPUT_FOCUS_POINTER_ROOT && *focus != m_x->root();
}

/// Remembers whose the keyboard was before a window came.
void PlacerWorker::activeChanged()
{
    const auto active = m_x->activeWindow();
    const auto own = active ? m_windows.find(*active) : m_windows.end();
    if (active && own == m_windows.end() && programOf(*active)) {
        return; // the news that it was made is yet to come
    }
    if (own == m_windows.end() || !isUninvited(own->second)) {
        m_activeBefore = active;
    }
}

/// Whether who had the keyboard can have it again.
bool PlacerWorker::isBeforeThere() const
{
    if (!m_x->hasWindowManager()) {
        return true; // else it is the pointer's
    }
    const auto facts = m_activeBefore ? m_x->facts(*m_activeBefore) : std::nullopt;
    return facts && facts->viewable;
}

void PlacerWorker::focused(const xcb_focus_in_event_t &event)
{
    // While it is grabbed the focus moves because a person goes through a manager's list of windows.
    const bool isByPerson = event.mode == XCB_NOTIFY_MODE_WHILE_GRABBED;
    const bool isReal = (event.mode == XCB_NOTIFY_MODE_NORMAL || isByPerson) && event.detail != XCB_NOTIFY_DETAIL_POINTER;
    if (isReal) {
        tookFocus(event.event, isByPerson);
    }
}

/// A window has the focus now: it keeps it, or whoever had it gets it back.
void PlacerWorker::tookFocus(xcb_window_t window, bool isByPerson)
{
    const auto found = m_windows.find(window);
    if (found == m_windows.end()) {
        return;
    }
    const quint32 id = found->second.program;
    Program &program = m_programs.at(id);
    const bool isCovered = program.covered;
    // A person who clicks at once does want it; and a window that was minimized must not come back for it.
    const bool isTaken = !isByPerson && (isCovered || (isUninvited(found->second) && !m_x->pointer().isPressed && isBeforeThere()));
    if (isTaken && mayCorrect(program)) {
        qCDebug(LogXWindow) << "window" << window << (isCovered ? "is covered" : "has come") << "and took the focus";
        if (!isCovered) {
            program.activeBefore = m_activeBefore;
        }
        giveFocusAway(id);
        return;
    }
    invite(id);
    activeChanged();
    setKeyboard(id);
}

void PlacerWorker::unfocused(const xcb_focus_out_event_t &event)
{
    const auto found = m_windows.find(event.event);
    const bool isReal = event.mode != XCB_NOTIFY_MODE_GRAB && event.mode != XCB_NOTIFY_MODE_UNGRAB && event.detail != XCB_NOTIFY_DETAIL_POINTER
        && event.detail != XCB_NOTIFY_DETAIL_INFERIOR;
    if (!isReal || found == m_windows.end() || m_keyboard != found->second.program) {
        return;
    }
    // A manager says a moment later which window is active: the focus alone counts. It may have gone to another window of the program.
    const auto focus = m_x->focus();
    if (!focus || programOf(*focus) != m_keyboard) {
        setKeyboard({});
    }
}

void PlacerWorker::setKeyboard(const std::optional<quint32> &id)
{
    if (m_keyboard == id) {
        return;
    }
    const auto before = std::exchange(m_keyboard, id);
    if (before) {
        m_setup.keyboardChanged(*before, false);
    }
    if (id) {
        m_setup.keyboardChanged(*id, true);
    }
}

void PlacerWorker::setConsoleKey(const XKey &key)
{
    if (m_consoleKey == key) {
        return;
    }
    for (const auto &[window, record] : m_windows) {
        xcb_ungrab_key(m_x->xcb(), XCB_GRAB_ANY, window, XCB_MOD_MASK_ANY); // nobody else grabs by this connection
    }
    m_consoleKey = key;
    for (const auto &[window, record] : m_windows) {
        grabConsoleKey(window);
    }
}

/// On the window, not on the root: the key stays every other program's own. The server asks the outermost window first, so that
/// the program itself does not get it.
void PlacerWorker::grabConsoleKey(xcb_window_t window)
{
    if (m_consoleKey.keysym == 0) {
        return;
    }
    constexpr std::uint16_t locks[] = {0, XCB_MOD_MASK_LOCK, XCB_MOD_MASK_2, XCB_MOD_MASK_LOCK | XCB_MOD_MASK_2}; // Caps, Num as all have it
    for (const xcb_keycode_t code : m_x->keycodes(m_consoleKey.keysym)) {
        for (const std::uint16_t lock : locks) {
            const auto modifiers = static_cast<std::uint16_t>(m_consoleKey.modifiers | lock);
            xcb_grab_key(m_x->xcb(), false, window, modifiers, code, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
        }
    }
}

void PlacerWorker::keyboardMapped()
{
    const XKey key = std::exchange(m_consoleKey, {});
    setConsoleKey(key); // its keycode may be another
}

void PlacerWorker::keyPressed(const xcb_key_press_event_t &event)
{
    if (const auto found = m_windows.find(event.event); found != m_windows.end()) {
        m_setup.consoleRequested(found->second.program);
    } else {
        pressed(event.event);
    }
}

/// As a pager does: the person pressed a key for it, which the window's own toolkit has not seen.
void PlacerWorker::activate(xcb_window_t window)
{
    if (!m_x) {
        return;
    }
    constexpr std::uint32_t fromPager = 2;
    if (m_x->hasWindowManager() && m_x->managerSupports(m_x->atoms().netActiveWindow)) {
        m_x->sendToManager(window, m_x->atoms().netActiveWindow, {fromPager, XCB_CURRENT_TIME, 0, 0, 0});
    } else if (const auto facts = m_x->facts(window); facts && facts->viewable) {
        xcb_set_input_focus(m_x->xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, window, XCB_CURRENT_TIME);
    }
    xcb_flush(m_x->xcb());
}
}
