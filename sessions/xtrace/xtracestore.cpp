// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xtracestore.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
/// Connections stored at a time; a shell script may open one for each of its programs.
constexpr std::size_t maxStoredConnections = 4096;
/// A number that stands for all surplus connections; no single connection has it.
constexpr std::uint32_t maxNumber = 65535;
constexpr std::string_view tooMany = "too many connections: some were not recorded";
constexpr std::size_t maxStoredLinkSamples = 4096; ///< with one a second: more than an hour
constexpr std::size_t keptLinkSamples = 1024; ///< so many of the newest samples are kept; of the older ones, every second one is removed
}

XTraceStore::XTraceStore(const XTraceTitle &title, const XTraceLimits &limits)
    : m_traceLimits(limits)
{
    m_trace.title = title;
    restart(std::chrono::system_clock::now());
}

void XTraceStore::restart(std::chrono::system_clock::time_point wallTime)
{
    XTrace empty;
    empty.title = std::move(m_trace.title);
    empty.begin = wallTime;
    m_trace = std::move(empty);
    m_lastChunk = std::make_shared<XTrace::Chunk>();
    m_programStartChunkCount.reset();
    m_newestRecordTime = 0;
    m_latestEntryTime = 0;
    m_openedConnectionCount = 0;
}

void XTraceStore::markStartEnded(XTraceMicroseconds at)
{
    if (m_trace.startEndedAt) {
        return;
    }
    m_trace.startEndedAt = at;
    if (!m_programStartChunkCount) {
        const auto later = std::ranges::find_if(m_trace.chunks, [at](const auto &chunk) {
            return chunk->front().at > at;
        });
        const bool isLast = later == m_trace.chunks.end() && !m_lastChunk->empty() && m_lastChunk->front().at <= at;
        m_programStartChunkCount = static_cast<std::size_t>(later - m_trace.chunks.begin()) + (isLast ? 1 : 0);
    }
}

void XTraceStore::setRecording(bool recording)
{
    m_isRecording = recording;
}

void XTraceStore::setCompressed(bool compressed)
{
    m_trace.isCompressed = compressed;
}

void XTraceStore::addLinkSample(const XLinkSample &sample)
{
    auto &linkSamples = m_trace.linkSamples;
    if (linkSamples.size() >= maxStoredLinkSamples) { // removes every second old sample; their counts are totals, so nothing is lost
        std::size_t index = 0;
        const std::size_t old = linkSamples.size() - keptLinkSamples;
        std::erase_if(linkSamples, [&index, old](const XLinkSample &) {
            return index++ < old && index % 2 == 0;
        });
    }
    linkSamples.push_back(sample);
    m_latestEntryTime = std::max(m_latestEntryTime, sample.at);
}

std::optional<std::uint16_t> XTraceStore::openConnection(XTraceMicroseconds at)
{
    if (isFull()) {
        makeRoomForConnections();
    }
    if (isFull()) {
        noteUnrecordedConnections(at);
        return std::nullopt;
    }
    const auto number = static_cast<std::uint16_t>(++m_openedConnectionCount);
    m_trace.connections.push_back({.number = number, .openedAt = at, .closedAt = {}, .problem = {}});
    m_latestEntryTime = std::max(m_latestEntryTime, at);
    return number;
}

bool XTraceStore::isFull() const
{
    return m_openedConnectionCount + 1 >= maxNumber || m_trace.connections.size() >= maxStoredConnections;
}

/// Drops old records to make room for new connections, which are more important than closed ones.
void XTraceStore::makeRoomForConnections()
{
    dropOldRecords();
    while (m_programStartChunkCount && m_trace.chunks.size() > *m_programStartChunkCount && m_openedConnectionCount + 1 < maxNumber
           && m_trace.connections.size() >= maxStoredConnections) {
        const std::int64_t from = m_trace.gapBeganAt.value_or(*m_programStartChunkCount > 0 ? m_trace.chunks[*m_programStartChunkCount - 1]->back().at : 0);
        const std::int64_t to = m_trace.chunks.back()->back().at;
        const bool helps = std::ranges::any_of(m_trace.connections, [&](const XConnection &connection) {
            return connection.openedAt > from && connection.closedAt && *connection.closedAt < to;
        });
        if (!helps) {
            return;
        }
        forgetChunk(*m_programStartChunkCount);
    }
}

