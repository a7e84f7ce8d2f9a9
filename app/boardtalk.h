// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/notebook.h"

#include <QObject>
#include <QPointer>

class KNotification;

namespace Nightdesk
{
class BoardBell;
class BoardCallBar;
class BoardConsole;
class BoardNotes;
class MessageBar;
class Pager;

/// What an SA's board says and hears beside its table: notes to and from desks, and their calls, which ring until an SA has heard
/// them. GUI thread; all that it works on outlives it.
class BoardTalk : public QObject
{
    Q_OBJECT
public:
    /// @p pages: the facility's command that wakes the SA runs for each call, too.
    BoardTalk(BoardConsole *console, MessageBar *message, bool pages = false);
    ~BoardTalk() override;

    const NoteBook &book() const;
    void acknowledge(const DeskName &desk, const QString &call);
    /// To that desk, or to all.
    void write(const QString &text, const NoteBook::Party &to);
    /// The facility's, as it was read last; none without pages.
    void setPager(const QStringList &command);

Q_SIGNALS:
    void boardRequested(); ///< a notification was clicked: the window is wanted

private:
    void follow(); ///< the board is another
    void setCall(const DeskName &desk);
    void take(const BoardWire::Note &note, const NoteBook::Party &from, bool isToAll);
    void sendWaiting();
    void refresh();

    BoardConsole *const m_console;
    MessageBar *const m_message;
    const bool m_pages;
    NoteBook m_book;
    BoardBell *m_bell;
    BoardCallBar *m_bar;
    BoardNotes *m_notes;
    Pager *m_pager = nullptr;
    QStringList m_pagerCommand;
    QPointer<KNotification> m_shown;
};
}
