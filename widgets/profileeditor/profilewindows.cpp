// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/profilewindows.h"

#include "widgets/profileeditor/profilewindow.h"

#include <QFileInfo>

namespace Nightdesk
{
ProfileWindows::ProfileWindows(QWidget *parent)
    : QObject(parent)
{
}

ProfileWindow *ProfileWindows::open(const SourcePlace &place)
{
    const QString file = QFileInfo(place.file).absoluteFilePath();
    QPointer<ProfileWindow> &window = m_windows[file];
    if (!window) {
        window = new ProfileWindow(file); // without a parent, so that this window is not always above the console
        connect(window, &ProfileWindow::openFileRequested, this, &ProfileWindows::open);
        connect(window, &ProfileWindow::otherFileEditRequested, this, [this](const EditTarget &target, const QString &value) {
            open(target.place)->editWhenRead(target, value);
        });
        window->show();
    }
    window->goTo(place);
    window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->raise();
    window->activateWindow();
    return window;
}
}
