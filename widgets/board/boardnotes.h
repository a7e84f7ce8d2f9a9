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
/// Short notes between a desk and the SAs: those of the night, and a line to write one. Used at desks and on boards. GUI thread. Owned by
/// the window of notes that BoardConversation or ConsoleNotes makes.
class BoardNotes : public QWidget
{
    Q_OBJECT
public:
    /// Somebody who can be written to.
    struct Recipient {
        QString title; ///< translated, or a name
        NoteBook::Party party;
        bool operator==(const Recipient &) const = default;
    };
    explicit BoardNotes(QWidget *parent = nullptr);

    /// The likely one first: it is the one, until a person chooses another. None: nothing can be written. What was begun to write
    /// stays with whoever stands first.
    void setRecipients(const QList<Recipient> &recipients);
    void setNotes(const QList<NoteBook::Entry> &notes);
    /// Whether notes go now; those that are written meanwhile wait.
    void setConnected(bool isConnected);
    /// Below the line; translated; empty: nothing is wrong. Said during written(): what was written stays in the line.
    void showError(const QString &text);
    void write(); ///< the keyboard goes to the line: the person asked for that
    /// As it stands in the list. Translated.
    static QString words(const NoteBook::Entry &entry);

Q_SIGNALS:
    void written(const QString &text, const Nightdesk::NoteBook::Party &to);
    void seen(); ///< somebody looks at the list

protected:
    void showEvent(QShowEvent *event) override;

private:
    void send();
    void refresh();

    QListWidget *m_list;
    QLabel *m_nothing;
    QComboBox *m_to;
    QLineEdit *m_line;
    QPushButton *m_send;
    QLabel *m_messageLabel;
    QList<Recipient> m_recipients;
    std::optional<NoteBook::Party> m_chosen; ///< by a person
    QHash<QString, QString> m_drafts; ///< of other recipients, by who stood first
    QList<NoteBook::Entry> m_notes;
    QString m_complaint;
    bool m_isConnected = true;
};
}
