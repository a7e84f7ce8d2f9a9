// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xjudge.h"
#include "monitors/xtraffic/xstartwatch.h"

#include <QList>
#include <QString>

namespace Nightdesk
{
/// One diagnosis of what a program says to its X server. Translated plain text.
struct XFinding {
    enum class Kind {
        Start, ///< x11 or vnc-app, by the start
        Use, ///< the same, by what is done with it
        CoreFonts,
        Colors,
        Geometry,
        Atoms,
        Properties,
        Syncs,
        OtherRoundTrips,
        Images, ///< bytes, not round trips
        SmallPackets,
        Retransmits,
        NotUnderstood ///< a connection that could not be read to its end, or a gap
    };
    enum class Severity {
        Note,
        Warning, ///< felt
        Grave ///< minutes
    };
    Kind kind = Kind::Start;
    Severity severity = Severity::Note;
    QString what; ///< one sentence
    QString evidence; ///< in numbers
    QString whatToDo; ///< empty: nothing
    bool operator==(const XFinding &) const = default;
};

/// Words for what the sums say. Pure but for the language; any thread.
namespace XAdvice
{
/// What is worth saying of a range that was summed up, the gravest first. @p now: the link that it is judged for.
QList<XFinding> findings(const XTrace &trace, const XTally &tally, const XLinkFigures &now);
/// The judgement as findings: start and use.
QList<XFinding> findings(const QString &program, const XJudgement &judgement);
/// In one line: "ds9: 4,902 round trips, 490 s at 100 ms round trip; 2 s as vnc-app; a click 1.3 s against 0.2 s".
QString summary(const QString &program, const XJudgement &judgement);
/// Of a start that takes minutes, one sentence without the program's name; empty for any other state.
/// "About 6 minutes left: 4,902 round trips at 100 ms, 1,200 so far."
QString startSentence(const XStartWatch::Verdict &verdict);
/// "0.20 s", "13 s", "490 s", "25 min": short, for people.
QString duration(std::chrono::microseconds time);
/// A link as forecasts name it: "100 ms round trip, 30 Mbit/s".
QString link(const XLinkFigures &link);
}
}
