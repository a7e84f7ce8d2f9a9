// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowcloser.h"

#include <algorithm>

namespace Nightdesk
{
WindowCloser::WindowCloser(XClientProtocol &talk, const WindowAgentAtoms &atoms, AppWindows &windows)
    : m_xProtocol(talk)
    , m_atoms(atoms)
    , m_windows(windows)
{
}

void WindowCloser::requestClose(Clock::time_point now)
{
    m_closeRequestDeadline = now + maxReadWait;
    handleEvent(ClosingEvent::Requested);
}

std::optional<WindowCloser::Clock::time_point> WindowCloser::closeRequestDeadline() const
{
    const bool waits = m_closingState == ClosingState::Waiting || m_closingState == ClosingState::WaitingAgain;
    return waits ? std::optional(m_closeRequestDeadline) : std::nullopt;
}

bool WindowCloser::sendCloseRequests(bool isListed)
{
    // Windows that a window manager iconified are not mapped, but belong to the program.
    std::vector<XId> wanted;
    for (const XId id : m_windows.ids()) {
        const AppWindow &window = *m_windows.find(id);
        const bool isThere = window.isOrdinary() || (isListed && window.arePropertiesRead && !window.overrideRedirect);
        if (isThere && window.supportsDeleteWindow && !window.isDialog()) {
            wanted.push_back(id);
        }
    }
    const AppWindow *main = m_windows.find(m_windows.main());
    if (wanted.empty() && main && main->supportsDeleteWindow) {
        wanted.push_back(main->id); // the program's only window is a dialog
    }
    m_closeRequestedWindows.clear();
    if (wanted.empty()) {
        handleEvent(ClosingEvent::Impossible);
        return false;
    }
    handleEvent(ClosingEvent::Asked);
    for (const XId id : m_windows.ordinary()) {
        m_closeRequestedWindows[id] = m_windows.find(id)->mapNumber;
    }
    for (const XId id : wanted) {
        m_xProtocol.sendRequest(messageRequest(id, XCB_EVENT_MASK_NO_EVENT, id, m_atoms.wmProtocols, {m_atoms.wmDeleteWindow, XCB_CURRENT_TIME}));
    }
    return true;
}

void WindowCloser::cancelCloseRequest()
{
    handleEvent(ClosingEvent::Impossible);
}

bool WindowCloser::hasProgramAskedUser(const std::vector<XId> &ordinary)
{
    const bool isAnyLeft = std::ranges::any_of(m_closeRequestedWindows, [this](const auto &asked) {
        const AppWindow *window = m_windows.find(asked.first);
        return window && window->isOrdinary() && window->mapNumber == asked.second;
    });
    const bool isAnyNew = std::ranges::any_of(ordinary, [this](XId id) {
        const auto asked = m_closeRequestedWindows.find(id);
        return asked == m_closeRequestedWindows.end() || asked->second != m_windows.find(id)->mapNumber;
    });
    return isAnyLeft && isAnyNew && handleEvent(ClosingEvent::AskedBack);
}

bool WindowCloser::handleEvent(ClosingEvent event)
{
    const auto next = nextState(m_closingState, event);
    m_closingState = next.value_or(m_closingState);
    return next.has_value();
}
}
