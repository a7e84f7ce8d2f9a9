// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// RemoteView on a real desktop: real sshd, worker and Xvnc; events made by QTest.
#include "widgets/view/remoteview.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"

#include <QAccessible>
#include <QApplication>
#include <QBuffer>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QWindow>

#include <algorithm>
#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// A server, a session and a view of it in a window.
class Bench
{
public:
    explicit Bench(Summit &summit, const QSize &viewSize = QSize(800, 600), const XvncServer::Options &options = {})
        : server(options)
        , m_summit(summit)
        , m_viewSize(viewSize)
    {
    }
    bool start(bool withXev = false)
    {
        if (!server.start()) {
            return false;
        }
        xev = withXev ? server.x().runXev() : nullptr;
        DesktopSpec spec;
        spec.id = u"control0"_s;
        spec.title = u"Control 0"_s;
        spec.address = server.address();
        spec.quality = Quality::Lossless;
        session = std::make_unique<DesktopSession>(spec, &m_summit.link());
        view = std::make_unique<RemoteView>(session.get());
        view->setFocusFrameShown(false);
        view->resize(m_viewSize);
        view->show();
        view->activateWindow();
        view->setFocus();
        session->start();
        return (!withXev || xev) && QTest::qWaitForWindowActive(view.get(), 30000) && WAIT_FOR(session->state() == SessionState::Live, 60s);
    }
    /// What the view shows, in device pixels.
    QImage shown() const
    {
        QImage image = view->grab().toImage().convertToFormat(QImage::Format_RGB32);
        image.setDevicePixelRatio(1);
        return image;
    }
    QByteArray events()
    {
        if (xev) {
            m_events += xev->readAllStandardOutput();
        }
        return m_events;
    }
    /// Whether they come.
    bool waitForLastEvents(const QByteArray &text, int count = 1)
    {
        const bool came = WAIT_FOR(events().count(text) >= count);
        if (!came) {
            qWarning() << "missing" << text << "in" << m_events;
        }
        return came;
    }
    /// Whether they come, before more is typed: the server may have them long before we hear from it, and the desktop takes input again, then.
    bool waitForEvents(const QByteArray &text, int count = 1)
    {
        return waitForLastEvents(text, count) && WAIT_FOR(session->takesInput());
    }
    /// Whether its pointer comes there. Nobody listens to the server while a program runs that looks: the desktop takes input again, then.
    bool pointerComesTo(const QPoint &at)
    {
        return WAIT_FOR(server.x().pointer() == at) && WAIT_FOR(session->takesInput());
    }

    XvncServer server;
    std::unique_ptr<DesktopSession> session;
    std::unique_ptr<RemoteView> view;
    QProcess *xev = nullptr;

private:
    Summit &m_summit;
    const QSize m_viewSize;
    QByteArray m_events;
};

/// Lets so many ticks of a view that slides, and its pause before it tells the server what it shows, go by. Counted by a timer of
/// the same event loop: on a busy machine, what they would have done has been done too.
bool ticksPass()
{
    int ticks = 0;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, &timer, [&ticks] {
        ++ticks;
    });
    timer.start(16ms);
    return WAIT_FOR(ticks >= 4);
}

QStringList announced;

/// Listens to what a screen reader is told.
class Announcements
{
public:
    Announcements()
    {
        announced.clear();
        QAccessible::setActive(true);
        m_before = QAccessible::installUpdateHandler([](QAccessibleEvent *event) {
            if (event->type() == QAccessible::Announcement) {
                announced.append(static_cast<QAccessibleAnnouncementEvent *>(event)->message());
            }
        });
    }
    ~Announcements()
    {
        QAccessible::installUpdateHandler(m_before);
        QAccessible::setActive(false);
    }

private:
    QAccessible::UpdateHandler m_before = nullptr;
};

void turnWheel(QWidget *view, const QPoint &at, const QPoint &delta, Qt::KeyboardModifiers modifiers = {})
{
    QWheelEvent event(at, view->mapToGlobal(at), {}, delta, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view, &event);
}
}

class RemoteViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void thePictureIsPaintedPixelForPixel();
    void damageIsPaintedAndReleased();
    void aLargeDesktopIsScrolled();
    void fitShowsAllOfIt();
    void aResizeIsFollowed();
    void keysArrive();
    void tabAndArrowsAreTheDesktops();
    void shortcutsAreTheDesktops();
    void keysGoUpWhenTheFocusGoes();
    void theReleaseKeyGivesTheKeyboardBack();
    void theMouseArrives();
    void theWheelArrives();
    void theWheelZoomsWhileTheModifiersAreHeld();
    void theMiddleButtonPansWhileTheModifiersAreHeld();
    void theEdgeMovesALargerPicture();
    void theLensMagnifiesWithoutSmoothing();
    void onlyDamageIsPainted_data();
    void onlyDamageIsPainted();
    void dragsStayInsideThePicture();
    void viewOnlySendsNothing();
    void inputIsOfferedInTheOrderOfItsPlaces();
    void theServersCursorIsOurs();
    void aHiddenViewHoldsNothingUp();
    void aCoveredViewHoldsNothingUp();
    void theSessionLearnsWhetherItIsSeen();
    void aDesktopBehindAnotherIsLookedAtOnceASecond();
    void theSessionLearnsWhatIsInSight();
    void theSessionLearnsOfTheFocus();
    void theLastPictureStaysDimmed();
    void aPictureFromBeforeIsNotShownAsLive();
    void aSilentDesktopTakesNothingAndKeepsTheKeyboard();
    void whoOnlyWatchesByThenIsToldOfNoAnswerThatDidNotCome();
    void whoStillHoldsControlMeansIt();
    void whoStillHoldsControlMeansItForTheMouse_data();
    void whoStillHoldsControlMeansItForTheMouse();
    void aReturningDesktopKeepsTheKeyboard();
    void anotherPersonsPointerIsSeenInXvnc();
    void anotherPersonsPointerIsSeenInX11vnc();
    void itSurvivesItsSession();

private:
    Summit m_summit;
};

void RemoteViewTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void RemoteViewTest::thePictureIsPaintedPixelForPixel()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-mod"_s, u"7"_s, u"5"_s, u"-fg"_s, u"#c04080"_s, u"-bg"_s, u"#102030"_s}));
    QVERIFY(WAIT_FOR(sameColors(bench.shown(), bench.server.x().screenshot()), 60s));
    QCOMPARE(bench.view->remoteRectOnWidget(), QRect(0, 0, 800, 600));
    QCOMPARE(bench.view->accessibleName(), u"Desktop Control 0"_s);
    QVERIFY(bench.view->accessibleDescription().isEmpty());
}

