// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xtracetrim.h"

#include <algorithm>

namespace Nightdesk
{
XTrace XTraceTrim::trimmed(const XTrace &trace, std::size_t maxRecords)
{
    const std::size_t size = trace.size();
    if (size <= maxRecords) {
        return trace;
    }
    const std::size_t startEnd = trace.startEndedAt ? trace.lowerBound(*trace.startEndedAt + 1) : size;
    // a gap that the trace already has becomes a part of the new gap
    const std::size_t gapBegin = trace.gapBeganAt ? trace.lowerBound(*trace.gapBeganAt) : size;
    const std::size_t head = std::min({startEnd, gapBegin, maxRecords - maxRecords / 4});
    const std::size_t tailBegin = std::max(size - (maxRecords - head), trace.gapBeganAt ? trace.lowerBound(trace.gapEndedAt) : 0);

    XTrace result = trace;
    result.chunks.clear();
    XTrace::Chunk chunk;
    const auto flush = [&] {
        if (!chunk.empty()) {
            result.chunks.push_back(std::make_shared<const XTrace::Chunk>(std::move(chunk)));
            chunk = {};
        }
    };
    const auto add = [&](const XRecord &record) {
        chunk.push_back(record);
        if (chunk.size() == XTrace::chunkSize) {
            flush();
        }
    };
    trace.forEach(0, head, add);
    trace.forEach(tailBegin, size, add);
    flush();
    result.gapBeganAt = head == 0 ? 0 : trace.at(head - 1).at + 1;
    // The first message after the gap may have the same time as the last one before it. Then the gap ends when it begins.
    result.gapEndedAt = std::max(*result.gapBeganAt, tailBegin < size ? trace.at(tailBegin).at : trace.endTime);
    return result;
}
}
