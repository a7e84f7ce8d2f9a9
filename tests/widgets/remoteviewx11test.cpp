// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// RemoteView on a real X server of its own, with keys and moves as XTEST makes them: what the window system makes of keys,
// grabs and fractional scales is only seen there. QT_SCALE_FACTOR is the scale.
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"
#include "widgets/common/directpainter.h"
#include "widgets/view/figuresoverlay.h"
#include "widgets/view/remoteview.h"

#include <QApplication>
#include <QLineEdit>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class RemoteViewX11Test : public QObject
{
    Q_OBJECT
public:
    explicit RemoteViewX11Test(XServer &glass)
        : m_glass(glass)
    {
    }

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void thePictureIsExactOnTheGlass();
    void theServerReadsDamageItself();
    void fitIsWholeAndInPlace();
    void wholeZoomsAreExactOnTheGlass();
    void theWheelZoomsByHand();
    void typedTextArrives();
    void keysGoUpAsTheyWentDown();
    void deadKeysAndAltGrPassAsSuch();
    void heldKeysRepeat();
    void theGrabHoldsKeysOfTheWindowManager();
    void theReleaseKeyEndsTheGrab();
    void thePointerIsWhereItIsSeen();
    void minimisedItHoldsNothingUp();

private:
    QByteArray events();
    bool waitForEvents(const QByteArray &text, int count = 1);
    /// Runs a program on the glass, as somebody's hands. Our event loop runs meanwhile: a desktop takes no input that is read late.
    bool byHand(const QStringList &command);
    /// Device pixels of the view's top left corner on the glass.
    QPoint corner() const;
    QImage shown();

    XServer &m_glass;
    Summit m_summit;
    std::unique_ptr<XvncServer> m_server;
    std::unique_ptr<DesktopSession> m_session;
    std::unique_ptr<RemoteView> m_view;
    QProcess *m_xev = nullptr;
    QByteArray m_events;
};

void RemoteViewX11Test::initTestCase()
{
    QCOMPARE(QGuiApplication::platformName(), u"xcb"_s);
    QVERIFY(m_summit.start());
    m_server = std::make_unique<XvncServer>(XvncServer::Options{.size = QSize(600, 400)});
    QVERIFY(m_server->start());
}

void RemoteViewX11Test::init()
{
    m_events.clear();
    m_xev = m_server->x().runXev();
    QVERIFY(m_xev);
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.title = u"Control 0"_s;
    spec.address = m_server->address();
    spec.quality = Quality::Lossless;
    m_session = std::make_unique<DesktopSession>(spec, &m_summit.link());
    m_view = std::make_unique<RemoteView>(m_session.get());
    m_view->setFocusFrameShown(false);
    // An odd place and size, so that at a fractional scale nothing falls on whole device pixels by itself.
    m_view->setGeometry(QRect(QPoint(101, 67), QSize(703, 501)));
    m_view->show();
    m_view->activateWindow();
    m_view->setFocus();
    m_session->start();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get(), 30000));
    QVERIFY(WAIT_FOR(m_session->state() == SessionState::Live, 60s));
}

void RemoteViewX11Test::cleanup()
{
    m_view.reset();
    m_session.reset();
    m_server->x().endPrograms();
}

void RemoteViewX11Test::cleanupTestCase()
{
    m_server.reset();
}

QByteArray RemoteViewX11Test::events()
{
    m_events += m_xev->readAllStandardOutput();
    return m_events;
}

bool RemoteViewX11Test::waitForEvents(const QByteArray &text, int count)
{
    const bool came = WAIT_FOR(events().count(text) >= count);
    if (!came) {
        qWarning() << "missing" << text << "in" << m_events.right(3000);
    }
    return came;
}

bool RemoteViewX11Test::byHand(const QStringList &command)
{
    if (!WAIT_FOR(m_session->takesInput())) {
        return false;
    }
    const QProcess *const program = m_glass.run(command);
    return WAIT_FOR(program->state() == QProcess::NotRunning) && program->exitStatus() == QProcess::NormalExit && program->exitCode() == 0;
}

QPoint RemoteViewX11Test::corner() const
{
    for (const XServer::Window &window : m_glass.windows()) {
        if (window.id == m_view->window()->winId()) {
            return window.rect.topLeft();
        }
    }
    return {};
}

QImage RemoteViewX11Test::shown()
{
    return m_glass.screenshot(m_view->imageGeometry().deviceImageRect().translated(corner()));
}

