// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How desktops are shown on a viewer window when others come and go: how large those of a real Xvnc are, and which one has the keyboard.
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "widgets/view/remoteview.h"
#include "widgets/viewer/desktopframe.h"
#include "widgets/viewer/keyboardowner.h"
#include "widgets/viewer/viewerwindow.h"

#include <QGuiApplication>
#include <QLabel>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class ViewerScalingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDesktopThatFitsAgainIsExactAgain();
    void aTileSaysThatItHasTheKeyboard();
};

void ViewerScalingTest::aDesktopThatFitsAgainIsExactAgain()
{
    Summit summit;
    XvncServer server(XvncServer::Options{.size = {640, 480}});
    QVERIFY(summit.start() && server.start());
    DesktopSpec spec;
    spec.id = u"a"_s;
    spec.address = server.address();
    DesktopSession first(spec, &summit.link());
    spec.id = u"b"_s;
    DesktopSession second(spec, &summit.link());
    ViewerWindow viewerWindow(QGuiApplication::primaryScreen(), u"left"_s, {&first});
    viewerWindow.show();
    QVERIFY(QTest::qWaitForWindowExposed(&viewerWindow, 30000));
    first.start();
    const auto scaling = [&] {
        for (const auto *view : viewerWindow.findChildren<RemoteView *>()) {
            if (view->session() == &first) {
                return std::optional(view->scaling());
            }
        }
        return std::optional<RemoteView::Scaling>();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!first.picture().image.isNull(), 60000);
    QTRY_COMPARE(scaling(), RemoteView::Scaling::OneToOne);
    viewerWindow.setDesktops({&first, &second}, {}); // another one is moved here
    QTRY_COMPARE(scaling(), RemoteView::Scaling::Fit);
    viewerWindow.setDesktops({&first}, {}); // and back
    QTRY_COMPARE(scaling(), RemoteView::Scaling::OneToOne);
    QTRY_COMPARE(viewerWindow.imageRectOnRoot(&first).size(), QSize(640, 480));
    // The desktop itself goes to a narrow place, and returns.
    viewerWindow.setDesktops({&second}, {});
    viewerWindow.setDesktops({&second, &first}, {});
    QTRY_VERIFY(viewerWindow.desktops().contains(&first));
    viewerWindow.setDesktops({&first}, {});
    QTRY_COMPARE(scaling(), RemoteView::Scaling::OneToOne);
}

/// The toolbar of a small laptop has no room for it.
void ViewerScalingTest::aTileSaysThatItHasTheKeyboard()
{
    Summit summit;
    XvncServer server(XvncServer::Options{.size = {640, 480}});
    QVERIFY(summit.start() && server.start());
    DesktopSpec spec;
    spec.id = u"a"_s;
    DesktopSession first(spec, &summit.link());
    spec.id = u"b"_s;
    spec.address = server.address();
    DesktopSession second(spec, &summit.link());
    ViewerWindow viewerWindow(QGuiApplication::primaryScreen(), u"left"_s, {&first, &second});
    viewerWindow.show();
    viewerWindow.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&viewerWindow, 30000));
    second.start();
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), SessionState::Live, 60000);
    KeyboardOwnerTracker owner;
    owner.setSessions({&first, &second});
    const auto saysKeyboard = [&viewerWindow](const DesktopSession &session, const QString &text = u"Keyboard here"_s) {
        for (const auto *frame : viewerWindow.findChildren<DesktopFrame *>()) {
            if (frame->view()->session() == &session) {
                const auto labels = frame->findChildren<QLabel *>();
                return std::ranges::any_of(labels, [&text](const QLabel *label) {
                    return label->isVisible() && label->text() == text;
                });
            }
        }
        return false;
    };
    for (auto *view : viewerWindow.findChildren<RemoteView *>()) {
        if (view->session() == &second) {
            view->setFocus();
        }
    }
    QTRY_VERIFY(saysKeyboard(second));
    QVERIFY(!saysKeyboard(first));
    QTRY_COMPARE(owner.keyboardOwnerTexts().ownScreenText, u"Keyboard: "_s + second.label());
    QCOMPARE(owner.keyboardOwnerTexts().otherScreensText, u"Keyboard: %1, not here"_s.arg(second.label()));
    QCOMPARE(owner.keyboardOwnerTexts().focusedSessionKey, second.key());
    // What is typed goes nowhere while its server does not answer.
    server.freeze();
    QTRY_VERIFY_WITH_TIMEOUT(saysKeyboard(second, u"Keyboard here (keys discarded)"_s), 60000);
    QTRY_COMPARE(owner.keyboardOwnerTexts().ownScreenText, u"Keyboard: %1 (keys discarded)"_s.arg(second.label()));
    server.thaw();
    QTRY_VERIFY_WITH_TIMEOUT(saysKeyboard(second), 60000);
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other, 30000));
    QTRY_VERIFY(!saysKeyboard(second));
}

NIGHTDESK_TEST(ViewerScalingTest)
#include "viewerscalingtest.moc"
