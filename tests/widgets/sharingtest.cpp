// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Desktops that others use too: whose text goes where, when somebody is warned of others, watching only. With a second viewer on
// a real Xvnc and a real x11vnc.
#include "sessions/desktops/workerprocess.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "widgets/clipboard/clipboardledger.h"
#include "widgets/input/typingjudge.h"
#include "widgets/input/typingwatch.h"
#include "widgets/stage/desktopchip.h"
#include "widgets/stage/desktopframe.h"
#include "widgets/view/claritysign.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/shareddesktops.h"
#include "widgets/view/viewbanner.h"
#include "widgets/view/viewonlykey.h"
#include "widgets/view/viewonlysign.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QTest>
#include <QToolButton>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
using Judge = TypingJudge;
constexpr auto copied = XSelection::Clipboard;
constexpr auto marked = XSelection::Primary;
constexpr quint32 letter = 0x61;
constexpr quint32 capsLock = 0xffe5;
constexpr quint32 enter = 0xff0d;

Judge::Instant at(std::chrono::milliseconds time)
{
    return Judge::Instant(1h + time);
}

/// What somebody's pointer leaves on its way down a picture.
bool wanders(Judge &judge, std::chrono::milliseconds from, int step)
{
    bool told = false;
    for (int i = 0; i < 8; ++i) {
        told = judge.damaged(QRect(100 + 3 * i, 50 + step * i, 16, 24), at(from + 50ms * i)).has_value() || told;
    }
    return told;
}
}

class SharingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void textsGoWhereTheyAreNew_data();
    void textsGoWhereTheyAreNew();
    void othersAreNoticed_data();
    void othersAreNoticed();
    void aSecondViewerOnXvncIsNoticedWhileOneTypes();
    void aSecondViewerOnX11vncIsNoticedWhileOneTypes();
    void capsLockPressedThereIsNoticed();
    void allDesktopsAreWatchedOnly();
    void oneKeyTurnsViewOnlyOnAndOff();
    void theMenuNarrowsWhatTheProfileLets();
    void theBannerIsCalm();
    void aPictureIsCalledExactWhileItIs();

private:
    Summit m_summit;
    XvncServer m_server;
};

void SharingTest::initTestCase()
{
    QVERIFY(m_summit.start());
    QVERIFY(m_server.start());
}

void SharingTest::cleanupTestCase()
{
    m_server.kill();
}

