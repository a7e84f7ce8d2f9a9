// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/preloadstate.h"

#include <utility>

namespace Nightdesk
{
PreloadState::PreloadState(Session *session)
    : QObject(session)
    , m_session(session)
{
    m_startSettleTimer.setSingleShot(true);
    connect(&m_startSettleTimer, &QTimer::timeout, this, [this] {
        m_isStartFinished = true;
        Q_EMIT preloadStateChanged();
    });
    connect(session, &Session::stateChanged, this, &PreloadState::handleSessionState);
}

PreloadState *PreloadState::of(const Session *session)
{
    return session ? session->findChild<PreloadState *>(Qt::FindDirectChildrenOnly) : nullptr;
}

bool PreloadState::canPreload(const WindowSpec &spec)
{
    return spec.start == StartPolicy::Preload && spec.topology != Topology::VncApp;
}

Session *PreloadState::session() const
{
    return m_session;
}

void PreloadState::start()
{
    const SessionState state = m_session->state();
    if (state == SessionState::Idle || state == SessionState::Ended) {
        setHidesWindows(true);
        m_session->start();
    } else if (state == SessionState::Failed && hidesWindows()) {
        m_session->retry();
    }
}

bool PreloadState::hidesWindows() const
{
    return m_hidesWindows;
}

void PreloadState::setHidesWindows(bool hides)
{
    if (std::exchange(m_hidesWindows, hides) != hides) {
        Q_EMIT hidesWindowsChanged(hides);
        Q_EMIT preloadStateChanged();
    }
}

int PreloadState::windowCount() const
{
    return m_windowCount;
}

std::optional<std::chrono::milliseconds> PreloadState::startDuration() const
{
    return m_isStartFinished ? m_startClock.startDuration() : std::nullopt;
}

bool PreloadState::keepsContentsOfHiddenWindows() const
{
    return m_keepsContentsOfHiddenWindows;
}

void PreloadState::updateWindowCount(int windowCount, bool isNew)
{
    m_windowCount = windowCount;
    if (isNew && !m_isStartFinished) { // windows mapped after the start has finished do not count
        m_startClock.noteWindowMapped(StartClock::Clock::now());
        m_startSettleTimer.start(StartClock::settleTime);
    }
    Q_EMIT preloadStateChanged();
}

void PreloadState::setKeepsContentsOfHiddenWindows(bool keeps)
{
    if (std::exchange(m_keepsContentsOfHiddenWindows, keeps) != keeps) {
        Q_EMIT preloadStateChanged();
    }
}

void PreloadState::handleSessionState(SessionState state)
{
    if (state == SessionState::Opening) {
        m_startClock.begin(StartClock::Clock::now());
    }
    if (state != SessionState::Starting && state != SessionState::Live) {
        m_startSettleTimer.stop();
        m_isStartFinished = false;
        m_windowCount = 0;
    }
    if (state == SessionState::Ended) {
        setHidesWindows(false); // a later start by the user must be visible
    }
    Q_EMIT preloadStateChanged();
}
}
