// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/displays/displaycommands.h"

#include <QObject>
#include <QStringList>

#include <functional>

class QAction;
class QActionGroup;
class KGuiItem;
class QMenu;
class QWidget;

namespace Nightdesk
{
class DisplayModeMenu;

/// The actions for one display. Their texts, tooltips and states follow the display's state. Asks before a program is
/// ended. GUI thread; if the session is destroyed first, this must be deleted. Owned by SessionCard or ProgramWindow.
class DisplayActions : public QObject
{
    Q_OBJECT
public:
    /// @p widget: parent of the question dialog and of this object.
    DisplayActions(Session *session, QWidget *widget);

    QAction *action(DisplayCommands::Command command) const;
    /// a menu with all actions
    QMenu *menu() const
    {
        return m_menu;
    }
    /// the menu of display modes; null: there is only one display mode
    DisplayModeMenu *displayModeMenu() const
    {
        return m_displayModeMenu;
    }
    /// Screen names of the site, from left to right.
    void setScreens(const QStringList &names);
    /// @p screenName: the screen that shows the display; empty: the screen in the profile.
    void setDisplayScreen(const QString &screenName);

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void actionsRefreshed();
    void openRequested(Nightdesk::Session *session);
    void showRequested(Nightdesk::Session *session);
    void moveRequested(Nightdesk::Session *session, const QString &screen);
    void trafficRequested(Nightdesk::Session *session);

private:
    template<typename Slot>
    void addCommandAction(DisplayCommands::Command command, const QString &icon, Slot slot);
    void closeDisplay();
    void showAs(Topology topology);
    /// Executes @p command, after a question if @p command would end a program.
    void runAfterConfirmation(const QString &title, const KGuiItem &button, const std::function<void()> &command);

    Session *const m_session;
    QWidget *const m_parentWidget;
    QMenu *m_menu;
    QMenu *m_screensMenu;
    QActionGroup *m_screenGroup;
    DisplayModeMenu *m_displayModeMenu = nullptr;
    QStringList m_screenNames;
    QString m_screenName;
    QHash<DisplayCommands::Command, QAction *> m_actionsByCommand;
};
}
