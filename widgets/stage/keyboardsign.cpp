// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/keyboardsign.h"

#include <QPainter>

namespace Nightdesk
{
KeyboardSign::KeyboardSign(const QString &text)
    : QLabel(text)
{
    setTextFormat(Qt::PlainText); // the text comes from a profile
    setContentsMargins(6, 1, 6, 1);
    setMinimumWidth(1); // the window must not become wider than its monitor
}

void KeyboardSign::setWords(const KeyboardWords &words)
{
    m_words = words;
    refresh();
}

void KeyboardSign::setDisplays(const QStringList &keys)
{
    m_displays = keys;
    refresh();
}

bool KeyboardSign::isOther() const
{
    return !m_words.elsewhere.isEmpty() && m_words.display.isEmpty();
}

bool KeyboardSign::isElsewhere() const
{
    return !m_words.display.isEmpty() && !m_displays.contains(m_words.display);
}

void KeyboardSign::mark(bool isHere)
{
    m_isMarked = isHere;
    update();
}

void KeyboardSign::paintEvent(QPaintEvent *event)
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

void KeyboardSign::refresh()
{
    const bool isHere = m_displays.contains(m_words.display);
    mark(isHere);
    const QString text = isHere ? m_words.here : m_words.elsewhere;
    if (text != this->text()) {
        setText(text);
        Q_EMIT textChanged(text);
    }
}
}
