// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/notebook.h"
#include "sessions/broker/brokerclient.h"

#include <QHash>
#include <QObject>

namespace Nightdesk
{
class BoardBell;
class BoardCallBar;
class BoardConsole;
class BoardNotes;
class MessageBar;
class NoteNotice;

/// What an SA's board says and hears beside its table: notes to and from desks, and their calls, which ring until an SA has heard
/// them. GUI thread; all that it works on outlives it. A child of its BoardConsole.
class BoardConversation : public QObject
{
    Q_OBJECT
public:
    BoardConversation(BoardConsole *console, MessageBar *message);

    const NoteBook &book() const;
    void acknowledge(const DeskName &desk, const QString &call);
    /// To that desk, or to all.
    void write(const QString &text, const NoteBook::Party &to);

Q_SIGNALS:
    void boardRequested(); ///< a notification was clicked: the window is wanted

private:
    void follow(); ///< the board is another
    void setCall(const DeskName &desk);
    void reportLeft(const DeskName &desk, const BoardWire::Call &call);
    void receiveNote(const BoardWire::Note &note, const NoteBook::Party &from, bool isToAll, bool isRetained);
    void noteReceipt(const QString &mark, BrokerReceipt receipt);
    void lookWhoCame(const QList<DeskName> &desks);
    void sendWaiting();
    void refresh();

    BoardConsole *const m_console;
    MessageBar *const m_message;
    NoteBook m_book;
    BoardBell *m_bell;
    BoardCallBar *m_bar;
    BoardNotes *m_notes;
    NoteNotice *m_notice;
    std::optional<DeskName> m_newsFrom; ///< of the notification
    QString m_place; ///< whose broker it was that was there last
    QHash<DeskName, BoardWire::Stamp> m_tried; ///< the presence at which what a desk had not heard was sent again
};
}
