// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/boardwire/boardsamples.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using BoardWire::MessageFault;

Q_DECLARE_METATYPE(Nightdesk::BoardWire::MessageFault)

namespace
{
QByteArray stateWith(const QString &key, const QJsonValue &value)
{
    QJsonObject object = stateObject();
    object.insert(key, value);
    return json(object);
}

QByteArray stateWithout(const QString &key)
{
    QJsonObject object = stateObject();
    object.remove(key);
    return json(object);
}

QByteArray displayWith(const QString &key, const QJsonValue &value)
{
    return stateWith(u"displays"_s, QJsonArray{QJsonObject{{u"key"_s, u"lris/a"_s}, {key, value}}});
}

QByteArray numbersOfLink(const QString &key, const QByteArray &value)
{
    QByteArray head = json(QJsonDocument::fromJson(BoardWire::write(BoardWire::DeskMeasurements{.stamp = stamp(), .links = {}, .displays = {}})).object());
    head.chop(1);
    return head + ",\"links\":[{\"id\":\"a\",\"" + key.toLatin1() + "\":" + value + "}]}";
}
}

class BoardMessagesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void thereAndBack_data();
    void thereAndBack();
    void whatHadAnotherMeaningIsDropped_data();
    void whatHadAnotherMeaningIsDropped();
    void whatIsWrongIsDropped_data();
    void whatIsWrongIsDropped();
    void whatIsNewIsIgnored();
};

