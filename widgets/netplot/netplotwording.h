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
QString waiting(); ///< what the coloured ground is
QString bytes(std::int64_t count); ///< "12.3 kB"
/// On a scale whose ticks are @p step apart: no more digits than that needs.
QString seconds(std::int64_t time, std::int64_t step);
QString program(const XTraceTitle &title); ///< its name, safe to show
/// "ds9 on summit, 26 s, round trip 100 ms"
QString title(const NetPlotIndex &index);
/// What one message is: name, when, how large, for a tool tip and for who does not see it.
QString message(const XRecord &record);
}
}
