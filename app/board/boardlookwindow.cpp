// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/boardlookwindow.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/stage/lonedesktop.h"

#include <KLocalizedString>

#include <QCloseEvent>
#include <QScreen>

namespace Nightdesk
{
BoardLookWindow::BoardLookWindow(DesktopSession *session, const QString &title)
    : m_desktop(new LoneDesktop(session, this))
{
    setWindowTitle(i18nc("@title:window %1: a workstation and a display", "%1 (View Only)", title));
    connect(m_desktop, &LoneDesktop::retryRequested, this, &BoardLookWindow::retryRequested);
    connect(m_desktop, &LoneDesktop::sizeKnown, this, [this](const QSize &wanted) {
        // Beside the board, not over all of it.
        const QSize room = screen()->availableSize() * 3 / 4;
        resize(wanted.width() > room.width() || wanted.height() > room.height() ? wanted.scaled(room, Qt::KeepAspectRatio) : wanted);
    });
    setAttribute(Qt::WA_QuitOnClose, false); // it is a window beside the one that is the program
    resize(m_desktop->sizeFor(QSize(800, 600)));
}

BoardLookWindow::~BoardLookWindow() = default;

void BoardLookWindow::inform(const QString &text)
{
    m_desktop->inform(text);
}

void BoardLookWindow::letGo()
{
    m_desktop->letGo();
    deleteLater();
}

void BoardLookWindow::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    Q_EMIT closed();
}
}
