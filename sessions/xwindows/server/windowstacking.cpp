// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowstacking.h"

#include "sessions/common/logging.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr std::uint32_t removeState = 0;
constexpr std::uint32_t addState = 1;
constexpr std::uint32_t stackedByPager = 2;
}

void WindowStacking::keepCovered(quint32 programNumber)
{
    m_callbacks.programCovered(programNumber, m_xServer.hasBackingStore());
    for (const auto &[window, record] : m_windowRecords.windows) {
        if (record.program == programNumber) {
            const std::uint32_t whenMapped = XCB_BACKING_STORE_WHEN_MAPPED;
            xcb_change_window_attributes(m_xServer.xcb(), window, XCB_CW_BACKING_STORE, &whenMapped);
            if (record.isMapped) {
                coverWindow(window);
            }
        }
    }
}

/// To be called when a window of a program was created. Usually it is not mapped yet: properties set now take effect when it is mapped.
void WindowStacking::coverNewWindow(ProgramWindows::Program &program, xcb_window_t window)
{
    if (!program.wasEverCovered) {
        return;
    }
    const std::uint32_t whenMapped = XCB_BACKING_STORE_WHEN_MAPPED;
    xcb_change_window_attributes(m_xServer.xcb(), window, XCB_CW_BACKING_STORE, &whenMapped);
    if (!program.isCovered) {
        return;
    }
    m_windowRecords.windows.at(window).wasCoveredBeforeMapped = true;
    const auto &atoms = m_xServer.atoms();
    const std::uint32_t never = 0; // EWMH: 0 means that the window must not get the focus when it is mapped
    xcb_change_property(m_xServer.xcb(), XCB_PROP_MODE_REPLACE, window, atoms.netWmUserTime, XCB_ATOM_CARDINAL, 32, 1, &never);
    const xcb_atom_t states[] = {atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar};
    xcb_change_property(m_xServer.xcb(), XCB_PROP_MODE_APPEND, window, atoms.netWmState, XCB_ATOM_ATOM, 32, 2, states);
    const std::uint32_t below = XCB_STACK_MODE_BELOW;
    xcb_configure_window(m_xServer.xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
    if (const auto active = m_xServer.activeWindow(); active && !m_windowRecords.windows.contains(*active)) {
        program.previousActiveWindow = active;
    }
    if (const auto focus = m_xServer.focusWindow(); focus && !m_windowRecords.programOf(*focus)) {
        program.previousFocusWindow = focus;
    }
}

/// Covers a mapped window. Sets its window manager states again, since toolkits overwrite those of coverNewWindow() before they map a window.
void WindowStacking::coverWindow(xcb_window_t window)
{
    const auto &atoms = m_xServer.atoms();
    if (m_windowRecords.windows.at(window).isManagedWindow && m_xServer.windowManagerSupports(atoms.netWmStateBelow)) {
        m_xServer.sendToManager(window, atoms.netWmState, {addState, atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar, stackedByPager, 0});
    }
    const std::uint32_t below = XCB_STACK_MODE_BELOW;
    xcb_configure_window(m_xServer.xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
    m_mustCheckCoveredWindows = true;
}

void WindowStacking::uncover(quint32 programNumber)
{
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    if (!std::exchange(program.isCovered, false)) {
        return;
    }
    const auto &atoms = m_xServer.atoms();
    for (auto &[window, record] : m_windowRecords.windows) {
        if (record.program != programNumber) {
            continue;
        }
        if (std::exchange(record.wasCoveredBeforeMapped, false)) {
            uncoverNewWindow(window, record);
        }
        if (record.isManagedWindow && m_xServer.hasWindowManager()) {
            m_xServer.sendToManager(window, atoms.netWmState, {removeState, atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar, stackedByPager, 0});
        }
    }
}

/// Reverts coverNewWindow() for a window that was never mapped: for example, a dialog that is mapped only when the user works with the program. For
/// such a window the properties are changed, which the window manager reads when it is mapped; a message works only for windows that it manages.
void WindowStacking::uncoverNewWindow(xcb_window_t window, const ProgramWindows::Window &record)
{
    const auto &atoms = m_xServer.atoms();
    // The property is removed only if it still has the value 0 that coverNewWindow() set. Another value was set by the toolkit.
    if (m_xServer.property(window, atoms.netWmUserTime, XCB_ATOM_CARDINAL) == std::vector<std::uint32_t>{0}) {
        xcb_delete_property(m_xServer.xcb(), window, atoms.netWmUserTime);
    }
    if (record.isManagedWindow) {
        return;
    }
    auto states = m_xServer.property(window, atoms.netWmState, XCB_ATOM_ATOM);
    const auto ours = std::ranges::find_end(states, std::initializer_list<std::uint32_t>{atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar});
    if (ours.empty()) {
        return; // the toolkit has overwritten _NET_WM_STATE meanwhile
    }
    states.erase(ours.begin(), ours.end());
    xcb_change_property(m_xServer.xcb(),
                        XCB_PROP_MODE_REPLACE,
                        window,
                        atoms.netWmState,
                        XCB_ATOM_ATOM,
                        32,
                        static_cast<std::uint32_t>(states.size()),
                        states.data());
}

/// Lowers covered windows again if another window is below them: a viewer window that was shown, or the program raised itself. Under a window
/// manager the lower window may be the desktop's background, below which no window can go; then nothing changes, and no event follows.
bool WindowStacking::refresh()
{
    if (!std::exchange(m_mustCheckCoveredWindows, false) || std::ranges::none_of(m_windowRecords.programs, [](const auto &entry) {
            return entry.second.isCovered;
        })) {
        return false;
    }
    std::vector<std::pair<xcb_window_t, quint32>> above; // windows that must stay covered, but have windows of other programs below them
    std::vector<xcb_window_t> order;
    std::vector<xcb_window_t> upToHighest; // all windows from the lowest to the highest one that must stay covered
    bool othersBelow = false;
    for (const xcb_window_t window : m_xServer.stackingOrder()) {
        order.push_back(window);
        const auto own = std::ranges::find_if(m_windowRecords.windows, [&](const auto &entry) {
            return entry.second.frame == window && entry.second.isMapped && m_windowRecords.programs.at(entry.second.program).isCovered;
        });
        if (own != m_windowRecords.windows.end()) {
            upToHighest = order;
            if (othersBelow) {
                above.emplace_back(own->first, own->second.program);
            }
        } else if (!othersBelow) {
            const auto facts = m_xServer.facts(window);
            othersBelow = facts && facts->isViewable && facts->isInputOutput;
        }
    }
    if (std::exchange(m_coveredWindowOrder, upToHighest) == upToHighest) {
        return true; // nothing changed since the last request: the covered windows cannot be lowered further
    }
    std::ranges::reverse(above); // so that the windows keep their order
    for (const auto &[window, programNumber] : above) {
        if (m_windowRecords.programs.at(programNumber).countCoverCorrection()) {
            const std::uint32_t below = XCB_STACK_MODE_BELOW;
            xcb_configure_window(m_xServer.xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
        } else {
            qCDebug(LogXWindow) << "program" << programNumber << "does not stay covered";
        }
    }
    return true;
}

void WindowStacking::raise(quint32 programNumber)
{
    const std::uint32_t above = XCB_STACK_MODE_ABOVE;
    // KWin treats a ConfigureWindow as the program's own request, which it may refuse.
    const bool isRestacked = m_xServer.hasWindowManager() && m_xServer.windowManagerSupports(m_xServer.atoms().netRestackWindow);
    for (const xcb_window_t window : m_xServer.stackingOrder()) { // lowest first, so that the windows keep their order
        const auto found = std::ranges::find_if(m_windowRecords.windows, [&](const auto &entry) {
            return entry.second.program == programNumber && entry.second.isMapped && entry.second.frame == window;
        });
        if (found != m_windowRecords.windows.end() && isRestacked && found->second.isManagedWindow) {
            m_xServer.sendToManager(found->first, m_xServer.atoms().netRestackWindow, {stackedByPager, XCB_WINDOW_NONE, above, 0, 0});
        } else if (found != m_windowRecords.windows.end()) {
            xcb_configure_window(m_xServer.xcb(), found->first, XCB_CONFIG_WINDOW_STACK_MODE, &above);
        }
    }
}

void WindowStacking::markStackingOrderChanged()
{
    m_mustCheckCoveredWindows = true;
}
}
