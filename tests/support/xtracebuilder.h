// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <algorithm>
#include <map>

namespace Nightdesk
{
/// Makes traces by hand, as a relay at the site's end would have seen them: of a program that does one thing after another beyond a
/// line. Times are microseconds. Its clock runs at the site; each connection's program has one of its own, which says when it is
/// ready to speak again.
class XTraceBuilder
{
public:
    explicit XTraceBuilder(std::int64_t roundTrip = 0)
        : m_roundTrip(roundTrip)
    {
        m_trace.title = {.program = "hand", .display = {}, .topology = "x11", .host = {}};
        m_trace.begin = std::chrono::system_clock::time_point(std::chrono::hours(24 * 365 * 56));
    }

    static constexpr XName core(std::uint8_t opcode)
    {
        return {.extensionIndex = XName::coreProtocolIndex, .code = opcode};
    }

    /// What the program does by itself before it speaks next.
    XTraceBuilder &think(std::int64_t time, std::uint16_t connection = 0)
    {
        m_ready[connection] += time;
        return *this;
    }

    /// Requests without an answer, in one go.
    XTraceBuilder &say(std::uint8_t opcode, std::uint32_t size = 16, int count = 1, std::uint8_t flags = 0, std::uint16_t connection = 0)
    {
        for (int i = 0; i < count; ++i) {
            up(core(opcode), size, flags, connection);
        }
        return *this;
    }

    /// A request, and its answer @p serverTime later; waits for it, or not.
    XTraceBuilder &ask(std::uint8_t opcode,
                       std::int64_t serverTime = 50,
                       bool waits = true,
                       std::uint16_t connection = 0,
                       std::uint32_t size = 8,
                       std::uint32_t replySize = 32)
    {
        up(core(opcode), size, XRecord::HasReply, connection);
        const std::int64_t answered = m_ready[connection] + serverTime;
        add({.at = answered,
             .size = replySize,
             .sequence = m_sequence[connection],
             .connection = connection,
             .name = core(opcode),
             .kind = XRecordKind::Reply,
             .flags = 0,
             .wireCode = 0});
        if (waits) {
            m_ready[connection] = answered + m_roundTrip;
        }
        return *this;
    }

    XTraceBuilder &connect(std::uint16_t connection = 0)
    {
        m_trace.connections.push_back({.number = connection, .openedAt = m_ready[connection], .closedAt = {}, .isBigEndian = false, .problem = {}});
        add({.at = m_ready[connection],
             .size = 48,
             .sequence = 0,
             .connection = connection,
             .name = {},
             .kind = XRecordKind::Setup,
             .flags = XRecord::FromProgram,
             .wireCode = 0});
        add({.at = m_ready[connection] + 50,
             .size = 8000,
             .sequence = 0,
             .connection = connection,
             .name = {},
             .kind = XRecordKind::Setup,
             .flags = 0,
             .wireCode = 0});
        m_ready[connection] += 50 + m_roundTrip;
        return *this;
    }

    /// The server says something by itself, now as the site has it: when the program spoke last.
    XTraceBuilder &event(std::uint8_t code, std::uint8_t flags = 0, std::uint16_t connection = 0)
    {
        add({.at = m_ready[connection],
             .size = 32,
             .sequence = m_sequence[connection],
             .connection = connection,
             .name = core(code),
             .kind = XRecordKind::Event,
             .flags = flags,
             .wireCode = code});
        return *this;
    }

    /// A person's key comes to the program, which can answer a round trip later.
    XTraceBuilder &key(std::uint16_t connection = 0)
    {
        event(2, XRecord::UserInput, connection);
        m_ready[connection] += m_roundTrip;
        return *this;
    }

    XTraceBuilder &error(std::uint8_t code, std::uint32_t sequence, std::uint16_t connection = 0)
    {
        add({.at = m_ready[connection],
             .size = 32,
             .sequence = sequence,
             .connection = connection,
             .name = core(code),
             .kind = XRecordKind::Error,
             .flags = 0,
             .wireCode = code});
        return *this;
    }

    XTraceBuilder &close(std::uint16_t connection = 0)
    {
        for (XConnection &each : m_trace.connections) {
            if (each.number == connection) {
                each.closedAt = m_ready[connection];
            }
        }
        add({.at = m_ready[connection],
             .size = 0,
             .sequence = 0,
             .connection = connection,
             .name = {},
             .kind = XRecordKind::Closed,
             .flags = XRecord::FromProgram,
             .wireCode = 0});
        return *this;
    }

    XTraceBuilder &mark(std::int64_t at, std::int64_t roundTrip, std::int64_t retransmits = -1)
    {
        m_trace.linkSamples.push_back({.at = at, .roundTrip = roundTrip, .pathRoundTrip = -1, .retransmits = retransmits, .wireBytesFromProgram = -1});
        return *this;
    }

    void add(const XRecord &record)
    {
        m_records.push_back(record);
    }

    /// Changes what build() starts from: title, startEnded, gaps.
    XTrace &trace()
    {
        return m_trace;
    }

    std::int64_t now(std::uint16_t connection = 0) const
    {
        const auto ready = m_ready.find(connection);
        return ready == m_ready.end() ? 0 : ready->second;
    }

    /// @p end: until when it tells; < 0: its last record.
    XTrace build(std::int64_t end = -1) const
    {
        std::vector<XRecord> records = m_records;
        std::ranges::stable_sort(records, {}, &XRecord::at);
        XTrace trace = m_trace;
        for (std::size_t i = 0; i < records.size(); i += XTrace::chunkSize) {
            trace.chunks.push_back(
                std::make_shared<XTrace::Chunk>(records.begin() + static_cast<std::ptrdiff_t>(i),
                                                records.begin() + static_cast<std::ptrdiff_t>(std::min(records.size(), i + XTrace::chunkSize))));
        }
        trace.endTime = end >= 0 ? end : records.empty() ? 0 : records.back().at;
        return trace;
    }

private:
    void up(XName name, std::uint32_t size, std::uint8_t flags, std::uint16_t connection)
    {
        add({.at = m_ready[connection],
             .size = size,
             .sequence = ++m_sequence[connection],
             .connection = connection,
             .name = name,
             .kind = XRecordKind::Request,
             .flags = static_cast<std::uint8_t>(flags | XRecord::FromProgram),
             .wireCode = static_cast<std::uint16_t>(name.code << 8)});
    }

    std::int64_t m_roundTrip;
    XTrace m_trace;
    std::vector<XRecord> m_records;
    std::map<std::uint16_t, std::int64_t> m_ready;
    std::map<std::uint16_t, std::uint32_t> m_sequence;
};
}
