// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xstreamreader.h"

#include "sessions/xtrace/xextensioncodes.h"
#include "sessions/xtrace/xpendingrequests.h"
#include "sessions/xwindows/protocol/xmessage.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace Nightdesk
{
namespace
{
constexpr std::uint8_t mapWindow = 8;
constexpr std::uint8_t mapSubwindows = 9;
constexpr std::uint8_t listFontsWithInfo = 50;
constexpr std::uint8_t queryExtension = 98;
constexpr std::uint8_t firstExtension = 128;
constexpr std::size_t setupHead = 12;
constexpr std::size_t setupAnswerHead = 8;
constexpr std::size_t shortestSetup = 32;
constexpr std::size_t shortHead = 4;
constexpr std::size_t bigHead = 8; ///< header of a request with a 32-bit length; the name in QueryExtension begins after as many bytes
constexpr std::size_t longestName = 32; ///< longest name of all known extensions
constexpr std::uint64_t longestMessage = 1ULL << 30; ///< enough for an image of a wall of monitors; servers accept 16 MiB from a program
constexpr std::uint64_t longestEvent = 1ULL << 20;

void setFlag(XRecord &record, XRecord::Flag flag, bool on)
{
    record.flags = static_cast<std::uint8_t>(record.flags | (on ? flag : 0));
}
}

struct XStreamReader::Private {
    /// What is known about one direction of the connection.
    struct Direction {
        explicit Direction(std::size_t first)
            : neededBytes(first)
        {
        }
        std::array<std::uint8_t, bigHead + longestName> head{}; ///< the beginning of the present message
        std::size_t collectedBytes = 0;
        std::size_t neededBytes; ///< number of bytes that must be in head before parsing can continue
        std::uint64_t remainingBytes = 0; ///< remaining bytes of the present message after its head
        XRecord record; ///< the present message
        bool isSetupHeadParsed = false;
    };

    explicit Private(const Sink &to)
        : sink(to)
    {
    }
    void read(Direction &direction, std::span<const std::uint8_t> bytes, XTraceMicroseconds at);
    bool parseMessageHead(Direction &direction);
    void finishMessage(Direction &direction, XTraceMicroseconds at);
    bool beginSetup();
    bool beginSetupAnswer();
    bool beginRequest();
    bool readRequestSize(std::uint64_t &size);
    void fillRequestRecord(std::uint64_t size);
    bool beginMessage();
    bool beginReply();
    bool beginError();
    bool beginEvent();
    bool setKindAndSize(Direction &direction, XRecordKind kind, std::uint64_t size);
    bool stopParsing(std::string_view why);
    std::uint16_t uint16At(const Direction &direction, std::size_t at) const
    {
        return XBytes::read16(&direction.head[at], bigEndian);
    }

    Sink sink;
    Direction programToServer{setupHead};
    Direction serverToProgram{setupAnswerHead};
    std::string_view problem; ///< a string literal of this file
    bool bigEndian = false;
    bool areBigRequestsEnabled = false;
    bool isConnectionRefused = false;
    XExtensionCodes codes;
    XPendingRequests pending;
    std::uint32_t sentRequestCount = 0; ///< number of complete requests so far
    std::uint32_t lastAnsweredSequence = 0; ///< the last request that a message of the server refers to
};

XStreamReader::XStreamReader(const Sink &sink)
    : d(std::make_unique<Private>(sink))
{
}

XStreamReader::~XStreamReader() = default;

void XStreamReader::readBytesFromProgram(std::span<const std::uint8_t> bytes, XTraceMicroseconds at)
{
    d->read(d->programToServer, bytes, at);
}

void XStreamReader::readBytesToProgram(std::span<const std::uint8_t> bytes, XTraceMicroseconds at)
{
    d->read(d->serverToProgram, bytes, at);
}

std::string_view XStreamReader::problem() const
{
    return d->problem;
}

bool XStreamReader::isBigEndian() const
{
    return d->bigEndian;
}

void XStreamReader::Private::read(Direction &direction, std::span<const std::uint8_t> bytes, XTraceMicroseconds at)
{
    while (!bytes.empty() && problem.empty()) {
        if (direction.remainingBytes > 0) {
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(direction.remainingBytes, bytes.size()));
            direction.remainingBytes -= part;
            bytes = bytes.subspan(part);
        } else {
            const std::size_t part = std::min(direction.neededBytes - direction.collectedBytes, bytes.size());
            std::memcpy(&direction.head[direction.collectedBytes], bytes.data(), part);
            direction.collectedBytes += part;
            bytes = bytes.subspan(part);
            if (direction.collectedBytes < direction.neededBytes || !parseMessageHead(direction)) {
                continue;
            }
        }
        if (direction.remainingBytes == 0) {
            finishMessage(direction, at);
        }
    }
    if (!problem.empty() && sink) {
        sink({.at = at,
              .sequence = sentRequestCount,
              .kind = XRecordKind::ParsingStopped,
              .flags = static_cast<std::uint8_t>(&direction == &programToServer ? XRecord::FromProgram : 0)});
        sink = nullptr;
    }
}

