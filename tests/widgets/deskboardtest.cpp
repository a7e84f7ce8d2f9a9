// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/supportdesk.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/board/boardcallbar.h"
#include "widgets/board/boardnotes.h"
#include "widgets/board/boardstatusline.h"
#include "widgets/board/calldialog.h"
#include "widgets/board/deskpeopledialog.h"
#include "widgets/board/handoverofferbar.h"
#include "widgets/board/handoverquestionbar.h"
#include "widgets/board/sharedstatusdialog.h"
#include "widgets/board/statusdescription.h"
#include "widgets/view/nightindicators.h"
#include "widgets/viewer/desktopchip.h"
#include "widgets/viewer/viewertoolbar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardLineState::ConnectionState;

namespace
{
const QDateTime at(QDate(2026, 11, 22), QTime(8, 30), QTimeZone::UTC);
const DeskName left{u"waimea"_s, u"left"_s};

BoardWire::Call call(BoardWire::CallState state)
{
    BoardWire::Call result;
    result.id = u"c1"_s;
    result.since = at;
    result.caller = u"Bob"_s;
    result.text = u"the dome sticks"_s;
    result.state = state;
    result.acknowledgerName = state == BoardWire::CallState::Acknowledged ? u"Ann"_s : QString();
    return result;
}

NoteBook::Entry entry(NoteBook::Delivery delivery, const NoteBook::Correspondent &correspondent, bool isToAll = false, const QString &signature = u"Bob"_s)
{
    return {u"1"_s, at, delivery, correspondent, isToAll, signature, u"hello"_s};
}

template<typename Widget>
Widget *named(const QWidget &parent, const QString &name)
{
    return parent.findChild<Widget *>(name);
}

/// As a person does.
void choose(const BoardNotes &notes, int index)
{
    auto *to = named<QComboBox>(notes, u"to"_s);
    to->setCurrentIndex(index);
    Q_EMIT to->activated(index);
}
}

/// What a desk's people see of the facility's board.
class DeskBoardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theLine_data();
    void theLine();
    void theLineLeads();
    void howNotesRead_data();
    void howNotesRead();
    void writingANote();
    void whomANoteIsFor();
    void aNoteThatIsNotTaken();
    void aNoteWhileTheBoardIsAway();
    void whatIsTold();
    void whatIsToldInWords();
    void namesOfPeople_data();
    void namesOfPeople();
    void calling_data();
    void calling();
    void returnCallsOnceAndCancelsNothing();
    void callsOnABoard();
    void continuingHere();
    void continuedElsewhere();
    void nobodyIsFetchedBack();
    void whoLooksStandsOnTheStrip();
    void everythingCanBeUsedWithoutSeeing();
};

void DeskBoardTest::theLine_data()
{
    QTest::addColumn<Reach>("reach");
    QTest::addColumn<QList<DeskWatchers::Watcher>>("watchers");
    QTest::addColumn<QString>("expected");
    const DeskWatchers::Watcher ann{u"ann"_s, u"Ann"_s, false, {u"lris/control0"_s}};
    const DeskWatchers::Watcher bob{u"bob"_s, u"Bob"_s, false, {}};
    const DeskWatchers::Watcher cyd{u"cyd"_s, u"Cyd"_s, false, {}};
    const DeskWatchers::Watcher dan{u"dan"_s, u"Dan"_s, true, {u"nires/other"_s}};
    using Watchers = QList<DeskWatchers::Watcher>;
    QTest::newRow("no board") << Reach::NothingToShow << Watchers{} << u""_s;
    QTest::newRow("its link is not there") << Reach::Waiting << Watchers{} << u"Status board waiting for the connection"_s;
    QTest::newRow("connected") << Reach::Connected << Watchers{} << u"Status shared; no status board is open"_s;
    QTest::newRow("one has it open") << Reach::Connected << Watchers{bob} << u"On the status board · Bob (SA) has the status board open"_s;
    QTest::newRow("two have it open") << Reach::Connected << Watchers{bob, cyd} << u"On the status board · Bob and Cyd (SAs) have the status board open"_s;
    QTest::newRow("one looks at a desktop") << Reach::Connected << Watchers{ann} << u"On the status board · Ann (SA) views Control 0"_s;
    QTest::newRow("who looks comes first") << Reach::Connected << Watchers{bob, ann}
                                           << u"On the status board · Ann (SA) views Control 0 · Bob (SA) has the status board open"_s;
    const DeskWatchers::Watcher eve{u"eve"_s, u"Eve"_s, true, {}};
    QTest::newRow("one looks at the page") << Reach::Connected << Watchers{eve} << u"On the status board · Eve (SA) views this workstation’s page"_s;
    QTest::newRow("at a display that is not here any more") << Reach::Connected << Watchers{dan} << u"On the status board · Dan (SA) views nires/other"_s;
    QTest::newRow("lost") << Reach::Lost << Watchers{} << u"Status board unreachable, retrying"_s;
    QTest::newRow("refused") << Reach::Refused << Watchers{} << u"The status board refuses this workstation"_s;
    QTest::newRow("a login is asked for") << Reach::NeedsLogin << Watchers{} << u"Status board connection needs a login"_s;
}

