// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/consoleminimizer.h"

#include "app/console/console.h"
#include "sessions/desk/desk.h"
#include "widgets/common/windowmanager.h"
#include "widgets/viewer/viewerwindows.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>
#include <QWindow>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// Time without input before the window is minimized, so that a user who reads the list or is about to click is not
// interrupted.
constexpr auto idleTimeout = 4s;
}

ConsoleMinimizer::ConsoleMinimizer(Console &console, std::function<bool()> isNeeded)
    : QObject(&console)
    , m_console(console)
    , m_isWindowNeeded(std::move(isNeeded))
{
    m_idleTimer.setSingleShot(true);
    m_idleTimer.setInterval(idleTimeout);
    connect(&m_idleTimer, &QTimer::timeout, this, &ConsoleMinimizer::minimizeIfLive);
    const auto watch = [this](Session *session) {
        connect(session, &Session::stateChanged, this, [this] {
            if (m_mayMinimizeConsole && !m_idleTimer.isActive()) {
                m_idleTimer.start();
            }
        });
    };
    connect(console.desk(), &Desk::sessionAdded, this, watch);
    for (Session *session : console.desk()->sessions()) {
        watch(session);
    }
}

void ConsoleMinimizer::allowMinimizing()
{
    m_mayMinimizeConsole = true;
    ApplicationEventFilter::instance()->add(HandlerPriority::UserActivity, this);
    m_idleTimer.start();
}

void ConsoleMinimizer::preventMinimizing()
{
    m_mayMinimizeConsole = false;
    m_idleTimer.stop();
    ApplicationEventFilter::instance()->remove(this);
}

/// True: at least one display is live, and all others are not started or closed by the user. False if a display failed: the user then needs the
/// window.
bool ConsoleMinimizer::isEverythingLive() const
{
    bool isAnyLive = false;
    for (const Session *session : m_console.desk()->sessions()) {
        const SessionState state = session->state();
        isAnyLive |= state == SessionState::Live;
        if (state != SessionState::Live && state != SessionState::Idle && state != SessionState::Ended) {
            return false;
        }
    }
    return isAnyLive;
}

Session *ConsoleMinimizer::desktopUnderConsole() const
{
    const auto displayRects = m_console.viewerWindows()->displayRects();
    for (Session *session : m_console.desk()->sessions()) {
        if (session->kind() == Session::Kind::Desktop && session->state() == SessionState::Live
            && displayRects.value(session->key()).intersects(m_console.window()->frameGeometry())) {
            return session;
        }
    }
    return nullptr;
}

void ConsoleMinimizer::minimizeIfLive()
{
    if (!m_mayMinimizeConsole || !isEverythingLive()) {
        return; // not yet: the next change of a session's state starts the timer again
    }
    if (m_isWindowNeeded() || QApplication::activeModalWidget() || QApplication::activePopupWidget()) {
        m_idleTimer.start();
        return;
    }
    preventMinimizing();
    Session *under = m_console.window()->isVisible() && !m_console.window()->isMinimized() && hasWindowManager() ? desktopUnderConsole() : nullptr;
    if (under) {
        m_console.window()->showMinimized();
        Q_EMIT minimized(under);
    }
}

bool ConsoleMinimizer::handleEvent(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::Wheel:
        // Pointer motion without a pressed button counts as input only at the native window, because most widgets do
        // not track the pointer.
        if (const auto *widget = qobject_cast<QWidget *>(watched);
            widget ? widget->window() == m_console.window() : watched == m_console.window()->windowHandle()) {
            m_idleTimer.start();
        }
        break;
    default:
        break;
    }
    return false;
}
}
