// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ordinary window of a program with a display of its own: real sshd, Xvnc and program; the window is offscreen.
#include "widgets/viewer/programwindow.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/sessions/xwindows/tkprogram.h"
#include "tests/support/testprogram.h"
#include "widgets/view/remoteview.h"

#include <KMessageDialog>

#include <QDialog>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <unistd.h>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class ProgramWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void comesUnderItsLabelAndTitle();
    void itsIconIsAnEmblem();
    void standsWhereItsProfileSays();
    void resizingItResizesTheDisplay();
    void whoOnlyLooksResizesNothing();
    void itsCloseButtonAsks();
    void goesAsideAndComesBack();
    void movesWithItsScreen();

private:
    void create(const QStringList &command);
    bool isUp();

    Summit m_summit;
    QString m_directory;
    std::unique_ptr<AppSession> m_session;
    std::unique_ptr<ProgramWindow> m_window;
};

void ProgramWindowTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void ProgramWindowTest::init()
{
    create({u"xclock"_s, u"-title"_s, u"Its own <title>"_s});
}

void ProgramWindowTest::create(const QStringList &command)
{
    m_window.reset();
    AppRequest order;
    order.name = {.owner = QString::number(QCoreApplication::applicationPid()), .profile = u"test"_s, .display = u"clock"_s};
    order.spec.id = u"clock"_s;
    order.spec.title = u"A clock"_s;
    order.spec.topology = Topology::VncApp;
    order.spec.command = command;
    order.spec.geometry.size = PixelSize{400, 300};
    order.spec.geometry.offset = WindowGeometry::Offset{.x = 20, .y = 30};
    order.size = {400, 300};
    m_directory = u"/tmp/nightdesk-%1/%2"_s.arg(::getuid()).arg(order.name.directoryName());
    m_session = std::make_unique<AppSession>(order, nullptr, &m_summit.link());
    m_session->setScreenArea(QRect(0, 0, 700, 600));
    m_window = std::make_unique<ProgramWindow>(m_session.get());
    m_window->setPrefs({});
}

void ProgramWindowTest::cleanup()
{
    m_window.reset();
    m_session.reset();
    QFile keeper(m_directory + u"/keeper"_s);
    if (const int pid = keeper.open(QIODevice::ReadOnly) ? keeper.readAll().trimmed().toInt() : 0; pid > 1) {
        ::kill(pid, SIGTERM);
    }
    QVERIFY(WAIT_FOR(!QFileInfo::exists(m_directory)));
}

bool ProgramWindowTest::isUp()
{
    m_session->start();
    return WAIT_FOR(m_session->state() == SessionState::Live && m_window->isVisible(), 60s);
}

void ProgramWindowTest::comesUnderItsLabelAndTitle()
{
    QVERIFY(!m_window->isVisible());
    QCOMPARE(m_window->windowTitle(), u"A clock"_s);
    QVERIFY(isUp());
    QVERIFY(WAIT_FOR(m_window->windowTitle() == u"A clock – Its own <title>"_s));
    QCOMPARE(m_window->accessibleName(), m_window->windowTitle());
    QVERIFY(m_window->isWindow());
    QCOMPARE(m_window->focusProxy(), m_window->view());
    m_session->setProfile(u"lris"_s, u"LRIS"_s);
    m_session->setShowsProfileName(true);
    QCOMPARE(m_window->windowTitle(), u"LRIS: A clock – Its own <title>"_s);
    m_session->stop();
    QVERIFY(!m_window->isVisible());
}

void ProgramWindowTest::itsIconIsAnEmblem()
{
    QPixmap ours(64, 64);
    ours.fill(Qt::green);
    QGuiApplication::setWindowIcon(ours);
    create(tk(u"image create photo i -width 32 -height 32; i put red -to 0 0 32 32; wm iconphoto . i"_s));
    const auto colorAt = [this](int x, int y) {
        return m_window->windowIcon().pixmap(QSize(64, 64), 1).toImage().pixelColor(x, y);
    };
    QCOMPARE(colorAt(48, 48), QColor(Qt::green));
    QVERIFY(isUp());
    QVERIFY(WAIT_FOR(colorAt(48, 48) == QColor(Qt::red)));
    for (const QPoint at : {QPoint(2, 2), QPoint(61, 2), QPoint(2, 61), QPoint(30, 30)}) {
        QCOMPARE(colorAt(at.x(), at.y()), QColor(Qt::green));
    }
}