void RemoteViewX11Test::thePictureIsExactOnTheGlass()
{
    m_server->x().endPrograms();
    QVERIFY(m_server->x().output({u"xsetroot"_s, u"-mod"_s, u"7"_s, u"5"_s, u"-fg"_s, u"#c04080"_s, u"-bg"_s, u"#102030"_s}));
    QVERIFY(WAIT_FOR(sameColors(shown(), m_server->x().screenshot()), 60s));
}

void RemoteViewX11Test::theServerReadsDamageItself()
{
    m_server->x().endPrograms();
    auto *const direct = m_view->findChild<SharedMemoryPainter *>();
    QVERIFY(direct);
    QSignalSpy painted(direct, &SharedMemoryPainter::imageReadByServer);
    const auto shows = [this](const QString &color) {
        return m_server->x().output({u"xsetroot"_s, u"-solid"_s, color}) && WAIT_FOR(sameColors(shown(), m_server->x().screenshot()), 60s);
    };
    QVERIFY(shows(u"#a01000"_s));
    QVERIFY(shows(u"#00a010"_s));
    const qreal ratio = m_view->devicePixelRatioF();
    QCOMPARE(painted.size() > 0, ratio == std::floor(ratio));
    // What lies over the image stays there.
    m_view->setFiguresShown(true);
    const auto *const figures = m_view->findChild<FiguresOverlay *>();
    QVERIFY(figures);
    QVERIFY(m_server->x().output({u"xsetroot"_s, u"-solid"_s, u"#0010a0"_s}));
    const QPoint free = m_view->imageGeometry().deviceImageRect().bottomRight() - m_view->imageGeometry().deviceImageRect().topLeft();
    QVERIFY(waitFor([&] {
        const QImage glass = shown();
        return !glass.isNull() && glass.pixelColor(free) == QColor(u"#0010a0"_s);
    }));
    const QPoint corner = figures->geometry().topLeft() - m_view->remoteRectOnWidget().topLeft();
    QVERIFY(shown().pixelColor((QPointF(corner + QPoint(2, 2)) * ratio).toPoint()) != QColor(u"#0010a0"_s));
    m_view->setFiguresShown(false);
}

void RemoteViewX11Test::fitIsWholeAndInPlace()
{
    m_server->x().endPrograms();
    QVERIFY(m_server->x().output({u"xsetroot"_s, u"-solid"_s, u"#30a060"_s}));
    m_view->setScaling(RemoteView::Scaling::Fit);
    const QRect device = m_view->imageGeometry().deviceImageRect();
    QCOMPARE(device.width(), m_view->imageGeometry().deviceViewSize().width()); // 600x400 is flatter than the view
    QVERIFY(waitFor([&] {
        const QImage picture = shown();
        const QRgb color = qRgb(0x30, 0xa0, 0x60);
        return picture.size() == device.size() && picture.pixel(0, 0) == color && picture.pixel(picture.width() - 1, picture.height() - 1) == color;
    }));
    const QImage above = m_glass.screenshot(QRect(corner() + device.topLeft() - QPoint(0, 1), QSize(device.width(), 1)));
    QCOMPARE(above.pixelColor(device.width() / 2, 0), QColor(Qt::black));
}

void RemoteViewX11Test::wholeZoomsAreExactOnTheGlass()
{
    m_server->x().endPrograms();
    QVERIFY(m_server->x().output({u"xsetroot"_s, u"-mod"_s, u"7"_s, u"5"_s, u"-fg"_s, u"#c04080"_s, u"-bg"_s, u"#102030"_s}));
    m_view->setZoom(2);
    // Without the scroll bars: a part of the picture, each pixel four on the glass.
    const QSize part = m_view->imageGeometry().deviceViewSize().boundedTo(QSize(600, 400)) / 2;
    QVERIFY(waitFor(
        [&] {
            const ViewGeometry &geometry = m_view->imageGeometry();
            const QPoint shift = geometry.scrollOffset();
            const QPoint first((shift.x() + 1) / 2, (shift.y() + 1) / 2); // the first remote pixel that is there whole
            const QPoint origin = corner() + geometry.deviceImageRect().topLeft() + 2 * first;
            const QImage remote = m_server->x().screenshot().copy(QRect(first, part - QSize(2, 2)));
            const QImage glass = m_glass.screenshot(QRect(origin, 2 * remote.size()));
            return !remote.isNull() && sameColors(glass, remote.scaled(2 * remote.size(), Qt::IgnoreAspectRatio, Qt::FastTransformation));
        },
        60s));
}

