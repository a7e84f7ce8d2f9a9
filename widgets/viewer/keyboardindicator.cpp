// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/keyboardindicator.h"

#include <QPainter>

namespace Nightdesk
{
KeyboardIndicator::KeyboardIndicator(const QString &text)
    : QLabel(text)
{
    setTextFormat(Qt::PlainText); // the text comes from a profile
    setContentsMargins(6, 1, 6, 1);
    setMinimumWidth(1); // the window must not become wider than its monitor
}

void KeyboardIndicator::setWords(const KeyboardTexts &words)
{
    m_words = words;
    refresh();
}

void KeyboardIndicator::setDisplays(const QStringList &keys)
{
    m_displays = keys;
    refresh();
}

bool KeyboardIndicator::isOtherWindow() const
{
    return !m_words.elsewhere.isEmpty() && m_words.display.isEmpty();
}

bool KeyboardIndicator::isOnOtherScreen() const
{
    return !m_words.display.isEmpty() && !m_displays.contains(m_words.display);
}

void KeyboardIndicator::setMarked(bool isHere)
{
    m_isMarked = isHere;
    update();
}

void KeyboardIndicator::paintEvent(QPaintEvent *event)
{
    if (m_isMarked) {
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
    const bool isHere = m_displays.contains(m_words.display);
    setMarked(isHere);
    const QString text = isHere ? m_words.here : m_words.elsewhere;
    if (text != this->text()) {
        setText(text);
        Q_EMIT textChanged(text);
    }
}
}
