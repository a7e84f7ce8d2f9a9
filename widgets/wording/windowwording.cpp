// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/windowwording.h"

#include <KLocalizedString>

#include <QLocale>

namespace Nightdesk
{
namespace
{
QString hourAndMinute(const QDateTime &utc)
{
    return utc.toString(QStringLiteral("HH:mm"));
}

/// The titles of the X programs for which @p predicate is true.
template<typename Predicate>
QStringList programTitlesIf(const InstrumentProfile &profile, Predicate predicate)
{
    QStringList found;
    for (const WindowSpec &window : profile.windows) {
        if (predicate(window)) {
            found.append(window.title);
        }
    }
    return found;
}

QString listText(const QStringList &names)
{
    return QLocale().createSeparatedList(names);
}
}

QString
WindowWording::notAnswering(Session::Kind kind, Session::AnswerState answering, const std::optional<QDateTime> &oldConnectionKeptUntil, std::int64_t withheld)
{
    QString text;
    switch (answering) {
    case Session::AnswerState::Responding:
        return {};
    case Session::AnswerState::InputBlocked:
    case Session::AnswerState::Stalled:
        text = kind == Session::Kind::Window ? i18nc("@info:status of an X program", "No answer: what you type or click in its windows is discarded.")
                                             : i18nc("@info:status of a desktop", "No answer: what you type or click is discarded.");
        break;
    case Session::AnswerState::UsingSilentOldConnection:
        text = oldConnectionKeptUntil
            ? i18nc("@info:status of an X program, a time",
                    "Waiting for the program’s old connection (kept until %1 UT): the program returns or ends with it. What you type is discarded.",
                    hourAndMinute(*oldConnectionKeptUntil))
            : i18nc("@info:status of an X program",
                    "Waiting for the program’s old connection: the program returns or ends with it. What you type is discarded.");
        break;
    }
    if (withheld > 0) {
        text += QLatin1Char(' ') + i18ncp("@info:status", "One key or click was discarded.", "%1 keys or clicks were discarded.", withheld);
    }
    return text;
}

QString WindowWording::problem(const WindowSession &window)
{
    if (window.asksToStartAgain()) {
        return i18nc("@info:status %1: a display's title", "%1 ended with its connection", window.label());
    }
    if (window.occupancy().holder()) {
        return i18nc("@info:status %1: a display's title", "%1 is already running elsewhere", window.label());
    }
    switch (window.answering()) {
    case Session::AnswerState::Responding:
        break;
    case Session::AnswerState::InputBlocked:
    case Session::AnswerState::Stalled:
        return i18nc("@info:status %1: a display's title", "%1: no answer, input discarded", window.label());
    case Session::AnswerState::UsingSilentOldConnection:
        return i18nc("@info:status %1: a display's title", "%1: waiting, input discarded", window.label());
    }
    return {};
}

QString WindowWording::whyClosedWithLink(RestartPolicy restart)
{
    return restart == RestartPolicy::Never ? i18nc("@info:status of an X program", "The program ended with its connection. Its profile keeps it closed.")
                                           : i18nc("@info:status of an X program", "The program ended with its connection and was not restarted.");
}

QString WindowWording::orphanedProcess(const OrphanedPrograms::OfferedProgram &offer, const QString &host, const QDateTime &now)
{
    const OrphanedProgram &orphan = offer.orphan;
    const QString startedAt =
        orphan.startedAt.secsTo(now) < 86400 ? hourAndMinute(orphan.startedAt) : orphan.startedAt.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    QString text = i18nc("@info %1 is a program's name, %2 a number, %3 a time, %4 a host, %5 a display's id",
                         "Orphaned process on %4: %1 (process %2, running since %3 UT). Nightdesk started it as %5 but no longer manages it.",
                         orphan.name,
                         QString::number(orphan.processId),
                         startedAt,
                         host,
                         orphan.mark.displayId);
    if (offer.hasEndingFailed) {
        text += QLatin1Char(' ') + i18nc("@info", "Nightdesk could not end the process. Ask the host’s administrator.");
    }
    return text;
}

QStringList WindowWording::connectionLossOutlook(const InstrumentProfile &profile)
{
    QStringList parts;
    if (!profile.desktops.isEmpty()) {
        parts.append(i18ncp("@info what happens to displays when the connection is lost",
                            "The desktop comes back unchanged.",
                            "The desktops come back unchanged.",
                            profile.desktops.size()));
    }
    const auto add = [&parts](const QStringList &names, const KLocalizedString &text) {
        if (!names.isEmpty()) {
            parts.append(text.subs(names.size()).subs(listText(names)).toString());
        }
    };
    const auto with = [&profile](RestartPolicy policy) {
        return programTitlesIf(profile, [policy](const WindowSpec &window) {
            return window.restart == policy && window.topology != Topology::VncApp;
        });
    };
    const QStringList lasting = programTitlesIf(profile, [](const WindowSpec &window) {
        return window.topology == Topology::VncApp;
    });
    add(lasting,
        ki18ncp("@info what happens to X programs when the connection is lost; %2: their titles",
                "%2 keeps running on the remote host and comes back unchanged.",
                "%2 keep running on the remote host and come back unchanged."));
    add(with(RestartPolicy::Auto),
        ki18ncp("@info what happens to X programs when the connection is lost; %2: their titles",
                "%2 ends and restarts automatically.",
                "%2 end and restart automatically."));
    add(with(RestartPolicy::Ask),
        ki18ncp("@info what happens to X programs when the connection is lost; %2: their titles",
                "%2 ends, and Nightdesk asks whether to restart it.",
                "%2 end, and Nightdesk asks whether to restart them."));
    add(with(RestartPolicy::Never),
        ki18ncp("@info what happens to X programs when the connection is lost; %2: their titles", "%2 ends and stays closed.", "%2 end and stay closed."));
    QStringList lines;
    if (!parts.isEmpty()) {
        lines.append(i18nc("@info %1: what happens to which displays, a sentence each", "If the connection is lost: %1", parts.join(QLatin1Char(' '))));
    }
    const QStringList names = programTitlesIf(profile, [](const WindowSpec &window) {
        return window.isTrusted && window.topology != Topology::VncApp; // vnc-app does not use this workstation's X server
    });
    if (!names.isEmpty()) {
        lines.append(i18ncp("@info %2: titles of X programs",
                            "Trusted: %2 can read every key typed at this workstation.",
                            "Trusted: %2 can read every key typed at this workstation.",
                            names.size(),
                            listText(names)));
    }
    return lines;
}

QString WindowWording::untrustedMeaning()
{
    return i18nc("@info:tooltip of an X program",
                 "Untrusted: cannot read keys typed elsewhere or see other windows; can read the clipboard; no smooth text, tablets or bell");
}

QString WindowWording::trustedViewerMeaning()
{
    return i18nc("@info:tooltip of a display that a viewer on the remote host shows",
                 "Shown by a trusted viewer on the remote host, which can read every key typed here and see every window");
}

QString WindowWording::trustedMeaning()
{
    return i18nc("@info:tooltip of an X program", "Trusted by its profile: can read every key typed at this workstation and see every window");
}
}
