// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xcompression.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// Limit of the sum: a trace file may claim any number, and the sum must not overflow.
constexpr std::int64_t most = 1'000'000'000'000'000'000;

bool hasByteCounts(const XLinkSample &mark)
{
    return mark.bytesIn >= 0 && mark.bytesOut >= 0 && mark.payloadIn >= 0 && mark.payloadOut >= 0;
}
}

double XWireBytes::compressionRatio() const
{
    return afterCompression > 0 ? static_cast<double>(beforeCompression) / static_cast<double>(afterCompression) : 1;
}

std::optional<XWireBytes> XWireBytes::of(const XTrace &trace)
{
    // The counters begin at the link's start. Where a counter decreases, another connection began, and the bytes in
    // between are not known.
    XWireBytes sum;
    const XLinkSample *last = nullptr;
    bool isReported = false;
    for (const XLinkSample &mark : trace.linkSamples) {
        if (!hasByteCounts(mark)) {
            continue;
        }
        if (last && mark.bytesIn >= last->bytesIn && mark.bytesOut >= last->bytesOut && mark.payloadIn >= last->payloadIn
            && mark.payloadOut >= last->payloadOut) {
            sum.beforeCompression = std::min(most, sum.beforeCompression + mark.payloadIn - last->payloadIn + mark.payloadOut - last->payloadOut);
            sum.afterCompression = std::min(most, sum.afterCompression + mark.bytesIn - last->bytesIn + mark.bytesOut - last->bytesOut);
            isReported = true;
        }
        last = &mark;
    }
    return isReported ? std::optional(sum) : std::nullopt;
}

bool XCompare::differInCompression(const XTrace &a, const XTrace &b)
{
    return a.isCompressed && b.isCompressed && *a.isCompressed != *b.isCompressed;
}
}
