// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/notebook.h"

#include <QObject>
#include <QPointer>

class QDialog;

namespace Nightdesk
{
class BoardNotes;
class Console;
class DeskObserverNames;
class DeskMessenger;
class NoteNotification;

/// A desk's notes to and from all support astronomers (SA): shown in a separate window, in the night's log, and by a silent notification that does
/// not take the focus. Notes written while the broker is unreachable are sent when it is connected again; notes that no SA received are sent again
/// when an SA connects. GUI thread. Owned by ConsoleBoard.
class ConsoleNotes : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    ConsoleNotes(Console &console, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent);

    void showDialog();
    void beginNight();
    const NoteBook &noteBook() const;
    void writeNote(const QString &text); ///< sends a note to all support astronomers (SAs)

Q_SIGNALS:
    void unreadCountChanged(); ///< the number of unread notes changed

private:
    void receiveNote(const QString &sa, const BoardWire::Note &note, bool isToAll, bool isRetained);
    void handleBrokerConnected(); ///< call when the broker is connected
    void sendWaitingNotes();
    void refresh();
    void handleNotesSeen();

    Console &m_console;
    DeskMessenger *const m_messenger;
    DeskObserverNames *const m_deskObserverNames;
    NoteBook m_noteBook;
    QPointer<QDialog> m_notesDialog;
    QPointer<BoardNotes> m_boardNotes;
    NoteNotification *m_noteNotification;
    QString m_lastConnectionIdentity; ///< facility and desk name of the last broker connection
};
}
