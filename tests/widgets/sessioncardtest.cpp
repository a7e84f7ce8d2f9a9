// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/sessioncard.h"
#include "monitors/supportdesk.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/accessible.h"
#include "tests/widgets/dialogparts.h"
#include "tests/widgets/sessionlistparts.h"
#include "widgets/displays/displayactions.h"
#include "widgets/displays/orphanedprogramlist.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/displays/startstepsbar.h"
#include "widgets/questions/linkstrip.h"
#include "widgets/viewer/viewertoolbar.h"
#include "widgets/viewer/windowchip.h"

#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/orphanedprograms.h"
#include "sessions/xwindows/windowsession.h"
#include "tests/support/xserver.h"

#include <KSqueezedTextLabel>

#include <QAction>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <signal.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
class CardSession : public Session
{
public:
    explicit CardSession(Link *link, Kind kind = Kind::Desktop, const QString &title = u"Control & <b>0</b>"_s)
        : Session(kind, u"control0"_s, title, u"left"_s, link, nullptr)
    {
    }
    using Session::reportContentAppeared;
    using Session::reportEnded;
    using Session::reportFailure;
    using Session::reportOccupied;
    using Session::reportOpened;
    using Session::reportStartWarning;
    using Session::reportStepAfterOpen;

protected:
    void open() override
    {
    }
    void drop() override
    {
    }
};

const Failure passing{FailureKind::Transient, u"The server went away."_s, u"summit, port 5901"_s, u"Wait."_s};
const Failure lasting{FailureKind::Refused, u"There is no <such> display."_s, u"summit"_s, u"Ask the support astronomer."_s};

QPushButton *buttonNamed(const QWidget &widget, const QString &accessibleStart)
{
    for (QPushButton *candidate : widget.findChildren<QPushButton *>()) {
        if (candidate->accessibleName().startsWith(accessibleStart)) {
            return candidate;
        }
    }
    return nullptr;
}

Facility staffed()
{
    PersonSpec kim;
    kim.name = u"Kim Nakoa"_s;
    kim.role = SupportRole::ObservingAssistant;
    kim.phone = u"+1 808 555 0100"_s;
    Facility facility;
    facility.people = {kim};
    return facility;
}

}

/// What stands in the session list, the link strip and the strip of a viewer window, from state to state.
class SessionCardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void eachStateIsShown_data();
    void eachStateIsShown();
    void ageFollowsTheDisplayNotTheCard();
    void noClickLeavesAFrame();
    void buttonsAsk();
    void aLostLinkOffersRetry();
    void aFailureNamesWhoCanHelp();
    void aBrokenLinkNamesThemOnce();
    void whyALinkIsRefusedIsSaidOnce();
    void titlesAreNoMarkup();
    void aNarrowCardShowsItsTitle_data();
    void aNarrowCardShowsItsTitle();
    void theListHoldsTheCards();
    void theLinkStripFollowsTheLink();
    void whatAProgramMayIsSaid_data();
    void whatAProgramMayIsSaid();
    void aProgramThatEndedWithItsLinkIsAskedAbout_data();
    void aProgramThatEndedWithItsLinkIsAskedAbout();
    void aProgramThatSomebodyHasIsAskedAbout_data();
    void aProgramThatSomebodyHasIsAskedAbout();
    void whatCouldNotBeToldIsSaid();
    void whatIsLeftOverIsOffered();
    void viewOnlyStaysWhereTheProfileWantsIt();
    void theStripTellsOfItself();

private:
    QTemporaryDir m_home;
    SshServer m_server;
    std::unique_ptr<Link> m_link;
};

void SessionCardTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("HOME", m_home.path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_server.start());
}

void SessionCardTest::init()
{
    if (m_link && m_link->isLive()) {
        return;
    }
    m_link = std::make_unique<Link>(LinkTarget{m_server.linkSpec(), false});
    m_link->open();
    QTRY_VERIFY_WITH_TIMEOUT(m_link->isLive(), 60000);
}

