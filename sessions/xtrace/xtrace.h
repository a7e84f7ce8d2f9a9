// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xrecord.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace Nightdesk
{
/// One X connection of a trace.
struct XConnection {
    std::uint16_t number = 0;
    XTraceMicroseconds openedAt = 0;
    std::optional<XTraceMicroseconds> closedAt;
    bool isBigEndian = false;
    std::string problem; ///< why the connection could not be parsed to its end, in English; empty: no problem
    bool operator==(const XConnection &) const = default;

    bool hasProblem() const
    {
        return !problem.empty();
    }
};

/// The state of the ssh connection at one time. Recorded in addition to the messages of the X connections.
struct XLinkSample {
    XTraceMicroseconds at = 0;
    XTraceMicroseconds roundTrip = -1; ///< including queues; < 0: not known
    XTraceMicroseconds pathRoundTrip = -1; ///< measured by TCP; < 0: not known
    std::int64_t retransmits = -1; ///< since the link's start; < 0: not known
    std::int64_t wireBytesFromProgram = -1; ///< bytes on the wire since the link's start, from the program; < 0: not known
    std::int64_t wireBytesToProgram = -1; ///< bytes on the wire since the link's start, to the program; < 0: not known
    std::int64_t payloadBytesFromProgram = -1; ///< as wireBytesFromProgram, but before ssh compressed them; < 0: not known
    std::int64_t payloadBytesToProgram = -1; ///< as wireBytesToProgram, but before ssh compressed them; < 0: not known
    bool operator==(const XLinkSample &) const = default;
};

/// The program, display and host to which a trace belongs.
struct XTraceTitle {
    std::string program = {}; ///< the command's first word, without a path
    std::string display = {}; ///< Session::key(), "lris/ds9"; empty: not from a profile
    std::string topology = {}; ///< "x11"; other topologies have no trace
    std::string host = {};
    bool operator==(const XTraceTitle &) const = default;
};

/// The messages of one program in the order in which they were relayed: a snapshot of an XTraceLog, or read from a file. A value, cheap to copy;
/// shared data is never changed. Held by the classes that show or evaluate it.
class XTrace
{
public:
    static constexpr std::size_t chunkSize = 4096;
    using Chunk = std::vector<XRecord>; ///< all chunks except the last have chunkSize records

    XTraceTitle title;
    std::chrono::system_clock::time_point begin; ///< when the program was started: time 0
    XTraceMicroseconds endTime = 0; ///< end of the trace
    std::optional<XTraceMicroseconds> startEndedAt; ///< when the program had finished starting
    std::optional<XTraceMicroseconds> gapBeganAt; ///< records from here to gapEndedAt were dropped: there were too many
    XTraceMicroseconds gapEndedAt = 0;
    std::int64_t emulatedBytesPerSecond = 0; ///< rate limit of the simulated network, each direction; 0: no limit, or not known
    std::optional<bool> isCompressed; ///< whether the link compressed; empty: not known
    std::vector<XConnection> connections;
    std::vector<XLinkSample> linkSamples;
    std::vector<std::shared_ptr<const Chunk>> chunks;

    std::size_t size() const;
    const XRecord &at(std::size_t index) const;
    /// Index of the first record that is not before @p time.
    std::size_t lowerBound(XTraceMicroseconds time) const;
    template<typename Function>
    void forEach(std::size_t from, std::size_t to, Function function) const
    {
        for (std::size_t i = from; i < to; ++i) {
            function(at(i));
        }
    }
};
}