void DeskBoardTest::theLine()
{
    QFETCH(Reach, reach);
    QFETCH(QList<DeskWatchers::Watcher>, watchers);
    QFETCH(QString, expected);
    BoardStatusLine line;
    QVERIFY(line.isHidden());
    BoardLineState lineState;
    lineState.connectionState = reach;
    lineState.watchers = watchers;
    lineState.displayTitles = {{u"lris/control0"_s, u"Control 0"_s}};
    line.setLineState(lineState);
    QCOMPARE(line.isHidden(), reach == Reach::NothingToShow);
    QCOMPARE(line.text(), expected);
    QCOMPARE(!named<QToolButton>(line, u"login"_s)->isHidden(), reach == Reach::NeedsLogin);
}

void DeskBoardTest::theLineLeads()
{
    BoardStatusLine line;
    BoardLineState lineState;
    lineState.connectionState = Reach::NeedsLogin;
    lineState.unreadCount = 2;
    lineState.call = call(BoardWire::CallState::Acknowledged);
    line.setLineState(lineState);
    QCOMPARE(named<QToolButton>(line, u"notes"_s)->text(), u"Show 2 New Notes"_s);
    QCOMPARE(named<QToolButton>(line, u"call"_s)->text(), u"Ann has acknowledged the call"_s);
    QSignalSpy details(&line, &BoardStatusLine::openSharedStatusRequested);
    QSignalSpy notes(&line, &BoardStatusLine::notesRequested);
    QSignalSpy callClicked(&line, &BoardStatusLine::callDialogRequested);
    QSignalSpy login(&line, &BoardStatusLine::loginRequested);
    for (const QString &name : {u"details"_s, u"notes"_s, u"call"_s, u"login"_s}) {
        named<QToolButton>(line, name)->click();
    }
    QCOMPARE(details.size() + notes.size() + callClicked.size() + login.size(), 4);
    lineState.unreadCount = 0;
    lineState.call.reset();
    line.setLineState(lineState);
    QCOMPARE(named<QToolButton>(line, u"notes"_s)->text(), u"Show Notes"_s);
    QVERIFY(named<QToolButton>(line, u"call"_s)->isHidden());
}

