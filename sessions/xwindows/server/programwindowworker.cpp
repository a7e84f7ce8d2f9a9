// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/programwindowworker.h"

#include "sessions/common/logging.h"
#include "sessions/xwindows/server/xproblem.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

ProgramWindowWorker::Parts::Parts(XServerConnection &x, const ProgramAuthorizer::Setup &access, ProgramWindows &records, const ProgramReports &reports)
    : authorizer(x, access, reports)
    , positions(x, records, reports)
    , stacking(x, records, reports)
    , states(x, records, reports)
    , focus(x, records, reports)
    , consoleKey(x, records)
    , overlays(x, records)
{
}

ProgramWindowWorker::ProgramWindowWorker(const Setup &setup)
    : m_setup(setup)
{
}

void ProgramWindowWorker::run()
{
    std::vector<XOwned<xcb_generic_event_t>> events;
    while (!m_isStopping) {
        events.clear();
        if (m_xServer) {
            // Flush first: writing may read events into libxcb's own queue, which poll() does not see.
            xcb_flush(m_xServer->xcb());
        }
        while (m_xServer) {
            XOwned<xcb_generic_event_t> event(xcb_poll_for_event(m_xServer->xcb()));
            if (!event) {
                break;
            }
            events.push_back(std::move(event));
        }
        if (m_xServer && m_xServer->isBroken()) {
            qCWarning(LogXWindow) << "the X server" << m_setup.display.number << "ended our connection";
            disconnect();
            m_setup.reports.serverEnded();
            continue;
        }
        // Commands run first: the relay's command that announces a connection comes before its windows are created.
        const bool busy = m_commands.runAll();
        for (const auto &event : events) {
            if (m_xServer) {
                handle(*event);
            }
        }
        const bool looked = m_parts && m_parts->positions.refresh();
        const bool overlaid = m_parts && m_parts->overlays.refresh();
        const bool stacked = m_parts && m_parts->stacking.refresh();
        if (busy || looked || overlaid || stacked || !events.empty()) {
            continue; // there may be requests to flush, and events read together with replies
        }
        waitFor(pollTimeout());
        if (m_parts) {
            m_parts->positions.markDueChecks();
        }
    }
    // Revokes cookies, so that no program can connect with them later.
    for (const auto &[id, program] : m_windowRecords.programs) {
        if (m_xServer && program.untrustedCookieId && !m_xServer->isBroken()) {
            m_xServer->revokeUntrustedCookie(*program.untrustedCookieId);
        }
    }
    disconnect();
}

int ProgramWindowWorker::pollTimeout() const
{
    const auto wakeAt = m_parts ? m_parts->positions.checkAgainAt() : std::nullopt;
    return wakeAt ? static_cast<int>(std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(*wakeAt - ProgramWindows::Clock::now())).count()) : -1;
}

std::expected<UniqueFd, int> ProgramWindowWorker::connectSocket() const
{
    auto socket = m_setup.display.connectSocket();
    const auto deadline = ProgramWindows::Clock::now() + 10s;
    while (!socket && socket.error() == EAGAIN && !m_isStopping && ProgramWindows::Clock::now() < deadline) {
        std::this_thread::sleep_for(50ms); // the server's queue is full, which poll() cannot wait for
        socket = m_setup.display.connectSocket();
    }
    return socket;
}

bool ProgramWindowWorker::ensureConnected(quint32 program)
{
    if (m_xServer && !m_xServer->isBroken()) {
        return true;
    }
    disconnect();
    auto socket = connectSocket();
    if (!socket) {
        m_setup.reports.authorizationFailed(program, [display = m_setup.display, error = socket.error()] {
            return XProblem::unreachable(display, error);
        });
        return false;
    }
    const XAuthorization authorization = readAuthority(m_setup.authorityFile, m_setup.display);
    if (!connectOverSocket(std::move(*socket), authorization, m_setup.display.screen)) {
        m_setup.reports.authorizationFailed(program, [display = m_setup.display, hadCookie = !authorization.name.empty()] {
            return XProblem::accessRefused(display, hadCookie);
        });
        return false;
    }
    m_parts.emplace(*m_xServer,
                    ProgramAuthorizer::Setup{.display = m_setup.display,
                                             .authorityFile = m_setup.authorityFile,
                                             .connectSocket =
                                                 [this] {
                                                     return connectSocket();
                                                 },
                                             .setInterruptibleFd =
                                                 [this](int fd) {
                                                     setInterruptibleFd(fd);
                                                 }},
                    m_windowRecords,
                    m_setup.reports);
    m_parts->consoleKey.setKey(m_consoleKey);
    const std::uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(m_xServer->xcb(), m_xServer->root(), XCB_CW_EVENT_MASK, &mask);
    m_parts->focus.rememberActiveWindow();
    return true;
}

