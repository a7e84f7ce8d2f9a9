// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/sessionlist.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/display/preloadstate.h"
#include "sessions/links/hop/discovery.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/accessible.h"
#include "tests/widgets/dialogparts.h"
#include "tests/widgets/sessionlistparts.h"
#include "widgets/displays/displayactions.h"
#include "widgets/displays/displaycommands.h"
#include "widgets/displays/founddesktoplist.h"
#include "widgets/displays/preloadlist.h"
#include "widgets/displays/sessioncard.h"
#include "widgets/displays/showasmenu.h"
#include "widgets/viewer/preloadchip.h"

#include <KMessageDialog>

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using DisplayCommands::Command;

namespace
{
constexpr int patience = 60'000;

class ListedSession : public Session
{
public:
    ListedSession(Link *link, Kind kind, const QString &title)
        : Session(kind, title.toLower(), title, u"left"_s, link, nullptr)
    {
    }
    void goLive()
    {
        start();
        reportOpened();
        reportContentAppeared();
    }
    using Session::reportEnded;
    using Session::reportFailure;
    int asked = 0;

protected:
    bool requestProgramClose() override
    {
        ++asked;
        return kind() == Kind::Window;
    }
    void open() override
    {
    }
    void drop() override
    {
    }
};

template<typename Button>
Button *visibleButton(const QWidget &widget, const QString &accessibleName)
{
    for (Button *candidate : widget.findChildren<Button *>()) {
        if (candidate->accessibleName() == accessibleName && candidate->isVisibleTo(&widget)) {
            return candidate;
        }
    }
    return nullptr;
}

QList<SessionCard *> cards(const SessionList &list)
{
    QList<SessionCard *> result = list.findChildren<SessionCard *>();
    std::ranges::sort(result, {}, [](const SessionCard *card) {
        return card->y();
    });
    return result;
}

const Failure refusal{FailureKind::Refused, u"There is no such display."_s, u"summit"_s, u"Ask."_s};
}

/// The list of displays under the hands of a person: keys, buttons, menus, and what the link found tonight.
class SessionListTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void deedsTellTheTruth_data();
    void deedsTellTheTruth();
    void arrowsGoFromCardToCard();
    void oneThatIsShownInAnotherWayKeepsItsPlace();
    void theWaysToShowItAreAMenu_data();
    void theWaysToShowItAreAMenu();
    void oneWayIsNoChoice();
    void instrumentsHaveHeadings();
    void manyDisplaysScroll();
    void nothingIsCutInANarrowWindow();
    void enterShowsOrOpens();
    void deleteClosesADesktopAtOnce();
    void deleteAsksBeforeAProgramEnds();
    void aProgramThatIsAskedTwiceIsEnded();
    void theMenuHasItAll();
    void theMenuKeyOpensIt();
    void displaysAreMoved();
    void everyControlHasANameAndIsReached();
    void whatIsFoundIsOffered();
    void whatIsOpenIsNotOffered();
    void theWarmListTellsHowFarEachIs();
    void aWarmOneThatFailsSaysWhy();
    void answersThatAreNoneAreTold_data();
    void answersThatAreNoneAreTold();

private:
    std::unique_ptr<Link> finder(const QString &script, const QString &pattern = u"^:(?<display>\\d+)(?: (?<title>.*))?"_s);

    QTemporaryDir m_home;
    SshServer m_server;
    std::unique_ptr<Link> m_link;
};

void SessionListTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("HOME", m_home.path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_server.start());
}

void SessionListTest::init()
{
    if (m_link && m_link->isLive()) {
        return;
    }
    m_link = std::make_unique<Link>(LinkTarget{m_server.linkSpec(), false});
    m_link->open();
    QTRY_VERIFY_WITH_TIMEOUT(m_link->isLive(), patience);
}

std::unique_ptr<Link> SessionListTest::finder(const QString &script, const QString &pattern)
{
    LinkSpec spec = m_server.linkSpec();
    spec.discover = DiscoverSpec{{u"sh"_s, u"-c"_s, script}, pattern};
    auto link = std::make_unique<Link>(LinkTarget{spec, false});
    link->open();
    return link;
}

