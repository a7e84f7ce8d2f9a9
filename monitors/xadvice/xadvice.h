// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xstartmonitor.h"
#include "monitors/xtraffic/xtopologyadvice.h"

#include <QList>
#include <QString>

namespace Nightdesk
{
/// One diagnosis of a program's X traffic. Translated plain text.
struct XFinding {
    enum class Kind {
        StartTopology, ///< which topology, x11 or vnc-app, starts faster
        InteractionTopology, ///< which topology responds faster to interactions
        CoreFonts,
        Colors,
        Geometry,
        Atoms,
        Properties,
        Syncs, ///< the program waits until the X server has processed its requests (XSync)
        OtherRoundTrips, ///< round trips that belong to none of the kinds above
        Images, ///< images cost bytes, not round trips
        SmallPackets,
        Retransmits,
        IncompleteTrace ///< a connection whose messages could not be parsed to the end, or a gap in the trace
    };
    enum class Severity {
        Note,
        Warning, ///< users notice the delay
        Grave ///< the delay is minutes
    };
    Kind kind = Kind::StartTopology;
    Severity severity = Severity::Note;
    QString diagnosis = {}; ///< the diagnosis in one sentence
    QString evidence = {}; ///< the figures on which the diagnosis is based
    QString whatToDo = {}; ///< what the user can do; empty: no action needed
    bool operator==(const XFinding &) const = default;
};

/// Explains the totals of a trace in sentences. Pure, except for the language. Any thread.
namespace XAdvice
{
/// The findings for the time range of @p tally, the most severe first. @p link: the figures of the link for which delays are computed.
QList<XFinding> findings(const XTrace &trace, const XTally &tally, const XLinkFigures &link);
/// Two findings: which topology is better for the start, and which for the use of the program.
QList<XFinding> findings(const QString &program, const XTopologyAdvice &advice);
/// A summary in one line: "ds9: 4,902 round trips, 490 s at 100 ms round trip; 2 s as vnc-app; a click 1.3 s against
/// 0.2 s".
QString summary(const QString &program, const XTopologyAdvice &advice);
/// One sentence about a start that takes minutes, without the program's name; empty for any other state.
/// "About 6 minutes left: 4,902 round trips at 100 ms, 1,200 so far."
QString startSentence(const XProgramStartMonitor::Verdict &verdict);
/// "0.20 s", "13 s", "490 s", "25 min": short, for people.
QString durationText(std::chrono::microseconds time);
/// A link in words: "100 ms round trip, 30 Mbit/s".
QString linkText(const XLinkFigures &link);
}
}
