// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/platformchoice.h"
#include "sessions/common/backgroundjobs.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QSemaphore>
#include <QSet>
#include <QTemporaryDir>
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
    void programsOfAFacility_data();
    void programsOfAFacility();
};

void PlatformChoiceTest::choices_data()
{
    QTest::addColumn<PlatformFacts>("facts");
    QTest::addColumn<PlatformChoice>("choice");
    using Facts = PlatformFacts;
    using Choice = PlatformChoice;
    const PlatformFacts x11{.sessionType = "x11", .xDisplay = ":0", .isXServerListening = true};
    // As KWin of Plasma 6.3 has it.
    const PlatformFacts plasma{
        .waylandDisplay = "wayland-0",
        .sessionType = "wayland",
        .xDisplay = ":0",
        .isXServerListening = true,
        .xProgramNeed = XProgramNeed::None,
        .hasWaylandPlugin = true,
        .waylandInterfaces = QByteArrayList{"xdg_wm_base", "wp_viewporter", "wp_fractional_scale_manager_v1", "zwp_keyboard_shortcuts_inhibit_manager_v1"}};
    const auto with = [](Facts facts, auto member, const auto &value) {
        facts.*member = value;
        return facts;
    };
    const auto without = [](Facts facts, const char *interface) {
        facts.waylandInterfaces->removeAll(interface);
        return facts;
    };
    const Choice native{"wayland", Notice::NativeWayland};
    QTest::newRow("an X11 session is left as it is") << x11 << Choice{};
    QTest::newRow("no session at all") << Facts{} << Choice{};
    QTest::newRow("desktops alone") << plasma << native;
    QTest::newRow("desktops alone, without XWayland") << with(plasma, &Facts::isXServerListening, false) << native;
    QTest::newRow("Wayland that no session type tells of") << with(plasma, &Facts::sessionType, QByteArray()) << native;
    QTest::newRow("X programs") << with(plasma, &Facts::xProgramNeed, XProgramNeed::Some) << Choice{"xcb", Notice::XWaylandForPrograms};
    QTest::newRow("it is not known") << with(plasma, &Facts::xProgramNeed, XProgramNeed::Unknown) << Choice{"xcb", Notice::XWaylandForUnknownNeed};
    QTest::newRow("Qt has no platform for it") << with(plasma, &Facts::hasWaylandPlugin, false) << Choice{"xcb", Notice::NoWaylandPlugin};
    QTest::newRow("no answer") << with(plasma, &Facts::waylandInterfaces, std::nullopt) << Choice{"xcb", Notice::NoCompositorAnswer};
    QTest::newRow("no shortcuts") << without(plasma, "zwp_keyboard_shortcuts_inhibit_manager_v1")
                                  << Choice{"xcb", Notice::NoWaylandProtocol, u"its reserved keys"_s};
    QTest::newRow("no fractional scale") << without(plasma, "wp_fractional_scale_manager_v1")
                                         << Choice{"xcb", Notice::NoWaylandProtocol, u"fractional scale"_s};
    QTest::newRow("no viewporter") << without(plasma, "wp_viewporter") << Choice{"xcb", Notice::NoWaylandProtocol, u"fractional scale"_s};
    QTest::newRow("nothing") << with(plasma, &Facts::waylandInterfaces, QByteArrayList())
                             << Choice{"xcb", Notice::NoWaylandProtocol, u"windows that fill a screen, its reserved keys, fractional scale"_s};
    const Facts programs = with(plasma, &Facts::xProgramNeed, XProgramNeed::Some);
    QTest::newRow("X programs without DISPLAY") << with(programs, &Facts::xDisplay, QByteArray()) << Choice{{}, Notice::WaylandWithoutXServer};
    QTest::newRow("X programs with a DISPLAY where nobody listens")
        << with(programs, &Facts::isXServerListening, false) << Choice{{}, Notice::WaylandWithoutXServer};
    QTest::newRow("Wayland is requested") << with(programs, &Facts::requestedPlatform, QByteArray("wayland")) << Choice{{}, Notice::WaylandByRequest};
    QTest::newRow("Wayland is requested, else X") << with(plasma, &Facts::requestedPlatform, QByteArray("wayland;xcb")) << Choice{{}, Notice::WaylandByRequest};
    QTest::newRow("X is wanted") << with(plasma, &Facts::requestedPlatform, QByteArray("xcb")) << Choice{};
    QTest::newRow("something else is wanted") << with(plasma, &Facts::requestedPlatform, QByteArray("offscreen")) << Choice{};
}