/// Parses the collected head. True: the kind and size of the message are known; false: more bytes are needed.
bool XStreamReader::Private::parseMessageHead(Direction &direction)
{
    if (&direction == &programToServer) {
        return direction.isSetupHeadParsed ? beginRequest() : beginSetup();
    }
    return direction.isSetupHeadParsed ? beginMessage() : beginSetupAnswer();
}

/// The present message is complete.
void XStreamReader::Private::finishMessage(Direction &direction, XTraceMicroseconds at)
{
    direction.record.at = at;
    direction.collectedBytes = 0;
    if (&direction == &serverToProgram) {
        direction.neededBytes = XMessage::unit;
    } else if (direction.neededBytes = shortHead; direction.record.kind == XRecordKind::Request) {
        direction.record.sequence = ++sentRequestCount;
        if (!pending.completeRequest(sentRequestCount)) {
            stopParsing("more than 65,535 requests wait for their replies");
            return;
        }
    }
    sink(direction.record);
}

bool XStreamReader::Private::stopParsing(std::string_view why)
{
    problem = why;
    return false;
}

/// Sets kind and total size of the present message.
bool XStreamReader::Private::setKindAndSize(Direction &direction, XRecordKind kind, std::uint64_t size)
{
    if (size > longestMessage) {
        return stopParsing(&direction == &programToServer ? "a request claims more than 1 GiB" : "a reply claims more than 1 GiB");
    }
    direction.record.kind = kind;
    direction.record.size = static_cast<std::uint32_t>(size);
    direction.remainingBytes = size - direction.collectedBytes;
    return true;
}

bool XStreamReader::Private::beginSetup()
{
    if (programToServer.head[0] != 'B' && programToServer.head[0] != 'l') {
        return stopParsing("the data of the program does not begin as an X connection does");
    }
    bigEndian = programToServer.head[0] == 'B';
    programToServer.isSetupHeadParsed = true;
    programToServer.record = {.flags = XRecord::FromProgram};
    return setKindAndSize(programToServer,
                          XRecordKind::Setup,
                          setupHead + XBytes::padded(uint16At(programToServer, 6)) + XBytes::padded(uint16At(programToServer, 8)));
}

bool XStreamReader::Private::beginSetupAnswer()
{
    const std::uint64_t rest = std::uint64_t(uint16At(serverToProgram, 6)) * 4;
    if (!programToServer.isSetupHeadParsed || programToServer.remainingBytes > 0) {
        return stopParsing("the server speaks first");
    }
    if (serverToProgram.head[0] > 2 || (serverToProgram.head[0] == 1 && rest < shortestSetup)) {
        return stopParsing("the setup reply of the server is not valid X");
    }
    isConnectionRefused = serverToProgram.head[0] != 1;
    serverToProgram.isSetupHeadParsed = true;
    serverToProgram.record = {};
    return setKindAndSize(serverToProgram, XRecordKind::Setup, setupAnswerHead + rest);
}