void BoardMessagesTest::thereAndBack_data()
{
    QTest::addColumn<QString>("topic");
    QTest::addColumn<BoardWire::Message>("message");
    const QString id = u"00000000000000ff"_s;
    const auto row = [](const char *name, const QString &topic, const BoardWire::Message &message) {
        QTest::newRow(name) << topic << message;
    };
    row("presence",
        topics.deskTopic(desk, MessageKind::Presence),
        BoardWire::Presence{.stamp = stamp(), .isOnline = true, .isFarewell = false, .people = {u"Ann"_s}, .programVersion = u"0.1.0"_s});
    row("a will",
        topics.deskTopic(desk, MessageKind::Presence),
        BoardWire::Presence{.stamp = stamp(), .isOnline = false, .isFarewell = false, .people = {}, .programVersion = {}});
    row("a farewell",
        topics.deskTopic(desk, MessageKind::Presence),
        BoardWire::Presence{.stamp = stamp(), .isOnline = false, .isFarewell = true, .people = {u"Ann"_s}, .programVersion = {}});
    row("an SA's presence",
        topics.saPresenceTopic(u"ann"_s, stamp().runId),
        BoardWire::Presence{.stamp = stamp(), .isOnline = true, .isFarewell = false, .people = {u"Ann"_s}, .programVersion = {}});
    row("state", stateTopic, state());
    row("an empty state",
        stateTopic,
        BoardWire::DeskState{.stamp = stamp(),
                             .people = {},
                             .programVersion = {},
                             .instruments = {},
                             .links = {},
                             .displays = {},
                             .lastTrouble = {},
                             .omittedDisplayCount = 0});
    row("numbers",
        topics.deskTopic(desk, MessageKind::Numbers),
        BoardWire::DeskMeasurements{
            .stamp = stamp(),
            .links = {{.id = u"lris/summit"_s,
                       .roundTrip = 100'512us,
                       .bytesInPerSecond = 123'456,
                       .bytesOutPerSecond = 0,
                       .compressionRatio = 2.75,
                       .flowLimit = u"receive-window"_s},
                      {.id = u"nires/summit"_s, .roundTrip = {}, .bytesInPerSecond = {}, .bytesOutPerSecond = {}, .compressionRatio = {}}},
            .displays = {{.key = u"lris/control0"_s, .imageAge = 58ms, .framesPerSecond = 24.9},
                         {.key = u"lris/ds9"_s, .imageAge = {}, .framesPerSecond = {}}}});
    row("history",
        topics.deskTopic(desk, MessageKind::History),
        BoardWire::DeskHistory{.stamp = stamp(),
                               .entries = {{.at = utc(1), .health = BoardWire::Health::Bad, .subjectKey = u"lris/ds9"_s, .what = u"gone"_s},
                                           {.at = utc(2), .health = BoardWire::Health::Good, .subjectKey = u"lris/ds9"_s, .what = {}},
                                           {.at = utc(3), .health = BoardWire::Health::Poor, .subjectKey = {}, .what = u"slow"_s}}});
    const BoardWire::Note note{.stamp = stamp(), .id = id, .text = u"Clouds are coming in."_s, .signature = u"Ann"_s};
    row("a desk's note", topics.deskTopic(desk, MessageKind::Note), note);
    row("an SA's note to all", topics.saTopic(u"ann"_s, MessageKind::Note), note);
    row("one of an SA's notes to all", topics.saNoteTopic(u"ann"_s, id), note);
    row("an SA's note", topics.saToDeskTopic(u"ann"_s, desk, MessageKind::Note), note);
    BoardWire::Note waited = note;
    waited.writtenAt = note.stamp.sentAt.addSecs(-600);
    row("a note that waited", topics.deskTopic(desk, MessageKind::Note), waited);
    for (const auto callState : {BoardWire::CallState::Ringing, BoardWire::CallState::Acknowledged, BoardWire::CallState::Over}) {
        QTest::addRow("call %d", int(callState)) << topics.deskTopic(desk, MessageKind::Call)
                                                 << BoardWire::Message(BoardWire::Call{.stamp = stamp(),
                                                                                       .id = id,
                                                                                       .since = utc(5),
                                                                                       .text = u"No guider"_s,
                                                                                       .caller = u"Bob"_s,
                                                                                       .state = callState,
                                                                                       .acknowledgerName = u"ann"_s});
    }
    row("a call whose desk has left",
        topics.deskTopic(desk, MessageKind::Call),
        BoardWire::Call{.stamp = stamp(),
                        .id = id,
                        .since = utc(5),
                        .text = u"No guider"_s,
                        .caller = u"Bob"_s,
                        .state = BoardWire::CallState::Over,
                        .acknowledgerName = {},
                        .hasDeskSignedOff = true});
    row("acknowledgement",
        topics.saToDeskTopic(u"ann"_s, desk, MessageKind::Acknowledgement),
        BoardWire::Acknowledgement{.stamp = stamp(), .callId = id, .astronomerName = u"Ann"_s});
    row("watching",
        topics.watchingTopic(u"ann"_s, desk, stamp().runId),
        BoardWire::Watching{.stamp = stamp(), .astronomerName = u"Ann"_s, .hasPageOpen = true, .displays = {u"lris/control0"_s}});
    row("layout",
        topics.layoutTopic(desk, topics.observersKey({u"Ann"_s})),
        BoardWire::Layout{.stamp = stamp(), .people = {u"Ann"_s}, .encodedNightState = QByteArray("{\"a\":\0\xff}", 8)});
    row("move",
        topics.takeoverNoticeTopic(desk, {.site = u"waimea"_s, .desk = u"a"_s}),
        BoardWire::TakeoverNotice{.stamp = stamp(), .people = {u"Ann"_s}, .profiles = {u"lris"_s}});
}

void BoardMessagesTest::thereAndBack()
{
    QFETCH(QString, topic);
    QFETCH(BoardWire::Message, message);
    const QByteArray payload = BoardWire::write(message);
    const auto read = BoardWire::read(topic, payload);
    QVERIFY2(read, payload.constData());
    QVERIFY2(*read == message, payload.constData());
    QCOMPARE(BoardWire::write(*read), payload);
    // What is said below another topic is not taken for it.
    const bool isLayout = std::holds_alternative<BoardWire::Layout>(message);
    const auto elsewhere = BoardWire::read(isLayout ? stateTopic : topics.layoutTopic(desk, topics.observersKey({u"Ann"_s})), payload);
    QVERIFY(!elsewhere);
    QCOMPARE(elsewhere.error(), MessageFault::WrongTopic);
    // Nor what another board says of itself.
    if (BoardTopics::parse(topic)->boardRunId == stamp().runId) {
        const auto ofAnother = BoardWire::read(QString(topic).replace(stamp().runId, u"fedcba9876543210"_s), payload);
        QVERIFY(!ofAnother);
        QCOMPARE(ofAnother.error(), MessageFault::WrongTopic);
    }
    // Nor below another note's id.
    if (const QString id = BoardTopics::parse(topic)->noteId; !id.isEmpty()) {
        const auto ofAnother = BoardWire::read(QString(topic).replace(id, u"fedcba9876543210"_s), payload);
        QVERIFY(!ofAnother);
        QCOMPARE(ofAnother.error(), MessageFault::WrongTopic);
    }
}

