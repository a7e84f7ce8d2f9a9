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

/// The board as a page of the console's window: there only where this user has an SA's credential, and connected only once
/// somebody looks at it. GUI thread. A child of Console.
class BoardTab : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it. @p pages: those of the console's window.
    BoardTab(Console &console, QTabWidget *pages);
    ~BoardTab() override; ///< before the window's pages: says goodbye

    QString json() const; ///< for scripts; empty: no board is open
    BoardConsole *console() const;

private:
    void setOffered(bool offered);
    void show();

    Console &m_console;
    QTabWidget *const m_pages;
    BoardConsole *m_board;
    QAction *m_action;
    bool m_isOpen = false; ///< somebody looked at it
};
}
