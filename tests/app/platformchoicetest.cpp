// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/platformchoice.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QLocalServer>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Notice = PlatformChoice::Notice;

/// On which of Qt's platforms the console runs, and what is said of it.
class PlatformChoiceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void choices_data();
    void choices();
    void aDisplayIsThereIfSomebodyListens();
    void itIsSetForQt();
    void everyNoticeHasWords();
};

void PlatformChoiceTest::choices_data()
{
    QTest::addColumn<PlatformFacts>("facts");
    QTest::addColumn<PlatformChoice>("choice");
    using Facts = PlatformFacts;
    using Choice = PlatformChoice;
    QTest::newRow("an X11 session is left as it is") << Facts{{}, {}, "x11", ":0", true} << Choice{};
    QTest::newRow("no session at all") << Facts{} << Choice{};
    QTest::newRow("a Wayland session with XWayland") << Facts{{}, "wayland-0", "wayland", ":0", true} << Choice{"xcb", Notice::XWayland};
    QTest::newRow("Wayland that no session type tells of") << Facts{{}, "wayland-0", {}, ":0", true} << Choice{"xcb", Notice::XWayland};
    QTest::newRow("a Wayland session by its type alone") << Facts{{}, {}, "wayland", ":0", true} << Choice{"xcb", Notice::XWayland};
    QTest::newRow("Wayland without DISPLAY") << Facts{{}, "wayland-0", "wayland", {}, false} << Choice{{}, Notice::NoXWayland};
    QTest::newRow("Wayland with a DISPLAY where nobody listens") << Facts{{}, "wayland-0", "wayland", ":7", false} << Choice{{}, Notice::NoXWayland};
    QTest::newRow("Wayland is wanted") << Facts{"wayland", "wayland-0", "wayland", ":0", true} << Choice{{}, Notice::WaylandByWish};
    QTest::newRow("Wayland is wanted, else X") << Facts{"wayland;xcb", "wayland-0", "wayland", ":0", true} << Choice{{}, Notice::WaylandByWish};
    QTest::newRow("X is wanted") << Facts{"xcb", "wayland-0", "wayland", ":0", true} << Choice{};
    QTest::newRow("something else is wanted") << Facts{"offscreen", "wayland-0", "wayland", ":0", true} << Choice{};
    QTest::newRow("X is wanted where it is not") << Facts{"xcb", "wayland-0", "wayland", {}, false} << Choice{};
}

void PlatformChoiceTest::choices()
{
    QFETCH(PlatformFacts, facts);
    QFETCH(PlatformChoice, choice);
    const PlatformChoice got = PlatformChoice::of(facts);
    QCOMPARE(got.platform, choice.platform);
    QVERIFY(got.notice == choice.notice);
}

void PlatformChoiceTest::aDisplayIsThereIfSomebodyListens()
{
    const auto at = [](const QByteArray &display) {
        qputenv("DISPLAY", display);
        return PlatformChoice::facts().isDisplayThere;
    };
    // Far above what servers and tests take.
    const QByteArray number = QByteArray::number(30000 + QCoreApplication::applicationPid() % 20000);
    for (const QByteArray &display : {QByteArray(), QByteArray("x"), QByteArray(":"), QByteArray(":../x"), QByteArray(":x"), QByteArray(":" + number)}) {
        QVERIFY2(!at(display), display.constData());
    }
    QLocalServer server;
    server.setSocketOptions(QLocalServer::AbstractNamespaceOption);
    QVERIFY(server.listen(u"/tmp/.X11-unix/X"_s + QString::fromLatin1(number)));
    QVERIFY(at(QByteArray(":" + number)));
    QVERIFY(at(QByteArray(":" + number + ".0")));
    QVERIFY(at(QByteArray("unix:" + number)));
    server.close();
    QVERIFY(!at(QByteArray(":" + number)));
}

void PlatformChoiceTest::itIsSetForQt()
{
    const QByteArray number = QByteArray::number(30000 + QCoreApplication::applicationPid() % 20000);
    QLocalServer server;
    server.setSocketOptions(QLocalServer::AbstractNamespaceOption);
    QVERIFY(server.listen(u"/tmp/.X11-unix/X"_s + QString::fromLatin1(number)));
    qputenv("DISPLAY", QByteArray(":" + number));
    qputenv("WAYLAND_DISPLAY", "wayland-0");
    qunsetenv("QT_QPA_PLATFORM");
    QVERIFY(PlatformChoice::apply().notice == Notice::XWayland);
    QCOMPARE(qgetenv("QT_QPA_PLATFORM"), QByteArray("xcb"));
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QVERIFY(PlatformChoice::apply().notice == Notice::None);
    QCOMPARE(qgetenv("QT_QPA_PLATFORM"), QByteArray("offscreen"));
}

void PlatformChoiceTest::everyNoticeHasWords()
{
    QVERIFY(PlatformChoice::words(Notice::None).isEmpty());
    for (const Notice notice : {Notice::XWayland, Notice::WaylandByWish, Notice::NoXWayland}) {
        QVERIFY(!PlatformChoice::words(notice).isEmpty());
    }
    QVERIFY(PlatformChoice::key(Notice::XWayland) != PlatformChoice::key(Notice::WaylandByWish));
    QVERIFY(PlatformChoice::key(Notice::NoXWayland).isEmpty()); // it is said each time
}

NIGHTDESK_GUILESS_TEST(PlatformChoiceTest)
#include "platformchoicetest.moc"
