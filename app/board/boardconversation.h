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
class NoteNotification;

/// The notes and calls of a support astronomer's (SA) status board: notes to and from desks, and calls of desks, which ring until an SA acknowledges
/// them. GUI thread; all that it works on outlives it. A child of its BoardConsole.
class BoardConversation : public QObject
{
    Q_OBJECT
public:
    BoardConversation(BoardConsole *console, MessageBar *message);

    const NoteBook &noteBook() const;
    void acknowledgeCall(const DeskName &desk, const QString &call);
    /// Sends a note to the desk that @p to names, or to all desks.
    void writeNote(const QString &text, const NoteBook::Correspondent &to);

Q_SIGNALS:
    void showBoardRequested(); ///< a notification was clicked: the board's window should be shown

private:
    void connectToNewBoard(); ///< call when another board replaced the previous one
    void setCall(const DeskName &desk);
    void reportCallerLeft(const DeskName &desk, const BoardWire::Call &call);
    void receiveNote(const BoardWire::Note &note, const NoteBook::Correspondent &from, bool isToAll, bool isRetained);
    void handleNoteReceipt(const QString &receiptId, BrokerDeliveryResult receipt);
    void resendUndeliveredNotes(const QList<DeskName> &desks);
    void sendWaitingNotes();
    void refresh();

    BoardConsole *const m_boardConsole;
    MessageBar *const m_messageBar;
    NoteBook m_noteBook;
    BoardBell *m_boardBell;
    BoardCallBar *m_callBar;
    BoardNotes *m_boardNotes;
    NoteNotification *m_noteNotification;
    std::optional<DeskName> m_lastAnnouncedNoteDesk; ///< desk whose note was announced last; empty: the note was from an SA
    QString m_lastConnectionIdentity; ///< facility and support astronomer (SA) of the last broker connection
    QHash<DeskName, BoardWire::MessageStamp> m_deskPresenceAtLastResend; ///< by desk: stamp of its last presence that made notes be sent again
};
}
