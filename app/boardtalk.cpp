// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/boardtalk.h"

#include "app/boardbell.h"
#include "app/boardconsole.h"
#include "app/boardvoice.h"
#include "monitors/board/board.h"
#include "sessions/common/logging.h"
#include "widgets/boardcallbar.h"
#include "widgets/boardnotes.h"
#include "widgets/boardpage.h"
#include "widgets/messagebar.h"

#include <KLocalizedString>
#include <KNotification>

#include <QRandomGenerator>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Sort = BoardTopics::Sort;

namespace
{
constexpr auto keptFor = 12h; // a night: for a desk that comes later, and for other boards

QString time(const QDateTime &at)
{
    return at.toUTC().toString(u"HH:mm:ss"_s);
}
}

BoardTalk::BoardTalk(BoardConsole *console, MessageBar *message)
    : QObject(console)
    , m_console(console)
    , m_message(message)
    , m_bell(new BoardBell(this))
    , m_bar(new BoardCallBar)
    , m_notes(new BoardNotes)
{
    BoardPage *page = console->page();
    page->addBar(m_bar);
    page->setNotes(m_notes);
    connect(console, &BoardConsole::boardChanged, this, &BoardTalk::follow);
    connect(page, &BoardPage::deskOpened, this, &BoardTalk::refresh);
    connect(page, &BoardPage::deskClosed, this, &BoardTalk::refresh);
    connect(m_notes, &BoardNotes::written, this, &BoardTalk::write);
    connect(m_notes, &BoardNotes::seen, this, [this] {
        if (const auto desk = m_console->page()->openDesk()) {
            m_book.readOf(*desk);
        }
    });
    const auto show = [this](const DeskName &desk) {
        m_console->page()->open(desk);
        Q_EMIT boardRequested();
    };
    connect(m_bar, &BoardCallBar::acknowledged, this, &BoardTalk::acknowledge);
    connect(m_bar, &BoardCallBar::deskRequested, this, show);
    connect(m_bell, &BoardBell::acknowledged, this, &BoardTalk::acknowledge);
    connect(m_bell, &BoardBell::deskRequested, this, show);
    follow();
}

BoardTalk::~BoardTalk()
{
    if (m_shown) {
        m_shown->close();
    }
}

const NoteBook &BoardTalk::book() const
{
    return m_book;
}

void BoardTalk::follow()
{
    const Board *board = m_console->board();
    if (board) {
        connect(board, &Board::callChanged, this, &BoardTalk::setCall, Qt::UniqueConnection);
        connect(board, &Board::deskRemoved, this, &BoardTalk::setCall, Qt::UniqueConnection);
        connect(board, &Board::deskAdded, this, &BoardTalk::refresh, Qt::UniqueConnection);
        connect(board, &Board::noteArrived, this, [this](const DeskName &desk, const BoardWire::Note &note) {
            take(note, {desk, {}}, false);
        });
        connect(board, &Board::saNoteArrived, this, [this](const QString &sa, const BoardWire::Note &note) {
            take(note, {{}, sa}, true);
        });
        for (const DeskName &desk : board->desks()) {
            setCall(desk);
        }
    }
    if (BrokerClient *client = m_console->client()) {
        connect(client, &BrokerClient::connected, this, &BoardTalk::sendWaiting, Qt::UniqueConnection);
        connect(client, &BrokerClient::stateChanged, this, &BoardTalk::refresh, Qt::UniqueConnection);
    }
    refresh();
}

void BoardTalk::setCall(const DeskName &desk)
{
    const BoardDesk *known = m_console->board() ? m_console->board()->desk(desk) : nullptr;
    if (!known || !known->call) {
        m_bell->forget(desk);
        m_bar->forget(desk);
        return;
    }
    m_bell->setCall(desk, *known->call);
    m_bar->setCall(desk, *known->call, known->isAnswerUntold);
}

