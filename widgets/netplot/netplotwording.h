// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotindex.h"

#include <QString>

namespace Nightdesk
{
/// What stands in a netplot, in words; translated. Names of requests are terms and stay as they are.
namespace NetPlotWording
{
QString kind(NetPlotKind kind);
QString waiting(); ///< what the colored ground is
QString bytes(std::int64_t count); ///< "12.3 KiB"
QString bytesIn(std::int64_t count, std::int64_t unit); ///< "1,500 KiB"; @p unit: a power of 1024, of which it is a whole number
/// On a scale whose ticks are @p step apart: no more digits than that needs.
QString seconds(std::int64_t time, std::int64_t step);
QString program(const XTraceTitle &title); ///< its name, safe to show
QString title(const XTraceTitle &title); ///< "ds9 · on summit · lris/ds9"
/// The same with the link's round trip.
QString title(const NetPlotIndex &index);
/// The term for messages of a kind: "RENDER CompositeGlyphs8". @p raw: a request's opcode, for one that has no name.
QString label(XKind kind, XName name, std::uint16_t raw = 0);
/// What one message is: name, when, how large, for a tool tip and for who does not see it.
QString message(const XRecord &record);
}
}