void PlatformChoiceTest::choices()
{
    QFETCH(PlatformFacts, facts);
    QFETCH(PlatformChoice, choice);
    const PlatformChoice got = PlatformChoice::choose(facts);
    QCOMPARE(got.platform, choice.platform);
    QVERIFY(got.notice == choice.notice);
    QCOMPARE(got.missingFeatures, choice.missingFeatures);
}

void PlatformChoiceTest::aDisplayIsThereIfSomebodyListens()
{
    const auto at = [](const QByteArray &display) {
        qputenv("DISPLAY", display);
        return PlatformChoice::facts().isXServerListening;
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
    int asked = 0;
    const auto programs = [&asked] {
        ++asked;
        return XProgramNeed::Some;
    };
    QVERIFY(PlatformChoice::apply(programs).notice == Notice::XWaylandForPrograms);
    QCOMPARE(qgetenv("QT_QPA_PLATFORM"), QByteArray("xcb"));
    QCOMPARE(asked, 1);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QVERIFY(PlatformChoice::apply(programs).notice == Notice::None);
    QCOMPARE(asked, 1); // reading a facility costs time
    QCOMPARE(qgetenv("QT_QPA_PLATFORM"), QByteArray("offscreen"));
}

void PlatformChoiceTest::everyNoticeHasWords()
{
    QVERIFY(PlatformChoice().noticeText().isEmpty());
    QSet<QString> keys;
    for (int number = 1; number <= static_cast<int>(Notice::WaylandWithoutXServer); ++number) {
        const PlatformChoice choice{.notice = static_cast<Notice>(number), .missingFeatures = u"fractional scale"_s};
        QVERIFY(!choice.logText().isEmpty());
        if (choice.notice == Notice::XWaylandForUnknownNeed) {
            continue;
        }
        QVERIFY(!choice.noticeText().isEmpty());
        QVERIFY2(!keys.contains(choice.noticeKey()), qPrintable(choice.noticeKey()));
        keys.insert(choice.noticeKey());
    }
    QVERIFY(PlatformChoice{.notice = Notice::WaylandWithoutXServer}.noticeKey().isEmpty()); // it is said each time
    QVERIFY(PlatformChoice{.notice = Notice::XWaylandForUnknownNeed}.noticeText().isEmpty()); // without a facility, the first page is the message
}

void PlatformChoiceTest::programsOfAFacility_data()
{
    QTest::addColumn<QByteArray>("profile");
    QTest::addColumn<QString>("site");
    QTest::addColumn<XProgramNeed>("expected");
    const QByteArray desktop =
        "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"127.0.0.1\"\n"
        "[[desktop]]\nid = \"control\"\ntitle = \"Control\"\nlink = \"summit\"\nport = 5901\n";
    QTest::newRow("desktops alone") << desktop << u"hilo"_s << XProgramNeed::None;
    QTest::newRow("an X program") << desktop + "[[window]]\nid = \"ds9\"\nlink = \"summit\"\ncommand = [\"ds9\"]\n" << u"hilo"_s << XProgramNeed::Some;
    QTest::newRow("an error") << desktop + "[[" << u"hilo"_s << XProgramNeed::Unknown;
    QTest::newRow("none") << QByteArray() << u"hilo"_s << XProgramNeed::Unknown;
}

void PlatformChoiceTest::programsOfAFacility()
{
    QFETCH(QByteArray, profile);
    QFETCH(QString, site);
    QFETCH(XProgramNeed, expected);
    QTemporaryDir directory;
    const auto write = [&directory](const QString &name, const QByteArray &text) {
        QFile file(directory.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(QDir(directory.path()).mkdir(u"profiles"_s));
    QVERIFY(write(u"facility.toml"_s, "format = 1\nname = \"Observatory\"\n[site.hilo]\nscreens = [\"left\"]\n"));
    QVERIFY(profile.isEmpty() || write(u"profiles/lris.toml"_s, profile));
    QVERIFY(readXProgramNeed(directory.path(), site, std::chrono::seconds(20)) == expected);
    // A share that hangs: all threads are busy, and none reads it.
    QSemaphore goOn;
    constexpr int jobs = 100; // more than there are threads
    for (int i = 0; i < jobs; ++i) {
        BackgroundJobs::shared().run([&goOn] {
            goOn.acquire();
        });
    }
    const XProgramNeed need = readXProgramNeed(directory.path(), site, std::chrono::seconds(0));
    goOn.release(jobs);
    QVERIFY(BackgroundJobs::shared().wait(std::chrono::seconds(30)));
    QVERIFY(need == XProgramNeed::Unknown);
}

NIGHTDESK_GUILESS_TEST(PlatformChoiceTest)
#include "platformchoicetest.moc"
