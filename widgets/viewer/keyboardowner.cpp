// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/keyboardowner.h"

#include "sessions/xwindows/windowsession.h"
#include "widgets/view/remoteview.h"

#include <KLocalizedString>

#include <QApplication>

#include <utility>

namespace Nightdesk
{
KeyboardOwnerTracker::KeyboardOwnerTracker(QObject *parent)
    : QObject(parent)
{
    m_refreshTimer.setSingleShot(true);
    connect(&m_refreshTimer, &QTimer::timeout, this, &KeyboardOwnerTracker::refresh);
    connect(qApp, &QApplication::focusChanged, &m_refreshTimer, qOverload<>(&QTimer::start));
    connect(qApp, &QGuiApplication::focusWindowChanged, &m_refreshTimer, qOverload<>(&QTimer::start));
    m_keyboardOwnerTexts = currentOwnerTexts();
}

void KeyboardOwnerTracker::setSessions(const QList<Session *> &sessions)
{
    if (m_sessions == sessions) {
        return;
    }
    for (Session *session : std::as_const(m_sessions)) {
        if (!sessions.contains(session)) {
            session->disconnect(&m_refreshTimer);
        }
    }
    for (Session *session : sessions) {
        if (m_sessions.contains(session)) {
            continue;
        }
        connect(session, &Session::labelChanged, &m_refreshTimer, qOverload<>(&QTimer::start));
        connect(session, &Session::stateChanged, &m_refreshTimer, qOverload<>(&QTimer::start));
        connect(session, &Session::answeringChanged, &m_refreshTimer, qOverload<>(&QTimer::start));
        if (auto *window = qobject_cast<WindowSession *>(session)) {
            connect(window, &WindowSession::keyboardFocusChanged, &m_refreshTimer, qOverload<>(&QTimer::start));
        }
    }
    m_sessions = sessions;
    refresh();
}

void KeyboardOwnerTracker::refresh()
{
    KeyboardOwnerTexts words = currentOwnerTexts();
    if (std::exchange(m_keyboardOwnerTexts, words) != words) {
        Q_EMIT keyboardOwnerTextsChanged();
    }
}

KeyboardOwnerTexts KeyboardOwnerTracker::currentOwnerTexts() const
{
    const auto nobody = [](const QString &words) {
        return KeyboardOwnerTexts{words, words, {}};
    };
    const auto keyboard = [](const Session &who) {
        return KeyboardOwnerTexts{
            who.answering() == Session::AnswerState::Responding
                ? i18nc("@info:status %1 is the display that gets what is typed", "Keyboard: %1", who.label())
                : i18nc("@info:status %1 is the display in use, which does not answer", "Keyboard: %1 (keys discarded)", who.label()),
            i18nc("@info:status %1 is the display that gets what is typed; it is on another screen", "Keyboard: %1, not here", who.label()),
            who.key()};
    };
    if (QGuiApplication::focusWindow()) {
        const auto *view = qobject_cast<RemoteView *>(QApplication::focusWidget());
        return view && view->session() ? keyboard(*view->session())
                                       : nobody(i18nc("@info:status what is typed goes to this program", "Keyboard: Nightdesk window"));
    }
    for (const Session *session : m_sessions) {
        if (const auto *window = qobject_cast<const WindowSession *>(session); window && window->hasKeyboard()) {
            return keyboard(*window);
        }
    }
    return nobody(i18nc("@info:status what is typed goes to neither Nightdesk nor one of its displays", "Keyboard: another program"));
}
}
