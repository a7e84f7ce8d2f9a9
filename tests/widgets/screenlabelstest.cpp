// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/screenlabels.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "widgets/screens/deskmonitors.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSocketNotifier>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
const char *const onTheDesk = "NIGHTDESK_TEST_ON_THE_DESK";
constexpr QSize deskSize(1920, 900);
const QStringList labeledScreens{u"left"_s, u"centre"_s, u"right"_s};

/// The program that stands on the desk: a window with a line to type into and a button, and the signs. It does what it is
/// told a letter at a time and tells what becomes of it a line at a time.
int runDesk(int argc, char **argv)
{
    QApplication app(argc, argv);
    const auto tell = [](const QString &what) {
        std::printf("%s\n", qPrintable(what));
        std::fflush(stdout);
    };
    QWidget window;
    window.setWindowTitle(u"console"_s);
    auto *column = new QVBoxLayout(&window);
    auto *line = new QLineEdit;
    auto *button = new QPushButton(u"Identify"_s);
    column->addWidget(line);
    column->addWidget(button);
    ScreenLabels labels(nullptr, std::chrono::milliseconds(qEnvironmentVariableIntValue(onTheDesk)));
    const auto map = [] {
        // The right monitor is called left: what counts is the choice.
        return ScreenMap(labeledScreens,
                         DeskMonitorWatcher::currentMonitors(),
                         {{u"left"_s, {.connector = u"right"_s, .maker = {}, .model = {}, .serial = {}}}});
    };
    QObject::connect(&labels, &ScreenLabels::shownChanged, &app, [tell](bool shown) {
        tell(shown ? u"shown"_s : u"hidden"_s);
    });
    QObject::connect(line, &QLineEdit::textChanged, &app, [tell](const QString &text) {
        tell(u"text "_s + text);
    });
    QObject::connect(button, &QPushButton::clicked, &app, [&labels, map, button] {
        labels.toggle(map(), button);
    });
    QSocketNotifier orders(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&orders, &QSocketNotifier::activated, &app, [&labels, map] {
        char order = 0;
        if (read(STDIN_FILENO, &order, 1) != 1) {
            QCoreApplication::quit();
        } else if (order == 't') {
            labels.toggle(map());
        } else if (order == 'u') {
            labels.update(ScreenMap({u"wall"_s}, DeskMonitorWatcher::currentMonitors()));
        }
    });
    window.setGeometry(10, 25, 160, 50); // off the middle at 200 % too: signs make room for it
    window.show();
    window.activateWindow();
    line->setFocus();
    QObject::connect(qGuiApp, &QGuiApplication::focusWindowChanged, &app, [tell](const QWindow *focused) {
        tell(focused ? u"active"_s : u"inactive"_s);
    });
    return app.exec();
}
}

/// The signs on three monitors of a real X server, seen from outside.
class ScreenLabelsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachStandsOnItsMonitor_data();
    void eachStandsOnItsMonitor();
    void whatEndsThem_data();
    void whatEndsThem();
    void theyGoWithTheirTime();
    void otherNamesCountAtOnce();
    void aMonitorThatGoesTakesThemAway();

private:
    void start(bool windowManager, const QString &scale, const QString &milliseconds = u"60000"_s);
    /// Whether it told this, now or soon.
    bool told(const QByteArray &what);
    QList<XServer::Window> labels();
    void order(char letter)
    {
        m_desk->write(&letter, 1);
    }
    std::unique_ptr<XServer> m_server;
    std::unique_ptr<QProcess> m_desk;
    QByteArray m_told;

private Q_SLOTS:
    void cleanup()
    {
        if (m_desk) {
            m_desk->closeWriteChannel();
            QVERIFY(m_desk->waitForFinished());
            QCOMPARE(m_desk->exitCode(), 0);
        }
        m_desk.reset();
        m_server.reset();
        m_told.clear();
    }
};

