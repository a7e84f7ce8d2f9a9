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

/// Joins the list of displays with the desk and the stages: what was found is opened, what is to be moved moves; and gives the
/// console's menu actions for the display that is chosen in the list. GUI thread. A child of Console.
class ConsoleDisplays : public QObject
{
    Q_OBJECT
public:
    /// Both outlive this; @p console owns it.
    ConsoleDisplays(Console &console, SessionList *list);

private:
    void buildActions();
    void follow(SessionCard *card);
    void showCommands();
    void openFound(Link *link, const FoundDesktop &found, const QString &screen);
    void lookAgain();
    void reportScreens();
    void reportMoved();

    Console &m_console;
    SessionList *const m_list;
    QList<std::pair<DisplayCommands::Command, QAction *>> m_commandActions;
    QMetaObject::Connection m_following;
    QAction *m_showAs = nullptr;
    QAction *m_lookAgain = nullptr;
};
}
