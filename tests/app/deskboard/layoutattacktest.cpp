// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskmessenger.h"
#include "sessions/display/session.h"
#include "sessions/profiles/format/keytable.h"
#include "tests/app/deskboard/consoleboardkit.h"
#include "tests/support/straightway.h"
#include "tests/support/testprogram.h"
#include "tests/support/xserver.h"
#include "widgets/board/handoverofferbar.h"
#include "widgets/night/nightstate.h"

#include <QCheckBox>
#include <QDataStream>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardLineState::ConnectionState;

namespace
{
/// The most memory that this process ever had, MiB.
qint64 peak()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QByteArray text = status.readAll();
    return text.mid(text.indexOf("VmHWM:") + 6).trimmed().split(' ').constFirst().toLongLong() / 1024;
}

/// What QSplitter::saveState() begins with, and then a list of as many sizes as a length can say.
QString endlessSplitter()
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << qint32(0xff) << qint32(1) << quint32(0x7fffffff);
    for (int i = 0; i < 64; ++i) {
        stream << qint32(i);
    }
    return QString::fromLatin1(bytes.toBase64());
}

QJsonObject object(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}
}

/// A workstation's stolen credential publishes a layout of its own making; the same people click "continue here".
class LayoutAttackTest : public ConsoleBoardKit
{
    Q_OBJECT
private Q_SLOTS:
    void choosesNoOtherViewer_data();
    void choosesNoOtherViewer();
};

void LayoutAttackTest::choosesNoOtherViewer_data()
{
    QTest::addColumn<QJsonObject>("profile"); // keys of the profile in it, over the right ones
    QTest::addColumn<QJsonObject>("state"); // keys of all of it
    QTest::addColumn<bool>("isTicked"); // whether the person lets the programs move as well, which is a choice of how to show them
    QTest::addColumn<Topology>("program"); // how the program is shown then
    const QJsonObject none;
    // The layout is taken: a choice that it may make, its absence, and the person's own.
    QTest::newRow("nothing") << none << none << false << Topology::X11;
    QTest::newRow("nothing, the programs too") << none << none << true << Topology::VncApp;
    QTest::newRow("a desktop by a viewer at the summit") << object(R"({"topologies": {"control0": "vnc-at-summit"}})") << none << false << Topology::X11;
    QTest::newRow("a program by a viewer at the summit") << object(R"({"topologies": {"ds9": "vnc-at-summit"}})") << none << false << Topology::X11;
    QTest::newRow("both, by their keys") << object(R"({"topologies": {"lris/control0": "vnc-at-summit", "lris/ds9": "vnc-at-summit"}})") << none << false
                                         << Topology::X11;
    QTest::newRow("a desktop as an X program") << object(R"({"topologies": {"control0": "x11"}})") << none << false << Topology::X11;
    QTest::newRow("a desktop in a display of its own") << object(R"({"topologies": {"control0": "vnc-app"}})") << none << false << Topology::X11;
    QTest::newRow("a program in a display of its own") << object(R"({"topologies": {"ds9": "vnc-app"}})") << none << false << Topology::VncApp;
    QTest::newRow("a program as a desktop") << object(R"({"topologies": {"ds9": "vnc"}})") << none << false << Topology::X11;
    QTest::newRow("a program without a confined viewer")
        << object(R"({"topologies": {"ds9": "x11"}, "trusted": true, "viewer": {"command": ["sh"]}})") << none << false << Topology::X11;
    QTest::newRow("the instrument twice") << none << object(R"({"again": {"topologies": {"control0": "vnc-at-summit", "ds9": "vnc-at-summit"}}})") << false
                                          << Topology::X11;
    QTest::newRow("as version 1 had it") << none
                                         << object(R"({"version": 1, "profile": "lris", "since": "2026-01-01T00:00:00.000Z", "displays": ["control0", "ds9"],
                      "topologies": {"control0": "vnc-at-summit", "ds9": "vnc-at-summit"}})")
                                         << false << Topology::X11;
    const QJsonArray desktops{u"lris/control0"_s};
    QTest::newRow("bytes of a splitter, as before")
        << none
        << QJsonObject{{u"look"_s,
                        QJsonObject{{u"splits"_s, QJsonArray{QJsonObject{{u"desktops"_s, desktops}, {u"splits"_s, QJsonArray{endlessSplitter()}}}}},
                                    {u"stages"_s, QJsonArray{QJsonObject{{u"desktops"_s, desktops}, {u"splits"_s, QJsonArray{endlessSplitter()}}}}}}},
                       {u"window"_s, endlessSplitter()}}
        << false << Topology::X11;
    QJsonArray many;
    for (int i = 0; i < 5000; ++i) {
        many.append(1);
    }
    QTest::newRow("sizes beyond any screen")
        << none
        << QJsonObject{{u"look"_s,
                        QJsonObject{{u"stages"_s,
                                     QJsonArray{QJsonObject{{u"desktops"_s, desktops},
                                                            {u"splits"_s, QJsonArray{QJsonArray{2147483647, -1, 1e300}, many, QJsonArray{1}}}}}},
                                    {u"zooms"_s, QJsonObject{{u"lris/control0"_s, 1e300}}},
                                    {u"scalings"_s, QJsonObject{{u"lris/control0"_s, u"zoomed"_s}}},
                                    {u"colours"_s, QJsonObject{{u"lris/control0"_s, u"url(file:///etc/passwd)"_s}}},
                                    {u"screens"_s, QJsonObject{{u"lris/control0"_s, u"@../../x"_s}}},
                                    {u"tabbed"_s, QJsonArray{u"left"_s, u"no such screen"_s}}}}}
        << false << Topology::X11;
}

