// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtracelog.h"

#include <span>

namespace Nightdesk
{
/// The storage of XTraceLog and its limits: whole chunks of records, of which those of the start are always kept, and of the others the latest.
/// Times are arguments; not thread-safe: its owner, XTraceLog, locks.
class XTraceStore
{
public:
    XTraceStore(const XTraceTitle &title, const XTraceLimits &limits);

    void restart(std::chrono::system_clock::time_point wallTime);
    void markStartEnded(XTraceMicroseconds at);
    void setRecording(bool recording);
    void setCompressed(bool compressed);
    void addLinkSample(const XLinkSample &sample);
    /// The new connection's number; empty: there are too many.
    std::optional<std::uint16_t> openConnection(XTraceMicroseconds at);
    void closeConnection(std::uint16_t connection, XTraceMicroseconds at);
    void describeConnection(std::uint16_t connection, bool isBigEndian, std::string_view problem);
    void append(std::span<const XRecord> records);
    XTrace trace(XTraceMicroseconds until) const;

private:
    XConnection *findConnection(std::uint16_t number);
    bool isFull() const;
    void makeRoomForConnections();
    void noteUnrecordedConnections(XTraceMicroseconds at);
    void append(XRecord record);
    void dropOldRecords();
    void forgetChunk(std::size_t chunk);

    XTraceLimits m_traceLimits;
    XTrace m_trace; ///< the trace without its last chunk
    std::shared_ptr<XTrace::Chunk> m_lastChunk; ///< the last chunk: not full, and not shared with snapshots
    std::optional<std::size_t> m_programStartChunkCount; ///< number of the first chunks, which are never dropped; empty: all chunks so far are kept
    XTraceMicroseconds m_newestRecordTime = 0; ///< the newest record's time
    XTraceMicroseconds m_latestEntryTime = 0; ///< time of the latest entry of any kind
    std::uint32_t m_openedConnectionCount = 0;
    bool m_isRecording = false;
};
}