void SessionCardTest::eachStateIsShown_data()
{
    QTest::addColumn<SessionState>("state");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("retry"); // empty: not offered
    QTest::addColumn<bool>("canShow");
    QTest::newRow("not started") << SessionState::Idle << u"not started"_s << u"Open"_s << false;
    QTest::newRow("opening") << SessionState::Opening << u"opening"_s << QString() << false;
    QTest::newRow("starting") << SessionState::Starting << u"starting"_s << QString() << false;
    QTest::newRow("live") << SessionState::Live << u"live for less than a minute"_s << QString() << true;
    QTest::newRow("trying again") << SessionState::Retrying << passing.what << u"Retry"_s << false;
    QTest::newRow("failed") << SessionState::Failed << lasting.advice << u"Retry"_s << false;
    QTest::newRow("ended") << SessionState::Ended << u"closed"_s << u"Reopen"_s << false;
}

void SessionCardTest::eachStateIsShown()
{
    QFETCH(SessionState, state);
    QFETCH(QString, says);
    QFETCH(QString, retry);
    QFETCH(bool, canShow);
    CardSession session(m_link.get());
    SessionCard card(&session);
    card.show();
    if (state != SessionState::Idle) {
        session.start();
    }
    if (state == SessionState::Starting || state == SessionState::Live || state == SessionState::Ended) {
        session.reportOpened();
    }
    if (state == SessionState::Live || state == SessionState::Ended) {
        session.reportContentAppeared();
    }
    if (state == SessionState::Ended) {
        session.reportEnded();
    }
    if (state == SessionState::Retrying) {
        session.reportFailure(passing);
    }
    if (state == SessionState::Failed) {
        session.reportFailure(lasting);
    }
    QCOMPARE(session.state(), state);
    QVERIFY2(shownText(card).contains(says), qPrintable(shownText(card)));
    QPushButton *again = buttonNamed(card, retry.isEmpty() ? u"Retry"_s : retry);
    QVERIFY(again);
    QCOMPARE(again->isVisibleTo(&card), !retry.isEmpty());
    if (!retry.isEmpty()) {
        QCOMPARE(again->text().remove(u'&'), retry);
    }
    QCOMPARE(buttonNamed(card, u"Show"_s)->isVisibleTo(&card), canShow);
    QCOMPARE(shownText(card).contains(u"\nsummit"), state == SessionState::Retrying || state == SessionState::Failed);
    if (state != SessionState::Idle) {
        const auto *start = card.findChild<StartStepsBar *>();
        QVERIFY(start->isVisibleTo(&card));
        QVERIFY(start->toolTip().contains(u"login")); // the link's steps are its own first ones
    }
    QCOMPARE(namelessControls(card), QStringList());
    QCOMPARE(unreachableControls(card), QStringList());
}

/// Cards that each counted ten seconds of their own said different minutes at the same time.
void SessionCardTest::ageFollowsTheDisplayNotTheCard()
{
    CardSession session(m_link.get());
    session.start();
    session.reportOpened();
    session.reportContentAppeared();
    QVERIFY(session.liveSince());
    const SessionCard card(&session);
    const auto *age = card.findChild<QTimer *>(u"age"_s);
    QVERIFY(age && age->isActive() && age->isSingleShot());
    const auto now = std::chrono::steady_clock::now();
    const auto live = now - *session.liveSince();
    const auto next = std::chrono::floor<std::chrono::minutes>(live) + std::chrono::minutes(1) - live;
    QVERIFY2(std::chrono::abs(age->remainingTimeAsDuration() - next) < std::chrono::seconds(2), qPrintable(QString::number(age->remainingTime())));
    session.reportEnded();
    QVERIFY(!age->isActive());
}

/// The button of the card's menu kept the frame of the keyboard's focus after Esc.
void SessionCardTest::noClickLeavesAFrame()
{
    CardSession session(m_link.get());
    const SessionCard card(&session);
    const auto buttons = card.findChildren<QToolButton *>();
    QVERIFY(buttons.size() >= 4);
    for (const QToolButton *button : buttons) {
        QVERIFY2(!(button->focusPolicy() & Qt::ClickFocus), qPrintable(button->accessibleName()));
    }
}

