// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/realdesk.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <chrono>

using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// `nightdesk demo` on a workstation where nothing is set up: the real program, without a question.
class DemoTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theDemoConnectsAndLeavesNothing_data();
    void theDemoConnectsAndLeavesNothing();

private:
    static std::optional<XServer::Window> mainWindow(RealDesk &desk)
    {
        const auto windows = desk.x().windows();
        const auto found = std::ranges::find_if(windows, [](const XServer::Window &window) {
            return window.viewable && window.className == u"nightdesk" && window.rect.width() > 300;
        });
        return found == windows.end() ? std::nullopt : std::optional(*found);
    }
};

void DemoTest::theDemoConnectsAndLeavesNothing_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("keys");
    QTest::newRow("by the command") << QStringList{u"demo"_s} << QStringList();
    // From the first of the four buttons, which has the keyboard, to the last.
    QTest::newRow("by the button") << QStringList() << QStringList{u"Tab"_s, u"Tab"_s, u"Tab"_s, u"space"_s};
}

void DemoTest::theDemoConnectsAndLeavesNothing()
{
    QFETCH(const QStringList, words);
    QFETCH(const QStringList, keys);
    RealDesk desk;
    QVERIFY(desk.start());
    const QString place = desk.environment().value(u"XDG_RUNTIME_DIR"_s) + u"/nightdesk-demo"_s;
    QProcess *console = desk.startConsole(words);
    if (!keys.isEmpty()) {
        QVERIFY(WAIT_FOR(!desk.status(console).isEmpty()));
        QVERIFY(WAIT_FOR(mainWindow(desk).has_value()));
        QVERIFY(desk.x().output({u"xdotool"_s, u"windowactivate"_s, u"--sync"_s, QString::number(mainWindow(desk)->id)}));
        QVERIFY(desk.x().output(QStringList{u"xdotool"_s, u"key"_s, u"--clearmodifiers"_s} + keys));
    }
    QVERIFY2(WAIT_FOR(desk.live(console) == 2, std::chrono::seconds(60)), desk.output(console).constData()); // a desktop and an X program
    QVERIFY(QFileInfo::exists(place + u"/facility/facility.toml"_s));
    console->terminate();
    QVERIFY(WAIT_FOR(console->state() == QProcess::NotRunning));
    QVERIFY(!QFileInfo::exists(place));
}

NIGHTDESK_TEST(DemoTest)
#include "demotest.moc"
