// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardviewwindow.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/common/firstplace.h"
#include "widgets/viewer/singledesktopview.h"

#include <KLocalizedString>

#include <QCloseEvent>
#include <QScreen>

namespace Nightdesk
{
WatchedDesktopWindow::WatchedDesktopWindow(DesktopSession *session, const QString &title, const QWidget *beside)
    : m_desktopView(new SingleDesktopView(session, this))
{
    setWindowTitle(i18nc("@title:window %1: a workstation and a display", "%1 (View Only)", title));
    connect(m_desktopView, &SingleDesktopView::retryRequested, this, &WatchedDesktopWindow::retryRequested);
    connect(m_desktopView, &SingleDesktopView::resizeToFirstImageRequested, this, [this](const QSize &wanted) {
        // The window is smaller than the screen, so that the board stays visible.
        const QSize room = screen()->availableSize() * 3 / 4;
        const bool isWherePut = pos() == m_positionSetByProgram || !screen()->availableGeometry().contains(geometry());
        resize(wanted.width() > room.width() || wanted.height() > room.height() ? wanted.scaled(room, Qt::KeepAspectRatio) : wanted);
        if (isWherePut) {
            WindowPlacement::center(this, this);
            m_positionSetByProgram = pos();
        }
    });
    setAttribute(Qt::WA_QuitOnClose, false); // closing this extra window must not end the program
    setScreen(beside->screen());
    WindowPlacement::resize(this, m_desktopView->windowSizeFor(QSize(800, 600)));
    WindowPlacement::center(this, beside); // without a position, a window manager may place the window across two monitors
    m_positionSetByProgram = pos();
}

void WatchedDesktopWindow::showInfo(const QString &text)
{
    m_desktopView->showInfo(text);
}

void WatchedDesktopWindow::releaseSession()
{
    m_desktopView->releaseSession();
    deleteLater();
}

void WatchedDesktopWindow::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    Q_EMIT windowClosed();
}
}
