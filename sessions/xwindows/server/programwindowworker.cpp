// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/programwindowworker.h"

#include "sessions/common/logging.h"
#include "sessions/xwindows/server/xproblem.h"

#include <functional>
#include <thread>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

ProgramWindowWorker::Parts::Parts(XServerConnection &x,
                                  const ProgramAuthorizer::Configuration &access,
                                  ProgramWindows &records,
                                  const ProgramWindowCallbacks &callbacks)
    : authorizer(x, access, callbacks)
    , positions(x, records, callbacks)
    , stacking(x, records, callbacks)
    , states(x, records, callbacks)
    , focus(x, records, callbacks)
    , consoleKeyGrab(x, records, callbacks)
    , overlays(x, records, callbacks)
{
}

ProgramWindowWorker::ProgramWindowWorker(const Configuration &configuration)
    : m_configuration(configuration)
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
            qCWarning(LogXWindow) << "the X server" << m_configuration.display.number << "ended our connection";
            disconnect();
            m_configuration.callbacks.xServerEnded();
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
            continue; // does not wait: requests may have to be flushed, and libxcb may have read events while it waited for replies
        }
        waitUntil(m_parts ? m_parts->positions.checkAgainAt() : std::nullopt);
        if (m_parts) {
            m_parts->positions.markDueChecks();
        }
    }
    // Revokes cookies, so that no program can connect with them later.
    for (const auto &[programNumber, program] : m_windowRecords.programs) {
        if (m_xServer && program.untrustedCookieId && !m_xServer->isBroken()) {
            m_xServer->revokeUntrustedCookie(*program.untrustedCookieId);
        }
    }
    disconnect();
}

std::expected<UniqueFd, int> ProgramWindowWorker::connectSocket() const
{
    auto socket = m_configuration.display.connectSocket();
    const auto deadline = ProgramWindows::Clock::now() + 10s;
    while (!socket && socket.error() == EAGAIN && !m_isStopping && ProgramWindows::Clock::now() < deadline) {
        std::this_thread::sleep_for(50ms); // the server's queue is full, which poll() cannot wait for
        socket = m_configuration.display.connectSocket();
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
        m_configuration.callbacks.authorizationFailed(program, [display = m_configuration.display, error = socket.error()] {
            return XProblem::unreachable(display, error);
        });
        return false;
    }
    const XAuthorization authorization = readAuthority(m_configuration.authorityFile, m_configuration.display);
    if (!connectOverSocket(std::move(*socket), authorization, m_configuration.display.screen)) {
        m_configuration.callbacks.authorizationFailed(program, [display = m_configuration.display, hadCookie = !authorization.name.empty()] {
            return XProblem::accessRefused(display, hadCookie);
        });
        return false;
    }
    m_parts.emplace(*m_xServer,
                    ProgramAuthorizer::Configuration{.display = m_configuration.display,
                                                     .authorityFile = m_configuration.authorityFile,
                                                     .connectSocket = std::bind_front(&ProgramWindowWorker::connectSocket, this),
                                                     .setInterruptibleFd = std::bind_front(&ProgramWindowWorker::setInterruptibleFd, this)},
                    m_windowRecords,
                    m_configuration.callbacks);
    m_parts->consoleKeyGrab.setKey(m_consoleShortcut);
    const std::uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(m_xServer->xcb(), m_xServer->root(), XCB_CW_EVENT_MASK, &mask);
    m_parts->focus.rememberActiveWindow();
    return true;
}

void ProgramWindowWorker::disconnect()
{
    if (m_parts) {
        m_parts->focus.setProgramWithKeyboard({});
    }
    for (auto &[programNumber, program] : m_windowRecords.programs) {
        program.mainWindow = XCB_WINDOW_NONE;
        program.untrustedCookieId.reset();
        if (m_parts) {
            m_parts->positions.reportMainRect(programNumber, {});
        }
    }
    m_parts.reset();
    closeConnection();
    m_windowRecords.windows.clear();
    m_windowRecords.connections.clear();
}

