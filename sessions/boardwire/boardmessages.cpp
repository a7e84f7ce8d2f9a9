// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardmessages.h"

#include "sessions/boardwire/boardfields.h"
#include "sessions/boardwire/boardlimits.h"
#include "sessions/boardwire/boardtopics.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <concepts>

namespace Nightdesk::BoardWire
{
using namespace Qt::StringLiterals;

using enum FieldNeed;
using MessageKind = BoardTopics::MessageKind;
namespace Limits = BoardLimits;

namespace
{
constexpr double ratioParts = 100;
constexpr double frameParts = 10;

// In the order of the enumerators of DisplayKind, Health and CallState.
constexpr std::array displayKindWords{""_L1, "window"_L1};
constexpr std::array healthWords{"good"_L1, "poor"_L1, "bad"_L1};
constexpr std::array callWords{"ringing"_L1, "acknowledged"_L1, "over"_L1};
}

/// T or const T: each visitFields() is for reading by FieldReader and for writing by FieldWriter, which calls it with const objects.
template<typename Visited, typename T>
concept VisitedAs = std::same_as<std::remove_const_t<Visited>, T>;

void visitFields(auto &fields, VisitedAs<MessageStamp> auto &stamp)
{
    fields.digits("run"_L1, stamp.runId, Limits::digits, Limits::digits)
        .time("began"_L1, stamp.runBeganAt, Required)
        .sequence("n"_L1, stamp.sequence)
        .time("at"_L1, stamp.sentAt, Required);
}

void visitFields(auto &fields, VisitedAs<Trouble> auto &trouble)
{
    fields.time("at"_L1, trouble.at, Required)
        .oneOf("health"_L1, trouble.health, healthWords, Health::Bad) // an unknown word, which a later version may send, counts as Bad, too
        .text("about"_L1, trouble.subjectKey, Limits::key)
        .text("what"_L1, trouble.what, Limits::trouble);
}

void visitFields(auto &fields, VisitedAs<InstrumentReport> auto &instrument)
{
    fields.text("id"_L1, instrument.id, Limits::key, Required)
        .text("name"_L1, instrument.name, Limits::name)
        .time("since"_L1, instrument.since)
        .digits("version"_L1, instrument.version, 0, Limits::versionDigits)
        .time("changed"_L1, instrument.profileFilesChangedAt);
}

void visitFields(auto &fields, VisitedAs<LinkReport> auto &link)
{
    fields.text("id"_L1, link.id, Limits::key, Required).word("state"_L1, link.state).flag("compressed"_L1, link.isCompressed);
}

void visitFields(auto &fields, VisitedAs<DisplayReport> auto &display)
{
    fields.oneOf("kind"_L1, display.kind, displayKindWords, DisplayKind::Desktop)
        .text("key"_L1, display.key, Limits::key, Required)
        .text("title"_L1, display.title, Limits::title)
        .word("topology"_L1, display.topology)
        .word("state"_L1, display.state)
        .word("answering"_L1, display.answering)
        .flag("viewOnly"_L1, display.isViewOnly)
        .text("trouble"_L1, display.problemText, Limits::trouble)
        .time("liveSince"_L1, display.liveSince)
        .text("socket"_L1, display.vncServerSocket, Limits::socket);
}

void visitFields(auto &fields, VisitedAs<LinkMeasurements> auto &link)
{
    fields.text("id"_L1, link.id, Limits::key, Required)
        .duration("rtt"_L1, link.roundTrip, Limits::roundTrip)
        .integer("in"_L1, link.bytesInPerSecond, Limits::rate)
        .integer("out"_L1, link.bytesOutPerSecond, Limits::rate)
        .number("ratio"_L1, link.compressionRatio, Limits::compressionRatio, ratioParts)
        .word("bound"_L1, link.flowLimit);
}

void visitFields(auto &fields, VisitedAs<DisplayMeasurements> auto &display)
{
    fields.text("key"_L1, display.key, Limits::key, Required)
        .duration("age"_L1, display.imageAge, Limits::age)
        .number("fps"_L1, display.framesPerSecond, Limits::framesPerSecond, frameParts);
}

void visitFields(auto &fields, VisitedAs<Presence> auto &presence)
{
    fields.flag("online"_L1, presence.isOnline, Required)
        .flag("farewell"_L1, presence.isFarewell)
        .texts("people"_L1, presence.people, Limits::people, Limits::name)
        .text("program"_L1, presence.programVersion, Limits::program);
}

void visitFields(auto &fields, VisitedAs<DeskState> auto &state)
{
    fields.texts("people"_L1, state.people, Limits::people, Limits::name)
        .text("program"_L1, state.programVersion, Limits::program)
        .list("instruments"_L1, state.instruments, Limits::instruments)
        .list("links"_L1, state.links, Limits::links)
        .list("displays"_L1, state.displays, Limits::displays)
        .object("lastTrouble"_L1, state.lastTrouble)
        .count("leftOut"_L1, state.omittedDisplayCount, 9999);
}

void visitFields(auto &fields, VisitedAs<DeskMeasurements> auto &numbers)
{
    fields.list("links"_L1, numbers.links, Limits::links).list("displays"_L1, numbers.displays, Limits::displays);
}

void visitFields(auto &fields, VisitedAs<DeskHistory> auto &history)
{
    fields.list("entries"_L1, history.entries, Limits::history);
}

void visitFields(auto &fields, VisitedAs<Note> auto &note)
{
    fields.digits("id"_L1, note.id, Limits::digits, Limits::digits)
        .text("text"_L1, note.text, Limits::note, Required)
        .text("signature"_L1, note.signature, Limits::name)
        .time("written"_L1, note.writtenAt);
}

void visitFields(auto &fields, VisitedAs<Call> auto &call)
{
    fields.digits("id"_L1, call.id, Limits::digits, Limits::digits)
        .time("since"_L1, call.since, Required)
        .text("text"_L1, call.text, Limits::note)
        .text("caller"_L1, call.caller, Limits::name)
        .oneOf("state"_L1, call.state, callWords)
        .text("acknowledgedBy"_L1, call.acknowledgerName, Limits::name)
        .flag("left"_L1, call.hasDeskSignedOff);
}

void visitFields(auto &fields, VisitedAs<Acknowledgement> auto &acknowledgement)
{
    fields.digits("call"_L1, acknowledgement.callId, Limits::digits, Limits::digits).text("name"_L1, acknowledgement.astronomerName, Limits::name, Required);
}

void visitFields(auto &fields, VisitedAs<Watching> auto &watching)
{
    fields.text("name"_L1, watching.astronomerName, Limits::name)
        .flag("page"_L1, watching.hasPageOpen)
        .texts("displays"_L1, watching.displays, Limits::displays, Limits::key);
}

void visitFields(auto &fields, VisitedAs<Layout> auto &layout)
{
    // A message with the field "until" is refused. Only an older Nightdesk sends it: the time until which the displays stay disconnected at its
    // workstation. This feature no longer exists.
    fields.refuse("until"_L1).texts("people"_L1, layout.people, Limits::people, Limits::name).bytes("state"_L1, layout.encodedNightState, Limits::layout);
}

void visitFields(auto &fields, VisitedAs<TakeoverNotice> auto &notice)
{
    // A message with the field "kind" is refused. Only an older Nightdesk sends it: to ask a desk to disconnect, or to answer such a request.
    fields.refuse("kind"_L1)
        .texts("people"_L1, notice.people, Limits::people, Limits::name)
        .texts("profiles"_L1, notice.profiles, Limits::instruments, Limits::key);
}

namespace
{
struct MessageType {
    MessageKind kind;
    QLatin1StringView word; ///< the word for this kind in the payload's field "m"
    Message empty; ///< a message of this type without values
};

/// The types of messages, in the order of the types in Message.
const auto &messageTypes()
{
    static const std::array types{
        MessageType{MessageKind::Presence, "presence"_L1, Presence()},
        MessageType{MessageKind::State, "state"_L1, DeskState()},
        MessageType{MessageKind::Numbers, "numbers"_L1, DeskMeasurements()},
        MessageType{MessageKind::History, "history"_L1, DeskHistory()},
        MessageType{MessageKind::Note, "note"_L1, Note()},
        MessageType{MessageKind::Call, "call"_L1, Call()},
        MessageType{MessageKind::Acknowledgement, "ack"_L1, Acknowledgement()},
        MessageType{MessageKind::Watching, "watch"_L1, Watching()},
        MessageType{MessageKind::Layout, "layout"_L1, Layout()},
        MessageType{MessageKind::TakeoverNotice, "move"_L1, TakeoverNotice()},
    };
    static_assert(std::tuple_size_v<std::remove_const_t<decltype(types)>> == std::variant_size_v<Message>);
    return types;
}

QByteArray toJson(const Message &message)
{
    FieldWriter fields;
    fields.value("v"_L1, version).word("m"_L1, messageTypes()[message.index()].word);
    std::visit(
        [&fields](const auto &one) {
            visitFields(fields, one.stamp);
            visitFields(fields, one);
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

/// Whether a list of @p message is longer than readers accept, and shorten() is to leave out its least important entries.
bool isListTooLong(const Message &message)
{
    const auto *state = std::get_if<DeskState>(&message);
    const auto *history = std::get_if<DeskHistory>(&message);
    return (state && state->displays.size() > Limits::displays) || (history && history->entries.size() > Limits::history);
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
            if (++depth > Limits::depth) {
                return true;
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}
}

const MessageStamp &stampOf(const Message &message)
{
    return std::visit(
        [](const auto &one) -> const MessageStamp & {
            return one.stamp;
        },
        message);
}

QByteArray write(Message message)
{
    if (const auto *layout = std::get_if<Layout>(&message); layout && layout->encodedNightState.size() > Limits::layout) {
        return {};
    }
    while (isListTooLong(message)) {
        shorten(message);
    }
    QByteArray json = toJson(message);
    while (json.size() > maxPayload && shorten(message)) {
        json = toJson(message);
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
    const auto type = std::ranges::find(messageTypes(), parsed->kind, &MessageType::kind);
    QString word;
    fields.word("m"_L1, word);
    if (fields.isObjectValid() && word != type->word) {
        return std::unexpected(MessageFault::WrongTopic);
    }
    Message message = type->empty;
    std::visit(
        [&fields](auto &one) {
            visitFields(fields, one.stamp);
            visitFields(fields, one);
        },
        message);
    if (!fields.isObjectValid()) {
        return std::unexpected(MessageFault::Malformed);
    }
    if (!parsed->boardRunId.isEmpty() && parsed->boardRunId != stampOf(message).runId) {
        return std::unexpected(MessageFault::WrongTopic);
    }
    if (const auto *note = std::get_if<Note>(&message); note && !parsed->noteId.isEmpty() && parsed->noteId != note->id) {
        return std::unexpected(MessageFault::WrongTopic);
    }
    return message;
}
}