void SharingTest::textsGoWhereTheyAreNew_data()
{
    QTest::addColumn<std::function<bool()>>("holds");
    const auto row = [](const char *name, const std::function<bool()> &holds) {
        QTest::newRow(name) << holds;
    };
    static int first = 0;
    static int second = 0;
    row("nothing was copied yet", [] {
        const ClipboardLedger ledger;
        return !ledger.due(copied, &first) && !ledger.due(marked, &first) && !ledger.isUnread(copied);
    });
    row("what is not read cannot be given", [] {
        ClipboardLedger ledger;
        ledger.changed(copied, false);
        return ledger.isUnread(copied) && !ledger.due(copied, &first);
    });
    row("a text goes to each desktop once", [] {
        ClipboardLedger ledger;
        ledger.changed(copied, false);
        ledger.read(copied, u"a"_s);
        const bool toFirst = ledger.due(copied, &first) == u"a"_s;
        ledger.settled(copied, &first, u"a"_s);
        return toFirst && !ledger.due(copied, &first) && ledger.due(copied, &second) == u"a"_s;
    });
    row("a text of a desktop goes to the others and not back", [] {
        ClipboardLedger ledger;
        ledger.arrived(&first, u"a"_s);
        return !ledger.due(copied, &first) && !ledger.due(marked, &first) && ledger.due(copied, &second) == u"a"_s && ledger.isHere(u"a"_s);
    });
    row("the same text copied again here is not given again", [] {
        ClipboardLedger ledger;
        ledger.arrived(&first, u"a"_s);
        ledger.changed(copied, false);
        ledger.read(copied, u"a"_s);
        return !ledger.due(copied, &first);
    });
    row("what is taken back is taken back where we gave it", [] {
        ClipboardLedger ledger;
        ledger.changed(copied, false);
        ledger.read(copied, u"password"_s);
        ledger.settled(copied, &first, u"password"_s);
        ledger.changed(copied, true);
        return ledger.due(copied, &first) == QString() && !ledger.due(copied, &second);
    });
    row("what somebody copied there is not taken away", [] {
        ClipboardLedger ledger;
        ledger.arrived(&first, u"theirs"_s);
        ledger.changed(copied, true);
        return !ledger.due(copied, &first);
    });
    row("to unmark is not to take back", [] {
        ClipboardLedger ledger;
        ledger.changed(marked, false);
        ledger.read(marked, u"m"_s);
        ledger.settled(marked, &first, u"m"_s);
        ledger.changed(marked, true);
        return !ledger.due(marked, &first);
    });
    row("after a click has pasted what was marked, what was copied is due again", [] {
        ClipboardLedger ledger;
        for (const auto &[which, text] : {std::pair(copied, u"c"_s), std::pair(marked, u"m"_s)}) {
            ledger.changed(which, false);
            ledger.read(which, text);
            ledger.settled(which, &first, text);
        }
        const bool due = ledger.dueAfterPaste(&first) == u"c"_s;
        ledger.arrived(&first, u"theirs"_s);
        return due && !ledger.dueAfterPaste(&first);
    });
    row("what a broken connection may have lost is due again, but not over what was copied there", [] {
        ClipboardLedger ledger;
        ledger.changed(copied, false);
        ledger.read(copied, u"a"_s);
        ledger.settled(copied, &first, u"a"_s);
        ledger.forget(&first);
        const bool again = ledger.due(copied, &first) == u"a"_s;
        ledger.arrived(&first, u"theirs"_s);
        ledger.forget(&first);
        return again && !ledger.due(copied, &first);
    });
    row("what was copied there later is not overwritten by what is here", [] {
        ClipboardLedger ledger;
        ledger.changed(copied, false);
        ledger.read(copied, u"a"_s);
        ledger.waits(&first);
        const bool isKept = !ledger.due(copied, &first) && ledger.due(copied, &second) == u"a"_s;
        ledger.changed(copied, false);
        ledger.read(copied, u"b"_s);
        return isKept && ledger.due(copied, &first) == u"b"_s;
    });
    row("copied there while nothing comes from there: ours, given before, does not go over it", [] {
        ClipboardLedger ledger;
        ledger.changed(copied, false);
        ledger.read(copied, u"a"_s);
        ledger.settled(copied, &first, u"a"_s);
        ledger.changed(marked, false); // something else here
        ledger.read(marked, u"m"_s);
        return !ledger.due(copied, &first);
    });
}

void SharingTest::textsGoWhereTheyAreNew()
{
    QFETCH(std::function<bool()>, holds);
    QVERIFY(holds());
}

