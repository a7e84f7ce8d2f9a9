// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/boardconversation.h"

#include "app/board/boardconsole.h"
#include "monitors/board/board.h"
#include "sessions/board/boardpresencepublisher.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"
#include "sessions/common/randomid.h"
#include "widgets/board/boardbell.h"
#include "widgets/board/boardcallbar.h"
#include "widgets/board/boardnotes.h"
#include "widgets/board/boardpage.h"
#include "widgets/board/notenotification.h"
#include "widgets/questions/messagebar.h"

#include <KLocalizedString>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
constexpr auto noteExpiry = 12h; // the broker retains notes for one night, for desks and boards that connect later
constexpr auto legacy = " legacy"_L1; ///< suffix of a receipt id: the receipt is for the second copy of a note, which is for older versions

QString timeText(const QDateTime &at)
{
    return at.toUTC().toString(u"HH:mm:ss"_s);
}
}

BoardConversation::BoardConversation(BoardConsole *console, MessageBar *message)
    : QObject(console)
    , m_boardConsole(console)
    , m_messageBar(message)
    , m_boardBell(new BoardBell(this))
    , m_callBar(new BoardCallBar)
    , m_boardNotes(new BoardNotes)
    , m_noteNotification(new NoteNotification(i18nc("@action:button of a notification", "Show Status Board"), this))
{
    BoardPage *page = console->page();
    page->addBar(m_callBar);
    page->setNotes(m_boardNotes);
    connect(console, &BoardConsole::boardReplaced, this, &BoardConversation::connectToNewBoard);
    connect(page, &BoardPage::deskPageOpened, this, &BoardConversation::refresh);
    connect(page, &BoardPage::deskPageClosed, this, &BoardConversation::refresh);
    connect(m_boardNotes, &BoardNotes::sendRequested, this, &BoardConversation::writeNote);
    connect(m_boardNotes, &BoardNotes::notesSeen, this, [this] {
        if (const auto desk = m_boardConsole->page()->shownDesk()) {
            m_noteBook.markNotesOfDeskRead(*desk);
        }
    });
    const auto show = [this](const DeskName &desk) {
        m_boardConsole->page()->openDeskPage(desk);
        Q_EMIT showBoardRequested();
    };
    connect(m_callBar, &BoardCallBar::acknowledgeRequested, this, &BoardConversation::acknowledgeCall);
    connect(m_callBar, &BoardCallBar::openDeskRequested, this, show);
    connect(m_boardBell, &BoardBell::acknowledgeRequested, this, &BoardConversation::acknowledgeCall);
    connect(m_boardBell, &BoardBell::openDeskRequested, this, show);
    connect(m_noteNotification, &NoteNotification::noteAnnounced, message, &MessageBar::showWarningIfFree);
    connect(m_noteNotification, &NoteNotification::activated, this, [this, show] {
        if (m_lastAnnouncedNoteDesk) {
            show(*m_lastAnnouncedNoteDesk);
        } else {
            Q_EMIT showBoardRequested();
        }
    });
    connectToNewBoard();
}

const NoteBook &BoardConversation::noteBook() const
{
    return m_noteBook;
}

void BoardConversation::connectToNewBoard()
{
    m_boardBell->stopAllRinging();
    m_callBar->clear();
    m_noteBook.connectionLost();
    m_deskPresenceAtLastResend.clear();
    const BoardPresencePublisher *voice = m_boardConsole->presencePublisher();
    const QString place = voice ? voice->topics().facility() + u' ' + voice->supportAstronomer() : m_lastConnectionIdentity;
    if (place != m_lastConnectionIdentity && !std::exchange(m_lastConnectionIdentity, place).isEmpty()) {
        // The facility was changed: unsent notes were for the desks of the previous facility.
        if (const int lost = m_noteBook.discardUndeliveredNotes(); lost > 0) {
            m_messageBar->showWarning(i18ncp("@info the facility was changed",
                                             "1 note was not sent because the facility was changed. Write it again if needed.",
                                             "%1 notes were not sent because the facility was changed. Write them again if needed.",
                                             lost));
        }
    }
    if (const Board *board = m_boardConsole->board()) {
        connect(board, &Board::callChanged, this, &BoardConversation::setCall);
        connect(board, &Board::callerSignedOff, this, &BoardConversation::reportCallerLeft);
        connect(board, &Board::deskRemoved, this, &BoardConversation::setCall);
        connect(board, &Board::deskAdded, this, &BoardConversation::refresh);
        connect(board, &Board::desksChanged, this, &BoardConversation::resendUndeliveredNotes);
        connect(board, &Board::deskNoteArrived, this, [this](const DeskName &desk, const BoardWire::Note &note, bool isRetained) {
            receiveNote(note, {desk, {}}, false, isRetained);
        });
        connect(board, &Board::saNoteArrived, this, [this](const QString &sa, const BoardWire::Note &note, bool isRetained) {
            receiveNote(note, {{}, sa}, true, isRetained);
        });
        for (const DeskName &desk : board->desks()) {
            setCall(desk);
        }
    }
    if (const BrokerClient *client = m_boardConsole->client()) {
        connect(client, &BrokerClient::connected, this, &BoardConversation::sendWaitingNotes);
        connect(client, &BrokerClient::stateChanged, this, [this](BrokerState state) {
            if (state != BrokerState::Connected) {
                m_noteBook.connectionLost();
            }
            refresh();
        });
        connect(client, &BrokerClient::messageDelivered, this, &BoardConversation::handleNoteReceipt);
    }
    refresh();
}