void DeskBoardTest::howNotesRead_data()
{
    QTest::addColumn<NoteBook::Entry>("note");
    QTest::addColumn<QString>("expected");
    using Delivery = NoteBook::Delivery;
    QTest::newRow("of an SA") << entry(Delivery::Received, {{}, u"ann"_s}, false, u"Ann"_s) << u"08:30 UT  Ann (ann): hello"_s;
    QTest::newRow("of an SA to all") << entry(Delivery::Received, {{}, u"ann"_s}, true, u"Ann"_s) << u"08:30 UT  Ann (ann) to all: hello"_s;
    QTest::newRow("of an SA who did not sign") << entry(Delivery::Received, {{}, u"ann"_s}, false, {}) << u"08:30 UT  ann: hello"_s;
    QTest::newRow("of a desk") << entry(Delivery::Received, {left, {}}) << u"08:30 UT  Bob (waimea/left): hello"_s;
    QTest::newRow("one's own") << entry(Delivery::Sent, {}, true) << u"08:30 UT  You: hello"_s;
    QTest::newRow("one's own to a desk") << entry(Delivery::Sent, {left, {}}) << u"08:30 UT  You to waimea/left: hello"_s;
    QTest::newRow("one that is on its way") << entry(Delivery::Sending, {}, true) << u"08:30 UT  You, waiting to be sent: hello"_s;
    QTest::newRow("one that nobody was there to read") << entry(Delivery::NoReceiver, {}, true) << u"08:30 UT  You, no reader yet: hello"_s;
    QTest::newRow("one that waits") << entry(Delivery::Waiting, {}, true) << u"08:30 UT  You, waiting to be sent: hello"_s;
}

void DeskBoardTest::howNotesRead()
{
    QFETCH(NoteBook::Entry, note);
    QTEST(BoardNotes::noteText(note), "expected");
}

void DeskBoardTest::writingANote()
{
    BoardNotes notes;
    auto *line = named<QLineEdit>(notes, u"text"_s);
    auto *send = named<QPushButton>(notes, u"send"_s);
    QVERIFY(!line->isEnabled()); // to whom?
    notes.setRecipients({{u"waimea/left"_s, {left, {}}}, {u"All desks"_s, {}}});
    QSignalSpy written(&notes, &BoardNotes::sendRequested);
    QVERIFY(!send->isEnabled());
    QTest::keyClicks(line, u"  hello "_s);
    QVERIFY(send->isEnabled());
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(written.size(), 1);
    QCOMPARE(written.at(0).at(0).toString(), u"hello"_s);
    QCOMPARE(written.at(0).at(1).value<NoteBook::Correspondent>(), (NoteBook::Correspondent{left, {}}));
    QVERIFY(line->text().isEmpty());
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(written.size(), 1);
    choose(notes, 1);
    QTest::keyClicks(line, u"all"_s);
    send->click();
    QCOMPARE(written.at(1).at(1).value<NoteBook::Correspondent>(), NoteBook::Correspondent{});
}

/// From a board's table to a desk's page and back.
void DeskBoardTest::whomANoteIsFor()
{
    BoardNotes notes;
    auto *line = named<QLineEdit>(notes, u"text"_s);
    QSignalSpy written(&notes, &BoardNotes::sendRequested);
    const auto to = [&](const QString &text) {
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        return written.constLast().at(1).value<NoteBook::Correspondent>();
    };
    const BoardNotes::Recipient all{u"All desks"_s, {}};
    const BoardNotes::Recipient atLeft{u"waimea/left"_s, {left, {}}};
    const BoardNotes::Recipient atRight{u"hilo/right"_s, {DeskName{u"hilo"_s, u"right"_s}, {}}};
    notes.setRecipients({all});
    notes.setRecipients({atLeft, all});
    QCOMPARE(to(u"your slit is wrong"_s), atLeft.correspondent);
    choose(notes, 1);
    QCOMPARE(to(u"fog"_s), all.correspondent);
    notes.setRecipients({atLeft, all}); // told again: the person's choice stays
    QCOMPARE(to(u"more fog"_s), all.correspondent);
    notes.setRecipients({all});
    notes.setRecipients({atLeft, all});
    QCOMPARE(to(u"and now?"_s), atLeft.correspondent);
    // What was begun to one is not sent to another.
    QTest::keyClicks(line, u"dear left"_s);
    notes.setRecipients({atRight, all});
    QVERIFY(line->text().isEmpty());
    QCOMPARE(to(u"dear right"_s), atRight.correspondent);
    notes.setRecipients({atLeft, all});
    QCOMPARE(line->text(), u"dear left"_s);
}

void DeskBoardTest::aNoteThatIsNotTaken()
{
    BoardNotes notes;
    auto *line = named<QLineEdit>(notes, u"text"_s);
    notes.setRecipients({{u"All SAs"_s, {}}});
    bool isFull = true;
    connect(&notes, &BoardNotes::sendRequested, this, [&] {
        if (isFull) {
            notes.showError(u"Too many"_s);
        }
    });
    QTest::keyClicks(line, u"long thought of"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->text(), u"long thought of"_s);
    isFull = false;
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(line->text().isEmpty());
}