void RemoteViewTest::damageIsPaintedAndReleased()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    // Each color arrives only if the damage before it was released.
    for (const QString &color : {u"#aa0000"_s, u"#00bb00"_s, u"#0000cc"_s, u"#dddd00"_s}) {
        QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, color}));
        QVERIFY(WAIT_FOR(sameColors(bench.session->picture().image, bench.server.x().screenshot()), 60s));
        QVERIFY(WAIT_FOR(bench.shown().pixelColor(400, 300) == QColor(color)));
    }
}

void RemoteViewTest::aLargeDesktopIsScrolled()
{
    Bench bench(m_summit, QSize(400, 300), {.size = QSize(1000, 900)});
    QVERIFY(bench.start(true));
    const auto bars = bench.view->findChildren<QScrollBar *>();
    QCOMPARE(bars.size(), 2);
    for (QScrollBar *bar : bars) {
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->focusPolicy(), Qt::NoFocus);
        bar->setValue(bar->orientation() == Qt::Horizontal ? 250 : 130);
    }
    QTest::mouseMove(bench.view.get(), QPoint(20, 10));
    QVERIFY(bench.pointerComesTo(QPoint(270, 140)));
    const QSize shown = bench.view->imageGeometry().deviceViewSize();
    QVERIFY(WAIT_FOR(sameColors(bench.shown().copy(QRect(QPoint(), shown)), bench.server.x().screenshot().copy(QRect(QPoint(250, 130), shown)))));
    // In a view that is large enough the bars go and the picture stands in the middle.
    bench.view->resize(1100, 900);
    QVERIFY(WAIT_FOR(bench.view->remoteRectOnWidget() == QRect(50, 0, 1000, 900)));
    QVERIFY(!bars.at(0)->isVisible() && !bars.at(1)->isVisible());
}

void RemoteViewTest::fitShowsAllOfIt()
{
    Bench bench(m_summit, QSize(400, 400));
    QVERIFY(bench.start(true));
    QSignalSpy visible(bench.view.get(), &RemoteView::focusReceived);
    bench.view->setScaling(RemoteView::Scaling::Fit);
    QCOMPARE(bench.view->remoteRectOnWidget(), QRect(0, 50, 400, 300));
    for (const QScrollBar *bar : bench.view->findChildren<QScrollBar *>()) {
        QVERIFY(!bar->isVisible());
    }
    QTest::mouseMove(bench.view.get(), QPoint(200, 200));
    QVERIFY(bench.pointerComesTo(QPoint(401, 301))); // the middle of two remote pixels
    QTest::mouseMove(bench.view.get(), QPoint(200, 20)); // beside the picture: nothing
    QTest::mouseMove(bench.view.get(), QPoint(399, 349));
    QVERIFY(bench.pointerComesTo(QPoint(799, 599)));
    QCOMPARE(bench.shown().pixelColor(200, 20), QColor(Qt::black));
}

void RemoteViewTest::aResizeIsFollowed()
{
    Bench bench(m_summit, QSize(800, 600));
    QVERIFY(bench.start());
    QVERIFY(bench.server.resize(QSize(600, 500)));
    QVERIFY(WAIT_FOR(bench.view->remoteRectOnWidget() == QRect(100, 50, 600, 500)));
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, u"#345678"_s}));
    QVERIFY(WAIT_FOR(sameColors(bench.shown().copy(100, 50, 600, 500), bench.server.x().screenshot())));
    QCOMPARE(bench.view->sizeHint(), QSize(600, 500));
}

void RemoteViewTest::keysArrive()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QTest::keyClicks(bench.view.get(), u"Ab7%"_s);
    QTest::keyClick(bench.view.get(), Qt::Key_F5);
    QTest::keyClick(bench.view.get(), Qt::Key_C, Qt::ControlModifier);
    for (const char *keysym : {"keysym 0x62, b)", "keysym 0x37, 7)", "keysym 0xffc2, F5)", "keysym 0x63, c)"}) {
        QVERIFY(bench.waitForEvents(keysym, 2)); // press and release
    }
    // These go up as what the server has on that key without Shift, which it pressed by itself for them.
    QVERIFY(bench.waitForEvents("keysym 0x41, A)"));
    QVERIFY(bench.waitForEvents("keysym 0x25, percent)"));
}

void RemoteViewTest::tabAndArrowsAreTheDesktops()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QLineEdit other(bench.view.get()); // something that Tab could go to
    other.show();
    for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab, Qt::Key_Left, Qt::Key_Down, Qt::Key_Escape}) {
        QTest::keyClick(bench.view.get(), key);
    }
    for (const char *keysym : {"0xff09, Tab)", "ISO_Left_Tab)", "0xff51, Left)", "0xff54, Down)", "0xff1b, Escape)"}) {
        QVERIFY(bench.waitForEvents(keysym, 2));
    }
    QVERIFY(bench.view->hasFocus());
    // Who only watches does not need the keys: Tab goes on.
    bench.session->setViewOnly(true);
    QTest::keyClick(bench.view.get(), Qt::Key_Tab);
    QVERIFY(other.hasFocus());
}

