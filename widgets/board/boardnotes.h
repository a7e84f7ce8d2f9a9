// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/notebook.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace Nightdesk
{
/// Short notes between a desk and the support astronomers (SAs): the notes of this night, and a line to write one. Used
/// at desks and on boards. GUI thread. Owned by the notes window that BoardConversation or ConsoleNotes makes.
class BoardNotes : public QWidget
{
    Q_OBJECT
public:
    /// A desk or SA to whom a note can be sent.
    struct Recipient {
        QString title; ///< translated, or a name of a desk or SA
        NoteBook::Correspondent correspondent;
        bool operator==(const Recipient &) const = default;
    };
    explicit BoardNotes(QWidget *parent = nullptr);

    /// Sets to whom a note can be sent; empty: to nobody. The first recipient is preselected until the user chooses
    /// another. An unsent text is kept as the draft for the first recipient of the previous list.
    void setRecipients(const QList<Recipient> &recipients);
    void setNotes(const QList<NoteBook::Entry> &notes);
    /// @p isConnected: notes are sent at once; otherwise they wait for a connection.
    void setConnected(bool isConnected);
    /// Shows @p text below the line; translated; empty: no error. If called during sendRequested(), the user's text remains
    /// in the line.
    void showError(const QString &text);
    void focusNoteEdit(); ///< moves the keyboard focus to the text line, because the user wants to write a note
    /// The note as the list shows it. Translated.
    static QString noteText(const NoteBook::Entry &entry);

Q_SIGNALS:
    void sendRequested(const QString &text, const Nightdesk::NoteBook::Correspondent &to);
    void notesSeen(); ///< the list is visible to the user

protected:
    void showEvent(QShowEvent *event) override;

private:
    void send();
    void refresh();

    QListWidget *m_noteList;
    QLabel *m_emptyLabel;
    QComboBox *m_recipientBox;
    QLineEdit *m_noteEdit;
    QPushButton *m_sendButton;
    QLabel *m_messageLabel;
    QList<Recipient> m_recipients;
    std::optional<NoteBook::Correspondent> m_chosenRecipient; ///< the recipient that the user chose; empty: the first recipient
    /// Unsent texts for other lists of recipients, by the first recipient of the list.
    QHash<QString, QString> m_draftsByRecipient;
    QList<NoteBook::Entry> m_notes;
    QString m_errorText;
    bool m_isConnected = true;
};
}