void BoardMessagesTest::whatHadAnotherMeaningIsDropped_data()
{
    QTest::addColumn<QString>("topic");
    QTest::addColumn<BoardWire::Message>("message");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QJsonValue>("value");
    const QString layoutTopic = topics.layoutTopic(desk, topics.observersKey({u"Ann"_s}));
    const QString moveTopic = topics.takeoverNoticeTopic(desk, {.site = u"waimea"_s, .desk = u"a"_s});
    const BoardWire::Message layout = BoardWire::Layout{.stamp = stamp(), .people = {u"Ann"_s}, .encodedNightState = "{}"};
    const BoardWire::Message move = BoardWire::TakeoverNotice{.stamp = stamp(), .people = {u"Ann"_s}, .profiles = {u"lris"_s}};
    QTest::newRow("a move that asks") << moveTopic << move << u"kind"_s << QJsonValue(u"ask"_s);
    QTest::newRow("a move that grants") << moveTopic << move << u"kind"_s << QJsonValue(u"granted"_s);
    QTest::newRow("a move that refuses") << moveTopic << move << u"kind"_s << QJsonValue(u"refused"_s);
    QTest::newRow("a layout of what was disconnected") << layoutTopic << layout << u"until"_s << QJsonValue(qint64(1795347139711));
}

/// An older Nightdesk wrote it.
void BoardMessagesTest::whatHadAnotherMeaningIsDropped()
{
    QFETCH(QString, topic);
    QFETCH(BoardWire::Message, message);
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    QJsonObject object = QJsonDocument::fromJson(BoardWire::write(message)).object();
    QVERIFY(BoardWire::read(topic, json(object)));
    object.insert(field, value);
    const auto read = BoardWire::read(topic, json(object));
    QVERIFY(!read);
    QCOMPARE(read.error(), MessageFault::Malformed);
}

