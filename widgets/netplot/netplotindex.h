// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xforecast.h"
#include "monitors/xtraffic/xwaits.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// The meaning of a mark in a netplot, shown by its color.
enum class NetPlotKind : std::uint8_t {
    Images, // the first six kinds are the same as in XByteClass
    Glyphs,
    CoreFonts,
    Properties,
    Drawing,
    Other,
    Reply,
    Event,
    Error,
};

/// An index of a trace for drawing at any scale: the totals between any two messages take the same short time, for ten messages or a million. Made
/// once for each image of a trace (20 ms for a million messages), then only read, by any thread. Pure. Owned by NetPlotPainter.
class NetPlotIndex
{
public:
    static constexpr std::size_t kindCount = 9;
    static constexpr std::size_t requestKindCount = 6; ///< the first kinds: requests from the program

    /// Totals of all messages before one message.
    struct Sums {
        std::array<std::int64_t, kindCount> bytes{};
        std::int64_t errors = 0;
        std::int64_t up() const;
        std::int64_t down() const;
        bool operator==(const Sums &) const = default;
    };
    /// A time in which the program waited, seen at this workstation: until the server answered, then one round trip (estimated).
    struct Wait {
        std::int64_t from = 0;
        std::int64_t answered = 0;
        std::int64_t to = 0;
        bool operator==(const Wait &) const = default;
    };

    explicit NetPlotIndex(const XTrace &trace, std::optional<std::uint16_t> connection = {}, std::int64_t roundTrip = -1);

    const XTrace &trace() const;
    std::optional<std::uint16_t> connection() const;
    bool belongsToConnection(std::size_t index) const; ///< the message belongs to the requested connection
    NetPlotKind kind(std::size_t index) const;
    static NetPlotKind kindOf(const XRecord &record);
    /// Totals before message @p index, which is 0 to size().
    Sums before(std::size_t index) const;

    std::optional<std::int64_t> startupEndTime() const; ///< when the program's start was complete; empty: not yet
    const std::vector<XInteraction> &interactions() const;
    std::int64_t roundTrip() const; ///< the round trip used for waits(), microseconds
    const std::vector<Wait> &waits() const; ///< the waits do not overlap
    /// The time waited before @p time.
    std::int64_t waitTimeBefore(std::int64_t time) const;

private:
    static constexpr std::size_t sumStride = 64;
    static constexpr std::uint8_t filteredOutMark = 255;
    void computeSums();
    void mergeWaits(std::vector<XWait> waits);

    XTrace m_trace;
    std::optional<std::uint16_t> m_connectionNumber;
    std::int64_t m_roundTrip = 0;
    std::optional<std::int64_t> m_startupEnd;
    std::vector<XInteraction> m_interactions;
    std::vector<std::uint8_t> m_kindOfMessage; ///< the kind of each message of the trace
    std::vector<Sums> m_sumsPerStride; ///< totals of all messages before every 64th message
    std::vector<Wait> m_waits;
    std::vector<std::int64_t> m_waitTimeBefore; ///< time waited before each wait
};
}