void SharingTest::othersAreNoticed_data()
{
    QTest::addColumn<std::function<bool(Judge &)>>("tells");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, bool expected, const std::function<bool(Judge &)> &tells) {
        QTest::newRow(name) << tells << expected;
    };
    row("a pointer that moves while we type", true, [](Judge &judge) {
        judge.typed(letter, at(0ms));
        return judge.othersMoved(at(1500ms)).has_value();
    });
    row("a pointer that moves while we do not", false, [](Judge &judge) {
        judge.typed(letter, at(0ms));
        return judge.othersMoved(at(2500ms)).has_value();
    });
    row("a pointer that moves before we type at all", false, [](Judge &judge) {
        return judge.othersMoved(at(0ms)).has_value();
    });
    row("the second time within a minute", false, [](Judge &judge) {
        judge.typed(letter, at(0ms));
        (void)judge.othersMoved(at(1s));
        judge.typed(letter, at(50s));
        return judge.othersMoved(at(51s)).has_value();
    });
    row("again after more than a minute", true, [](Judge &judge) {
        judge.typed(letter, at(0ms));
        (void)judge.othersMoved(at(1s));
        judge.typed(letter, at(70s));
        return judge.othersMoved(at(71s)).has_value();
    });
    row("a cursor that Xvnc begins to paint", true, [](Judge &judge) {
        (void)judge.cursorChanged(false, at(0ms));
        judge.typed(letter, at(1s));
        return judge.cursorChanged(true, at(2s)).has_value();
    });
    row("a cursor that was painted from the start", false, [](Judge &judge) {
        judge.typed(letter, at(1s));
        return judge.cursorChanged(true, at(2s)).has_value() || wanders(judge, 2s, 12);
    });
    row("a pointer that wanders where it is painted", true, [](Judge &judge) {
        (void)judge.cursorChanged(false, at(0ms));
        (void)judge.cursorChanged(true, at(1s)); // nobody typed then
        judge.typed(letter, at(5s));
        return wanders(judge, 5500ms, 12);
    });
    row("text that appears in a line while a cursor is painted", false, [](Judge &judge) {
        (void)judge.cursorChanged(false, at(0ms));
        (void)judge.cursorChanged(true, at(1s));
        judge.typed(letter, at(5s));
        return wanders(judge, 5500ms, 0);
    });
    row("lines that we end ourselves while a cursor is painted", false, [](Judge &judge) {
        (void)judge.cursorChanged(false, at(0ms));
        (void)judge.cursorChanged(true, at(1s));
        judge.typed(enter, at(5s));
        return wanders(judge, 5500ms, 16);
    });
    row("our own pointer", false, [](Judge &judge) {
        (void)judge.cursorChanged(false, at(0ms));
        (void)judge.cursorChanged(true, at(1s));
        judge.typed(letter, at(5s));
        judge.pointed(at(5200ms));
        return wanders(judge, 5500ms, 12);
    });
    row("a program that draws much while a cursor is painted", false, [](Judge &judge) {
        (void)judge.cursorChanged(false, at(0ms));
        (void)judge.cursorChanged(true, at(1s));
        judge.typed(letter, at(5s));
        bool told = false;
        for (int i = 0; i < 20; ++i) {
            told = told || judge.damaged(QRect(0, 20 * i, 600, 40), at(5s + 20ms * i));
        }
        return told;
    });
    row("a blinking cursor", false, [](Judge &judge) {
        (void)judge.cursorChanged(false, at(0ms));
        judge.typed(letter, at(5s));
        bool told = false;
        for (int i = 0; i < 20; ++i) {
            told = told || judge.damaged(QRect(10, 20, 8, 16), at(5s + 50ms * i));
        }
        return told;
    });
    row("Caps Lock that we did not press", true, [](Judge &judge) {
        (void)judge.lightsChanged(0, at(0ms));
        judge.typed(letter, at(10s));
        return judge.lightsChanged(4, at(11s)) == Judge::Sign::Lock;
    });
    row("Caps Lock that we pressed", false, [](Judge &judge) {
        (void)judge.lightsChanged(0, at(0ms));
        judge.typed(letter, at(10s));
        judge.typed(capsLock, at(10500ms));
        return judge.lightsChanged(4, at(11s)).has_value();
    });
    row("lights as they are told first", false, [](Judge &judge) {
        judge.typed(letter, at(10s));
        return judge.lightsChanged(4, at(11s)).has_value();
    });
    row("lights of another connection", false, [](Judge &judge) {
        (void)judge.lightsChanged(0, at(0ms));
        judge.restart();
        judge.typed(letter, at(10s));
        return judge.lightsChanged(4, at(11s)).has_value();
    });
}

void SharingTest::othersAreNoticed()
{
    QFETCH(std::function<bool(Judge &)>, tells);
    QFETCH(bool, expected);
    Judge judge;
    QCOMPARE(tells(judge), expected);
}

