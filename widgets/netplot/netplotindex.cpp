// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotindex.h"

#include "sessions/xtrace/xnames.h"

#include <algorithm>
#include <numeric>

namespace Nightdesk
{
std::int64_t NetPlotIndex::Sums::up() const
{
    return std::accumulate(bytes.begin(), bytes.begin() + requestKindCount, std::int64_t{});
}

std::int64_t NetPlotIndex::Sums::down() const
{
    return std::accumulate(bytes.begin() + requestKindCount, bytes.end(), std::int64_t{});
}

NetPlotIndex::NetPlotIndex(const XTrace &trace, std::optional<std::uint16_t> connection, std::int64_t roundTrip)
    : m_trace(trace)
    , m_connectionNumber(connection)
{
    XLinkFigures link = XForecast::link(trace);
    if (roundTrip >= 0) {
        link.roundTrip = std::chrono::microseconds(roundTrip);
    }
    m_roundTrip = link.roundTrip.count();
    m_startupEnd = XForecast::startupEndTime(trace);
    m_interactions = XForecast::interactions(trace, link);
    computeSums();
    mergeWaits(XWaits::of(trace, 0, std::max(trace.end, std::int64_t{0}) + 1, roundTrip));
}

const XTrace &NetPlotIndex::trace() const
{
    return m_trace;
}

std::optional<std::uint16_t> NetPlotIndex::connection() const
{
    return m_connectionNumber;
}

bool NetPlotIndex::belongsToConnection(std::size_t index) const
{
    return m_kindOfMessage[index] != filteredOutMark;
}

NetPlotKind NetPlotIndex::kind(std::size_t index) const
{
    return m_kindOfMessage[index] == filteredOutMark ? NetPlotKind::Other : static_cast<NetPlotKind>(m_kindOfMessage[index]);
}

NetPlotKind NetPlotIndex::kindOf(const XRecord &record)
{
    switch (record.kind) {
    case XKind::Request:
        return static_cast<NetPlotKind>(XNames::byteClass(record.name));
    case XKind::Reply:
        return NetPlotKind::Reply;
    case XKind::Event:
        return NetPlotKind::Event;
    case XKind::Error:
        return NetPlotKind::Error;
    case XKind::Setup:
    case XKind::Lost:
    case XKind::Closed:
        break;
    }
    return record.has(XRecord::Up) ? NetPlotKind::Other : NetPlotKind::Reply;
}

void NetPlotIndex::computeSums()
{
    const std::size_t size = m_trace.size();
    m_kindOfMessage.reserve(size);
    m_sumsPerStride.reserve(size / sumStride + 1);
    Sums sums;
    std::size_t index = 0;
    for (const auto &chunk : m_trace.chunks) {
        for (const XRecord &record : *chunk) {
            if (index++ % sumStride == 0) {
                m_sumsPerStride.push_back(sums);
            }
            if (m_connectionNumber && record.connection != *m_connectionNumber) {
                m_kindOfMessage.push_back(filteredOutMark);
                continue;
            }
            const auto kind = static_cast<std::uint8_t>(kindOf(record));
            m_kindOfMessage.push_back(kind);
            sums.bytes[kind] += record.size;
            sums.errors += record.kind == XKind::Error;
        }
    }
    if (size % sumStride == 0) {
        m_sumsPerStride.push_back(sums); // the totals of all messages, which before(size()) returns
    }
}

NetPlotIndex::Sums NetPlotIndex::before(std::size_t index) const
{
    Sums sums = m_sumsPerStride[index / sumStride];
    for (std::size_t i = index - index % sumStride; i < index; ++i) {
        if (m_kindOfMessage[i] != filteredOutMark) {
            const XRecord &record = m_trace.at(i);
            sums.bytes[m_kindOfMessage[i]] += record.size;
            sums.errors += record.kind == XKind::Error;
        }
    }
    return sums;
}

/// Merges waits that overlap on several connections, so that each moment counts once.
void NetPlotIndex::mergeWaits(std::vector<XWait> waits)
{
    std::ranges::sort(waits, {}, &XWait::from);
    for (const XWait &wait : waits) {
        if (m_connectionNumber && wait.connection != *m_connectionNumber) {
            continue;
        }
        if (!m_waits.empty() && wait.from < m_waits.back().to) {
            m_waits.back().answered = std::max(m_waits.back().answered, wait.answered);
            m_waits.back().to = std::max(m_waits.back().to, wait.to);
        } else {
            m_waits.push_back({wait.from, wait.answered, wait.to});
        }
    }
    m_waitTimeBefore.reserve(m_waits.size());
    std::int64_t waited = 0;
    for (const Wait &wait : m_waits) {
        m_waitTimeBefore.push_back(waited);
        waited += wait.to - wait.from;
    }
}

std::optional<std::int64_t> NetPlotIndex::startupEndTime() const
{
    return m_startupEnd;
}

const std::vector<XInteraction> &NetPlotIndex::interactions() const
{
    return m_interactions;
}

std::int64_t NetPlotIndex::roundTrip() const
{
    return m_roundTrip;
}

const std::vector<NetPlotIndex::Wait> &NetPlotIndex::waits() const
{
    return m_waits;
}

std::int64_t NetPlotIndex::waitTimeBefore(std::int64_t time) const
{
    const auto next = std::ranges::lower_bound(m_waits, time, {}, &Wait::from);
    if (next == m_waits.begin()) {
        return 0;
    }
    const Wait &last = *std::prev(next);
    return m_waitTimeBefore[static_cast<std::size_t>(std::prev(next) - m_waits.begin())] + std::min(time, last.to) - last.from;
}
}
