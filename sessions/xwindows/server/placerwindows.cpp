// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The half of PlacerWorker that looks after windows.
#include "sessions/xwindows/server/placerworker.h"

#include "sessions/common/logging.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
/// KWin maps a window first and moves it to its place then.
constexpr std::chrono::seconds otherSettles{1};
}

void PlacerWorker::created(xcb_window_t window)
{
    const auto program = programOf(window);
    if (!program) {
        return; // somebody else's
    }
    Window &record = m_windows[window];
    record = {.program = *program, .frame = window};
    // Its own events from now on: inside a window manager's frame it is no child of the root any more.
    const std::uint32_t mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_ENTER_WINDOW | XCB_EVENT_MASK_FOCUS_CHANGE | XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(m_x->xcb(), window, XCB_CW_EVENT_MASK, &mask);
    coverNew(m_programs.at(*program), window);
    keepFromFocus(window);
    grabConsoleKey(window);
    const auto facts = m_x->facts(window); // it may be mapped by now, unseen by us
    if (facts && facts->mapped) {
        findFrame(window);
        mapped(window);
        if (const auto focus = m_x->focus(); focus && programOf(*focus) == program && m_keyboard != program) {
            tookFocus(window, false); // on a busy machine before we listened
        }
    }
}

void PlacerWorker::reparented(const xcb_reparent_notify_event_t &event)
{
    if (event.parent == m_x->root() && !m_windows.contains(event.window)) {
        created(event.window); // a part of a window that was torn off
    } else if (m_windows.contains(event.window) && programOf(event.parent)) {
        gone(event.window, true); // the other way round: Tk puts each of its windows into another of its own
    } else {
        findFrame(event.window);
    }
}

void PlacerWorker::findFrame(xcb_window_t window)
{
    const auto found = m_windows.find(window);
    if (found == m_windows.end()) {
        return;
    }
    if (const auto facts = m_x->facts(window)) {
        if (const auto frame = m_x->frame(window, *facts)) {
            found->second.frame = frame->window;
            found->second.dirty = true;
        }
    }
}