void BoardMessagesTest::whatIsWrongIsDropped_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<MessageFault>("fault");
    const QByteArray good = BoardWire::write(state());
    QTest::newRow("nothing: what was retained is gone") << QByteArray() << MessageFault::Empty;
    QTest::newRow("too long") << good + QByteArray(BoardWire::maxPayload, ' ') << MessageFault::TooLong;
    QTest::newRow("bytes") << QByteArray("\x00\xff\x80\x7f", 4) << MessageFault::NotJson;
    QTest::newRow("cut") << good.chopped(1) << MessageFault::NotJson;
    QTest::newRow("more behind it") << good + "{}" << MessageFault::NotJson;
    QTest::newRow("an array") << QByteArray("[1]") << MessageFault::NotJson;
    QTest::newRow("a number") << QByteArray("1") << MessageFault::NotJson;
    QTest::newRow("invalid UTF-8") << QByteArray(good).replace("Control", "\xc3\x28ntrol") << MessageFault::NotJson;
    QTest::newRow("deep") << "{\"a\":" + QByteArray(8, '[') + QByteArray(8, ']') + '}' << MessageFault::NotJson;
    QTest::newRow("very deep") << QByteArray(BoardWire::maxPayload, '[') << MessageFault::NotJson;
    QTest::newRow("an empty object") << QByteArray("{}") << MessageFault::Malformed;
    QTest::newRow("a newer version") << stateWith(u"v"_s, 2) << MessageFault::OtherVersion;
    QTest::newRow("version 0") << stateWith(u"v"_s, 0) << MessageFault::Malformed;
    QTest::newRow("a version in words") << stateWith(u"v"_s, u"1"_s) << MessageFault::Malformed;
    QTest::newRow("a version and a half") << stateWith(u"v"_s, 1.5) << MessageFault::Malformed;
    QTest::newRow("no version") << stateWithout(u"v"_s) << MessageFault::Malformed;
    QTest::newRow("another sort") << stateWith(u"m"_s, u"numbers"_s) << MessageFault::WrongTopic;
    QTest::newRow("no sort") << stateWithout(u"m"_s) << MessageFault::WrongTopic;
    for (const char *key : {"run", "began", "n", "at"}) {
        QTest::addRow("no %s", key) << stateWithout(QString::fromLatin1(key)) << MessageFault::Malformed;
        QTest::addRow("%s is null", key) << stateWith(QString::fromLatin1(key), QJsonValue()) << MessageFault::Malformed;
    }
    QTest::newRow("a short run") << stateWith(u"run"_s, u"0123"_s) << MessageFault::Malformed;
    QTest::newRow("a run in capitals") << stateWith(u"run"_s, u"0123456789ABCDEF"_s) << MessageFault::Malformed;
    QTest::newRow("sequence 0") << stateWith(u"n"_s, 0) << MessageFault::Malformed;
    QTest::newRow("a sequence below 0") << stateWith(u"n"_s, -1) << MessageFault::Malformed;
    QTest::newRow("a sequence past 2^53") << stateWith(u"n"_s, qint64(1) << 53) << MessageFault::Malformed;
    QTest::newRow("a time in words") << stateWith(u"at"_s, u"2026-11-22T11:12:13Z"_s) << MessageFault::Malformed;
    QTest::newRow("a time before 1970") << stateWith(u"at"_s, -1) << MessageFault::Malformed;
    QTest::newRow("a time past 2200") << stateWith(u"at"_s, qint64(8'000'000'000'000)) << MessageFault::Malformed;
    QTest::newRow("a time with a fraction") << stateWith(u"at"_s, 1000.5) << MessageFault::Malformed;
    QTest::newRow("people in one text") << stateWith(u"people"_s, u"Ann"_s) << MessageFault::Malformed;
    QTest::newRow("people by number") << stateWith(u"people"_s, QJsonArray{1}) << MessageFault::Malformed;
    QJsonArray many;
    for (int i = 0; i < 17; ++i) {
        many.append(u"x"_s);
    }
    QTest::newRow("too many people") << stateWith(u"people"_s, many) << MessageFault::Malformed;
    QTest::newRow("too many instruments") << stateWith(u"instruments"_s, many) << MessageFault::Malformed;
    QTest::newRow("displays as an object") << stateWith(u"displays"_s, QJsonObject()) << MessageFault::Malformed;
    QTest::newRow("a display that is a text") << stateWith(u"displays"_s, QJsonArray{u"a"_s}) << MessageFault::Malformed;
    QTest::newRow("a display without a key") << stateWith(u"displays"_s, QJsonArray{QJsonObject{{u"title"_s, u"a"_s}}}) << MessageFault::Malformed;
    QTest::newRow("a display whose key is nothing to be seen") << displayWith(u"key"_s, u"\u200b"_s) << MessageFault::Malformed;
    QTest::newRow("a state that is no word") << displayWith(u"state"_s, u"Live!"_s) << MessageFault::Malformed;
    QTest::newRow("a state that is too long") << displayWith(u"state"_s, QString(33, u'a')) << MessageFault::Malformed;
    QTest::newRow("view-only as a number") << displayWith(u"viewOnly"_s, 1) << MessageFault::Malformed;
    QTest::newRow("a title as a list") << displayWith(u"title"_s, QJsonArray()) << MessageFault::Malformed;
    QTest::newRow("a trouble of no health") << stateWith(u"lastTrouble"_s, QJsonObject{{u"at"_s, 1}}) << MessageFault::Malformed;
    QTest::newRow("a health that is no word") << stateWith(u"lastTrouble"_s, QJsonObject{{u"at"_s, 1}, {u"health"_s, u"Odd!"_s}}) << MessageFault::Malformed;
    QTest::newRow("a trouble that is a text") << stateWith(u"lastTrouble"_s, u"bad"_s) << MessageFault::Malformed;
    QTest::newRow("left out below 0") << stateWith(u"leftOut"_s, -1) << MessageFault::Malformed;
    QTest::newRow("a version of a profile that is none")
        << stateWith(u"instruments"_s, QJsonArray{QJsonObject{{u"id"_s, u"lris"_s}, {u"version"_s, u"newest"_s}}}) << MessageFault::Malformed;
    QTest::newRow("round trip below 0") << numbersOfLink(u"rtt"_s, "-5") << MessageFault::Malformed;
    QTest::newRow("round trip with a fraction") << numbersOfLink(u"rtt"_s, "100.5") << MessageFault::Malformed;
    QTest::newRow("round trip of two hours") << numbersOfLink(u"rtt"_s, "7200000000") << MessageFault::Malformed;
    QTest::newRow("a rate past all bounds") << numbersOfLink(u"in"_s, "1e300") << MessageFault::Malformed;
    QTest::newRow("a rate past all numbers") << numbersOfLink(u"in"_s, "1e999") << MessageFault::Malformed;
    QTest::newRow("a ratio past all numbers") << numbersOfLink(u"ratio"_s, "1e999") << MessageFault::Malformed;
    QTest::newRow("a ratio below 0") << numbersOfLink(u"ratio"_s, "-0.5") << MessageFault::Malformed;
    QTest::newRow("a ratio in words") << numbersOfLink(u"ratio"_s, "\"3\"") << MessageFault::Malformed;
}

