// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/typingwatch.h"

#include "sessions/desktops/desktopsession.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
TypingJudge::Instant now()
{
    return std::chrono::steady_clock::now();
}
}

TypingWatch::TypingWatch(DesktopSession *session)
    : QObject(session)
{
    connect(session, &DesktopSession::keySent, this, [this](quint32 keysym, bool down) {
        if (down) {
            m_judge.typed(keysym, now());
        }
    });
    connect(session, &DesktopSession::pointerSent, this, [this](const QPoint &position) {
        m_others.sent(position, now());
        m_judge.pointed(now());
    });
    connect(session, &DesktopSession::pointerMoved, this, [this](const QPoint &position) {
        if (m_others.moved(position, now())) {
            tell(m_judge.othersMoved(now()));
        }
    });
    connect(session, &DesktopSession::cursorChanged, this, [this, session](const QImage &cursor) {
        if (session->state() == SessionState::Live) {
            tell(m_judge.cursorChanged(cursor.isNull(), now()));
        }
    });
    connect(session, &DesktopSession::damaged, this, [this](quint32, quint32, const QList<QRect> &rects) {
        for (const QRect &rect : rects) {
            tell(m_judge.damaged(rect, now()));
        }
    });
    connect(session, &DesktopSession::lightsChanged, this, [this, session] {
        if (const auto lights = session->lights()) {
            tell(m_judge.lightsChanged(*lights, now()));
        }
    });
    connect(session, &Session::stateChanged, this, [this, session](SessionState state) {
        if (state != SessionState::Live) {
            m_judge.restart();
            m_others.clear();
        } else {
            (void)m_judge.cursorChanged(session->cursor().isNull(), now()); // it came before the first picture
        }
    });
}

void TypingWatch::tell(std::optional<TypingJudge::Sign> sign)
{
    if (sign) {
        Q_EMIT noticed(*sign);
    }
}

QString TypingWatch::words(TypingJudge::Sign sign, const QString &title)
{
    switch (sign) {
    case TypingJudge::Sign::Pointer:
        return i18nc("@info %1 is a desktop", "Another user is moving the mouse on %1 while you type. Check where your keys go before you continue.", title);
    case TypingJudge::Sign::Lock:
        return i18nc("@info %1 is a desktop",
                     "A lock key (Caps, Num or Scroll Lock) was pressed on %1 while you type, but not here. Check what you typed.",
                     title);
    }
    return {};
}
}
