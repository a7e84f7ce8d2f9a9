// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/visualscommand.h"

#include "app/commands/exitstatus.h"
#include "app/commands/profilefitcheck.h"
#include "monitors/visuals/serverscomparison.h"
#include "monitors/visuals/xfactsjson.h"
#include "monitors/visuals/xservermonitor.h"
#include "sessions/bus/consolebusclient.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/texttable.h"
#include "sessions/xwindows/facts/xserverreader.h"

#include <KLocalizedString>

#include <QJsonDocument>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString nameOf(const ServersComparison::ComparisonRow &row, bool hasScreens)
{
    return hasScreens && row.screen
        ? i18nc("@info:shell a fact of an X server; %1: its name, %2: a number", "%1 (screen %2)", row.name, QString::number(*row.screen))
        : row.name;
}

void print(const XServerFacts &here, const XServerFacts *there, QTextStream &out)
{
    const QList<ServersComparison::ComparisonRow> rows = ServersComparison::rows(here, there);
    const bool hasScreens = std::ranges::any_of(rows, [](const ServersComparison::ComparisonRow &row) {
        return row.screen.value_or(0) > 0;
    });
    TextTable table({QString(),
                     displayText(here.display),
                     there ? displayText(there->display) : QString(),
                     there ? i18nc("@title:column of a table in a terminal", "Differs") : QString()});
    table.setLeftAlignedColumns({1, 2, 3});
    for (const auto &row : rows) {
        const QString mark = row.isDifferent && !row.meaning.isEmpty() ? i18nc("@info:shell in a table: two X servers differ", "differs") : QString();
        table.add({nameOf(row, hasScreens), row.here, row.there, mark});
    }
    out << table.text();
    for (const auto &row : rows) {
        if (!row.meaning.isEmpty()) {
            out << '\n' << i18nc("@info:shell %1: a fact of X servers that differs, %2: sentences on it", "%1: %2", nameOf(row, hasScreens), row.meaning);
        }
    }
    out << '\n';
}

void print(const ScreenFacts &screens, QTextStream &out)
{
    for (const ScreenFacts::FactLine &line : screens.lines()) {
        out << i18nc("@info:shell %1: a monitor or a display, %2: its figures", "%1: %2", line.name, line.text) << '\n';
        if (!line.meaning.isEmpty()) {
            out << line.meaning << '\n';
        }
    }
}

/// What all comparisons of one command need: facts and arguments.
struct Asked {
    const XServerFacts here;
    const std::optional<ProfileFitCheck> fits; ///< empty: no profile was named
    bool isNamed = false; ///< the user named the other X server as that of the profile's desktops
    ScreenFacts screens = {};
    QJsonArray colormaps = {}; ///< color maps of connected desktops
};

void report(const Asked &asked, const XServerFacts *there, bool isJson, QTextStream &out)
{
    if (isJson) {
        QJsonObject object = XFactsJson::comparison(asked.here, there);
        object.insert(u"screens"_s, asked.screens.json());
        object.insert(u"colormaps"_s, asked.colormaps);
        if (asked.fits) {
            object.insert(u"fits"_s, asked.fits->json(asked.here, there, asked.isNamed));
        }
        out << QJsonDocument(object).toJson(QJsonDocument::Compact) << '\n';
        return;
    }
    if (asked.here.problem.isEmpty() || (there && there->problem.isEmpty())) {
        print(asked.here, there, out);
    }
    if (asked.fits) {
        asked.fits->print(asked.here, there, asked.isNamed, out);
    }
}

/// Adds to @p asked the monitors, displays and color maps of this session, if a running console reports them.
void askConsole(Asked &asked)
{
    const ConsoleBusClient calls;
    for (const QString &console : calls.consoleBusNames().value_or(QStringList())) {
        const auto answer = calls.call(console, u"Servers"_s);
        const QByteArray json = answer ? answer->value(0).toString().toUtf8() : QByteArray();
        if (ScreenFacts screens = XServerMonitor::screensOf(json); !screens.monitors.isEmpty()) {
            asked.screens = screens;
            asked.colormaps = XServerMonitor::colormapsOf(json);
            return;
        }
    }
}

/// The X servers of @p host, as running consoles report them.
QList<XServerFacts> serversOf(const QString &host, QTextStream &err)
{
    const ConsoleBusClient calls;
    const auto consoles = calls.consoleBusNames();
    if (!consoles) {
        err << consoles.error() << '\n';
        return {};
    }
    QList<XServerFacts> servers;
    for (const QString &console : *consoles) {
        const auto answer = calls.call(console, u"Servers"_s);
        for (const XServerMonitor::RemoteServer &remote : XServerMonitor::remoteServersOf(answer ? answer->value(0).toString().toUtf8() : QByteArray())) {
            if (remote.host == host && !std::ranges::contains(servers, remote.facts.display, &XServerFacts::display)) {
                servers.append(remote.facts);
            }
        }
    }
    if (servers.isEmpty()) {
        err << i18nc("@info:shell keep the command untranslated; %1: a host",
                     "nightdesk visuals: No running console of yours knows an X server of a desktop on %1. Connect an instrument first.",
                     host)
            << '\n';
    }
    return servers;
}
}

int runVisualsCommand(const VisualsCommand &command, QTextStream &out, QTextStream &err)
{
    std::optional<ProfileFitCheck> fits;
    if (!command.profile.isEmpty()) {
        const auto read = ProfileFitCheck::read(command.profile);
        if (!read) {
            err << read.error();
            err.flush();
            return ExitStatus::wrongUse;
        }
        fits = *read;
    }
    const QStringList neededFonts = fits ? fits->neededFonts() : QStringList();
    Asked asked{.here = XServerReader::readFacts({}, neededFonts), .fits = fits, .isNamed = !command.display.isEmpty()};
    QList<XServerFacts> others;
    if (!command.display.isEmpty()) {
        others.append(XServerReader::readFacts(command.display, neededFonts));
    } else if (!command.link.isEmpty()) {
        others = serversOf(command.link, err);
    }
    int status = !command.link.isEmpty() && others.isEmpty() ? ExitStatus::notDone : ExitStatus::done;
    for (const XServerFacts &facts : QList<XServerFacts>{asked.here} + others) {
        if (!facts.problem.isEmpty()) {
            err << i18nc("@info:shell keep the command untranslated; %1: a sentence", "nightdesk visuals: %1", facts.problem) << '\n';
            status = ExitStatus::notDone;
        }
    }
    askConsole(asked);
    if (others.isEmpty()) {
        report(asked, nullptr, command.json, out);
    }
    for (const XServerFacts &other : std::as_const(others)) {
        report(asked, &other, command.json, out);
    }
    if (!command.json) {
        print(asked.screens, out);
    }
    out.flush();
    err.flush();
    return status;
}
}