void SessionCardTest::buttonsAsk()
{
    CardSession window(m_link.get(), Session::Kind::Window);
    SessionCard card(&window);
    card.show();
    QSignalSpy retry(&card, &SessionCard::retryRequested);
    QSignalSpy raise(card.displayActions(), &DisplayActions::showRequested);
    QSignalSpy output(&card, &SessionCard::outputRequested);
    QTest::mouseClick(buttonNamed(card, u"View output"_s), Qt::LeftButton);
    QCOMPARE(output.size(), 1);
    QCOMPARE(output.first().first().value<Session *>(), &window);
    window.start();
    window.reportFailure(lasting);
    QTest::mouseClick(buttonNamed(card, u"Retry"_s), Qt::LeftButton);
    QCOMPARE(retry.size(), 1);
    QCOMPARE(retry.first().first().value<Session *>(), &window);
    QCOMPARE(window.state(), SessionState::Failed); // the card asks; the desk decides
    window.retry();
    window.reportOpened();
    window.reportContentAppeared();
    QPushButton *show = buttonNamed(card, u"Show"_s);
    show->setFocus();
    QTest::keyClick(show, Qt::Key_Space);
    QCOMPARE(raise.size(), 1);
    QCOMPARE(retry.size(), 1);

    CardSession desktop(m_link.get());
    SessionCard other(&desktop);
    QVERIFY(!buttonNamed(other, u"View output"_s)); // a desktop prints nothing
}

void SessionCardTest::aLostLinkOffersRetry()
{
    CardSession session(m_link.get());
    SessionCard card(&session);
    card.show();
    session.start();
    session.reportOpened();
    session.reportContentAppeared();
    m_server.killSessions();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::WaitingForLink, 60000);
    QTRY_VERIFY(shownText(card).contains(u"retrying"));
    QVERIFY2(shownText(card).contains(m_link->lastFailure()->what), qPrintable(shownText(card)));
    QVERIFY(buttonNamed(card, u"Retry"_s)->isVisibleTo(&card));
}

void SessionCardTest::aFailureNamesWhoCanHelp()
{
    SupportDesk desk;
    desk.setFacility(staffed());
    CardSession session(m_link.get());
    SessionCard card(&session, &desk);
    card.show();
    QVERIFY(!shownText(card).contains(u"Now on duty"));
    session.start();
    session.reportFailure(passing); // comes back by itself
    QVERIFY(!shownText(card).contains(u"Now on duty"));
    session.retry();
    session.reportFailure(lasting);
    QVERIFY2(shownText(card).contains(u"Now on duty: Kim Nakoa (OA), +1 808 555 0100"), qPrintable(shownText(card)));
    session.retry();
    QVERIFY(!shownText(card).contains(u"Now on duty"));
}

void SessionCardTest::aBrokenLinkNamesThemOnce()
{
    SupportDesk desk;
    desk.setFacility(staffed());
    LinkSpec nowhere = m_server.linkSpec();
    nowhere.host = u"no such host.example"_s;
    Link link(LinkTarget{nowhere, false});
    LinkStatusPanel strip(&link, &desk);
    CardSession session(&link);
    SessionCard card(&session, &desk);
    strip.show();
    card.show();
    QVERIFY(!shownText(strip).contains(u"Now on duty"));
    session.start();
    link.open();
    QTRY_VERIFY_WITH_TIMEOUT(link.lastFailure().has_value() && link.state() == LinkState::Closed, 60000);
    QTRY_VERIFY2(shownText(strip).contains(u"Now on duty: Kim Nakoa"), qPrintable(shownText(strip)));
    QVERIFY2(!shownText(card).contains(u"Now on duty"), qPrintable(shownText(card)));
}

/// The paragraph on a changed host key was in the strip and once more in each card.
void SessionCardTest::whyALinkIsRefusedIsSaidOnce()
{
    SshServer server;
    QVERIFY(server.start());
    const LinkSpec spec = server.linkSpec();
    server.replaceHostKey();
    QVERIFY(server.restart());
    Link link(LinkTarget{spec, false});
    LinkStatusPanel strip(&link);
    CardSession session(&link);
    SessionCard card(&session);
    strip.show();
    card.show();
    session.start();
    link.open();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Failed, 60000);
    const Failure failure = link.lastFailure().value_or(passing);
    QVERIFY(failure.kind != FailureKind::Transient);
    QVERIFY2(shownText(strip).contains(failure.what) && shownText(strip).contains(failure.advice), qPrintable(shownText(strip)));
    QVERIFY2(!shownText(card).contains(failure.what) && !shownText(card).contains(failure.advice), qPrintable(shownText(card)));
    QVERIFY2(shownText(card).contains(u"The connection to %1 failed."_s.arg(spec.host)), qPrintable(shownText(card)));
}

