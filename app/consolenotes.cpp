// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consolenotes.h"

#include "app/deskpeople.h"
#include "monitors/board/deskpost.h"
#include "monitors/board/deskwatchers.h"
#include "sessions/common/logging.h"
#include "widgets/boardnotes.h"
#include "widgets/instrumentwording.h"
#include "widgets/messagebar.h"
#include "widgets/nightsigns.h"

#include <KLocalizedString>
#include <KNotification>

#include <QDialog>
#include <QDialogButtonBox>
#include <QRandomGenerator>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString newId()
{
    return u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
}
}

ConsoleNotes::ConsoleNotes(const Console &console)
    : QObject(console.window)
    , m_console(console)
{
    connect(console.post, &DeskPost::noteArrived, this, &ConsoleNotes::take);
    connect(console.post, &DeskPost::connected, this, &ConsoleNotes::sendWaiting);
    connect(console.post, &DeskPost::brokerChanged, this, &ConsoleNotes::refresh);
}

ConsoleNotes::~ConsoleNotes()
{
    if (m_shown) {
        m_shown->close();
    }
}

const NoteBook &ConsoleNotes::book() const
{
    return m_book;
}

void ConsoleNotes::show()
{
    if (!m_dialog) {
        m_dialog = new QDialog(m_console.window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->setWindowTitle(i18nc("@title:window", "Notes"));
        auto *column = new QVBoxLayout(m_dialog);
        m_notes = new BoardNotes;
        m_notes->setRecipients({{i18nc("@item:inlistbox whom a note is for", "All SAs"), {}}});
        column->addWidget(m_notes, 1);
        auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
        column->addWidget(buttons);
        connect(buttons, &QDialogButtonBox::rejected, m_dialog, &QDialog::reject);
        connect(m_notes, &BoardNotes::written, this, [this](const QString &text) {
            write(text);
        });
        connect(m_notes, &BoardNotes::seen, this, &ConsoleNotes::seen);
        m_dialog->resize(m_dialog->fontMetrics().averageCharWidth() * 70, m_dialog->fontMetrics().height() * 20);
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
    const QStringList people = m_console.people->tonights();
    const QString signature = people.isEmpty() ? m_console.post->name().text() : InstrumentWording::list(people);
    const auto entry = m_book.write(newId(), text, signature, {}, QDateTime::currentDateTimeUtc());
    if (!entry) {
        if (m_notes) {
            m_notes->complain(i18nc("@info", "Too many notes wait to be sent already. Please use the telephone."));
        }
        return;
    }
    qCInfo(LogNotes).noquote() << entry->at.toString(u"HH:mm:ss"_s) << "UT, to all SAs, from" << entry->signature << "at" << m_console.post->name().text()
                               << ':' << entry->text;
    sendWaiting();
}

void ConsoleNotes::sendWaiting()
{
    for (const NoteBook::Entry &entry : m_book.waiting()) {
        BoardWire::Note note;
        note.id = entry.id;
        note.text = entry.text;
        note.signature = entry.signature;
        if (!m_console.post->sendNote(note)) {
            break;
        }
        m_book.sent(entry.id);
    }
    refresh();
}

void ConsoleNotes::take(const QString &sa, const BoardWire::Note &note, bool isToAll)
{
    const auto entry = m_book.take(note, {{}, sa}, isToAll, QDateTime::currentDateTimeUtc());
    if (!entry) {
        return;
    }
    const QString who = DeskWatchers::nameOf(sa, entry->signature);
    qCInfo(LogNotes).noquote() << entry->at.toString(u"HH:mm:ss"_s) << "UT, from" << who << (isToAll ? "to all:" : "to this desk:") << entry->text;
    refresh();
    Q_EMIT changed();
    if (m_notes && m_notes->isVisible() && m_notes->isActiveWindow()) {
        return; // it is being read
    }
    const QString said = i18nc("@info a support astronomer's name; the text of a note", "%1 (SA): %2", who, entry->text);
    m_console.message->mention(said);
    if (m_console.signs) {
        m_console.signs->say(said); // the console may be covered
    }
    if (m_shown) {
        m_shown->close();
    }
    m_shown = new KNotification(u"note"_s, KNotification::CloseOnTimeout, this);
    m_shown->setTitle(i18nc("@title of a notification; a support astronomer's name", "Note from %1", who));
    m_shown->setText(entry->text.toHtmlEscaped());
    connect(m_shown->addDefaultAction(i18nc("@action:button of a notification", "Show Notes")), &KNotificationAction::activated, this, &ConsoleNotes::show);
    m_shown->sendEvent();
}

void ConsoleNotes::refresh()
{
    if (m_notes) {
        m_notes->setNotes(m_book.entries());
        m_notes->setConnected(m_console.post->mode() == DeskPost::Mode::Telling && m_console.post->isConnected());
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