void DeskBoardTest::aNoteWhileTheBoardIsAway()
{
    BoardNotes notes;
    notes.setRecipients({{u"All SAs"_s, {}}});
    notes.setNotes({entry(NoteBook::Delivery::Waiting, {}, true)});
    notes.setConnected(false);
    notes.show();
    QCOMPARE(named<QListWidget>(notes, u"notes"_s)->count(), 1);
    bool isSaid = false;
    for (const QLabel *label : notes.findChildren<QLabel *>()) {
        isSaid |= !label->isHidden() && label->text().contains(u"sends your note when"_s);
    }
    QVERIFY(isSaid);
}

void DeskBoardTest::whatIsTold()
{
    SharedStatusDialog dialog;
    BoardLineState lineState;
    dialog.setLineState(lineState);
    QVERIFY(named<QPlainTextEdit>(dialog, u"words"_s)->toPlainText().startsWith(u"Nothing"_s));
    BoardWire::Presence presence;
    presence.stamp = {u"0123456789abcdef"_s, at, 1, at};
    presence.isOnline = true;
    presence.people = {u"Bob"_s};
    presence.programVersion = u"1.0"_s;
    const QString topic = BoardTopics(u"keck"_s).deskTopic(left, BoardTopics::MessageKind::Presence);
    dialog.setPublishedMessages({{topic, BoardWire::write(presence)}});
    QVERIFY(named<QPlainTextEdit>(dialog, u"words"_s)->toPlainText().contains(u"Observers: Bob"_s));
    const QString json = named<QPlainTextEdit>(dialog, u"json"_s)->toPlainText();
    QVERIFY(json.startsWith(topic));
    QVERIFY(json.contains(u"\"Bob\""_s));
    const auto isShown = [&dialog](const QString &text) {
        return std::ranges::any_of(dialog.findChildren<QLabel *>(), [&text](const QLabel *label) {
            return !label->isHidden() && label->text().contains(text);
        });
    };
    QVERIFY(isShown(u"Unknown while"_s)); // nobody knows who looks
    lineState.connectionState = Reach::Connected;
    dialog.setLineState(lineState);
    QVERIFY(isShown(u"Nobody has the status board open"_s));
    dialog.setLastSentAt(at, true);
    QVERIFY(!isShown(u"Nothing is shared now"_s));
    dialog.setLastSentAt(at, false);
    QVERIFY(isShown(u"until 08:30 UT"_s));
    QSignalSpy requested(&dialog, &SharedStatusDialog::credentialChoiceRequested);
    named<QPushButton>(dialog, u"credential"_s)->click();
    QCOMPARE(requested.size(), 1);
}

void DeskBoardTest::whatIsToldInWords()
{
    BoardWire::DeskState state;
    state.people = {u"Bob"_s, u"Cyd"_s};
    state.instruments = {{u"lris"_s, u"LRIS"_s, at, u"abc"_s, {}}};
    state.links = {{u"lris/summit"_s, u"live"_s, true}};
    BoardWire::DisplayReport display;
    display.title = u"Control 0"_s;
    display.topology = u"vnc"_s;
    display.state = u"live"_s;
    display.answering = u"yes"_s;
    display.isViewOnly = true;
    display.liveSince = at;
    state.displays = {display};
    const QString words = StatusDescription::describe(BoardWire::Message(state));
    for (const QString &part : {u"Observers: Bob and Cyd"_s,
                                u"Instrument LRIS since 08:30:00 UT"_s,
                                u"lris/summit: live, compressed"_s,
                                u"Control 0 (vnc): live"_s,
                                u"view-only"_s}) {
        QVERIFY2(words.contains(part), qPrintable(words));
    }
}

