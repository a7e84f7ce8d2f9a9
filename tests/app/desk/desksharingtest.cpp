// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a desktop's view says of other people while one works alone, in a real xterm on a real Xvnc.
#include "app/desk/clipboardandviewonly.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewbanner.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class DeskSharingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aProgramThatHidesItsPointerIsNobodyElse();
};

void DeskSharingTest::aProgramThatHidesItsPointerIsNobodyElse()
{
    Summit summit;
    XvncServer server;
    QVERIFY(summit.start() && server.start());
    QVERIFY(server.x().output({u"xsetroot"_s, u"-cursor_name"_s, u"left_ptr"_s}));
    Viewer viewer(summit.link(), server.address());
    ClipboardAndViewOnly sharing;
    sharing.watch(&viewer.session);
    RemoteView view(&viewer.session);
    view.resize(900, 700);
    view.show();
    view.activateWindow();
    view.setFocus();
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    // As wide as the screen; its pointer is hidden while somebody types.
    server.x().run({u"xterm"_s, u"-xrm"_s, u"*pointerMode: 3"_s, u"-geometry"_s, u"132x50+0+0"_s, u"-e"_s, u"cat"_s});
    const QPoint middle = view.remoteRectOnWidget().center();
    int pixels = 0;
    QVERIFY(waitFor([&] {
        return server.x().output({u"xdotool"_s, u"search"_s, u"--class"_s, u"xterm"_s}).has_value();
    }));
    int hidden = 0;
    connect(&viewer.session, &DesktopSession::cursorChanged, this, [&](const QImage &cursor) {
        hidden += cursor.isNull() ? 1 : 0;
    });
    QVERIFY(waitFor([&] {
        QTest::mouseMove(&view, middle + QPoint(++pixels % 7, 0));
        QTest::keyClick(&view, Qt::Key_A);
        return hidden > 2;
    }));
    // A shortcut of our own, which shows the pointer as well.
    QTest::keyClick(&view, Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY2(ViewBanner::of(&view)->text().isEmpty(), qPrintable(ViewBanner::of(&view)->text()));
}

NIGHTDESK_TEST(DeskSharingTest)
#include "desksharingtest.moc"
