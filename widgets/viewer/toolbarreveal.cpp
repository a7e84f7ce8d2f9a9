// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/toolbarreveal.h"

#include "widgets/view/remoteview.h"

#include <QEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWidget>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto revealDelay = 250ms; // a shorter touch of the edge, as in a drag to the desktop's edge, shows nothing
constexpr auto hideDelay = 700ms;
}

ToolbarReveal::ToolbarReveal(QWidget *viewerWindow, QWidget *toolbar, const QMenu *menu)
    : QObject(viewerWindow)
    , m_viewerWindow(viewerWindow)
    , m_toolbar(toolbar)
    , m_toolbarMenu(menu)
{
    m_revealDelayTimer.setSingleShot(true);
    m_hideDelayTimer.setSingleShot(true);
    m_hideDelayTimer.setInterval(hideDelay);
    connect(&m_revealDelayTimer, &QTimer::timeout, this, &ToolbarReveal::showToolbar);
    connect(&m_hideDelayTimer, &QTimer::timeout, this, &ToolbarReveal::hideToolbar);
    m_viewerWindow->installEventFilter(this);
    m_toolbar->installEventFilter(this);
}

void ToolbarReveal::setAutoHidesToolbar(bool hiding)
{
    m_autoHidesToolbar = hiding;
    m_isToolbarPinned = false;
    m_revealDelayTimer.stop();
    m_hideDelayTimer.stop();
    m_toolbar->setVisible(!hiding);
    Q_EMIT shownChanged(!hiding);
}

void ToolbarReveal::toggle()
{
    if (!m_autoHidesToolbar) {
        return;
    }
    m_isToolbarPinned = !m_toolbar->isVisible();
    if (m_isToolbarPinned) {
        showToolbar();
    } else {
        m_toolbar->hide();
        Q_EMIT shownChanged(false);
    }
}

void ToolbarReveal::watch(RemoteView *view)
{
    view->inputRouter()->add(InputPriority::Window, this);
}

void ToolbarReveal::watchWidget(QWidget *part)
{
    part->setMouseTracking(true);
    part->installEventFilter(this);
    for (QWidget *inside : part->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        if (!qobject_cast<RemoteView *>(inside)) {
            watchWidget(inside);
        }
    }
}

void ToolbarReveal::showToolbar()
{
    if (m_autoHidesToolbar) {
        m_toolbar->setGeometry(0, 0, m_viewerWindow->width(), m_toolbar->sizeHint().height());
        m_toolbar->show();
        m_toolbar->raise();
        Q_EMIT shownChanged(true);
    }
}

void ToolbarReveal::hideToolbar()
{
    if (!m_autoHidesToolbar || m_isToolbarPinned) {
        return;
    }
    if (m_toolbarMenu->isVisible() || m_toolbar->underMouse()) {
        m_hideDelayTimer.start();
        return;
    }
    m_toolbar->hide();
    Q_EMIT shownChanged(false);
}

void ToolbarReveal::handlePointerMove(QWidget *part, const QMouseEvent &mouse)
{
    const QPoint at = part->mapTo(m_viewerWindow, mouse.position().toPoint());
    if (at.y() > 1 || mouse.buttons() != Qt::NoButton) {
        m_revealDelayTimer.stop();
        // If the toolbar appeared below the pointer and the pointer has left it, no enter event has started the timer.
        if (m_toolbar->isVisible() && !m_hideDelayTimer.isActive()) {
            m_hideDelayTimer.start();
        }
    } else if (!m_revealDelayTimer.isActive() && !m_toolbar->isVisible()) {
        m_revealDelayTimer.start(revealDelay);
    }
}

bool ToolbarReveal::filterInput(RemoteView *view, QEvent *event)
{
    if (m_autoHidesToolbar && event->type() == QEvent::MouseMove) {
        handlePointerMove(view, *static_cast<QMouseEvent *>(event));
    } else if (m_autoHidesToolbar && event->type() == QEvent::Enter && m_toolbar->isVisible()) {
        m_hideDelayTimer.start();
    }
    return false;
}

bool ToolbarReveal::eventFilter(QObject *watched, QEvent *event)
{
    if (!m_autoHidesToolbar) {
        return false;
    }
    if (event->type() == QEvent::Resize && watched == m_viewerWindow && m_toolbar->isVisible()) {
        showToolbar();
    } else if (event->type() == QEvent::MouseMove && watched != m_toolbar) {
        handlePointerMove(qobject_cast<QWidget *>(watched), *static_cast<QMouseEvent *>(event));
    } else if (watched == m_toolbar && event->type() == QEvent::Leave) {
        m_hideDelayTimer.start();
    } else if (watched == m_toolbar && event->type() == QEvent::Enter) {
        m_hideDelayTimer.stop();
    } else if (watched == m_viewerWindow && event->type() == QEvent::Enter && m_toolbar->isVisible()) {
        m_hideDelayTimer.start();
    }
    return false;
}
}