void SessionListTest::deedsTellTheTruth_data()
{
    QTest::addColumn<DisplayCommands::DisplayFacts>("facts");
    QTest::addColumn<QString>("possible"); // O: open, S: show, I: iconify, R: restart, C: close, M: move
    QTest::addColumn<QString>("open");
    using DisplayFacts = DisplayCommands::DisplayFacts;
    constexpr auto desktop = Session::Kind::Desktop;
    constexpr auto window = Session::Kind::Window;
    const auto row = [](const char *name, const DisplayFacts &facts, const QString &possible, const QString &open) {
        QTest::newRow(name) << facts << possible << open;
    };
    row("a desktop nobody opened", {.kind = desktop, .state = SessionState::Idle}, u"O"_s, u"Open"_s);
    row("a program to be started by hand", {.kind = window, .state = SessionState::Idle, .screenCount = 3}, u"OM"_s, u"Start"_s);
    row("a desktop that waits for its link", {.kind = desktop, .state = SessionState::WaitingForLink}, u"IRC"_s, u"Retry"_s);
    row("a desktop whose link failed", {.kind = desktop, .state = SessionState::WaitingForLink, .hasFailed = true}, u"OIRC"_s, u"Retry"_s);
    row("a program that starts", {.kind = window, .state = SessionState::Starting}, u"RC"_s, u"Retry"_s);
    row("a live desktop", {.kind = desktop, .state = SessionState::Live, .screenCount = 2}, u"SIRCM"_s, u"Retry"_s);
    row("a live program", {.kind = window, .state = SessionState::Live}, u"SIRC"_s, u"Retry"_s);
    row("a desktop put aside", {.kind = desktop, .state = SessionState::Live, .isIconified = true}, u"SRC"_s, u"Retry"_s);
    row("a desktop put aside that is tried again",
        {.kind = desktop, .state = SessionState::Retrying, .hasFailed = true, .isIconified = true},
        u"OSRC"_s,
        u"Retry"_s);
    row("a program that was asked to end", {.kind = window, .state = SessionState::Live, .isClosing = true}, u"SIC"_s, u"Retry"_s);
    row("a display that is tried again", {.kind = window, .state = SessionState::Retrying, .hasFailed = true}, u"ORC"_s, u"Retry"_s);
    row("a desktop that failed", {.kind = desktop, .state = SessionState::Failed, .hasFailed = true}, u"OIC"_s, u"Retry"_s);
    row("a program that asks whether to start again",
        {.kind = window, .state = SessionState::Failed, .hasFailed = true, .isRestartQuestionShown = true},
        u"C"_s,
        u"Retry"_s);
    row("a desktop that was closed", {.kind = desktop, .state = SessionState::Ended}, u"O"_s, u"Reopen"_s);
    row("a program that ended", {.kind = window, .state = SessionState::Ended}, u"O"_s, u"Start"_s);
}

void SessionListTest::deedsTellTheTruth()
{
    QFETCH(DisplayCommands::DisplayFacts, facts);
    QString possible;
    const QList<std::pair<Command, QChar>> commands{{Command::Open, u'O'},
                                                    {Command::Show, u'S'},
                                                    {Command::Iconify, u'I'},
                                                    {Command::Restart, u'R'},
                                                    {Command::Close, u'C'},
                                                    {Command::Move, u'M'}};
    for (const auto &[interaction, letter] : commands) {
        const DisplayCommands::CommandState verdict = DisplayCommands::stateOf(interaction, facts);
        QVERIFY(!verdict.text.isEmpty() && !verdict.toolTipText.isEmpty());
        possible += verdict.isPossible ? QString(letter) : QString();
    }
    QTEST(possible, "possible");
    QTEST(DisplayCommands::stateOf(Command::Open, facts).text, "open");
    const QString closing = DisplayCommands::stateOf(Command::Close, facts).toolTipText;
    if (facts.kind == Session::Kind::Desktop && facts.state == SessionState::Live) {
        QVERIFY2(closing.contains(u"keeps running on the remote host"_s), qPrintable(closing));
    }
}

void SessionListTest::oneThatIsShownInAnotherWayKeepsItsPlace()
{
    ListedSession one(m_link.get(), Session::Kind::Desktop, u"One"_s);
    ListedSession two(m_link.get(), Session::Kind::Desktop, u"Two"_s);
    ListedSession three(m_link.get(), Session::Kind::Window, u"Three"_s);
    ListedSession other(m_link.get(), Session::Kind::Window, u"Two"_s);
    SessionList list;
    for (ListedSession *session : {&one, &two, &three}) {
        list.add(session);
    }
    list.resize(700, 500);
    list.show();
    list.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&list, 30000));
    cards(list).at(1)->setFocus();
    QSignalSpy currentCard(&list, &SessionList::currentCardChanged);
    const SessionCard *lowest = cards(list).at(2);
    list.remove(&two);
    list.add(&other, &three);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QCOMPARE(cards(list).size(), 3);
    QTRY_COMPARE(cards(list).at(1)->session(), &other);
    QCOMPARE(cards(list).at(2), lowest); // the others stay as they are
    QCOMPARE(list.currentCard()->session(), &other);
    QVERIFY(list.currentCard()->hasFocus());
}

void SessionListTest::theWaysToShowItAreAMenu_data()
{
    QTest::addColumn<Session::Kind>("kind");
    QTest::addColumn<bool>("isLive");
    QTest::addColumn<int>("answer"); // -1: nothing is asked
    QTest::addColumn<bool>("changes");
    QTest::newRow("a program that runs, after a question") << Session::Kind::Window << true << int(KMessageDialog::PrimaryAction) << true;
    QTest::newRow("a program that runs, not after all") << Session::Kind::Window << true << int(KMessageDialog::Cancel) << false;
    QTest::newRow("a program that does not run") << Session::Kind::Window << false << -1 << true;
    QTest::newRow("a desktop goes on") << Session::Kind::Desktop << true << -1 << true;
}

