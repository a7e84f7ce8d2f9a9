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
    m_settling.setSingleShot(true);
    connect(&m_settling, &QTimer::timeout, this, [this] {
        m_settled = true;
        Q_EMIT changed();
    });
    connect(session, &Session::stateChanged, this, &PreloadState::follow);
}

PreloadState *PreloadState::of(const Session *session)
{
    return session ? session->findChild<PreloadState *>(Qt::FindDirectChildrenOnly) : nullptr;
}

bool PreloadState::isFor(const WindowSpec &spec)
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
    return m_covered;
}

void PreloadState::setCovered(bool covered)
{
    if (std::exchange(m_covered, covered) != covered) {
        Q_EMIT coveredChanged(covered);
        Q_EMIT changed();
    }
}

int PreloadState::windows() const
{
    return m_windows;
}

std::optional<std::chrono::milliseconds> PreloadState::settledAfter() const
{
    return m_settled ? m_clock.took() : std::nullopt;
}

bool PreloadState::keepsPicture() const
{
    return m_keepsPicture;
}

void PreloadState::noteWindows(int windows, bool isNew)
{
    m_windows = windows;
    if (isNew && !m_settled) { // windows mapped after the start has finished do not count
        m_clock.mapped(StartClock::Clock::now());
        m_settling.start(StartClock::quiet);
    }
    Q_EMIT changed();
}

void PreloadState::noteKeepsPicture(bool keeps)
{
    if (std::exchange(m_keepsPicture, keeps) != keeps) {
        Q_EMIT changed();
    }
}

void PreloadState::follow(SessionState state)
{
    switch (state) {
    case SessionState::Starting:
    case SessionState::Live:
        break;
    case SessionState::Opening:
        m_clock.begin(StartClock::Clock::now());
        [[fallthrough]];
    default:
        m_settling.stop();
        m_settled = false;
        m_windows = 0;
        break;
    }
    if (state == SessionState::Ended) {
        setCovered(false); // a later start by the user must be visible
    }
    Q_EMIT changed();
}
}
