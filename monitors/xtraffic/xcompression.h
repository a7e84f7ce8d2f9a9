// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// What a trace's link carried while the trace was taken, before and after compression. Of a console's trace all that its
/// connection carried, other programs' data too. Pure. A value: made by those who write a trace's text or JSON.
struct XWireBytes {
    std::int64_t before = 0; ///< bytes, both directions
    std::int64_t after = 0;
    /// before / after.
    double ratio() const;
    bool operator==(const XWireBytes &) const = default;

    /// Empty: no two marks of the trace tell.
    static std::optional<XWireBytes> of(const XTrace &trace);
};

namespace XCompare
{
/// Whether of two traces one was taken with compression, and one without.
bool differInCompression(const XTrace &a, const XTrace &b);
}
}