void SessionListTest::theWaysToShowItAreAMenu()
{
    QFETCH(Session::Kind, kind);
    QFETCH(bool, isLive);
    QFETCH(int, answer);
    QFETCH(bool, changes);
    const bool isDesktop = kind == Session::Kind::Desktop;
    const Topology now = isDesktop ? Topology::Vnc : Topology::X11;
    ListedSession session(m_link.get(), kind, u"Clock"_s);
    session.setDisplayModes(
        {.current = now, .ofProfile = Topology::VncAtSummit, .all = {{now, {}}, {Topology::VncAtSummit, {}}, {Topology::VncApp, u"Not <here>."_s}}});
    SessionList list;
    list.add(&session);
    list.show();
    if (isLive) {
        session.goLive();
        QCOMPARE(session.state(), SessionState::Live);
    }
    DisplayModeMenu *menu = list.findChild<SessionCard *>()->displayActions()->displayModeMenu();
    QVERIFY(menu);
    const QList<QAction *> ways = menu->actions();
    QCOMPARE(ways.size(), 3);
    QVERIFY(ways.at(0)->isChecked() && ways.at(0)->isEnabled() && !ways.at(1)->isChecked());
    QVERIFY(ways.at(1)->toolTip().contains(u"Set in the profile"_s) && ways.at(1)->toolTip().contains(u"every key"_s));
    QVERIFY(!ways.at(2)->isEnabled());
    QCOMPARE(ways.at(2)->toolTip(), u"Not <here>."_s);
    QSignalSpy wanted(&session, &Session::topologyRequested);
    ways.at(0)->trigger(); // it is shown so
    QVERIFY(wanted.isEmpty() && !list.findChild<KMessageDialog *>());
    ways.at(1)->trigger();
    QVERIFY(ways.at(0)->isChecked()); // until it is
    auto *dialog = list.findChild<KMessageDialog *>();
    QCOMPARE(dialog != nullptr, answer >= 0);
    if (dialog) {
        // Lines that can be read, not one that is wider than the window that asks.
        QVERIFY2(dialog->sizeHint().width() < dialog->fontMetrics().averageCharWidth() * 100, qPrintable(QString::number(dialog->sizeHint().width())));
        dialog->done(answer);
    }
    QCOMPARE(wanted.size(), changes ? 1 : 0);
    if (changes) {
        QCOMPARE(wanted.first().first().value<Topology>(), Topology::VncAtSummit);
    }
}

void SessionListTest::oneWayIsNoChoice()
{
    ListedSession session(m_link.get(), Session::Kind::Window, u"Clock"_s);
    session.setDisplayModes({.current = Topology::X11, .ofProfile = Topology::X11, .all = {{Topology::X11, {}}}});
    SessionList list;
    list.add(&session);
    QVERIFY(!list.findChild<SessionCard *>()->displayActions()->displayModeMenu());
}