void BoardMessagesTest::whatIsWrongIsDropped()
{
    QFETCH(QByteArray, payload);
    QFETCH(MessageFault, fault);
    const bool isNumbers = payload.contains("\"m\":\"numbers\"") && payload.contains("\"id\":\"a\"");
    const auto read = BoardWire::read(isNumbers ? topics.deskTopic(desk, MessageKind::Numbers) : stateTopic, payload);
    QVERIFY2(!read, payload.constData());
    // Numbers past all bounds may already be no number to the JSON reader.
    if (!payload.contains("e999")) {
        QCOMPARE(read.error(), fault);
    }
}

void BoardMessagesTest::whatIsNewIsIgnored()
{
    QJsonObject object = stateObject();
    object.insert(u"weather"_s, QJsonObject{{u"seeing"_s, 0.4}});
    QJsonArray displays = object.value(u"displays"_s).toArray();
    QJsonObject display = displays.at(0).toObject();
    display.insert(u"thumbnail"_s, QJsonArray{1, 2});
    displays.replace(0, display);
    object.insert(u"displays"_s, displays);
    const auto read = BoardWire::read(stateTopic, json(object));
    QVERIFY(read);
    QVERIFY(std::get<BoardWire::DeskState>(*read) == state());

    // A state that a later version knows.
    display.insert(u"state"_s, u"hibernating"_s);
    displays.replace(0, display);
    object.insert(u"displays"_s, displays);
    const auto later = BoardWire::read(stateTopic, json(object));
    QVERIFY(later);
    QCOMPARE(std::get<BoardWire::DeskState>(*later).displays.first().state, u"hibernating"_s);

    // And a health: whatever it is, it is none that is over.
    object.insert(u"lastTrouble"_s, QJsonObject{{u"at"_s, 1}, {u"health"_s, u"critical"_s}});
    const auto worse = BoardWire::read(stateTopic, json(object));
    QVERIFY(worse);
    QCOMPARE(std::get<BoardWire::DeskState>(*worse).lastTrouble->health, BoardWire::Health::Bad);
}

NIGHTDESK_GUILESS_TEST(BoardMessagesTest)
#include "boardmessagestest.moc"
