// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardlimits.h"
#include "tests/sessions/boardwire/boardsamples.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

#include <limits>

using namespace Nightdesk;
using namespace Nightdesk::Test;

class BoardLimitsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textsAreMadeSafe();
    void neverLongerThanAPayload_data();
    void neverLongerThanAPayload();
    void numbersOutOfTheirRangeAreNotSent();
    void anOrdinaryMessageIsShort();
};

void BoardLimitsTest::textsAreMadeSafe()
{
    QJsonObject object = stateObject();
    object.insert(u"people"_s, QJsonArray{u"A\nnn\u202e"_s, u"\u200b"_s, QString(500, u'x')});
    const auto read = BoardWire::read(stateTopic, json(object));
    QVERIFY(read);
    const QStringList people = std::get<BoardWire::DeskState>(*read).people;
    QCOMPARE(people.size(), 2);
    QCOMPARE(people.at(0), u"A nn"_s);
    QCOMPARE(people.at(1).size(), BoardLimits::name);

    BoardWire::DeskState mine = state();
    mine.displays[1].problemText = u"a\tb\x1b[31m"_s + QString(1000, u'ß');
    const auto again = BoardWire::read(stateTopic, BoardWire::write(mine));
    QVERIFY(again);
    const QString trouble = std::get<BoardWire::DeskState>(*again).displays.at(1).problemText;
    QVERIFY(trouble.startsWith(u"a b [31mß"_s));
    QCOMPARE(trouble.size(), BoardLimits::trouble);
}

void BoardLimitsTest::neverLongerThanAPayload_data()
{
    QTest::addColumn<QString>("topic");
    QTest::addColumn<BoardWire::Message>("message");
    QTest::addColumn<bool>("isRead");
    // Three bytes for each, or two for a quotation mark.
    const QString wide(5000, QChar(0x4e00));
    BoardWire::DeskState long1{.stamp = stamp(),
                               .people = {},
                               .programVersion = wide,
                               .instruments = {},
                               .links = {},
                               .displays = {},
                               .lastTrouble = {},
                               .omittedDisplayCount = 0};
    BoardWire::DeskMeasurements long2{.stamp = stamp(), .links = {}, .displays = {}};
    BoardWire::DeskHistory long3{.stamp = stamp(), .entries = {}};
    BoardWire::Watching long4{.stamp = stamp(), .astronomerName = wide, .hasPageOpen = true, .displays = {}};
    for (int i = 0; i < 200; ++i) {
        const QString key = QString::number(i) + wide;
        long1.people.append(wide);
        long1.instruments.append({.id = key, .name = wide, .since = utc(0), .version = QString(12, u'a'), .profileFilesChangedAt = utc(0)});
        long1.links.append({.id = key, .state = QString(32, u'a'), .isCompressed = true});
        long1.displays.append({.key = key,
                               .title = wide,
                               .kind = BoardWire::DisplayKind::Window,
                               .topology = QString(32, u'a'),
                               .state = QString(32, u'a'),
                               .answering = QString(32, u'a'),
                               .isViewOnly = true,
                               .problemText = wide,
                               .liveSince = utc(0)});
        long2.links.append(
            {.id = key, .roundTrip = 3600s, .bytesInPerSecond = 999'999'999'999, .bytesOutPerSecond = 999'999'999'999, .compressionRatio = 1234.56});
        long2.displays.append({.key = key, .imageAge = 604'800'000ms, .framesPerSecond = 999.9});
        long3.entries.append({.at = utc(i), .health = BoardWire::Health::Poor, .subjectKey = key, .what = wide});
        long4.displays.append(key);
    }
    const auto row = [](const char *name, const QString &topic, const BoardWire::Message &message, bool isRead = true) {
        QTest::newRow(name) << topic << message << isRead;
    };
    row("state", stateTopic, long1);
    row("numbers", topics.deskTopic(desk, MessageKind::Numbers), long2);
    row("history", topics.deskTopic(desk, MessageKind::History), long3);
    row("watching", topics.watchingTopic(u"ann"_s, desk, stamp().runId), long4);
    row("note", topics.deskTopic(desk, MessageKind::Note), BoardWire::Note{.stamp = stamp(), .id = QString(16, u'0'), .text = wide, .signature = wide});
    const QString key = topics.observersKey({u"Ann"_s});
    row("the longest layout",
        topics.layoutTopic(desk, key),
        BoardWire::Layout{.stamp = stamp(), .people = long1.people, .encodedNightState = QByteArray(BoardLimits::layout, 'x')});
    row("a layout that is too long",
        topics.layoutTopic(desk, key),
        BoardWire::Layout{.stamp = stamp(), .people = {}, .encodedNightState = QByteArray(BoardLimits::layout + 1, 'x')},
        false);
}

