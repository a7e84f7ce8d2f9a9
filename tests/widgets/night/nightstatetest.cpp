// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/nightstate.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using NightStateText::NightStateReadError;

namespace
{
NightState arranged()
{
    NightState state;
    state.facilityDirectory = u"/home/observer/facility"_s;
    state.timezone = u"Pacific/Honolulu"_s;
    state.siteId = u"hilo"_s;
    NightProfile lris;
    lris.id = u"lris"_s;
    lris.name = u"LRIS “blue & red”"_s;
    lris.isLastValidVersion = true;
    lris.account = u"lris3"_s;
    lris.connectedAt = QDateTime(QDate(2026, 11, 21), QTime(6, 12, 30, 125), QTimeZone::UTC);
    lris.displayIds = {u"control0"_s, u"control1"_s, u"ds9"_s};
    lris.viewOnlyDesktopIds = {u"control1"_s};
    lris.topologies = {{u"control1"_s, Topology::VncAtSummit}, {u"ds9"_s, Topology::VncApp}};
    NightProfile nires;
    nires.id = u"nires"_s;
    nires.name = u"NIRES"_s;
    nires.account = u"nires1"_s;
    nires.connectedAt = lris.connectedAt.addSecs(3600);
    nires.displayIds = {u"control0"_s};
    state.profiles = {lris, nires};
    state.lastSeenAt = lris.connectedAt.addSecs(7200);
    state.look.desktopScalings = {{u"lris/control0"_s, ViewGeometry::Scaling::Fit}, {u"nires/control0"_s, ViewGeometry::Scaling::OneToOne}};
    state.look.tileSizesByDesktopKeys = {{{u"lris/control0"_s, u"nires/control0"_s}, {{300, 200}, {1, 16384}}}, {{u"lris/control1"_s}, {}}};
    state.look.desktopScalings.insert(u"lris/control2"_s, ViewGeometry::Scaling::Zoomed);
    state.look.desktopZooms = {{u"lris/control2"_s, 1.5}};
    state.look.desktopColors = {{u"lris/control0"_s, u"#2e8b3d"_s}, {u"lris/control1"_s, QString()}};
    state.look.movedDisplayScreens = {{u"lris/control1"_s, u"right"_s}, {u"lris/ds9"_s, u"@DP-2"_s}};
    state.look.tabbedScreens = {u"left"_s};
    state.mainWindowGeometry = QByteArray("\x01\xd9\xd0\xcb\0", 5);
    return state;
}

/// As the version before wrote it, which knew one profile.
QByteArray versionOne()
{
    const NightState state = arranged();
    QJsonObject object = QJsonDocument::fromJson(NightStateText::write(state)).object();
    const QJsonObject lris = object.take("profiles"_L1).toArray().first().toObject();
    for (auto entry = lris.begin(); entry != lris.end(); ++entry) {
        object.insert(entry.key() == "id"_L1 ? u"profile"_s : entry.key(), entry.value());
    }
    object.insert(u"version"_s, 1);
    object.insert(
        u"look"_s,
        QJsonObject{{u"scalings"_s, QJsonObject{{u"control0"_s, u"fit"_s}}},
                    {u"stages"_s,
                     QJsonArray{QJsonObject{{u"desktops"_s, QJsonArray{u"control0"_s, u"control1"_s}}, {u"splits"_s, QJsonArray{QJsonArray{600, 200}}}}}}});
    return QJsonDocument(object).toJson();
}

QByteArray withProfile(const QString &key, const QJsonValue &value)
{
    QJsonObject object = QJsonDocument::fromJson(NightStateText::write(arranged())).object();
    QJsonArray profiles = object.value("profiles"_L1).toArray();
    QJsonObject second = profiles.last().toObject();
    second.insert(key, value);
    profiles.replace(1, second);
    object.insert(u"profiles"_s, profiles);
    return QJsonDocument(object).toJson();
}

QByteArray with(const QString &key, const QJsonValue &value)
{
    QJsonObject object = QJsonDocument::fromJson(NightStateText::write(arranged())).object();
    object.insert(key, value);
    return QJsonDocument(object).toJson();
}
}

/// What is written is read again; anything else is refused.
class NightStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void whatIsNotOursIsRefused_data();
    void whatIsNotOursIsRefused();
    void everyCutIsSeen();
    void whatTheVersionBeforeWroteIsRead();
    void aWayThatNobodyKnowsIsTheProfiles();
    void whatIsNoSizeIsLeftOut_data();
    void whatIsNoSizeIsLeftOut();
};

void NightStateTest::whatIsWrittenIsRead_data()
{
    QTest::addColumn<NightState>("state");
    QTest::newRow("two profiles, everything is arranged") << arranged();
    NightState plain = arranged();
    plain.look = {};
    plain.profiles.removeLast();
    plain.profiles.first().viewOnlyDesktopIds.clear();
    plain.profiles.first().topologies.clear();
    plain.mainWindowGeometry.clear();
    plain.profiles.first().account.clear();
    plain.siteId.clear();
    plain.timezone.clear();
    plain.profiles.first().isLastValidVersion = false;
    QTest::newRow("nothing is arranged, no site, no account") << plain;
    NightState none = arranged();
    none.profiles.first().displayIds.clear();
    QTest::newRow("no display was shown") << none;
}

void NightStateTest::whatIsWrittenIsRead()
{
    QFETCH(NightState, state);
    const auto read = NightStateText::read(NightStateText::write(state));
    QVERIFY(read);
    QVERIFY(*read == state);
}