void RemoteViewTest::shortcutsAreTheDesktops()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QAction quit;
    quit.setShortcut(Qt::CTRL | Qt::Key_Q);
    bench.view->addAction(&quit);
    QSignalSpy triggered(&quit, &QAction::triggered);
    QTest::keyClick(bench.view.get(), Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(bench.waitForEvents("keysym 0x71, q)", 2));
    QCOMPARE(triggered.size(), 0);
    bench.session->setViewOnly(true);
    QTest::keyClick(bench.view.get(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(triggered.size(), 1);
}

void RemoteViewTest::keysGoUpWhenTheFocusGoes()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QTest::keyPress(bench.view.get(), Qt::Key_Shift);
    QTest::keyPress(bench.view.get(), Qt::Key_X, Qt::ShiftModifier);
    QTest::mousePress(bench.view.get(), Qt::LeftButton, {}, QPoint(50, 50));
    QVERIFY(bench.waitForEvents("ButtonPress"));
    bench.view->clearFocus();
    QVERIFY(bench.waitForEvents("Shift_L)", 2));
    QVERIFY(bench.waitForEvents("0x78, x)", 1)); // after Shift it would be x; which of the two the server says is its affair
    QVERIFY(bench.waitForEvents("ButtonRelease"));
    QVERIFY(bench.events().count("KeyRelease") >= 2);
    // Their releases, when the fingers do it, say nothing new.
    const auto releases = bench.events().count("KeyRelease");
    bench.view->setFocus();
    QTest::keyRelease(bench.view.get(), Qt::Key_Shift);
    QTest::keyClick(bench.view.get(), Qt::Key_End);
    QVERIFY(bench.waitForEvents("End)", 2));
    QCOMPARE(bench.events().count("KeyRelease"), releases + 1);
    // Nor does a move press the button again that the finger still holds.
    const auto move = [&](const QPoint &at, Qt::MouseButtons held) {
        QMouseEvent event(QEvent::MouseMove, at, bench.view->mapToGlobal(QPointF(at)), Qt::NoButton, held, Qt::NoModifier);
        QApplication::sendEvent(bench.view.get(), &event);
    };
    move(QPoint(70, 60), Qt::LeftButton);
    QVERIFY(bench.pointerComesTo(QPoint(70, 60)));
    QTest::mouseRelease(bench.view.get(), Qt::LeftButton, {}, QPoint(70, 60));
    QTest::keyClick(bench.view.get(), Qt::Key_End);
    QVERIFY(bench.waitForEvents("End)", 4));
    QCOMPARE(bench.events().count("ButtonPress"), 1);
    QTest::mouseClick(bench.view.get(), Qt::LeftButton, {}, QPoint(70, 60)); // a new one counts
    QVERIFY(bench.waitForEvents("ButtonRelease", 2));
    QCOMPARE(bench.events().count("ButtonPress"), 2);
}

void RemoteViewTest::theReleaseKeyGivesTheKeyboardBack()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QSignalSpy requested(bench.view.get(), &RemoteView::keyboardReleased);
    QSignalSpy focused(bench.view.get(), &RemoteView::focusReceived);
    ViewPrefs prefs = bench.view->prefs();
    QCOMPARE(prefs.keys.key(ViewCommand::ReleaseKeyboard), ViewKeys::defaultKey(ViewCommand::ReleaseKeyboard));
    prefs.keys.setKey(ViewCommand::ReleaseKeyboard, QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_End));
    bench.view->setPrefs(prefs);
    QTest::keyPress(bench.view.get(), Qt::Key_Control);
    QTest::keyClick(bench.view.get(), Qt::Key_Home, Qt::ControlModifier | Qt::AltModifier); // no longer the one
    QCOMPARE(requested.size(), 0);
    QTest::keyClick(bench.view.get(), Qt::Key_End, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(requested.size(), 1);
    QVERIFY(bench.waitForEvents("Control_L)", 2)); // let go of, though the finger is still there
    QTest::keyClick(bench.view.get(), Qt::Key_Z); // goes nowhere
    QTest::mouseClick(bench.view.get(), Qt::LeftButton, {}, QPoint(10, 10)); // taken again
    QTest::keyClick(bench.view.get(), Qt::Key_Y);
    QVERIFY(bench.waitForEvents("0x79, y)", 2));
    QVERIFY(!bench.events().contains("0x7a, z)"));
    QVERIFY(!bench.events().contains("End)"));
}

void RemoteViewTest::theMouseArrives()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QTest::mouseMove(bench.view.get(), QPoint(123, 45));
    QVERIFY(bench.pointerComesTo(QPoint(123, 45)));
    QTest::mouseClick(bench.view.get(), Qt::RightButton, {}, QPoint(200, 210));
    QVERIFY(bench.waitForEvents("button 3", 2));
    QVERIFY(bench.waitForEvents("root:(200,210)"));
    QTest::mouseClick(bench.view.get(), Qt::MiddleButton, {}, QPoint(200, 210));
    QVERIFY(bench.waitForEvents("button 2", 2));
    QTest::mouseClick(bench.view.get(), Qt::BackButton, {}, QPoint(200, 210));
    QTest::mouseClick(bench.view.get(), Qt::LeftButton, {}, QPoint(300, 310));
    // What Qt makes of the second press in quick succession.
    QMouseEvent second(QEvent::MouseButtonDblClick, QPointF(300, 310), bench.view->mapToGlobal(QPointF(300, 310)), Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(bench.view.get(), &second);
    QMouseEvent release(QEvent::MouseButtonRelease, QPointF(300, 310), bench.view->mapToGlobal(QPointF(300, 310)), Qt::LeftButton, Qt::NoButton, {});
    QApplication::sendEvent(bench.view.get(), &release);
    QVERIFY(bench.waitForEvents("button 1,", 4));
}

void RemoteViewTest::theWheelArrives()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    turnWheel(bench.view.get(), QPoint(100, 100), QPoint(0, 120));
    QVERIFY(bench.waitForEvents("button 4", 2));
    turnWheel(bench.view.get(), QPoint(100, 100), QPoint(0, -240));
    QVERIFY(bench.waitForEvents("button 5", 4));
    turnWheel(bench.view.get(), QPoint(100, 100), QPoint(120, 0));
    QVERIFY(bench.waitForEvents("button 6", 2));
    turnWheel(bench.view.get(), QPoint(100, 100), QPoint(-120, 0));
    QVERIFY(bench.waitForEvents("button 7", 2));
    for (int i = 0; i < 8; ++i) { // a touchpad's small steps
        turnWheel(bench.view.get(), QPoint(100, 100), QPoint(0, 15));
    }
    QVERIFY(bench.waitForEvents("button 4", 4));
    QTest::keyClick(bench.view.get(), Qt::Key_E);
    QVERIFY(bench.waitForEvents("0x65, e)", 2));
    QCOMPARE(bench.events().count("button 4"), 4);
    QCOMPARE(bench.events().count("button 5"), 4);
}

void RemoteViewTest::theWheelZoomsWhileTheModifiersAreHeld()
{
    Bench bench(m_summit, QSize(400, 300));
    QVERIFY(bench.start(true));
    RemoteView &view = *bench.view;
    QSignalSpy zoomedByUser(&view, &RemoteView::zoomedByUser);
    constexpr Qt::KeyboardModifiers both = Qt::ControlModifier | Qt::AltModifier;
    const QPoint pointer(300, 200);
    const QPoint under = view.imageGeometry().toRemote(pointer);
    turnWheel(&view, pointer, QPoint(0, 120), both);
    QCOMPARE(view.zoom(), 1.25);
    QCOMPARE(view.scaling(), RemoteView::Scaling::Zoomed);
    turnWheel(&view, pointer, QPoint(240, 0), both); // as Qt tells it while Alt is held
    QCOMPARE(view.zoom(), 2.0);
    QVERIFY((view.imageGeometry().toRemote(pointer) - under).manhattanLength() <= 1);
    for (int i = 0; i < 8; ++i) { // a touchpad's small steps
        turnWheel(&view, pointer, QPoint(0, -15), both);
    }
    QCOMPARE(view.zoom(), 1.5);
    turnWheel(&view, pointer, QPoint(0, -120), both);
    turnWheel(&view, pointer, QPoint(0, -120), both);
    QCOMPARE(view.scaling(), RemoteView::Scaling::OneToOne);
    for (int i = 0; i < 40; ++i) {
        turnWheel(&view, pointer, QPoint(0, 120), both);
    }
    QCOMPARE(view.zoom(), 8.0); // the end of it
    for (int i = 0; i < 40; ++i) {
        turnWheel(&view, pointer, QPoint(0, -120), both);
    }
    QCOMPARE(view.zoom(), 0.1);
    QVERIFY(zoomedByUser.size() > 10);
    view.setScaling(RemoteView::Scaling::OneToOne);
    // Without them, or with others, the wheel is the desktop's.
    turnWheel(&view, QPoint(100, 100), QPoint(0, 120));
    turnWheel(&view, QPoint(100, 100), QPoint(0, 120), Qt::ControlModifier);
    turnWheel(&view, QPoint(100, 100), QPoint(0, 120), both | Qt::ShiftModifier);
    QVERIFY(bench.waitForEvents("button 4", 6));
    QCOMPARE(view.scaling(), RemoteView::Scaling::OneToOne);
    ViewPrefs prefs;
    prefs.zoomPanModifiers = Qt::NoModifier; // none of it is ours
    view.setPrefs(prefs);
    turnWheel(&view, QPoint(100, 100), QPoint(0, 120), both);
    turnWheel(&view, QPoint(100, 100), QPoint(0, 120));
    QVERIFY(bench.waitForEvents("button 4", 10));
    QCOMPARE(view.scaling(), RemoteView::Scaling::OneToOne);
    QCOMPARE(bench.events().count("button 4"), 10);
}