void ProgramWindowTest::standsWhereItsProfileSays()
{
    m_session->setScreenArea(QRect(50, 10, 700, 600));
    QVERIFY(isUp());
    QCOMPARE(m_window->geometry(), QRect(70, 40, 400, 300));
    QCOMPARE(m_window->view()->scaling(), RemoteView::Scaling::OneToOne);
}

void ProgramWindowTest::resizingItResizesTheDisplay()
{
    QVERIFY(isUp());
    const quint32 generation = m_session->picture().generation;
    QElapsedTimer since;
    since.start();
    for (int width = 410; width <= 600; width += 10) {
        m_window->resize(width, 350);
        QCoreApplication::processEvents();
    }
    const auto isExact = [this] {
        return m_session->picture().image.size() == QSize(600, 350) && m_window->view()->scaling() == RemoteView::Scaling::OneToOne;
    };
    QVERIFY(waitFor(isExact));
    // Not each step: a size is asked for every 250 ms at most, and a busy machine takes longer for all of them.
    const qint64 most = std::max<qint64>(6, 2 + since.elapsed() / 250);
    QVERIFY2(m_session->picture().generation - generation <= most, qPrintable(QString::number(m_session->picture().generation - generation)));
    QCOMPARE(m_window->view()->remoteRectOnWidget(), m_window->view()->rect());
    // While its server has not followed, the whole picture is in sight.
    m_window->resize(300, 200);
    QVERIFY(WAIT_FOR(m_window->view()->scaling() == RemoteView::Scaling::Fit || m_session->picture().image.size() == QSize(300, 200)));
    QVERIFY(WAIT_FOR(m_session->picture().image.size() == QSize(300, 200) && m_window->view()->scaling() == RemoteView::Scaling::OneToOne));
}

void ProgramWindowTest::whoOnlyLooksResizesNothing()
{
    QVERIFY(isUp());
    m_session->setViewOnly(true);
    QVERIFY(m_window->windowTitle().endsWith(u"(view-only)"_s));
    m_window->resize(500, 400);
    QSignalSpy stats(m_session.get(), &DesktopSession::statsChanged);
    QVERIFY(WAIT_FOR(stats.size() >= 2));
    QCOMPARE(m_session->picture().image.size(), QSize(400, 300));
    QCOMPARE(m_window->view()->scaling(), RemoteView::Scaling::OneToOne); // it fits
    m_window->resize(200, 150);
    QVERIFY(WAIT_FOR(m_window->view()->scaling() == RemoteView::Scaling::Fit));
}

void ProgramWindowTest::itsCloseButtonAsks()
{
    QVERIFY(isUp());
    const auto question = [this] {
        return m_window->findChild<QDialog *>();
    };
    m_window->close();
    QVERIFY(question());
    QVERIFY(m_window->isVisible());
    QVERIFY(question()->width() < question()->fontMetrics().averageCharWidth() * 90); // its text takes several lines, not one as wide as the screen
    m_window->close();
    QCOMPARE(m_window->findChildren<QDialog *>().size(), 1);
    question()->reject();
    QVERIFY(WAIT_FOR(!question()));
    QCOMPARE(m_session->state(), SessionState::Live);
    m_window->close();
    QVERIFY(question());
    question()->done(KMessageDialog::PrimaryAction);
    QVERIFY(WAIT_FOR(m_session->state() == SessionState::Ended && !m_window->isVisible()));
}

void ProgramWindowTest::goesAsideAndComesBack()
{
    QVERIFY(isUp());
    m_session->iconify();
    QVERIFY(WAIT_FOR(m_window->isMinimized() || !m_window->isVisible()));
    QCOMPARE(m_session->effectiveVisibility(), DesktopSession::Visibility::Hidden);
    m_session->raise();
    QVERIFY(WAIT_FOR(!m_window->isMinimized() && m_window->isVisible() && !m_session->isIconified()));
    m_window->showMinimized(); // by its title bar
    QVERIFY(WAIT_FOR(m_session->isIconified()));
}

void ProgramWindowTest::movesWithItsScreen()
{
    QVERIFY(isUp());
    const QRect before = m_window->geometry();
    m_session->setScreenArea(QRect(100, 50, 700, 540));
    QCOMPARE(m_window->geometry(), before.translated(100, 50));
    // A smaller one: it stays inside.
    m_session->setScreenArea(QRect(0, 0, 350, 250));
    QVERIFY(QRect(0, 0, 350, 250).contains(m_window->geometry()));
    QVERIFY(WAIT_FOR(m_session->picture().image.size() == m_window->size()));
}

NIGHTDESK_TEST(ProgramWindowTest)
#include "programwindowtest.moc"