void LayoutAttackTest::choosesNoOtherViewer()
{
    QFETCH(QJsonObject, profile);
    QFETCH(QJsonObject, state);
    QFETCH(bool, isTicked);
    QFETCH(Topology, program);
    QVERIFY(startSummit());
    // With an X server: without one a viewer at the summit could not be chosen, whatever the layout says.
    XServer x;
    QVERIFY2(x.start(), qPrintable(x.problem()));
    PlayedConsole right(facility(), credentials(m_rightCredential), x.display(), x.authorityFile());
    QVERIFY(right.connectLris()); // approves the broker's host
    right.desk.disconnectAll();
    right.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);

    const QDateTime now = QDateTime::currentDateTimeUtc();
    const NightState good{.facilityDirectory = u"/nowhere"_s,
                          .timezone = u"Pacific/Honolulu"_s,
                          .siteId = u"waimea"_s,
                          .lastSeenAt = now,
                          .profiles = {{.id = u"lris"_s,
                                        .name = u"LRIS"_s,
                                        .isLastValidVersion = false,
                                        .account = {},
                                        .connectedAt = now,
                                        .displayIds = {u"control0"_s, u"ds9"_s},
                                        .viewOnlyDesktopIds = {}}},
                          .look = {},
                          .mainWindowGeometry = {}};
    QJsonObject sent = QJsonDocument::fromJson(NightStateText::write(good)).object();
    QJsonObject own = sent.value(u"profiles"_s).toArray().at(0).toObject();
    const QJsonObject plain = own;
    for (auto entry = profile.constBegin(); entry != profile.constEnd(); ++entry) {
        own.insert(entry.key(), entry.value());
    }
    QJsonArray profiles{own};
    for (auto entry = state.constBegin(); entry != state.constEnd(); ++entry) {
        if (entry.key() == u"again"_s) {
            QJsonObject second = plain;
            second.insert(u"topologies"_s, entry.value().toObject().value(u"topologies"_s));
            profiles.append(second);
            profiles.prepend(second);
        } else {
            sent.insert(entry.key(), entry.value());
        }
    }
    sent.insert(u"profiles"_s, profiles);

    BrokerClient thief;
    thief.setTransport(std::make_unique<DirectTransport>(m_broker->spec().address));
    thief.open(m_leftCredential, {});
    QTRY_COMPARE_WITH_TIMEOUT(thief.state(), BrokerState::Connected, 30000);
    const auto publish = [&](BoardTopics::MessageKind sort, const QByteArray &bytes) {
        QVERIFY(thief.publish(topics().deskTopic(m_left, sort), bytes, {.qos = 1, .shouldRetain = true, .expiry = 600s}));
    };
    publish(
        BoardTopics::MessageKind::Presence,
        BoardWire::write(BoardWire::Presence{.stamp = {u"00000000000000aa"_s, now, 1, now}, .isOnline = true, .people = {u"Ann"_s}, .programVersion = u"1"_s}));
    const BoardWire::Layout layout{.stamp = {u"00000000000000aa"_s, now, 2, now},
                                   .people = {u"Ann"_s},
                                   .encodedNightState = QJsonDocument(sent).toJson(QJsonDocument::Compact)};
    const qint64 before = peak();
    QVERIFY(thief.publish(topics().layoutTopic(m_left, topics().observersKey({u"Ann"_s})),
                          BoardWire::write(layout),
                          {.qos = 1, .shouldRetain = true, .expiry = 600s}));
    auto *offer = right.the<HandoverOfferBar>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000);
    for (QCheckBox *box : offer->findChildren<QCheckBox *>()) {
        box->setChecked(isTicked);
    }
    right.button(u"continue-here"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    auto *desktop = right.desk.session(u"control0"_s);
    QTRY_COMPARE_WITH_TIMEOUT(desktop->state(), SessionState::Live, 60000); // arranged, with all that came
    QStringList got;
    for (const Session *session : right.desk.sessions()) {
        got.append(session->id() + u" as "_s + topologyWord(session->displayModes().current));
    }
    got.sort();
    const qint64 grown = peak() - before;
    qInfo().noquote() << u"%1: %2; the memory's peak rose by %3 MiB"_s.arg(QString::fromUtf8(QTest::currentDataTag()),
                                                                           got.join(u", "_s),
                                                                           QString::number(grown));
    QCOMPARE(got, (QStringList{u"control0 as vnc"_s, u"ds9 as "_s + topologyWord(program)}));
    QVERIFY(grown < 300);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    return runAtHome<LayoutAttackTest>(argc, argv);
}

#include "layoutattacktest.moc"