void RemoteViewTest::theMiddleButtonPansWhileTheModifiersAreHeld()
{
    Bench bench(m_summit, QSize(400, 300), {.size = QSize(1000, 900)});
    QVERIFY(bench.start(true));
    RemoteView &view = *bench.view;
    constexpr Qt::KeyboardModifiers both = Qt::ControlModifier | Qt::AltModifier;
    QTest::mousePress(&view, Qt::MiddleButton, both, QPoint(300, 200));
    QMouseEvent drag(QEvent::MouseMove, QPointF(200, 150), view.mapToGlobal(QPointF(200, 150)), Qt::NoButton, Qt::MiddleButton, both);
    QApplication::sendEvent(&view, &drag);
    QTest::mouseRelease(&view, Qt::MiddleButton, {}, QPoint(200, 150)); // the modifiers may go first
    QCOMPARE(view.imageGeometry().scrollOffset(), QPoint(100, 50));
    QTest::mouseClick(&view, Qt::MiddleButton, {}, QPoint(200, 150));
    QVERIFY(bench.waitForEvents("button 2", 2));
    QVERIFY(bench.waitForEvents("root:(300,200)"));
    QTest::keyClick(&view, Qt::Key_E);
    QVERIFY(bench.waitForEvents("0x65, e)", 2));
    QCOMPARE(bench.events().count("button 2"), 2); // of the panning it was told nothing
    QCOMPARE(view.imageGeometry().scrollOffset(), QPoint(100, 50));
}

void RemoteViewTest::theEdgeMovesALargerPicture()
{
    Bench bench(m_summit, QSize(400, 300), {.size = QSize(1000, 900)});
    QVERIFY(bench.start(true));
    RemoteView &view = *bench.view;
    const QSize shown = view.imageGeometry().deviceViewSize();
    const QPoint corner(shown.width() - 2, shown.height() - 2);
    ViewPrefs prefs;
    prefs.pansAtEdges = false;
    view.setPrefs(prefs);
    QTest::mouseMove(&view, corner);
    QVERIFY(bench.pointerComesTo(corner));
    QCOMPARE(view.imageGeometry().scrollOffset(), QPoint(0, 0));
    prefs.pansAtEdges = true;
    view.setPrefs(prefs);
    QTest::mouseMove(&view, corner - QPoint(1, 1));
    const QSize range = view.imageGeometry().scrollRange();
    QVERIFY(!range.isEmpty());
    QVERIFY(WAIT_FOR(view.imageGeometry().scrollOffset() == QPoint(range.width(), range.height())));
    // Back at the other edge, sideways alone.
    QTest::mouseMove(&view, QPoint(1, shown.height() / 2));
    QVERIFY(WAIT_FOR(view.imageGeometry().scrollOffset() == QPoint(0, range.height())));
    // Who leaves the edge stops it.
    QTest::mouseMove(&view, QPoint(shown.width() - 1, shown.height() / 2));
    QVERIFY(WAIT_FOR(view.imageGeometry().scrollOffset().x() > 0));
    QTest::mouseMove(&view, QPoint(shown.width() / 2, shown.height() / 2));
    const QPoint stopped = view.imageGeometry().scrollOffset();
    QVERIFY(bench.pointerComesTo(stopped + QPoint(shown.width() / 2, shown.height() / 2)));
    QVERIFY(ticksPass());
    QCOMPARE(view.imageGeometry().scrollOffset(), stopped);
}

