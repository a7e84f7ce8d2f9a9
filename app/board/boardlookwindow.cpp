// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/boardlookwindow.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/common/firstplace.h"
#include "widgets/viewer/singledesktopview.h"

#include <KLocalizedString>

#include <QCloseEvent>
#include <QScreen>

namespace Nightdesk
{
BoardLookWindow::BoardLookWindow(DesktopSession *session, const QString &title, const QWidget *beside)
    : m_desktop(new SingleDesktopView(session, this))
{
    setWindowTitle(i18nc("@title:window %1: a workstation and a display", "%1 (View Only)", title));
    connect(m_desktop, &SingleDesktopView::retryRequested, this, &BoardLookWindow::retryRequested);
    connect(m_desktop, &SingleDesktopView::sizeKnown, this, [this](const QSize &wanted) {
        // The window is smaller than the screen, so that the board stays visible.
        const QSize room = screen()->availableSize() * 3 / 4;
        const bool isWherePut = pos() == m_place || !screen()->availableGeometry().contains(geometry());
        resize(wanted.width() > room.width() || wanted.height() > room.height() ? wanted.scaled(room, Qt::KeepAspectRatio) : wanted);
        if (isWherePut) {
            FirstPlace::center(this, this);
            m_place = pos();
        }
    });
    setAttribute(Qt::WA_QuitOnClose, false); // closing this extra window must not end the program
    setScreen(beside->screen());
    FirstPlace::resize(this, m_desktop->sizeFor(QSize(800, 600)));
    FirstPlace::center(this, beside); // without a position, a window manager may place the window across two monitors
    m_place = pos();
}

BoardLookWindow::~BoardLookWindow() = default;

void BoardLookWindow::showInfo(const QString &text)
{
    m_desktop->showInfo(text);
}

void BoardLookWindow::release()
{
    m_desktop->release();
    deleteLater();
}

void BoardLookWindow::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    Q_EMIT closed();
}
}
