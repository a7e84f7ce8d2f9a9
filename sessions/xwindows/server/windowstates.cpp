// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowstates.h"

#include <utility>

namespace Nightdesk
{
WindowStates::WindowStates(XServerConnection &x, ProgramWindows &records, const ProgramReports &reports)
    : m_x(x)
    , m_records(records)
    , m_reports(reports)
{
}

std::vector<xcb_window_t> WindowStates::topLevelWindows(quint32 id) const
{
    std::vector<xcb_window_t> result;
    for (const auto &[window, record] : m_records.windows) {
        const auto facts = record.program == id ? m_x.facts(window) : std::nullopt;
        if (facts && facts->inputOutput && !facts->overrideRedirect) {
            result.push_back(window);
        }
    }
    return result;
}

void WindowStates::iconify(quint32 id)
{
    const bool managed = m_x.hasWindowManager();
    for (const xcb_window_t window : topLevelWindows(id)) {
        ProgramWindows::Window &record = m_records.windows.at(window);
        if (!record.mapped) {
            continue;
        }
        if (!managed) {
            record.unmappedByNightdesk = true;
            xcb_unmap_window(m_x.xcb(), window);
        } else if (!m_x.isDialog(window)) { // dialogs are iconified with their parents
            constexpr std::uint32_t iconic = 3; // IconicState of ICCCM 4.1.4
            m_x.sendToManager(window, m_x.atoms().wmChangeState, {iconic, 0, 0, 0, 0});
        }
    }
    xcb_flush(m_x.xcb());
}

void WindowStates::restore(quint32 id)
{
    for (const xcb_window_t window : topLevelWindows(id)) {
        // Mapping an iconified window restores it, with any window manager.
        if (m_records.windows.at(window).unmappedByNightdesk || m_x.isIconic(window)) {
            xcb_map_window(m_x.xcb(), window);
        }
    }
}

void WindowStates::stateChanged(xcb_window_t window)
{
    if (const auto found = m_records.windows.find(window); found != m_records.windows.end()) {
        reportIconified(found->second.program);
    }
}

void WindowStates::reportIconified(quint32 id)
{
    ProgramWindows::Program &program = m_records.programs.at(id);
    const auto main = m_records.windows.find(program.main);
    const bool iconified = main != m_records.windows.end() && (main->second.unmappedByNightdesk || m_x.isIconic(program.main));
    if (std::exchange(program.iconified, iconified) != iconified) {
        m_reports.iconifiedChanged(id, iconified);
    }
}

bool WindowStates::requestClose(quint32 id)
{
    bool isAsked = false;
    for (const xcb_window_t window : topLevelWindows(id)) {
        const auto &record = m_records.windows.at(window);
        const bool isShown = record.mapped || record.unmappedByNightdesk || m_x.isIconic(window);
        if (isShown && !m_x.isDialog(window) && m_x.supportsProtocol(window, m_x.atoms().wmDeleteWindow)) {
            m_x.sendProtocol(window, m_x.atoms().wmDeleteWindow, XCB_CURRENT_TIME);
            isAsked = true;
        }
    }
    return isAsked;
}
}