void SessionListTest::arrowsGoFromCardToCard()
{
    ListedSession one(m_link.get(), Session::Kind::Desktop, u"One"_s);
    ListedSession two(m_link.get(), Session::Kind::Desktop, u"Two"_s);
    ListedSession three(m_link.get(), Session::Kind::Window, u"Three"_s);
    SessionList list;
    QSignalSpy currentCard(&list, &SessionList::currentCardChanged);
    for (ListedSession *session : {&one, &two, &three}) {
        list.add(session);
    }
    list.resize(700, 500);
    list.show();
    list.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&list, 30000));
    list.setFocus();
    const auto focused = [&list] {
        const auto *card = qobject_cast<SessionCard *>(QApplication::focusWidget());
        return card && list.isAncestorOf(card) ? card->session()->title() : QString();
    };
    QCOMPARE(focused(), u"One"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up); // there is nothing above
    QCOMPARE(focused(), u"One"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(focused(), u"Two"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
    QCOMPARE(focused(), u"Three"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
    QCOMPARE(focused(), u"One"_s);
    // From one of its buttons too.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(qobject_cast<QAbstractButton *>(QApplication::focusWidget()));
    QCOMPARE(list.currentCard()->session()->title(), u"One"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(focused(), u"Two"_s);
    QVERIFY(list.currentCard() && list.currentCard()->session() == &two);
    QVERIFY(currentCard.size() >= 4);
    // A click on a card is as good.
    QTest::mouseClick(cards(list).last(), Qt::LeftButton, {}, QPoint(20, 20));
    QCOMPARE(focused(), u"Three"_s);
    list.remove(&three);
    QVERIFY(!list.currentCard());
    QCOMPARE(cards(list).size(), 2);
    clear(list);
}

void SessionListTest::instrumentsHaveHeadings()
{
    ListedSession one(m_link.get(), Session::Kind::Desktop, u"One"_s);
    ListedSession two(m_link.get(), Session::Kind::Desktop, u"Two"_s);
    ListedSession three(m_link.get(), Session::Kind::Desktop, u"Three"_s);
    one.setProfile(u"lris"_s, u"LRIS"_s);
    two.setProfile(u"guide"_s, u"Guide <camera>"_s);
    three.setProfile(u"lris"_s, u"LRIS"_s);
    SessionList list;
    const auto order = [&list] {
        QMap<int, QString> byPlace;
        QCoreApplication::sendPostedEvents();
        for (const QLabel *label : list.widget()->findChildren<QLabel *>(Qt::FindDirectChildrenOnly)) {
            byPlace.insert(label->y(), u"# "_s + label->text());
        }
        for (const SessionCard *card : list.findChildren<SessionCard *>()) {
            byPlace.insert(card->y(), card->session()->title());
        }
        return QStringList(byPlace.values());
    };
    list.resize(700, 900);
    list.show();
    list.add(&one);
    QTRY_COMPARE(order(), QStringList{u"One"_s}); // of one alone nobody needs to be told
    list.add(&two);
    list.add(&three);
    QTRY_COMPARE(order(), (QStringList{u"# LRIS"_s, u"One"_s, u"Three"_s, u"# Guide <camera>"_s, u"Two"_s}));
    list.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&list, 30000));
    cards(list).first()->setFocus();
    QTest::keyClick(cards(list).first(), Qt::Key_Down);
    QVERIFY(cards(list).at(1)->hasFocus());
    QCOMPARE(cards(list).at(1)->session(), &three); // as they stand
    list.remove(&two);
    QTRY_COMPARE(order(), (QStringList{u"One"_s, u"Three"_s}));
    // One that only looks for desktops has its heading, too.
    const auto summit = finder(u"true"_s);
    list.addLink(summit.get(), u"guide"_s, u"Guide <camera>"_s);
    QTRY_COMPARE(order(), (QStringList{u"# LRIS"_s, u"One"_s, u"Three"_s, u"# Guide <camera>"_s}));
    QVERIFY(list.findChild<FoundDesktopList *>()->y() > cards(list).last()->y());
    list.removeLink(summit.get());
    QTRY_COMPARE(order(), (QStringList{u"One"_s, u"Three"_s}));
    // What is said of a card without its heading names the instrument.
    one.setShowsProfileName(true);
    QCOMPARE(cards(list).first()->accessibleName(), u"LRIS: One"_s);
    QVERIFY(visibleButton<QToolButton>(list, u"Menu of LRIS: One"_s));
    one.setShowsProfileName(false);
    QVERIFY(visibleButton<QToolButton>(list, u"Menu of One"_s));
    clear(list);
}

void SessionListTest::manyDisplaysScroll()
{
    std::vector<std::unique_ptr<ListedSession>> sessions;
    SessionList list;
    for (int i = 1; i <= 20; ++i) {
        sessions.push_back(std::make_unique<ListedSession>(m_link.get(), Session::Kind::Desktop, u"Display %1"_s.arg(i)));
        list.add(sessions.back().get());
    }
    list.resize(700, 300);
    list.show();
    list.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&list, 30000));
    list.setFocus();
    QVERIFY(list.verticalScrollBar()->maximum() > 0);
    const auto isInSight = [&list](const QWidget *card) {
        const QRect seen(card->mapTo(list.viewport(), QPoint()), card->size());
        return list.viewport()->rect().contains(seen);
    };
    for (int i = 0; i < 20; ++i) {
        SessionCard *card = cards(list).at(i);
        QVERIFY(card->hasFocus());
        QVERIFY2(isInSight(card), qPrintable(card->session()->title()));
        QTest::keyClick(card, Qt::Key_Down);
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
    QVERIFY(isInSight(cards(list).first()));
    // What a person presses stays below the pointer until it is released, also where its card is cut by the edge.
    const QList<SessionCard *> all = cards(list);
    const auto cut = std::ranges::find_if(all, [&](const SessionCard *card) {
        const QRect seen = QRect(card->mapTo(list.viewport(), QPoint()), card->size()) & list.viewport()->rect();
        return seen.height() > 8 && seen.height() < card->height();
    });
    QVERIFY(cut != all.end());
    const QPoint edge(12, list.viewport()->height() - 4);
    const QPoint at = list.viewport()->mapTo(&list, edge);
    const int before = list.verticalScrollBar()->value();
    QTest::mousePress(list.windowHandle(), Qt::LeftButton, {}, at);
    QTRY_VERIFY((*cut)->hasFocus());
    QCOMPARE(list.verticalScrollBar()->value(), before);
    QTest::mouseRelease(list.windowHandle(), Qt::LeftButton, {}, at);
    clear(list);
}

void SessionListTest::nothingIsCutInANarrowWindow()
{
    ListedSession desktop(m_link.get(),
                          Session::Kind::Desktop,
                          u"Guider of Telescope 1, with a title that is longer than the window is wide, by far and large"_s);
    ListedSession program(m_link.get(), Session::Kind::Window, u"ds9"_s);
    const auto summit = finder(u"echo :1 Control; echo no match, and rather a long line that has to be wrapped somewhere"_s);
    SessionList list;
    list.setScreens({u"left"_s, u"right"_s});
    list.add(&desktop);
    list.add(&program);
    list.addLink(summit.get());
    desktop.goLive();
    program.goLive();
    program.close();
    list.resize(560, 600);
    list.show();
    QTRY_VERIFY_WITH_TIMEOUT(visibleButton<QPushButton>(list, u"Open Control (:1)"_s), patience);
    QTRY_VERIFY2(list.widget()->width() <= list.viewport()->width(), qPrintable(QString::number(list.widget()->width())));
    const SessionCard *card = cards(list).last();
    QVERIFY(!visibleButton<QToolButton>(*card, u"Close ds9"_s));
    QVERIFY(visibleButton<QToolButton>(*card, u"Menu of ds9"_s)); // which has it all
    list.resize(1000, 600);
    QTRY_VERIFY(visibleButton<QToolButton>(*card, u"Close ds9"_s));
    clear(list);
}

