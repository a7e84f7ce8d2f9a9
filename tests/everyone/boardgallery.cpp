// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/everyone/boardgallery.h"

#include "monitors/supportdesk.h"
#include "widgets/board/boardcallbar.h"
#include "widgets/board/boardnotes.h"
#include "widgets/board/boardstatusline.h"
#include "widgets/board/calldialog.h"
#include "widgets/board/deskpeopledialog.h"
#include "widgets/board/handoverofferbar.h"
#include "widgets/board/handoverquestionbar.h"
#include "widgets/board/sharedstatusdialog.h"

#include <QTimeZone>
#include <QVBoxLayout>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
const QStringList twoPeople{u"[A. Teal]"_s, u"[B. Ochre]"_s};

DeskName desk()
{
    return DeskName::fromText(u"mauna-kea/remote1"_s).value_or(DeskName());
}

QDateTime evening()
{
    return {QDate(2026, 11, 20), QTime(5, 12), QTimeZone::UTC};
}

BoardWire::Call ringing()
{
    BoardWire::Call call;
    call.id = u"1"_s;
    call.since = evening();
    call.caller = u"[A. Teal and B. Ochre]"_s;
    call.text = u"[The image display shows nothing since the filter wheel was moved.]"_s;
    return call;
}

BoardLineState lineState()
{
    BoardLineState lineState;
    lineState.connectionState = BoardLineState::ConnectionState::Connected;
    lineState.watchers = {{.sa = u"ann"_s, .name = u"[Ann]"_s, .hasPageOpen = true, .displays = {u"lris/control0"_s, u"lris/control1"_s}},
                          {.sa = u"bob"_s, .name = u"[Bob]"_s, .hasPageOpen = false, .displays = {}}};
    lineState.displayTitles = {{u"lris/control0"_s, u"[Control 0]"_s}, {u"lris/control1"_s, u"[Control 1]"_s}};
    lineState.call = ringing();
    lineState.unreadCount = 3;
    return lineState;
}

/// As the bars of a window stand: with something else below.
std::unique_ptr<QWidget> inAWindow(std::unique_ptr<QWidget> bar)
{
    auto window = std::make_unique<QWidget>();
    window->setWindowTitle(u"[Window]"_s);
    auto *column = new QVBoxLayout(window.get());
    column->addWidget(bar.release());
    column->addStretch(1);
    return window;
}

std::unique_ptr<QWidget> told()
{
    auto dialog = std::make_unique<SharedStatusDialog>();
    dialog->setDeskNameAndTraffic(u"[mauna-kea/remote1]"_s, u"[4.9 KiB sent in 11 messages, 2.0 KiB received in 7]"_s);
    dialog->setLineState(lineState());
    dialog->setLastSentAt(evening(), false);
    dialog->showError(u"[That credential is kept, but it is of another facility, not of the one that is open.]"_s);
    return dialog;
}

std::unique_ptr<QWidget> call(bool isRinging)
{
    auto *support = new SupportDesk;
    auto dialog = std::make_unique<CallDialog>(support, nullptr);
    support->setParent(dialog.get());
    PersonSpec astronomer;
    astronomer.name = u"[Ana Ruiz]"_s;
    astronomer.role = SupportRole::SupportAstronomer;
    astronomer.phone = u"+1 808 555 0100"_s;
    Facility facility;
    facility.timezone = u"Pacific/Honolulu"_s;
    facility.people = {astronomer};
    support->setFacility(facility);
    if (isRinging) {
        dialog->setCall(ringing());
    }
    dialog->setAnyBoardOpen(false);
    return dialog;
}

std::unique_ptr<QWidget> notes()
{
    auto notes = std::make_unique<BoardNotes>();
    notes->setRecipients({{u"[mauna-kea/remote1]"_s, {desk(), {}}}, {u"[santa-cruz/left]"_s, {DeskName::fromText(u"santa-cruz/left"_s), {}}}});
    const auto note = [](const QString &id, NoteBook::Delivery delivery) {
        return NoteBook::Entry{.id = id,
                               .writtenAt = evening(),
                               .delivery = delivery,
                               .correspondent = {desk(), {}},
                               .isToAll = false,
                               .writerName = u"[A. Teal]"_s,
                               .text = u"[The image display shows nothing since the filter wheel was moved.]"_s};
    };
    notes->setNotes({note(u"1"_s, NoteBook::Delivery::Received), note(u"2"_s, NoteBook::Delivery::NoReceiver)});
    notes->setConnected(false);
    return notes;
}

std::unique_ptr<QWidget> moving()
{
    auto offer = std::make_unique<HandoverOfferBar>();
    offer->showOffer({.fromDesk = desk(),
                      .people = twoPeople,
                      .instruments = {u"[LRIS]"_s, u"[ESI]"_s},
                      .displayCount = 5,
                      .immovablePrograms = {u"[Telescope log]"_s, u"[Summit clock]"_s},
                      .sentAt = evening()});
    return offer;
}

std::unique_ptr<QWidget> continued()
{
    auto bar = std::make_unique<HandoverQuestionBar>();
    bar->showQuestion({.continuingDesk = desk(), .people = twoPeople, .instruments = {u"[LRIS]"_s}, .programCount = 2});
    return bar;
}

std::unique_ptr<QWidget> calls()
{
    auto *bar = new BoardCallBar;
    auto window = inAWindow(std::unique_ptr<QWidget>(bar)); // before calls come, as in the board
    bar->setCall(desk(), ringing());
    BoardWire::Call heard = ringing();
    heard.state = BoardWire::CallState::Acknowledged;
    heard.acknowledgerName = u"[Ann]"_s;
    bar->setCall(DeskName::fromText(u"santa-cruz/left"_s).value_or(DeskName()), heard, true);
    return window;
}

std::unique_ptr<QWidget> line()
{
    auto line = std::make_unique<BoardStatusLine>();
    line->setLineState(lineState());
    return line;
}
}

QList<Gallery::Exhibit> BoardGallery::exhibits()
{
    return {
        {u"what the board sees"_s, &told},
        {u"people at this desk"_s,
         [] {
             return std::make_unique<DeskPeopleDialog>(twoPeople);
         }},
        {u"a call"_s,
         [] {
             return call(false);
         }},
        {u"a call that rings"_s,
         [] {
             return call(true);
         }},
        {u"notes"_s,
         [] {
             return inAWindow(notes());
         }},
        {u"continuing from another desk"_s,
         [] {
             return inAWindow(moving());
         }},
        {u"continued elsewhere"_s,
         [] {
             return inAWindow(continued());
         }},
        {u"desks that call"_s, &calls},
        {u"line of the board"_s,
         [] {
             return inAWindow(line());
         }},
    };
}
}