void RemoteViewX11Test::theWheelZoomsByHand()
{
    const QPoint origin = corner() + m_view->imageGeometry().deviceImageRect().topLeft();
    QVERIFY(m_glass.movePointer(origin + QPoint(200, 150)));
    QVERIFY(byHand({u"xdotool"_s, u"keydown"_s, u"ctrl"_s, u"keydown"_s, u"alt"_s, u"click"_s, u"4"_s, u"click"_s, u"4"_s}));
    QVERIFY(WAIT_FOR(m_view->zoom() == 1.5));
    QVERIFY(byHand({u"xdotool"_s, u"click"_s, u"5"_s, u"click"_s, u"5"_s, u"keyup"_s, u"alt"_s, u"keyup"_s, u"ctrl"_s}));
    QVERIFY(WAIT_FOR(m_view->zoom() == 1.0));
    QVERIFY(byHand({u"xdotool"_s, u"click"_s, u"4"_s}));
    QVERIFY(waitForEvents("button 4", 2));
    QCOMPARE(events().count("button 4"), 2);
    QVERIFY(!events().contains("button 5"));
    QCOMPARE(m_view->zoom(), 1.0);
}

void RemoteViewX11Test::typedTextArrives()
{
    QVERIFY(byHand({u"xdotool"_s, u"type"_s, u"--delay"_s, u"5"_s, u"--"_s, u"Mauna Kea, 4205 m"_s}));
    QByteArray expected = "Mauna Kea, 4205 m";
    QVERIFY(waitForEvents("(keysym 0x6d, m)", 2));
    QByteArray typed;
    for (const QByteArray &line : events().split('\n')) { // XmbLookupString is told for presses alone
        const qsizetype at = line.indexOf("XmbLookupString gives 1 bytes: (");
        if (at >= 0) {
            typed += QByteArray::fromHex(line.mid(at + 32, 2));
        }
    }
    QCOMPARE(typed, expected);
}

void RemoteViewX11Test::keysGoUpAsTheyWentDown()
{
    // Shift is let go of before the letter: the letter must not stay down at the desktop.
    QVERIFY(byHand({u"xdotool"_s, u"keydown"_s, u"shift"_s, u"keydown"_s, u"b"_s, u"keyup"_s, u"shift"_s, u"keyup"_s, u"b"_s, u"key"_s, u"End"_s}));
    QVERIFY(waitForEvents("End)", 2));
    // Whatever the server calls it on its way up, the key that went down as B came up.
    const auto presses = events().count("\nKeyPress event");
    const auto releases = events().count("\nKeyRelease event");
    QVERIFY(events().contains("(keysym 0x42, B)"));
    QCOMPARE(releases, presses);
}

void RemoteViewX11Test::deadKeysAndAltGrPassAsSuch()
{
    QVERIFY(byHand({u"setxkbmap"_s, u"de"_s}));
    // On a German keyboard: AltGr and Q is @, the key left of Backspace is a dead acute.
    QVERIFY(byHand({u"xdotool"_s, u"key"_s, u"--clearmodifiers"_s, u"ISO_Level3_Shift+q"_s}));
    QVERIFY(waitForEvents("keysym 0x40, at)"));
    QVERIFY(waitForEvents("ISO_Level3_Shift)"));
    QVERIFY(byHand({u"xdotool"_s, u"key"_s, u"dead_acute"_s}));
    QVERIFY(waitForEvents("keysym 0xfe51, dead_acute)"));
    QVERIFY(byHand({u"xdotool"_s, u"key"_s, u"udiaeresis"_s}));
    QVERIFY(waitForEvents("keysym 0xfc, udiaeresis)"));
    QVERIFY(byHand({u"setxkbmap"_s, u"us"_s}));
}

void RemoteViewX11Test::heldKeysRepeat()
{
    QVERIFY(byHand({u"xset"_s, u"r"_s, u"rate"_s, u"200"_s, u"50"_s}));
    QVERIFY(byHand({u"xdotool"_s, u"keydown"_s, u"j"_s}));
    QVERIFY(WAIT_FOR(events().count("keysym 0x6a, j)") >= 5));
    QVERIFY(byHand({u"xdotool"_s, u"keyup"_s, u"j"_s}));
    QVERIFY(byHand({u"xdotool"_s, u"key"_s, u"End"_s}));
    QVERIFY(waitForEvents("End)", 2));
    QVERIFY(waitFor([&] { // and nothing repeats on
        const QByteArray all = events();
        return all.lastIndexOf("\nKeyRelease event", all.lastIndexOf("keysym 0x6a, j)"))
            > all.lastIndexOf("\nKeyPress event", all.lastIndexOf("keysym 0x6a, j)"));
    }));
    // Else a key that xdotool, on a busy machine, holds for 200 ms comes twice in the tests after this one.
    QVERIFY(byHand({u"xset"_s, u"r"_s, u"off"_s}));
}

