// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotindex.h"

#include <QString>

namespace Nightdesk
{
/// The texts of a netplot; translated. Names of requests are technical terms and stay untranslated.
namespace NetPlotWording
{
QString kind(NetPlotMessageKind kind);
QString waitingLegend(); ///< says in the legend that a colored background means that the program waited
QString bytes(std::int64_t count); ///< "12.3 KiB"
QString bytesIn(std::int64_t count, std::int64_t unit); ///< "1,500 KiB"; @p unit: a power of 1024 that divides @p count
/// A time on a scale with ticks every @p step: no more digits than needed.
QString seconds(std::int64_t time, std::int64_t step);
QString programName(const XTraceTitle &title); ///< the program's name, safe to show
QString title(const XTraceTitle &title); ///< "ds9 · on summit · lris/ds9"
/// The program's name and where it runs, with the connection's round-trip time.
QString title(const NetPlotIndex &index);
/// The name of a request, event or error: "RENDER CompositeGlyphs8". @p requestOpcode is shown for a request whose name is not known.
QString messageName(XRecordKind kind, XName name, std::uint16_t requestOpcode = 0);
/// Describes one message (name, time, size) for tooltips and screen readers.
QString message(const XRecord &record);
}
}