void DeskBoardTest::namesOfPeople_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("one a line") << u"Ann Ba\nBob"_s << QStringList{u"Ann Ba"_s, u"Bob"_s};
    QTest::newRow("by commas") << u" Ann,Bob ; Cyd"_s << QStringList{u"Ann"_s, u"Bob"_s, u"Cyd"_s};
    QTest::newRow("said twice") << u"Ann\nann"_s << QStringList{u"Ann"_s};
    QTest::newRow("nobody") << u" \n ,"_s << QStringList{};
    QTest::newRow("a crowd") << u"a,b,c,d,e,f,g,h,i,j"_s << u"a,b,c,d,e,f,g,h"_s.split(u',');
}

void DeskBoardTest::namesOfPeople()
{
    QFETCH(QString, text);
    QTEST(DeskPeopleDialog::parseNames(text), "expected");
}

void DeskBoardTest::calling_data()
{
    QTest::addColumn<std::optional<BoardWire::Call>>("call");
    QTest::addColumn<QString>("obstacle");
    QTest::addColumn<bool>("canRing");
    QTest::addColumn<QString>("said");
    using Call = std::optional<BoardWire::Call>;
    QTest::newRow("possible") << Call() << u""_s << true << u"The call rings at every status board"_s;
    QTest::newRow("not possible") << Call() << u"The board is not reached now."_s << false << u"Phone the support astronomer"_s;
    QTest::newRow("ringing") << Call(call(BoardWire::CallState::Ringing)) << u""_s << false
                             << u"Calling the support astronomer (SA) since 08:30 UT. The call goes on when this window is closed."_s;
    QTest::newRow("somebody has heard") << Call(call(BoardWire::CallState::Acknowledged)) << u""_s << false
                                        << u"Ann, a support astronomer, has acknowledged the call"_s;
}

void DeskBoardTest::calling()
{
    QFETCH(std::optional<BoardWire::Call>, call);
    QFETCH(QString, obstacle);
    QFETCH(bool, canRing);
    QFETCH(QString, said);
    SupportDesk support;
    CallDialog dialog(&support);
    dialog.setCallObstacle(obstacle);
    dialog.setCall(call);
    dialog.show();
    QCOMPARE(!named<QPushButton>(dialog, u"ring"_s)->isHidden(), canRing);
    QCOMPARE(!named<QPushButton>(dialog, u"take-back"_s)->isHidden(), call.has_value());
    const QPushButton *close = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Close);
    QCOMPARE(close->text(), call ? u"Keep Calling"_s : u"Close"_s); // closing the window ends no call, and says so
    bool isSaid = false;
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        isSaid |= label->text().contains(said);
    }
    QVERIFY(isSaid);
    QSignalSpy callClicked(&dialog, &CallDialog::callClicked);
    named<QLineEdit>(dialog, u"text"_s)->setText(u"help"_s);
    named<QPushButton>(dialog, u"ring"_s)->click();
    QCOMPARE(callClicked.value(0).value(0).toString(), u"help"_s);
}

void DeskBoardTest::returnCallsOnceAndCancelsNothing()
{
    SupportDesk support;
    CallDialog dialog(&support);
    QSignalSpy callClicked(&dialog, &CallDialog::callClicked);
    QSignalSpy canceled(&dialog, &CallDialog::endCallRequested);
    connect(&dialog, &CallDialog::callClicked, &dialog, [&dialog] {
        dialog.setCall(call(BoardWire::CallState::Ringing));
    });
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, 30000));
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
    QCOMPARE(callClicked.size(), 1);
    QVERIFY(dialog.focusWidget() && dialog.focusWidget() != named<QPushButton>(dialog, u"take-back"_s));
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Return); // pressed twice
    QCOMPARE(canceled.size(), 0);
    QVERIFY(!dialog.isVisible()); // it closes the window
}

