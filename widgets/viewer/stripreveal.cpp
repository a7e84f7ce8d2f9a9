// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/stripreveal.h"

#include "widgets/view/remoteview.h"

#include <QCursor>
#include <QEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWidget>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto touch = 250ms; // a short touch, as in a drag to the desktop's edge, shows nothing
constexpr auto grace = 700ms;
}

StripReveal::StripReveal(QWidget *viewerWindow, QWidget *strip, const QMenu *menu)
    : QObject(viewerWindow)
    , m_viewerWindow(viewerWindow)
    , m_strip(strip)
    , m_menu(menu)
{
    m_touch.setSingleShot(true);
    m_touch.setInterval(touch);
    m_away.setSingleShot(true);
    m_away.setInterval(grace);
    connect(&m_touch, &QTimer::timeout, this, &StripReveal::reveal);
    connect(&m_away, &QTimer::timeout, this, &StripReveal::conceal);
    m_viewerWindow->installEventFilter(this);
    m_strip->installEventFilter(this);
}

void StripReveal::setHiding(bool hiding)
{
    m_isHiding = hiding;
    m_isPinned = false;
    m_touch.stop();
    m_away.stop();
    m_strip->setVisible(!hiding);
    Q_EMIT shownChanged(!hiding);
}

bool StripReveal::isHiding() const
{
    return m_isHiding;
}

void StripReveal::toggle()
{
    if (!m_isHiding) {
        return;
    }
    m_isPinned = !m_strip->isVisible();
    if (m_isPinned) {
        reveal();
    } else {
        m_strip->hide();
        Q_EMIT shownChanged(false);
    }
}

void StripReveal::watch(RemoteView *view)
{
    view->inputRouter()->add(InputPlace::Window, this);
}

void StripReveal::watchPart(QWidget *part)
{
    part->setMouseTracking(true);
    part->installEventFilter(this);
    for (QWidget *inside : part->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        if (!qobject_cast<RemoteView *>(inside)) {
            watchPart(inside);
        }
    }
}

void StripReveal::reveal()
{
    if (m_isHiding) {
        m_strip->setGeometry(0, 0, m_viewerWindow->width(), m_strip->sizeHint().height());
        m_strip->show();
        m_strip->raise();
        Q_EMIT shownChanged(true);
    }
}

void StripReveal::conceal()
{
    if (!m_isHiding || m_isPinned) {
        return;
    }
    if (m_menu->isVisible() || m_strip->underMouse()) {
        m_away.start();
        return;
    }
    m_strip->hide();
    Q_EMIT shownChanged(false);
}

void StripReveal::pointerMoved(QWidget *part, const QMouseEvent &mouse)
{
    const QPoint at = part->mapTo(m_viewerWindow, mouse.position().toPoint());
    if (at.y() > 1 || mouse.buttons() != Qt::NoButton) {
        m_touch.stop();
        // the toolbar appeared below a resting pointer, so that no enter event started its timer
        if (m_strip->isVisible() && !m_away.isActive()) {
            m_away.start();
        }
    } else if (!m_touch.isActive() && !m_strip->isVisible()) {
        m_touch.start();
    }
}

bool StripReveal::takeInput(RemoteView *view, QEvent *event)
{
    if (m_isHiding && event->type() == QEvent::MouseMove) {
        pointerMoved(view, *static_cast<QMouseEvent *>(event));
    } else if (m_isHiding && event->type() == QEvent::Enter && m_strip->isVisible()) {
        m_away.start();
    }
    return false;
}

bool StripReveal::eventFilter(QObject *watched, QEvent *event)
{
    if (!m_isHiding) {
        return false;
    }
    if (event->type() == QEvent::Resize && watched == m_viewerWindow && m_strip->isVisible()) {
        reveal();
    } else if (event->type() == QEvent::MouseMove && watched != m_strip) {
        pointerMoved(qobject_cast<QWidget *>(watched), *static_cast<QMouseEvent *>(event));
    } else if (watched == m_strip && event->type() == QEvent::Leave) {
        m_away.start();
    } else if (watched == m_strip && event->type() == QEvent::Enter) {
        m_away.stop();
    } else if (watched == m_viewerWindow && event->type() == QEvent::Enter && m_strip->isVisible()) {
        m_away.start();
    }
    return false;
}
}