void RemoteViewTest::theLensMagnifiesWithoutSmoothing()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    bench.server.x().endPrograms();
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-mod"_s, u"7"_s, u"5"_s, u"-fg"_s, u"#c04080"_s, u"-bg"_s, u"#102030"_s}));
    QVERIFY(WAIT_FOR(sameColors(bench.shown(), bench.server.x().screenshot()), 60s));
    QVERIFY(WAIT_FOR(bench.session->takesInput())); // while that ran, nobody listened to the server: a move would show the notice of it
    QTest::keyClick(bench.view.get(), Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(bench.view->isMagnifierShown());
    const QPoint pointer(350, 280);
    QTest::mouseMove(bench.view.get(), pointer);
    const QImage remote = bench.session->picture().image;
    const QImage shown = bench.shown();
    int alike = 0;
    for (int dy = -20; dy <= 20; ++dy) {
        for (int dx = -20; dx <= 20; ++dx) {
            // The middle of each magnified pixel; the frame of the one in the middle is drawn around it.
            const QRgb there = shown.pixel(pointer + QPoint(3 * dx, 3 * dy));
            alike += (there & 0xffffff) == (remote.pixel(pointer + QPoint(dx, dy)) & 0xffffff) ? 1 : 0;
        }
    }
    QVERIFY2(alike >= 41 * 41 - 9, qPrintable(QString::number(alike)));
    QVERIFY(sameColors(shown.copy(0, 0, 200, 150), bench.server.x().screenshot().copy(0, 0, 200, 150))); // beside it nothing
    QTest::keyClick(bench.view.get(), Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(!bench.view->isMagnifierShown());
    QVERIFY(WAIT_FOR(sameColors(bench.shown(), bench.server.x().screenshot())));
}

void RemoteViewTest::onlyDamageIsPainted_data()
{
    QTest::addColumn<qreal>("zoom");
    QTest::newRow("1:1") << 1.0;
    QTest::newRow("smooth, larger") << 1.5;
    QTest::newRow("smooth, smaller") << 0.75;
    QTest::newRow("less than half") << 1.0 / 3;
}

void RemoteViewTest::onlyDamageIsPainted()
{
    QFETCH(const qreal, zoom);
    class Painted : public QObject
    {
    public:
        QRegion region;

    protected:
        bool eventFilter(QObject *, QEvent *event) override
        {
            if (event->type() == QEvent::Paint) {
                region += static_cast<QPaintEvent *>(event)->region();
            }
            return false;
        }
    };
    Bench bench(m_summit);
    QVERIFY(bench.start());
    bench.view->setZoom(zoom);
    QCOMPARE(bench.view->zoom(), zoom);
    QVERIFY(WAIT_FOR(!bench.shown().isNull()));
    Painted painted;
    bench.view->installEventFilter(&painted);
    do { // what is to be painted for other reasons, of the new zoom or the first picture, comes first
        painted.region = QRegion();
        QVERIFY(ticksPass());
    } while (!painted.region.isEmpty());
    const QRect damage(200, 150, 40, 30);
    Q_EMIT bench.session->damaged(bench.session->picture().generation, 0, {damage});
    QVERIFY(WAIT_FOR(!painted.region.isEmpty()));
    const QRect allowed = bench.view->imageGeometry().toView(damage);
    QVERIFY(allowed.contains(painted.region.boundingRect()));
    QVERIFY(allowed.width() <= damage.width() * zoom + 8);
}

void RemoteViewTest::dragsStayInsideThePicture()
{
    Bench bench(m_summit, QSize(1000, 700));
    QVERIFY(bench.start(true)); // the picture stands at (100, 50)
    QTest::mouseMove(bench.view.get(), QPoint(400, 300));
    QVERIFY(bench.pointerComesTo(QPoint(300, 250)));
    QTest::mouseMove(bench.view.get(), QPoint(20, 20)); // without a button: beside the picture is not on it
    QTest::mousePress(bench.view.get(), Qt::LeftButton, {}, QPoint(20, 20));
    QTest::mouseRelease(bench.view.get(), Qt::LeftButton, {}, QPoint(20, 20));
    QTest::mousePress(bench.view.get(), Qt::LeftButton, {}, QPoint(400, 300));
    QTest::mouseMove(bench.view.get(), QPoint(5, 690));
    QVERIFY(bench.pointerComesTo(QPoint(0, 599)));
    QTest::mouseRelease(bench.view.get(), Qt::LeftButton, {}, QPoint(5, 690));
    QVERIFY(bench.waitForEvents("ButtonRelease"));
    QCOMPARE(bench.events().count("ButtonPress"), 1);
}

void RemoteViewTest::inputIsOfferedInTheOrderOfItsPlaces()
{
    class Handler : public InputHandler
    {
    public:
        Handler(const QString &name, QStringList *asked)
            : m_name(name)
            , m_asked(asked)
        {
        }
        bool filterInput(RemoteView *, QEvent *event) override
        {
            if (event->type() == QEvent::KeyPress) {
                m_asked->append(m_name);
            }
            return event->type() == QEvent::KeyPress && takes;
        }
        bool takes = false;

    private:
        const QString m_name;
        QStringList *const m_asked;
    };
    Link link(LinkTarget{});
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.address = TcpAddress{u"127.0.0.1"_s, 5999};
    DesktopSession session(spec, &link);
    RemoteView view(&session);
    QStringList asked;
    Handler window(u"window"_s, &asked);
    Handler keys(u"own keys"_s, &asked);
    Handler second(u"second of own keys"_s, &asked);
    Handler first(u"view-only, of all views"_s, &asked);
    view.inputRouter()->add(InputPriority::Window, &window);
    view.inputRouter()->add(InputPriority::NightdeskKeys, &keys);
    view.inputRouter()->add(InputPriority::NightdeskKeys, &second);
    InputRouter::addForAllViews(InputPriority::ViewOnly, &first);
    {
        Handler gone(u"gone"_s, &asked);
        view.inputRouter()->add(InputPriority::Window, &gone);
    }
    QTest::keyClick(&view, Qt::Key_A);
    QCOMPARE(asked, QStringList({u"view-only, of all views"_s, u"own keys"_s, u"second of own keys"_s, u"window"_s}));
    asked.clear();
    keys.takes = true;
    QTest::keyClick(&view, Qt::Key_A);
    QCOMPARE(asked, QStringList({u"view-only, of all views"_s, u"own keys"_s}));
    asked.clear();
    RemoteView other(&session);
    QTest::keyClick(&other, Qt::Key_A);
    QCOMPARE(asked, QStringList{u"view-only, of all views"_s});
}

void RemoteViewTest::viewOnlySendsNothing()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QTest::mouseMove(bench.view.get(), QPoint(30, 30));
    QVERIFY(bench.pointerComesTo(QPoint(30, 30)));
    bench.session->setViewOnly(true);
    QCOMPARE(bench.view->accessibleDescription(), u"View-only"_s);
    QTest::keyClicks(bench.view.get(), u"abc"_s);
    QTest::mouseClick(bench.view.get(), Qt::LeftButton, {}, QPoint(300, 300));
    turnWheel(bench.view.get(), QPoint(300, 300), QPoint(0, 120));
    bench.session->setViewOnly(false);
    QTest::keyClick(bench.view.get(), Qt::Key_G);
    QVERIFY(bench.waitForEvents("0x67, g)", 2)); // came after all that
    QVERIFY(!bench.events().contains("0x61, a)"));
    QVERIFY(!bench.events().contains("ButtonPress"));
    QCOMPARE(bench.server.x().pointer(), QPoint(30, 30));
}

void RemoteViewTest::theServersCursorIsOurs()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-cursor_name"_s, u"watch"_s}));
    QVERIFY(WAIT_FOR(bench.session->takesInput())); // while that ran, nobody listened to the server
    // Xvnc gives its cursor to whoever moves the pointer, and paints it for everybody else.
    for (const QPoint &at : {QPoint(200, 150), QPoint(210, 160)}) {
        QTest::mouseMove(bench.view.get(), at);
        QVERIFY(bench.pointerComesTo(at));
    }
    QVERIFY(WAIT_FOR(!bench.session->cursor().isNull()));
    QVERIFY(WAIT_FOR(bench.view->cursor().shape() == Qt::BitmapCursor && bench.view->cursor().pixmap().size() == bench.session->cursor().size()));
    QCOMPARE(bench.view->cursor().hotSpot(), bench.session->cursorHotSpot());
    bench.session->stop();
    QCOMPARE(bench.view->cursor().shape(), Qt::ArrowCursor);
}

void RemoteViewTest::aHiddenViewHoldsNothingUp()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    bench.view->hide();
    QTRY_COMPARE(bench.session->visibility(), DesktopSession::Visibility::Hidden);
    for (const QString &color : {u"#aa1100"_s, u"#11bb00"_s, u"#0011cc"_s}) {
        QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, color}));
    }
    // Nothing of it is asked for, but its server goes on answering.
    QSignalSpy inputReceivedByServer(bench.session.get(), &DesktopSession::inputReceivedByServer);
    QVERIFY(inputReceivedByServer.wait(20s));
    bench.view->show();
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(10, 10) == QColor(u"#0011cc"_s)));
}

void RemoteViewTest::aCoveredViewHoldsNothingUp()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QWidget cover(bench.view.get());
    cover.setAutoFillBackground(true);
    cover.setGeometry(bench.view->rect());
    cover.show();
    for (const QString &color : {u"#aa2200"_s, u"#22bb00"_s, u"#0022cc"_s}) {
        QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, color}));
        QVERIFY(WAIT_FOR(sameColors(bench.session->picture().image, bench.server.x().screenshot()), 60s));
    }
}

