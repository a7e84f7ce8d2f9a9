// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class KActionCollection;
class QAction;

namespace Nightdesk
{
class NightIndicators;

/// The menu entries of a desk for the facility's status board; hidden if the facility has none. GUI thread. Owned by ConsoleBoard.
class BoardMenu : public QObject
{
    Q_OBJECT
public:
    /// @p indicators: receives the action for calling a support astronomer, so that the menus of viewer windows show it, too.
    BoardMenu(KActionCollection *actions, NightIndicators *indicators, QObject *parent);

    void updateActions(bool hasBroker, bool hasCredential, bool hasNotes);

Q_SIGNALS:
    void callDialogRequested();
    void notesRequested();
    void peopleRequested();
    void sharedStatusRequested();

private:
    QAction *addBoardAction(KActionCollection *actions, const QString &name, const QString &icon, const QString &text, void (BoardMenu::*requested)());

    QAction *m_callAction;
    QAction *m_notesAction;
    QAction *m_peopleAction;
    QAction *m_sharedStatusAction;
};
}
