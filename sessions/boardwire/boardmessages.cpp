// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardmessages.h"

#include "sessions/boardwire/boarddeskjson.h"
#include "sessions/boardwire/boardlimits.h"
#include "sessions/boardwire/boardtalkjson.h"
#include "sessions/boardwire/boardtopics.h"

#include <QJsonDocument>

#include <array>

namespace Nightdesk::BoardWire
{
using namespace Qt::StringLiterals;

namespace
{
/// The words for the kinds of messages in the payload's field "m", in the order of the types in Message.
constexpr std::array kindWords{"presence"_L1, "state"_L1, "numbers"_L1, "history"_L1, "note"_L1, "call"_L1, "ack"_L1, "watch"_L1, "layout"_L1, "move"_L1};
static_assert(kindWords.size() == std::variant_size_v<Message>);

QLatin1StringView kindWord(BoardTopics::MessageKind kind)
{
    switch (kind) {
    case BoardTopics::MessageKind::Presence:
        return kindWords[0];
    case BoardTopics::MessageKind::State:
        return kindWords[1];
    case BoardTopics::MessageKind::Numbers:
        return kindWords[2];
    case BoardTopics::MessageKind::History:
        return kindWords[3];
    case BoardTopics::MessageKind::Note:
        return kindWords[4];
    case BoardTopics::MessageKind::Call:
        return kindWords[5];
    case BoardTopics::MessageKind::Acknowledgement:
        return kindWords[6];
    case BoardTopics::MessageKind::Watching:
        return kindWords[7];
    case BoardTopics::MessageKind::Layout:
        return kindWords[8];
    case BoardTopics::MessageKind::TakeoverNotice:
        return kindWords[9];
    }
    return {};
}

Message readMessage(BoardTopics::MessageKind kind, FieldReader &fields)
{
    switch (kind) {
    case BoardTopics::MessageKind::Presence:
        return readPresence(fields);
    case BoardTopics::MessageKind::State:
        return readState(fields);
    case BoardTopics::MessageKind::Numbers:
        return readNumbers(fields);
    case BoardTopics::MessageKind::History:
        return readHistory(fields);
    case BoardTopics::MessageKind::Note:
        return readNote(fields);
    case BoardTopics::MessageKind::Call:
        return readCall(fields);
    case BoardTopics::MessageKind::Acknowledgement:
        return readAcknowledgement(fields);
    case BoardTopics::MessageKind::Watching:
        return readWatching(fields);
    case BoardTopics::MessageKind::Layout:
        return readLayout(fields);
    case BoardTopics::MessageKind::TakeoverNotice:
        break;
    }
    return readTakeoverNotice(fields);
}

MessageStamp readStamp(FieldReader &fields)
{
    return {.runId = fields.digits("run"_L1, BoardLimits::digits, BoardLimits::digits),
            .runBeganAt = fields.requiredTime("began"_L1),
            .sequence = static_cast<quint64>(fields.requiredInteger("n"_L1, 1, BoardLimits::sequence)),
            .sentAt = fields.requiredTime("at"_L1)};
}

QByteArray toJson(const Message &message)
{
    FieldWriter fields;
    fields.value("v"_L1, version).safeText("m"_L1, kindWords[message.index()]);
    std::visit(
        [&fields](const auto &one) {
            fields.safeText("run"_L1, one.stamp.runId)
                .time("began"_L1, one.stamp.runBeganAt)
                .integer("n"_L1, static_cast<qint64>(one.stamp.sequence), BoardLimits::sequence)
                .time("at"_L1, one.stamp.sentAt);
            writeFields(fields, one);
        },
        message);
    return QJsonDocument(fields.object()).toJson(QJsonDocument::Compact);
}

/// Removes the least important entry of a list in @p message; false: there is nothing to remove.
bool shorten(Message &message)
{
    if (auto *state = std::get_if<DeskState>(&message); state && !state->displays.isEmpty()) {
        state->displays.removeLast();
        ++state->omittedDisplayCount;
        return true;
    }
    if (auto *numbers = std::get_if<DeskMeasurements>(&message); numbers && !numbers->displays.isEmpty()) {
        numbers->displays.removeLast();
        return true;
    }
    if (auto *history = std::get_if<DeskHistory>(&message); history && !history->entries.isEmpty()) {
        history->entries.removeFirst();
        return true;
    }
    return false;
}

/// Whether @p json is nested too deeply. QJsonDocument allows 1024 levels; these messages have four at most.
bool isNestedTooDeep(const QByteArray &json)
{
    int depth = 0;
    bool isText = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json.at(i);
        if (isText) {
            i += c == '\\' ? 1 : 0;
            isText = c != '"';
        } else if (c == '"') {
            isText = true;
        } else if (c == '{' || c == '[') {
            if (++depth > BoardLimits::depth) {
                return true;
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}
}

QByteArray write(const Message &message)
{
    if (const auto *layout = std::get_if<Layout>(&message); layout && layout->encodedNightState.size() > BoardLimits::layout) {
        return {};
    }
    QByteArray json = toJson(message);
    if (json.size() > maxPayload) {
        Message shorter = message;
        while (json.size() > maxPayload && shorten(shorter)) {
            json = toJson(shorter);
        }
    }
    return json.size() > maxPayload ? QByteArray() : json;
}

std::expected<Message, MessageFault> read(const QString &topic, const QByteArray &payload)
{
    const auto parsed = BoardTopics::parse(topic);
    if (!parsed) {
        return std::unexpected(MessageFault::WrongTopic);
    }
    if (payload.isEmpty()) {
        return std::unexpected(MessageFault::Empty);
    }
    if (payload.size() > maxPayload) {
        return std::unexpected(MessageFault::TooLong);
    }
    if (isNestedTooDeep(payload)) {
        return std::unexpected(MessageFault::NotJson);
    }
    const QJsonDocument document = QJsonDocument::fromJson(payload);
    if (!document.isObject()) {
        return std::unexpected(MessageFault::NotJson);
    }
    FieldReader fields(document.object());
    if (fields.requiredInteger("v"_L1, 1, 1'000'000) > version && fields.isObjectValid()) {
        return std::unexpected(MessageFault::OtherVersion);
    }
    if (const QString word = fields.word("m"_L1); fields.isObjectValid() && word != kindWord(parsed->kind)) {
        return std::unexpected(MessageFault::WrongTopic);
    }
    const MessageStamp stamp = readStamp(fields);
    Message message = readMessage(parsed->kind, fields);
    if (!fields.isObjectValid()) {
        return std::unexpected(MessageFault::Malformed);
    }
    if (!parsed->boardRunId.isEmpty() && parsed->boardRunId != stamp.runId) {
        return std::unexpected(MessageFault::WrongTopic);
    }
    if (const auto *note = std::get_if<Note>(&message); note && !parsed->noteId.isEmpty() && parsed->noteId != note->id) {
        return std::unexpected(MessageFault::WrongTopic);
    }
    std::visit(
        [&stamp](auto &one) {
            one.stamp = stamp;
        },
        message);
    return message;
}
}
