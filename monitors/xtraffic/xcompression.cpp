// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xcompression.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// Limit of the added bytes: a trace file may contain any numbers, and their sum must not overflow.
constexpr std::int64_t maxBytes = 1'000'000'000'000'000'000;

bool hasByteCounts(const XLinkSample &sample)
{
    return sample.wireBytesFromProgram >= 0 && sample.wireBytesToProgram >= 0 && sample.payloadBytesFromProgram >= 0 && sample.payloadBytesToProgram >= 0;
}
}

double XWireBytes::compressionRatio() const
{
    return bytesAfterCompression > 0 ? static_cast<double>(bytesBeforeCompression) / static_cast<double>(bytesAfterCompression) : 1;
}

std::optional<XWireBytes> XWireBytes::of(const XTrace &trace)
{
    // The counters begin at the link's start. Where a counter decreases, another connection began, and the bytes in
    // between are not known.
    XWireBytes sum;
    const XLinkSample *last = nullptr;
    bool isReported = false;
    for (const XLinkSample &sample : trace.linkSamples) {
        if (!hasByteCounts(sample)) {
            continue;
        }
        if (last && sample.wireBytesFromProgram >= last->wireBytesFromProgram && sample.wireBytesToProgram >= last->wireBytesToProgram
            && sample.payloadBytesFromProgram >= last->payloadBytesFromProgram && sample.payloadBytesToProgram >= last->payloadBytesToProgram) {
            sum.bytesBeforeCompression = std::min(maxBytes,
                                                  sum.bytesBeforeCompression + sample.payloadBytesFromProgram - last->payloadBytesFromProgram
                                                      + sample.payloadBytesToProgram - last->payloadBytesToProgram);
            sum.bytesAfterCompression = std::min(maxBytes,
                                                 sum.bytesAfterCompression + sample.wireBytesFromProgram - last->wireBytesFromProgram
                                                     + sample.wireBytesToProgram - last->wireBytesToProgram);
            isReported = true;
        }
        last = &sample;
    }
    return isReported ? std::optional(sum) : std::nullopt;
}

bool XCompare::differInCompression(const XTrace &a, const XTrace &b)
{
    return a.isCompressed && b.isCompressed && *a.isCompressed != *b.isCompressed;
}
}
