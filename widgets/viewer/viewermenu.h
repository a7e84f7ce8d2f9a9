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
class DisplayModeMenu;
class ViewerWindow;

/// A screen to which a desktop can be moved.
struct MoveTargetScreen {
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
    void setScreens(const QList<MoveTargetScreen> &screens);
    /// Adds the key actions of @p indicators at the end of the menu. Call this once; @p indicators must outlive the menu.
    void setIndicators(NightIndicators *indicators);

private:
    QAction *add(const QString &text, const QString &icon, ViewCommand command);
    void connectCommand(QAction *action, ViewCommand command);
    void addScalingActions();
    void addColorMenu();
    void refreshMenu();
    void updateShowAsMenu();

    ViewerWindow *const m_viewerWindow;
    QMenu *const m_viewerMenu;
    QAction *const m_viewOnlyAction;
    QHash<ViewCommand, QAction *> m_actionOfCommand;
    QList<QAction *> m_desktopActions; ///< actions that need a current desktop
    QAction *m_zoomPanHintAction = nullptr;
    QAction *m_showAsTabsAction = nullptr;
    QMenu *m_colorMenu = nullptr;
    QMenu *m_moveToScreenMenu = nullptr;
    QMenu *m_specialKeysMenu = nullptr;
    DisplayModeMenu *m_displayModeMenu = nullptr; ///< the menu Show As of the current desktop
    QAction *m_actionAfterShowAs = nullptr;
    QList<MoveTargetScreen> m_targetScreens;
};
}