void SessionListTest::enterShowsOrOpens()
{
    ListedSession desktop(m_link.get(), Session::Kind::Desktop, u"Control"_s);
    SessionList list;
    list.add(&desktop);
    connect(&list, &SessionList::retryRequested, &desktop, &Session::retry);
    QSignalSpy raised(&list, &SessionList::raiseRequested);
    list.resize(900, 500);
    list.show();
    SessionCard *card = cards(list).first();
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(desktop.state(), SessionState::Opening); // it was to be opened by hand
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(raised.size(), 0); // there is nothing to show
    desktop.goLive();
    QTest::keyClick(card, Qt::Key_Enter);
    QCOMPARE(raised.size(), 1);
    QVERIFY2(shownText(*card).contains(u"live for less than a minute"_s), qPrintable(shownText(*card)));
    visibleButton<QToolButton>(*card, u"Minimize Control"_s)->click();
    QVERIFY(desktop.isIconified());
    QVERIFY2(shownText(*card).contains(u"Minimized. Show brings the desktop back."_s), qPrintable(shownText(*card)));
    QTest::keyClick(card, Qt::Key_Return);
    QVERIFY(!desktop.isIconified());
    QCOMPARE(raised.size(), 2);
}

void SessionListTest::deleteClosesADesktopAtOnce()
{
    ListedSession desktop(m_link.get(), Session::Kind::Desktop, u"Control"_s);
    SessionList list;
    list.add(&desktop);
    connect(&list, &SessionList::retryRequested, &desktop, &Session::retry);
    list.resize(900, 500);
    list.show();
    SessionCard *card = cards(list).first();
    QTest::keyClick(card, Qt::Key_Delete);
    QCOMPARE(desktop.state(), SessionState::Idle);
    desktop.goLive();
    QTest::keyClick(card, Qt::Key_Delete);
    QCOMPARE(desktop.state(), SessionState::Ended);
    QVERIFY(list.findChildren<KMessageDialog *>().isEmpty());
    QVERIFY2(shownText(*card).contains(u"The desktop itself keeps running on the remote host."_s), qPrintable(shownText(*card)));
    QPushButton *open = visibleButton<QPushButton>(*card, u"Reopen Control"_s);
    QVERIFY(open);
    QCOMPARE(open->text().remove(u'&'), u"Reopen"_s);
    QTest::mouseClick(open, Qt::LeftButton);
    QCOMPARE(desktop.state(), SessionState::Opening);
    desktop.goLive();
    visibleButton<QToolButton>(*card, u"Restart Control"_s)->click();
    QCOMPARE(desktop.state(), SessionState::Opening); // anew, and nobody was asked
}

void SessionListTest::deleteAsksBeforeAProgramEnds()
{
    ListedSession program(m_link.get(), Session::Kind::Window, u"Image <b>display</b>"_s);
    SessionList list;
    list.add(&program);
    list.resize(900, 500);
    list.show();
    SessionCard *card = cards(list).first();
    program.goLive();
    for (const int key : {int(Qt::Key_Escape), int(Qt::Key_Return)}) { // what somebody presses without reading
        QTest::keyClick(card, Qt::Key_Delete);
        auto *dialog = list.findChild<KMessageDialog *>();
        QVERIFY(dialog);
        QVERIFY(QTest::qWaitForWindowExposed(dialog, 30000));
        const QString words = shownText(*dialog);
        QVERIFY2(words.contains(u"Image &lt;b&gt;display"_s) && words.contains(u"5 seconds"_s), qPrintable(words));
        QWidget *target = dialog->focusWidget() ? dialog->focusWidget() : dialog;
        QTest::keyClick(target, static_cast<Qt::Key>(key));
        QTRY_VERIFY(!list.findChild<KMessageDialog *>());
        QCOMPARE(program.state(), SessionState::Live);
        QVERIFY(!program.isClosing());
    }
    const auto agree = [&list](const QString &text) {
        auto *dialog = list.findChild<KMessageDialog *>();
        for (QPushButton *one : dialog->findChildren<QPushButton *>()) {
            if (one->text().remove(u'&') == text) {
                QTest::mouseClick(one, Qt::LeftButton);
                return true;
            }
        }
        return false;
    };
    visibleButton<QToolButton>(*card, u"Restart Image <b>display</b>"_s)->click();
    QVERIFY(agree(u"Restart Program"_s));
    QVERIFY(program.isClosing());
    program.reportEnded();
    QCOMPARE(program.state(), SessionState::Opening);
    program.goLive();
    QTRY_VERIFY(!list.findChild<KMessageDialog *>());
    QTest::keyClick(card, Qt::Key_Delete);
    program.reportEnded(); // by itself, while the question stands
    QVERIFY(agree(u"Close Program"_s));
    QCOMPARE(program.asked, 1); // the restart's
}

void SessionListTest::aProgramThatIsAskedTwiceIsEnded()
{
    ListedSession program(m_link.get(), Session::Kind::Window, u"ds9"_s);
    SessionList list;
    list.add(&program);
    list.resize(900, 500);
    list.show();
    SessionCard *card = cards(list).first();
    program.goLive();
    program.close();
    QVERIFY2(shownText(*card).contains(u"Nightdesk asked the program to end."_s), qPrintable(shownText(*card)));
    QTest::mouseClick(visibleButton<QPushButton>(*card, u"Keep ds9 open"_s), Qt::LeftButton);
    QVERIFY(!program.isClosing());
    QVERIFY(!visibleButton<QPushButton>(*card, u"Keep ds9 open"_s));
    program.close();
    QTest::keyClick(card, Qt::Key_Delete); // no second question
    QCOMPARE(program.state(), SessionState::Ended);
    QVERIFY(list.findChildren<KMessageDialog *>().isEmpty());
    program.goLive();
    program.close();
    QTest::mouseClick(visibleButton<QPushButton>(*card, u"End ds9 now"_s), Qt::LeftButton);
    QCOMPARE(program.state(), SessionState::Ended);
}

