// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xadvice.h"

#include <KLocalizedString>

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;
using Kind = XFinding::Kind;
using Time = std::chrono::microseconds;
using BetterTopology = XTopologyAdvice::BetterTopology;

constexpr Time minutes = 60s;
constexpr Time felt = 2s;

XFinding::Severity severityOfDelay(Time time)
{
    return time >= minutes ? XFinding::Severity::Grave : time >= felt ? XFinding::Severity::Warning : XFinding::Severity::Note;
}

QString millisecondsText(Time time)
{
    const double number = static_cast<double>(time.count()) / 1000;
    return QLocale().toString(number, 'f', number < 10 && number > 0 ? 1 : 0);
}

QString vncAppAdvice()
{
    return i18nc("@info what to do; vnc-app is a word of profiles", "Show the program as vnc-app: its requests then stay on the remote host.");
}

std::optional<XFinding> startTopologyFinding(const QString &program, const XTopologyAdvice &advice)
{
    if (!advice.startTime) {
        return {};
    }
    XFinding finding{.kind = Kind::StartTopology, .severity = severityOfDelay(*advice.startTime)};
    switch (advice.betterTopologyForStart) {
    case BetterTopology::VncApp:
        finding.diagnosis = i18nc("@info finding; %1 a program", "%1 starts faster as vnc-app.", program);
        finding.whatToDo = vncAppAdvice();
        break;
    case BetterTopology::X11:
        finding.diagnosis = i18nc("@info finding; %1 a program", "%1 starts faster as windows of this workstation (x11).", program);
        break;
    case BetterTopology::EquallyGood:
        finding.diagnosis = i18nc("@info finding; %1 a program", "%1 starts about equally fast as x11 and as vnc-app.", program);
        break;
    case BetterTopology::NotKnown:
        finding.diagnosis = i18nc("@info finding; %1 a program", "Startup time of %1 over this connection.", program);
        break;
    }
    finding.evidence = i18ncp("@info evidence; %2 a duration, %3 a connection as in: 100 ms round trip",
                              "%1 round trip: %2 at %3",
                              "%1 round trips: %2 at %3",
                              qlonglong(advice.roundTripCountOfStart),
                              XAdvice::durationText(*advice.startTime),
                              XAdvice::linkText(advice.link));
    if (advice.vncApp.startTime) {
        finding.evidence = i18nc("@info evidence, what was predicted for x11, then what was measured",
                                 "%1; as vnc-app %2",
                                 finding.evidence,
                                 XAdvice::durationText(*advice.vncApp.startTime));
    }
    return finding;
}

std::optional<XFinding> interactionTopologyFinding(const QString &program, const XTopologyAdvice &advice)
{
    if (!advice.interactionTime) {
        return {};
    }
    const bool isFelt = advice.betterTopologyForInteraction == BetterTopology::VncApp || *advice.interactionTime >= 1s;
    XFinding finding{.kind = Kind::InteractionTopology, .severity = isFelt ? XFinding::Severity::Warning : XFinding::Severity::Note};
    switch (advice.betterTopologyForInteraction) {
    case BetterTopology::VncApp:
        finding.diagnosis = i18nc("@info finding; %1 a program", "%1 responds to keys and clicks faster as vnc-app.", program);
        finding.whatToDo = vncAppAdvice();
        break;
    case BetterTopology::X11:
        finding.diagnosis = i18nc("@info finding; %1 a program", "%1 responds to keys and clicks faster as windows of this workstation (x11).", program);
        break;
    case BetterTopology::EquallyGood:
        finding.diagnosis = i18nc("@info finding; %1 a program", "%1 responds to keys and clicks equally fast as x11 and as vnc-app.", program);
        break;
    case BetterTopology::NotKnown:
        finding.diagnosis = i18nc("@info finding; %1 a program", "Response of %1 to keys and clicks over this connection.", program);
        break;
    }
    finding.evidence = i18nc("@info evidence: two durations, and a connection as in: 100 ms round trip",
                             "%1 for a key or click, %2 for the slowest, at %3",
                             XAdvice::durationText(*advice.interactionTime),
                             XAdvice::durationText(*advice.slowestInteractionTime),
                             XAdvice::linkText(advice.link));
    if (advice.vncApp.interactionTime) {
        finding.evidence = i18nc("@info evidence, what was predicted for x11, then what was measured",
                                 "%1; as vnc-app %2",
                                 finding.evidence,
                                 XAdvice::durationText(*advice.vncApp.interactionTime));
    }
    return finding;
}
}