void SessionCardTest::titlesAreNoMarkup()
{
    CardSession session(m_link.get());
    const SessionCard card(&session);
    for (const QLabel *label : card.findChildren<QLabel *>()) {
        if (!label->text().isEmpty()) {
            QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(u'<'), qPrintable(label->text()));
        }
    }
    QVERIFY(shownText(card).contains(u"Control & <b>0</b>"));
}

void SessionCardTest::aNarrowCardShowsItsTitle_data()
{
    QTest::addColumn<Session::Kind>("kind");
    QTest::addColumn<QString>("says"); // for a moment, as a connection goes through its steps
    for (const QString &says : {u"looking up the name"_s, u"checking the host key"_s, u"no answer, reconnecting"_s}) {
        QTest::addRow("a desktop, %s", qPrintable(says)) << Session::Kind::Desktop << says;
        QTest::addRow("a program, %s", qPrintable(says)) << Session::Kind::Window << says;
    }
}

/// On a laptop at 200 % a card has about 640 pixels.
void SessionCardTest::aNarrowCardShowsItsTitle()
{
    QFETCH(Session::Kind, kind);
    QFETCH(QString, says);
    CardSession session(m_link.get(), kind, u"Plots"_s);
    SessionCard card(&session);
    card.setScreens({u"Left"_s, u"Right"_s});
    card.setDisplayScreen(u"Right"_s);
    card.resize(1000, card.sizeHint().height());
    card.show();
    session.start();
    session.reportFailure(lasting);
    QLabel *place = nullptr;
    QLabel *state = nullptr;
    for (QLabel *label : card.findChildren<QLabel *>()) {
        place = label->accessibleDescription().startsWith(u"Screen of"_s) ? label : place;
        state = label->accessibleDescription().startsWith(u"State of"_s) ? label : state;
    }
    QVERIFY(place && state);
    state->setText(says);
    auto *title = card.findChild<KSqueezedTextLabel *>();
    QVERIFY(waitFor([&] {
        return place->x() > title->x() && place->y() <= title->geometry().bottom();
    }));
    card.resize(560, card.sizeHint().height());
    QVERIFY(waitFor([&] {
        return card.width() == 560 && place->y() > title->geometry().bottom();
    }));
    QVERIFY(!title->isSqueezed());
    QVERIFY(place->isVisibleTo(&card));
    card.resize(1000, card.sizeHint().height());
    QVERIFY(waitFor([&] {
        return place->x() > title->x() && place->y() <= title->geometry().bottom();
    }));
}

void SessionCardTest::theListHoldsTheCards()
{
    SessionList list;
    list.resize(400, 300);
    list.show();
    CardSession first(m_link.get(), Session::Kind::Desktop, u"First"_s);
    CardSession second(m_link.get(), Session::Kind::Window, u"Second"_s);
    list.add(&first);
    list.add(&second);
    QCOMPARE(list.findChildren<SessionCard *>().size(), 2);
    QSignalSpy retry(&list, &SessionList::retryRequested);
    second.start();
    second.reportFailure(lasting);
    for (const SessionCard *card : list.findChildren<SessionCard *>()) {
        if (card->session() == &second) {
            QTest::mouseClick(buttonNamed(*card, u"Retry"_s), Qt::LeftButton);
        }
    }
    QCOMPARE(retry.size(), 1);
    QCOMPARE(retry.first().first().value<Session *>(), &second);
    QCOMPARE(namelessControls(list), QStringList());
    QCOMPARE(unreachableControls(list), QStringList());
    clear(list);
    QVERIFY(list.findChildren<SessionCard *>().isEmpty());
    second.retry(); // nobody listens any more
}