namespace
{
/// One who types and one who moves the mouse, on the same desktop.
struct Two {
    Two(Link &link, const DesktopAddress &address)
        : typist(link, address)
        , other(link, address)
        , watch(&typist.session)
    {
        QObject::connect(&watch, &TypingWatch::noticed, &watch, [this](Judge::Sign sign) {
            signs.append(sign);
        });
        typist.session.start();
        other.session.start();
    }
    bool areUp()
    {
        return typist.waitForState(SessionState::Live) && other.waitForState(SessionState::Live);
    }
    void type(quint32 keysym)
    {
        typist.session.sendKey(keysym, true);
        typist.session.sendKey(keysym, false);
    }

    Viewer typist;
    Viewer other;
    TypingWatch watch;
    QList<Judge::Sign> signs;
};
}

void SharingTest::aSecondViewerOnXvncIsNoticedWhileOneTypes()
{
    QVERIFY(m_server.x().output({u"xsetroot"_s, u"-cursor_name"_s, u"left_ptr"_s, u"-solid"_s, u"#203040"_s}));
    Two two(m_summit.link(), m_server.address());
    QVERIFY(two.areUp());
    two.typist.session.sendPointer(QPoint(300, 300), 0);
    QVERIFY(waitFor([&] { // typed alone nobody is warned of anything
        two.type(letter);
        return !two.typist.session.cursor().isNull();
    }));
    QCOMPARE(two.signs.size(), 0);
    int y = 100;
    QVERIFY(waitFor([&] {
        two.type(letter);
        y = y == 400 ? 100 : y + 20;
        two.other.session.sendPointer(QPoint(500, y), 0);
        return !two.signs.isEmpty();
    }));
    QCOMPARE(two.signs, QList{Judge::Sign::Pointer});
}

void SharingTest::aSecondViewerOnX11vncIsNoticedWhileOneTypes()
{
    X11vncServer old;
    QVERIFY(old.start());
    Two two(m_summit.link(), old.address());
    QVERIFY(two.areUp());
    two.typist.session.sendPointer(QPoint(300, 300), 0);
    int y = 100;
    QVERIFY(waitFor([&] {
        two.type(letter);
        y = y == 400 ? 100 : y + 20;
        two.other.session.sendPointer(QPoint(500, y), 0);
        return !two.signs.isEmpty();
    }));
    QCOMPARE(two.signs, QList{Judge::Sign::Pointer});
}

void SharingTest::capsLockPressedThereIsNoticed()
{
    Two two(m_summit.link(), m_server.address());
    QVERIFY(two.areUp());
    QVERIFY(WAIT_FOR(two.typist.session.lights().has_value()));
    const auto before = *two.typist.session.lights();
    two.type(letter);
    two.other.session.sendKey(capsLock, true);
    two.other.session.sendKey(capsLock, false);
    QVERIFY(WAIT_FOR(two.typist.session.lights() != before));
    QCOMPARE(two.signs, QList{Judge::Sign::Lock});
    two.other.session.sendKey(capsLock, true); // as it was
    two.other.session.sendKey(capsLock, false);
    QVERIFY(WAIT_FOR(two.typist.session.lights() == before));
    QCOMPARE(two.signs.size(), 1);
}

void SharingTest::allDesktopsAreWatchedOnly()
{
    DesktopSpec spec;
    spec.id = u"a"_s;
    spec.address = m_server.address();
    DesktopSession first(spec, &m_summit.link());
    spec.id = u"b"_s;
    spec.input = InputPolicy::ViewOnly;
    DesktopSession second(spec, &m_summit.link());
    RemoteView one(&first);
    RemoteView two(&second);
    QCOMPARE(SharedDesktops::all().size(), 2);
    QVERIFY(!SharedDesktops::areAllViewOnly());
    SharedDesktops::setAllViewOnly(true);
    QVERIFY(first.isViewOnly() && SharedDesktops::areAllViewOnly());
    SharedDesktops::setAllViewOnly(false);
    QVERIFY(!first.isViewOnly());
    QVERIFY(second.isViewOnly()); // its profile says so
    QCOMPARE(SharedDesktops::viewsOf(&first), QList<QWidget *>{&one});
}