void BoardConversation::handleNoteReceipt(const QString &receiptId, BrokerDeliveryResult receipt)
{
    const bool isLegacy = receiptId.endsWith(legacy);
    const QString id = isLegacy ? receiptId.chopped(legacy.size()) : receiptId;
    const auto note = std::ranges::find(m_noteBook.entries(), id, &NoteBook::Entry::id);
    // A note to all desks is not sent again when a desk connects: the broker retains it.
    const bool isToAll = note != m_noteBook.entries().end() && note->isToAll;
    if (receipt == BrokerDeliveryResult::Refused) {
        // Older brokers refuse the topic that contains the note's id, but accept the second copy of the note. The
        // receipt of the second copy decides.
        if (!isToAll || isLegacy) {
            m_noteBook.setDelivery(id, NoteBook::Delivery::Waiting);
        }
    } else if (receipt == BrokerDeliveryResult::NoSubscriber && !isToAll) {
        m_noteBook.setDelivery(id, NoteBook::Delivery::NoReceiver);
    } else {
        m_noteBook.setDelivery(id, NoteBook::Delivery::Sent);
    }
    refresh();
}

/// When a desk connects, sends it again the notes that it has not received, once per connection of the desk. Otherwise,
/// if the broker wrongly reported that no desk is subscribed, the notes would be sent forever.
void BoardConversation::resendUndeliveredNotes(const QList<DeskName> &desks)
{
    bool isAny = false;
    for (const DeskName &name : desks) {
        const BoardDesk *desk = m_boardConsole->board() ? m_boardConsole->board()->desk(name) : nullptr;
        if (!desk || !desk->isStateCurrent || !desk->presence || !desk->presence->isOnline || m_deskPresenceAtLastResend.value(name) == desk->presence->stamp) {
            continue;
        }
        if (m_noteBook.receiverConnected(name)) {
            m_deskPresenceAtLastResend.insert(name, desk->presence->stamp);
            isAny = true;
        }
    }
    if (isAny) {
        sendWaitingNotes();
    }
}

void BoardConversation::setCall(const DeskName &desk)
{
    const BoardDesk *known = m_boardConsole->board() ? m_boardConsole->board()->desk(desk) : nullptr;
    if (!known || !known->call) {
        m_boardBell->forgetCall(desk);
        m_callBar->forgetCall(desk);
        return;
    }
    m_boardBell->setCall(desk, *known->call);
    m_callBar->setCall(desk, *known->call, known->isAcknowledgementPending);
}

/// Reports that a desk disconnected with an open call. Otherwise the bell would stop without an explanation.
void BoardConversation::reportCallerLeft(const DeskName &desk, const BoardWire::Call &call)
{
    const QString who = displayText(call.caller, 60);
    const QString since = call.since.toUTC().toString(u"HH:mm"_s);
    qCInfo(LogNotes).noquote() << timeText(QDateTime::currentDateTimeUtc()) << "UT," << desk.text() << "has left, its call is taken back:" << who;
    m_messageBar->showInfo(who.isEmpty() || who == desk.text() // the call names no observer
                               ? i18nc("@info %1: a workstation as in waimea/left; %2: a time, UT",
                                       "%1 disconnected. Its call of %2 UT was canceled automatically.",
                                       desk.text(),
                                       since)
                               : i18nc("@info %1: a workstation as in waimea/left; %2: who called; %3: a time, UT",
                                       "%1 (%2) disconnected. Their call of %3 UT was canceled automatically.",
                                       desk.text(),
                                       who,
                                       since));
}