void SessionListTest::theMenuHasItAll()
{
    ListedSession desktop(m_link.get(), Session::Kind::Desktop, u"Control & Co"_s);
    SessionList list;
    list.setScreens({u"left"_s, u"R&D"_s});
    list.add(&desktop);
    list.show();
    const SessionCard *card = cards(list).first();
    const auto states = [card] {
        QStringList result;
        for (const QAction *action : card->displayActions()->menu()->actions()) {
            if (!action->isSeparator()) {
                result.append((action->isEnabled() ? u"+"_s : u"-"_s) + QString(action->text()).remove(u'&'));
            }
        }
        return result;
    };
    QCOMPARE(states(), (QStringList{u"+Open"_s, u"-Show"_s, u"-Minimize"_s, u"+Move to Screen"_s, u"-Restart"_s, u"-Close"_s, u"-Show X Traffic"_s}));
    desktop.goLive();
    QCOMPARE(states(), (QStringList{u"-Retry"_s, u"+Show"_s, u"+Minimize"_s, u"+Move to Screen"_s, u"+Restart"_s, u"+Close"_s, u"-Show X Traffic"_s}));
    desktop.reportFailure(refusal);
    QCOMPARE(states(), (QStringList{u"+Retry"_s, u"-Show"_s, u"+Minimize"_s, u"+Move to Screen"_s, u"-Restart"_s, u"+Close"_s, u"-Show X Traffic"_s}));
    for (const QAction *action : card->displayActions()->menu()->actions()) {
        QVERIFY(action->isSeparator() || !action->toolTip().isEmpty());
    }
    QVERIFY(card->displayActions()->menu()->toolTipsVisible());
    list.setScreens({u"only"_s});
    QVERIFY(!card->displayActions()->action(Command::Move)->isEnabled());
}

void SessionListTest::theMenuKeyOpensIt()
{
    ListedSession desktop(m_link.get(), Session::Kind::Desktop, u"Control"_s);
    SessionList list;
    list.add(&desktop);
    list.resize(900, 500);
    list.show();
    SessionCard *card = cards(list).first();
    card->setFocus();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, card->rect().center(), card->mapToGlobal(card->rect().center()));
    QApplication::sendEvent(card, &event);
    QMenu *menu = card->displayActions()->menu();
    QTRY_VERIFY(menu->isVisible());
    QTest::keyClick(menu, Qt::Key_Escape);
    QTRY_VERIFY(!menu->isVisible());
}

void SessionListTest::displaysAreMoved()
{
    ListedSession window(m_link.get(), Session::Kind::Window, u"ds9"_s);
    SessionList list;
    list.setScreens({u"left"_s, u"R&D"_s, u"right"_s});
    list.add(&window);
    QSignalSpy moved(&list, &SessionList::moveRequested);
    QMenu *screens = cards(list).first()->displayActions()->action(Command::Move)->menu();
    QVERIFY(screens);
    QCOMPARE(screens->actions().size(), 3);
    QCOMPARE(screens->actions().at(1)->text(), u"R&&D"_s);
    Q_EMIT cards(list).first()->displayActions()->menu()->aboutToShow();
    QVERIFY(screens->actions().at(0)->isChecked()); // where it stands
    screens->actions().at(1)->trigger();
    QCOMPARE(moved.size(), 1);
    QCOMPARE(moved.first().at(0).value<Session *>(), &window);
    QCOMPARE(moved.first().at(1).toString(), u"R&D"_s);
    list.setMovedDisplayScreens({{window.key(), u"R&D"_s}}); // as the desk then says
    QVERIFY2(shownText(*cards(list).first()).contains(u"R&D"_s), qPrintable(shownText(*cards(list).first())));
    Q_EMIT cards(list).first()->displayActions()->menu()->aboutToShow();
    QVERIFY(screens->actions().at(1)->isChecked());
}

void SessionListTest::everyControlHasANameAndIsReached()
{
    const auto summit = finder(u"echo :1 Control; echo :2"_s);
    ListedSession desktop(m_link.get(), Session::Kind::Desktop, u"Control"_s);
    ListedSession program(m_link.get(), Session::Kind::Window, u"ds9"_s);
    SessionList list;
    list.setScreens({u"left"_s, u"right"_s});
    list.addLink(summit.get());
    list.add(&desktop);
    list.add(&program);
    desktop.goLive();
    program.goLive();
    program.close();
    list.resize(800, 700);
    list.show();
    QTRY_VERIFY_WITH_TIMEOUT(visibleButton<QPushButton>(list, u"Open Control (:1)"_s), patience);
    QCOMPARE(namelessControls(list), QStringList());
    const QStringList unreachable = unreachableControls(list);
    QVERIFY2(unreachable.isEmpty(), qPrintable(unreachable.join(u'\n')));
    const QAccessibleInterface *card = QAccessible::queryAccessibleInterface(cards(list).first());
    QVERIFY(card);
    QCOMPARE(card->text(QAccessible::Name), u"Control"_s);
    clear(list);
}