void SharingTest::oneKeyTurnsViewOnlyOnAndOff()
{
    Viewer viewer(m_summit.link(), m_server.address());
    viewer.session.start();
    RemoteView view(&viewer.session);
    view.resize(900, 700);
    view.show();
    view.activateWindow();
    view.setFocus();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QTRY_VERIFY(view.hasFocus());
    ViewOnlyKey key;
    QList<quint32> sent;
    connect(&viewer.session, &DesktopSession::keySent, this, [&](quint32 keysym, bool) {
        sent.append(keysym);
    });
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(viewer.session.isViewOnly());
    const auto *const sign = view.findChild<ViewOnlySign *>(); // seen, and around the picture alone
    QVERIFY(sign);
    QTRY_VERIFY(sign->isVisible() && sign->mask().boundingRect() == view.remoteRectOnWidget());
    QVERIFY(!sign->mask().contains(view.remoteRectOnWidget().center()));
    QTest::keyClick(&view, Qt::Key_X);
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(!viewer.session.isViewOnly());
    QVERIFY(!sign->isVisible());
    QVERIFY(!sent.contains(0x76) && !sent.contains(0x78)); // neither the key nor what was typed meanwhile
    QTest::keyClick(&view, Qt::Key_X);
    QVERIFY(sent.contains(0x78));
    key.setKey({});
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(!viewer.session.isViewOnly() && sent.contains(0x76)); // an ordinary key again
}

void SharingTest::theMenuNarrowsWhatTheProfileLets()
{
    DesktopSpec spec;
    spec.id = u"a"_s;
    spec.clipboard = ClipboardPolicy::FromSummit;
    DesktopSession session(spec, &m_summit.link());
    DesktopSession *current = nullptr;
    QMenu menu;
    SharedDesktops::addTo(&menu, [&] {
        return current;
    });
    QMenu *const ways = menu.findChild<QMenu *>();
    QVERIFY(ways && ways->actions().size() == 2);
    Q_EMIT menu.aboutToShow();
    QVERIFY(!ways->isEnabled());
    current = &session;
    Q_EMIT menu.aboutToShow();
    QVERIFY(ways->isEnabled());
    QVERIFY(!ways->actions().first()->isEnabled() && !ways->actions().first()->isChecked());
    QVERIFY(ways->actions().last()->isEnabled() && ways->actions().last()->isChecked());
    ways->actions().last()->trigger();
    QVERIFY(!session.clipboardFromServer() && !session.clipboardToServer());
    ways->actions().last()->trigger();
    QVERIFY(session.clipboardFromServer() && !session.clipboardToServer());
    session.allowClipboard(true, false);
    QVERIFY(!session.clipboardFromServer());
}

void SharingTest::theBannerIsCalm()
{
    QWidget view;
    view.resize(500, 300);
    view.setFocusPolicy(Qt::StrongFocus);
    view.show();
    view.setFocus();
    ViewBanner *const banner = ViewBanner::of(&view);
    QCOMPARE(ViewBanner::of(&view), banner);
    QVERIFY(banner->text().isEmpty());
    const QString words = TypingWatch::words(Judge::Sign::Pointer, u"<b>Control</b> 0"_s);
    QVERIFY(words.contains(u"<b>Control</b> 0"_s));
    banner->say(words, u"Never"_s);
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->text(), words);
    QCOMPARE(banner->findChild<QLabel *>()->textFormat(), Qt::PlainText);
    QVERIFY(view.rect().contains(banner->geometry()));
    view.resize(300, 250);
    QTRY_VERIFY(view.rect().contains(banner->geometry()));
    for (const QToolButton *button : banner->findChildren<QToolButton *>()) {
        QCOMPARE(button->focusPolicy(), Qt::NoFocus); // the keyboard stays with the desktop
    }
    int chosen = 0;
    connect(banner, &ViewBanner::chosen, this, [&] {
        ++chosen;
    });
    QTest::mouseClick(banner->findChildren<QToolButton *>().first(), Qt::LeftButton);
    QCOMPARE(chosen, 1);
    QVERIFY(!banner->isVisible());
    banner->say(u"again"_s);
    QVERIFY(!banner->findChildren<QToolButton *>().first()->isVisible());
    QTest::mouseClick(banner->findChildren<QToolButton *>().last(), Qt::LeftButton);
    QVERIFY(!banner->isVisible());
}