/// Notes in the trace that some connections are missing.
void XTraceStore::noteUnrecordedConnections(XTraceMicroseconds at)
{
    auto &connections = m_trace.connections;
    if (!connections.empty() && connections.back().problem == tooMany) {
        return;
    }
    const std::uint32_t number = std::min(++m_openedConnectionCount, maxNumber);
    connections.push_back({.number = static_cast<std::uint16_t>(number), .openedAt = at, .closedAt = at, .problem = std::string(tooMany)});
    m_latestEntryTime = std::max(m_latestEntryTime, at);
}

void XTraceStore::closeConnection(std::uint16_t connection, XTraceMicroseconds at)
{
    if (XConnection *found = findConnection(connection)) {
        found->closedAt = std::max(at, m_newestRecordTime);
        append(XRecord{.at = at, .connection = connection, .kind = XRecordKind::Closed});
    }
}

void XTraceStore::describeConnection(std::uint16_t connection, bool isBigEndian, std::string_view problem)
{
    if (XConnection *found = findConnection(connection)) {
        found->isBigEndian = isBigEndian;
        found->problem = problem;
    }
}

XConnection *XTraceStore::findConnection(std::uint16_t number)
{
    const auto found = std::ranges::lower_bound(m_trace.connections, number, {}, &XConnection::number);
    return found != m_trace.connections.end() && found->number == number ? &*found : nullptr;
}

void XTraceStore::append(std::span<const XRecord> records)
{
    for (const XRecord &record : records) {
        append(record);
    }
}

void XTraceStore::append(XRecord record)
{
    record.at = std::max(record.at, m_newestRecordTime); // lowerBound() requires ascending times
    if (m_lastChunk->capacity() == 0) {
        m_lastChunk->reserve(XTrace::chunkSize);
    }
    m_lastChunk->push_back(record);
    m_newestRecordTime = record.at;
    m_latestEntryTime = std::max(m_latestEntryTime, record.at);
    if (m_lastChunk->size() == XTrace::chunkSize) {
        m_trace.chunks.push_back(std::exchange(m_lastChunk, std::make_shared<XTrace::Chunk>()));
        dropOldRecords();
    }
}

void XTraceStore::dropOldRecords()
{
    auto &chunks = m_trace.chunks;
    if (!m_programStartChunkCount && chunks.size() * XTrace::chunkSize >= m_traceLimits.maxStartRecords) {
        m_programStartChunkCount = chunks.size();
    }
    if (!m_programStartChunkCount) {
        return;
    }
    const std::size_t records =
        m_isRecording ? std::max(m_traceLimits.maxRecordsAfterStart, m_traceLimits.maxRecordingRecords) : m_traceLimits.maxRecordsAfterStart;
    const std::size_t live = std::max<std::size_t>(records / XTrace::chunkSize, 1);
    const std::int64_t oldest = m_latestEntryTime - std::chrono::microseconds(m_traceLimits.keptSpanAfterStart).count();
    const auto isOld = [&](const XTrace::Chunk &chunk) {
        return m_trace.startEndedAt && !m_isRecording && chunk.back().at < oldest;
    };
    while (chunks.size() > *m_programStartChunkCount && (chunks.size() - *m_programStartChunkCount > live || isOld(*chunks[*m_programStartChunkCount]))) {
        forgetChunk(*m_programStartChunkCount);
    }
}

void XTraceStore::forgetChunk(std::size_t chunk)
{
    auto &chunks = m_trace.chunks;
    if (!m_trace.gapBeganAt) {
        m_trace.gapBeganAt = chunk > 0 ? chunks[chunk - 1]->back().at : 0;
    }
    m_trace.gapEndedAt = chunks[chunk]->back().at;
    chunks.erase(chunks.begin() + static_cast<std::ptrdiff_t>(chunk));
    // Removes connections that opened and closed within the gap.
    std::erase_if(m_trace.connections, [this](const XConnection &connection) {
        return connection.openedAt > *m_trace.gapBeganAt && connection.closedAt && *connection.closedAt < m_trace.gapEndedAt;
    });
}

XTrace XTraceStore::trace(XTraceMicroseconds until) const
{
    XTrace trace = m_trace;
    trace.endTime = std::max(m_latestEntryTime, until);
    if (!m_lastChunk->empty()) {
        trace.chunks.push_back(std::make_shared<const XTrace::Chunk>(*m_lastChunk));
    }
    return trace;
}
}
