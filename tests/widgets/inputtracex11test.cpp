// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What inputtracetest records, of what works on X alone: clicks that paste, lock lights in step, and a window that comes forward by
// a click where no window manager raises it. Real sshd, worker, Xvnc and X server; nobody else is on either.
#include "sessions/apps/appsession.h"
#include "sessions/xwindows/server/selectionwatch.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"
#include "tests/widgets/rfblistener.h"
#include "widgets/clipboard/clipboardbridge.h"
#include "widgets/input/lockkeysync.h"
#include "widgets/input/xkeyboard.h"
#include "widgets/view/nightdeskkeys.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewbell.h"
#include "widgets/view/viewkeyboard.h"
#include "widgets/view/viewonlykey.h"
#include "widgets/viewer/programwindow.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <csignal>
#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class InputTraceX11Test : public QObject
{
    Q_OBJECT
public:
    explicit InputTraceX11Test(XServer &glass)
        : m_glass(glass)
    {
    }
    bool eventFilter(QObject *receiver, QEvent *event) override;

private Q_SLOTS:
    void initTestCase();
    void traces_data();
    void traces();
    void aClickBringsAProgramsWindowForwardWhereNoManagerDoes();
    void cleanupTestCase();

private:
    bool arrive();
    bool play(const QString &step);
    bool mark();
    void key(QEvent::Type type, const QString &keys);
    void mouse(QWidget *view, QEvent::Type type, Qt::MouseButton button, Qt::MouseButtons buttons);

    XServer &m_glass;
    Summit m_summit;
    XvncServer m_server;
    QTemporaryDir m_files;
    int m_marked = 0;
    QElapsedTimer m_sinceClick; ///< the last one
    QStringList m_here;
    QStringList m_there;
    QAction m_action;
    NightIndicators m_indicators;
    std::unique_ptr<QObject> m_keeper;
    ClipboardBridge *m_clipboards = nullptr;
    std::unique_ptr<RfbListener> m_listener;
    std::unique_ptr<DesktopSession> m_session;
    std::unique_ptr<RemoteView> m_view;
};

void InputTraceX11Test::initTestCase()
{
    QVERIFY(m_summit.start());
    QVERIFY(m_server.start());
    m_listener = std::make_unique<RfbListener>(m_server.port(), RfbListener::Texts::Told, &m_there);
    m_keeper = std::make_unique<QObject>();
    qApp->installEventFilter(this);
    m_clipboards = new ClipboardBridge(m_keeper.get()); // in this order, as the console makes them
    new ViewOnlyKey(m_keeper.get());
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.title = u"Control 0"_s;
    spec.address = TcpAddress{u"127.0.0.1"_s, m_listener->port()};
    m_session = std::make_unique<DesktopSession>(spec, &m_summit.link());
    m_clipboards->addSession(m_session.get());
    m_view = std::make_unique<RemoteView>(m_session.get());
    m_view->setGeometry(0, 0, 800, 600);
    m_action.setShortcut(QKeySequence(u"Ctrl+Shift+F9"_s));
    m_indicators.setKeyActions({&m_action});
    new ViewBell(m_view.get(), &m_indicators);
    new NightdeskKeys(m_view.get(), &m_indicators);
    m_view->keyboard()->setSettings({.syncLockKeys = true});
    connect(&m_action, &QAction::triggered, this, [this] {
        m_here.append(u"action"_s);
    });
    connect(m_session.get(), &DesktopSession::viewOnlyChanged, this, [this](bool on) {
        m_here.append(on ? u"view-only on"_s : u"view-only off"_s);
    });
    connect(m_view.get(), &RemoteView::focusReceived, this, [this] {
        m_here.append(u"focused"_s);
    });
    m_view->show();
    m_view->activateWindow();
    m_view->setFocus();
    m_session->start();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get(), 30000));
    QVERIFY(WAIT_FOR(m_session->state() == SessionState::Live && m_session->lockLeds() && XKeyboard::shared()->lockLeds(), 60s));
    QVERIFY(WAIT_FOR(m_session->facts().hasExtendedClipboard));
}