void ProgramWindowWorker::authorize(quint32 programNumber, bool trusted)
{
    if (!ensureConnected(programNumber)) {
        return;
    }
    ProgramWindows::Program &program = m_windowRecords.programs[programNumber];
    if (trusted) {
        m_parts->authorizer.authorizeTrusted(programNumber);
    } else if (const auto made = m_parts->authorizer.authorizeUntrusted(programNumber)) {
        program.untrustedCookieId = made;
    }
}

void ProgramWindowWorker::setWindowPlacement(quint32 programNumber, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &earlierRect)
{
    ProgramWindows::Program &program = m_windowRecords.programs[programNumber];
    if (program.geometry == geometry && program.screenArea == area && program.rectToReturnTo == earlierRect) {
        return;
    }
    program.geometry = geometry;
    program.screenArea = area;
    program.rectToReturnTo = earlierRect;
    if (m_parts) {
        m_parts->positions.placeMappedWindows(programNumber);
    }
}

/// Moves no window that is already placed, since the user may have moved it. The lines are used when a window is placed next.
void ProgramWindowWorker::setTitleLinesToKeepVisible(quint32 programNumber, const QList<QRect> &lines)
{
    m_windowRecords.programs[programNumber].titleLinesToKeepVisible = lines;
}

void ProgramWindowWorker::keepCovered(quint32 programNumber)
{
    ProgramWindows::Program &program = m_windowRecords.programs[programNumber];
    program.wasEverCovered = true;
    program.isCovered = true;
    if (!m_parts) {
        return; // not connected yet: windows are covered as they appear, after authorize() has connected
    }
    const bool hadFocus = m_parts->focus.hasProgramFocus(programNumber);
    m_parts->stacking.keepCovered(programNumber);
    if (hadFocus) {
        m_parts->focus.giveFocusToPrevious(programNumber);
    }
    xcb_flush(m_xServer->xcb());
}

void ProgramWindowWorker::raise(quint32 programNumber)
{
    if (!m_parts || !m_windowRecords.programs.contains(programNumber)) {
        return;
    }
    m_parts->stacking.uncover(programNumber);
    m_parts->focus.allowFocus(programNumber);
    m_parts->states.deiconify(programNumber);
    m_parts->stacking.raise(programNumber);
    m_parts->focus.giveFocusToMain(programNumber);
}

void ProgramWindowWorker::iconify(quint32 programNumber)
{
    if (m_parts && m_windowRecords.programs.contains(programNumber)) {
        m_parts->states.iconify(programNumber);
    }
}

void ProgramWindowWorker::closeWindows(quint32 programNumber)
{
    const auto program = m_windowRecords.programs.find(programNumber);
    if (!m_parts || program == m_windowRecords.programs.end() || !m_parts->states.requestClose(programNumber)) {
        m_configuration.callbacks.cannotBeClosed(programNumber);
        return;
    }
    // A window that the program opens after the request to close is taken for a question to the user, such as "Save first?". Windows that were mapped
    // before must not be: their MapNotify events may still be queued, as those of Tk's wrapper windows.
    for (const xcb_window_t window : m_parts->states.topLevelWindows(programNumber)) {
        windowMapped(window);
    }
    program->second.wasAskedToClose = true;
    xcb_flush(m_xServer->xcb());
}

void ProgramWindowWorker::setPressesWithheld(quint32 programNumber, bool arePressesWithheld, const std::function<void()> &reportWithheldPress)
{
    if (const auto program = m_windowRecords.programs.find(programNumber); program != m_windowRecords.programs.end()) {
        program->second.arePressesWithheld = arePressesWithheld;
        program->second.reportWithheldPress = reportWithheldPress;
        if (m_parts) {
            m_parts->overlays.markOutdated();
        }
    }
}

void ProgramWindowWorker::setVeil(quint32 programNumber, const VeilPainter &paint)
{
    if (const auto program = m_windowRecords.programs.find(programNumber); program != m_windowRecords.programs.end()) {
        program->second.veilPainter = paint;
        ++program->second.veilVersion;
        if (m_parts) {
            m_parts->overlays.markOutdated();
        }
    }
}

