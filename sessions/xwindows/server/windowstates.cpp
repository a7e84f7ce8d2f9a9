// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowstates.h"

#include <utility>

namespace Nightdesk
{
std::vector<xcb_window_t> WindowStates::topLevelWindows(quint32 programNumber) const
{
    std::vector<xcb_window_t> result;
    for (const auto &[window, record] : m_windowRecords.windows) {
        const auto facts = record.program == programNumber ? m_xServer.facts(window) : std::nullopt;
        if (facts && facts->isInputOutput && !facts->overrideRedirect) {
            result.push_back(window);
        }
    }
    return result;
}

void WindowStates::iconify(quint32 programNumber)
{
    const bool managed = m_xServer.hasWindowManager();
    for (const xcb_window_t window : topLevelWindows(programNumber)) {
        ProgramWindows::Window &record = m_windowRecords.windows.at(window);
        if (!record.isMapped) {
            continue;
        }
        if (!managed) {
            record.wasUnmappedByNightdesk = true;
            xcb_unmap_window(m_xServer.xcb(), window);
        } else if (!m_xServer.isDialog(window)) { // dialogs are iconified with their parents
            constexpr std::uint32_t iconic = 3; // IconicState of ICCCM 4.1.4
            m_xServer.sendToManager(window, m_xServer.atoms().wmChangeState, {iconic, 0, 0, 0, 0});
        }
    }
    xcb_flush(m_xServer.xcb());
}

void WindowStates::deiconify(quint32 programNumber)
{
    for (const xcb_window_t window : topLevelWindows(programNumber)) {
        // Mapping an iconified window restores it, with any window manager.
        if (m_windowRecords.windows.at(window).wasUnmappedByNightdesk || m_xServer.isIconic(window)) {
            xcb_map_window(m_xServer.xcb(), window);
        }
    }
}

void WindowStates::wmStateChanged(xcb_window_t window)
{
    if (const auto found = m_windowRecords.windows.find(window); found != m_windowRecords.windows.end()) {
        reportIconified(found->second.program);
    }
}

void WindowStates::reportIconified(quint32 programNumber)
{
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    const auto main = m_windowRecords.windows.find(program.mainWindow);
    const bool iconified = main != m_windowRecords.windows.end() && (main->second.wasUnmappedByNightdesk || m_xServer.isIconic(program.mainWindow));
    if (std::exchange(program.areWindowsIconified, iconified) != iconified) {
        m_callbacks.iconifiedChanged(programNumber, iconified);
    }
}

bool WindowStates::requestClose(quint32 programNumber)
{
    bool isAsked = false;
    for (const xcb_window_t window : topLevelWindows(programNumber)) {
        const auto &record = m_windowRecords.windows.at(window);
        const bool isShown = record.isMapped || record.wasUnmappedByNightdesk || m_xServer.isIconic(window);
        if (isShown && !m_xServer.isDialog(window) && m_xServer.supportsProtocol(window, m_xServer.atoms().wmDeleteWindow)) {
            m_xServer.sendProtocolMessage(window, m_xServer.atoms().wmDeleteWindow, XCB_CURRENT_TIME);
            isAsked = true;
        }
    }
    return isAsked;
}
}
