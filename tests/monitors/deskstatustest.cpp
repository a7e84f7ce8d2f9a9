// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/deskstatus.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRect>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
InstrumentProfile lris()
{
    LinkSpec link;
    link.id = u"summit"_s;
    link.host = u"127.0.0.1"_s;
    link.port = 1; // nobody listens
    DesktopSpec desktop;
    desktop.id = u"control0"_s;
    desktop.title = u"Control \"0\""_s;
    desktop.link = link.id;
    desktop.screen = u"left"_s;
    WindowSpec window;
    window.id = u"ds9"_s;
    window.title = u"Bild"_s;
    window.link = link.id;
    window.command = QStringList{u"ds9"_s};
    window.screen = u"right"_s;
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links = {link};
    profile.desktops = {desktop};
    profile.windows = {window};
    return profile;
}

/// Its host has answered once.
void answerAfter(Link *link, std::chrono::microseconds roundTrip)
{
    LinkMonitor::of(link);
    LinkSample sample;
    sample.takenAt = std::chrono::steady_clock::now();
    sample.sshRoundTrip = roundTrip;
    Q_EMIT link->sampleTaken(sample);
}

QJsonObject displayOf(const QJsonObject &status, const QString &id)
{
    for (const QJsonValue &display : status.value(u"displays").toArray()) {
        if (display.toObject().value(u"id").toString() == id) {
            return display.toObject();
        }
    }
    return {};
}
}

/// The desk as a script reads it.
class DeskStatusTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyStateHasANameOfItsOwn();
    void anEmptyDesk();
    void aDeskWithoutItsSummit();
    void placesAndTimesAreToldWhereTheyAreKnown();
    void twoProfilesAreToldApart();
    void anotherWayThanTheProfilesIsTold();
};

void DeskStatusTest::everyStateHasANameOfItsOwn()
{
    static const QRegularExpression plain(u"^[a-z][a-z-]*$"_s);
    QSet<QString> names;
    for (int i = 0; i <= int(SessionState::Ended); ++i) {
        const QString name = DeskStatus::name(SessionState(i));
        QVERIFY2(plain.match(name).hasMatch(), qPrintable(name));
        names.insert(name);
    }
    QCOMPARE(names.size(), int(SessionState::Ended) + 1);
    names.clear();
    for (int i = 0; i <= int(Session::AnswerState::UsingSilentOldConnection); ++i) {
        const QString name = DeskStatus::name(Session::AnswerState(i));
        QVERIFY2(plain.match(name).hasMatch(), qPrintable(name));
        names.insert(name);
    }
    QCOMPARE(names.size(), int(Session::AnswerState::UsingSilentOldConnection) + 1);
    names.clear();
    for (int i = 0; i <= int(LinkState::Closed); ++i) {
        const QString name = DeskStatus::name(LinkState(i));
        QVERIFY2(plain.match(name).hasMatch(), qPrintable(name));
        names.insert(name);
    }
    QCOMPARE(names.size(), int(LinkState::Closed) + 1);
    names.clear();
    for (int i = 0; i <= int(StartStep::FirstWindow); ++i) {
        const QString name = DeskStatus::name(StartStep(i));
        QVERIFY2(plain.match(name).hasMatch(), qPrintable(name));
        names.insert(name);
    }
    QCOMPARE(names.size(), int(StartStep::FirstWindow) + 1);
    names.clear();
    for (int i = 0; i <= int(Session::AnswerState::UsingSilentOldConnection); ++i) {
        const QString name = DeskStatus::name(Session::AnswerState(i));
        QVERIFY2(plain.match(name).hasMatch(), qPrintable(name));
        names.insert(name);
    }
    QCOMPARE(names.size(), int(Session::AnswerState::UsingSilentOldConnection) + 1);
    QCOMPARE(DeskStatus::name(SessionState::WaitingForLink), u"waiting-for-link"_s);
}

void DeskStatusTest::anEmptyDesk()
{
    const Desk desk(nullptr);
    QCoreApplication::setApplicationVersion(u"0.10.0"_s);
    const QJsonObject status = DeskStatus::describe(desk, {});
    QCOMPARE(status.value(u"version").toInt(), 1);
    QCOMPARE(status.value(u"program").toString(), u"0.10.0"_s);
    QCOMPARE(status.value(u"profile").toString(), QString());
    QVERIFY(status.value(u"links").isArray());
    QVERIFY(status.value(u"links").toArray().isEmpty());
    QVERIFY(status.value(u"displays").isArray());
    QVERIFY(status.value(u"displays").toArray().isEmpty());
}