void SessionCardTest::theLinkStripFollowsTheLink()
{
    auto link = std::make_unique<Link>(LinkTarget{m_server.linkSpec(), false});
    LinkStatusPanel strip(link.get());
    strip.resize(700, 60);
    strip.show();
    QVERIFY(shownText(strip).contains(u"not connected"));
    const LinkHistory &history = LinkMonitor::of(link.get())->history();
    QVERIFY(history.roundTrips().isEmpty());
    QVERIFY(!strip.accessibleName().isEmpty());
    link->open();
    QTRY_VERIFY_WITH_TIMEOUT(history.roundTrips().size() >= 2, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(history.roundTrip().has_value(), 60000);
    QVERIFY(shownText(strip).contains(m_server.userName()));
    // All of it at one time: on a busy machine a round trip takes seconds, and where two samples are more than 3 s apart there is no rate.
    QVERIFY2(WAIT_FOR(shownText(strip).contains(u"connected") && shownText(strip).contains(u" ms") && shownText(strip).contains(u"/s")),
             qPrintable(shownText(strip)));
    QVERIFY(shownText(strip).contains(u"off")); // no compression for desktops on a fast link
    QVERIFY(strip.toolTip().contains(QString::number(m_server.port())));
    link->close();
    QTRY_VERIFY_WITH_TIMEOUT(shownText(strip).contains(u"disconnected"), 60000);
    QVERIFY(!shownText(strip).contains(u" ms")); // nothing of before looks like now
    QCOMPARE(namelessControls(strip), QStringList());
    link.reset(); // the link may go first
    QVERIFY(!strip.grab().isNull());
}

void SessionCardTest::whatAProgramMayIsSaid_data()
{
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<Topology>("topology");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("explained");
    QTest::newRow("one that is not trusted lacks something") << false << Topology::X11 << u"not trusted"_s << u"no smooth text"_s;
    QTest::newRow("one that is trusted reads all keys") << true << Topology::X11 << u"trusted"_s << u"every key"_s;
    QTest::newRow("a viewer at the summit does") << true << Topology::VncAtSummit << u"trusted"_s << u"viewer on the remote host"_s;
}

void SessionCardTest::whatAProgramMayIsSaid()
{
    QFETCH(bool, trusted);
    QFETCH(Topology, topology);
    QFETCH(QString, word);
    QFETCH(QString, explained);
    WindowSpec spec;
    spec.id = u"clock"_s;
    spec.title = u"Clock"_s;
    spec.isTrusted = trusted;
    spec.topology = topology;
    LocalX localX{QString()};
    WindowSession session(spec, m_link.get(), &localX);
    Session::DisplayModes ways{.current = topology, .ofProfile = Topology::X11, .all = {}};
    session.setDisplayModes(ways);
    SessionCard card(&session);
    const auto labels = card.findChildren<QLabel *>();
    const auto found = std::ranges::find(labels, word, &QLabel::text);
    QVERIFY(found != labels.end());
    QVERIFY2((*found)->accessibleDescription().contains(explained), qPrintable((*found)->accessibleDescription()));
    QVERIFY((*found)->toolTip().contains(explained));
    QCOMPARE(shownText(card).contains(u"vnc-at-summit tonight"_s), topology == Topology::VncAtSummit);
}

namespace
{
WindowSpec clockSpec(RestartPolicy restart, const QString &more = {})
{
    WindowSpec spec;
    spec.id = u"clock"_s;
    spec.title = u"Clock"_s;
    spec.isTrusted = true;
    spec.restart = restart;
    spec.command = {u"sh"_s, u"-c"_s, u"echo $PPID $$; "_s + (more.isEmpty() ? u"exec xclock"_s : more)};
    return spec;
}
}

void SessionCardTest::aProgramThatEndedWithItsLinkIsAskedAbout_data()
{
    QTest::addColumn<RestartPolicy>("restart");
    QTest::addColumn<bool>("startsAgain");
    QTest::newRow("asked: start again") << RestartPolicy::Ask << true;
    QTest::newRow("asked: leave closed") << RestartPolicy::Ask << false;
    QTest::newRow("never") << RestartPolicy::Never << false;
}

void SessionCardTest::aProgramThatEndedWithItsLinkIsAskedAbout()
{
    QFETCH(RestartPolicy, restart);
    QFETCH(bool, startsAgain);
    QFile authority(m_server.directory() + u"/Xauthority"_s);
    QVERIFY(authority.open(QIODevice::WriteOnly | QIODevice::Append));
    XServer x;
    QVERIFY(x.start());
    LocalX localX(x.display(), x.authorityFile());
    WindowSession session(clockSpec(restart), m_link.get(), &localX);
    SessionCard card(&session);
    card.show();
    connect(&card, &SessionCard::retryRequested, &session, &Session::retry);
    ViewerToolbar strip(u"right"_s);
    strip.resize(1200, 40);
    strip.show();
    strip.setWindowSessions({&session});
    auto *chip = strip.findChild<ProgramProblemsChip *>();
    QVERIFY(shownText(card).contains(u"trusted"_s));
    const auto isOffered = [&card](const QString &name) {
        return buttonNamed(card, name)->isVisibleTo(&card);
    };
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Live, 60000);
    QVERIFY(!isOffered(u"Start Clock again"_s) && !isOffered(u"Leave Clock closed"_s) && !isOffered(u"Restart Clock now"_s));
    QWidget other; // where somebody works
    QPushButton *focused = buttonNamed(card, u"View output"_s);
    focused->setFocus();
    m_server.killSessions();
    QTRY_VERIFY_WITH_TIMEOUT(m_link->state() == LinkState::Closed, 60000);
    if (restart == RestartPolicy::Ask) {
        QTRY_VERIFY2(shownText(card).contains(u"ended with its connection"_s), qPrintable(shownText(card)));
        QVERIFY(isOffered(u"Start Clock again"_s) && isOffered(u"Leave Clock closed"_s));
        QVERIFY(!isOffered(u"Retry"_s)); // one way to say it
        QCOMPARE(chip->text(), u"Clock ended with its connection"_s); // on the screen where it stood
        QVERIFY(chip->isVisibleTo(&strip));
        QCOMPARE(chip->focusPolicy(), Qt::NoFocus);
        QSignalSpy asked(&strip, &ViewerToolbar::programProblemsRequested);
        QTest::mouseClick(chip, Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        QVERIFY(card.focusWidget() == focused);
        QCOMPARE(namelessControls(card), QStringList());
        QCOMPARE(unreachableControls(card), QStringList());
        QTest::mouseClick(buttonNamed(card, startsAgain ? u"Start Clock again"_s : u"Leave Clock closed"_s), Qt::LeftButton);
        QVERIFY(!isOffered(u"Start Clock again"_s) && !isOffered(u"Leave Clock closed"_s));
        QVERIFY(!chip->isVisibleTo(&strip));
    }
    if (startsAgain) {
        m_link->open();
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Live, 60000);
    } else {
        QCOMPARE(session.state(), SessionState::Ended);
        QVERIFY2(shownText(card).contains(u"The program ended with its connection"_s), qPrintable(shownText(card)));
        const auto buttons = card.findChildren<QPushButton *>();
        QVERIFY(std::ranges::any_of(buttons, [&card](const QPushButton *one) {
            return one->accessibleName() == u"Start Clock"_s && one->text().remove(u'&') == u"Start"_s && one->isVisibleTo(&card);
        }));
    }
}