void SessionListTest::whatIsFoundIsOffered()
{
    const QString file = m_home.path() + u"/list"_s;
    const auto write = [&file](const QByteArray &text) {
        QFile list(file);
        return list.open(QIODevice::WriteOnly) && list.write(text) == text.size();
    };
    QVERIFY(write("displays:\n:3 Guider <b>\n"));
    const auto summit = finder(u"cat "_s + file);
    SessionList list;
    list.setScreens({u"left"_s, u"right"_s});
    list.addLink(summit.get());
    list.resize(800, 500);
    list.show();
    auto *found = list.findChild<FoundDesktopList *>();
    QVERIFY(found);
    QPushButton *again = visibleButton<QPushButton>(*found, u"Refresh the list of desktops on 127.0.0.1"_s);
    QVERIFY(!again->isEnabled() && again->toolTip().contains(u"not connected"_s));
    QTRY_VERIFY2_WITH_TIMEOUT(visibleButton<QPushButton>(*found, u"Open Guider <b> (:3)"_s), qPrintable(shownText(*found)), patience);
    QVERIFY2(shownText(*found).contains(u"Found tonight"_s) && shownText(*found).contains(u"Line 1 does not match the pattern: “displays:”"_s),
             qPrintable(shownText(*found)));
    auto *screens = found->findChild<QComboBox *>();
    QCOMPARE(screens->accessibleName(), u"Screen for Guider <b> (:3)"_s);
    screens->setFocus();
    QTest::keyClick(screens, Qt::Key_Down);
    QCOMPARE(screens->currentText(), u"right"_s);
    QSignalSpy wanted(&list, &SessionList::openFoundDesktopRequested);
    QTest::mouseClick(visibleButton<QPushButton>(*found, u"Open Guider <b> (:3)"_s), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().at(0).value<Link *>(), summit.get());
    const auto desktop = wanted.first().at(1).value<FoundDesktop>();
    QCOMPARE(std::get<DisplayNumber>(desktop.address).number, 3);
    QCOMPARE(desktop.title, u"Guider <b>"_s);
    QCOMPARE(wanted.first().at(2).toString(), u"right"_s);
    // What came up meanwhile is found by whoever looks again; the choice beside the other stays.
    QVERIFY(write(":3 Guider <b>\n:4\n"));
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(visibleButton<QPushButton>(*found, u"Open :4"_s), patience);
    QVERIFY(!shownText(*found).contains(u"does not match"_s));
    // No display may want a link that only finds some: whoever sees it closed opens it again here.
    summit->close();
    QTRY_VERIFY_WITH_TIMEOUT(visibleButton<QPushButton>(*found, u"Reconnect to 127.0.0.1"_s), patience);
    QSignalSpy connects(&list, &SessionList::reconnectRequested);
    QTest::mouseClick(again, Qt::LeftButton);
    QCOMPARE(connects.size(), 1);
    QCOMPARE(connects.first().at(0).value<Link *>(), summit.get());
    list.removeLink(summit.get());
    QVERIFY(!list.findChild<FoundDesktopList *>());
}

void SessionListTest::whatIsOpenIsNotOffered()
{
    const auto summit = finder(u"echo :1 Control; echo :2 Other"_s);
    const auto elsewhere = finder(u"echo :1 Control"_s);
    DesktopSpec spec;
    spec.id = u"control"_s;
    spec.title = u"Control"_s;
    TcpAddress port;
    port.port = 5901; // the same as :1
    spec.address = port;
    DesktopSession known(spec, summit.get());
    SessionList list;
    list.add(&known);
    list.addLink(summit.get());
    list.addLink(elsewhere.get());
    list.show();
    const auto of = [&list](const Link *link) {
        const auto all = list.findChildren<FoundDesktopList *>();
        return *std::ranges::find(all, link, &FoundDesktopList::link);
    };
    QTRY_VERIFY_WITH_TIMEOUT(visibleButton<QPushButton>(*of(summit.get()), u"Open Other (:2)"_s), patience);
    QVERIFY(!visibleButton<QPushButton>(*of(summit.get()), u"Open Control (:1)"_s));
    QTRY_VERIFY_WITH_TIMEOUT(visibleButton<QPushButton>(*of(elsewhere.get()), u"Open Control (:1)"_s), patience); // another host's
    list.remove(&known);
    QTRY_VERIFY(visibleButton<QPushButton>(*of(summit.get()), u"Open Control (:1)"_s));
    clear(list);
}

