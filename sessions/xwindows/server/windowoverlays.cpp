// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowoverlays.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
WindowOverlays::WindowOverlays(XServerConnection &x, ProgramWindows &records, const ProgramWindowCallbacks &callbacks)
    : WindowPart(x, records, callbacks)
    , m_shields(x.xcb(), x.root())
    , m_veils(x.xcb(), x.screen())
{
}

void WindowOverlays::markOutdated()
{
    m_areShieldsOutdated = true;
    m_areVeilsOutdated = true;
}

void WindowOverlays::forgetWindow(xcb_window_t window)
{
    m_veils.forget(window);
}

bool WindowOverlays::isShield(xcb_window_t window) const
{
    return m_shields.programOf(window).has_value();
}

void WindowOverlays::shieldPressed(xcb_window_t shield)
{
    const auto program = m_shields.programOf(shield);
    if (program && m_windowRecords.programs.contains(*program)) {
        m_windowRecords.programs.at(*program).reportWithheldPress();
    }
}

bool WindowOverlays::refresh()
{
    const bool isShieldNew = refreshShields();
    return refreshVeils() || isShieldNew;
}

bool WindowOverlays::refreshShields()
{
    if (!std::exchange(m_areShieldsOutdated, false)) {
        return false;
    }
    std::map<xcb_window_t, WindowShields::ShieldTarget> covers;
    for (const auto &[window, record] : m_windowRecords.windows) {
        // A window hidden with its frame, for example on another virtual desktop, cannot be pressed.
        const auto facts = record.isMapped && m_windowRecords.programs.at(record.program).arePressesWithheld ? m_xServer.facts(window) : std::nullopt;
        if (facts && facts->isViewable) {
            const int borderWidth = facts->borderWidth;
            covers[window] = {.program = record.program,
                              .frame = record.frame,
                              .rect = facts->rect.adjusted(-borderWidth, -borderWidth, borderWidth, borderWidth)};
        }
    }
    m_shields.replaceAll(covers);
    return true;
}

bool WindowOverlays::refreshVeils()
{
    if (!std::exchange(m_areVeilsOutdated, false)) {
        return false;
    }
    const bool isVeiled = std::ranges::any_of(m_windowRecords.programs, [](const auto &entry) {
        return static_cast<bool>(entry.second.veilPainter);
    });
    if (!isVeiled && !m_veils.isAnyShown()) {
        return false;
    }
    std::map<xcb_window_t, WindowVeils::Veil> veils;
    for (const auto &[window, record] : m_windowRecords.windows) {
        const ProgramWindows::Program &program = m_windowRecords.programs.at(record.program);
        // An iconified window is darkened when it is restored: its image cannot be copied before.
        const auto facts = record.isMapped && program.veilPainter ? m_xServer.facts(window) : std::nullopt;
        if (facts && facts->isViewable && facts->isInputOutput) {
            veils[window] = {.size = facts->rect.size(),
                             .painter = &program.veilPainter,
                             .version = program.veilVersion,
                             .isManagedWindow = record.isManagedWindow};
        }
    }
    m_veils.replaceAll(veils);
    return true;
}
}
