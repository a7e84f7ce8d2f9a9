// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/losslessindicator.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
namespace
{
QString losslessText()
{
    return i18nc("@info:status a desktop's image; quite short: each of its pixels is as the server has it", "lossless");
}

QString unknownAgeText()
{
    return i18nc("@info:status a desktop's image; quite short: it may be an old one that the server kept", "age unknown");
}

QString lossyText()
{
    return i18nc("@info:status a desktop's image; quite short: some of its pixels came by JPEG and are about right", "lossy image");
}
}

LosslessIndicator::LosslessIndicator(DesktopSession *session)
{
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignCenter);
    setForegroundRole(QPalette::PlaceholderText);
    setSession(session);
}

void LosslessIndicator::setSession(DesktopSession *session)
{
    if (m_session) {
        m_session->disconnect(this);
    }
    m_session = session;
    if (session) {
        connect(session, &Session::stateChanged, this, &LosslessIndicator::refresh);
        connect(session, &Session::answeringChanged, this, &LosslessIndicator::refresh);
        connect(session, &DesktopSession::caughtUpChanged, this, &LosslessIndicator::refresh);
        connect(session, &DesktopSession::losslessChanged, this, &LosslessIndicator::refresh);
        connect(session, &DesktopSession::statsChanged, this, &LosslessIndicator::refresh);
    }
    refresh();
}

QString LosslessIndicator::fullText(const DesktopSession &session)
{
    if (!session.isAgeKnown()) {
        return i18nc("@info:tooltip of a desktop", "Age of the image unknown: until its first update, the VNC server may show an earlier one");
    }
    if (session.isLossless()) {
        return i18nc("@info:tooltip of a desktop", "Lossless image: every pixel is as the server has it");
    }
    const auto quality = session.stats().jpegQuality;
    if (!quality) {
        return i18nc("@info:tooltip of a desktop", "Compressed image: some pixels are approximate");
    }
    return i18nc("@info:tooltip of a desktop, a number",
                 "Compressed image: moving parts arrive as JPEG (quality %1 of 9) with approximate colors; still parts become lossless automatically",
                 *quality);
}

QSize LosslessIndicator::sizeHint() const
{
    const QSize size = QLabel::sizeHint();
    if (this->text().isEmpty()) {
        return size;
    }
    const int text = fontMetrics().horizontalAdvance(this->text());
    const auto width = [this](const QString &word) {
        return fontMetrics().horizontalAdvance(word);
    };
    const int widest = std::max({width(losslessText()), width(lossyText()), width(unknownAgeText())});
    return {size.width() - text + widest, size.height()};
}

void LosslessIndicator::refresh()
{
    // While the server does not answer, it is not known whether the shown image is the server's current image.
    const bool isLive =
        m_session && m_session->state() == SessionState::Live && m_session->answering() == Session::AnswerState::Responding && !m_session->pictureBehindSince();
    const bool isAgeKnown = m_session && m_session->isAgeKnown();
    // Changes only the texts, and only if they differ: this is called every second. The toolbar decides whether this label is visible.
    const QString tip = isLive ? QStringLiteral("<qt>%1</qt>").arg(fullText(*m_session).toHtmlEscaped()) : QString();
    const QString word = !isLive ? QString() : !isAgeKnown ? unknownAgeText() : m_session->isLossless() ? losslessText() : lossyText();
    if (tip == toolTip() && word == text()) {
        return;
    }
    setText(word);
    setToolTip(tip);
    setAccessibleName(!isLive                       ? QString()
                          : !isAgeKnown             ? i18nc("@info accessible name, of a desktop's image", "Image of unknown age")
                          : m_session->isLossless() ? i18nc("@info accessible name, of a desktop's image", "Lossless image")
                                                    : i18nc("@info accessible name, of a desktop's image", "Compressed image"));
}
}