void DeskBoardTest::callsOnABoard()
{
    BoardCallBar bar;
    QVERIFY(bar.isHidden());
    bar.setCall(left, call(BoardWire::CallState::Ringing));
    QVERIFY(!bar.isHidden());
    QSignalSpy heard(&bar, &BoardCallBar::acknowledgeRequested);
    named<QPushButton>(bar, u"acknowledge"_s)->click();
    QCOMPARE(heard.size(), 1);
    QCOMPARE(heard.at(0).at(0).value<DeskName>(), left);
    QCOMPARE(heard.at(0).at(1).toString(), u"c1"_s);
    // Told again while somebody presses: it is still the same button.
    auto *acknowledge = named<QPushButton>(bar, u"acknowledge"_s);
    QTest::mousePress(acknowledge, Qt::LeftButton);
    bar.setCall(left, call(BoardWire::CallState::Ringing));
    QTest::mouseRelease(acknowledge, Qt::LeftButton);
    QCOMPARE(heard.size(), 2);
    const auto says = [&bar](const QString &words) {
        return std::ranges::any_of(bar.findChildren<QLabel *>(), [&words](const QLabel *label) {
            return label->text().contains(words);
        });
    };
    bar.setCall(left, call(BoardWire::CallState::Acknowledged), true);
    QVERIFY(named<QPushButton>(bar, u"acknowledge"_s)->isHidden());
    QVERIFY(says(u"not yet delivered"_s));
    bar.setCall(left, call(BoardWire::CallState::Acknowledged));
    QVERIFY(!says(u"not yet delivered"_s));
    QVERIFY(!bar.isEmpty());
    bar.setCall(left, call(BoardWire::CallState::Over));
    QVERIFY(bar.isEmpty() && bar.isHidden());
}

void DeskBoardTest::continuingHere()
{
    HandoverOfferBar offer;
    QVERIFY(offer.isHidden());
    offer.showOffer({left, {u"Ann"_s}, {u"LRIS"_s}, 6, {}, at});
    QCOMPARE(offer.text(), u"Ann has LRIS at waimea/left, 6 displays, as of 08:30 UT."_s);
    QVERIFY(named<QCheckBox>(offer, u"programs"_s)->isHidden());
    QVERIFY(!offer.isStartProgramsChecked());
    offer.showOffer({left, {u"Ann"_s}, {u"LRIS"_s}, 6, {u"ds9"_s}, at});
    QVERIFY2(offer.text().contains(u"ds9 cannot move"_s), qPrintable(offer.text()));
    QVERIFY(!named<QCheckBox>(offer, u"programs"_s)->isHidden());
    named<QCheckBox>(offer, u"programs"_s)->setChecked(true);
    QVERIFY(offer.isStartProgramsChecked());
    offer.showOffer({left, {u"Ann"_s}, {u"LRIS"_s}, 6, {u"ds9"_s}, at}); // as of now
    QVERIFY(offer.isStartProgramsChecked());
    offer.showOffer({left, {u"Ann"_s}, {u"LRIS"_s}, 6, {u"xterm"_s}, at});
    QVERIFY(!offer.isStartProgramsChecked()); // that was said of others
    QSignalSpy accepted(&offer, &HandoverOfferBar::accepted);
    QSignalSpy declined(&offer, &HandoverOfferBar::declined);
    named<QPushButton>(offer, u"continue-here"_s)->click();
    named<QPushButton>(offer, u"not-now"_s)->click();
    QCOMPARE(accepted.size(), 1);
    QCOMPARE(declined.size(), 1);
}

void DeskBoardTest::continuedElsewhere()
{
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *work = new QLineEdit;
    auto *bar = new HandoverQuestionBar;
    column->addWidget(work);
    column->addWidget(bar);
    window.show();
    work->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&window, 30000));
    bar->showQuestion({left, {u"Ann"_s}, {u"LRIS"_s}, 0});
    QCOMPARE(bar->text(), u"Ann continued at waimea/left with LRIS, which stays connected here too."_s);
    bar->showQuestion({left, {u"Ann"_s}, {u"LRIS"_s}, 1});
    QVERIFY2(bar->text().endsWith(u"Disconnecting ends one X program here."_s), qPrintable(bar->text()));
    QVERIFY(work->hasFocus()); // what is being typed reaches no button
    QSignalSpy questionAnswered(bar, &HandoverQuestionBar::questionAnswered);
    named<QPushButton>(*bar, u"keep"_s)->click();
    named<QPushButton>(*bar, u"disconnect-here"_s)->click();
    QCOMPARE(questionAnswered.at(0).at(0).toBool(), false);
    QCOMPARE(questionAnswered.at(1).at(0).toBool(), true);
}