void RemoteViewTest::theSessionLearnsWhetherItIsSeen()
{
    using Visibility = DesktopSession::Visibility;
    Bench bench(m_summit);
    QVERIFY(bench.start());
    const auto becomes = [&](Visibility visibility) {
        return WAIT_FOR(bench.session->visibility() == visibility);
    };
    QVERIFY(becomes(Visibility::Visible));
    bench.view->hide();
    QVERIFY(becomes(Visibility::Hidden));
    // In the middle of another window, as on a viewer window; the other window comes later.
    QWidget window;
    window.resize(900, 700);
    auto *const column = new QVBoxLayout(&window);
    column->addWidget(bench.view.get());
    bench.view->show();
    QVERIFY(becomes(Visibility::Hidden));
    window.show();
    QVERIFY(becomes(Visibility::Visible));
    window.showMinimized();
    QVERIFY(becomes(Visibility::Hidden));
    window.showNormal();
    QVERIFY(becomes(Visibility::Visible));
    window.hide();
    QVERIFY(becomes(Visibility::Hidden));
    window.show();
    QVERIFY(becomes(Visibility::Visible));
    bench.view->setParent(nullptr);
    QVERIFY(becomes(Visibility::Hidden));
    bench.view->show();
    QVERIFY(becomes(Visibility::Visible));
}

void RemoteViewTest::aDesktopBehindAnotherIsLookedAtOnceASecond()
{
    using Visibility = DesktopSession::Visibility;
    Link link(LinkTarget{});
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.address = TcpAddress{u"127.0.0.1"_s, 5999};
    DesktopSession session(spec, &link);
    QCOMPARE(session.visibility(), Visibility::Visible);
    auto *const view = new RemoteView(&session);
    const auto becomes = [&](Visibility visibility) {
        return WAIT_FOR(session.visibility() == visibility);
    };
    QVERIFY(becomes(Visibility::Hidden)); // it has no window yet
    QTabWidget window;
    auto *const frame = new QWidget;
    (new QVBoxLayout(frame))->addWidget(view);
    window.addTab(new QWidget, u"first"_s);
    window.addTab(frame, u"second"_s); // it never was in front, and hears of nothing
    window.show();
    QVERIFY(becomes(Visibility::OneHertz));
    window.setCurrentIndex(1);
    QVERIFY(becomes(Visibility::Visible));
    window.setCurrentIndex(0);
    QVERIFY(becomes(Visibility::OneHertz));
    window.showMinimized();
    QVERIFY(becomes(Visibility::Hidden));
    window.showNormal();
    QVERIFY(becomes(Visibility::OneHertz));
    // To another window while it is behind.
    QTabWidget other;
    other.addTab(new QWidget, u"first"_s);
    other.addTab(frame, u"second"_s);
    QVERIFY(becomes(Visibility::Hidden));
    other.show();
    QVERIFY(becomes(Visibility::OneHertz));
    other.setCurrentIndex(1);
    QVERIFY(becomes(Visibility::Visible));
    other.close();
    QVERIFY(becomes(Visibility::Hidden));
    // A second view of it, as while it moves to another viewer window: it is seen as long as the one that told last.
    auto second = std::make_unique<RemoteView>(&session);
    second->show();
    QVERIFY(becomes(Visibility::Visible));
    delete view;
    QCOMPARE(session.visibility(), Visibility::Visible);
    second.reset();
    QCOMPARE(session.visibility(), Visibility::Hidden);
    // A recording sees it whatever the windows do.
    session.setRecorded(true);
    QCOMPARE(session.visibility(), Visibility::Hidden);
    QCOMPARE(session.effectiveVisibility(), Visibility::Visible);
    session.setRecorded(false);
    QCOMPARE(session.effectiveVisibility(), Visibility::Hidden);
    session.setVisibility(Visibility::Visible);
    QCOMPARE(session.effectiveVisibility(), Visibility::Visible);
    session.start();
    session.iconify(); // put aside
    QCOMPARE(session.effectiveVisibility(), Visibility::Hidden);
    session.deiconify();
    QCOMPARE(session.effectiveVisibility(), Visibility::Visible);
}

void RemoteViewTest::theSessionLearnsWhatIsInSight()
{
    Bench bench(m_summit, QSize(400, 300), {.size = QSize(1000, 900)});
    QVERIFY(bench.start());
    const auto becomes = [&](const QRect &part) {
        const bool came = WAIT_FOR(bench.session->visibleDesktopPart() == part);
        if (!came) {
            qWarning() << "in sight:" << bench.session->visibleDesktopPart();
        }
        return came;
    };
    const QSize seen = bench.view->imageGeometry().deviceViewSize();
    QVERIFY(becomes(QRect(QPoint(), seen + QSize(3, 3))));
    for (QScrollBar *bar : bench.view->findChildren<QScrollBar *>()) {
        bar->setValue(200);
    }
    QVERIFY(becomes(QRect(QPoint(197, 197), seen + QSize(6, 6))));
    bench.view->setScaling(RemoteView::Scaling::Fit);
    QVERIFY(becomes(QRect()));
    bench.view->setScaling(RemoteView::Scaling::OneToOne);
    QVERIFY(WAIT_FOR(!bench.session->visibleDesktopPart().isEmpty()));
    bench.view.reset();
    QCOMPARE(bench.session->visibleDesktopPart(), QRect());
}

void RemoteViewTest::theSessionLearnsOfTheFocus()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QVERIFY(bench.session->hasFocus());
    QLineEdit elsewhere;
    elsewhere.show();
    elsewhere.activateWindow();
    elsewhere.setFocus();
    QVERIFY(WAIT_FOR(!bench.session->hasFocus()));
    bench.view->activateWindow();
    bench.view->setFocus();
    QVERIFY(WAIT_FOR(bench.session->hasFocus()));
    bench.view.reset();
    QVERIFY(!bench.session->hasFocus());
}

void RemoteViewTest::theLastPictureStaysDimmed()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, u"#ffffff"_s}));
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 5) == QColor(Qt::white)));
    bench.server.kill();
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 5) == QColor(105, 105, 105))); // white under 150/255 of black
    QVERIFY(WAIT_FOR(bench.view->accessibleDescription() == u"No connection"_s));
    QVERIFY(bench.server.start());
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, u"#00ff00"_s}));
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 5) == QColor(0, 255, 0), 90s));
    QVERIFY(WAIT_FOR(bench.view->accessibleDescription().isEmpty()));
}

