// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/toolbarshade.h"

#include <QEvent>
#include <QPainter>

namespace Nightdesk
{
DarkeningLayer::DarkeningLayer(QWidget *strip)
    : QWidget(strip)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    strip->installEventFilter(this);
    hide();
}

void DarkeningLayer::setBrightness(int percent)
{
    m_brightness = percent;
    setGeometry(parentWidget()->rect());
    setVisible(percent < 100 && darkens(palette()));
    raise();
    update();
}

bool DarkeningLayer::darkens(const QPalette &palette)
{
    // A color scheme is darkened only if its text is at least this bright; red on black is already dim.
    constexpr int bright = 200;
    const int text = palette.color(QPalette::WindowText).lightness();
    return text >= bright && palette.color(QPalette::Window).lightness() < text;
}

QColor DarkeningLayer::dimmed(const QColor &color, int percent)
{
    return QColor(color.red() * percent / 100, color.green() * percent / 100, color.blue() * percent / 100, color.alpha());
}

bool DarkeningLayer::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    } else if (event->type() == QEvent::ChildAdded || event->type() == QEvent::LayoutRequest) {
        raise(); // raised above widgets that were added later
    }
    return QWidget::eventFilter(watched, event);
}

void DarkeningLayer::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        setBrightness(m_brightness);
    }
    QWidget::changeEvent(event);
}

void DarkeningLayer::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), QColor(0, 0, 0, 255 - m_brightness * 255 / 100));
}
}
