// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xjsonline.h"
#include "sessions/xtrace/xtracefile.h"

#include <map>

namespace Nightdesk
{
/// Reads one trace's file, line by line. Made by XTraceFile for one file.
class XTraceFileReader
{
public:
    std::expected<XTrace, XTraceFile::Problem> read(std::istream &in);

private:
    using Text = std::string;
    Text readLine(const std::string &line); ///< returns the problem; empty: none
    Text readHeader(XJsonLine &line);
    Text readConnection(XJsonLine &line);
    Text readLinkSample(XJsonLine &line);
    Text readRecord(XJsonLine &line);
    Text readKindAndName(XJsonLine &line, XRecord &record);
    Text missingDataProblem() const;

    XTrace m_trace;
    bool m_hasHeader = false;
    std::int64_t m_headerMessageCount = 0; ///< number of messages, from the header
    std::int64_t m_readMessageCount = 0;
    XTraceMicroseconds m_newestRecordTime = 0;
    XTraceMicroseconds m_newestLinkSampleTime = 0;
    XTrace::Chunk m_lastChunk;
    std::map<std::pair<XRecordKind, std::string>, std::optional<XName>, std::less<>> m_nameCache; ///< cache, so that each name is looked up once
};
}