void DeskStatusTest::aDeskWithoutItsSummit()
{
    Desk desk(nullptr);
    desk.connectProfile(lris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.links().first()->state(), LinkState::Closed, 30000);
    const QJsonObject status = DeskStatus::describe(desk, {});
    QCOMPARE(status.value(u"profile").toString(), u"lris"_s);
    const QJsonObject link = status.value(u"links").toArray().first().toObject();
    QCOMPARE(link.value(u"id").toString(), u"summit"_s);
    QCOMPARE(link.value(u"state").toString(), u"closed"_s);
    QVERIFY(!link.value(u"failure").toObject().value(u"what").toString().isEmpty());
    QVERIFY(!link.contains(u"roundTripMs"));
    QVERIFY(!link.contains(u"account"));
    QCOMPARE(link.value(u"answers"), QJsonValue(false));
    QVERIFY(!link.contains(u"renewal"));
    QVERIFY(!link.contains(u"oldConnections"));
    QCOMPARE(status.value(u"displays").toArray().size(), 2);
    const QJsonObject desktop = displayOf(status, u"control0"_s);
    QCOMPARE(desktop.value(u"kind").toString(), u"desktop"_s);
    QCOMPARE(desktop.value(u"title").toString(), u"Control \"0\""_s);
    QCOMPARE(desktop.value(u"screen").toString(), u"left"_s);
    QCOMPARE(desktop.value(u"state").toString(), u"waiting-for-link"_s);
    QVERIFY(!desktop.value(u"failure").toObject().value(u"what").toString().isEmpty());
    QVERIFY(!desktop.contains(u"msToLive"));
    QVERIFY(!desktop.contains(u"answering"));
    QVERIFY(!desktop.contains(u"rect"));
    QCOMPARE(displayOf(status, u"ds9"_s).value(u"kind").toString(), u"window"_s);
    // What is told can be read back.
    QCOMPARE(QJsonDocument::fromJson(QJsonDocument(status).toJson()).object(), status);
    desk.disconnectProfile(u"lris"_s);
    QVERIFY(DeskStatus::describe(desk, {}).value(u"displays").toArray().isEmpty());
}

void DeskStatusTest::placesAndTimesAreToldWhereTheyAreKnown()
{
    Desk desk(nullptr);
    desk.connectProfile(lris());
    answerAfter(desk.links().first(), 100'500us);
    const QJsonObject status = DeskStatus::describe(desk, {{u"lris/ds9"_s, QRect(1920, 30, 640, 480)}, {u"nobody"_s, QRect(1, 2, 3, 4)}});
    QCOMPARE(displayOf(status, u"ds9"_s).value(u"rect").toArray(), (QJsonArray{1920, 30, 640, 480}));
    QVERIFY(!displayOf(status, u"control0"_s).contains(u"rect"));
    QCOMPARE(status.value(u"links").toArray().size(), 1);
    QCOMPARE(status.value(u"links").toArray().first().toObject().value(u"roundTripMs").toDouble(), 100.5);
}

void DeskStatusTest::twoProfilesAreToldApart()
{
    Desk desk(nullptr);
    desk.connectProfile(lris());
    const QStringList before = DeskStatus::describe(desk, {}).keys();
    InstrumentProfile nires = lris();
    nires.id = u"nires"_s;
    nires.name = u"NIRES"_s;
    desk.connectProfile(nires);
    answerAfter(desk.links(u"nires"_s).first(), 7ms); // the same ids, another profile's
    const QJsonObject status = DeskStatus::describe(desk, {{u"nires/ds9"_s, QRect(1, 2, 3, 4)}});
    QCOMPARE(status.keys(), before); // what was there for one is there for two
    QCOMPARE(status.value(u"version").toInt(), 1);
    QCOMPARE(status.value(u"profile").toString(), u"lris"_s); // the first one
    const QJsonArray profiles = status.value(u"profiles").toArray();
    QCOMPARE(profiles.size(), 2);
    QCOMPARE(profiles.at(1).toObject(), (QJsonObject{{u"id"_s, u"nires"_s}, {u"name"_s, u"NIRES"_s}}));
    const QJsonArray links = status.value(u"links").toArray();
    QCOMPARE(links.size(), 2);
    QCOMPARE(links.at(0).toObject().value(u"profile").toString(), u"lris"_s);
    QVERIFY(!links.at(0).toObject().contains(u"roundTripMs"));
    QCOMPARE(links.at(1).toObject().value(u"profile").toString(), u"nires"_s);
    QCOMPARE(links.at(1).toObject().value(u"roundTripMs").toDouble(), 7.0);
    const QJsonArray displays = status.value(u"displays").toArray();
    QCOMPARE(displays.size(), 4);
    for (const QJsonValue &display : displays) {
        const QJsonObject object = display.toObject();
        const bool isReported = object.value(u"profile") == u"nires"_s && object.value(u"id") == u"ds9"_s;
        QCOMPARE(object.contains(u"rect"), isReported);
    }
    desk.disconnectProfile(u"lris"_s);
    QCOMPARE(DeskStatus::describe(desk, {}).value(u"profile").toString(), u"nires"_s);
    QCOMPARE(DeskStatus::describe(desk, {}).value(u"displays").toArray().size(), 2);
}

void DeskStatusTest::anotherWayThanTheProfilesIsTold()
{
    Desk desk(nullptr);
    desk.connectProfile(lris());
    const auto displayOf = [&desk](const QString &id) {
        for (const QJsonValue &display : DeskStatus::describe(desk, {}).value(u"displays").toArray()) {
            if (display.toObject().value(u"id").toString() == id) {
                return display.toObject();
            }
        }
        return QJsonObject();
    };
    for (Session *session : desk.sessions()) {
        const QJsonObject display = displayOf(session->id());
        QCOMPARE(display.value(u"topology").toString(), session->kind() == Session::Kind::Desktop ? u"vnc"_s : u"x11"_s);
        QCOMPARE(display.value(u"topologyOverridden"), QJsonValue(false));
        Session::DisplayModes ways = session->displayModes();
        ways.current = Topology::VncAtSummit;
        session->setDisplayModes(ways);
        QCOMPARE(displayOf(session->id()).value(u"topology").toString(), u"vnc-at-summit"_s);
        QCOMPARE(displayOf(session->id()).value(u"topologyOverridden"), QJsonValue(true));
    }
    QVERIFY(!desk.sessions().isEmpty());
}

NIGHTDESK_TEST(DeskStatusTest)
#include "deskstatustest.moc"
