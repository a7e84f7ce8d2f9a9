// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// The bytes that a trace's link carried while the trace was taken, before and after compression. In a trace made by a console these
/// include the data of other programs on the connection. Pure. A value: made by the code that writes a trace's text or JSON.
struct XWireBytes {
    std::int64_t before = 0; ///< bytes, both directions
    std::int64_t after = 0;
    /// before / after.
    double ratio() const;
    bool operator==(const XWireBytes &) const = default;

    /// Empty: fewer than two usable marks in the trace.
    static std::optional<XWireBytes> of(const XTrace &trace);
};

namespace XCompare
{
/// Whether one of the two traces was taken with compression and the other without.
bool differInCompression(const XTrace &a, const XTrace &b);
}
}