void DeskBoardTest::nobodyIsFetchedBack()
{
    SupportDesk support;
    CallDialog dialog(&support);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, 30000));
    QVERIFY(named<QLineEdit>(dialog, u"text"_s)->hasFocus());
    auto *ring = named<QPushButton>(dialog, u"ring"_s);
    ring->setFocus();
    dialog.setAnyBoardOpen(true); // an SA came
    QVERIFY(ring->hasFocus());
}

void DeskBoardTest::whoLooksStandsOnTheStrip()
{
    LinkSpec link;
    link.id = u"summit"_s;
    link.host = u"127.0.0.1"_s;
    link.port = 1; // nobody listens
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.title = u"Control 0"_s;
    spec.link = link.id;
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links = {link};
    profile.desktops = {spec};
    Desk desk(nullptr);
    desk.connectProfile(profile);
    auto *session = qobject_cast<DesktopSession *>(desk.session(u"control0"_s));
    QVERIFY(session);
    NightIndicators indicators;
    ViewerToolbar strip(u"left"_s);
    strip.resize(2400, 40);
    strip.setDesktops({session});
    strip.setIndicators(&indicators);
    const auto chip = [&] {
        for (const QToolButton *button : strip.findChildren<QToolButton *>()) {
            if (button->text().contains(u"Control 0"_s)) {
                return button->text();
            }
        }
        return QString();
    };
    QVERIFY(!chip().contains(u"Ann"_s));
    indicators.setViewingAstronomers({{u"lris/control0"_s, {u"Ann"_s}}, {u"lris/control1"_s, {u"Bob"_s}}});
    QVERIFY2(chip().endsWith(u"◉ Ann (SA)"_s), qPrintable(chip()));
    DesktopChip narrow(session);
    narrow.setViewingAstronomers({u"Ann"_s});
    narrow.fitTextToWidth(false, 400);
    QCOMPARE(narrow.text(), u"◉ Control 0"_s); // however little room there is
    indicators.setViewingAstronomers({});
    QVERIFY(!chip().contains(u"◉"_s));
}

void DeskBoardTest::everythingCanBeUsedWithoutSeeing()
{
    SupportDesk support;
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *line = new BoardStatusLine;
    BoardLineState lineState;
    lineState.connectionState = Reach::NeedsLogin;
    lineState.call = call(BoardWire::CallState::Ringing);
    line->setLineState(lineState);
    auto *notes = new BoardNotes;
    notes->setRecipients({{u"waimea/left"_s, {left, {}}}, {u"All desks"_s, {}}});
    notes->setNotes({entry(NoteBook::Delivery::Sent, {}, true)});
    auto *calls = new BoardCallBar;
    auto *offer = new HandoverOfferBar;
    auto *continued = new HandoverQuestionBar;
    for (QWidget *widget : std::initializer_list<QWidget *>{offer, continued, calls, notes, line}) {
        column->addWidget(widget);
    }
    calls->setCall(left, call(BoardWire::CallState::Ringing));
    offer->showOffer({left, {u"Ann"_s}, {u"LRIS"_s}, 6, {u"ds9"_s}, at});
    continued->showQuestion({left, {u"Ann"_s}, {u"LRIS"_s}, 1});
    window.show();
    const auto problems = [](QWidget *one) {
        return (Test::AccessibleCheck::unnamed(one) + Test::AccessibleCheck::clashes(one) + Test::AccessibleCheck::unreachable(one)).join(u'\n');
    };
    window.setWindowTitle(u"Nightdesk"_s);
    QCOMPARE(problems(&window), QString());
    CallDialog calling(&support);
    QCOMPARE(problems(&calling), QString());
    SharedStatusDialog told;
    QCOMPARE(problems(&told), QString());
    DeskPeopleDialog people({u"Ann"_s});
    QCOMPARE(problems(&people), QString());
}

NIGHTDESK_TEST(DeskBoardTest)
#include "deskboardtest.moc"
