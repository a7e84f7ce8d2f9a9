// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xwaits.h"

namespace Nightdesk
{
/// From when to when, microseconds of a trace.
struct XSpan {
    std::int64_t from = 0;
    std::int64_t to = 0;
    bool operator==(const XSpan &) const = default;
};

/// Stretches of time. Pure.
namespace XSpans
{
/// One after another, none of them empty, touching ones joined.
std::vector<XSpan> joined(std::vector<XSpan> spans);
/// Of joined ones: how much of [from, to) they cover.
std::int64_t covered(const std::vector<XSpan> &spans, std::int64_t from, std::int64_t to);

std::vector<XSpan> of(const std::vector<XWait> &waits); ///< joined
/// How many round trips take time: those that several connections wait for at once are one.
std::int64_t oneByOne(const std::vector<XWait> &waits);
/// What of them was the line, microseconds: the answers' way there and the next words' way back. The rest was the server's.
std::int64_t onTheLine(const std::vector<XWait> &waits);

/// When the program was sending more than it writes in one go: a toolkit's buffer is 16 KiB, and what is larger and takes its time
/// was held up by the window or the line (or made slowly: that cannot be told from here). Joined; waits are not taken out.
/// @p waits: of the same range.
std::vector<XSpan> sending(const XTrace &trace,
                           std::int64_t from,
                           std::int64_t to,
                           const std::vector<XWait> &waits,
                           const XRoundTrips &roundTrips,
                           std::optional<std::uint16_t> connection = {});
}
}
