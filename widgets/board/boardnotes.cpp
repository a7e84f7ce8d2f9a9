// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardnotes.h"

#include "widgets/common/plainlabel.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString draftKey(const NoteBook::Correspondent &correspondent)
{
    return correspondent.desk ? correspondent.desk->text() : correspondent.sa;
}
}

BoardNotes::BoardNotes(QWidget *parent)
    : QWidget(parent)
    , m_noteList(new QListWidget)
    , m_emptyLabel(new QLabel(i18nc("@info no note was written this night", "No notes tonight.")))
    , m_recipientBox(new QComboBox)
    , m_noteEdit(new QLineEdit)
    , m_sendButton(new QPushButton(QIcon::fromTheme(u"document-send"_s), i18nc("@action:button", "Send Note")))
    , m_messageLabel(PlainLabel::createWrapped())
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    m_noteList->setObjectName(u"notes"_s);
    m_noteList->setAccessibleName(i18nc("@info accessible name", "Notes of the night"));
    m_noteList->setWordWrap(true);
    m_noteList->setUniformItemSizes(false);
    m_noteList->setResizeMode(QListView::Adjust);
    m_noteList->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_noteList->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_noteList->setMinimumHeight(fontMetrics().height() * 4);
    m_emptyLabel->setForegroundRole(QPalette::PlaceholderText);
    m_emptyLabel->setAlignment(Qt::AlignCenter);
    column->addWidget(m_emptyLabel, 1);
    column->addWidget(m_noteList, 1);
    auto *row = new QHBoxLayout;
    m_recipientBox->setObjectName(u"to"_s);
    m_recipientBox->setAccessibleName(i18nc("@info accessible name whom a note is for", "Recipient"));
    row->addWidget(m_recipientBox);
    m_noteEdit->setObjectName(u"text"_s);
    m_noteEdit->setMaxLength(static_cast<int>(NoteBook::maxNoteLength));
    m_noteEdit->setPlaceholderText(i18nc("@info:placeholder", "Short note"));
    m_noteEdit->setAccessibleName(i18nc("@info accessible name", "Short note"));
    row->addWidget(m_noteEdit, 1);
    m_sendButton->setObjectName(u"send"_s);
    m_sendButton->setAutoDefault(false); // only Return in the text line sends the note, not Return elsewhere in a dialog
    row->addWidget(m_sendButton);
    column->addLayout(row);
    column->addWidget(m_messageLabel);
    setTabOrder(m_noteList, m_recipientBox);
    setTabOrder(m_recipientBox, m_noteEdit);
    setTabOrder(m_noteEdit, m_sendButton);
    connect(m_sendButton, &QPushButton::clicked, this, &BoardNotes::send);
    connect(m_noteEdit, &QLineEdit::returnPressed, this, &BoardNotes::send);
    connect(m_noteEdit, &QLineEdit::textChanged, this, &BoardNotes::refresh);
    connect(m_recipientBox, &QComboBox::activated, this, [this](int index) {
        m_chosenRecipient = m_recipients.value(index).correspondent;
    });
    refresh();
}

void BoardNotes::setRecipients(const QList<Recipient> &recipients)
{
    if (recipients == m_recipients) {
        return; // unchanged: setting the same recipients again would close an open list
    }
    const NoteBook::Correspondent before = m_recipients.isEmpty() ? NoteBook::Correspondent() : m_recipients.constFirst().correspondent;
    const NoteBook::Correspondent likely = recipients.isEmpty() ? NoteBook::Correspondent() : recipients.constFirst().correspondent;
    if (likely != before) {
        // The page of another desk is shown: the chosen recipient and the text were not meant for that desk.
        m_chosenRecipient.reset();
        m_draftsByRecipient.insert(draftKey(before), m_noteEdit->text());
        m_noteEdit->setText(m_draftsByRecipient.take(draftKey(likely)));
    }
    m_recipients = recipients;
    m_recipientBox->clear();
    for (const Recipient &recipient : recipients) {
        m_recipientBox->addItem(recipient.title);
        if (recipient.correspondent == m_chosenRecipient) {
            m_recipientBox->setCurrentIndex(m_recipientBox->count() - 1);
        }
    }
    m_recipientBox->setVisible(recipients.size() > 1);
    refresh();
}