void ScreenLabelsTest::start(bool windowManager, const QString &scale, const QString &milliseconds)
{
    m_server = std::make_unique<XServer>(XServer::Options{.size = deskSize, .threeMonitors = true, .windowManager = windowManager});
    QVERIFY2(m_server->start(), qPrintable(m_server->problem()));
    QProcessEnvironment environment = m_server->environment();
    environment.insert(QString::fromLatin1(onTheDesk), milliseconds);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    environment.insert(u"QT_SCALE_FACTOR"_s, scale);
    environment.insert(u"QT_NO_XDG_DESKTOP_PORTAL"_s, u"1"_s);
    m_desk = std::make_unique<QProcess>();
    m_desk->setProcessEnvironment(environment);
    m_desk->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_desk->start(QCoreApplication::applicationFilePath(), {QCoreApplication::arguments().constFirst()}); // ends with its input, so with this test
    QVERIFY2(told("active"), m_told.constData());
}

bool ScreenLabelsTest::told(const QByteArray &what)
{
    return waitFor([&] {
               m_told += m_desk->readAllStandardOutput();
               return m_told.split('\n').contains(what) || m_desk->state() == QProcess::NotRunning;
           })
        && m_told.split('\n').contains(what);
}

QList<XServer::Window> ScreenLabelsTest::labels()
{
    QList<XServer::Window> result;
    for (const XServer::Window &window : m_server->windows()) {
        if (window.viewable && window.title.contains(u", monitor ")) {
            result.append(window);
        }
    }
    std::ranges::sort(result, {}, [](const XServer::Window &window) {
        return window.rect.x();
    });
    return result;
}

void ScreenLabelsTest::eachStandsOnItsMonitor_data()
{
    QTest::addColumn<bool>("windowManager");
    QTest::addColumn<QString>("scale");
    QTest::newRow("with a window manager") << true << u"1"_s;
    QTest::newRow("without a window manager") << false << u"1"_s;
    QTest::newRow("with a window manager, at 200 %") << true << u"2"_s;
    QTest::newRow("without a window manager, at 200 %") << false << u"2"_s;
    QTest::newRow("at 150 %") << true << u"1.5"_s;
}

void ScreenLabelsTest::eachStandsOnItsMonitor()
{
    QFETCH(bool, windowManager);
    QFETCH(QString, scale);
    start(windowManager, scale);
    const std::uint32_t focus = m_server->focus();
    m_told.clear();
    order('t');
    QVERIFY2(told("shown"), m_told.constData());
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), 3, 30000);
    const QList<QRect> monitors = XServer::threeMonitors(deskSize);
    const QStringList texts{u"centre, monitor left "_s, u"right, monitor centre "_s, u"left, monitor right "_s};
    const auto console = m_server->window(u"console"_s);
    QVERIFY(console);
    for (int i = 0; i < 3; ++i) {
        const XServer::Window label = labels().at(i);
        QVERIFY2(label.title.startsWith(texts[i]) && label.title.contains(u"640"), qPrintable(label.title));
        QVERIFY(label.overrideRedirect); // nobody frames it, places it or gives it the focus
        QVERIFY(label.stacking > console->stacking);
        QVERIFY(monitors[i].contains(label.rect));
        QVERIFY2((label.rect.center() - monitors[i].center()).manhattanLength() <= 4, qPrintable(QString::number(label.rect.x())));
        QVERIFY(label.rect.width() > monitors[i].width() / 2);
        // Its own colors on whatever lies below: bright letters and near black ground.
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                const QImage image = m_server->screenshot(label.rect);
                int bright = 0;
                int dark = 0;
                for (int y = 0; y < image.height(); y += 3) {
                    for (int x = 0; x < image.width(); x += 3) {
                        const int gray = qGray(image.pixel(x, y));
                        bright += gray > 240 ? 1 : 0;
                        dark += gray < 40 ? 1 : 0;
                    }
                }
                const int all = image.width() * image.height() / 9;
                return bright * 100 > all && dark * 2 > all;
            }(),
            30000);
    }
    QCOMPARE(m_server->focus(), focus);
    QVERIFY(!m_told.contains("inactive"));
}