void ProgramWindowWorker::revokeProgram(quint32 programNumber)
{
    const auto program = m_windowRecords.programs.find(programNumber);
    if (program == m_windowRecords.programs.end()) {
        return;
    }
    if (m_xServer && program->second.untrustedCookieId) {
        m_xServer->revokeUntrustedCookie(*program->second.untrustedCookieId);
    }
    std::erase_if(m_windowRecords.windows, [programNumber](const auto &entry) {
        return entry.second.program == programNumber;
    });
    if (m_parts) {
        m_parts->overlays.markOutdated();
        m_parts->focus.clearKeyboardOfProgram(programNumber);
    }
    m_windowRecords.programs.erase(program);
}

void ProgramWindowWorker::setConsoleShortcut(const XKey &key)
{
    m_consoleShortcut = key;
    if (m_parts) {
        m_parts->consoleKeyGrab.setKey(key);
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
    m_parts->consoleKeyGrab.grabKey(window);
    const auto facts = m_xServer->facts(window); // the window may have been mapped before the request to receive its events took effect
    if (facts && facts->isMapped) {
        m_parts->positions.updateFrame(window);
        windowMapped(window);
        m_parts->focus.checkFocusOfNewWindow(window);
    }
}

void ProgramWindowWorker::windowReparented(const xcb_reparent_notify_event_t &event)
{
    if (event.parent == m_xServer->root() && !m_windowRecords.windows.contains(event.window)) {
        windowCreated(event.window); // a subwindow was moved to the root: now it is a top-level window
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
    found->second.isManagedWindow = !facts->overrideRedirect;
    found->second.isPositionOutdated = true;
    const quint32 programNumber = found->second.program;
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    if (program.wasAskedToClose && !isBack && !facts->overrideRedirect) {
        m_configuration.callbacks.userQuestionAsked(programNumber); // a window opened while closing asks something, such as "Save first?"
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
    m_parts->states.reportIconified(programNumber);
    m_windowRecords.reportWindowCount(programNumber, !isBack, m_configuration.callbacks);
    if (!program.hasAppeared) {
        program.hasAppeared = true;
        m_configuration.callbacks.windowAppeared(programNumber);
    }
}

void ProgramWindowWorker::windowGone(xcb_window_t window, bool destroyed)
{
    const auto found = m_windowRecords.windows.find(window);
    if (found == m_windowRecords.windows.end()) {
        return;
    }
    const quint32 programNumber = found->second.program;
    found->second.isMapped = false;
    found->second.hasAppearedUnrequested = false;
    if (destroyed) {
        m_parts->overlays.forgetWindow(window);
        m_windowRecords.windows.erase(found);
    }
    m_parts->focus.clearKeyboardIfUnfocused(programNumber);
    const ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    if (program.mainWindow == window) {
        m_parts->positions.reportMainRect(programNumber, {});
        if (destroyed) {
            m_parts->positions.chooseMainWindow(programNumber); // the first main window may have been a splash screen
        }
    }
    m_parts->states.reportIconified(programNumber);
    m_windowRecords.reportWindowCount(programNumber, false, m_configuration.callbacks);
}

void ProgramWindowWorker::keyPressed(const xcb_key_press_event_t &event)
{
    if (const auto found = m_windowRecords.windows.find(event.event); found != m_windowRecords.windows.end()) {
        m_configuration.callbacks.consoleRequested(found->second.program);
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
        // All these events have the same layout up to the field "window", the window that changed. Changes of Nightdesk's own shields are ignored.
        if (!m_parts->overlays.isShield(reinterpret_cast<const xcb_unmap_notify_event_t &>(event).window)) {
            m_parts->overlays.markOutdated();
            m_parts->stacking.markStackingOrderChanged();
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
        m_parts->consoleKeyGrab.refreshKeycodes();
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
