// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/claritysign.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
namespace
{
QString exactWord()
{
    return i18nc("@info:status a desktop's picture; quite short: each of its pixels is as the server has it", "exact");
}

QString compressedWord()
{
    return i18nc("@info:status a desktop's picture; quite short: some of its pixels came by JPEG and are about right", "≈ JPEG");
}
}

ClaritySign::ClaritySign(DesktopSession *session, QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignCenter);
    setForegroundRole(QPalette::PlaceholderText);
    setSession(session);
}

void ClaritySign::setSession(DesktopSession *session)
{
    if (m_session) {
        m_session->disconnect(this);
    }
    m_session = session;
    if (session) {
        connect(session, &Session::stateChanged, this, &ClaritySign::refresh);
        connect(session, &Session::answeringChanged, this, &ClaritySign::refresh);
        connect(session, &DesktopSession::caughtUpChanged, this, &ClaritySign::refresh);
        connect(session, &DesktopSession::exactChanged, this, &ClaritySign::refresh);
        connect(session, &DesktopSession::statsChanged, this, &ClaritySign::refresh);
    }
    refresh();
}

QString ClaritySign::words(const DesktopSession &session)
{
    if (session.isExact() && session.answering() == Session::Answering::Yes) {
        return i18nc("@info:tooltip of a desktop", "Exact pixels: every pixel is as the server has it.");
    }
    const auto quality = session.stats().jpegQuality;
    if (!quality) {
        return i18nc("@info:tooltip of a desktop", "Compressed picture: not all of it has come as the server has it.");
    }
    return i18nc(
        "@info:tooltip of a desktop, a number",
        "Compressed picture: what moves comes by JPEG, now of quality %1 of 9, and its colours are about right. What stands still becomes exact by itself.",
        *quality);
}

QSize ClaritySign::sizeHint() const
{
    const QSize size = QLabel::sizeHint();
    if (this->text().isEmpty()) {
        return size;
    }
    const int text = fontMetrics().horizontalAdvance(this->text());
    const int widest = std::max(fontMetrics().horizontalAdvance(exactWord()), fontMetrics().horizontalAdvance(compressedWord()));
    return {size.width() - text + widest, size.height()};
}

void ClaritySign::refresh()
{
    // Of a server that does not answer nobody knows what it has now.
    const bool isLive = m_session && m_session->state() == SessionState::Live && m_session->answering() == Session::Answering::Yes && m_session->isCaughtUp();
    // Not setVisible(): whoever has it may want to hide it. Statistics come every second and mostly change none of it.
    const QString tip = isLive ? QStringLiteral("<qt>%1</qt>").arg(words(*m_session).toHtmlEscaped()) : QString();
    const QString word = !isLive ? QString() : m_session->isExact() ? exactWord() : compressedWord();
    if (tip == toolTip() && word == text()) {
        return;
    }
    setText(word);
    setToolTip(tip);
    setAccessibleName(!isLive                    ? QString()
                          : m_session->isExact() ? i18nc("@info:whatsthis accessible name, of a desktop's picture", "Exact pixels")
                                                 : i18nc("@info:whatsthis accessible name, of a desktop's picture", "Compressed picture"));
}
}
