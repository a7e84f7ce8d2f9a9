// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/keyboardindicator.h"

#include <QPainter>

namespace Nightdesk
{
KeyboardIndicator::KeyboardIndicator()
{
    setTextFormat(Qt::PlainText); // the text comes from a profile
    setContentsMargins(6, 1, 6, 1);
    setMinimumWidth(1); // the window must not become wider than its monitor
}

void KeyboardIndicator::setKeyboardOwnerTexts(const KeyboardOwnerTexts &words)
{
    m_keyboardOwnerTexts = words;
    refresh();
}

void KeyboardIndicator::setDisplaysOnThisScreen(const QStringList &sessionIds)
{
    m_sessionIdsOnThisScreen = sessionIds;
    refresh();
}

bool KeyboardIndicator::isKeyboardOutsideDisplays() const
{
    return !m_keyboardOwnerTexts.otherScreensText.isEmpty() && m_keyboardOwnerTexts.focusedSessionKey.isEmpty();
}

bool KeyboardIndicator::isKeyboardOnOtherScreen() const
{
    return !m_keyboardOwnerTexts.focusedSessionKey.isEmpty() && !m_sessionIdsOnThisScreen.contains(m_keyboardOwnerTexts.focusedSessionKey);
}

void KeyboardIndicator::setKeyboardOnThisScreen(bool isHere)
{
    m_isKeyboardOnThisScreen = isHere;
    update();
}

void KeyboardIndicator::paintEvent(QPaintEvent *event)
{
    if (m_isKeyboardOnThisScreen) {
        // A translucent highlight: on the full highlight color, text would be hard to read in a darkened toolbar.
        const QColor highlight = palette().color(QPalette::Highlight);
        QColor ground = highlight;
        ground.setAlphaF(0.3F);
        QPainter painter(this);
        painter.fillRect(rect(), ground);
        painter.setPen(QPen(highlight, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
    QLabel::paintEvent(event);
}

void KeyboardIndicator::refresh()
{
    const bool isHere = m_sessionIdsOnThisScreen.contains(m_keyboardOwnerTexts.focusedSessionKey);
    setKeyboardOnThisScreen(isHere);
    const QString text = isHere ? m_keyboardOwnerTexts.ownScreenText : m_keyboardOwnerTexts.otherScreensText;
    if (text != this->text()) {
        setText(text);
        Q_EMIT textChanged(text);
    }
}
}
