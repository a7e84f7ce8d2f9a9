// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How desktops are shown on a stage when others come and go: how large those of a real Xvnc are, and which one has the keyboard.
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "widgets/stage/desktopframe.h"
#include "widgets/stage/keyboardowner.h"
#include "widgets/stage/stage.h"
#include "widgets/view/remoteview.h"

#include <QGuiApplication>
#include <QLabel>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class StageScalingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDesktopThatFitsAgainIsExactAgain();
    void aTileSaysThatItHasTheKeyboard();
};

void StageScalingTest::aDesktopThatFitsAgainIsExactAgain()
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
    Stage stage(QGuiApplication::primaryScreen(), u"left"_s, {&first});
    stage.show();
    QVERIFY(QTest::qWaitForWindowExposed(&stage, 30000));
    first.start();
    const auto scaling = [&] {
        for (const auto *view : stage.findChildren<RemoteView *>()) {
            if (view->session() == &first) {
                return std::optional(view->scaling());
            }
        }
        return std::optional<RemoteView::Scaling>();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!first.picture().image.isNull(), 60000);
    QTRY_COMPARE(scaling(), RemoteView::Scaling::OneToOne);
    stage.setDesktops({&first, &second}, {}); // another one is moved here
    QTRY_COMPARE(scaling(), RemoteView::Scaling::Fit);
    stage.setDesktops({&first}, {}); // and back
    QTRY_COMPARE(scaling(), RemoteView::Scaling::OneToOne);
    QTRY_COMPARE(stage.rectOnRoot(&first).size(), QSize(640, 480));
    // The desktop itself goes to a narrow place, and returns.
    stage.setDesktops({&second}, {});
    stage.setDesktops({&second, &first}, {});
    QTRY_VERIFY(stage.shows(&first));
    stage.setDesktops({&first}, {});
    QTRY_COMPARE(scaling(), RemoteView::Scaling::OneToOne);
}

/// The toolbar of a small laptop has no room for it.
void StageScalingTest::aTileSaysThatItHasTheKeyboard()
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
    Stage stage(QGuiApplication::primaryScreen(), u"left"_s, {&first, &second});
    stage.show();
    stage.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&stage, 30000));
    second.start();
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), SessionState::Live, 60000);
    KeyboardOwner owner;
    owner.setSessions({&first, &second});
    const auto saysKeyboard = [&stage](const DesktopSession &session) {
        for (const auto *frame : stage.findChildren<DesktopFrame *>()) {
            if (frame->view()->session() == &session) {
                const auto labels = frame->findChildren<QLabel *>();
                return std::ranges::any_of(labels, [](const QLabel *label) {
                    return label->isVisible() && label->text().contains(u"Keyboard here");
                });
            }
        }
        return false;
    };
    for (auto *view : stage.findChildren<RemoteView *>()) {
        if (view->session() == &second) {
            view->setFocus();
        }
    }
    QTRY_VERIFY(saysKeyboard(second));
    QVERIFY(!saysKeyboard(first));
    QTRY_COMPARE(owner.words().here, u"Keyboard: "_s + second.label());
    QCOMPARE(owner.words().elsewhere, u"Keyboard: %1, not here"_s.arg(second.label()));
    QCOMPARE(owner.words().display, second.key());
    // What is typed goes nowhere while its server does not answer.
    server.freeze();
    QTRY_VERIFY_WITH_TIMEOUT(!saysKeyboard(second), 60000);
    QTRY_COMPARE(owner.words().here, u"Keyboard: %1 (keys discarded)"_s.arg(second.label()));
    server.thaw();
    QTRY_VERIFY_WITH_TIMEOUT(saysKeyboard(second), 60000);
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other, 30000));
    QTRY_VERIFY(!saysKeyboard(second));
}

NIGHTDESK_TEST(StageScalingTest)
#include "stagescalingtest.moc"