void BoardLimitsTest::neverLongerThanAPayload()
{
    QFETCH(QString, topic);
    QFETCH(BoardWire::Message, message);
    QFETCH(bool, isRead);
    const QByteArray payload = BoardWire::write(message);
    QVERIFY2(payload.size() <= BoardWire::maxPayload, qPrintable(QString::number(payload.size())));
    const auto read = BoardWire::read(topic, payload);
    QCOMPARE(read.has_value(), isRead);
    if (!isRead) {
        QVERIFY(payload.isEmpty());
        return;
    }
    QCOMPARE(BoardWire::write(*read), payload);
    if (const auto *state = std::get_if<BoardWire::DeskState>(&*read)) {
        QVERIFY(!state->displays.isEmpty());
        QCOMPARE(state->displays.size() + state->omittedDisplayCount, 200);
    } else if (const auto *history = std::get_if<BoardWire::DeskHistory>(&*read)) {
        QVERIFY(history->entries.size() > 20);
        QCOMPARE(history->entries.last().at, utc(199)); // the oldest went
    }
}

void BoardLimitsTest::numbersOutOfTheirRangeAreNotSent()
{
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const BoardWire::DeskMeasurements numbers{
        .stamp = stamp(),
        .links = {{.id = u"a"_s, .roundTrip = 2h, .bytesInPerSecond = -5, .bytesOutPerSecond = 4, .compressionRatio = nothing}},
        .displays = {{.key = u"a"_s, .imageAge = -3ms, .framesPerSecond = 1e9}}};
    const auto read = BoardWire::read(topics.deskTopic(desk, MessageKind::Numbers), BoardWire::write(numbers));
    QVERIFY(read);
    const auto &got = std::get<BoardWire::DeskMeasurements>(*read);
    QVERIFY((got.links.first()
             == BoardWire::LinkMeasurements{.id = u"a"_s, .roundTrip = 1h, .bytesInPerSecond = 0, .bytesOutPerSecond = 4, .compressionRatio = {}}));
    QVERIFY((got.displays.first() == BoardWire::DisplayMeasurements{.key = u"a"_s, .imageAge = 0ms, .framesPerSecond = 1000}));
}

void BoardLimitsTest::anOrdinaryMessageIsShort()
{
    // Six displays over one link: what docs/developer/protocols/board.md reckons with.
    BoardWire::DeskState six = state();
    BoardWire::DeskMeasurements numbers{
        .stamp = stamp(),
        .links = {{.id = u"lris/summit"_s, .roundTrip = 100'512us, .bytesInPerSecond = 123'456, .bytesOutPerSecond = 4321, .compressionRatio = 2.75}},
        .displays = {}};
    six.instruments.removeLast();
    six.displays.clear();
    for (int i = 0; i < 6; ++i) {
        BoardWire::DisplayReport display = state().displays.first();
        display.key = u"lris/control%1"_s.arg(i);
        six.displays.append(display);
        numbers.displays.append({.key = display.key, .imageAge = 58ms, .framesPerSecond = 24.9});
    }
    const qsizetype ofState = BoardWire::write(six).size();
    const qsizetype ofNumbers = BoardWire::write(numbers).size();
    qInfo("a state of six displays: %lld bytes, its numbers: %lld bytes", qint64(ofState), qint64(ofNumbers));
    QVERIFY(ofState < 1500);
    QVERIFY(ofNumbers < 500);
}

NIGHTDESK_GUILESS_TEST(BoardLimitsTest)
#include "boardlimitstest.moc"
