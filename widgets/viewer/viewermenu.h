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
class NightIndicators;
class ShowAsMenu;
class ViewerWindow;

/// A screen to which a desktop can be moved.
struct TargetScreen {
    QString name; ///< the name that ViewerWindows::moveDisplayTo() takes
    QString title; ///< the title that users see
    bool isCurrentScreen = false;
};

/// The menu of a viewer window, and its keys while none of its desktops has the keyboard. Owned by the viewer window, GUI thread.
class ViewerMenu : public QObject
{
    Q_OBJECT
public:
    ViewerMenu(ViewerWindow *viewerWindow, QMenu *menu, QAction *viewOnly);

    void setPrefs(const ViewPrefs &prefs);
    void setScreens(const QList<TargetScreen> &screens);
    void setIndicators(NightIndicators *indicators); ///< adds their actions at the end of the menu; to be called once; must outlive this

private:
    QAction *add(const QString &text, const QString &icon, ViewCommand command);
    void addScalingActions();
    void addColorMenu();
    void refreshMenu();
    void updateShowAsMenu();

    ViewerWindow *const m_viewerWindow;
    QMenu *const m_viewerMenu;
    QAction *const m_viewOnlyAction;
    QHash<ViewCommand, QAction *> m_actionOfCommand;
    QList<QAction *> m_desktopActions; ///< actions that need a current desktop
    QAction *m_keyHintAction = nullptr;
    QAction *m_showAsTabsAction = nullptr;
    QMenu *m_colorMenu = nullptr;
    QMenu *m_moveToScreenMenu = nullptr;
    QMenu *m_specialKeysMenu = nullptr;
    ShowAsMenu *m_showAsMenu = nullptr; ///< the menu Show As of the current desktop
    QAction *m_actionAfterShowAs = nullptr;
    QList<TargetScreen> m_targetScreens;
};
}
