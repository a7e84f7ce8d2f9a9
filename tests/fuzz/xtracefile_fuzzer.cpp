// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A trace's file. What is read is written and read again, and is the same then, but for the times of keys.
#include "sessions/xtrace/xtracefile.h"

#include <cstdlib>
#include <sstream>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char *>(data), size));
    const auto trace = XTraceFile::read(in);
    if (!trace) {
        require(trace.error().line > 0 && !trace.error().what.empty());
        return 0;
    }
    std::stringstream file;
    require(XTraceFile::write(*trace, file));
    const auto again = XTraceFile::read(file);
    require(again && again->size() == trace->size() && again->linkSamples == trace->linkSamples && again->connections.size() == trace->connections.size());
    for (std::size_t i = 0; i < trace->size(); ++i) {
        const std::int64_t at = trace->at(i).at;
        const bool isRounded = trace->at(i).has(XRecord::UserInput); // and the reader sees to it that none goes back
        require((isRounded ? again->at(i).at <= at && at - again->at(i).at < 50'000 : again->at(i).at == at) && again->at(i).size == trace->at(i).size);
    }
    return 0;
}