void BoardTalk::acknowledge(const DeskName &desk, const QString &call)
{
    BoardVoice *voice = m_console->voice();
    BoardWire::Acknowledgement heard; // its bell falls silent when the broker has told it to all boards, this one as well
    heard.call = call;
    heard.name = voice ? voice->sa() : QString();
    if (!voice || !voice->send(voice->topics().fromSaTo(voice->sa(), desk, Sort::Acknowledgement), heard, {.qos = 1, .isRetained = true, .expiry = keptFor})) {
        m_message->warn(i18nc("@info", "The broker is not reached now: nobody was told that you have heard the call. Please use the telephone."));
        return;
    }
    qCInfo(LogNotes).noquote() << time(QDateTime::currentDateTimeUtc()) << "UT," << voice->sa() << "acknowledges the call of" << desk.text();
}

void BoardTalk::write(const QString &text, const NoteBook::Party &to)
{
    const QString signature = m_console->voice() ? m_console->voice()->sa() : QString();
    const QString id = u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
    const auto entry = m_book.write(id, text, signature, to, QDateTime::currentDateTimeUtc());
    if (!entry) {
        m_notes->complain(i18nc("@info", "Too many notes wait to be sent already. Please use the telephone."));
        return;
    }
    qCInfo(LogNotes).noquote() << time(entry->at) << "UT, from" << signature << "to" << (to.desk ? to.desk->text() : u"all desks"_s) << ':' << entry->text;
    sendWaiting();
}

void BoardTalk::sendWaiting()
{
    BoardVoice *voice = m_console->voice();
    for (const NoteBook::Entry &entry : m_book.waiting()) {
        BoardWire::Note note;
        note.id = entry.id;
        note.text = entry.text;
        note.signature = entry.signature;
        const BrokerDelivery kept{.qos = 1, .isRetained = true, .expiry = keptFor};
        const bool isSent = voice
            && voice->send(entry.party.desk ? voice->topics().fromSaTo(voice->sa(), *entry.party.desk, Sort::Note)
                                            : voice->topics().ofSa(voice->sa(), Sort::Note),
                           note,
                           kept);
        if (!isSent) {
            break;
        }
        m_book.sent(entry.id);
    }
    refresh();
}

void BoardTalk::take(const BoardWire::Note &note, const NoteBook::Party &from, bool isToAll)
{
    const auto entry = m_book.take(note, from, isToAll, QDateTime::currentDateTimeUtc());
    if (!entry) {
        return;
    }
    const QString said = BoardNotes::words(*entry);
    qCInfo(LogNotes).noquote() << time(entry->at) << "UT, from" << (from.desk ? from.desk->text() : from.sa) << entry->signature << ':' << entry->text;
    refresh();
    const QWidget *page = m_console->page();
    if (from.desk && m_console->page()->openDesk() == from.desk && page->isVisible() && page->isActiveWindow()) {
        return; // it is being read
    }
    m_message->mention(said);
    if (m_shown) {
        m_shown->close();
    }
    m_shown = new KNotification(u"note"_s, KNotification::CloseOnTimeout, this);
    m_shown->setTitle(i18nc("@title of a notification; a desk as in waimea/left, or a name", "Note from %1", from.desk ? from.desk->text() : from.sa));
    m_shown->setText(said.toHtmlEscaped());
    connect(m_shown->addDefaultAction(i18nc("@action:button of a notification", "Show the Board")),
            &KNotificationAction::activated,
            this,
            [this, desk = from.desk] {
                if (desk) {
                    m_console->page()->open(*desk);
                }
                Q_EMIT boardRequested();
            });
    m_shown->sendEvent();
}

void BoardTalk::refresh()
{
    QList<BoardNotes::Recipient> recipients;
    const std::optional<DeskName> desk = m_console->page()->openDesk();
    if (desk) {
        recipients.append({desk->text(), {desk, {}}});
    }
    recipients.append({i18nc("@item:inlistbox whom a note is for", "All desks"), {}});
    m_notes->setRecipients(recipients);
    m_notes->setNotes(desk ? m_book.entriesOf(*desk) : m_book.entries());
    m_notes->setConnected(m_console->client() && m_console->client()->state() == BrokerState::Connected);
}
}
