// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What keys and the mouse cause at a view with what a viewer window hangs on it: here each own action and each change of focus and
// view-only, at the server each key and pointer message; both in order. Real sshd, worker and Xvnc; what the client says is read on
// its way. What X alone has, clipboards, lock lights and windows without a manager: inputtracex11test.
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "tests/widgets/rfblistener.h"
#include "widgets/view/nightdeskkeys.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewbanner.h"
#include "widgets/view/viewbell.h"
#include "widgets/view/viewkeyboard.h"
#include "widgets/view/viewonlykey.h"
#include "widgets/viewer/toolbarreveal.h"

#include <QAction>
#include <QApplication>
#include <QInputMethodEvent>
#include <QMenu>
#include <QTest>
#include <QWheelEvent>

#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class InputTraceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void traces_data();
    void traces();
    void cleanupTestCase();

private:
    bool arrive();
    bool play(const QString &step);
    void key(QEvent::Type type, const QString &keys, bool repeats);

    Summit m_summit;
    XvncServer m_server;
    QStringList m_here;
    QStringList m_there;
    BootClock::time_point m_answered;
    QAction m_action;
    NightIndicators m_indicators;
    QMenu m_menu;
    std::unique_ptr<QObject> m_keeper;
    std::unique_ptr<RfbListener> m_listener;
    std::unique_ptr<DesktopSession> m_session;
    std::unique_ptr<QWidget> m_viewerWindow;
    RemoteView *m_view = nullptr;
};

void InputTraceTest::initTestCase()
{
    QVERIFY(m_summit.start());
    QVERIFY(m_server.start());
    m_listener = std::make_unique<RfbListener>(m_server.port(), RfbListener::Texts::Left, &m_there);
    m_keeper = std::make_unique<QObject>();
    new ViewOnlyKey(m_keeper.get());
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.title = u"Control 0"_s;
    spec.address = TcpAddress{u"127.0.0.1"_s, m_listener->port()};
    m_session = std::make_unique<DesktopSession>(spec, &m_summit.link());
    m_viewerWindow = std::make_unique<QWidget>();
    m_viewerWindow->resize(800, 600);
    m_view = new RemoteView(m_session.get(), m_viewerWindow.get());
    m_view->resize(800, 600);
    auto *const reveal = new ToolbarReveal(m_viewerWindow.get(), new QWidget(m_viewerWindow.get()), &m_menu);
    reveal->watch(m_view);
    reveal->setAutoHidesToolbar(true);
    m_action.setShortcut(QKeySequence(u"Ctrl+Shift+F9"_s));
    m_indicators.setKeyActions({&m_action});
    new ViewBell(m_view, &m_indicators);
    new NightdeskKeys(m_view, &m_indicators);
    connect(&m_action, &QAction::triggered, this, [this] {
        m_here.append(u"action"_s);
    });
    connect(m_session.get(), &DesktopSession::viewOnlyChanged, this, [this](bool on) {
        m_here.append(on ? u"view-only on"_s : u"view-only off"_s);
    });
    connect(m_view, &RemoteView::keyboardReleased, this, [this] {
        m_here.append(u"left"_s);
    });
    connect(m_view, &RemoteView::focusReceived, this, [this] {
        m_here.append(u"focused"_s);
    });
    connect(m_session.get(), &DesktopSession::inputReceivedByServer, this, [this](BootClock::time_point upTo) {
        m_answered = upTo;
    });
    m_viewerWindow->show();
    m_viewerWindow->activateWindow();
    m_view->setFocus();
    m_session->start();
    QVERIFY(QTest::qWaitForWindowActive(m_viewerWindow.get(), 30000));
    QVERIFY(WAIT_FOR(m_session->state() == SessionState::Live, 60s));
}

void InputTraceTest::cleanupTestCase()
{
    m_viewerWindow.reset(); // before its session
    m_session.reset();
}

