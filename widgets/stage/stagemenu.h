// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewprefs.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

class QAction;
class QMenu;

namespace Nightdesk
{
class NightSigns;
class ShowAsMenu;
class Stage;

/// A screen to which a desktop can be moved.
struct ScreenPlace {
    QString name; ///< for Stages::moveTo()
    QString title; ///< the title that users see
    bool isHere = false;
};

/// The menu of a stage, and its keys while none of its desktops has the keyboard. Owned by the stage, GUI thread.
class StageMenu : public QObject
{
    Q_OBJECT
public:
    StageMenu(Stage *stage, QMenu *menu, QAction *viewOnly);

    void setPrefs(const ViewPrefs &prefs);
    void setScreens(const QList<ScreenPlace> &screens);
    void setSigns(NightSigns *signs); ///< adds their actions at the end of the menu; to be called once; must outlive this

private:
    QAction *add(const QString &text, const QString &icon, ViewCommand command);
    void addScalings();
    void addColours();
    void refresh();
    void updateShowAsMenu();

    Stage *const m_stage;
    QMenu *const m_menu;
    QAction *const m_viewOnly;
    QHash<ViewCommand, QAction *> m_actions;
    QList<QAction *> m_ofDesktop; ///< actions that need a current desktop
    QAction *m_hint = nullptr;
    QAction *m_tabs = nullptr;
    QMenu *m_colours = nullptr;
    QMenu *m_move = nullptr;
    QMenu *m_keys = nullptr;
    ShowAsMenu *m_showAs = nullptr; ///< for the current desktop
    QAction *m_behindShowAs = nullptr;
    QList<ScreenPlace> m_screens;
};
}
