// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/discoverfailure.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

namespace Nightdesk::DiscoverFailure
{
Failure notFound(const DesktopSelector &wanted, const DiscoverOutcome &outcome, const LinkSpec &link)
{
    const QString trouble = commandProblem(outcome);
    QString what = wanted.title.isEmpty()
        ? i18nc("@info %1: an expression, %2: a host", "No desktop that matches “%1” was found on %2.", wanted.linePattern, link.host)
        : i18nc("@info %1: a desktop's title, %2: a host", "No desktop with the title “%1” was found on %2.", wanted.title, link.host);
    if (!trouble.isEmpty()) {
        what = i18nc("@info %1: a host", "Nightdesk could not list the desktops on %1.", link.host);
    }
    const QString where = link.discover ? displayText(link.discover->command.join(u' ')) : QString();
    return {
        .kind = FailureKind::Transient,
        .what = what,
        .affectedItem = trouble.isEmpty()
            ? i18nc("@info where something failed; %1: a command", "searched with the command “%1”", where)
            : i18nc("@info where something failed; %1: a command, %2: what went wrong with it", "command “%1”: %2", where, trouble),
        .advice = trouble.isEmpty() ? i18nc("@info",
                                            "Retrying automatically. Ask the support astronomer whether this desktop runs tonight, or open another one "
                                            "from the list of desktops found.")
                                    : i18nc("@info keep discover untranslated",
                                            "Retrying automatically. If this lasts, ask the facility staff to correct the command (“discover”) in the "
                                            "profile."),
    };
}

Failure linkCannotSearch(const QString &link)
{
    return {
        .kind = FailureKind::Refused,
        .what = i18nc("@info %1: the id of a connection", "The profile does not describe how to find desktops over the connection “%1”.", link),
        .affectedItem = {},
        .advice = i18nc("@info keep discover untranslated",
                        "Ask the facility staff to add “discover” to this connection in the profile, or to name the desktop’s display number."),
    };
}

Failure linkNotResponding(const LinkSpec &link)
{
    return {
        .kind = FailureKind::Transient,
        .what = i18nc("@info %1: a host", "Nightdesk could not list the desktops on %1: the host is not responding.", link.host),
        .affectedItem = {},
        .advice = i18nc("@info", "Retrying automatically. If this lasts, ask the support astronomer whether the host is running."),
        .hasPeerAnswered = false,
    };
}

Failure hostAsksQuestion(const QString &host)
{
    return {
        .kind = FailureKind::Refused,
        .what = i18nc("@info %1: a host", "The host %1 asks for a password or another answer, and this search gives none.", host),
        .affectedItem = host,
        .advice = i18nc("@info of a search for desktops", "Enter the display or port by hand."),
    };
}

QString commandProblem(const DiscoverOutcome &outcome)
{
    const QString words = outcome.lastErrorLines.join(QStringLiteral(" · "));
    const auto withWords = [&words](const QString &text) {
        return words.isEmpty() ? text : i18nc("@info %1: what happened, %2: the words of a program", "%1 “%2”", text, words);
    };
    if (outcome.tookTooLong) {
        return withWords(i18nc("@info of a command", "The command ran longer than 15 s and was stopped."));
    }
    if (outcome.failure) {
        return outcome.failure->what;
    }
    if (!outcome.exit.code) {
        return withWords(
            i18nc("@info of a command; %1: the name of a signal", "The command was ended by the signal %1.", displayText(outcome.exit.signal, 20)));
    }
    if (*outcome.exit.code != 0) {
        return withWords(i18nc("@info of a command", "The command ended with exit code %1.", QString::number(*outcome.exit.code)));
    }
    return {};
}
}