QList<XFinding> XAdvice::findings(const QString &program, const XTopologyAdvice &advice)
{
    QList<XFinding> result;
    for (const auto &finding : {startTopologyFinding(program, advice), interactionTopologyFinding(program, advice)}) {
        if (finding) {
            result.push_back(*finding);
        }
    }
    std::ranges::stable_sort(result, std::greater(), &XFinding::severity);
    return result;
}

QString XAdvice::summary(const QString &program, const XTopologyAdvice &advice)
{
    QStringList parts;
    if (advice.startTime) {
        parts << i18ncp("@info part of a line; %2 a duration, %3 a connection as in: 100 ms round trip",
                        "%1 round trip, %2 at %3",
                        "%1 round trips, %2 at %3",
                        qlonglong(advice.roundTripCountOfStart),
                        durationText(*advice.startTime),
                        linkText(advice.link));
    }
    if (advice.vncApp.startTime) {
        parts << i18nc("@info part of a line: the start took so long as vnc-app", "%1 as vnc-app", durationText(*advice.vncApp.startTime));
    }
    if (advice.interactionTime && advice.vncApp.interactionTime) {
        parts << i18nc("@info part of a line: durations, by x11 and as vnc-app",
                       "a key or click %1 against %2",
                       durationText(*advice.interactionTime),
                       durationText(*advice.vncApp.interactionTime));
    } else if (advice.interactionTime) {
        parts << i18nc("@info part of a line: a duration", "a key or click %1", durationText(*advice.interactionTime));
    }
    if (parts.isEmpty()) {
        parts << i18nc("@info part of a line", "not measured yet");
    }
    return i18nc("@info a program, and what is known of it", "%1: %2", program, parts.join(i18nc("@info between parts of a line", "; ")));
}

QString XAdvice::startSentence(const XProgramStartMonitor::Verdict &verdict)
{
    const QString roundTrip = i18nc("@info a duration in milliseconds", "%1 ms", millisecondsText(verdict.roundTrip));
    if (verdict.state == XProgramStartMonitor::State::LongStartOfUnknownLength) {
        return i18ncp("@info:status of a start; %2, %3 durations",
                      "%1 round trip of %2 in %3 so far. Time remaining unknown.",
                      "%1 round trips of %2 in %3 so far. Time remaining unknown.",
                      qlonglong(verdict.roundTripCount),
                      roundTrip,
                      durationText(verdict.elapsed));
    }
    if (verdict.state != XProgramStartMonitor::State::LongStart || !verdict.remainingTime) {
        return {};
    }
    const qint64 seconds = verdict.remainingTime->count();
    const QString left = seconds >= 90
        ? i18ncp("@info:status of a start, how long it still takes", "About %1 minute left", "About %1 minutes left", (seconds + 30) / 60)
        : i18ncp("@info:status of a start, how long it still takes",
                 "About %1 second left",
                 "About %1 seconds left",
                 std::max<qint64>(5, (seconds + 4) / 5 * 5));
    return i18ncp("@info:status of a start; %1: About 6 minutes left; %2 and %3 numbers; %4 a duration",
                  "%1: %3 of about %2 round trip so far, %4 each.",
                  "%1: %3 of about %2 round trips so far, %4 each.",
                  left,
                  qlonglong(verdict.expectedRoundTrips.value_or(0)),
                  qlonglong(verdict.roundTripCount),
                  roundTrip);
}

QString XAdvice::durationText(std::chrono::microseconds time)
{
    const QLocale locale;
    const double seconds = static_cast<double>(time.count()) / 1e6;
    if (seconds < 0.0995) {
        return i18nc("@info a duration in milliseconds", "%1 ms", locale.toString(seconds * 1000, 'f', seconds < 0.00995 && seconds > 0 ? 1 : 0));
    }
    if (seconds < 600) {
        return i18nc("@info a duration in seconds", "%1 s", locale.toString(seconds, 'f', seconds < 0.995 ? 2 : seconds < 9.95 ? 1 : 0));
    }
    return i18nc("@info a duration in minutes", "%1 min", locale.toString(seconds / 60, 'f', 0));
}

QString XAdvice::linkText(const XLinkFigures &link)
{
    const QString number = millisecondsText(link.roundTrip);
    if (link.bytesPerSecond <= 0) {
        return i18nc("@info a connection: milliseconds of round trip", "%1 ms round trip", number);
    }
    const double mbit = link.bytesPerSecond * 8 / 1e6;
    return i18nc("@info a connection: milliseconds of round trip, and Mbit/s",
                 "%1 ms round trip, %2 Mbit/s",
                 number,
                 mbit < 1 ? QLocale().toString(mbit, 'g', 2) : QLocale().toString(mbit, 'f', mbit < 10 ? 1 : 0));
}
}
