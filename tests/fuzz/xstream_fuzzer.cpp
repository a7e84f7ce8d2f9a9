// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Both directions of an X connection as they passed: pieces, each with a head of three bytes, whose lowest bit says which way it
// went and the other two how long it is. Read in other pieces it says the same; what is read is written to a file and read again.
#include "sessions/xtrace/xnames.h"
#include "sessions/xtrace/xstreamreader.h"
#include "sessions/xtrace/xtracefile.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

struct Run {
    std::vector<XRecord> records;
    std::string problem;
    bool bigEndian = false;
    std::uint64_t bytes = 0;
};

/// In pieces of at most @p most bytes; a piece's time is its number.
Run read(std::span<const std::uint8_t> input, std::size_t most)
{
    Run run;
    XStreamReader reader([&run](const XRecord &record) {
        run.records.push_back(record);
    });
    for (std::int64_t at = 0; input.size() >= 3; ++at) {
        const bool down = (input[0] & 1) != 0;
        const std::size_t size = std::min<std::size_t>(std::size_t(input[1]) | std::size_t(input[2]) << 8, input.size() - 3);
        auto piece = input.subspan(3, size);
        input = input.subspan(3 + size);
        run.bytes += size;
        while (!piece.empty()) {
            const auto part = piece.first(std::min(most, piece.size()));
            piece = piece.subspan(part.size());
            if (down) {
                reader.readBytesToProgram(part, at);
            } else {
                reader.readBytesFromProgram(part, at);
            }
        }
    }
    run.problem = reader.problem();
    run.bigEndian = reader.isBigEndian();
    return run;
}

void check(const Run &run)
{
    std::uint32_t requests = 0;
    std::uint64_t bytes = 0;
    std::int64_t newest = 0;
    for (const XRecord &record : run.records) {
        require(record.at >= newest && record.connection == 0);
        newest = record.at;
        bytes += record.size;
        require(record.kind != XRecordKind::Request || record.sequence == ++requests);
        require(record.sequence <= requests);
        const bool isNamed = record.kind != XRecordKind::Setup && record.kind != XRecordKind::ParsingStopped;
        require(XNames::label(record).empty() != isNamed);
    }
    require(bytes <= run.bytes);
    const bool saysLost = !run.records.empty() && run.records.back().kind == XRecordKind::ParsingStopped;
    require(saysLost == !run.problem.empty());
    require(std::ranges::count(run.records, XRecordKind::ParsingStopped, &XRecord::kind) == (saysLost ? 1 : 0));
}

void keep(const Run &run)
{
    XTrace trace;
    trace.endTime = run.records.empty() ? 0 : run.records.back().at;
    trace.connections.push_back({.number = 0, .openedAt = 0, .closedAt = {}, .isBigEndian = run.bigEndian, .problem = run.problem});
    trace.chunks.push_back(std::make_shared<const XTrace::Chunk>(run.records));
    std::stringstream file;
    require(XTraceFile::write(trace, file));
    const auto again = XTraceFile::read(file);
    require(again && again->connections == trace.connections && again->size() == run.records.size());
    for (std::size_t i = 0; i < run.records.size(); ++i) {
        XRecord expected = run.records[i];
        expected.at = expected.has(XRecord::UserInput) ? again->at(i).at : expected.at; // rounded
        require(again->at(i) == expected);
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::span<const std::uint8_t> input(data, size);
    const Run whole = read(input, size + 1);
    check(whole);
    const Run bytes = read(input, size < 4096 ? 1 : 7);
    require(bytes.records == whole.records && bytes.problem == whole.problem);
    if (!whole.records.empty() && whole.records.size() < 64) {
        keep(whole);
    }
    return 0;
}