bool InputTraceTest::arrive()
{
    if (m_session->isViewOnly()) {
        return true; // nothing is sent
    }
    const int before = m_listener->markers();
    return WAIT_FOR(m_session->sendKey(RfbListener::marker, true)) && m_session->sendKey(RfbListener::marker, false)
        && WAIT_FOR(m_listener->markers() > before);
}

void InputTraceTest::key(QEvent::Type type, const QString &keys, bool repeats)
{
    static const QHash<QString, Qt::Key> alone{{u"Control"_s, Qt::Key_Control}, {u"Shift"_s, Qt::Key_Shift}};
    const QKeyCombination pressed = alone.contains(keys) ? QKeyCombination(alone.value(keys)) : QKeySequence(keys)[0];
    QString text;
    if (pressed.key() >= Qt::Key_A && pressed.key() <= Qt::Key_Z) {
        text = QString(QChar(pressed.key()));
        text = pressed.keyboardModifiers().testFlag(Qt::ShiftModifier) ? text : text.toLower();
    }
    if (type == QEvent::KeyPress) {
        QKeyEvent shortcut(QEvent::ShortcutOverride, pressed.key(), pressed.keyboardModifiers(), text, repeats);
        shortcut.ignore();
        QApplication::sendEvent(m_view, &shortcut);
    }
    QKeyEvent event(type, pressed.key(), pressed.keyboardModifiers(), text, repeats);
    QApplication::sendEvent(m_view, &event);
}

bool InputTraceTest::play(const QString &step)
{
    const QStringList words = step.split(u' ');
    const QString &verb = words.first();
    const auto mouse = [this, &words](QEvent::Type type, Qt::MouseButton button, Qt::MouseButtons buttons) {
        const QPointF at(words[1].toInt(), words[2].toInt());
        QMouseEvent event(type, at, m_view->mapToGlobal(at), button, buttons, Qt::NoModifier);
        QApplication::sendEvent(m_view, &event);
    };
    if (verb == "press"_L1 || verb == "repeat"_L1) {
        key(QEvent::KeyPress, words[1], verb == "repeat"_L1);
    } else if (verb == "release"_L1) {
        key(QEvent::KeyRelease, words[1], false);
    } else if (verb == "down"_L1) {
        mouse(QEvent::MouseButtonPress, Qt::LeftButton, Qt::LeftButton);
    } else if (verb == "up"_L1) {
        mouse(QEvent::MouseButtonRelease, Qt::LeftButton, Qt::NoButton);
    } else if (verb == "move"_L1 || verb == "drag"_L1) {
        mouse(QEvent::MouseMove, Qt::NoButton, verb == "drag"_L1 ? Qt::LeftButton : Qt::NoButton);
    } else if (verb == "wheel"_L1) {
        QWheelEvent event(QPointF(80, 80), m_view->mapToGlobal(QPointF(80, 80)), {}, QPoint(0, words[1].toInt()), Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_view, &event);
    } else if (verb == "commit"_L1) {
        QInputMethodEvent event;
        event.setCommitString(words[1]);
        QApplication::sendEvent(m_view, &event);
    } else if (verb == "sticky"_L1) {
        m_view->keyboard()->desktopInput()->setStickyModifier(0xffe3, true);
    } else if (verb == "strike"_L1) {
        m_view->keyboard()->desktopInput()->typeKeys({0xffe3, 0xffe9, 0xffff});
    } else if (verb == "blur"_L1) {
        m_view->clearFocus();
    } else if (verb == "focus"_L1) {
        m_view->setFocus();
    } else if (verb == "enable"_L1 || verb == "disable"_L1) {
        m_action.setEnabled(verb == "enable"_L1);
    } else if (verb == "banner"_L1) {
        ViewBanner::of(m_view)->showText(u"Somebody else types"_s);
    } else if (verb == "cut"_L1) {
        m_listener->cut();
        return WAIT_FOR(m_session->state() != SessionState::Live) && WAIT_FOR(m_session->state() == SessionState::Live, 60s) && arrive();
    } else {
        return false;
    }
    return arrive();
}