bool XStreamReader::Private::beginRequest()
{
    std::uint64_t size = 0;
    if (!readRequestSize(size)) {
        return false;
    }
    // The name in QueryExtension is the only part of any request's content that is needed.
    if (programToServer.head[0] == queryExtension && programToServer.collectedBytes == shortHead && size >= bigHead) {
        programToServer.neededBytes = bigHead;
        return false;
    }
    if (programToServer.head[0] == queryExtension && programToServer.collectedBytes == bigHead && uint16At(programToServer, 2) != 0) {
        const std::size_t length = uint16At(programToServer, 4);
        if (length > 0 && length <= longestName && bigHead + length <= size) {
            programToServer.neededBytes = bigHead + length;
            return false;
        }
    }
    fillRequestRecord(size);
    return setKindAndSize(programToServer, XRecordKind::Request, size);
}

/// False: more bytes are needed, or the connection is lost.
bool XStreamReader::Private::readRequestSize(std::uint64_t &size)
{
    size = std::uint64_t(uint16At(programToServer, 2)) * 4;
    if (size > 0) {
        return true;
    }
    if (!areBigRequestsEnabled) {
        return stopParsing("a request has the length 0, although BIG-REQUESTS is not enabled");
    }
    if (programToServer.collectedBytes < bigHead) {
        programToServer.neededBytes = bigHead;
        return false;
    }
    size = std::uint64_t(XBytes::read32(&programToServer.head[4], bigEndian)) * 4;
    return size >= bigHead || stopParsing("a long request is shorter than its header");
}

void XStreamReader::Private::fillRequestRecord(std::uint64_t size)
{
    const std::uint8_t major = programToServer.head[0];
    XRecord &record = programToServer.record;
    record = {.flags = XRecord::FromProgram};
    using Replies = XPendingRequests::ExpectedReplies;
    XPendingRequests::PendingRequest entry;
    if (major < firstExtension) {
        record.name = {.extensionIndex = XName::coreProtocolIndex, .code = major};
        record.wireCode = static_cast<std::uint16_t>(major << 8);
        setFlag(record, XRecord::MapsWindow, major == mapWindow || major == mapSubwindows);
        entry.expectedReplies = major == listFontsWithInfo ? Replies::SeveralUntilUnnamedFont : Replies::AtMostOne;
        if (major == queryExtension && programToServer.collectedBytes > bigHead && size >= programToServer.collectedBytes) {
            const std::string_view name(reinterpret_cast<const char *>(&programToServer.head[bigHead]), programToServer.collectedBytes - bigHead);
            entry.queriedExtensionIndex = XNames::extension(name).value_or(XName::coreProtocolIndex);
        }
    } else {
        record.name = {.extensionIndex = codes.extension(major), .code = programToServer.head[1]};
        record.wireCode = static_cast<std::uint16_t>(major << 8 | programToServer.head[1]);
        areBigRequestsEnabled |= codes.isBigRequests(record.name.extensionIndex) && record.name.code == 0;
        entry.expectedReplies = codes.mayHaveManyReplies(record.name) ? Replies::AnyNumber : Replies::AtMostOne;
    }
    const bool isKnown = !XNames::messageName(XRecordKind::Request, record.name).empty();
    setFlag(record, XRecord::HasReply, XNames::hasReply(record.name));
    entry.name = record.name;
    entry.wireCode = record.wireCode;
    if (!isKnown) {
        entry.expectedReplies = Replies::NotKnown; // unknown whether, or how often, it is answered
    }
    pending.noteBegunRequest(entry, record.has(XRecord::HasReply) || !isKnown);
}

bool XStreamReader::Private::beginMessage()
{
    if (isConnectionRefused) {
        return stopParsing("the server speaks on after it refused the connection");
    }
    serverToProgram.record = {};
    switch (serverToProgram.head[0]) {
    case XMessage::error:
        return beginError();
    case XMessage::reply:
        return beginReply();
    default:
        return beginEvent();
    }
}

