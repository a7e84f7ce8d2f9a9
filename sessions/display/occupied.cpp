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

QString startedElsewhere(const AppHolder &holder, const QString &since)
{
    const QString process = QString::number(holder.process);
    return since.isEmpty() ? i18nc("@info %1 a program, %2 a number, %3 an account",
                                   "%1 (process %2 of %3) runs. It was not started by Nightdesk, so it cannot be watched from here.",
                                   holder.program,
                                   process,
                                   holder.account)
                           : i18nc("@info %1 a program, %2 a number, %3 an account, %4 a time",
                                   "%1 (process %2 of %3, since %4 UT) runs. It was not started by Nightdesk, so it cannot be watched from here.",
                                   holder.program,
                                   process,
                                   holder.account,
                                   since);
}

QString startedByUs(const AppHolder &holder, const QString &since)
{
    const QString time = since.isEmpty() ? i18nc("@info stands for a time that is not known", "?") : since;
    if (holder.isOwn) {
        return i18nc("@info %1 a program, %2 a time", "%1 runs since %2 UT, started from this desk.", holder.program, time);
    }
    if (holder.site.isEmpty()) {
        return i18nc("@info %1 a program, %2 a time, %3 an account", "%1 runs since %2 UT, started by %3.", holder.program, time, holder.account);
    }
    return i18nc("@info %1 a program, %2 a time, %3 a site, %4 an account",
                 "%1 runs since %2 UT, started from %3 (%4).",
                 holder.program,
                 time,
                 holder.site,
                 holder.account);
}
}

Failure Occupied::failure(const AppHolder &holder, const QDateTime &now)
{
    const QString since = holder.since.isValid() ? sinceText(holder.since, now) : QString();
    Failure failure{.kind = FailureKind::Refused, .what = {}, .where = {}, .advice = {}};
    if (!holder.isOurs) {
        failure.what = startedElsewhere(holder, since);
        failure.advice = i18nc("@info", "It may run only once: nothing was started. When it has ended there, look again.");
        return failure;
    }
    failure.what = startedByUs(holder, since);
    failure.where = i18nc("@info %1 a number, %2 an account", "process %1 of %2", QString::number(holder.process), holder.account);
    if (!holder.doubt.isEmpty()) {
        failure.advice = i18nc("@info %1 a file",
                               "It may run only once: nothing was started. The host does not show whether it still runs. If it does not, its "
                               "owner can remove %1; then look again.",
                               holder.doubt);
    } else if (holder.canWatch) {
        failure.advice = i18nc("@info", "It may run only once: nothing was started. Watch it, or leave it.");
    } else {
        failure.advice = i18nc("@info", "It may run only once: nothing was started. It cannot be watched from here; when it has ended, look again.");
    }
    return failure;
}

Failure Occupied::ended(const AppHolder &holder)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info %1 a program", "%1, which was watched here, has ended.", holder.program),
            .where = watching(holder),
            .advice = i18nc("@info", "Press Retry to start it from here.")};
}

QString Occupied::watching(const AppHolder &holder)
{
    if (holder.isOwn) {
        return {};
    }
    return holder.site.isEmpty() ? i18nc("@info %1 is an account whose program is looked at", "watching %1's", holder.account)
                                 : i18nc("@info %1 is an account whose program is looked at, %2 a site", "watching %1's, %2", holder.account, holder.site);
}

QString Occupied::unseen(Unseen what, const QString &program)
{
    switch (what) {
    case Unseen::Others:
        return i18nc("@info %1 a program",
                     "It may run only once, but this host does not show what other accounts run: whether one of them started %1 outside Nightdesk "
                     "could not be told.",
                     program);
    case Unseen::All:
        return i18nc("@info %1 a program",
                     "It may run only once, but this host does not show what runs on it: whether %1 was started outside Nightdesk could not be told.",
                     program);
    }
    return {};
}
}