void SessionCardTest::aProgramThatSomebodyHasIsAskedAbout_data()
{
    QTest::addColumn<bool>("isStartedByNightdesk");
    QTest::addColumn<bool>("canWatch");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<SessionState>("state");
    QTest::newRow("watch") << true << true << u"Watch Expo"_s << SessionState::Opening;
    QTest::newRow("leave") << true << true << u"Leave Expo to"_s << SessionState::Ended;
    QTest::newRow("look again") << true << true << u"Check Expo again"_s << SessionState::Opening;
    QTest::newRow("not shared: leave") << true << false << u"Leave Expo to"_s << SessionState::Ended;
    QTest::newRow("not Nightdesk's: look again") << false << false << u"Check Expo again"_s << SessionState::Opening;
}

void SessionCardTest::aProgramThatSomebodyHasIsAskedAbout()
{
    QFETCH(bool, isStartedByNightdesk);
    QFETCH(bool, canWatch);
    QFETCH(QString, answer);
    QFETCH(SessionState, state);
    CardSession session(m_link.get(), Session::Kind::Window, u"Expo"_s);
    SupportDesk support;
    support.setFacility(staffed());
    SessionCard card(&session, &support);
    connect(&card, &SessionCard::retryRequested, &session, &Session::retry);
    card.show();
    const auto isOffered = [&card](const QString &name) {
        return buttonNamed(card, name)->isVisibleTo(&card);
    };
    session.start();
    QVERIFY(!isOffered(u"Watch Expo"_s) && !isOffered(u"Leave Expo to"_s) && !isOffered(u"Check Expo again"_s));
    session.reportOccupied({.program = u"<b>xpose</b>"_s,
                            .since = QDateTime::currentDateTimeUtc(),
                            .site = u"waimea"_s,
                            .account = u"keola"_s,
                            .process = 4711,
                            .isStartedByNightdesk = isStartedByNightdesk,
                            .canWatch = canWatch});
    QVERIFY2(shownText(card).contains(u"already running"_s), qPrintable(shownText(card)));
    QVERIFY2(shownText(card).contains(u"<b>xpose</b>"_s), qPrintable(shownText(card)));
    QVERIFY2(shownText(card).contains(u"keola"_s), qPrintable(shownText(card)));
    QVERIFY2(!shownText(card).contains(u"808 555 0100"_s), qPrintable(shownText(card))); // nothing that the night's help is for
    QCOMPARE(isOffered(u"Watch Expo"_s), canWatch);
    QVERIFY(isOffered(u"Leave Expo to"_s) && isOffered(u"Check Expo again"_s));
    QVERIFY(!isOffered(u"Retry"_s)); // one way to say it
    QCOMPARE(namelessControls(card), QStringList());
    QCOMPARE(unreachableControls(card), QStringList());
    QTest::mouseClick(buttonNamed(card, answer), Qt::LeftButton);
    QCOMPARE(session.state(), state);
    QVERIFY(!isOffered(u"Watch Expo"_s) && !isOffered(u"Leave Expo to"_s) && !isOffered(u"Check Expo again"_s));
    const bool watches = answer.startsWith(u"Watch"_s);
    QCOMPARE(shownText(card).contains(u"watching the program of keola, waimea"_s), watches);
    if (watches) {
        session.reportOpened();
        session.reportContentAppeared();
        QVERIFY(!card.displayActions()->action(DisplayCommands::Command::Restart)->isEnabled()); // it is not theirs to end
        QVERIFY(card.displayActions()->action(DisplayCommands::Command::Close)->toolTip().contains(u"keeps running"_s));
    }
}

