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
/// The kind of an X message, shown in a netplot by the color of its mark.
enum class NetPlotMessageKind : std::uint8_t {
    Images, // the enumerators from here to Other are the kinds of requests, with the same values as in XByteClass
    Glyphs,
    CoreFonts,
    WindowProperties,
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
    static constexpr std::size_t requestKindCount = 6; ///< number of kinds of requests: Images to Other

    /// Totals of all messages before one message.
    struct Sums {
        std::array<std::int64_t, kindCount> bytes{};
        std::int64_t errors = 0;
        std::int64_t bytesUp() const;
        std::int64_t bytesDown() const;
        bool operator==(const Sums &) const = default;
    };
    /// A time in which the program waited, as seen at this workstation. The server answered at answeredUsec. The answer reached the program at
    /// toUsec, one round trip later, which is an estimate.
    struct Wait {
        std::int64_t fromUsec = 0;
        std::int64_t answeredUsec = 0;
        std::int64_t toUsec = 0;
        bool operator==(const Wait &) const = default;
    };

    explicit NetPlotIndex(const XTrace &trace, std::optional<std::uint16_t> connection = {}, std::int64_t roundTripUsec = -1);

    const XTrace &trace() const;
    std::optional<std::uint16_t> connection() const;
    bool belongsToConnection(std::size_t index) const; ///< the message belongs to the requested connection
    NetPlotMessageKind kind(std::size_t index) const;
    static NetPlotMessageKind kindOf(const XRecord &record);
    /// Totals before message @p index, which is 0 to size().
    Sums sumsBefore(std::size_t index) const;

    std::optional<std::int64_t> startupEndUsec() const; ///< when the program's start was complete; empty: not yet
    const std::vector<XInteraction> &interactions() const;
    std::int64_t roundTripUsec() const; ///< the round trip used for waits(), microseconds
    const std::vector<Wait> &waits() const; ///< the waits do not overlap
    /// How long the program waited, in total, from the beginning of the trace until @p usec.
    std::int64_t totalWaitUsecBefore(std::int64_t usec) const;

private:
    static constexpr std::size_t messagesPerBlock = 64;
    static constexpr std::uint8_t filteredOutKind = 255;
    void computeSums();
    void mergeWaits(std::vector<XWait> waits);

    XTrace m_trace;
    std::optional<std::uint16_t> m_connectionNumber;
    std::int64_t m_roundTripUsec = 0;
    std::optional<std::int64_t> m_startupEndUsec;
    std::vector<XInteraction> m_interactions;
    std::vector<std::uint8_t> m_messageKinds; ///< the kind of each message of the trace
    std::vector<Sums> m_sumsPerBlock; ///< totals of all messages before every 64th message
    std::vector<Wait> m_waits;
    std::vector<std::int64_t> m_totalWaitUsecBeforeEachWait; ///< time waited before each wait
};
}
