// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardtalkjson.h"

#include "sessions/boardwire/boardlimits.h"

#include <array>

namespace Nightdesk::BoardWire
{
using namespace Qt::StringLiterals;
namespace Limits = BoardLimits;

namespace
{
// In the order of the enumerators of CallState.
constexpr std::array callWords{"ringing"_L1, "acknowledged"_L1, "over"_L1};

/// Reads a field that contains one of @p words. The index of the word is the value of the Enum.
template<typename Enum, std::size_t size>
Enum readWord(FieldReader &fields, QLatin1StringView key, const std::array<QLatin1StringView, size> &words)
{
    const QString word = fields.word(key);
    for (std::size_t i = 0; i < size; ++i) {
        if (word == words[i]) {
            return static_cast<Enum>(i);
        }
    }
    fields.markInvalid();
    return {};
}
}

void writeFields(FieldWriter &fields, const Note &note)
{
    fields.safeText("id"_L1, note.id)
        .text("text"_L1, note.text, Limits::note)
        .text("signature"_L1, note.signature, Limits::name)
        .time("written"_L1, note.writtenAt);
}

void writeFields(FieldWriter &fields, const Call &call)
{
    fields.safeText("id"_L1, call.id)
        .time("since"_L1, call.since)
        .text("text"_L1, call.text, Limits::note)
        .text("caller"_L1, call.caller, Limits::name)
        .safeText("state"_L1, callWords[static_cast<std::size_t>(call.state)])
        .text("acknowledgedBy"_L1, call.acknowledgerName, Limits::name)
        .flag("left"_L1, call.hasDeskSignedOff);
}

void writeFields(FieldWriter &fields, const Acknowledgement &acknowledgement)
{
    fields.safeText("call"_L1, acknowledgement.callId).text("name"_L1, acknowledgement.astronomerName, Limits::name);
}

void writeFields(FieldWriter &fields, const Watching &watching)
{
    fields.text("name"_L1, watching.astronomerName, Limits::name)
        .flag("page"_L1, watching.hasPageOpen)
        .texts("displays"_L1, watching.displays, Limits::displays, Limits::key);
}

void writeFields(FieldWriter &fields, const Layout &layout)
{
    fields.texts("people"_L1, layout.people, Limits::people, Limits::name).bytes("state"_L1, layout.encodedNightState);
}

void writeFields(FieldWriter &fields, const TakeoverNotice &move)
{
    fields.texts("people"_L1, move.people, Limits::people, Limits::name).texts("profiles"_L1, move.profiles, Limits::instruments, Limits::key);
}

Note readNote(FieldReader &fields)
{
    return {.stamp = {},
            .id = fields.digits("id"_L1, Limits::digits, Limits::digits),
            .text = fields.requiredText("text"_L1, Limits::note),
            .signature = fields.text("signature"_L1, Limits::name),
            .writtenAt = fields.time("written"_L1)};
}

Call readCall(FieldReader &fields)
{
    return {.stamp = {},
            .id = fields.digits("id"_L1, Limits::digits, Limits::digits),
            .since = fields.requiredTime("since"_L1),
            .text = fields.text("text"_L1, Limits::note),
            .caller = fields.text("caller"_L1, Limits::name),
            .state = readWord<CallState>(fields, "state"_L1, callWords),
            .acknowledgerName = fields.text("acknowledgedBy"_L1, Limits::name),
            .hasDeskSignedOff = fields.flag("left"_L1)};
}

Acknowledgement readAcknowledgement(FieldReader &fields)
{
    return {.stamp = {}, .callId = fields.digits("call"_L1, Limits::digits, Limits::digits), .astronomerName = fields.requiredText("name"_L1, Limits::name)};
}

Watching readWatching(FieldReader &fields)
{
    return {.stamp = {},
            .astronomerName = fields.text("name"_L1, Limits::name),
            .hasPageOpen = fields.flag("page"_L1),
            .displays = fields.texts("displays"_L1, Limits::displays, Limits::key)};
}

Layout readLayout(FieldReader &fields)
{
    // A message with the field "until" is refused. Only an older Nightdesk sends it: the time until which the displays stay disconnected at its
    // workstation. This feature no longer exists.
    fields.markInvalid("until"_L1);
    return {.stamp = {}, .people = fields.texts("people"_L1, Limits::people, Limits::name), .encodedNightState = fields.bytes("state"_L1, Limits::layout)};
}

TakeoverNotice readTakeoverNotice(FieldReader &fields)
{
    // A message with the field "kind" is refused. Only an older Nightdesk sends it: to ask a desk to disconnect, or to answer such a request.
    fields.markInvalid("kind"_L1);
    return {.stamp = {},
            .people = fields.texts("people"_L1, Limits::people, Limits::name),
            .profiles = fields.texts("profiles"_L1, Limits::instruments, Limits::key)};
}
}
