// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consolenotes.h"

#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskmessenger.h"
#include "monitors/board/deskwatchers.h"
#include "sessions/common/logging.h"
#include "sessions/common/randomid.h"
#include "widgets/board/boardnotes.h"
#include "widgets/board/notenotification.h"
#include "widgets/common/firstplace.h"
#include "widgets/questions/messagebar.h"
#include "widgets/view/nightindicators.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QDialog>
#include <QDialogButtonBox>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleNotes::ConsoleNotes(Console &console, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_messenger(messenger)
    , m_deskObserverNames(people)
    , m_noteNotification(new NoteNotification(i18nc("@action:button of a notification", "Show Notes"), this))
{
    connect(messenger, &DeskMessenger::noteArrived, this, &ConsoleNotes::receiveNote);
    connect(messenger, &DeskMessenger::connected, this, &ConsoleNotes::handleBrokerConnected);
    connect(messenger, &DeskMessenger::brokerStatusChanged, this, [this] {
        if (!m_messenger->isConnected()) {
            m_noteBook.connectionLost();
        }
        refresh();
    });
    connect(messenger, &DeskMessenger::noteDelivered, this, [this](const QString &id, BrokerDeliveryResult receipt) {
        switch (receipt) {
        case BrokerDeliveryResult::Delivered:
            m_noteBook.setDelivery(id, NoteBook::Delivery::Sent);
            break;
        case BrokerDeliveryResult::NoSubscriber:
            m_noteBook.setDelivery(id, NoteBook::Delivery::NoReceiver);
            break;
        case BrokerDeliveryResult::Refused:
            m_noteBook.setDelivery(id, NoteBook::Delivery::Waiting);
            break;
        }
        refresh();
    });
    connect(messenger, &DeskMessenger::saPresenceArrived, this, [this](const QString &, const BoardWire::Presence &presence) {
        if (presence.isOnline && m_noteBook.receiverConnected({})) {
            sendWaitingNotes();
        }
    });
    connect(m_noteNotification, &NoteNotification::activated, this, &ConsoleNotes::showDialog);
    connect(m_noteNotification, &NoteNotification::noteAnnounced, this, [this](const QString &text) {
        m_console.messageBar()->showWarningIfFree(text);
        // Announced in viewer windows, too, because they may cover the console.
        m_console.indicators()->showMessageOnToolbars(text);
    });
}

const NoteBook &ConsoleNotes::noteBook() const
{
    return m_noteBook;
}

void ConsoleNotes::showDialog()
{
    if (!m_notesDialog) {
        m_notesDialog = new QDialog(m_console.window());
        m_notesDialog->setAttribute(Qt::WA_DeleteOnClose);
        m_notesDialog->setWindowTitle(i18nc("@title:window", "Notes"));
        auto *column = new QVBoxLayout(m_notesDialog);
        m_boardNotes = new BoardNotes;
        m_boardNotes->setRecipients({{i18nc("@item:inlistbox whom a note is for", "All support astronomers"), {}}});
        column->addWidget(m_boardNotes, 1);
        auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
        column->addWidget(buttons);
        connect(buttons, &QDialogButtonBox::rejected, m_notesDialog, &QDialog::reject);
        connect(m_boardNotes, &BoardNotes::sendRequested, this, [this](const QString &text) {
            writeNote(text);
        });
        connect(m_boardNotes, &BoardNotes::notesSeen, this, &ConsoleNotes::handleNotesSeen);
        WindowPlacement::resize(m_notesDialog, QSize(m_notesDialog->fontMetrics().averageCharWidth() * 70, m_notesDialog->fontMetrics().height() * 20));
        refresh();
    }
    m_notesDialog->show();
    m_notesDialog->raise();
    m_notesDialog->activateWindow();
    m_boardNotes->focusNoteEdit();
}

void ConsoleNotes::beginNight()
{
    m_noteBook.beginNight();
    refresh();
    Q_EMIT unreadCountChanged();
}

void ConsoleNotes::writeNote(const QString &text)
{
    const QStringList people = m_deskObserverNames->tonightsPeople();
    const QString writerName = people.isEmpty() ? m_messenger->name().text() : InstrumentWording::list(people);
    const auto entry = m_noteBook.writeNote(randomId(), text, writerName, {}, QDateTime::currentDateTimeUtc());
    if (!entry) {
        if (m_boardNotes) {
            m_boardNotes->showError(i18nc("@info", "Too many notes are already waiting to be sent. Use the telephone."));
        }
        return;
    }
    qCInfo(LogNotes).noquote() << entry->writtenAt.toString(u"HH:mm:ss"_s) << "UT, to all SAs, from" << entry->writerName << "at" << m_messenger->name().text()
                               << ':' << entry->text;
    sendWaitingNotes();
}

/// Called when the broker is connected. If the facility has changed, drops unsent notes: they were for the SAs of the
/// previous facility.
void ConsoleNotes::handleBrokerConnected()
{
    const QString place = m_messenger->facility() + u' ' + m_messenger->name().text();
    if (!m_lastConnectionIdentity.isEmpty() && m_lastConnectionIdentity != place) {
        if (const int lost = m_noteBook.discardUndeliveredNotes(); lost > 0) {
            m_console.messageBar()->showWarning(i18ncp("@info the facility was changed",
                                                       "1 note was not sent because the facility was changed. Write it again if needed.",
                                                       "%1 notes were not sent because the facility was changed. Write them again if needed.",
                                                       lost));
        }
    }
    m_lastConnectionIdentity = place;
    sendWaitingNotes();
}

void ConsoleNotes::sendWaitingNotes()
{
    for (const NoteBook::Entry &entry : m_noteBook.waitingNotes()) {
        const BoardWire::Note note{.stamp = {}, .id = entry.id, .text = entry.text, .signature = entry.writerName, .writtenAt = entry.writtenAt};
        if (!m_messenger->sendNote(note)) {
            break;
        }
        m_noteBook.setDelivery(entry.id, NoteBook::Delivery::Sending);
    }
    refresh();
}

void ConsoleNotes::receiveNote(const QString &sa, const BoardWire::Note &note, bool isToAll, bool isRetained)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto entry = m_noteBook.receiveNote(note, {{}, sa}, isToAll, isRetained, now);
    if (!entry) {
        return;
    }
    const QString who = DeskWatchers::nameOf(sa, entry->writerName);
    qCInfo(LogNotes).noquote() << entry->writtenAt.toString(u"HH:mm:ss"_s) << "UT, from" << who << (isToAll ? "to all:" : "to this desk:") << entry->text;
    refresh();
    Q_EMIT unreadCountChanged();
    if (entry->writtenAt.addDuration(NoteBook::maxNotifiedNoteAge) < now || (m_boardNotes && m_boardNotes->isVisible() && m_boardNotes->isActiveWindow())) {
        return; // no announcement: the board's line counts the note, or the user is reading the notes
    }
    m_noteNotification->showNote({.writer = who,
                                  .text = entry->text,
                                  .messageBarText = i18nc("@info a support astronomer's name; the text of a note", "%1 (SA): %2", who, entry->text)});
}

void ConsoleNotes::refresh()
{
    if (m_boardNotes) {
        m_boardNotes->setNotes(m_noteBook.entries());
        m_boardNotes->setConnected(m_messenger->isConnected());
    }
}

void ConsoleNotes::handleNotesSeen()
{
    if (m_noteBook.unreadCount() > 0) {
        m_noteBook.markAllRead();
        Q_EMIT unreadCountChanged();
    }
}
}
