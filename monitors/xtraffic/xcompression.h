// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// The bytes that a trace's link carried while the trace was taken, before and after compression. In a trace made by a console these
/// include the data of other programs on the connection. Pure. A value: made by the code that writes a trace's text or JSON.
struct XWireBytes {
    std::int64_t bytesBeforeCompression = 0; ///< bytes before compression, both directions
    std::int64_t bytesAfterCompression = 0;
    /// The compression ratio: bytes before compression divided by bytes after it.
    double compressionRatio() const;
    bool operator==(const XWireBytes &) const = default;

    /// The bytes that the link of @p trace carried; empty: the trace has fewer than two link samples with byte counts.
    static std::optional<XWireBytes> of(const XTrace &trace);
};

namespace XCompare
{
/// Whether one of the two traces was taken with compression and the other without.
bool differInCompression(const XTrace &a, const XTrace &b);
}
}