void ProgramWindowWorker::disconnect()
{
    if (m_parts) {
        m_parts->focus.clearProgramWithKeyboard();
    }
    for (auto &[id, program] : m_windowRecords.programs) {
        program.mainWindow = XCB_WINDOW_NONE;
        program.untrustedCookieId.reset();
        if (m_parts) {
            m_parts->positions.reportMainRect(id, {});
        }
    }
    m_parts.reset();
    closeConnection();
    m_windowRecords.windows.clear();
    m_windowRecords.connections.clear();
}

void ProgramWindowWorker::authorize(quint32 id, bool trusted)
{
    if (!ensureConnected(id)) {
        return;
    }
    ProgramWindows::Program &program = m_windowRecords.programs[id];
    if (trusted) {
        m_parts->authorizer.authorizeTrusted(id);
    } else if (const auto made = m_parts->authorizer.authorizeUntrusted(id)) {
        program.untrustedCookieId = made;
    }
}

void ProgramWindowWorker::setPlace(quint32 id, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &earlierRect)
{
    ProgramWindows::Program &program = m_windowRecords.programs[id];
    if (program.geometry == geometry && program.area == area && program.rectToReturnTo == earlierRect) {
        return;
    }
    program.geometry = geometry;
    program.area = area;
    program.rectToReturnTo = earlierRect;
    if (m_parts) {
        m_parts->positions.placeMappedWindows(id);
    }
}

/// Effective from the next placement on: the user may have moved the window meanwhile.
void ProgramWindowWorker::setUncoveredTitleLines(quint32 id, const QList<QRect> &lines)
{
    m_windowRecords.programs[id].uncoveredTitleLines = lines;
}

void ProgramWindowWorker::keepCovered(quint32 id)
{
    ProgramWindows::Program &program = m_windowRecords.programs[id];
    program.wasEverCovered = true;
    program.isCovered = true;
    if (!m_parts) {
        return; // not connected yet; authorize() connects
    }
    const bool hadFocus = m_parts->focus.isFocused(id);
    m_parts->stacking.keepCovered(id);
    if (hadFocus) {
        m_parts->focus.giveFocusToPrevious(id);
    }
    xcb_flush(m_xServer->xcb());
}

void ProgramWindowWorker::raise(quint32 id)
{
    if (!m_parts || !m_windowRecords.programs.contains(id)) {
        return;
    }
    m_parts->stacking.uncover(id);
    m_parts->focus.allowFocus(id);
    m_parts->states.restore(id);
    m_parts->stacking.raise(id);
    m_parts->focus.giveFocusToMain(id);
}

void ProgramWindowWorker::iconify(quint32 id)
{
    if (m_parts && m_windowRecords.programs.contains(id)) {
        m_parts->states.iconify(id);
    }
}

void ProgramWindowWorker::closeWindows(quint32 id)
{
    const auto program = m_windowRecords.programs.find(id);
    if (!m_parts || program == m_windowRecords.programs.end() || !m_parts->states.requestClose(id)) {
        m_setup.reports.cannotBeClosed(id);
        return;
    }
    // Windows that are mapped already, even if their event is still queued, are not a question of the program: Tk's wrapper windows, for example.
    for (const xcb_window_t window : m_parts->states.topLevelWindows(id)) {
        windowMapped(window);
    }
    program->second.wasAskedToClose = true;
    xcb_flush(m_xServer->xcb());
}

void ProgramWindowWorker::setPressesWithheld(quint32 id, bool arePressesWithheld, const std::function<void()> &reportWithheldPress)
{
    if (const auto program = m_windowRecords.programs.find(id); program != m_windowRecords.programs.end()) {
        program->second.arePressesWithheld = arePressesWithheld;
        program->second.reportWithheldPress = reportWithheldPress;
        if (m_parts) {
            m_parts->overlays.markChanged();
        }
    }
}

void ProgramWindowWorker::setVeil(quint32 id, const VeilPainter &paint)
{
    if (const auto program = m_windowRecords.programs.find(id); program != m_windowRecords.programs.end()) {
        program->second.veilPainter = paint;
        ++program->second.veilVersion;
        if (m_parts) {
            m_parts->overlays.markChanged();
        }
    }
}

