// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/occupied.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
QString sinceText(const QDateTime &since, const QDateTime &now)
{
    constexpr qint64 day = 24 * 60 * 60;
    return since.secsTo(now) < day ? since.toString(QStringLiteral("HH:mm")) : since.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString startedOutsideNightdeskText(const AppHolder &holder, const QString &since)
{
    const QString process = QString::number(holder.process);
    return since.isEmpty() ? i18nc("@info %1 a program, %2 a number, %3 an account",
                                   "%1 is already running (process %2 of %3). Nightdesk did not start it and cannot show it here.",
                                   holder.program,
                                   process,
                                   holder.account)
                           : i18nc("@info %1 a program, %2 a number, %3 an account, %4 a time",
                                   "%1 is already running (process %2 of %3, since %4 UT). Nightdesk did not start it and cannot show it here.",
                                   holder.program,
                                   process,
                                   holder.account,
                                   since);
}

QString startedByNightdeskText(const AppHolder &holder, const QString &since)
{
    const QString time = since.isEmpty() ? i18nc("@info stands for a time that is not known", "?") : since;
    if (holder.isStartedByThisDesk) {
        return i18nc("@info %1 a program, %2 a time", "%1 is already running: started at %2 UT from this workstation.", holder.program, time);
    }
    if (holder.site.isEmpty()) {
        return i18nc("@info %1 a program, %2 a time, %3 an account", "%1 is already running: started at %2 UT by %3.", holder.program, time, holder.account);
    }
    return i18nc("@info %1 a program, %2 a time, %3 a site, %4 an account",
                 "%1 is already running: started at %2 UT from %3 (%4).",
                 holder.program,
                 time,
                 holder.site,
                 holder.account);
}
}

Failure Occupied::alreadyRunning(const AppHolder &holder, const QDateTime &now)
{
    const QString since = holder.since.isValid() ? sinceText(holder.since, now) : QString();
    Failure failure{.kind = FailureKind::Refused, .what = {}, .affectedItem = {}, .advice = {}};
    if (!holder.isStartedByNightdesk) {
        failure.what = startedOutsideNightdeskText(holder, since);
        failure.advice = i18nc("@info", "Only one instance may run; nothing was started. When the other instance has ended, press Retry.");
        return failure;
    }
    failure.what = startedByNightdeskText(holder, since);
    failure.affectedItem = i18nc("@info %1 a number, %2 an account", "process %1 of %2", QString::number(holder.process), holder.account);
    if (!holder.claimFile.isEmpty()) {
        failure.advice = i18nc("@info %1 a file",
                               "Only one instance may run; nothing was started. The host hides whether that one still runs: ask its user. If not, the user can "
                               "remove %1. Then press Retry.",
                               holder.claimFile);
    } else if (holder.canWatch) {
        failure.advice = i18nc("@info",
                               "Only one instance may run; nothing was started. Press “Watch Program” to view the running program here, or “Leave to Its User” "
                               "to leave it alone.");
    } else {
        failure.advice =
            i18nc("@info",
                  "Only one instance may run; nothing was started. The other instance cannot be shown here. When the other instance has ended, press Retry.");
    }
    return failure;
}

Failure Occupied::hostDidNotReport(const QString &program)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "The host did not report whether the program is already running."),
            .affectedItem = program,
            .advice = i18nc("@info", "Only one instance may run; nothing was started. Press Retry to ask the host again.")};
}

Failure Occupied::holderProgramEnded(const AppHolder &holder)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info %1 a program", "%1 has ended (you were watching it here).", holder.program),
            .affectedItem = watchingText(holder),
            .advice = i18nc("@info", "No action needed. Press Retry to start the program from here.")};
}

QString Occupied::watchingText(const AppHolder &holder)
{
    if (holder.isStartedByThisDesk) {
        return {};
    }
    return holder.site.isEmpty()
        ? i18nc("@info %1 is an account whose program is shown here", "watching the program of %1", holder.account)
        : i18nc("@info %1 is an account whose program is shown here, %2 a site", "watching the program of %1, %2", holder.account, holder.site);
}

QString Occupied::hiddenProcessesWarning(HiddenProcessScope what, const QString &program)
{
    return what == HiddenProcessScope::OtherAccounts
        ? i18nc("@info %1 a program",
                "Only one instance may run, but this host hides the programs of other accounts. Nightdesk cannot know whether someone "
                "started %1 outside Nightdesk.",
                program)
        : i18nc("@info %1 a program",
                "Only one instance may run, but this host does not list its programs. Nightdesk cannot know whether someone started %1 "
                "outside Nightdesk.",
                program);
}
}