void ScreenLabelsTest::whatEndsThem_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QPoint>("click");
    QTest::addColumn<bool>("again");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a key, which is typed all the same") << u"x"_s << QPoint() << false << QByteArray("text x");
    QTest::newRow("Escape") << u"Escape"_s << QPoint() << false << QByteArray();
    QTest::newRow("Return") << u"Return"_s << QPoint() << false << QByteArray();
    QTest::newRow("a click on a sign") << QString() << QPoint(960, 450) << false << QByteArray();
    QTest::newRow("a click into our own window") << QString() << QPoint(60, 74) << false << QByteArray();
    QTest::newRow("a second call") << QString() << QPoint() << true << QByteArray();
    QTest::newRow("the button that showed them") << QString() << QPoint(120, 105) << false << QByteArray();
}

void ScreenLabelsTest::whatEndsThem()
{
    QFETCH(QString, key);
    QFETCH(QPoint, click);
    QFETCH(bool, again);
    QFETCH(QByteArray, text);
    start(true, u"1"_s);
    const auto console = m_server->window(u"console"_s);
    QVERIFY(console);
    const QPoint button(console->rect.center().x(), console->rect.bottom() - 15);
    const bool byButton = click == QPoint(120, 105);
    m_told.clear();
    if (byButton) {
        QVERIFY(m_server->click(button));
    } else {
        order('t');
    }
    QVERIFY2(told("shown"), m_told.constData());
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), 3, 30000); // the server may show them after it was told
    // A modifier alone ends nothing: whoever takes a screenshot presses some.
    QVERIFY(m_server->key(u"shift"_s));
    if (!key.isEmpty()) {
        QVERIFY(m_server->key(key));
    } else if (again) {
        order('t');
    } else {
        QVERIFY(m_server->click(byButton ? button : click.y() == 74 ? console->rect.topLeft() + QPoint(40, 20) : click));
    }
    QVERIFY2(told("hidden"), m_told.constData());
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), 0, 30000);
    QCOMPARE(m_told.count("shown"), 1);
    if (!text.isEmpty()) {
        QVERIFY2(told(text), m_told.constData());
    }
    QVERIFY(!m_told.contains("inactive"));
    // And they come again.
    m_told.clear();
    order('t');
    QVERIFY2(told("shown"), m_told.constData());
}

void ScreenLabelsTest::theyGoWithTheirTime()
{
    start(false, u"1"_s, u"500"_s);
    order('t');
    QVERIFY2(told("shown"), m_told.constData());
    QVERIFY2(told("hidden"), m_told.constData()); // nobody did anything
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), 0, 30000);
}

void ScreenLabelsTest::otherNamesCountAtOnce()
{
    start(true, u"1"_s);
    order('u'); // nothing is shown: nothing to change
    order('t');
    QVERIFY2(told("shown"), m_told.constData());
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), 3, 30000);
    order('u');
    const auto haveOtherNames = [this] {
        const auto shown = labels(); // read once: a label may be missing while it changes
        return shown.size() == 3 && shown.constFirst().title.startsWith(u"wall, monitor left ")
            && shown.constLast().title.startsWith(u"No screen, monitor right ");
    };
    QTRY_VERIFY_WITH_TIMEOUT(haveOtherNames(), 30000);
}

void ScreenLabelsTest::aMonitorThatGoesTakesThemAway()
{
    start(true, u"1"_s);
    order('t');
    QVERIFY2(told("shown"), m_told.constData());
    QVERIFY(m_server->output({u"xrandr"_s, u"--delmonitor"_s, u"right"_s}));
    QVERIFY2(told("hidden"), m_told.constData());
    QCOMPARE(m_desk->state(), QProcess::Running);
    m_told.clear();
    order('t');
    QVERIFY2(told("shown"), m_told.constData());
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), 2, 30000);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    if (qEnvironmentVariableIsSet(onTheDesk)) {
        return runDesk(argc, argv);
    }
    QGuiApplication app(argc, argv);
    ScreenLabelsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "screenlabelstest.moc"