void SharingTest::aPictureIsCalledExactWhileItIs()
{
    WorkerProcess::setProgramForTests({QString::fromLocal8Bit(SCRIPTED_WORKER), {u"clarity"_s}});
    Viewer viewer(m_summit.link(), m_server.address(), InputPolicy::Free, Quality::Auto);
    DesktopFrame frame(&viewer.session);
    frame.resize(400, 300);
    const auto *sign = frame.findChild<ClaritySign *>();
    QVERIFY(sign);
    QVERIFY(sign->text().isEmpty()); // there is no picture yet
    QVERIFY(sign->accessibleName().isEmpty());
    viewer.session.start();
    const bool isLive = viewer.waitForState(SessionState::Live);
    WorkerProcess::setProgramForTests({});
    QVERIFY(isLive);
    frame.show();
    QVERIFY(!sign->isVisible());
    frame.setTitleShown(true);
    QVERIFY(sign->isVisible());
    const DesktopChip chip(&viewer.session);

    QTRY_VERIFY_WITH_TIMEOUT(!sign->text().isEmpty(), 30000); // it answers
    viewer.session.setFocus(false);
    QTRY_VERIFY_WITH_TIMEOUT(sign->toolTip().contains(u"quality 6 of 9"_s), 30000);
    QCOMPARE(sign->accessibleName(), u"Compressed image"_s);
    QVERIFY(chip.toolTip().contains(u"Compressed image"_s));
    const QString compressed = sign->text();
    QVERIFY(!compressed.isEmpty());
    const QSize size = sign->sizeHint();
    for (int i = 0; i < 2; ++i) {
        viewer.session.setFocus(true);
        QTRY_COMPARE_WITH_TIMEOUT(sign->accessibleName(), u"Lossless image"_s, 30000);
        QVERIFY(sign->text() != compressed);
        QCOMPARE(sign->sizeHint(), size); // nothing beside it moves
        QVERIFY(chip.toolTip().contains(u"Lossless image"_s));
        viewer.session.setFocus(false);
        QTRY_COMPARE_WITH_TIMEOUT(sign->accessibleName(), u"Compressed image"_s, 30000);
        QCOMPARE(sign->text(), compressed);
    }
    // Of a picture that nobody asked for for a while, and of a server that says nothing, it is not known.
    using Visibility = DesktopSession::Visibility;
    viewer.session.setFocus(true);
    QTRY_COMPARE_WITH_TIMEOUT(sign->accessibleName(), u"Lossless image"_s, 30000);
    viewer.session.setVisibility(Visibility::Hidden);
    QVERIFY(sign->text().isEmpty());
    QVERIFY(!viewer.session.isExact() && !chip.toolTip().contains(u"Lossless image"_s));
    viewer.session.setVisibility(Visibility::Visible);
    QTRY_COMPARE_WITH_TIMEOUT(sign->accessibleName(), u"Lossless image"_s, 30000); // it answered
    viewer.session.setVisibility(Visibility::OneHertz);
    QTRY_VERIFY_WITH_TIMEOUT(viewer.session.answering() != Session::Answering::Yes, 30000);
    QVERIFY(sign->text().isEmpty());
    QVERIFY(!chip.toolTip().contains(u"Lossless image"_s));
    viewer.session.setVisibility(Visibility::Visible);
    QTRY_COMPARE_WITH_TIMEOUT(sign->accessibleName(), u"Lossless image"_s, 30000);
    viewer.session.close();
    QTRY_VERIFY_WITH_TIMEOUT(sign->text().isEmpty(), 30000);
    QVERIFY(sign->toolTip().isEmpty());
}

NIGHTDESK_TEST(SharingTest)
#include "sharingtest.moc"