QString BoardNotes::noteText(const NoteBook::Entry &entry)
{
    const QString time = entry.writtenAt.toUTC().toString(u"HH:mm"_s);
    QString whose = entry.correspondent.desk ? entry.correspondent.desk->text() : entry.correspondent.sa;
    switch (entry.delivery) {
    case NoteBook::Delivery::Received: {
        const QString who = entry.writerName.isEmpty() || entry.writerName == whose
            ? whose
            : i18nc("@info a note's writer: %1 a name, %2 the workstation or login that it came from", "%1 (%2)", entry.writerName, whose);
        return entry.isToAll ? i18nc("@info a note; %1: time, UT; %2: its writer; %3: its text", "%1 UT  %2 to all: %3", time, who, entry.text)
                             : i18nc("@info a note; %1: time, UT; %2: its writer; %3: its text", "%1 UT  %2: %3", time, who, entry.text);
    }
    case NoteBook::Delivery::Sent:
        return whose.isEmpty()
            ? i18nc("@info a note of one's own; %1: time, UT; %2: its text", "%1 UT  You: %2", time, entry.text)
            : i18nc("@info a note of one's own; %1: time, UT; %2: whom it is for; %3: its text", "%1 UT  You to %2: %3", time, whose, entry.text);
    case NoteBook::Delivery::NoReceiver:
        return i18nc("@info a note of one's own; %1: time, UT; %2: its text", "%1 UT  You, no reader yet: %2", time, entry.text);
    case NoteBook::Delivery::Waiting:
    case NoteBook::Delivery::Sending:
        break;
    }
    return i18nc("@info a note of one's own; %1: time, UT; %2: its text", "%1 UT  You, waiting to be sent: %2", time, entry.text);
}

void BoardNotes::setNotes(const QList<NoteBook::Entry> &notes)
{
    if (notes == m_notes) {
        return;
    }
    m_notes = notes;
    const QScrollBar *bar = m_noteList->verticalScrollBar();
    const bool wasAtEnd = bar->value() >= bar->maximum() || m_noteList->count() == 0;
    m_noteList->clear();
    for (const NoteBook::Entry &note : notes) {
        auto *item = new QListWidgetItem(noteText(note), m_noteList);
        item->setIcon(QIcon::fromTheme(note.delivery == NoteBook::Delivery::Received   ? u"mail-message"_s
                                           : note.delivery == NoteBook::Delivery::Sent ? u"document-send"_s
                                                                                       : u"chronometer"_s));
        item->setToolTip(note.writtenAt.toUTC().toString(u"yyyy-MM-dd HH:mm:ss"_s));
    }
    if (wasAtEnd) {
        m_noteList->scrollToBottom();
    }
    refresh();
    if (isVisible()) {
        Q_EMIT notesSeen();
    }
}

void BoardNotes::setConnected(bool isConnected)
{
    m_isConnected = isConnected;
    refresh();
}

void BoardNotes::showError(const QString &text)
{
    m_errorText = text;
    refresh();
}

void BoardNotes::focusNoteEdit()
{
    m_noteEdit->setFocus(Qt::OtherFocusReason);
}

void BoardNotes::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_noteList->scrollToBottom();
    Q_EMIT notesSeen();
}

void BoardNotes::send()
{
    const QString text = m_noteEdit->text().trimmed();
    if (text.isEmpty() || m_recipients.isEmpty()) {
        return;
    }
    m_errorText.clear();
    Q_EMIT sendRequested(text, m_recipients.value(std::max(m_recipientBox->currentIndex(), 0)).correspondent);
    if (m_errorText.isEmpty()) {
        m_noteEdit->clear();
    }
    refresh();
}

void BoardNotes::refresh()
{
    m_emptyLabel->setVisible(m_notes.isEmpty());
    m_noteList->setVisible(!m_notes.isEmpty());
    m_noteEdit->setEnabled(!m_recipients.isEmpty());
    m_sendButton->setEnabled(!m_recipients.isEmpty() && !m_noteEdit->text().trimmed().isEmpty());
    const QString said = !m_errorText.isEmpty() ? m_errorText
        : m_isConnected                         ? QString()
                        : i18nc("@info:status", "The status board is unreachable. Nightdesk sends your note when the board is connected again.");
    m_messageLabel->setText(said);
    m_messageLabel->setVisible(!said.isEmpty());
    QPalette colors = m_messageLabel->palette();
    colors.setColor(QPalette::WindowText, Wording::color(m_errorText.isEmpty() ? Wording::StatusTone::Busy : Wording::StatusTone::Bad));
    m_messageLabel->setPalette(colors);
}
}
