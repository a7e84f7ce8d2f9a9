// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/discoverfailure.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

namespace Nightdesk::DiscoverFailure
{
Failure notFound(const DiscoveredDesktop &wanted, const DiscoverOutcome &outcome, const LinkSpec &link)
{
    const QString trouble = commandTrouble(outcome);
    QString what = wanted.title.isEmpty()
        ? i18nc("@info %1: an expression, %2: a host", "No desktop that matches “%1” was found on %2.", wanted.match, link.host)
        : i18nc("@info %1: a desktop's title, %2: a host", "No desktop with the title “%1” was found on %2.", wanted.title, link.host);
    if (!trouble.isEmpty()) {
        what = i18nc("@info %1: a host", "The desktops that run on %1 could not be listed.", link.host);
    }
    const QString where = link.discover ? displayText(link.discover->command.join(u' ')) : QString();
    return {
        .kind = FailureKind::Transient,
        .what = what,
        .where = trouble.isEmpty() ? where : i18nc("@info %1: a command, %2: what went wrong with it", "%1: %2", where, trouble),
        .advice = i18nc("@info", "It is looked for again by itself. Ask whether it runs tonight, or open another one from the list of what was found."),
    };
}

Failure notLookedFor(const QString &link)
{
    return {
        .kind = FailureKind::Refused,
        .what = i18nc("@info %1: the id of a link", "The link %1 does not look for desktops.", link),
        .where = {},
        .advice = i18nc("@info keep discover untranslated", "Ask for the profile to be mended: the link wants a discover."),
    };
}

Failure linkIsSilent(const LinkSpec &link)
{
    return {
        .kind = FailureKind::Transient,
        .what = i18nc("@info %1: a host", "The desktops that run on %1 could not be listed: it does not answer.", link.host),
        .where = {},
        .advice = i18nc("@info", "It is looked for again by itself."),
        .answered = false,
    };
}

QString commandTrouble(const DiscoverOutcome &outcome)
{
    const QString words = outcome.errors.join(QStringLiteral(" · "));
    const auto withWords = [&words](const QString &text) {
        return words.isEmpty() ? text : i18nc("@info %1: what happened, %2: the words of a program", "%1 “%2”", text, words);
    };
    if (outcome.tookTooLong) {
        return withWords(i18nc("@info of a command", "It took longer than 15 s and was ended."));
    }
    if (outcome.failure) {
        return outcome.failure->what;
    }
    if (!outcome.exit.code) {
        return withWords(i18nc("@info of a command; %1: the name of a signal", "It was ended by the signal %1.", displayText(outcome.exit.signal, 20)));
    }
    if (*outcome.exit.code != 0) {
        return withWords(i18nc("@info of a command", "It ended with exit code %1.", QString::number(*outcome.exit.code)));
    }
    return {};
}
}