void RemoteViewX11Test::theGrabHoldsKeysOfTheWindowManager()
{
    cleanup(); // a new window, made under the window manager
    QVERIFY(m_glass.startWindowManager()); // openbox takes Alt+Tab for itself
    const auto stop = qScopeGuard([this] {
        m_glass.stopWindowManager();
    });
    init();
    m_view->setGrabKeyboard(true);
    QVERIFY(byHand({u"xdotool"_s, u"key"_s, u"--"_s, u"alt+Tab"_s}));
    QVERIFY(waitForEvents("0xff09, Tab)", 2));
    QVERIFY(waitForEvents("Alt_L)", 2));
}

void RemoteViewX11Test::theReleaseKeyEndsTheGrab()
{
    m_view->setGrabKeyboard(true);
    QSignalSpy requested(m_view.get(), &RemoteView::keyboardReleased);
    QVERIFY(byHand({u"xdotool"_s, u"key"_s, u"--"_s, u"x"_s}));
    QVERIFY(waitForEvents("keysym 0x78, x)", 2));
    QVERIFY(byHand({u"xdotool"_s, u"key"_s, u"--"_s, u"ctrl+alt+Home"_s}));
    QVERIFY(WAIT_FOR(requested.size() == 1));
    QVERIFY(waitForEvents("Control_L)", 2)); // nothing stays down
    QVERIFY(waitForEvents("Alt_L)", 2));
    QVERIFY(!events().contains("Home)"));
    // Another window of ours can be typed into now.
    QLineEdit other;
    other.setGeometry(20, 20, 300, 40);
    other.show();
    other.activateWindow();
    other.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&other, 30000));
    QVERIFY(byHand({u"xdotool"_s, u"type"_s, u"--delay"_s, u"5"_s, u"--"_s, u"console"_s}));
    QVERIFY(WAIT_FOR(other.text() == u"console"_s));
    QVERIFY(!events().contains("keysym 0x63, c)"));
}

void RemoteViewX11Test::thePointerIsWhereItIsSeen()
{
    // Each remote pixel is one device pixel: what is under the pointer on the glass is what is under it there.
    const QPoint origin = corner() + m_view->imageGeometry().deviceImageRect().topLeft();
    for (const QPoint &remote : {QPoint(0, 0), QPoint(123, 45), QPoint(300, 200), QPoint(599, 399)}) {
        const QPoint place = origin + remote;
        QVERIFY(byHand({u"xdotool"_s, u"mousemove"_s, QString::number(place.x()), QString::number(place.y())}));
        QPoint seen;
        QVERIFY2(waitFor([&] {
                     seen = m_server->x().pointer().value_or(QPoint(-1, -1));
                     return seen == remote;
                 }),
                 qPrintable(u"%1,%2 instead of %3,%4"_s.arg(seen.x()).arg(seen.y()).arg(remote.x()).arg(remote.y())));
    }
    const QPoint place = origin + QPoint(50, 60);
    QVERIFY(byHand({u"xdotool"_s, u"mousemove"_s, QString::number(place.x()), QString::number(place.y()), u"click"_s, u"3"_s}));
    QVERIFY(waitForEvents("button 3", 2));
}

void RemoteViewX11Test::minimisedItHoldsNothingUp()
{
    cleanup();
    QVERIFY(m_glass.startWindowManager());
    const auto stop = qScopeGuard([this] {
        m_glass.stopWindowManager();
    });
    init();
    m_server->x().endPrograms();
    m_view->showMinimized();
    QVERIFY(WAIT_FOR(!m_view->windowHandle()->isExposed()));
    for (const QString &color : {u"#aa1100"_s, u"#11bb00"_s, u"#0011cc"_s}) {
        QVERIFY(m_server->x().output({u"xsetroot"_s, u"-solid"_s, color}));
    }
    QTRY_COMPARE(m_session->visibility(), DesktopSession::Visibility::Hidden); // it asks for nothing
    m_view->showNormal();
    QVERIFY(waitFor([&] {
        const QImage picture = shown();
        return !picture.isNull() && picture.pixelColor(picture.width() / 2, picture.height() / 2) == QColor(u"#0011cc"_s);
    }));
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    auto glass = std::make_unique<XServer>(XServer::Options{.size = QSize(2400, 1600)});
    {
        // Xvfb has to run before there is an application that draws on it, and starting it needs an event loop.
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
    RemoteViewX11Test test(*glass);
    const int result = QTest::qExec(&test, argc, argv);
    return result;
}
#include "remoteviewx11test.moc"