void RemoteViewTest::aPictureFromBeforeIsNotShownAsLive()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QVERIFY(bench.session->isPictureCaughtUp());
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, u"#ffffff"_s}));
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 5) == QColor(Qt::white)));
    const auto isUnseen = [&] {
        return bench.session->visibility() == DesktopSession::Visibility::Hidden;
    };
    BootClock::time_point answeredUpTo;
    connect(bench.session.get(), &DesktopSession::inputReceivedByServer, this, [&answeredUpTo](BootClock::time_point upTo) {
        answeredUpTo = std::max(answeredUpTo, upTo);
    });
    // Nothing happens meanwhile: that it answers is enough.
    bench.view->hide();
    QVERIFY(waitFor(isUnseen));
    QVERIFY(!bench.session->isPictureCaughtUp() && bench.session->pictureBehindSince() && !bench.session->isLossless());
    QVERIFY(WAIT_FOR(bench.view->accessibleDescription().isEmpty()));
    bench.view->show();
    QVERIFY(WAIT_FOR(bench.session->isPictureCaughtUp()));
    // It has changed, and does not come.
    bench.view->hide();
    QVERIFY(waitFor(isUnseen));
    // Until its server knows that nobody wants to see it, it sends what changes: so it has answered what was sent a second later.
    const auto unseenSince = BootClock::now();
    QVERIFY(WAIT_FOR(answeredUpTo > unseenSince + 1s));
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, u"#00ff00"_s}));
    bench.server.freeze();
    bench.view->show();
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 5) == QColor(105, 105, 105)));
    QVERIFY(!bench.session->isPictureCaughtUp() && !bench.session->isLossless());
    bench.server.thaw();
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 5) == QColor(0, 255, 0)));
    QVERIFY(bench.session->isPictureCaughtUp());
    QVERIFY(WAIT_FOR(bench.view->accessibleDescription().isEmpty())); // its picture may come before it counts as answering
}

void RemoteViewTest::whoOnlyWatchesByThenIsToldOfNoAnswerThatDidNotCome()
{
    const Announcements announcements;
    Bench bench(m_summit);
    QVERIFY(bench.start());
    connect(bench.session.get(), &Session::answeringChanged, this, [&](Session::AnswerState answering) {
        if (answering == Session::AnswerState::InputBlocked) {
            bench.session->setViewOnly(true);
        }
    });
    bench.server.freeze();
    QVERIFY(WAIT_FOR(bench.session->answering() == Session::AnswerState::Stalled));
    QVERIFY(bench.session->isViewOnly());
    const QStringList silent{u"Desktop Control 0: No answer: what you type is discarded"_s};
    QCOMPARE(announced, silent);
    bench.server.thaw();
    QVERIFY(WAIT_FOR(bench.session->answering() == Session::AnswerState::Responding));
    QCOMPARE(announced, silent + QStringList{u"Desktop Control 0 answers again"_s});
}

void RemoteViewTest::aSilentDesktopTakesNothingAndKeepsTheKeyboard()
{
    const Announcements announcements;
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QAction quit;
    quit.setShortcut(Qt::CTRL | Qt::Key_Q);
    bench.view->addAction(&quit);
    QSignalSpy triggered(&quit, &QAction::triggered);
    QTest::keyPress(bench.view.get(), Qt::Key_W);
    QVERIFY(bench.waitForEvents("keysym 0x77, w)", 1));
    const QColor white = Qt::white;
    // In this order the pixel is never black: the server may be stopped before it has sent all of this.
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, u"#ffffff"_s}));
    QVERIFY(bench.server.x().output({u"xdotool"_s, u"search"_s, u"--name"_s, u"^events$"_s, u"windowsize"_s, u"100"_s, u"100"_s}));
    // While those programs ran, nobody listened to the server: what was said of that is over, and does not count.
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 500) == white && bench.session->takesInput()));
    announced.clear();

    bench.server.freeze();
    QVERIFY(WAIT_FOR(bench.session->answering() == Session::AnswerState::InputBlocked));
    QCOMPARE(bench.view->accessibleDescription(), u"No answer: what you type is discarded"_s);
    QCOMPARE(bench.shown().pixelColor(5, 500), white); // said, and not dimmed
    QTest::keyRelease(bench.view.get(), Qt::Key_W);
    QTest::keyClick(bench.view.get(), Qt::Key_Q, Qt::ControlModifier);
    QTest::keyClick(bench.view.get(), Qt::Key_Tab);
    QTest::mouseClick(bench.view.get(), Qt::LeftButton, {}, QPoint(50, 50));
    QTest::mousePress(bench.view.get(), Qt::RightButton, {}, QPoint(50, 50));
    QCOMPARE(triggered.size(), 0);
    QVERIFY(bench.view->hasFocus());
    QVERIFY(WAIT_FOR(bench.shown().pixelColor(5, 500) == QColor(105, 105, 105)));
    QCOMPARE(bench.session->answering(), Session::AnswerState::Stalled);

    bench.server.thaw();
    QVERIFY(WAIT_FOR(bench.session->answering() == Session::AnswerState::Responding && bench.shown().pixelColor(5, 500) == white));
    QVERIFY(bench.view->accessibleDescription().isEmpty());
    QTest::mouseMove(bench.view.get(), QPoint(55, 50)); // the right button is still held, and was not pressed there
    QTest::mouseRelease(bench.view.get(), Qt::RightButton, {}, QPoint(55, 50));
    QTest::keyClick(bench.view.get(), Qt::Key_E);
    QVERIFY(bench.waitForLastEvents("keysym 0x65, e)", 2));
    QCOMPARE(bench.events().count("keysym 0x77, w)"), 2); // up once, before
    QCOMPARE(bench.events().count("keysym 0x71, q)"), 0);
    QCOMPARE(bench.events().count("Control"), 0);
    QCOMPARE(bench.events().count("ButtonPress"), 0);
    QCOMPARE(announced, (QStringList{u"Desktop Control 0: No answer: what you type is discarded"_s, u"Desktop Control 0 answers again"_s}));
}