void PlacerWorker::mapped(xcb_window_t window)
{
    const auto found = m_windows.find(window);
    if (found == m_windows.end() || found->second.mapped) {
        return;
    }
    const auto facts = m_x->facts(window);
    if (!facts || !facts->mapped || !facts->inputOutput) {
        return;
    }
    const bool isBack = std::exchange(found->second.putAside, false);
    found->second.mapped = true;
    found->second.ordinary = !facts->overrideRedirect;
    found->second.dirty = true;
    const quint32 id = found->second.program;
    Program &program = m_programs.at(id);
    if (program.closing && !isBack && !facts->overrideRedirect) {
        m_setup.askedBack(id); // "Save first?"
    }
    if (!facts->overrideRedirect) { // menus and the like stand where the program wants them
        comes(window);
        if (needsMain(program) && !m_x->isDialog(window)) {
            program.main = window;
            placeMain(program, window, *facts);
        } else if (program.main != window && !placeOther(program, window, *facts) && m_x->hasWindowManager()) {
            found->second.settlesUntil = Clock::now() + otherSettles;
        }
        if (!program.covered && !m_x->hasWindowManager()) {
            const std::uint32_t above = XCB_STACK_MODE_ABOVE;
            xcb_configure_window(m_x->xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
            if (m_x->focus() == XCB_INPUT_FOCUS_NONE) {
                giveFocus(window, XCB_CURRENT_TIME); // else no key would reach anybody
            }
        }
    }
    if (program.covered) {
        coverWindow(window);
    }
    xcb_flush(m_x->xcb());
    reportIconified(id);
    reportWindows(id, !isBack);
    if (!program.appeared) {
        program.appeared = true;
        m_setup.appeared(id);
    }
}

void PlacerWorker::gone(xcb_window_t window, bool destroyed)
{
    const auto found = m_windows.find(window);
    if (found == m_windows.end()) {
        return;
    }
    const quint32 id = found->second.program;
    found->second.mapped = false;
    found->second.uninvited = false;
    if (destroyed) {
        m_veils->forget(window);
        m_windows.erase(found);
    }
    if (m_keyboard == id && !isFocused(id)) {
        setKeyboard({});
    }
    const Program &program = m_programs.at(id);
    if (program.main == window) {
        reportRect(id, {});
        if (destroyed) {
            chooseMain(id); // what was first was a splash screen perhaps
        }
    }
    reportIconified(id);
    reportWindows(id, false);
}

bool PlacerWorker::needsMain(const Program &program) const
{
    // One that was withdrawn makes room for the next; an iconified one comes back.
    const auto main = m_windows.find(program.main);
    return main == m_windows.end() || (!main->second.mapped && !main->second.putAside && !m_x->isIconic(program.main));
}

void PlacerWorker::chooseMain(quint32 id)
{
    Program &program = m_programs.at(id);
    program.main = XCB_WINDOW_NONE;
    for (auto &[window, record] : m_windows) {
        const auto facts = record.program == id && record.mapped ? m_x->facts(window) : std::nullopt;
        if (facts && !facts->overrideRedirect && !m_x->isDialog(window)) {
            program.main = window;
            program.keeper = {};
            record.dirty = true;
            return;
        }
    }
}

void PlacerWorker::configured(xcb_window_t window)
{
    for (auto &[own, record] : m_windows) {
        record.dirty |= own == window || record.frame == window;
    }
}

bool PlacerWorker::refreshDirty()
{
    bool looked = false;
    for (auto &[window, record] : m_windows) {
        if (!record.dirty) {
            continue;
        }
        record.dirty = false;
        looked = true;
        Program &program = m_programs.at(record.program);
        if (record.settlesUntil && program.main != window) {
            const auto stands = record.mapped ? m_x->facts(window) : std::nullopt;
            if (Clock::now() > *record.settlesUntil || (stands && placeOther(program, window, *stands))) {
                record.settlesUntil.reset(); // corrected once, not fought
            }
        }
        const auto facts = program.main == window && record.mapped ? m_x->facts(window) : std::nullopt;
        if (!facts || !facts->mapped) {
            continue;
        }
        reportRect(record.program, facts->rect);
        if (program.keeper.mustAskAgain(facts->rect, Clock::now())) {
            const auto frame = m_x->frame(window, *facts);
            const FrameExtents extents = frame ? frame->extents : FrameExtents();
            const QRect area = areaOf(program);
            const QSize size = Placement::mainSize({}, area, facts->rect.size(), extents); // its size may be what it can do
            QRect wanted = program.stood ? placeOf(program, size, extents) : Placement::mainRect(program.geometry, area, size, extents);
            wanted = program.stood ? wanted : Placement::keptOff(wanted, area, program.keptFree, extents);
            const QSize fitting = wanted.size().boundedTo(size);
            moveResize(window, QRect(wanted.topLeft(), fitting), extents, fitting != facts->rect.size());
        }
    }
    return looked;
}

void PlacerWorker::setHeld(quint32 id, bool held, const std::function<void()> &withheld)
{
    if (const auto program = m_programs.find(id); program != m_programs.end()) {
        program->second.held = held;
        program->second.withheld = withheld;
        m_shieldsDirty = true;
    }
}

bool PlacerWorker::refreshShields()
{
    if (!m_shields || !std::exchange(m_shieldsDirty, false)) {
        return false;
    }
    std::map<xcb_window_t, WindowShields::Cover> covers;
    for (const auto &[window, record] : m_windows) {
        // What its frame hides, as on another virtual desktop, is not there to be pressed.
        const auto facts = record.mapped && m_programs.at(record.program).held ? m_x->facts(window) : std::nullopt;
        if (facts && facts->viewable) {
            const int border = facts->border;
            covers[window] = {.program = record.program, .frame = record.frame, .rect = facts->rect.adjusted(-border, -border, border, border)};
        }
    }
    m_shields->set(covers);
    return true;
}

void PlacerWorker::pressed(xcb_window_t shield)
{
    const auto program = m_shields->programOf(shield);
    if (program && m_programs.contains(*program)) {
        m_programs.at(*program).withheld();
    }
}

void PlacerWorker::placeMain(Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts)
{
    const auto frame = m_x->frame(window, facts);
    if (!frame) {
        return;
    }
    m_windows[window].frame = frame->window;
    const QRect wanted = placeOf(program, facts.rect.size(), frame->extents);
    qCDebug(LogXWindow) << "window" << window << "goes to" << wanted << "from" << facts.rect;
    moveResize(window, wanted, frame->extents, wanted.size() != facts.rect.size());
    program.keeper.asked(wanted, Clock::now());
    m_windows[window].dirty = true;
}

/// Whether it had to be moved.
bool PlacerWorker::placeOther(const Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts)
{
    const auto frame = m_x->frame(window, facts);
    if (!frame) {
        return false;
    }
    m_windows[window].frame = frame->window;
    std::optional<QRect> parent = program.rect;
    if (const auto of = m_x->transientFor(window); of && m_windows.contains(*of)) {
        if (const auto parentFacts = m_x->facts(*of)) {
            parent = parentFacts->rect;
        }
    }
    const auto wanted = Placement::otherRect(facts.rect, areaOf(program), parent, frame->extents);
    if (wanted) {
        moveResize(window, *wanted, frame->extents, false);
    }
    return wanted.has_value();
}

void PlacerWorker::moveResize(xcb_window_t window, const QRect &rect, const FrameExtents &frame, bool resize)
{
    constexpr std::uint32_t staticGravity = 10; // x and y are the window's own corner
    constexpr std::uint32_t position = 3 << 8;
    constexpr std::uint32_t size = 3 << 8 << 2;
    constexpr std::uint32_t fromPager = 2 << 12;
    const auto number = [](int value) {
        return static_cast<std::uint32_t>(value);
    };
    if (m_x->hasWindowManager() && m_x->managerSupports(m_x->atoms().netMoveResizeWindow)) {
        m_x->sendToManager(
            window,
            m_x->atoms().netMoveResizeWindow,
            {staticGravity | position | (resize ? size : 0) | fromPager, number(rect.x()), number(rect.y()), number(rect.width()), number(rect.height())});
        return;
    }
    // Without a manager the corner is the border's; a manager that knows no EWMH takes it for its frame's.
    const std::uint32_t values[] = {number(rect.x() - frame.left), number(rect.y() - frame.top), number(rect.width()), number(rect.height())};
    const int parts = XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | (resize ? XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT : 0);
    xcb_configure_window(m_x->xcb(), window, static_cast<std::uint16_t>(parts), values);
}

void PlacerWorker::reportRect(quint32 id, const std::optional<QRect> &rect)
{
    Program &program = m_programs.at(id);
    if (program.rect != rect) {
        program.rect = rect;
        m_setup.rectChanged(id, rect);
    }
}

void PlacerWorker::raise(quint32 id)
{
    const auto program = m_programs.find(id);
    if (!m_x || program == m_programs.end()) {
        return;
    }
    uncover(id);
    invite(id);
    bringBack(id);
    const bool managed = m_x->hasWindowManager();
    const xcb_window_t main = program->second.main;
    constexpr std::uint32_t fromPager = 2; // a person asked for it
    const std::uint32_t above = XCB_STACK_MODE_ABOVE;
    // KWin takes a ConfigureWindow for the program's own wish, which it may not grant.
    const bool isRestacked = managed && m_x->managerSupports(m_x->atoms().netRestackWindow);
    for (const xcb_window_t window : m_x->stacking()) { // lowest first: they keep their order among themselves
        const auto found = std::ranges::find_if(m_windows, [&](const auto &entry) {
            return entry.second.program == id && entry.second.mapped && entry.second.frame == window;
        });
        if (found != m_windows.end() && isRestacked && found->second.ordinary) {
            m_x->sendToManager(found->first, m_x->atoms().netRestackWindow, {fromPager, XCB_WINDOW_NONE, above, 0, 0});
        } else if (found != m_windows.end()) {
            xcb_configure_window(m_x->xcb(), found->first, XCB_CONFIG_WINDOW_STACK_MODE, &above);
        }
    }
    if (managed && main != XCB_WINDOW_NONE && m_x->managerSupports(m_x->atoms().netActiveWindow)) { // also opens an iconified one
        m_x->sendToManager(main, m_x->atoms().netActiveWindow, {fromPager, XCB_CURRENT_TIME, 0, 0, 0});
    } else if (!managed && m_windows.contains(main) && m_windows.at(main).mapped) {
        giveFocus(main, XCB_CURRENT_TIME);
    }
}

std::vector<xcb_window_t> PlacerWorker::ownWindows(quint32 id) const
{
    std::vector<xcb_window_t> result;
    for (const auto &[window, record] : m_windows) {
        const auto facts = record.program == id ? m_x->facts(window) : std::nullopt;
        if (facts && facts->inputOutput && !facts->overrideRedirect) {
            result.push_back(window);
        }
    }
    return result;
}

void PlacerWorker::iconify(quint32 id)
{
    if (!m_x || !m_programs.contains(id)) {
        return;
    }
    const bool managed = m_x->hasWindowManager();
    for (const xcb_window_t window : ownWindows(id)) {
        Window &record = m_windows.at(window);
        if (!record.mapped) {
            continue;
        }
        if (!managed) {
            record.putAside = true;
            xcb_unmap_window(m_x->xcb(), window);
        } else if (!m_x->isDialog(window)) { // those go with their parents
            constexpr std::uint32_t iconic = 3; // ICCCM 4.1.4
            m_x->sendToManager(window, m_x->atoms().wmChangeState, {iconic, 0, 0, 0, 0});
        }
    }
    xcb_flush(m_x->xcb());
}

void PlacerWorker::bringBack(quint32 id)
{
    for (const xcb_window_t window : ownWindows(id)) {
        // Who maps an icon has its window back, from any manager.
        if (m_windows.at(window).putAside || m_x->isIconic(window)) {
            xcb_map_window(m_x->xcb(), window);
        }
    }
}

void PlacerWorker::stateChanged(xcb_window_t window)
{
    if (const auto found = m_windows.find(window); found != m_windows.end()) {
        reportIconified(found->second.program);
    }
}

void PlacerWorker::reportIconified(quint32 id)
{
    Program &program = m_programs.at(id);
    const auto main = m_windows.find(program.main);
    const bool iconified = main != m_windows.end() && (main->second.putAside || m_x->isIconic(program.main));
    if (std::exchange(program.iconified, iconified) != iconified) {
        m_setup.iconifiedChanged(id, iconified);
    }
}

void PlacerWorker::close(quint32 id)
{
    const auto program = m_programs.find(id);
    bool isAsked = false;
    for (const xcb_window_t window : m_x &&program != m_programs.end() ? ownWindows(id) : std::vector<xcb_window_t>()) {
        const bool isShown = m_windows.at(window).mapped || m_windows.at(window).putAside || m_x->isIconic(window);
        if (isShown && !m_x->isDialog(window) && m_x->knows(window, m_x->atoms().wmDeleteWindow)) {
            sendProtocol(window, m_x->atoms().wmDeleteWindow, XCB_CURRENT_TIME);
            isAsked = true;
        }
    }
    if (isAsked) {
        // What is up already, though nobody has told yet, asks nothing: Tk's wrapper windows, for example.
        for (const xcb_window_t window : ownWindows(id)) {
            mapped(window);
        }
        program->second.closing = true;
        xcb_flush(m_x->xcb());
    } else {
        m_setup.cannotBeClosed(id);
    }
}

void PlacerWorker::sendProtocol(xcb_window_t window, xcb_atom_t protocol, xcb_timestamp_t time)
{
    xcb_client_message_event_t event{};
    event.response_type = XCB_CLIENT_MESSAGE;
    event.format = 32;
    event.window = window;
    event.type = m_x->atoms().wmProtocols;
    event.data.data32[0] = protocol;
    event.data.data32[1] = time;
    xcb_send_event(m_x->xcb(), false, window, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char *>(&event));
}

void PlacerWorker::entered(const xcb_enter_notify_event_t &event)
{
    // Where no window manager gives the focus away, it follows the pointer, as X does by itself until a client takes the
    // focus for one window, which toolkits do.
    if (event.mode == XCB_NOTIFY_MODE_NORMAL && event.detail != XCB_NOTIFY_DETAIL_INFERIOR && m_windows.contains(event.event) && !m_x->hasWindowManager()) {
        const Window &record = m_windows.at(event.event);
        if (isUninvited(record) && record.pointerThen == QPoint(event.root_x, event.root_y)) {
            return; // it came to the pointer, not the pointer to it
        }
        const auto facts = m_x->facts(event.event);
        const auto focus = m_x->focus();
        if (facts && !facts->overrideRedirect && focus && *focus != XCB_INPUT_FOCUS_POINTER_ROOT) {
            invite(record.program); // a person has moved the pointer to it
            giveFocus(event.event, event.time);
        }
    }
}

void PlacerWorker::giveFocus(xcb_window_t window, xcb_timestamp_t time)
{
    if (m_x->wantsFocus(window)) {
        xcb_set_input_focus(m_x->xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, window, time);
    }
    if (m_x->knows(window, m_x->atoms().wmTakeFocus)) {
        sendProtocol(window, m_x->atoms().wmTakeFocus, time);
    }
}
}
