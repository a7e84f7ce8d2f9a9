// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xtracefile.h"

#include "sessions/xtrace/xnames.h"
#include "sessions/xtrace/xtracefilereader.h"
#include "sessions/xtrace/xtracewords.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <format>
#include <ostream>

namespace Nightdesk
{
namespace
{
constexpr std::size_t block = 1 << 16;
/// Times of input are rounded to this many microseconds, which suffices for a plot.
constexpr std::int64_t inputTimeGrain = 50'000;

using Line = nlohmann::ordered_json; ///< keys keep the order in which they were added

Line headerLine(const XTrace &trace)
{
    Line line{{XTraceWords::format, XTraceFile::format},
              {"program", trace.title.program},
              {"display", trace.title.display},
              {"topology", trace.title.topology},
              {"host", trace.title.host},
              {"begin", std::format("{:%FT%T}Z", std::chrono::floor<std::chrono::microseconds>(trace.begin))},
              {"end", trace.endTime}};
    if (trace.startEndedAt) {
        line["startEnded"] = *trace.startEndedAt;
    }
    if (trace.gapBeganAt) {
        line["gapFrom"] = *trace.gapBeganAt;
        line["gapTo"] = trace.gapEndedAt;
    }
    if (trace.emulatedBytesPerSecond > 0) {
        line["bytesPerSecond"] = trace.emulatedBytesPerSecond;
    }
    if (trace.isCompressed) {
        line["compression"] = *trace.isCompressed ? XTraceWords::on : XTraceWords::off;
    }
    line["messages"] = trace.size();
    return line;
}

Line connectionLine(const XConnection &connection)
{
    Line line{{"connection", connection.number}, {"opened", connection.openedAt}};
    if (connection.closedAt) {
        line["closed"] = *connection.closedAt;
    }
    if (connection.isBigEndian) {
        line["bigEndian"] = true;
    }
    if (!connection.problem.empty()) {
        line["problem"] = connection.problem;
    }
    return line;
}

Line linkSampleLine(const XLinkSample &sample)
{
    Line line;
    line["mark"] = sample.at;
    for (const auto &[word, value, most] : XTraceWords::figures) {
        if (sample.*value >= 0) {
            line[word] = std::min(sample.*value, most);
        }
    }
    return line;
}

/// The time of a record as written. Times of input are rounded, since exact ones would reveal the rhythm of somebody's typing. The order of records
/// is kept: not before @p least (the previous record), not across the end of the start, not out of a gap.
std::int64_t recordTime(const XTrace &trace, const XRecord &record, std::int64_t least)
{
    if (!record.has(XRecord::UserInput)) {
        return record.at;
    }
    if (trace.startEndedAt && record.at > *trace.startEndedAt) {
        least = std::max(least, *trace.startEndedAt + 1);
    }
    if (trace.gapBeganAt && record.at >= trace.gapEndedAt) {
        least = std::max(least, trace.gapEndedAt);
    }
    return std::max(least, record.at - record.at % inputTimeGrain);
}

Line recordLine(const XRecord &record, std::int64_t at)
{
    Line line{{"at", at}, {"on", record.connection}, {"kind", XTraceWords::kindWord(record.kind)}};
    if (XTraceWords::areRecordsNamed(record.kind)) {
        line["name"] = XNames::label(record);
        line["raw"] = record.wireCode;
    }
    line["size"] = record.size;
    line["sequence"] = record.sequence;
    for (const auto &[word, flag] : XTraceWords::flags) {
        if (record.has(flag)) {
            line[word] = true;
        }
    }
    return line;
}
}

bool XTraceFile::write(const XTrace &trace, std::ostream &out)
{
    std::string text;
    const auto flush = [&](std::size_t above) {
        if (text.size() > above) {
            out.write(text.data(), static_cast<std::streamsize>(text.size()));
            text.clear();
        }
        return !out.fail();
    };
    const auto add = [&text](const Line &line) {
        // Names from a peer may contain any bytes: invalid UTF-8 becomes U+FFFD.
        text += line.dump(-1, ' ', false, Line::error_handler_t::replace) + '\n';
    };
    add(headerLine(trace));
    for (const XConnection &connection : trace.connections) {
        add(connectionLine(connection));
    }
    for (const XLinkSample &sample : trace.linkSamples) {
        add(linkSampleLine(sample));
    }
    std::int64_t newest = 0;
    for (const auto &chunk : trace.chunks) {
        for (const XRecord &record : *chunk) {
            newest = recordTime(trace, record, newest);
            add(recordLine(record, newest));
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