void SessionListTest::theWarmListTellsHowFarEachIs()
{
    ListedSession plain(m_link.get(), Session::Kind::Window, u"Terminal"_s);
    ListedSession image(m_link.get(), Session::Kind::Window, u"Image & <b>display</b>"_s);
    auto *preloadState = new PreloadState(&image);
    SessionList list;
    list.resize(700, 500);
    list.show();
    list.add(&plain);
    list.add(&image);
    QSignalSpy shown(&list, &SessionList::raiseRequested);
    const auto *warm = list.findChild<PreloadList *>();
    QVERIFY(warm);
    QVERIFY(!warm->isVisibleTo(&list)); // nothing is started early
    preloadState->start();
    QVERIFY(warm->isVisibleTo(&list));
    QVERIFY2(shownText(*warm).contains(u"Preloading 1 program, 0 ready"_s), qPrintable(shownText(*warm)));
    QVERIFY(shownText(*warm).contains(u"Image & <b>display</b>"_s));
    QVERIFY(shownText(*warm).contains(u"starting"_s));
    image.goLive();
    preloadState->updateWindowCount(1, true);
    QVERIFY2(shownText(*warm).contains(u"1 window so far"_s), qPrintable(shownText(*warm)));
    preloadState->updateWindowCount(3, true);
    QVERIFY2(shownText(*warm).contains(u"3 windows so far"_s), qPrintable(shownText(*warm)));
    QTRY_VERIFY2_WITH_TIMEOUT(shownText(*warm).contains(u"ready, after"_s), qPrintable(shownText(*warm)), patience);
    QVERIFY2(shownText(*warm).contains(u"1 program is ready in the background"_s), qPrintable(shownText(*warm)));
    QVERIFY2(shownText(*cards(list).last()).contains(u"Ready in the background"_s), qPrintable(shownText(*cards(list).last())));
    QVERIFY(!shownText(*warm).contains(u"repaints"_s));
    preloadState->setKeepsContentsOfHiddenWindows(false);
    QVERIFY(shownText(*warm).contains(u"showing them repaints over the connection"_s));
    QVERIFY(shownText(*warm).contains(u"vnc-app"_s));
    QCOMPARE(namelessControls(list), QStringList());
    QTest::mouseClick(visibleButton<QPushButton>(*warm, u"Show Image & <b>display</b>"_s), Qt::LeftButton);
    QCOMPARE(shown.size(), 1);
    QCOMPARE(shown.last().first().value<Session *>(), &image);
    // The viewer window above it says so, too.
    QWidget strip;
    PreloadedProgramsChip chip(&strip);
    QSignalSpy resized(&chip, &PreloadedProgramsChip::sizeHintChanged);
    chip.setSessions({&plain, &image});
    QCOMPARE(resized.size(), 1);
    QVERIFY(chip.isVisibleTo(&strip));
    QCOMPARE(chip.accessibleName(), u"Image & <b>display</b> is ready"_s);
    QCOMPARE(chip.text(), u"Image && <b>display</b> is ready"_s);
    preloadState->setHidesWindows(false); // as the session does when it is shown
    QVERIFY(!warm->isVisibleTo(&list));
    QVERIFY(!chip.isVisibleTo(&strip));
    list.remove(&image);
    list.remove(&plain);
    QVERIFY(!warm->isVisibleTo(&list));
}

void SessionListTest::aWarmOneThatFailsSaysWhy()
{
    ListedSession image(m_link.get(), Session::Kind::Window, u"Image"_s);
    auto *preloadState = new PreloadState(&image);
    SessionList list;
    list.resize(700, 500);
    list.show();
    list.add(&image);
    preloadState->start();
    image.reportFailure(refusal);
    const auto *warm = list.findChild<PreloadList *>();
    QVERIFY2(shownText(*warm).contains(refusal.what), qPrintable(shownText(*warm)));
    const QPushButton *show = visibleButton<QPushButton>(*warm, u"Show Image"_s);
    QVERIFY(show && !show->isEnabled());
    image.stop();
    QVERIFY(!warm->isVisibleTo(&list));
    clear(list);
}

void SessionListTest::answersThatAreNoneAreTold_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QStringList>("told");
    QTest::newRow("an empty answer") << u"true"_s << QStringList{u"the command listed none"_s};
    QTest::newRow("a line that does not match") << u"echo; echo no desktops today"_s
                                                << QStringList{u"No desktop was found"_s, u"Line 2 does not match the pattern: “no desktops today”"_s};
    QTest::newRow("many lines") << u"for i in 1 2 3 4 5 6 7; do echo line $i; done"_s
                                << QStringList{u"Line 3 does not match the pattern: “line 3”"_s, u"and 4 more lines"_s};
    QTest::newRow("a number that is none") << u"echo :99999"_s << QStringList{u"Line 1: “99999” is not a display number: “:99999”"_s};
    QTest::newRow("a program that is not there") << u"exec no-such-lister"_s
                                                 << QStringList{u"The command that lists the desktops failed."_s, u"exit code 127"_s, u"no-such-lister"_s};
    QTest::newRow("words on stderr") << u"echo the disk is full >&2; exit 5"_s << QStringList{u"exit code 5"_s, u"the disk is full"_s};
    QTest::newRow("markup and escape sequences") << u"printf '<img src=x>\\033]0;title\\007\\n'"_s
                                                 << QStringList{u"Line 1 does not match the pattern: “<img src=x> ]0;title”"_s};
    QTest::newRow("output without end") << u"yes"_s << QStringList{u"too long for a list of desktops"_s, u"Line 1 does not match the pattern: “y”"_s};
}

void SessionListTest::answersThatAreNoneAreTold()
{
    QFETCH(QString, script);
    QFETCH(QStringList, told);
    const auto summit = finder(script);
    SessionList list;
    list.addLink(summit.get());
    list.resize(700, 400);
    list.show();
    auto *found = list.findChild<FoundDesktopList *>();
    for (const QString &words : told) {
        QTRY_VERIFY2_WITH_TIMEOUT(shownText(*found).contains(words), qPrintable(shownText(*found)), patience);
    }
    for (const QLabel *label : found->findChildren<QLabel *>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QVERIFY(visibleButton<QPushButton>(*found, u"Refresh the list of desktops on 127.0.0.1"_s)->isEnabled());
}

NIGHTDESK_TEST(SessionListTest)
#include "sessionlisttest.moc"