void ProgramWindowWorker::revokeProgram(quint32 id)
{
    const auto program = m_windowRecords.programs.find(id);
    if (program == m_windowRecords.programs.end()) {
        return;
    }
    if (m_xServer && program->second.untrustedCookieId) {
        m_xServer->revokeUntrustedCookie(*program->second.untrustedCookieId);
    }
    std::erase_if(m_windowRecords.windows, [id](const auto &entry) {
        return entry.second.program == id;
    });
    if (m_parts) {
        m_parts->overlays.markChanged();
        m_parts->focus.clearKeyboardOf(id);
    }
    m_windowRecords.programs.erase(program);
}

void ProgramWindowWorker::setConsoleKey(const XKey &key)
{
    m_consoleKey = key;
    if (m_parts) {
        m_parts->consoleKey.setKey(key);
    }
}

void ProgramWindowWorker::activateWindow(xcb_window_t window)
{
    if (m_parts) {
        m_parts->focus.activateWindow(window);
    }
}

void ProgramWindowWorker::connectionOpened(quint32 program, quint32 base, quint32 mask)
{
    m_windowRecords.connections.insert_or_assign(base, ProgramWindows::Connection{.program = program, .mask = mask});
}

void ProgramWindowWorker::connectionClosed(quint32 base)
{
    m_windowRecords.connections.erase(base);
}

void ProgramWindowWorker::windowCreated(xcb_window_t window)
{
    const auto program = m_windowRecords.programOf(window);
    if (!program) {
        return; // not a window of a known program
    }
    ProgramWindows::Window &record = m_windowRecords.windows[window];
    record = {.program = *program, .frame = window};
    // Selects the window's own events: inside a window manager's frame it is no longer a child of the root.
    const std::uint32_t mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_ENTER_WINDOW | XCB_EVENT_MASK_FOCUS_CHANGE | XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(m_xServer->xcb(), window, XCB_CW_EVENT_MASK, &mask);
    m_parts->stacking.coverNewWindow(m_windowRecords.programs.at(*program), window);
    m_parts->focus.markIfUnrequested(window);
    m_parts->consoleKey.grabKey(window);
    const auto facts = m_xServer->facts(window); // the window may have been mapped before its events were selected
    if (facts && facts->isMapped) {
        m_parts->positions.updateFrame(window);
        windowMapped(window);
        m_parts->focus.checkFocusOfNewWindow(window);
    }
}

void ProgramWindowWorker::windowReparented(const xcb_reparent_notify_event_t &event)
{
    if (event.parent == m_xServer->root() && !m_windowRecords.windows.contains(event.window)) {
        windowCreated(event.window); // a part of a window that became a top-level window
    } else if (m_windowRecords.windows.contains(event.window) && m_windowRecords.programOf(event.parent)) {
        windowGone(event.window, true); // a window became part of another one: Tk reparents each of its windows
    } else {
        m_parts->positions.updateFrame(event.window);
    }
}

