// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/discoverreader.h"
#include "widgets/displays/displaydeeds.h"

#include <QObject>

class KActionCollection;
class QAction;

namespace Nightdesk
{
class Desk;
class FacilityChoice;
class SessionCard;
class SessionList;
class Stages;

/// Joins the list of displays with the desk and the stages: what was found is opened, what is to be moved moves; and gives the
/// console's menu actions for the display that is chosen in the list. GUI thread.
class ConsoleDisplays : public QObject
{
    Q_OBJECT
public:
    struct Parts {
        Desk *desk;
        FacilityChoice *choice;
        Stages *stages;
        SessionList *list;
        KActionCollection *actions;
    };
    /// All of them outlive this.
    ConsoleDisplays(const Parts &parts, QObject *parent);

private:
    void buildActions();
    void follow(SessionCard *card);
    void showDeeds();
    void openFound(Link *link, const FoundDesktop &found, const QString &screen);
    void lookAgain();
    void tellScreens();
    void tellMoved();

    const Parts m_parts;
    QList<std::pair<DisplayDeeds::Deed, QAction *>> m_deeds;
    QMetaObject::Connection m_following;
    QAction *m_showAs = nullptr;
    QAction *m_lookAgain = nullptr;
};
}
