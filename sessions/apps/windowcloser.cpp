// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowcloser.h"

#include <algorithm>

namespace Nightdesk
{
WindowCloser::WindowCloser(XClientProtocol &talk, const WindowAgentAtoms &atoms, AppWindows &windows)
    : m_protocol(talk)
    , m_atoms(atoms)
    , m_windows(windows)
{
}

void WindowCloser::requestClose(Clock::time_point now)
{
    m_by = now + pause;
    handle(ClosingEvent::Requested);
}

std::optional<WindowCloser::Clock::time_point> WindowCloser::by() const
{
    const bool waits = m_state == ClosingState::Waiting || m_state == ClosingState::WaitingAgain;
    return waits ? std::optional(m_by) : std::nullopt;
}

bool WindowCloser::ask(bool isListed)
{
    // Windows that a window manager iconified are not mapped, but belong to the program.
    std::vector<XId> wanted;
    for (const XId id : m_windows.ids()) {
        const AppWindow &window = *m_windows.find(id);
        const bool isThere = window.isOrdinary() || (isListed && window.isKnown && !window.overrideRedirect);
        if (isThere && window.canBeAsked && !window.isDialog()) {
            wanted.push_back(id);
        }
    }
    const AppWindow *main = m_windows.find(m_windows.main());
    if (wanted.empty() && main && main->canBeAsked) {
        wanted.push_back(main->id); // the program's only window is a dialog
    }
    m_asked.clear();
    if (wanted.empty()) {
        handle(ClosingEvent::Impossible);
        return false;
    }
    handle(ClosingEvent::Asked);
    for (const XId id : m_windows.ordinary()) {
        m_asked[id] = m_windows.find(id)->mappedAs;
    }
    for (const XId id : wanted) {
        m_protocol.sendRequest(messageRequest(id, XCB_EVENT_MASK_NO_EVENT, id, m_atoms.wmProtocols, {m_atoms.wmDeleteWindow, XCB_CURRENT_TIME}));
    }
    return true;
}

void WindowCloser::giveUp()
{
    handle(ClosingEvent::Impossible);
}

bool WindowCloser::isAskedBack(const std::vector<XId> &ordinary)
{
    const bool isAnyLeft = std::ranges::any_of(m_asked, [this](const auto &asked) {
        const AppWindow *window = m_windows.find(asked.first);
        return window && window->isOrdinary() && window->mappedAs == asked.second;
    });
    const bool isAnyNew = std::ranges::any_of(ordinary, [this](XId id) {
        const auto asked = m_asked.find(id);
        return asked == m_asked.end() || asked->second != m_windows.find(id)->mappedAs;
    });
    return isAnyLeft && isAnyNew && handle(ClosingEvent::AskedBack);
}

bool WindowCloser::handle(ClosingEvent event)
{
    const auto next = nextState(m_state, event);
    m_state = next.value_or(m_state);
    return next.has_value();
}
}
