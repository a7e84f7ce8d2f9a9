// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardstatus.h"

#include "monitors/board/board.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace Nightdesk::BoardStatus
{
using namespace Qt::StringLiterals;

namespace
{
void insertTime(QJsonObject &object, const QString &key, const QDateTime &utc)
{
    if (utc.isValid()) {
        object.insert(key, utc.toUTC().toString(Qt::ISODate));
    }
}

template<typename Value>
void insertKnown(QJsonObject &object, const QString &key, const std::optional<Value> &value)
{
    if (value) {
        object.insert(key, *value);
    }
}

double milliseconds(std::chrono::microseconds time)
{
    return static_cast<double>(time.count()) / 1000;
}

QJsonArray instruments(const BoardWire::DeskState &state)
{
    QJsonArray array;
    for (const BoardWire::InstrumentReport &instrument : state.instruments) {
        QJsonObject object{{u"id"_s, instrument.id}, {u"name"_s, instrument.name}, {u"profile"_s, instrument.version}};
        insertTime(object, u"since"_s, instrument.since);
        array.append(object);
    }
    return array;
}

QJsonArray displays(const BoardDesk &desk)
{
    QJsonArray array;
    for (const BoardWire::DisplayReport &display : desk.state->displays) {
        QJsonObject object{{u"display"_s, display.key},
                           {u"title"_s, display.title},
                           {u"kind"_s, display.kind == BoardWire::DisplayKind::Desktop ? u"desktop"_s : u"window"_s},
                           {u"topology"_s, display.topology},
                           {u"state"_s, display.state}};
        if (!display.answering.isEmpty()) {
            object.insert(u"answering"_s, display.answering);
        }
        if (!display.problemText.isEmpty()) {
            object.insert(u"trouble"_s, display.problemText);
        }
        insertTime(object, u"liveSince"_s, display.liveSince);
        if (desk.numbers) {
            const auto numbers = std::ranges::find(desk.numbers->displays, display.key, &BoardWire::DisplayMeasurements::key);
            if (numbers != desk.numbers->displays.end()) {
                if (numbers->imageAge) {
                    object.insert(u"pictureAgeMs"_s, static_cast<qint64>(numbers->imageAge->count()));
                }
                insertKnown(object, u"framesPerSecond"_s, numbers->framesPerSecond);
            }
        }
        array.append(object);
    }
    return array;
}

QJsonArray links(const BoardDesk &desk)
{
    QJsonArray array;
    for (const BoardWire::LinkReport &link : desk.state->links) {
        QJsonObject object{{u"link"_s, link.id}, {u"state"_s, link.state}};
        if (desk.numbers) {
            const auto numbers = std::ranges::find(desk.numbers->links, link.id, &BoardWire::LinkMeasurements::id);
            if (numbers != desk.numbers->links.end()) {
                if (numbers->roundTrip) {
                    object.insert(u"roundTripMs"_s, milliseconds(*numbers->roundTrip));
                }
                insertKnown(object, u"inPerSecond"_s, numbers->bytesInPerSecond);
                insertKnown(object, u"outPerSecond"_s, numbers->bytesOutPerSecond);
                insertKnown(object, u"ratio"_s, numbers->compressionRatio);
                if (!numbers->flowLimit.isEmpty()) {
                    object.insert(u"bound"_s, numbers->flowLimit);
                }
            }
        }
        array.append(object);
    }
    return array;
}

QString name(BoardWire::Health health)
{
    switch (health) {
    case BoardWire::Health::Good:
        return BoardStatus::name(DeskHealth::Good);
    case BoardWire::Health::Poor:
        return BoardStatus::name(DeskHealth::Poor);
    case BoardWire::Health::Bad:
        break;
    }
    return BoardStatus::name(DeskHealth::Bad);
}

QJsonObject describe(const BoardDesk &desk)
{
    QJsonObject object{{u"desk"_s, desk.name.text()},
                       {u"site"_s, desk.name.site},
                       {u"health"_s, BoardStatus::name(desk.health)},
                       {u"people"_s, QJsonArray::fromStringList(desk.people())}};
    if (!desk.healthReason.isEmpty()) {
        object.insert(u"why"_s, desk.healthReason);
    }
    insertTime(object, u"heardAt"_s, desk.lastMessageAt);
    insertTime(object, u"since"_s, desk.firstInstrumentConnectedAt());
    if (const auto roundTrip = desk.worstRoundTrip()) {
        object.insert(u"roundTripMs"_s, milliseconds(*roundTrip));
    }
    insertKnown(object, u"inPerSecond"_s, desk.bytesInPerSecond());
    insertKnown(object, u"ratio"_s, desk.compressionRatio());
    if (const auto age = desk.oldestImageAge()) {
        object.insert(u"pictureAgeMs"_s, static_cast<qint64>(age->count()));
    }
    if (desk.clockOffset) {
        object.insert(u"clockOffsetMs"_s, static_cast<qint64>(desk.clockOffset->count()));
    }
    if (desk.presence) {
        object.insert(u"program"_s, desk.presence->programVersion);
    }
    if (desk.state) {
        object.insert(u"program"_s, desk.state->programVersion);
        object.insert(u"instruments"_s, instruments(*desk.state));
        object.insert(u"links"_s, links(desk));
        object.insert(u"displays"_s, displays(desk));
        if (const auto &trouble = desk.state->lastTrouble) {
            QJsonObject last{{u"about"_s, trouble->subjectKey}, {u"what"_s, trouble->what}, {u"health"_s, name(trouble->health)}};
            insertTime(last, u"at"_s, trouble->at);
            object.insert(u"lastTrouble"_s, last);
        }
    }
    if (desk.hasOutdatedProgram) {
        object.insert(u"oldProgram"_s, true);
    }
    if (desk.hasOutdatedProfile) {
        object.insert(u"oldProfile"_s, true);
    }
    if (desk.call) {
        const bool isRinging = desk.call->state == BoardWire::CallState::Ringing;
        QJsonObject call{{u"text"_s, desk.call->text}, {u"caller"_s, desk.call->caller}, {u"state"_s, isRinging ? u"ringing"_s : u"acknowledged"_s}};
        insertTime(call, u"since"_s, desk.call->since);
        if (!desk.call->acknowledgerName.isEmpty()) {
            call.insert(u"acknowledgedBy"_s, desk.call->acknowledgerName);
        }
        object.insert(u"call"_s, call);
    }
    return object;
}
}

QString name(DeskHealth health)
{
    switch (health) {
    case DeskHealth::Gone:
        return u"gone"_s;
    case DeskHealth::Good:
        return u"good"_s;
    case DeskHealth::Poor:
        return u"poor"_s;
    case DeskHealth::Bad:
        return u"bad"_s;
    case DeskHealth::Lost:
        return u"lost"_s;
    case DeskHealth::Calling:
        break;
    }
    return u"calling"_s;
}

QJsonObject describe(const Board &board)
{
    // In the order of the board's window: desks that need attention first, then by name.
    QList<const BoardDesk *> desks;
    for (const DeskName &name : board.desks()) {
        if (const BoardDesk *desk = board.desk(name)) {
            desks.append(desk);
        }
    }
    std::ranges::sort(desks, [](const BoardDesk *one, const BoardDesk *other) {
        return one->health != other->health ? one->health > other->health : one->name < other->name;
    });
    QJsonArray array;
    for (const BoardDesk *desk : std::as_const(desks)) {
        array.append(describe(*desk));
    }
    QJsonArray astronomers;
    for (const BoardAstronomer &astronomer : board.supportAstronomers()) {
        if (astronomer.isOnline) {
            astronomers.append(astronomer.name);
        }
    }
    const Board::Counters counters = board.counters();
    return {{u"program"_s, QCoreApplication::applicationVersion()},
            {u"connected"_s, board.isConnected()},
            {u"desks"_s, array},
            {u"supportAstronomers"_s, astronomers},
            {u"dropped"_s, static_cast<qint64>(counters.droppedMessages)},
            {u"stale"_s, static_cast<qint64>(counters.staleMessages)}};
}
}