void InputTraceX11Test::cleanupTestCase()
{
    const auto worker = static_cast<pid_t>(m_session->facts().workerPid);
    m_view.reset(); // before its session
    m_session.reset();
    // What waits for the worker's end goes with it.
    QVERIFY(WAIT_FOR(worker <= 0 || ::kill(worker, 0) != 0));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

bool InputTraceX11Test::arrive()
{
    if (m_session->isViewOnly()) {
        return true; // nothing is sent
    }
    const int before = m_listener->markers();
    return WAIT_FOR(m_session->sendKey(RfbListener::marker, true)) && m_session->sendKey(RfbListener::marker, false)
        && WAIT_FOR(m_listener->markers() > before);
}

/// Finds the bridge's own watch of the selections at the first change that it tells: another watch may be told before it.
bool InputTraceX11Test::eventFilter(QObject *receiver, QEvent *event)
{
    if (const auto *const watch = event->type() == QEvent::MetaCall ? qobject_cast<SelectionWatch *>(receiver) : nullptr) {
        qApp->removeEventFilter(this);
        connect(watch, &SelectionWatch::selectionChanged, this, [this](XSelection which, quint32 owner) {
            m_marked += which == XSelection::Primary && owner != 0 ? 1 : 0;
        });
    }
    return false;
}

bool InputTraceX11Test::mark()
{
    const int before = m_marked;
    QFile text(m_files.filePath(u"marked%1"_s.arg(before)));
    if (!text.open(QIODevice::WriteOnly) || text.write("marked %1" + QByteArray::number(before)) < 0) {
        return false;
    }
    text.close();
    return m_glass.run({u"xclip"_s, u"-quiet"_s, u"-selection"_s, u"primary"_s, u"-i"_s, text.fileName()}) && WAIT_FOR(m_marked > before);
}

void InputTraceX11Test::key(QEvent::Type type, const QString &keys)
{
    const QKeyCombination pressed = keys == "CapsLock"_L1 ? QKeyCombination(Qt::Key_CapsLock) : QKeySequence(keys)[0];
    const QString text = keys.size() == 1 ? keys.toLower() : QString();
    QKeyEvent event(type, pressed.key(), pressed.keyboardModifiers(), text);
    QApplication::sendEvent(m_view.get(), &event);
}

void InputTraceX11Test::mouse(QWidget *view, QEvent::Type type, Qt::MouseButton button, Qt::MouseButtons buttons)
{
    const QPointF at(50, 50);
    QMouseEvent event(type, at, view->mapToGlobal(at), button, buttons, Qt::NoModifier);
    QApplication::sendEvent(view, &event);
}

bool InputTraceX11Test::play(const QString &step)
{
    const QStringList words = step.split(u' ');
    const QString &verb = words.first();
    if (verb == "press"_L1) {
        key(QEvent::KeyPress, words[1]);
    } else if (verb == "release"_L1) {
        key(QEvent::KeyRelease, words[1]);
    } else if (verb == "down"_L1) {
        m_sinceClick.start();
        mouse(m_view.get(), QEvent::MouseButtonPress, Qt::MiddleButton, Qt::MiddleButton);
    } else if (verb == "up"_L1) {
        mouse(m_view.get(), QEvent::MouseButtonRelease, Qt::MiddleButton, Qt::NoButton);
    } else if (verb == "move"_L1) {
        mouse(m_view.get(), QEvent::MouseMove, Qt::NoButton, Qt::NoButton);
    } else if (verb == "enter"_L1) {
        QEnterEvent event(QPointF(50, 50), QPointF(50, 50), m_view->mapToGlobal(QPointF(50, 50)));
        QApplication::sendEvent(m_view.get(), &event);
    } else if (verb == "mark"_L1) {
        return mark();
    } else if (verb == "blur"_L1) {
        m_view->clearFocus();
    } else if (verb == "focus"_L1) {
        m_view->setFocus();
    } else if (verb == "caps"_L1) {
        // Not with output(), which stops this program meanwhile: the view gets this key too, and a desktop takes none that is read late.
        const auto before = XKeyboard::shared()->lockLeds();
        const QProcess *const program = m_glass.run({u"xdotool"_s, u"key"_s, u"Caps_Lock"_s});
        return WAIT_FOR(program->state() == QProcess::NotRunning && XKeyboard::shared()->lockLeds() != before);
    } else if (verb == "lit"_L1 || verb == "unlit"_L1) {
        return WAIT_FOR(((m_session->lockLeds().value_or(0) & LockKeySync::Caps) != 0) == (verb == "lit"_L1));
    } else if (verb == "arrived"_L1) {
        const QString last = step.mid(8);
        return WAIT_FOR(!m_there.isEmpty() && m_there.constLast() == last);
    } else {
        return false;
    }
    return true;
}

void InputTraceX11Test::traces_data()
{
    QTest::addColumn<QString>("steps"); // between "&" no other event comes
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QString &steps, const QString &expected) {
        QTest::newRow(name) << steps << expected;
    };
    row("what is marked here arrives before the click that pastes it, and what is typed after the click behind that",
        u"mark|down&press A&release A&move&up|arrived pointer 50,50 buttons 0"_s,
        u"text|pointer 50,50 buttons 2|key down 0x61|key up 0x61|pointer 50,50 buttons 0|pointer 50,50 buttons 0"_s);
    row("a second click need not wait", u"down|up|press B|release B"_s, u"pointer 50,50 buttons 2|pointer 50,50 buttons 0|key down 0x62|key up 0x62"_s);
    // After view-only what is copied here is offered again.
    row("the view-only key does not wait behind a click that pastes",
        u"mark|down&press Ctrl+Alt+V|press Ctrl+Alt+V|arrived pointer 50,50 buttons 2|up"_s,
        u"view-only on|view-only off|text|text|pointer 50,50 buttons 2|pointer 50,50 buttons 0"_s);
    row("an own key waits behind a click that pastes", u"mark|down&press Ctrl+Shift+F9&blur"_s, u"action|pointer 50,50 buttons 2|pointer 50,50 buttons 0"_s);
    row("a click that pastes goes without its text where the focus goes",
        u"mark|down&blur|focus|up"_s,
        u"focused|pointer 50,50 buttons 2|pointer 50,50 buttons 0|pointer 50,50 buttons 0"_s);
    row("Caps Lock is pressed there when the keyboard comes, once",
        u"blur|caps|focus|lit|press A|release A"_s,
        u"focused|key down 0xffe5|key up 0xffe5|key down 0x61|key up 0x61"_s);
    row("and let go of in the same way", u"blur|caps|focus|unlit"_s, u"focused|key down 0xffe5|key up 0xffe5"_s);
    row("Caps Lock that is pressed in the view is pressed once",
        u"press CapsLock|release CapsLock|lit|blur|focus|unlit"_s,
        u"focused|key down 0xffe5|key up 0xffe5|key down 0xffe5|key up 0xffe5"_s);
    row("lock lights wait while view-only",
        u"blur|caps|press Ctrl+Alt+V|focus|press Ctrl+Alt+V|lit|blur|caps|focus|unlit"_s,
        u"view-only on|focused|view-only off|focused|key down 0xffe5|key up 0xffe5|text|key down 0xffe5|key up 0xffe5"_s);
}

