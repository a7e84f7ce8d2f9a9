// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/discoverreader.h"
#include "widgets/displays/displaycommands.h"

#include <QObject>

class QAction;

namespace Nightdesk
{
class Console;
class SessionCard;
class SessionList;

/// Connects the list of displays with the desk and the viewer windows: opens found desktops and moves displays between screens. Also provides the
/// menu actions for the display selected in the list. GUI thread. A child of Console.
class ConsoleDisplays : public QObject
{
    Q_OBJECT
public:
    /// Both arguments outlive this object; @p console owns this.
    ConsoleDisplays(Console &console, SessionList *list);

private:
    void buildActions();
    void setCurrentCard(SessionCard *card);
    void updateCommandActions();
    void openFoundDesktop(Link *link, const FoundDesktop &found, const QString &screen);
    void refreshDiscovery();
    void updateScreensAndActions();
    void showMovedDisplays();

    Console &m_console;
    SessionList *const m_sessionList;
    QList<std::pair<DisplayCommands::Command, QAction *>> m_commandActions;
    QMetaObject::Connection m_currentCardConnection;
    QAction *m_showAsAction = nullptr;
    QAction *m_findDesktopsAction = nullptr;
};
}
