// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/profilechange.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <functional>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
using Change = std::function<void(InstrumentProfile &)>;

InstrumentProfile connected()
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    LinkSpec summit;
    summit.id = u"summit"_s;
    summit.host = u"lris.summit.example"_s;
    LinkSpec other = summit;
    other.id = u"other"_s;
    profile.links = {summit, other};
    for (const QString &id : {u"control0"_s, u"control1"_s}) {
        DesktopSpec desktop;
        desktop.id = id;
        desktop.link = u"summit"_s;
        desktop.screen = u"left"_s;
        profile.desktops.append(desktop);
    }
    WindowSpec window;
    window.id = u"ds9"_s;
    window.link = u"other"_s;
    window.command = {u"ds9"_s};
    profile.windows = {window};
    return profile;
}
}

class ProfileChangeTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatDiffers_data();
    void whatDiffers();
};

void ProfileChangeTest::whatDiffers_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("ids");
    QTest::newRow("nothing") << Change([](InstrumentProfile &) { }) << QStringList();
    QTest::newRow("a comment moved every line") << Change([](InstrumentProfile &profile) {
        profile.desktops[0].place.line = 40;
        profile.windows[0].place.line = 50;
        profile.links[0].place.line = 4;
    }) << QStringList();
    QTest::newRow("the name and the description") << Change([](InstrumentProfile &profile) {
        profile.name = u"LRIS-2"_s;
        profile.description = u"New words"_s;
    }) << QStringList();
    QTest::newRow("a desktop stands on another screen") << Change([](InstrumentProfile &profile) {
        profile.desktops[1].screen = u"right"_s;
    }) << QStringList{u"control1"_s};
    QTest::newRow("a program has another argument") << Change([](InstrumentProfile &profile) {
        profile.windows[0].command.append(u"-zscale"_s);
    }) << QStringList{u"ds9"_s};
    QTest::newRow("a link leads elsewhere: all that take it") << Change([](InstrumentProfile &profile) {
        profile.links[0].host = u"spare.summit.example"_s;
    }) << QStringList{u"control0"_s, u"control1"_s};
    QTest::newRow("a link that nothing takes") << Change([](InstrumentProfile &profile) {
        LinkSpec third;
        third.id = u"third"_s;
        profile.links.append(third);
    }) << QStringList();
    QTest::newRow("the link went away") << Change([](InstrumentProfile &profile) {
        profile.links.removeAt(1);
    }) << QStringList{u"ds9"_s};
    QTest::newRow("a display came") << Change([](InstrumentProfile &profile) {
        DesktopSpec desktop = profile.desktops[0];
        desktop.id = u"control9"_s;
        profile.desktops.append(desktop);
    }) << QStringList{u"control9"_s};
    QTest::newRow("a display went") << Change([](InstrumentProfile &profile) {
        profile.desktops.removeFirst();
    }) << QStringList{u"control0"_s};
    QTest::newRow("a desktop became a window of the same name: one display") << Change([](InstrumentProfile &profile) {
        profile.desktops.removeLast();
        WindowSpec window = profile.windows[0];
        window.id = u"control1"_s;
        profile.windows.append(window);
    }) << QStringList{u"control1"_s};
    QTest::newRow("the order alone") << Change([](InstrumentProfile &profile) {
        profile.desktops.swapItemsAt(0, 1);
    }) << QStringList();
}

void ProfileChangeTest::whatDiffers()
{
    QFETCH(Change, change);
    QFETCH(QStringList, ids);
    InstrumentProfile now = connected();
    change(now);
    QCOMPARE(ProfileChange::differingDisplays(connected(), now), ids);
}

NIGHTDESK_GUILESS_TEST(ProfileChangeTest)
#include "profilechangetest.moc"