void SessionCardTest::whatCouldNotBeToldIsSaid()
{
    CardSession session(m_link.get(), Session::Kind::Window, u"Expo"_s);
    SessionCard card(&session);
    card.show();
    session.start();
    session.reportStartWarning(u"Whether others run it could not be told."_s);
    session.reportOpened();
    session.reportContentAppeared();
    QVERIFY2(shownText(card).contains(u"could not be told"_s), qPrintable(shownText(card)));
    session.reportEnded();
    QVERIFY2(!shownText(card).contains(u"could not be told"_s), qPrintable(shownText(card)));
}

void SessionCardTest::whatIsLeftOverIsOffered()
{
    XServer x;
    QVERIFY(x.start());
    LocalX localX(x.display(), x.authorityFile());
    WindowSession session(clockSpec(RestartPolicy::Never, u"trap '' HUP; xclock & while :; do sleep 1; done"_s), m_link.get(), &localX);
    WindowSession second(clockSpec(RestartPolicy::Never), m_link.get(), &localX);
    SessionList list;
    list.resize(500, 300);
    list.show();
    list.add(&session);
    list.add(&second);
    const auto lists = list.findChildren<OrphanedProgramList *>();
    QCOMPARE(lists.size(), 1); // of one link
    QVERIFY(!lists.first()->isVisibleTo(&list));
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Live, 60000);
    const QStringList numbers = session.outputLines().value(0).split(u' ');
    QCOMPARE(::kill(numbers.value(0).toInt(), SIGKILL), 0); // its sshd
    QTRY_VERIFY_WITH_TIMEOUT(m_link->state() == LinkState::Closed, 60000);
    m_link->open();
    QTRY_VERIFY_WITH_TIMEOUT(lists.first()->isVisibleTo(&list), 60000);
    QVERIFY2(shownText(*lists.first()).contains(u"sh (process %1, running since "_s.arg(numbers.value(1))), qPrintable(shownText(*lists.first())));
    QVERIFY(shownText(*lists.first()).contains(u"127.0.0.1"_s));
    QCOMPARE(namelessControls(*lists.first()), QStringList());
    QTest::mouseClick(buttonNamed(*lists.first(), u"End sh"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!lists.first()->isVisibleTo(&list), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(::kill(numbers.value(1).toInt(), 0) != 0, 60000);
    clear(list);
    QVERIFY(list.findChildren<OrphanedProgramList *>().isEmpty());
}

void SessionCardTest::viewOnlyStaysWhereTheProfileWantsIt()
{
    DesktopSpec watched;
    watched.id = u"guider"_s;
    watched.title = u"Guider & friends"_s;
    watched.input = InputPermission::ViewOnly;
    DesktopSpec free;
    free.id = u"control"_s;
    free.title = u"Control"_s;
    DesktopSession first(free, m_link.get());
    DesktopSession second(watched, m_link.get());
    ViewerToolbar strip(u"left"_s);
    strip.resize(1200, 40);
    strip.show();
    QVERIFY(!strip.viewOnlyAction()->isEnabled());
    strip.setDesktops({&first, &second});
    QVERIFY(strip.viewOnlyAction()->isEnabled());
    QVERIFY(!strip.viewOnlyAction()->isChecked());
    strip.viewOnlyAction()->trigger();
    QVERIFY(first.isViewOnly());
    QVERIFY(strip.viewOnlyAction()->isChecked());

    QSignalSpy chosen(&strip, &ViewerToolbar::desktopChosen);
    QToolButton *chip = nullptr;
    for (QToolButton *candidate : strip.findChildren<QToolButton *>()) {
        if (candidate->accessibleName().startsWith(u"Guider & friends")) {
            chip = candidate;
        }
    }
    QVERIFY(chip);
    QVERIFY(chip->text().contains(u"&&")); // shown as one, not as a shortcut
    QTest::mouseClick(chip, Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
    QVERIFY(strip.viewOnlyAction()->isChecked());
    QVERIFY(!strip.viewOnlyAction()->isEnabled());
    second.setViewOnly(false); // it will not
    QVERIFY(second.isViewOnly());
    strip.setCurrent(&first);
    first.setViewOnly(false);
    QVERIFY(!strip.viewOnlyAction()->isChecked());
    strip.setCurrent(nullptr);
    QVERIFY(!strip.viewOnlyAction()->isEnabled());
}

void SessionCardTest::theStripTellsOfItself()
{
    DesktopSpec spec;
    spec.id = u"control"_s;
    spec.title = u"Control"_s;
    DesktopSession session(spec, m_link.get());
    ViewerToolbar strip(u"left"_s);
    strip.resize(1200, 40);
    strip.setDesktops({&session});
    strip.setReleaseKey(u"Ctrl+Alt+Home"_s);
    strip.show();
    static const QRegularExpression clock(u"UT [0-2][0-9]:[0-5][0-9]:[0-5][0-9]"_s);
    const auto time = [&strip] {
        return clock.match(shownText(strip)).captured();
    };
    QVERIFY(!time().isEmpty());
    const QString before = time();
    QTRY_VERIFY(time() != before);
    QTRY_VERIFY_WITH_TIMEOUT(shownText(strip).contains(u"RTT"), 30000);
    QVERIFY(shownText(strip).contains(u"Ctrl+Alt+Home"));
    QCOMPARE(namelessControls(strip), QStringList());
    QCOMPARE(unreachableControls(strip), QStringList());

    m_server.freezeSessions();
    QTRY_VERIFY_WITH_TIMEOUT(shownText(strip).contains(u"Fault: no answer"), 60000);
    m_server.thaw();
    // A laptop at twice the size showed "Fault: no answe": where there is no room for the reason, the word alone is whole.
    bool isShort = false;
    for (int width = 1200; width >= 240; width -= 20) {
        strip.resize(width, 40);
        strip.layout()->activate();
        for (const QLabel *label : strip.findChildren<QLabel *>()) {
            if (label->text().startsWith(u"Fault")) {
                isShort |= label->text() == u"Fault";
                QVERIFY2(label->text() == u"Fault" || label->width() >= label->sizeHint().width(), qPrintable(u"“%1” at %2"_s.arg(label->text()).arg(width)));
            }
        }
    }
    QVERIFY(isShort);
}

NIGHTDESK_TEST(SessionCardTest)
#include "sessioncardtest.moc"