void BoardConversation::acknowledgeCall(const DeskName &desk, const QString &call)
{
    BoardPresencePublisher *voice = m_boardConsole->presencePublisher();
    // The bell stops when the broker delivers the acknowledgment to all boards, including this one.
    if (!voice
        || !voice->send(voice->topics().saToDeskTopic(voice->supportAstronomer(), desk, MessageKind::Acknowledgement),
                        BoardWire::Acknowledgement{.stamp = {}, .callId = call, .astronomerName = voice->supportAstronomer()},
                        {.qos = 1, .shouldRetain = true, .expiry = noteExpiry})) {
        m_messageBar->showWarning(i18nc("@info", "The message broker is unreachable, so your acknowledgment was not sent. Use the telephone."));
        return;
    }
    qCInfo(LogNotes).noquote() << timeText(QDateTime::currentDateTimeUtc()) << "UT," << voice->supportAstronomer() << "acknowledges the call of" << desk.text();
}

void BoardConversation::writeNote(const QString &text, const NoteBook::Correspondent &to)
{
    const QString writerName = m_boardConsole->presencePublisher() ? m_boardConsole->presencePublisher()->supportAstronomer() : QString();
    const QString id = randomId();
    const auto entry = m_noteBook.writeNote(id, text, writerName, to, QDateTime::currentDateTimeUtc());
    if (!entry) {
        m_boardNotes->showError(i18nc("@info", "Too many notes are already waiting to be sent. Use the telephone."));
        return;
    }
    qCInfo(LogNotes).noquote() << timeText(entry->writtenAt) << "UT, from" << writerName << "to" << (to.desk ? to.desk->text() : u"all desks"_s) << ':'
                               << entry->text;
    sendWaitingNotes();
}

void BoardConversation::sendWaitingNotes()
{
    BoardPresencePublisher *voice = m_boardConsole->presencePublisher();
    for (const NoteBook::Entry &entry : m_noteBook.waitingNotes()) {
        const BoardWire::Note note{.stamp = {}, .id = entry.id, .text = entry.text, .signature = entry.writerName, .writtenAt = entry.writtenAt};
        const BrokerDeliveryOptions kept{.qos = 1, .shouldRetain = true, .expiry = noteExpiry, .receiptId = entry.id};
        const bool isSent = voice
            && voice->send(entry.correspondent.desk ? voice->topics().saToDeskTopic(voice->supportAstronomer(), *entry.correspondent.desk, MessageKind::Note)
                                                    : voice->topics().saNoteTopic(voice->supportAstronomer(), entry.id),
                           note,
                           kept);
        if (!isSent) {
            break;
        }
        // A second copy, for older desks that do not subscribe to a topic for each note. Newer desks recognize its id and ignore it.
        const BrokerDeliveryOptions again{.qos = 1, .shouldRetain = true, .expiry = noteExpiry, .receiptId = entry.id + legacy};
        if (!entry.correspondent.desk && !voice->send(voice->topics().saTopic(voice->supportAstronomer(), MessageKind::Note), note, again)) {
            break; // not connected: the note stays waiting, and both of its copies are sent after the next connection
        }
        m_noteBook.setDelivery(entry.id, NoteBook::Delivery::Sending);
    }
    refresh();
}

void BoardConversation::receiveNote(const BoardWire::Note &note, const NoteBook::Correspondent &from, bool isToAll, bool isRetained)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto entry = m_noteBook.receiveNote(note, from, isToAll, isRetained, now);
    if (!entry) {
        return;
    }
    const QString said = BoardNotes::noteText(*entry);
    const QString who = from.desk ? from.desk->text() : from.sa;
    qCInfo(LogNotes).noquote() << timeText(entry->writtenAt) << "UT, from" << who << entry->writerName << ':' << entry->text;
    refresh();
    const BoardPage *page = m_boardConsole->page();
    const bool isRead = from.desk && page->shownDesk() == from.desk && page->isVisible() && page->isActiveWindow();
    if (isRead || entry->writtenAt.addDuration(NoteBook::maxNotifiedNoteAge) < now) {
        return;
    }
    m_lastAnnouncedNoteDesk = from.desk;
    m_noteNotification->showNote({.writer = who, .text = said, .messageBarText = said});
}

void BoardConversation::refresh()
{
    QList<BoardNotes::Recipient> recipients;
    const std::optional<DeskName> desk = m_boardConsole->page()->shownDesk();
    if (desk) {
        recipients.append({desk->text(), {desk, {}}});
    }
    recipients.append({i18nc("@item:inlistbox whom a note is for", "All workstations"), {}});
    m_boardNotes->setRecipients(recipients);
    m_boardNotes->setNotes(desk ? m_noteBook.entriesOf(*desk) : m_noteBook.entries());
    m_boardNotes->setConnected(m_boardConsole->client() && m_boardConsole->client()->state() == BrokerState::Connected);
}
}
