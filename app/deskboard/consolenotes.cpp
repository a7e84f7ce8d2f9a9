// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consolenotes.h"

#include "app/board/notenotification.h"
#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskmessenger.h"
#include "monitors/board/deskwatchers.h"
#include "sessions/common/logging.h"
#include "sessions/common/randomid.h"
#include "widgets/board/boardnotes.h"
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

ConsoleNotes::ConsoleNotes(Console &console, DeskMessenger *post, DeskPeople *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_post(post)
    , m_people(people)
    , m_notice(new NoteNotification(i18nc("@action:button of a notification", "Show Notes"), this))
{
    connect(post, &DeskMessenger::noteArrived, this, &ConsoleNotes::receiveNote);
    connect(post, &DeskMessenger::connected, this, &ConsoleNotes::followBroker);
    connect(post, &DeskMessenger::brokerChanged, this, [this] {
        if (!m_post->isConnected()) {
            m_book.connectionLost();
        }
        refresh();
    });
    connect(post, &DeskMessenger::noteDelivered, this, [this](const QString &id, BrokerReceipt receipt) {
        switch (receipt) {
        case BrokerReceipt::Taken:
            m_book.noteSent(id);
            break;
        case BrokerReceipt::NobodyThere:
            m_book.noteUnanswered(id);
            break;
        case BrokerReceipt::Refused:
            m_book.queueNote(id);
            break;
        }
        refresh();
    });
    connect(post, &DeskMessenger::saPresenceArrived, this, [this](const QString &, const BoardWire::Presence &presence) {
        if (presence.isOnline && m_book.receiverConnected({})) {
            sendWaitingNotes();
        }
    });
    connect(m_notice, &NoteNotification::activated, this, &ConsoleNotes::showDialog);
    connect(m_notice, &NoteNotification::noteAnnounced, this, [this](const QString &text) {
        m_console.message()->showWarningIfFree(text);
        // Announced in viewer windows, too, because they may cover the console.
        m_console.indicators()->announceText(text);
    });
}

const NoteBook &ConsoleNotes::noteBook() const
{
    return m_book;
}

void ConsoleNotes::showDialog()
{
    if (!m_dialog) {
        m_dialog = new QDialog(m_console.window());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->setWindowTitle(i18nc("@title:window", "Notes"));
        auto *column = new QVBoxLayout(m_dialog);
        m_notes = new BoardNotes;
        m_notes->setRecipients({{i18nc("@item:inlistbox whom a note is for", "All support astronomers"), {}}});
        column->addWidget(m_notes, 1);
        auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
        column->addWidget(buttons);
        connect(buttons, &QDialogButtonBox::rejected, m_dialog, &QDialog::reject);
        connect(m_notes, &BoardNotes::written, this, [this](const QString &text) {
            write(text);
        });
        connect(m_notes, &BoardNotes::seen, this, &ConsoleNotes::seen);
        FirstPlace::resize(m_dialog, QSize(m_dialog->fontMetrics().averageCharWidth() * 70, m_dialog->fontMetrics().height() * 20));
        refresh();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    m_notes->write();
}

void ConsoleNotes::beginNight()
{
    m_book.beginNight();
    refresh();
    Q_EMIT changed();
}

void ConsoleNotes::write(const QString &text)
{
    const QStringList people = m_people->tonightsPeople();
    const QString signature = people.isEmpty() ? m_post->name().text() : InstrumentWording::list(people);
    const auto entry = m_book.write(randomId(), text, signature, {}, QDateTime::currentDateTimeUtc());
    if (!entry) {
        if (m_notes) {
            m_notes->showError(i18nc("@info", "Too many notes are already waiting to be sent. Use the telephone."));
        }
        return;
    }
    qCInfo(LogNotes).noquote() << entry->at.toString(u"HH:mm:ss"_s) << "UT, to all SAs, from" << entry->signature << "at" << m_post->name().text() << ':'
                               << entry->text;
    sendWaitingNotes();
}

/// Called when the broker is connected. If the facility has changed, drops unsent notes: they were for the SAs of the
/// previous facility.
void ConsoleNotes::followBroker()
{
    const QString place = m_post->facility() + u' ' + m_post->name().text();
    if (!m_lastDeskKey.isEmpty() && m_lastDeskKey != place) {
        if (const int lost = m_book.forgetUnsent(); lost > 0) {
            m_console.message()->showWarning(i18ncp("@info the facility was changed",
                                                    "1 note was not sent because the facility was changed. Write it again if needed.",
                                                    "%1 notes were not sent because the facility was changed. Write them again if needed.",
                                                    lost));
        }
    }
    m_lastDeskKey = place;
    sendWaitingNotes();
}

void ConsoleNotes::sendWaitingNotes()
{
    for (const NoteBook::Entry &entry : m_book.waiting()) {
        BoardWire::Note note;
        note.id = entry.id;
        note.text = entry.text;
        note.signature = entry.signature;
        note.written = entry.at;
        if (!m_post->sendNote(note)) {
            break;
        }
        m_book.noteSending(entry.id);
    }
    refresh();
}

void ConsoleNotes::receiveNote(const QString &sa, const BoardWire::Note &note, bool isToAll, bool isRetained)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto entry = m_book.receiveNote(note, {{}, sa}, isToAll, isRetained, now);
    if (!entry) {
        return;
    }
    const QString who = DeskWatchers::nameOf(sa, entry->signature);
    qCInfo(LogNotes).noquote() << entry->at.toString(u"HH:mm:ss"_s) << "UT, from" << who << (isToAll ? "to all:" : "to this desk:") << entry->text;
    refresh();
    Q_EMIT changed();
    if (entry->at.addDuration(NoteBook::notificationAge) < now || (m_notes && m_notes->isVisible() && m_notes->isActiveWindow())) {
        return; // no announcement: the board's line counts the note, or the user is reading the notes
    }
    m_notice->showNote(
        {.from = who, .text = entry->text, .announcement = i18nc("@info a support astronomer's name; the text of a note", "%1 (SA): %2", who, entry->text)});
}

void ConsoleNotes::refresh()
{
    if (m_notes) {
        m_notes->setNotes(m_book.entries());
        m_notes->setConnected(m_post->isConnected());
    }
}

void ConsoleNotes::seen()
{
    if (m_book.unread() > 0) {
        m_book.readAll();
        Q_EMIT changed();
    }
}
}