void InputTraceX11Test::traces()
{
    QFETCH(const QString, steps);
    QFETCH(const QString, expected);
    // A click waits 400 ms at most for its text: a machine that was busy for that long has shown nothing. What was offered then counts afterwards, so
    // the row may have to be played more than once again.
    constexpr qint64 longestWait = 400;
    QString said;
    bool wasBusy = false;
    for (int attempt = 0; attempt == 0 || (attempt < 6 && wasBusy && said != expected); ++attempt) {
        m_sinceClick.invalidate();
        m_session->setViewOnly(false);
        m_view->clearFocus();
        m_view->setFocus();
        QVERIFY(arrive());
        m_here.clear();
        m_there.clear();
        for (const QStringList all = steps.split(u'|'); const QString &joined : all) {
            for (const QStringList some = joined.split(u'&', Qt::SkipEmptyParts); const QString &step : some) {
                QVERIFY2(play(step), qPrintable(step));
            }
            QVERIFY(arrive());
        }
        m_session->setViewOnly(false); // so that what was sent before can be waited for
        QVERIFY(arrive());
        QVERIFY(m_listener->hasUnderstood());
        wasBusy = wasBusy || (m_sinceClick.isValid() && m_sinceClick.elapsed() >= longestWait);
        said = (m_here + m_there).join(u'|');
    }
    QCOMPARE(said, expected);
}

void InputTraceX11Test::aClickBringsAProgramsWindowForwardWhereNoManagerDoes()
{
    AppRequest order;
    order.name = {.owner = u"1"_s, .profile = u"test"_s, .display = u"clock"_s};
    order.spec.id = u"clock"_s;
    order.spec.title = u"A clock"_s;
    order.spec.topology = Topology::VncApp;
    order.spec.command = {u"xclock"_s};
    AppSession session(order, nullptr, &m_summit.link()); // not started: its window is what is looked at
    ProgramWindow window(&session);
    window.setWindowTitle(u"under"_s);
    window.setGeometry(0, 0, 300, 200);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, 30000));
    m_view->setWindowTitle(u"over"_s);
    m_view->raise();
    m_view->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get(), 30000));
    const auto highest = [this] {
        const auto one = m_glass.window(u"under"_s);
        const auto other = m_glass.window(u"over"_s);
        return one && other && one->stacking > other->stacking ? one->title : other ? other->title : QString();
    };
    QVERIFY(WAIT_FOR(highest() == "over"_L1));
    mouse(window.view(), QEvent::MouseMove, Qt::NoButton, Qt::NoButton);
    QCOMPARE(highest(), u"over"_s);
    mouse(window.view(), QEvent::MouseButtonPress, Qt::LeftButton, Qt::LeftButton);
    QVERIFY(WAIT_FOR(highest() == "under"_L1 && window.isActiveWindow()));
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    auto glass = std::make_unique<XServer>(XServer::Options{.size = QSize(1000, 900)});
    {
        QCoreApplication starter(argc, argv);
        if (!glass->start()) {
            return 1;
        }
        const QProcessEnvironment surroundings = glass->environment();
        for (const QString &name : {u"DISPLAY"_s, u"XAUTHORITY"_s}) {
            qputenv(name.toLatin1().constData(), surroundings.value(name).toLocal8Bit());
        }
        qputenv("QT_QPA_PLATFORM", "xcb");
        qunsetenv("QT_IM_MODULE");
        qunsetenv("WAYLAND_DISPLAY");
    }
    QApplication application(argc, argv);
    InputTraceX11Test test(*glass);
    return QTest::qExec(&test, argc, argv);
}
#include "inputtracex11test.moc"
