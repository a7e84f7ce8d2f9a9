// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xwaits.h"

namespace Nightdesk
{
/// A time span in microseconds of a trace.
struct XTimeSpan {
    std::int64_t from = 0;
    std::int64_t to = 0;
    bool operator==(const XTimeSpan &) const = default;
};

/// Computations with time spans. Pure.
namespace XSpans
{
/// Sorts @p spans by begin, removes empty ones, and joins those that touch or overlap.
std::vector<XTimeSpan> joined(std::vector<XTimeSpan> spans);
/// How many microseconds of [from, to) are within @p spans, which have to be joined.
std::int64_t coveredTime(const std::vector<XTimeSpan> &spans, std::int64_t from, std::int64_t to);

/// The time spans of the waits, from the time @p begin to their ends, joined.
std::vector<XTimeSpan> of(const std::vector<XWait> &waits, std::int64_t XWait::*begin = &XWait::beganAt);
/// The number of round trips that take time: round trips that several connections wait for at once count as one.
std::int64_t countSequentialRoundTrips(const std::vector<XWait> &waits);
/// How many microseconds of the waits the network took: from when an answer was forwarded until the end of the wait. In the rest of a wait,
/// the X server processed the request.
std::int64_t transitTime(const std::vector<XWait> &waits);

/// The time spans in which the program was sending a burst larger than the 16 KiB that it writes at once. A larger burst that takes time
/// was held up by the TCP window or the network, or was produced slowly, which cannot be distinguished here. The spans are joined; waits are
/// not subtracted. @p waits: the waits of the same range.
std::vector<XTimeSpan> sendingSpans(const XTrace &trace,
                                    std::int64_t from,
                                    std::int64_t to,
                                    const std::vector<XWait> &waits,
                                    const XRoundTrips &roundTrips,
                                    std::optional<std::uint16_t> connection = {});
}
}
