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
    m_settleTimer.setSingleShot(true);
    connect(&m_settleTimer, &QTimer::timeout, this, [this] {
        m_isStartFinished = true;
        Q_EMIT changed();
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
        setCovered(true);
        m_session->start();
    } else if (state == SessionState::Failed && isCovered()) {
        m_session->retry();
    }
}

bool PreloadState::isCovered() const
{
    return m_isCovered;
}

void PreloadState::setCovered(bool covered)
{
    if (std::exchange(m_isCovered, covered) != covered) {
        Q_EMIT coveredChanged(covered);
        Q_EMIT changed();
    }
}

int PreloadState::windows() const
{
    return m_windowCount;
}

std::optional<std::chrono::milliseconds> PreloadState::startDuration() const
{
    return m_isStartFinished ? m_clock.took() : std::nullopt;
}

bool PreloadState::keepsPicture() const
{
    return m_keepsPicture;
}

void PreloadState::updateWindows(int windows, bool isNew)
{
    m_windowCount = windows;
    if (isNew && !m_isStartFinished) { // windows mapped after the start has finished do not count
        m_clock.mapped(StartClock::Clock::now());
        m_settleTimer.start(StartClock::settleTime);
    }
    Q_EMIT changed();
}

void PreloadState::noteKeepsPicture(bool keeps)
{
    if (std::exchange(m_keepsPicture, keeps) != keeps) {
        Q_EMIT changed();
    }
}

void PreloadState::handleSessionState(SessionState state)
{
    switch (state) {
    case SessionState::Starting:
    case SessionState::Live:
        break;
    case SessionState::Opening:
        m_clock.begin(StartClock::Clock::now());
        [[fallthrough]];
    default:
        m_settleTimer.stop();
        m_isStartFinished = false;
        m_windowCount = 0;
        break;
    }
    if (state == SessionState::Ended) {
        setCovered(false); // a later start by the user must be visible
    }
    Q_EMIT changed();
}
}
