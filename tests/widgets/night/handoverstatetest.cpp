// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/handoverstate.h"
#include "sessions/profiles/format/keytable.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What another desk of the same people is told, and what can be taken up there.
class HandoverStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatAnotherDeskIsTold();
    void whatCannotBeTakenUp_data();
    void whatCannotBeTakenUp();
    void programsThatStay();
    void waysOfShowing_data();
    void waysOfShowing();
};

void HandoverStateTest::whatAnotherDeskIsTold()
{
    NightState state;
    state.facilityDirectory = u"/home/observer/secret-place"_s;
    state.siteId = u"waimea"_s;
    state.lastSeenAt = QDateTime::currentDateTimeUtc();
    state.mainWindowGeometry = "geometry";
    NightProfile profile;
    profile.id = u"lris"_s;
    profile.account = u"lris7"_s;
    profile.connectedAt = QDateTime::currentDateTimeUtc();
    profile.displayIds = {u"control0"_s};
    state.profiles = {profile};
    const QByteArray told = HandoverState::layoutToSend(state);
    QVERIFY(!told.isEmpty());
    for (const QByteArray &secret : {QByteArray("lris7"), QByteArray("secret-place"), QByteArray("geometry").toBase64()}) {
        QVERIFY(!told.contains(secret));
    }
    state.lastSeenAt = state.lastSeenAt.addSecs(300);
    QCOMPARE(HandoverState::layoutToSend(state), told); // that it still runs is no news
    state.look.tileSizesByDesktopKeys.insert({u"lris/control0"_s}, {QList<int>(64 * 1024, 1)});
    QVERIFY(!HandoverState::layoutToSend(state).isEmpty()); // without the splits
    QVERIFY(HandoverState::layoutToSend({}).isEmpty());
}

void HandoverStateTest::whatCannotBeTakenUp_data()
{
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("what is none of ours") << QByteArray("{\"nightdesk\": \"night\"}");
    QTest::newRow("too much") << QByteArray(64 * 1024, 'x');
    NightState state;
    state.facilityDirectory = u"/"_s;
    state.lastSeenAt = QDateTime::currentDateTimeUtc();
    NightProfile profile;
    profile.id = u"nires"_s;
    profile.connectedAt = state.lastSeenAt;
    state.profiles = {profile};
    QTest::newRow("an instrument that is not known here") << HandoverState::layoutToSend(state);
}

void HandoverStateTest::whatCannotBeTakenUp()
{
    QFETCH(QByteArray, told);
    Facility facility;
    facility.directory = u"/facility"_s;
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    facility.profiles = {lris};
    QVERIFY(!HandoverState::parseReceivedState(told, facility, u"waimea"_s));
}

void HandoverStateTest::programsThatStay()
{
    WindowSpec ds9;
    ds9.id = u"ds9"_s;
    ds9.title = u"Images"_s;
    WindowSpec own = ds9;
    own.id = u"own"_s;
    own.topology = Topology::VncApp;
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    lris.windows = {ds9, own};
    Facility facility;
    facility.directory = u"/facility"_s;
    facility.profiles = {lris};
    NightState state;
    state.facilityDirectory = u"/"_s;
    state.lastSeenAt = QDateTime::currentDateTimeUtc();
    NightProfile profile;
    profile.id = u"lris"_s;
    profile.connectedAt = state.lastSeenAt;
    profile.displayIds = {u"ds9"_s, u"own"_s};
    state.profiles = {profile};
    QCOMPARE(HandoverState::immovablePrograms(state, facility), QStringList{u"lris/ds9"_s});
    QCOMPARE(HandoverState::programTitles({u"lris/ds9"_s}, facility), QStringList{u"Images"_s});
    QCOMPARE(HandoverState::withImmovablePrograms(state, facility, false).profiles.first().displayIds, QStringList{u"own"_s});
    const NightState moved = HandoverState::withImmovablePrograms(state, facility, true);
    QCOMPARE(moved.profiles.first().topologies.value(u"ds9"_s), Topology::VncApp);
    QVERIFY(HandoverState::immovablePrograms(moved, facility).isEmpty());
    const auto taken = HandoverState::parseReceivedState(HandoverState::layoutToSend(moved), facility, u"hilo"_s);
    QVERIFY(taken);
    QCOMPARE(taken->facilityDirectory, u"/facility"_s);
    QCOMPARE(taken->siteId, u"hilo"_s);
    QCOMPARE(taken->profiles.first().topologies.value(u"ds9"_s), Topology::VncApp);
}

void HandoverStateTest::waysOfShowing_data()
{
    QTest::addColumn<bool>("isWindow");
    QTest::addColumn<Topology>("profiles");
    QTest::addColumn<Topology>("sent");
    QTest::addColumn<bool>("isTaken");
    constexpr Topology topologies[] = {Topology::X11, Topology::Vnc, Topology::VncAtSummit, Topology::VncApp};
    for (const bool isWindow : {false, true}) {
        for (const Topology profiles : isWindow ? QList{Topology::X11, Topology::VncAtSummit, Topology::VncApp} : QList{Topology::Vnc, Topology::VncAtSummit}) {
            for (const Topology sent : topologies) {
                QTest::addRow("%s, %s in its profile, sent as %s",
                              isWindow ? "X program" : "desktop",
                              qPrintable(topologyWord(profiles)),
                              qPrintable(topologyWord(sent)))
                    << isWindow << profiles << sent << (sent == profiles || (isWindow && sent == Topology::VncApp));
            }
        }
    }
}

void HandoverStateTest::waysOfShowing()
{
    QFETCH(const bool, isWindow);
    QFETCH(const Topology, profiles);
    QFETCH(const Topology, sent);
    QFETCH(const bool, isTaken);
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    if (isWindow) {
        WindowSpec window;
        window.id = u"guider"_s;
        window.topology = profiles;
        lris.windows = {window};
    } else {
        DesktopSpec desktop;
        desktop.id = u"guider"_s;
        desktop.topology = profiles;
        lris.desktops = {desktop};
    }
    Facility facility;
    facility.directory = u"/facility"_s;
    facility.profiles = {lris};
    NightState state;
    state.facilityDirectory = u"/"_s;
    state.lastSeenAt = QDateTime::currentDateTimeUtc();
    NightProfile profile;
    profile.id = u"lris"_s;
    profile.connectedAt = state.lastSeenAt;
    profile.displayIds = {u"guider"_s};
    profile.topologies = {{u"guider"_s, sent}, {u"none-of-the-profile"_s, sent}};
    state.profiles = {profile};
    const auto taken = HandoverState::parseReceivedState(HandoverState::layoutToSend(state), facility, u"hilo"_s);
    QVERIFY(taken);
    const QMap<QString, Topology> expected = isTaken ? QMap<QString, Topology>{{u"guider"_s, sent}} : QMap<QString, Topology>();
    QVERIFY(taken->profiles.first().topologies == expected);
}

NIGHTDESK_GUILESS_TEST(HandoverStateTest)
#include "handoverstatetest.moc"
