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
    Text readHead(XJsonLine &line);
    Text readConnection(XJsonLine &line);
    Text readMark(XJsonLine &line);
    Text readRecord(XJsonLine &line);
    Text nameRecord(XJsonLine &line, XRecord &record);
    Text missing() const;

    XTrace m_trace;
    bool m_hasHead = false;
    std::int64_t m_messages = 0; ///< number of messages, from the header
    std::int64_t m_read = 0;
    std::int64_t m_newest = 0;
    std::int64_t m_newestMark = 0;
    XTrace::Chunk m_last;
    std::map<std::pair<XKind, std::string>, std::optional<XName>, std::less<>> m_names; ///< cache, so that each name is looked up once
};
}
