// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsession.h"
#include "tests/sessions/xwindows/programbench.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <atomic>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What is painted over an X program that does not answer is over all of it, whoever arranges the windows, and goes without a trace.
class WindowVeilTest : public QObject, ProgramBench
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void staysOverItsWindow_data();
    void staysOverItsWindow();
    void opensNothingOnAServerOfFewColors();

private:
    bool start(const XServer::Options &options);
    /// A program of the far end whose window is white.
    WindowSession *add();
    bool shows(const WindowSession *session, const QColor &color);
    bool isAbove(const QString &title, const QString &other);
    /// A window that lies over the program's.
    std::optional<XServer::Window> other();

    std::unique_ptr<WindowSession> m_session;
};

namespace
{
const QColor bright(Qt::white);
const QColor dark(90, 0, 0);
const QColor darker(0, 60, 0);
}

void WindowVeilTest::init()
{
    QVERIFY(startHost());
}

void WindowVeilTest::cleanup()
{
    reportWindows();
    m_session.reset();
    clear();
    m_sshd.reset();
}

bool WindowVeilTest::start(const XServer::Options &options)
{
    return startX(options) && connectHost();
}

WindowSession *WindowVeilTest::add()
{
    WindowSpec spec;
    spec.id = spec.title = u"panel"_s;
    spec.isTrusted = true;
    spec.geometry = {WindowGeometry::Size{400, 300}, WindowGeometry::Offset{200, 150, false, false}};
    spec.command = {u"xev"_s, u"-event"_s, u"keyboard"_s, u"-name"_s, u"panel"_s};
    m_session = std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get());
    m_session->setScreenArea(QRect(0, 0, 1200, 800));
    m_session->start();
    return WAIT_FOR(m_session->state() == SessionState::Live && m_session->windowRect() && m_session->windowRect()->size() == QSize(400, 300)) ? m_session.get()
                                                                                                                                               : nullptr;
}

bool WindowVeilTest::shows(const WindowSession *session, const QColor &color)
{
    // Its corners and middle; xev has a box of its own in the upper left one.
    const QRect rect = session->windowRect().value_or(QRect()).adjusted(3, 3, -3, -3);
    if (rect.isEmpty()) {
        return false;
    }
    const QImage image = m_x->screenshot(rect);
    const QSize size = image.size();
    for (const QPoint &at : {QPoint(size.width() - 1, 0), QPoint(0, size.height() - 1), QPoint(size.width() / 2, size.height() / 2)}) {
        if (image.isNull() || image.pixelColor(at) != color) {
            return false;
        }
    }
    return true;
}

std::optional<XServer::Window> WindowVeilTest::other()
{
    m_x->run({u"xev"_s, u"-geometry"_s, u"300x200+300+250"_s, u"-name"_s, u"other"_s});
    std::optional<XServer::Window> found;
    return WAIT_FOR((found = m_x->window(u"other"_s)).has_value()) ? found : std::nullopt;
}

bool WindowVeilTest::isAbove(const QString &title, const QString &other)
{
    const auto one = m_x->window(title);
    const auto two = m_x->window(other);
    return one && two && one->stacking > two->stacking;
}

void WindowVeilTest::staysOverItsWindow_data()
{
    addManagers();
}

void WindowVeilTest::staysOverItsWindow()
{
    QFETCH(const bool, windowManager);
    QFETCH(const XServer::Manager, manager);
    QVERIFY2(start({.size = {1200, 800}, .windowManager = windowManager, .manager = manager}), qPrintable(m_x->problem()));
    WindowSession *session = add();
    QVERIFY(session);
    QVERIFY(WAIT_FOR(shows(session, bright)));
    std::atomic<QRgb> before = 0;
    session->setVeil([&before](QImage &image, bool isManagedWindow) {
        before = isManagedWindow ? image.pixel(image.rect().center()) : 0;
        image.fill(dark);
    });
    QVERIFY(WAIT_FOR(shows(session, dark)));
    QCOMPARE(QColor(before.load()), bright); // it got what was there

    // Restacked again and again: at no moment does what is below it show through.
    const auto over = windowManager ? other() : std::nullopt;
    QVERIFY(!windowManager || over);
    for (int round = 0; round < 20; ++round) {
        const bool isUp = round % 2 == 0 || !windowManager;
        if (isUp) {
            session->raise();
        } else {
            m_x->output({u"xdotool"_s, u"windowactivate"_s, QString::number(over->id)});
        }
        QVERIFY(!windowManager || WAIT_FOR(isAbove(u"panel"_s, u"other"_s) == isUp));
        const QPoint corner = session->windowRect()->topRight() + QPoint(-5, 5); // the other never lies there
        for (int sample = 0; sample < 5; ++sample) {
            QCOMPARE(m_x->pixel(corner), dark);
        }
    }
    session->raise();
    QVERIFY(WAIT_FOR(shows(session, dark)));

    // It goes where its window goes.
    const QPoint stood = session->windowRect()->topLeft();
    session->setScreenArea(QRect(300, 200, 900, 600));
    QVERIFY(WAIT_FOR(session->windowRect() && session->windowRect()->topLeft() != stood && shows(session, dark)));

    session->setVeil([](QImage &image, bool) {
        image.fill(darker);
    });
    QVERIFY(WAIT_FOR(shows(session, darker)));
    session->setVeil({});
    QVERIFY(WAIT_FOR(shows(session, bright)));
}

void WindowVeilTest::opensNothingOnAServerOfFewColors()
{
    QVERIFY2(start({.size = {1200, 800}, .depth = 8}), qPrintable(m_x->problem()));
    WindowSession *session = add();
    QVERIFY(session);
    std::atomic<int> painted = 0;
    session->setVeil([&painted](QImage &, bool) {
        ++painted;
    });
    const QPoint stood = session->windowRect()->topLeft();
    session->setScreenArea(QRect(300, 200, 900, 600)); // behind the veil: what the placer does in its order
    QVERIFY(WAIT_FOR(session->windowRect() && session->windowRect()->topLeft() != stood));
    QCOMPARE(painted.load(), 0);
    QCOMPARE(session->state(), SessionState::Live);
}

NIGHTDESK_GUILESS_TEST(WindowVeilTest)
#include "windowveiltest.moc"
