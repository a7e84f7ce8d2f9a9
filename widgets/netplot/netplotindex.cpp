// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotindex.h"

#include "sessions/xtrace/xnames.h"

#include <algorithm>
#include <numeric>

namespace Nightdesk
{
std::int64_t NetPlotIndex::Sums::bytesUp() const
{
    return std::accumulate(bytes.begin(), bytes.begin() + requestKindCount, std::int64_t{});
}

std::int64_t NetPlotIndex::Sums::bytesDown() const
{
    return std::accumulate(bytes.begin() + requestKindCount, bytes.end(), std::int64_t{});
}

NetPlotIndex::NetPlotIndex(const XTrace &trace, std::optional<std::uint16_t> connection, std::int64_t roundTripUsec)
    : m_trace(trace)
    , m_connectionNumber(connection)
{
    XLinkFigures link = XForecast::linkFiguresOf(trace);
    if (roundTripUsec >= 0) {
        link.roundTrip = std::chrono::microseconds(roundTripUsec);
    }
    m_roundTripUsec = link.roundTrip.count();
    m_startupEndUsec = XForecast::startupEndMicroseconds(trace);
    m_interactions = XForecast::interactions(trace, link);
    computeSums();
    mergeWaits(XWaits::of(trace, 0, std::max(trace.endTime, std::int64_t{0}) + 1, roundTripUsec));
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
    return m_messageKinds[index] != filteredOutKind;
}

NetPlotMessageKind NetPlotIndex::kind(std::size_t index) const
{
    return m_messageKinds[index] == filteredOutKind ? NetPlotMessageKind::Other : static_cast<NetPlotMessageKind>(m_messageKinds[index]);
}

NetPlotMessageKind NetPlotIndex::kindOf(const XRecord &record)
{
    switch (record.kind) {
    case XRecordKind::Request:
        return static_cast<NetPlotMessageKind>(XNames::byteClass(record.name));
    case XRecordKind::Reply:
        return NetPlotMessageKind::Reply;
    case XRecordKind::Event:
        return NetPlotMessageKind::Event;
    case XRecordKind::Error:
        return NetPlotMessageKind::Error;
    case XRecordKind::Setup:
    case XRecordKind::ParsingStopped:
    case XRecordKind::Closed:
        break;
    }
    return record.has(XRecord::FromProgram) ? NetPlotMessageKind::Other : NetPlotMessageKind::Reply;
}

void NetPlotIndex::computeSums()
{
    const std::size_t size = m_trace.size();
    m_messageKinds.reserve(size);
    m_sumsPerBlock.reserve(size / messagesPerBlock + 1);
    Sums sums;
    std::size_t index = 0;
    for (const auto &chunk : m_trace.chunks) {
        for (const XRecord &record : *chunk) {
            if (index++ % messagesPerBlock == 0) {
                m_sumsPerBlock.push_back(sums);
            }
            if (m_connectionNumber && record.connection != *m_connectionNumber) {
                m_messageKinds.push_back(filteredOutKind);
                continue;
            }
            const auto kind = static_cast<std::uint8_t>(kindOf(record));
            m_messageKinds.push_back(kind);
            sums.bytes[kind] += record.size;
            sums.errors += record.kind == XRecordKind::Error;
        }
    }
    if (size % messagesPerBlock == 0) {
        m_sumsPerBlock.push_back(sums); // the totals of all messages, which sumsBefore(size()) returns
    }
}

NetPlotIndex::Sums NetPlotIndex::sumsBefore(std::size_t index) const
{
    Sums sums = m_sumsPerBlock[index / messagesPerBlock];
    for (std::size_t i = index - index % messagesPerBlock; i < index; ++i) {
        if (m_messageKinds[i] != filteredOutKind) {
            const XRecord &record = m_trace.at(i);
            sums.bytes[m_messageKinds[i]] += record.size;
            sums.errors += record.kind == XRecordKind::Error;
        }
    }
    return sums;
}

/// Merges waits that overlap on several connections, so that each moment counts once.
void NetPlotIndex::mergeWaits(std::vector<XWait> waits)
{
    std::ranges::sort(waits, {}, &XWait::beganAt);
    for (const XWait &wait : waits) {
        if (m_connectionNumber && wait.connection != *m_connectionNumber) {
            continue;
        }
        if (!m_waits.empty() && wait.beganAt < m_waits.back().toUsec) {
            m_waits.back().answeredUsec = std::max(m_waits.back().answeredUsec, wait.answeredAt);
            m_waits.back().toUsec = std::max(m_waits.back().toUsec, wait.endedAt);
        } else {
            m_waits.push_back({wait.beganAt, wait.answeredAt, wait.endedAt});
        }
    }
    m_totalWaitUsecBeforeEachWait.reserve(m_waits.size());
    std::int64_t waited = 0;
    for (const Wait &wait : m_waits) {
        m_totalWaitUsecBeforeEachWait.push_back(waited);
        waited += wait.toUsec - wait.fromUsec;
    }
}

std::optional<std::int64_t> NetPlotIndex::startupEndUsec() const
{
    return m_startupEndUsec;
}

const std::vector<XInteraction> &NetPlotIndex::interactions() const
{
    return m_interactions;
}

std::int64_t NetPlotIndex::roundTripUsec() const
{
    return m_roundTripUsec;
}

const std::vector<NetPlotIndex::Wait> &NetPlotIndex::waits() const
{
    return m_waits;
}

std::int64_t NetPlotIndex::totalWaitUsecBefore(std::int64_t usec) const
{
    const auto next = std::ranges::lower_bound(m_waits, usec, {}, &Wait::fromUsec);
    if (next == m_waits.begin()) {
        return 0;
    }
    const Wait &last = *std::prev(next);
    return m_totalWaitUsecBeforeEachWait[static_cast<std::size_t>(std::prev(next) - m_waits.begin())] + std::min(usec, last.toUsec) - last.fromUsec;
}
}
