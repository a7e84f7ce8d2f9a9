// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/foundwording.h"

#include "sessions/common/displaytext.h"
#include "sessions/desktops/discoverfailure.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::FoundWording
{
QString address(const DesktopAddress &address)
{
    if (const auto *display = std::get_if<DisplayNumber>(&address)) {
        return u":%1"_s.arg(display->number);
    }
    if (const auto *port = std::get_if<TcpAddress>(&address)) {
        return i18nc("@info a TCP port", "port %1", QString::number(port->port));
    }
    const auto *socket = std::get_if<UnixSocket>(&address);
    return socket ? displayText(socket->path) : QString();
}

QString name(const FoundDesktop &desktop)
{
    const QString place = address(desktop.address);
    return desktop.title.isEmpty() ? place : i18nc("@info a desktop's title, its display number or port", "%1 (%2)", desktop.title, place);
}

QString summary(const std::optional<DiscoverOutcome> &outcome, bool isRunning, bool isLinkLive, qsizetype offered)
{
    if (isRunning) {
        return i18nc("@info:status", "Searching for tonight’s desktops…");
    }
    if (!outcome) {
        return isLinkLive ? i18nc("@info:status", "Nightdesk has not searched for desktops yet.")
                          : i18nc("@info:status", "Nightdesk searches for desktops as soon as the connection is up.");
    }
    const QString time = outcome->endedAt.time().toString(u"HH:mm"_s);
    const auto found = static_cast<int>(outcome->report.foundDesktops.size());
    if (found == 0) {
        if (outcome->hasSucceeded() && outcome->report.unusableLineCount == 0) {
            return i18nc("@info:status %1: a time", "No desktop was found at %1 UT: the command listed none.", time);
        }
        return i18nc("@info:status %1: a time", "No desktop was found at %1 UT.", time);
    }
    if (offered == 0) {
        return i18ncp("@info:status %2: a time",
                      "One desktop was found at %2 UT. The list contains it already.",
                      "%1 desktops were found at %2 UT. The list contains them already.",
                      found,
                      time);
    }
    return i18nc("@info:status %1: a time; a list follows", "Found tonight, at %1 UT:", time);
}

QStringList problems(const DiscoverOutcome &outcome)
{
    QStringList lines;
    if (const QString words = DiscoverFailure::commandProblem(outcome); !words.isEmpty()) {
        lines.append(i18nc("@info %1: what happened",
                           "The command that lists the desktops failed. %1 If this repeats, ask the facility staff to correct “discover” in the profile.",
                           words));
    }
    const DiscoverReport &report = outcome.report;
    if (report.isOutputTruncated && !outcome.tookTooLong) {
        lines.append(i18nc("@info", "The command’s output is too long for a list of desktops. Only its beginning was read."));
    }
    if (report.tookTooLong) {
        lines.append(
            i18nc("@info keep discover untranslated", "The pattern takes too long with this output. Ask the facility staff to fix discover in the profile."));
    }
    for (const DiscoverReport::UnusableLine &other : report.unusableLines) {
        lines.append(
            other.why.isEmpty()
                ? i18nc("@info %1: a number, %2: a line of output", "Line %1 does not match the pattern: “%2”", QString::number(other.number), other.text)
                : i18nc("@info %1: a number, %2: what is wrong, %3: a line of output",
                        "Line %1: %2: “%3”",
                        QString::number(other.number),
                        other.why,
                        other.text));
    }
    if (const auto more = report.unusableLineCount - static_cast<int>(report.unusableLines.size()); more > 0) {
        lines.append(i18ncp("@info lines of output", "and %1 more line", "and %1 more lines", more));
    }
    return lines;
}

bool isProblemSerious(const DiscoverOutcome &outcome)
{
    const bool hasWrongLine = std::ranges::any_of(outcome.report.unusableLines, [](const DiscoverReport::UnusableLine &other) {
        return !other.why.isEmpty();
    });
    return !outcome.hasSucceeded() || outcome.report.isOutputTruncated || outcome.report.tookTooLong || hasWrongLine
        || (outcome.report.foundDesktops.isEmpty() && outcome.report.unusableLineCount > 0);
}
}
