// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boarddeskjson.h"

#include "sessions/boardwire/boardlimits.h"

namespace Nightdesk::BoardWire
{
using namespace Qt::StringLiterals;
namespace Limits = BoardLimits;

namespace
{
constexpr double ratioParts = 100;
constexpr double frameParts = 10;

QString healthWord(Health health)
{
    switch (health) {
    case Health::Good:
        return u"good"_s;
    case Health::Poor:
        return u"poor"_s;
    case Health::Bad:
        break;
    }
    return u"bad"_s;
}

Health readHealth(FieldReader &fields)
{
    const QString word = fields.word("health"_L1);
    for (const Health health : {Health::Good, Health::Poor, Health::Bad}) {
        if (word == healthWord(health)) {
            return health;
        }
    }
    if (word.isEmpty()) {
        fields.markInvalid();
    }
    return Health::Bad; // an unknown word, which a later version may send, counts as Bad, too
}

QJsonObject writeTrouble(const Trouble &trouble)
{
    return FieldWriter()
        .time("at"_L1, trouble.at)
        .safeText("health"_L1, healthWord(trouble.health))
        .text("about"_L1, trouble.subjectKey, Limits::key)
        .text("what"_L1, trouble.what, Limits::trouble)
        .object();
}

Trouble readTrouble(FieldReader &fields)
{
    return {.at = fields.requiredTime("at"_L1),
            .health = readHealth(fields),
            .subjectKey = fields.text("about"_L1, Limits::key),
            .what = fields.text("what"_L1, Limits::trouble)};
}

QJsonObject writeInstrument(const InstrumentReport &instrument)
{
    return FieldWriter()
        .text("id"_L1, instrument.id, Limits::key)
        .text("name"_L1, instrument.name, Limits::name)
        .time("since"_L1, instrument.since)
        .safeText("version"_L1, instrument.version)
        .time("changed"_L1, instrument.profileFilesChangedAt)
        .object();
}

InstrumentReport readInstrument(FieldReader &fields)
{
    return {.id = fields.requiredText("id"_L1, Limits::key),
            .name = fields.text("name"_L1, Limits::name),
            .since = fields.time("since"_L1),
            .version = fields.digits("version"_L1, 0, Limits::versionDigits),
            .profileFilesChangedAt = fields.time("changed"_L1)};
}

QJsonObject writeLink(const LinkReport &link)
{
    return FieldWriter().text("id"_L1, link.id, Limits::key).safeText("state"_L1, link.state).flag("compressed"_L1, link.isCompressed).object();
}

LinkReport readLink(FieldReader &fields)
{
    return {.id = fields.requiredText("id"_L1, Limits::key), .state = fields.word("state"_L1), .isCompressed = fields.flag("compressed"_L1)};
}

QJsonObject writeDisplay(const DisplayReport &display)
{
    return FieldWriter()
        .text("key"_L1, display.key, Limits::key)
        .text("title"_L1, display.title, Limits::title)
        .safeText("kind"_L1, display.kind == DisplayKind::Window ? u"window"_s : QString())
        .safeText("topology"_L1, display.topology)
        .safeText("state"_L1, display.state)
        .safeText("answering"_L1, display.answering)
        .flag("viewOnly"_L1, display.isViewOnly)
        .text("trouble"_L1, display.problemText, Limits::trouble)
        .time("liveSince"_L1, display.liveSince)
        .text("socket"_L1, display.vncServerSocket, Limits::socket)
        .object();
}

DisplayReport readDisplay(FieldReader &fields)
{
    const QString kind = fields.word("kind"_L1);
    return {.key = fields.requiredText("key"_L1, Limits::key),
            .title = fields.text("title"_L1, Limits::title),
            .kind = kind == "window"_L1 ? DisplayKind::Window : DisplayKind::Desktop,
            .topology = fields.word("topology"_L1),
            .state = fields.word("state"_L1),
            .answering = fields.word("answering"_L1),
            .isViewOnly = fields.flag("viewOnly"_L1),
            .problemText = fields.text("trouble"_L1, Limits::trouble),
            .liveSince = fields.time("liveSince"_L1),
            .vncServerSocket = fields.text("socket"_L1, Limits::socket)};
}

QJsonObject writeLinkMeasurements(const LinkMeasurements &link)
{
    FieldWriter fields;
    fields.text("id"_L1, link.id, Limits::key);
    if (link.roundTrip) {
        fields.integer("rtt"_L1, link.roundTrip->count(), Limits::roundTrip);
    }
    return fields.integer("in"_L1, link.bytesInPerSecond, Limits::rate)
        .integer("out"_L1, link.bytesOutPerSecond, Limits::rate)
        .number("ratio"_L1, link.compressionRatio, Limits::compressionRatio, ratioParts)
        .safeText("bound"_L1, link.flowLimit)
        .object();
}

LinkMeasurements readLinkMeasurements(FieldReader &fields)
{
    LinkMeasurements link{.id = fields.requiredText("id"_L1, Limits::key),
                          .roundTrip = {},
                          .bytesInPerSecond = {},
                          .bytesOutPerSecond = {},
                          .compressionRatio = {}};
    if (const auto roundTrip = fields.integer("rtt"_L1, 0, Limits::roundTrip)) {
        link.roundTrip = std::chrono::microseconds(*roundTrip);
    }
    link.bytesInPerSecond = fields.integer("in"_L1, 0, Limits::rate);
    link.bytesOutPerSecond = fields.integer("out"_L1, 0, Limits::rate);
    link.compressionRatio = fields.number("ratio"_L1, Limits::compressionRatio, ratioParts);
    link.flowLimit = fields.word("bound"_L1);
    return link;
}

QJsonObject writeDisplayMeasurements(const DisplayMeasurements &display)
{
    FieldWriter fields;
    fields.text("key"_L1, display.key, Limits::key);
    if (display.imageAge) {
        fields.integer("age"_L1, display.imageAge->count(), Limits::age);
    }
    return fields.number("fps"_L1, display.framesPerSecond, Limits::framesPerSecond, frameParts).object();
}

DisplayMeasurements readDisplayMeasurements(FieldReader &fields)
{
    DisplayMeasurements display{.key = fields.requiredText("key"_L1, Limits::key), .imageAge = {}, .framesPerSecond = {}};
    if (const auto age = fields.integer("age"_L1, 0, Limits::age)) {
        display.imageAge = std::chrono::milliseconds(*age);
    }
    display.framesPerSecond = fields.number("fps"_L1, Limits::framesPerSecond, frameParts);
    return display;
}
}

void writeFields(FieldWriter &fields, const Presence &presence)
{
    fields.value("online"_L1, presence.isOnline)
        .flag("farewell"_L1, presence.isFarewell)
        .texts("people"_L1, presence.people, Limits::people, Limits::name)
        .text("program"_L1, presence.programVersion, Limits::program);
}

void writeFields(FieldWriter &fields, const DeskState &state)
{
    fields.texts("people"_L1, state.people, Limits::people, Limits::name)
        .text("program"_L1, state.programVersion, Limits::program)
        .list("instruments"_L1, state.instruments, Limits::instruments, writeInstrument)
        .list("links"_L1, state.links, Limits::links, writeLink)
        .list("displays"_L1, state.displays, Limits::displays, writeDisplay);
    if (state.lastTrouble) {
        fields.value("lastTrouble"_L1, writeTrouble(*state.lastTrouble));
    }
    if (const qsizetype omittedDisplayCount = state.omittedDisplayCount + qMax<qsizetype>(0, state.displays.size() - Limits::displays);
        omittedDisplayCount > 0) {
        fields.integer("leftOut"_L1, omittedDisplayCount, 9999);
    }
}

void writeFields(FieldWriter &fields, const DeskMeasurements &numbers)
{
    fields.list("links"_L1, numbers.links, Limits::links, writeLinkMeasurements)
        .list("displays"_L1, numbers.displays, Limits::displays, writeDisplayMeasurements);
}

void writeFields(FieldWriter &fields, const DeskHistory &history)
{
    fields.list("entries"_L1, history.entries.last(qMin(history.entries.size(), Limits::history)), Limits::history, writeTrouble);
}

Presence readPresence(FieldReader &fields)
{
    return {.stamp = {},
            .isOnline = fields.flag("online"_L1),
            .isFarewell = fields.flag("farewell"_L1),
            .people = fields.texts("people"_L1, Limits::people, Limits::name),
            .programVersion = fields.text("program"_L1, Limits::program)};
}

DeskState readState(FieldReader &fields)
{
    return {.stamp = {},
            .people = fields.texts("people"_L1, Limits::people, Limits::name),
            .programVersion = fields.text("program"_L1, Limits::program),
            .instruments = fields.list("instruments"_L1, Limits::instruments, readInstrument),
            .links = fields.list("links"_L1, Limits::links, readLink),
            .displays = fields.list("displays"_L1, Limits::displays, readDisplay),
            .lastTrouble = fields.object("lastTrouble"_L1, readTrouble),
            .omittedDisplayCount = static_cast<int>(fields.integer("leftOut"_L1, 0, 9999).value_or(0))};
}

DeskMeasurements readNumbers(FieldReader &fields)
{
    return {.stamp = {},
            .links = fields.list("links"_L1, Limits::links, readLinkMeasurements),
            .displays = fields.list("displays"_L1, Limits::displays, readDisplayMeasurements)};
}

DeskHistory readHistory(FieldReader &fields)
{
    return {.stamp = {}, .entries = fields.list("entries"_L1, Limits::history, readTrouble)};
}
}