void NightStateTest::whatIsNotOursIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<NightStateReadError>("why");
    QTest::newRow("an empty file") << QByteArray() << NightStateReadError::Damaged;
    QTest::newRow("zeros, as after a power loss on some file systems") << QByteArray(4096, '\0') << NightStateReadError::Damaged;
    QTest::newRow("another program's JSON") << QByteArray("{\"version\": 1}") << NightStateReadError::Damaged;
    QTest::newRow("a list") << QByteArray("[1, 2]") << NightStateReadError::Damaged;
    QTest::newRow("no version") << with(u"version"_s, QJsonValue()) << NightStateReadError::Damaged;
    QTest::newRow("version nought") << with(u"version"_s, 0) << NightStateReadError::Damaged;
    QTest::newRow("the next version") << with(u"version"_s, 3) << NightStateReadError::Newer;
    QTest::newRow("profiles are an object") << with(u"profiles"_s, QJsonObject()) << NightStateReadError::Damaged;
    QTest::newRow("profiles are none") << with(u"profiles"_s, QJsonArray()) << NightStateReadError::Damaged;
    QTest::newRow("a profile is a word") << with(u"profiles"_s, QJsonArray{u"lris"_s}) << NightStateReadError::Damaged;
    QTest::newRow("a profile without an id") << withProfile(u"id"_s, QString()) << NightStateReadError::Damaged;
    QTest::newRow("the profile is a number") << withProfile(u"id"_s, 7) << NightStateReadError::Damaged;
    QTest::newRow("a profile of a megabyte") << withProfile(u"id"_s, QString(1 << 20, u'x')) << NightStateReadError::Damaged;
    QTest::newRow("a facility that depends on where we stand") << with(u"facility"_s, u"../elsewhere"_s) << NightStateReadError::Damaged;
    QTest::newRow("no time") << withProfile(u"since"_s, u"yesterday"_s) << NightStateReadError::Damaged;
    QTest::newRow("never seen") << with(u"seen"_s, QJsonValue()) << NightStateReadError::Damaged;
}

void NightStateTest::whatIsNotOursIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(NightStateReadError, why);
    const auto read = NightStateText::read(text);
    QVERIFY(!read);
    QCOMPARE(read.error(), why);
}

void NightStateTest::everyCutIsSeen()
{
    const QByteArray whole = NightStateText::write(arranged()).trimmed();
    for (qsizetype size = 0; size < whole.size(); ++size) {
        QVERIFY2(!NightStateText::read(whole.first(size)), qPrintable(u"cut after %1 bytes"_s.arg(size)));
    }
}

void NightStateTest::whatTheVersionBeforeWroteIsRead()
{
    const auto read = NightStateText::read(versionOne());
    QVERIFY(read);
    NightState expected = arranged();
    expected.profiles.removeLast();
    expected.look = {};
    expected.look.desktopScalings = {{u"lris/control0"_s, ViewGeometry::Scaling::Fit}};
    expected.look.tileSizesByDesktopKeys = {{{u"lris/control0"_s, u"lris/control1"_s}, {{600, 200}}}};
    QVERIFY(*read == expected);
    QCOMPARE(read->displayCount(), 3);
    QVERIFY(read->profile(u"lris"_s));
    QVERIFY(!read->profile(u"nires"_s));
}

void NightStateTest::aWayThatNobodyKnowsIsTheProfiles()
{
    const auto read = NightStateText::read(withProfile(u"topologies"_s, QJsonObject{{u"control0"_s, u"telepathy"_s}, {u"ds9"_s, u"x11"_s}, {u"xpose"_s, 7}}));
    QVERIFY(read);
    QCOMPARE(read->profiles.last().topologies, (QMap<QString, Topology>{{u"ds9"_s, Topology::X11}}));
}

void NightStateTest::whatIsNoSizeIsLeftOut_data()
{
    QTest::addColumn<QJsonValue>("row");
    QTest::addColumn<QList<int>>("read");
    QJsonArray many;
    for (int i = 0; i < 65; ++i) {
        many.append(100);
    }
    QTest::newRow("two sizes") << QJsonValue(QJsonArray{1, 16384}) << QList{1, 16384};
    QTest::newRow("bytes, as an older version wrote them") << QJsonValue(u"AAAA/wAAAAEAAAAC/////w=="_s) << QList<int>();
    QTest::newRow("nothing") << QJsonValue(QJsonArray{0, 100}) << QList<int>();
    QTest::newRow("less than nothing") << QJsonValue(QJsonArray{-1, 100}) << QList<int>();
    QTest::newRow("too large") << QJsonValue(QJsonArray{16385}) << QList<int>();
    QTest::newRow("larger than a number may be") << QJsonValue(QJsonArray{1e300}) << QList<int>();
    QTest::newRow("a word") << QJsonValue(QJsonArray{u"100"_s}) << QList<int>();
    QTest::newRow("too many") << QJsonValue(many) << QList<int>();
}

void NightStateTest::whatIsNoSizeIsLeftOut()
{
    QFETCH(const QJsonValue, row);
    QFETCH(const QList<int>, read);
    const QJsonObject viewerWindow{{u"desktops"_s, QJsonArray{u"lris/control0"_s}}, {u"splits"_s, QJsonArray{row}}};
    const auto state = NightStateText::read(with(u"look"_s, QJsonObject{{u"stages"_s, QJsonArray{viewerWindow}}}));
    QVERIFY(state);
    QCOMPARE(state->look.tileSizesByDesktopKeys.value({u"lris/control0"_s}), (QList<QList<int>>{read}));
}

NIGHTDESK_GUILESS_TEST(NightStateTest)
#include "nightstatetest.moc"