bool XStreamReader::Private::beginReply()
{
    const std::uint64_t size = XMessage::size(serverToProgram.head, bigEndian);
    const std::optional<XPendingRequests::PendingRequest> asked = pending.takeAnsweredRequest(uint16At(serverToProgram, 2), serverToProgram.head[1]);
    if (!asked) {
        return stopParsing("the server answers what was not asked");
    }
    if (static_cast<std::int32_t>(asked->sequence - lastAnsweredSequence) >= 0) {
        lastAnsweredSequence = asked->sequence;
    } else if (asked->expectedReplies != XPendingRequests::ExpectedReplies::AnyNumber
               && asked->expectedReplies != XPendingRequests::ExpectedReplies::NotKnown) {
        return stopParsing("the server's answers go back in the requests' order");
    }
    serverToProgram.record.sequence = asked->sequence;
    serverToProgram.record.name = asked->name;
    serverToProgram.record.wireCode = asked->wireCode;
    if (asked->queriedExtensionIndex != XName::coreProtocolIndex && serverToProgram.head[8] != 0) {
        const XExtensionCodes::ExtensionAnswer given{.extensionIndex = asked->queriedExtensionIndex,
                                                     .majorOpcode = serverToProgram.head[9],
                                                     .firstEvent = serverToProgram.head[10],
                                                     .firstError = serverToProgram.head[11]};
        if (const std::string_view why = codes.addExtension(given); !why.empty()) {
            return stopParsing(why);
        }
    }
    return setKindAndSize(serverToProgram, XRecordKind::Reply, size);
}

bool XStreamReader::Private::beginError()
{
    const std::optional<std::uint32_t> sequence = XPendingRequests::extendedSequence(uint16At(serverToProgram, 2), lastAnsweredSequence, sentRequestCount);
    if (!sequence) {
        return stopParsing("the server reports an error for a request that was not made");
    }
    lastAnsweredSequence = *sequence;
    pending.noteRequestFailed(lastAnsweredSequence);
    serverToProgram.record.sequence = lastAnsweredSequence;
    serverToProgram.record.name = codes.error(serverToProgram.head[1]);
    serverToProgram.record.wireCode = serverToProgram.head[1];
    return setKindAndSize(serverToProgram, XRecordKind::Error, XMessage::unit);
}

bool XStreamReader::Private::beginEvent()
{
    const std::uint8_t type = XMessage::type(serverToProgram.head);
    const std::uint64_t size = XMessage::size(serverToProgram.head, bigEndian);
    if (size > longestEvent) {
        return stopParsing("an event claims more than 1 MiB");
    }
    if (type != XMessage::keymapNotify) {
        const std::optional<std::uint32_t> sequence = XPendingRequests::extendedSequence(uint16At(serverToProgram, 2), lastAnsweredSequence, sentRequestCount);
        if (!sequence) {
            return stopParsing("events of the server refer to requests that were not made");
        }
        lastAnsweredSequence = *sequence;
        pending.noteRequestsProcessed(lastAnsweredSequence);
    }
    XRecord &record = serverToProgram.record;
    record.sequence = lastAnsweredSequence;
    if (type == XMessage::genericEvent) {
        if (serverToProgram.head[1] < firstExtension) {
            return stopParsing("a generic event does not belong to any extension");
        }
        record.name = codes.genericEvent(serverToProgram.head[1], uint16At(serverToProgram, 8));
        record.wireCode = static_cast<std::uint16_t>(serverToProgram.head[1] << 8 | (uint16At(serverToProgram, 8) & 0xff));
    } else {
        record.name = codes.event(type, serverToProgram.head[1]);
        record.wireCode = type;
    }
    setFlag(record, XRecord::SentByClient, (serverToProgram.head[0] & XMessage::sentByClient) != 0);
    setFlag(record, XRecord::UserInput, codes.isInput(record.name));
    return setKindAndSize(serverToProgram, XRecordKind::Event, size);
}
}
