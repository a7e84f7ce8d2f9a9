// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowcloser.h"

#include <algorithm>

namespace Nightdesk
{
WindowCloser::WindowCloser(XClientProtocol &protocol, const WindowAgentAtoms &atoms, AppWindows &windows)
    : m_xProtocol(protocol)
    , m_atoms(atoms)
    , m_windows(windows)
{
}

void WindowCloser::requestClose(Clock::time_point now)
{
    m_closeRequestDeadline = now + maxReadWait;
    handleEvent(ClosingEvent::CloseRequested);
}

std::optional<WindowCloser::Clock::time_point> WindowCloser::closeRequestDeadline() const
{
    const bool waits = m_closingState == ClosingState::WaitingForWindows || m_closingState == ClosingState::WaitingToSendAgain;
    return waits ? std::optional(m_closeRequestDeadline) : std::nullopt;
}

bool WindowCloser::sendCloseRequests(bool hasWindowList)
{
    // Windows that a window manager iconified are not mapped, but belong to the program.
    std::vector<XId> windowsToClose;
    for (const XId id : m_windows.ids()) {
        const AppWindow &window = *m_windows.find(id);
        const bool isOpen = window.isOrdinary() || (hasWindowList && window.arePropertiesRead && !window.overrideRedirect);
        if (isOpen && window.supportsDeleteWindow && !window.isDialog()) {
            windowsToClose.push_back(id);
        }
    }
    const AppWindow *main = m_windows.find(m_windows.mainWindow());
    if (windowsToClose.empty() && main && main->supportsDeleteWindow) {
        windowsToClose.push_back(main->id); // the program's only window is a dialog
    }
    m_windowsOpenAtRequest.clear();
    if (windowsToClose.empty()) {
        handleEvent(ClosingEvent::NoWindowCanClose);
        return false;
    }
    handleEvent(ClosingEvent::CloseRequestsSent);
    for (const XId id : m_windows.ordinaryWindows()) {
        m_windowsOpenAtRequest[id] = m_windows.find(id)->mapSequenceNumber;
    }
    for (const XId id : windowsToClose) {
        m_xProtocol.sendRequest(clientMessageRequest(id, XCB_EVENT_MASK_NO_EVENT, id, m_atoms.wmProtocols, {m_atoms.wmDeleteWindow, XCB_CURRENT_TIME}));
    }
    return true;
}

void WindowCloser::cancelCloseRequest()
{
    handleEvent(ClosingEvent::NoWindowCanClose);
}

bool WindowCloser::detectUserQuestion(const std::vector<XId> &ordinaryWindows)
{
    const bool isAnyLeft = std::ranges::any_of(m_windowsOpenAtRequest, [this](const auto &asked) {
        const AppWindow *window = m_windows.find(asked.first);
        return window && window->isOrdinary() && window->mapSequenceNumber == asked.second;
    });
    const bool isAnyNew = std::ranges::any_of(ordinaryWindows, [this](XId id) {
        const auto asked = m_windowsOpenAtRequest.find(id);
        return asked == m_windowsOpenAtRequest.end() || asked->second != m_windows.find(id)->mapSequenceNumber;
    });
    return isAnyLeft && isAnyNew && handleEvent(ClosingEvent::ProgramAskedUser);
}

bool WindowCloser::handleEvent(ClosingEvent event)
{
    const auto next = nextState(m_closingState, event);
    m_closingState = next.value_or(m_closingState);
    return next.has_value();
}
}
