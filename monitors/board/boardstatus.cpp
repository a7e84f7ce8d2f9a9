// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardstatus.h"

#include "monitors/board/board.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace Nightdesk::BoardStatus
{
using namespace Qt::StringLiterals;

namespace
{
// In the order of the enumerators of DeskHealth and of BoardWire::Health.
constexpr std::array deskHealthNames{"gone"_L1, "good"_L1, "poor"_L1, "bad"_L1, "lost"_L1, "calling"_L1};
constexpr std::array problemHealthNames{"good"_L1, "poor"_L1, "bad"_L1};

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

void insertKnown(QJsonObject &object, const QString &key, const QString &text)
{
    if (!text.isEmpty()) {
        object.insert(key, text);
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
        insertKnown(object, u"answering"_s, display.answering);
        insertKnown(object, u"trouble"_s, display.problemText);
        insertTime(object, u"liveSince"_s, display.liveSince);
        const BoardWire::DisplayMeasurements numbers = desk.numbersOf(display);
        insertKnown(object, u"pictureAgeMs"_s, numbers.imageAge.transform(milliseconds));
        insertKnown(object, u"framesPerSecond"_s, numbers.framesPerSecond);
        array.append(object);
    }
    return array;
}

QJsonArray links(const BoardDesk &desk)
{
    QJsonArray array;
    for (const BoardWire::LinkReport &link : desk.state->links) {
        QJsonObject object{{u"link"_s, link.id}, {u"state"_s, link.state}};
        const BoardWire::LinkMeasurements numbers = desk.numbersOf(link);
        insertKnown(object, u"roundTripMs"_s, numbers.roundTrip.transform(milliseconds));
        insertKnown(object, u"inPerSecond"_s, numbers.bytesInPerSecond);
        insertKnown(object, u"outPerSecond"_s, numbers.bytesOutPerSecond);
        insertKnown(object, u"ratio"_s, numbers.compressionRatio);
        insertKnown(object, u"bound"_s, numbers.flowLimit);
        array.append(object);
    }
    return array;
}

QJsonObject describe(const BoardDesk &desk)
{
    QJsonObject object{{u"desk"_s, desk.name.text()},
                       {u"site"_s, desk.name.site},
                       {u"health"_s, BoardStatus::name(desk.health)},
                       {u"people"_s, QJsonArray::fromStringList(desk.people())}};
    insertKnown(object, u"why"_s, desk.healthReason);
    insertTime(object, u"heardAt"_s, desk.lastMessageAt);
    insertTime(object, u"since"_s, desk.firstInstrumentConnectedAt());
    insertKnown(object, u"roundTripMs"_s, desk.worstRoundTrip().transform(milliseconds));
    insertKnown(object, u"inPerSecond"_s, desk.bytesInPerSecond());
    insertKnown(object, u"ratio"_s, desk.compressionRatio());
    insertKnown(object, u"pictureAgeMs"_s, desk.oldestImageAge().transform(milliseconds));
    insertKnown(object, u"clockOffsetMs"_s, desk.clockOffset.transform(milliseconds));
    if (desk.presence) {
        object.insert(u"program"_s, desk.presence->programVersion);
    }
    if (desk.state) {
        object.insert(u"program"_s, desk.state->programVersion);
        object.insert(u"instruments"_s, instruments(*desk.state));
        object.insert(u"links"_s, links(desk));
        object.insert(u"displays"_s, displays(desk));
        if (const auto &trouble = desk.state->lastTrouble) {
            QJsonObject last{{u"about"_s, trouble->subjectKey},
                             {u"what"_s, trouble->what},
                             {u"health"_s, problemHealthNames.at(static_cast<std::size_t>(trouble->health))}};
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
        insertKnown(call, u"acknowledgedBy"_s, desk.call->acknowledgerName);
        object.insert(u"call"_s, call);
    }
    return object;
}
}

QString name(DeskHealth health)
{
    return deskHealthNames.at(static_cast<std::size_t>(health));
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