void RemoteViewTest::whoStillHoldsControlMeansIt()
{
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QTest::keyPress(bench.view.get(), Qt::Key_Control);
    QTest::keyPress(bench.view.get(), Qt::Key_A);
    QVERIFY(bench.waitForEvents("keysym 0x61, a)", 1));
    bench.server.freeze();
    QVERIFY(WAIT_FOR(bench.session->answering() != Session::AnswerState::Responding));
    QTest::keyPress(bench.view.get(), Qt::Key_Alt);
    bench.server.thaw();
    QVERIFY(WAIT_FOR(bench.session->answering() == Session::AnswerState::Responding));
    // Both were let go of. A repeat of what was held is nothing; the next key has what is held.
    QKeyEvent repeat(QEvent::KeyPress, Qt::Key_A, Qt::ControlModifier | Qt::AltModifier, QString(), true);
    QApplication::sendEvent(bench.view.get(), &repeat);
    QTest::keyPress(bench.view.get(), Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(bench.waitForLastEvents("keysym 0x63, c)", 1));
    QByteArray events = bench.events();
    QCOMPARE(events.count("keysym 0x61, a)"), 2);
    QCOMPARE(events.count("keysym 0xffe3, Control_L)"), 3); // down, up, down
    QCOMPARE(events.count("keysym 0xffe9, Alt_L)"), 1);
    for (const Qt::Key key : {Qt::Key_C, Qt::Key_Alt, Qt::Key_Control, Qt::Key_A}) {
        QTest::keyRelease(bench.view.get(), key);
    }
    QVERIFY(bench.waitForEvents("keysym 0xffe3, Control_L)", 4));
    QVERIFY(bench.waitForEvents("keysym 0xffe9, Alt_L)", 2));
    QCOMPARE(bench.events().count("keysym 0x61, a)"), 2);
}

void RemoteViewTest::whoStillHoldsControlMeansItForTheMouse_data()
{
    QTest::addColumn<bool>("ofTheWheel");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("a click") << false << "state 0x4, button 1"_ba;
    QTest::newRow("the wheel") << true << "state 0x4, button 4"_ba;
}

void RemoteViewTest::whoStillHoldsControlMeansItForTheMouse()
{
    QFETCH(const bool, ofTheWheel);
    QFETCH(const QByteArray, expected);
    Bench bench(m_summit);
    QVERIFY(bench.start(true));
    QTest::mouseMove(bench.view.get(), QPoint(90, 100));
    QTest::keyPress(bench.view.get(), Qt::Key_Control);
    QVERIFY(bench.waitForEvents("keysym 0xffe3, Control_L)", 1));
    bench.server.freeze();
    QVERIFY(WAIT_FOR(bench.session->answering() != Session::AnswerState::Responding));
    bench.server.thaw();
    QVERIFY(WAIT_FOR(bench.session->answering() == Session::AnswerState::Responding));
    QVERIFY(bench.waitForEvents("keysym 0xffe3, Control_L)", 2)); // let go of
    if (ofTheWheel) {
        turnWheel(bench.view.get(), QPoint(100, 100), QPoint(0, 120), Qt::ControlModifier);
    } else {
        QTest::mouseClick(bench.view.get(), Qt::LeftButton, Qt::ControlModifier, QPoint(100, 100));
    }
    QVERIFY(bench.waitForEvents("ButtonRelease", 1));
    QVERIFY2(bench.events().contains(expected), bench.events().constData());
    QTest::keyRelease(bench.view.get(), Qt::Key_Control);
    QVERIFY(bench.waitForEvents("keysym 0xffe3, Control_L)", 4));
}

void RemoteViewTest::aReturningDesktopKeepsTheKeyboard()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QAction quit;
    quit.setShortcut(Qt::CTRL | Qt::Key_Q);
    bench.view->addAction(&quit);
    QSignalSpy triggered(&quit, &QAction::triggered);
    bench.server.kill();
    QVERIFY(WAIT_FOR(bench.session->state() == SessionState::Retrying));
    QTest::keyClick(bench.view.get(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(triggered.size(), 0);
    QTest::keyClick(bench.view.get(), Qt::Key_Home, Qt::ControlModifier | Qt::AltModifier); // there is a way out
    QTest::keyClick(bench.view.get(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(triggered.size(), 1);
    bench.session->stop(); // it does not come back: nothing to keep
    QTest::mouseClick(bench.view.get(), Qt::LeftButton, {}, QPoint(50, 50));
    QTest::keyClick(bench.view.get(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(triggered.size(), 2);
}

void RemoteViewTest::anotherPersonsPointerIsSeenInXvnc()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QVERIFY(bench.server.x().output({u"xsetroot"_s, u"-solid"_s, u"#808080"_s, u"-cursor_name"_s, u"left_ptr"_s})); // it has none by itself
    QVERIFY(WAIT_FOR(bench.session->takesInput())); // while that ran, nobody listened to the server
    QTest::mouseMove(bench.view.get(), QPoint(20, 20));
    QVERIFY(bench.pointerComesTo(QPoint(20, 20)));
    Viewer other(m_summit.link(), bench.server.address());
    other.session.start();
    QVERIFY(other.waitForState(SessionState::Live));
    // Xvnc paints it into our picture, at its first move a second or more after our own.
    int moves = 0;
    QVERIFY(waitFor([&] {
        other.session.sendPointer(QPoint(500 + ++moves % 2, 400), 0);
        const QImage around = bench.shown().copy(490, 390, 30, 30);
        for (int y = 0; y < around.height(); ++y) {
            for (int x = 0; x < around.width(); ++x) {
                if (around.pixelColor(x, y) != QColor(0x80, 0x80, 0x80)) {
                    return true;
                }
            }
        }
        return false;
    }));
}

void RemoteViewTest::anotherPersonsPointerIsSeenInX11vnc()
{
    X11vncServer server;
    QVERIFY(server.start());
    QVERIFY(server.x().output({u"xsetroot"_s, u"-solid"_s, u"#000000"_s}));
    Viewer mine(m_summit.link(), server.address());
    mine.releases = false;
    RemoteView view(&mine.session);
    view.resize(1024, 768);
    view.show();
    mine.session.start();
    QVERIFY(mine.waitForState(SessionState::Live));
    Viewer other(m_summit.link(), server.address());
    other.session.start();
    QVERIFY(other.waitForState(SessionState::Live));
    const auto ring = [&] {
        const QImage image = view.grab().toImage();
        for (int x = 0; x < 20; ++x) { // across the ring around (500, 400)
            const QColor color = image.pixelColor(500 + x, 400);
            if (color.red() > 200 && color.green() > 120 && color.blue() < 80) {
                return true;
            }
        }
        return false;
    };
    QVERIFY(!ring());
    // Where x11vnc says first that it is counts as its resting place: a person goes on moving.
    int moves = 0;
    QVERIFY(waitFor([&] {
        other.session.sendPointer(QPoint(500 + ++moves % 2, 400), 0);
        return ring();
    }));
    QVERIFY(WAIT_FOR(!ring())); // and goes after a few seconds
    // Our own moves are no one else's.
    QVERIFY(WAIT_FOR(mine.session.takesInput()));
    QTest::mouseMove(&view, QPoint(300, 400));
    QVERIFY(WAIT_FOR(server.x().pointer() == QPoint(300, 400)));
}

void RemoteViewTest::itSurvivesItsSession()
{
    Bench bench(m_summit);
    QVERIFY(bench.start());
    QTest::keyPress(bench.view.get(), Qt::Key_A);
    bench.session.reset();
    QVERIFY(!bench.view->session());
    QTest::keyRelease(bench.view.get(), Qt::Key_A);
    QTest::mouseClick(bench.view.get(), Qt::LeftButton, {}, QPoint(10, 10));
    turnWheel(bench.view.get(), QPoint(10, 10), QPoint(0, 120));
    bench.view->resize(300, 200);
    QVERIFY(!bench.shown().isNull());
    bench.view->hide();
}

NIGHTDESK_TEST(RemoteViewTest)
#include "remoteviewtest.moc"
