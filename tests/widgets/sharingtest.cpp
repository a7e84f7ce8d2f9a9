// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Desktops that others use too: whose text goes where, and view-only. On a real Xvnc.
#include "sessions/desktops/workerprocess.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "widgets/clipboard/clipboardtracker.h"
#include "widgets/view/losslessindicator.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/shareddesktops.h"
#include "widgets/view/viewbanner.h"
#include "widgets/view/viewonlyindicator.h"
#include "widgets/view/viewonlykey.h"
#include "widgets/viewer/desktopchip.h"
#include "widgets/viewer/desktopframe.h"

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
constexpr auto copied = XSelection::Clipboard;
constexpr auto marked = XSelection::Primary;
}

class SharingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void textsGoWhereTheyAreNew_data();
    void textsGoWhereTheyAreNew();
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
        const ClipboardTracker ledger;
        return !ledger.textToSend(copied, &first) && !ledger.textToSend(marked, &first) && !ledger.isUnread(copied);
    });
    row("what is not read cannot be given", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        return ledger.isUnread(copied) && !ledger.textToSend(copied, &first);
    });
    row("a text goes to each desktop once", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"a"_s);
        const bool toFirst = ledger.textToSend(copied, &first) == u"a"_s;
        ledger.markSentOrUnsendable(copied, &first, u"a"_s);
        return toFirst && !ledger.textToSend(copied, &first) && ledger.textToSend(copied, &second) == u"a"_s;
    });
    row("a text of a desktop goes to the others and not back", [] {
        ClipboardTracker ledger;
        ledger.noteReceivedText(&first, u"a"_s);
        return !ledger.textToSend(copied, &first) && !ledger.textToSend(marked, &first) && ledger.textToSend(copied, &second) == u"a"_s
            && ledger.isInBothSelections(u"a"_s);
    });
    row("the same text copied again here is not given again", [] {
        ClipboardTracker ledger;
        ledger.noteReceivedText(&first, u"a"_s);
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"a"_s);
        return !ledger.textToSend(copied, &first);
    });
    row("what is taken back is taken back where we gave it", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"password"_s);
        ledger.markSentOrUnsendable(copied, &first, u"password"_s);
        ledger.noteSelectionChanged(copied, true);
        return ledger.textToSend(copied, &first) == QString() && !ledger.textToSend(copied, &second);
    });
    row("what somebody copied there is not taken away", [] {
        ClipboardTracker ledger;
        ledger.noteReceivedText(&first, u"theirs"_s);
        ledger.noteSelectionChanged(copied, true);
        return !ledger.textToSend(copied, &first);
    });
    row("to unmark is not to take back", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(marked, false);
        ledger.noteSelectionText(marked, u"m"_s);
        ledger.markSentOrUnsendable(marked, &first, u"m"_s);
        ledger.noteSelectionChanged(marked, true);
        return !ledger.textToSend(marked, &first);
    });
    row("after a click has pasted what was marked, what was copied is due again", [] {
        ClipboardTracker ledger;
        for (const auto &[which, text] : {std::pair(copied, u"c"_s), std::pair(marked, u"m"_s)}) {
            ledger.noteSelectionChanged(which, false);
            ledger.noteSelectionText(which, text);
            ledger.markSentOrUnsendable(which, &first, text);
        }
        const bool textToSend = ledger.copiedTextToResend(&first) == u"c"_s;
        ledger.noteReceivedText(&first, u"theirs"_s);
        return textToSend && !ledger.copiedTextToResend(&first);
    });
    row("what a broken connection may have lost is due again, but not over what was copied there", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"a"_s);
        ledger.markSentOrUnsendable(copied, &first, u"a"_s);
        ledger.forgetSentText(&first);
        const bool again = ledger.textToSend(copied, &first) == u"a"_s;
        ledger.noteReceivedText(&first, u"theirs"_s);
        ledger.forgetSentText(&first);
        return again && !ledger.textToSend(copied, &first);
    });
    row("what a broken connection may have lost is cleared there once", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"a password"_s);
        ledger.markSentOrUnsendable(copied, &first, u"a password"_s);
        ledger.forgetSentText(&first);
        ledger.forgetSentText(&second); // it had nothing
        ledger.noteSelectionChanged(copied, true);
        const bool isDue = ledger.textToSend(copied, &first) == u""_s && !ledger.textToSend(copied, &second);
        ledger.markSentOrUnsendable(copied, &first, {});
        ledger.forgetSentText(&first);
        return isDue && !ledger.textToSend(copied, &first);
    });
    row("what was copied there after a broken connection is not cleared", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"a"_s);
        ledger.markSentOrUnsendable(copied, &first, u"a"_s);
        ledger.forgetSentText(&first);
        ledger.markNotTransferred(&first);
        ledger.noteSelectionChanged(copied, true);
        return !ledger.textToSend(copied, &first);
    });
    row("what was copied there later is not overwritten by what is here", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"a"_s);
        ledger.markNotTransferred(&first);
        const bool isKept = !ledger.textToSend(copied, &first) && ledger.textToSend(copied, &second) == u"a"_s;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"b"_s);
        return isKept && ledger.textToSend(copied, &first) == u"b"_s;
    });
    row("copied there while nothing comes from there: ours, given before, does not go over it", [] {
        ClipboardTracker ledger;
        ledger.noteSelectionChanged(copied, false);
        ledger.noteSelectionText(copied, u"a"_s);
        ledger.markSentOrUnsendable(copied, &first, u"a"_s);
        ledger.noteSelectionChanged(marked, false); // something else here
        ledger.noteSelectionText(marked, u"m"_s);
        return !ledger.textToSend(copied, &first);
    });
}

