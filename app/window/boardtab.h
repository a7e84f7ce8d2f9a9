// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QTabWidget;

namespace Nightdesk
{
class BoardConsole;
class Console;

/// The status board as a page of the console's window. The page exists only if this user has a support astronomer's (SA) credential, and connects
/// when it is first shown. GUI thread. A child of Console.
class BoardTab : public QObject
{
    Q_OBJECT
public:
    /// Both arguments outlive this object. @p pages: of the console's window.
    BoardTab(Console &console, QTabWidget *pages);
    ~BoardTab() override; ///< must be deleted before the window's pages; reports to the broker that the board closes

    QString boardStateJson() const; ///< the board's state for scripts; empty: the board is not open

private:
    void setTabShown(bool isShown);
    void show();

    Console &m_console;
    QTabWidget *const m_tabs;
    BoardConsole *m_boardConsole;
    QAction *m_showBoardAction;
    bool m_wasPageEverShown = false; ///< true: the page has been shown at least once
};
}