void InputTraceTest::traces_data()
{
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QString &steps, const QString &expected) {
        QTest::newRow(name) << steps << expected;
    };
    row("a letter goes down and up", u"press A|release A"_s, u"key down 0x61|key up 0x61"_s);
    row("Control goes up before its letter",
        u"press Control|press Ctrl+C|release Control|release C"_s,
        u"key down 0xffe3|key down 0x63|key up 0xffe3|key up 0x63"_s);
    row("Shift goes up before its letter",
        u"press Shift|press Shift+A|release Shift|release A"_s,
        u"key down 0xffe1|key down 0x41|key up 0xffe1|key up 0x41"_s);
    row("a held key repeats as presses", u"press X|repeat X|repeat X|release X"_s, u"key down 0x78|key down 0x78|key down 0x78|key up 0x78"_s);
    row("a repeat of a key that was never pressed is nothing", u"repeat X|release X"_s, u""_s);
    row("Tab is the desktop's", u"press Tab|release Tab"_s, u"key down 0xff09|key up 0xff09"_s);
    row("an own key triggers its action alone", u"press Ctrl+Shift+F9|repeat Ctrl+Shift+F9|release Ctrl+Shift+F9"_s, u"action"_s);
    row("Control goes up before the own key",
        u"press Control|press Shift|press Ctrl+Shift+F9|release Control|release Shift|repeat F9|release F9"_s,
        u"action|key down 0xffe3|key down 0xffe1|key up 0xffe3|key up 0xffe1"_s);
    row("a disabled action leaves its key to the desktop", u"disable|press Ctrl+Shift+F9|release Ctrl+Shift+F9|enable"_s, u"key down 0xffc6|key up 0xffc6"_s);
    row("the view-only key is not sent", u"press Ctrl+Alt+V|repeat Ctrl+Alt+V|release Ctrl+Alt+V"_s, u"view-only on|view-only off"_s);
    row("nothing is sent while view-only",
        u"press Ctrl+Alt+V|press A|release A|down 10 10|up 10 10|press Ctrl+Alt+V|press B|release B"_s,
        u"view-only on|view-only off|key down 0x62|key up 0x62"_s);
    row("view-only lets go of what is down",
        u"press Shift|press Shift+A|press Ctrl+Alt+V"_s,
        u"view-only on|view-only off|key down 0xffe1|key down 0x41|key up 0x41|key up 0xffe1"_s);
    row("an own key works while view-only", u"press Ctrl+Alt+V|press Ctrl+Shift+F9|release Ctrl+Shift+F9"_s, u"view-only on|action|view-only off"_s);
    row("a held modifier counts again after view-only",
        u"press Control|press Ctrl+Alt+V|press Ctrl+Alt+V|press Ctrl+C|release C|release Control"_s,
        u"view-only on|view-only off|key down 0xffe3|key up 0xffe3|key down 0xffe3|key down 0x63|key up 0x63|key up 0xffe3"_s);
    row("the Leave key lets go and gives the keyboard back", u"press A|press Ctrl+Alt+Home|press B|release B|release A"_s, u"left|key down 0x61|key up 0x61"_s);
    row("a click takes the keyboard again after Leave",
        u"press Ctrl+Alt+Home|down 20 20|up 20 20|press A|release A"_s,
        u"left|pointer 20,20 buttons 1|pointer 20,20 buttons 0|key down 0x61|key up 0x61"_s);
    row("a lost focus lets go in the reverse order",
        u"press Control|press Shift|press Ctrl+Shift+A|blur|release A"_s,
        u"key down 0xffe3|key down 0xffe1|key down 0x41|key up 0x41|key up 0xffe1|key up 0xffe3"_s);
    row("a lost focus lets go of the button",
        u"down 30 30|blur|focus|drag 31 31|up 31 31"_s,
        u"focused|pointer 30,30 buttons 1|pointer 30,30 buttons 0|pointer 31,31 buttons 0|pointer 31,31 buttons 0"_s);
    row("an own key's release that went elsewhere is forgotten",
        u"press Ctrl+Shift+F9|blur|focus|press F9|release F9"_s,
        u"action|focused|key down 0xffc6|key up 0xffc6"_s);
    row("a sticky key goes with the next letter",
        u"sticky|press A|release A|press B|release B"_s,
        u"key down 0xffe3|key down 0x61|key up 0x61|key up 0xffe3|key down 0x62|key up 0x62"_s);
    row("a sticky key goes with a click", u"sticky|down 40 40|up 40 40"_s, u"key down 0xffe3|pointer 40,40 buttons 1|pointer 40,40 buttons 0|key up 0xffe3"_s);
    row("a sticky key is forgotten with the focus", u"sticky|blur|focus|press A|release A"_s, u"focused|key down 0x61|key up 0x61"_s);
    row("keys from the menu are struck in order", u"strike"_s, u"key down 0xffe3|key down 0xffe9|key down 0xffff|key up 0xffff|key up 0xffe9|key up 0xffe3"_s);
    row("a move without a button goes to the server", u"move 50 50"_s, u"pointer 50,50 buttons 0"_s);
    row("a drag that leaves the picture goes along its edge",
        u"down 60 60|drag 900 60|drag 900 700|up 900 700"_s,
        u"pointer 60,60 buttons 1|pointer 799,60 buttons 1|pointer 799,599 buttons 1|pointer 799,599 buttons 0"_s);
    row("the wheel is a press and a release",
        u"wheel 120|wheel -120"_s,
        u"pointer 80,80 buttons 8|pointer 80,80 buttons 0|pointer 80,80 buttons 16|pointer 80,80 buttons 0"_s);
    row("an input method's text is typed", u"commit ab"_s, u"key down 0x61|key up 0x61|key down 0x62|key up 0x62"_s);
    row("an input method's text is not typed while view-only", u"press Ctrl+Alt+V|commit ab"_s, u"view-only on|view-only off"_s);
    row("an input method's text is not typed after Leave", u"press Ctrl+Alt+Home|commit ab"_s, u"left"_s);
    row("a shown banner takes no key", u"banner|press A|release A"_s, u"key down 0x61|key up 0x61"_s);
    row("a new connection lets go of what was down",
        u"press Control|press Ctrl+A|down 70 70|cut|release A|up 70 70|press B|release B|release Control"_s,
        u"key down 0xffe3|key down 0x61|pointer 70,70 buttons 1|key up 0x61|key down 0xffe3|key up 0xffe3|pointer 70,70 buttons 0|pointer 70,70 buttons 0|key down 0xffe3|key down 0x62|key up 0x62|key up 0xffe3"_s);
}

void InputTraceTest::traces()
{
    QFETCH(const QString, steps);
    QFETCH(const QString, expected);
    m_session->setViewOnly(false);
    m_view->clearFocus();
    m_view->setFocus();
    QVERIFY(arrive());
    // Else a lost connection would owe what the row before let go of.
    const auto begin = BootClock::now();
    QVERIFY(WAIT_FOR(m_answered > begin));
    m_here.clear();
    m_there.clear();
    for (const QStringList all = steps.split(u'|'); const QString &step : all) {
        QVERIFY2(play(step), qPrintable(step));
    }
    m_session->setViewOnly(false); // so that what was sent before can be waited for
    QVERIFY(arrive());
    QVERIFY(m_listener->hasUnderstood());
    QCOMPARE((m_here + m_there).join(u'|'), expected);
}

NIGHTDESK_TEST(InputTraceTest)
#include "inputtracetest.moc"
