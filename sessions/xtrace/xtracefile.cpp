// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xtracefile.h"

#include "sessions/xtrace/xjsonwriter.h"
#include "sessions/xtrace/xnames.h"
#include "sessions/xtrace/xtracefilereader.h"
#include "sessions/xtrace/xtracewords.h"

#include <algorithm>
#include <format>
#include <ostream>

namespace Nightdesk
{
namespace
{
constexpr std::size_t block = 1 << 16;
constexpr std::int64_t grain = 50'000; ///< microseconds; a plot needs it no finer

void writeHead(XJsonWriter &to, const XTrace &trace)
{
    to.begin();
    to.add(XTraceWords::format, XTraceFile::format);
    to.add("program", trace.title.program);
    to.add("display", trace.title.display);
    to.add("topology", trace.title.topology);
    to.add("host", trace.title.host);
    to.add("begin", std::format("{:%FT%T}Z", std::chrono::floor<std::chrono::microseconds>(trace.begin)));
    to.add("end", trace.end);
    if (trace.startEnded) {
        to.add("startEnded", *trace.startEnded);
    }
    if (trace.gapFrom) {
        to.add("gapFrom", *trace.gapFrom);
        to.add("gapTo", trace.gapTo);
    }
    if (trace.bytesPerSecond > 0) {
        to.add("bytesPerSecond", trace.bytesPerSecond);
    }
    if (trace.isCompressed) {
        to.add("compression", *trace.isCompressed ? XTraceWords::on : XTraceWords::off);
    }
    to.add("messages", static_cast<std::int64_t>(trace.size()));
    to.end();
}

void writeConnection(XJsonWriter &to, const XConnection &connection)
{
    to.begin();
    to.add("connection", connection.number);
    to.add("opened", connection.openedAt);
    if (connection.closedAt) {
        to.add("closed", *connection.closedAt);
    }
    if (connection.isBigEndian) {
        to.addTrue("bigEndian");
    }
    if (!connection.problem.empty()) {
        to.add("problem", connection.problem);
    }
    to.end();
}

void writeMark(XJsonWriter &to, const XLinkMark &mark)
{
    to.begin();
    to.add("mark", mark.at);
    for (const auto &[word, value, most] : XTraceWords::figures) {
        if (mark.*value >= 0) {
            to.add(word, std::min(mark.*value, most));
        }
    }
    to.end();
}

/// Times of keys to the microsecond are the rhythm of somebody's typing. Nothing changes its place: not before @p least, the message
/// before it, nor over the start's end or out of a gap.
std::int64_t recordTime(const XTrace &trace, const XRecord &record, std::int64_t least)
{
    if (!record.has(XRecord::Input)) {
        return record.at;
    }
    if (trace.startEnded && record.at > *trace.startEnded) {
        least = std::max(least, *trace.startEnded + 1);
    }
    if (trace.gapFrom && record.at >= trace.gapTo) {
        least = std::max(least, trace.gapTo);
    }
    return std::max(least, record.at - record.at % grain);
}

void writeRecord(XJsonWriter &to, const XRecord &record, std::int64_t at)
{
    to.begin();
    to.add("at", at);
    to.add("on", record.connection);
    to.add("kind", XTraceWords::kind(record.kind));
    if (XTraceWords::isNamed(record.kind)) {
        to.add("name", XNames::label(record));
        to.add("raw", record.raw);
    }
    to.add("size", record.size);
    to.add("sequence", record.sequence);
    for (const auto &[word, flag] : XTraceWords::flags) {
        if (record.has(flag)) {
            to.addTrue(word);
        }
    }
    to.end();
}
}

bool XTraceFile::write(const XTrace &trace, std::ostream &out)
{
    XJsonWriter lines;
    const auto flush = [&](std::size_t above) {
        if (lines.lines().size() > above) {
            out.write(lines.lines().data(), static_cast<std::streamsize>(lines.lines().size()));
            lines.clear();
        }
        return !out.fail();
    };
    writeHead(lines, trace);
    for (const XConnection &connection : trace.connections) {
        writeConnection(lines, connection);
    }
    for (const XLinkMark &mark : trace.marks) {
        writeMark(lines, mark);
    }
    std::int64_t newest = 0;
    for (const auto &chunk : trace.chunks) {
        for (const XRecord &record : *chunk) {
            newest = recordTime(trace, record, newest);
            writeRecord(lines, record, newest);
            if (!flush(block)) {
                return false;
            }
        }
    }
    return flush(0) && !out.flush().fail();
}

std::expected<XTrace, XTraceFile::Problem> XTraceFile::read(std::istream &in)
{
    XTraceFileReader reader;
    return reader.read(in);
}
}
