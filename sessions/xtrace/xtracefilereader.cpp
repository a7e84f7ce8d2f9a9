// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xtracefilereader.h"

#include "sessions/xtrace/xnames.h"
#include "sessions/xtrace/xtracewords.h"

#include <istream>
#include <sstream>

namespace Nightdesk
{
namespace
{
constexpr std::int64_t maxMessages = 20'000'000; ///< half a GB of records
constexpr std::size_t maxConnectionNumber = 65535;
constexpr std::size_t maxReadMarks = 1'000'000;
constexpr std::size_t maxNames = 65536;
constexpr std::int64_t maxTime = XTraceWords::maxTime;

/// Reads a line without its end, at most longest + 1 characters.
std::optional<std::string> readNextLine(std::istream &in)
{
    std::string line;
    auto *buffer = in.rdbuf();
    int c = buffer ? buffer->sbumpc() : EOF;
    if (c == EOF) {
        return std::nullopt;
    }
    for (; c != EOF && c != '\n' && line.size() <= XJsonLine::maxLineLength; c = buffer->sbumpc()) {
        line += static_cast<char>(c);
    }
    return line;
}

std::optional<std::chrono::system_clock::time_point> timeFromText(const std::string &text)
{
    std::chrono::sys_time<std::chrono::microseconds> time;
    std::istringstream stream(text);
    stream >> std::chrono::parse("%FT%TZ", time);
    // The system clock counts nanoseconds in 64 bits, which end in 2262.
    const bool isTime =
        !stream.fail() && stream.peek() == EOF && time >= std::chrono::sys_days() && time < std::chrono::sys_days(std::chrono::year(2200) / 1 / 1);
    return isTime ? std::optional(std::chrono::system_clock::time_point(time)) : std::nullopt;
}
}

std::expected<XTrace, XTraceFile::Problem> XTraceFileReader::read(std::istream &in)
{
    std::size_t number = 0;
    while (const std::optional<std::string> line = readNextLine(in)) {
        ++number;
        if (const Text what = line->size() > XJsonLine::maxLineLength ? "the line is too long for a trace" : readLine(*line); !what.empty()) {
            return std::unexpected(XTraceFile::Problem{.line = number, .what = what});
        }
    }
    if (const Text what = missingDataProblem(); !what.empty()) {
        return std::unexpected(XTraceFile::Problem{.line = number + 1, .what = what});
    }
    if (!m_lastChunk.empty()) {
        m_trace.chunks.push_back(std::make_shared<const XTrace::Chunk>(std::move(m_lastChunk)));
    }
    return std::move(m_trace);
}

XTraceFileReader::Text XTraceFileReader::missingDataProblem() const
{
    if (!m_hasHeader) {
        return "the file is empty";
    }
    return m_readMessageCount < m_headerMessageCount
        ? "the file ends here, and " + std::to_string(m_headerMessageCount - m_readMessageCount) + " messages are missing"
        : Text();
}

XTraceFileReader::Text XTraceFileReader::readLine(const std::string &line)
{
    XJsonLine fields(line);
    Text what;
    if (!m_hasHeader) {
        what = readHeader(fields);
    } else if (fields.has("at")) {
        what = readRecord(fields);
    } else if (fields.has("mark")) {
        what = readLinkSample(fields);
    } else {
        what = readConnection(fields);
    }
    if (!fields.problem().empty()) {
        return fields.problem();
    }
    return what.empty() ? fields.surplusKeyProblem() : what;
}

XTraceFileReader::Text XTraceFileReader::readHeader(XJsonLine &line)
{
    if (!line.has(XTraceWords::format)) {
        return "the first line does not contain \"nightdesk-xtrace\"";
    }
    if (const std::int64_t format = line.number(XTraceWords::format); format != XTraceFile::format) {
        return "the trace has format " + std::to_string(format) + ", but this Nightdesk reads only format 1";
    }
    m_trace.title = {.program = line.text("program"), .display = line.text("display"), .topology = line.text("topology"), .host = line.text("host")};
    const auto begin = timeFromText(line.text("begin"));
    m_trace.begin = begin.value_or(std::chrono::system_clock::time_point());
    m_trace.endTime = line.number("end", 0, maxTime);
    m_trace.startEndedAt = line.optionalNumber("startEnded", 0, maxTime);
    m_trace.gapBeganAt = line.optionalNumber("gapFrom", 0, maxTime);
    if (m_trace.gapBeganAt) {
        m_trace.gapEndedAt = line.number("gapTo", *m_trace.gapBeganAt, maxTime);
    }
    m_trace.emulatedBytesPerSecond = line.optionalNumber("bytesPerSecond", 1).value_or(0);
    m_headerMessageCount = line.number("messages", 0, maxMessages);
    m_hasHeader = true;
    if (line.has("compression")) {
        const Text word = line.text("compression");
        if (word != XTraceWords::on && word != XTraceWords::off) {
            return "\"compression\" must be \"on\" or \"off\"";
        }
        m_trace.isCompressed = word == XTraceWords::on;
    }
    return begin ? Text() : "\"begin\" is not a valid time, for example 2026-11-22T07:00:00.000000Z";
}

XTraceFileReader::Text XTraceFileReader::readConnection(XJsonLine &line)
{
    auto &connections = m_trace.connections;
    XConnection connection;
    connection.number = static_cast<std::uint16_t>(line.number("connection", 0, maxConnectionNumber));
    connection.openedAt = line.number("opened", 0, maxTime);
    connection.closedAt = line.optionalNumber("closed", connection.openedAt, maxTime);
    connection.isBigEndian = line.flag("bigEndian");
    if (line.has("problem")) {
        connection.problem = line.text("problem");
    }
    if (!connections.empty() && connections.back().number >= connection.number) {
        return "connection numbers must increase";
    }
    connections.push_back(std::move(connection));
    return {};
}

XTraceFileReader::Text XTraceFileReader::readLinkSample(XJsonLine &line)
{
    XLinkSample mark;
    mark.at = line.number("mark", m_newestLinkSampleTime, maxTime);
    for (const auto &[word, value, most] : XTraceWords::figures) {
        mark.*value = line.optionalNumber(word, 0, most).value_or(-1);
    }
    if (m_trace.linkSamples.size() >= maxReadMarks) {
        return "the trace has more than 1,000,000 marks";
    }
    m_newestLinkSampleTime = mark.at;
    m_trace.linkSamples.push_back(mark);
    return {};
}

XTraceFileReader::Text XTraceFileReader::readRecord(XJsonLine &line)
{
    XRecord record;
    record.at = line.number("at", m_newestRecordTime, maxTime);
    record.connection = static_cast<std::uint16_t>(line.number("on", 0, maxConnectionNumber));
    record.size = static_cast<std::uint32_t>(line.number("size", 0, std::numeric_limits<std::uint32_t>::max()));
    record.sequence = static_cast<std::uint32_t>(line.number("sequence", 0, std::numeric_limits<std::uint32_t>::max()));
    for (const auto &[word, flag] : XTraceWords::flags) {
        record.flags = static_cast<std::uint8_t>(record.flags | (line.flag(word) ? flag : 0));
    }
    if (const Text what = readKindAndName(line, record); !what.empty()) {
        return what;
    }
    if (!std::ranges::binary_search(m_trace.connections, record.connection, {}, &XConnection::number)) {
        return "no connection has the number " + std::to_string(record.connection);
    }
    if (++m_readMessageCount > m_headerMessageCount) {
        return "the trace has more messages than the first line states";
    }
    m_newestRecordTime = record.at;
    if (m_lastChunk.empty()) {
        m_lastChunk.reserve(XTrace::chunkSize);
    }
    m_lastChunk.push_back(record);
    if (m_lastChunk.size() == XTrace::chunkSize) {
        m_trace.chunks.push_back(std::make_shared<const XTrace::Chunk>(std::exchange(m_lastChunk, {})));
    }
    return {};
}

XTraceFileReader::Text XTraceFileReader::readKindAndName(XJsonLine &line, XRecord &record)
{
    const Text kind = line.text("kind");
    const auto found = std::ranges::find(XTraceWords::kinds, kind, &std::pair<XRecordKind, std::string_view>::second);
    if (found == std::end(XTraceWords::kinds)) {
        return "\"kind\" is none that is known here";
    }
    record.kind = found->first;
    if (!XTraceWords::areRecordsNamed(record.kind)) {
        return {};
    }
    record.wireCode = static_cast<std::uint16_t>(line.number("raw", 0, std::numeric_limits<std::uint16_t>::max()));
    std::pair<XRecordKind, std::string> key(record.kind, line.text("name"));
    auto name = m_nameCache.find(key);
    if (name == m_nameCache.end()) {
        if (m_nameCache.size() >= maxNames) {
            return "the trace has more than 65,536 different names";
        }
        const std::optional<XName> known = XNames::parseLabel(key.first, key.second);
        name = m_nameCache.emplace(std::move(key), known).first;
    }
    // A name from another version's tables: only its number can be used.
    const bool isGeneric = record.kind == XRecordKind::Event && record.wireCode > 0xff;
    const int code = isGeneric ? XName::genericEventFlag | std::min(record.wireCode & 0xff, 0x7f) : record.wireCode & 0xff;
    const XName unknown{.extensionIndex = XName::unknownExtensionIndex, .code = static_cast<std::uint8_t>(code)};
    record.name = name->second.value_or(unknown);
    return {};
}
}
