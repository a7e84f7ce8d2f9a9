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
class DeskPeople;
class DeskPost;
class NoteNotice;

/// A desk's notes: to all SAs and from them, in a window of their own, in the night's log, and as a quiet notification that takes
/// nobody's keyboard. What is written while the broker is away goes when it is back, and what nobody was there to hear, when somebody
/// comes. GUI thread. Owned by ConsoleBoard.
class ConsoleNotes : public QObject
{
    Q_OBJECT
public:
    /// All outlive this.
    ConsoleNotes(Console &console, DeskPost *post, DeskPeople *people, QObject *parent);

    void showDialog();
    void beginNight();
    const NoteBook &book() const;
    void write(const QString &text); ///< to all SAs

Q_SIGNALS:
    void changed(); ///< how many are unread

private:
    void receiveNote(const QString &sa, const BoardWire::Note &note, bool isToAll, bool isRetained);
    void follow(); ///< the broker is there
    void sendWaiting();
    void refresh();
    void seen();

    Console &m_console;
    DeskPost *const m_post;
    DeskPeople *const m_people;
    NoteBook m_book;
    QPointer<QDialog> m_dialog;
    QPointer<BoardNotes> m_notes;
    NoteNotice *m_notice;
    QString m_place; ///< whose broker it was that was there last
};
}