void SharingTest::textsGoWhereTheyAreNew()
{
    QFETCH(std::function<bool()>, holds);
    QVERIFY(holds());
}

void SharingTest::allDesktopsAreWatchedOnly()
{
    DesktopSpec spec;
    spec.id = u"a"_s;
    spec.address = m_server.address();
    DesktopSession first(spec, &m_summit.link());
    spec.id = u"c"_s;
    DesktopSession minimized(spec, &m_summit.link());
    spec.id = u"b"_s;
    spec.input = InputPermission::ViewOnly;
    DesktopSession second(spec, &m_summit.link());
    RemoteView one(&first);
    RemoteView two(&second);
    QCOMPARE(SharedDesktops::allSessions().size(), 2);
    SharedDesktops::add(&minimized);
    minimized.start();
    minimized.iconify();
    QCOMPARE(SharedDesktops::allSessions().size(), 3); // it stays connected, but no view shows it
    QVERIFY(!SharedDesktops::areAllViewOnly());
    SharedDesktops::setAllViewOnly(true);
    QVERIFY(first.isViewOnly() && minimized.isViewOnly() && SharedDesktops::areAllViewOnly());
    SharedDesktops::setAllViewOnly(false);
    QVERIFY(!first.isViewOnly());
    QVERIFY(second.isViewOnly()); // its profile says so
    QCOMPARE(SharedDesktops::viewsOf(&first), QList<RemoteView *>{&one});
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
    const auto *const indicator = view.findChild<ViewOnlyIndicator *>(); // seen, and around the picture alone
    QVERIFY(indicator);
    QTRY_VERIFY(indicator->isVisible() && indicator->mask().boundingRect() == view.remoteRectOnWidget());
    QVERIFY(!indicator->mask().contains(view.remoteRectOnWidget().center()));
    QTest::keyClick(&view, Qt::Key_X);
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(!viewer.session.isViewOnly());
    QVERIFY(!indicator->isVisible());
    QVERIFY(!sent.contains(0x76) && !sent.contains(0x78)); // neither the key nor what was typed meanwhile
    QVERIFY(WAIT_FOR(viewer.session.takesInput())); // its server may be late
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
    SharedDesktops::addActionsTo(&menu, [&] {
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
    QVERIFY(!session.allowsClipboardFromServer() && !session.allowsClipboardToServer());
    ways->actions().last()->trigger();
    QVERIFY(session.allowsClipboardFromServer() && !session.allowsClipboardToServer());
    session.setConsoleClipboardPolicy(true, false);
    QVERIFY(!session.allowsClipboardFromServer());
}

void SharingTest::theBannerIsCalm()
{
    Viewer viewer(m_summit.link(), m_server.address()); // not started
    RemoteView view(&viewer.session);
    view.resize(500, 300);
    view.show();
    view.setFocus();
    ViewBanner *const banner = ViewBanner::of(&view);
    QCOMPARE(ViewBanner::of(&view), banner);
    QVERIFY(banner->text().isEmpty());
    const QString words = u"<b>Control</b> 0: the clipboard is too large"_s;
    banner->showText(words);
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->text(), words);
    QCOMPARE(banner->findChild<QLabel *>()->textFormat(), Qt::PlainText);
    QVERIFY(view.rect().contains(banner->geometry()));
    view.resize(300, 250);
    QTRY_VERIFY(view.rect().contains(banner->geometry()));
    for (const QToolButton *button : banner->findChildren<QToolButton *>()) {
        QCOMPARE(button->focusPolicy(), Qt::NoFocus); // the keyboard stays with the desktop
    }
    QTest::mouseClick(banner->findChild<QToolButton *>(), Qt::LeftButton);
    QVERIFY(!banner->isVisible());
}

void SharingTest::aPictureIsCalledExactWhileItIs()
{
    WorkerProcess::setProgramForTests({QString::fromLocal8Bit(SCRIPTED_WORKER), {u"clarity"_s}});
    Viewer viewer(m_summit.link(), m_server.address(), InputPermission::Everyone, Quality::Auto);
    DesktopFrame frame(&viewer.session);
    frame.resize(400, 300);
    const auto *indicator = frame.findChild<LosslessIndicator *>();
    QVERIFY(indicator);
    QVERIFY(indicator->text().isEmpty()); // there is no picture yet
    QVERIFY(indicator->accessibleName().isEmpty());
    viewer.session.start();
    const bool isLive = viewer.waitForState(SessionState::Live);
    WorkerProcess::setProgramForTests({});
    QVERIFY(isLive);
    frame.show();
    QVERIFY(!indicator->isVisible());
    frame.setTitleShown(true);
    QVERIFY(indicator->isVisible());
    const DesktopChip chip(&viewer.session);

    QTRY_VERIFY_WITH_TIMEOUT(!indicator->text().isEmpty(), 30000); // it answers
    viewer.session.setFocus(false);
    QTRY_VERIFY_WITH_TIMEOUT(indicator->toolTip().contains(u"quality 6 of 9"_s), 30000);
    QCOMPARE(indicator->accessibleName(), u"Compressed image"_s);
    QVERIFY(chip.toolTip().contains(u"Compressed image"_s));
    const QString compressed = indicator->text();
    QVERIFY(!compressed.isEmpty());
    const QSize size = indicator->sizeHint();
    for (int i = 0; i < 2; ++i) {
        viewer.session.setFocus(true);
        QTRY_COMPARE_WITH_TIMEOUT(indicator->accessibleName(), u"Lossless image"_s, 30000);
        QVERIFY(indicator->text() != compressed);
        QCOMPARE(indicator->sizeHint(), size); // nothing beside it moves
        QVERIFY(chip.toolTip().contains(u"Lossless image"_s));
        viewer.session.setFocus(false);
        QTRY_COMPARE_WITH_TIMEOUT(indicator->accessibleName(), u"Compressed image"_s, 30000);
        QCOMPARE(indicator->text(), compressed);
    }
    // Of a picture that nobody asked for for a while, and of a server that says nothing, it is not known.
    using Visibility = DesktopSession::Visibility;
    viewer.session.setFocus(true);
    QTRY_COMPARE_WITH_TIMEOUT(indicator->accessibleName(), u"Lossless image"_s, 30000);
    viewer.session.setVisibility(Visibility::Hidden);
    QVERIFY(indicator->text().isEmpty());
    QVERIFY(!viewer.session.isLossless() && !chip.toolTip().contains(u"Lossless image"_s));
    viewer.session.setVisibility(Visibility::Visible);
    QTRY_COMPARE_WITH_TIMEOUT(indicator->accessibleName(), u"Lossless image"_s, 30000); // it answered
    viewer.session.setVisibility(Visibility::OneHertz);
    QTRY_VERIFY_WITH_TIMEOUT(viewer.session.answering() != Session::AnswerState::Responding, 30000);
    QVERIFY(indicator->text().isEmpty());
    QVERIFY(!viewer.session.isLossless() && !chip.toolTip().contains(u"Lossless image"_s));
    viewer.session.setVisibility(Visibility::Visible);
    QTRY_COMPARE_WITH_TIMEOUT(indicator->accessibleName(), u"Lossless image"_s, 30000);
    viewer.session.close();
    QTRY_VERIFY_WITH_TIMEOUT(indicator->text().isEmpty(), 30000);
    QVERIFY(indicator->toolTip().isEmpty());
}

NIGHTDESK_TEST(SharingTest)
#include "sharingtest.moc"