void ProgramWindowWorker::windowMapped(xcb_window_t window)
{
    const auto found = m_windowRecords.windows.find(window);
    if (found == m_windowRecords.windows.end() || found->second.isMapped) {
        return;
    }
    const auto facts = m_xServer->facts(window);
    if (!facts || !facts->isMapped || !facts->isInputOutput) {
        return;
    }
    const bool isBack = std::exchange(found->second.wasUnmappedByNightdesk, false);
    found->second.isMapped = true;
    found->second.isOrdinary = !facts->overrideRedirect;
    found->second.isPositionOutdated = true;
    const quint32 id = found->second.program;
    ProgramWindows::Program &program = m_windowRecords.programs.at(id);
    if (program.wasAskedToClose && !isBack && !facts->overrideRedirect) {
        m_setup.reports.userQuestionAsked(id); // a window opened while closing asks something, such as "Save first?"
    }
    if (!facts->overrideRedirect) { // menus and other override-redirect windows stay where the program put them
        m_parts->focus.windowMapped(window);
        m_parts->positions.placeNewWindow(window, *facts);
        if (!program.isCovered && !m_xServer->hasWindowManager()) {
            const std::uint32_t above = XCB_STACK_MODE_ABOVE;
            xcb_configure_window(m_xServer->xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
            if (m_xServer->focusWindow() == XCB_INPUT_FOCUS_NONE) {
                m_parts->focus.giveFocus(window, XCB_CURRENT_TIME); // otherwise no window would get keys
            }
        }
    }
    if (program.isCovered) {
        m_parts->stacking.coverWindow(window);
    }
    xcb_flush(m_xServer->xcb());
    m_parts->states.reportIconified(id);
    m_windowRecords.reportWindowCount(id, !isBack, m_setup.reports);
    if (!program.hasAppeared) {
        program.hasAppeared = true;
        m_setup.reports.windowAppeared(id);
    }
}

void ProgramWindowWorker::windowGone(xcb_window_t window, bool destroyed)
{
    const auto found = m_windowRecords.windows.find(window);
    if (found == m_windowRecords.windows.end()) {
        return;
    }
    const quint32 id = found->second.program;
    found->second.isMapped = false;
    found->second.hasAppearedUnrequested = false;
    if (destroyed) {
        m_parts->overlays.forgetWindow(window);
        m_windowRecords.windows.erase(found);
    }
    m_parts->focus.clearKeyboardIfUnfocused(id);
    const ProgramWindows::Program &program = m_windowRecords.programs.at(id);
    if (program.mainWindow == window) {
        m_parts->positions.reportMainRect(id, {});
        if (destroyed) {
            m_parts->positions.chooseMainWindow(id); // the first main window may have been a splash screen
        }
    }
    m_parts->states.reportIconified(id);
    m_windowRecords.reportWindowCount(id, false, m_setup.reports);
}

void ProgramWindowWorker::keyPressed(const xcb_key_press_event_t &event)
{
    if (const auto found = m_windowRecords.windows.find(event.event); found != m_windowRecords.windows.end()) {
        m_setup.reports.consoleRequested(found->second.program);
    } else {
        m_parts->overlays.shieldPressed(event.event);
    }
}

void ProgramWindowWorker::propertyChanged(const xcb_property_notify_event_t &event)
{
    if (event.atom == m_xServer->atoms().wmState) {
        m_parts->states.wmStateChanged(event.window);
    } else if (event.atom == m_xServer->atoms().netActiveWindow) {
        m_parts->focus.rememberActiveWindow();
    } else if (event.atom == m_xServer->atoms().netWmUserTime) {
        m_parts->focus.userTimeChanged(event.window);
    } else if (event.atom == m_xServer->atoms().netFrameExtents) {
        m_parts->positions.frameChanged(event.window);
    }
}

void ProgramWindowWorker::handle(const xcb_generic_event_t &event)
{
    const int type = event.response_type & 0x7f;
    if (type >= XCB_DESTROY_NOTIFY && type <= XCB_CIRCULATE_NOTIFY) {
        // All these events have the window in the field after the event window. Changes of shields are ignored.
        if (!m_parts->overlays.isShield(reinterpret_cast<const xcb_unmap_notify_event_t &>(event).window)) {
            m_parts->overlays.markChanged();
            m_parts->stacking.markChanged();
        }
    }
    switch (type) {
    case XCB_CREATE_NOTIFY:
        windowCreated(reinterpret_cast<const xcb_create_notify_event_t &>(event).window);
        break;
    case XCB_MAP_NOTIFY:
        windowMapped(reinterpret_cast<const xcb_map_notify_event_t &>(event).window);
        break;
    case XCB_UNMAP_NOTIFY:
        windowGone(reinterpret_cast<const xcb_unmap_notify_event_t &>(event).window, false);
        break;
    case XCB_DESTROY_NOTIFY:
        windowGone(reinterpret_cast<const xcb_destroy_notify_event_t &>(event).window, true);
        break;
    case XCB_REPARENT_NOTIFY:
        windowReparented(reinterpret_cast<const xcb_reparent_notify_event_t &>(event));
        break;
    case XCB_CONFIGURE_NOTIFY:
        m_parts->positions.markWindowMoved(reinterpret_cast<const xcb_configure_notify_event_t &>(event).window);
        break;
    case XCB_PROPERTY_NOTIFY:
        propertyChanged(reinterpret_cast<const xcb_property_notify_event_t &>(event));
        break;
    case XCB_ENTER_NOTIFY:
        m_parts->focus.pointerEntered(reinterpret_cast<const xcb_enter_notify_event_t &>(event));
        break;
    case XCB_FOCUS_IN:
        m_parts->focus.focusGained(reinterpret_cast<const xcb_focus_in_event_t &>(event));
        break;
    case XCB_FOCUS_OUT:
        m_parts->focus.focusLost(reinterpret_cast<const xcb_focus_out_event_t &>(event));
        break;
    case XCB_MAPPING_NOTIFY:
        m_parts->consoleKey.refreshKeycodes();
        break;
    case XCB_KEY_PRESS:
        keyPressed(reinterpret_cast<const xcb_key_press_event_t &>(event));
        break;
    case XCB_BUTTON_PRESS:
        m_parts->overlays.shieldPressed(reinterpret_cast<const xcb_button_press_event_t &>(event).event);
        break;
    case 0: // an error: windows may be destroyed during a request
    default:
        break;
    }
}
}
