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
QString rowName(const ServersComparison::ComparisonRow &row, bool hasScreens)
{
    return hasScreens && row.screen
        ? i18nc("@info:shell a fact of an X server; %1: its name, %2: a number", "%1 (screen %2)", row.factName, QString::number(*row.screen))
        : row.factName;
}

void print(const XServerFacts &localServer, const XServerFacts *remoteServer, QTextStream &out)
{
    const QList<ServersComparison::ComparisonRow> rows = ServersComparison::rows(localServer, remoteServer);
    const bool hasScreens = std::ranges::any_of(rows, [](const ServersComparison::ComparisonRow &row) {
        return row.screen.value_or(0) > 0;
    });
    TextTable table({QString(),
                     displayText(localServer.display),
                     remoteServer ? displayText(remoteServer->display) : QString(),
                     remoteServer ? i18nc("@title:column of a table in a terminal", "Differs") : QString()});
    table.setLeftAlignedColumns({1, 2, 3});
    for (const auto &row : rows) {
        const QString mark = row.isDifferent && !row.meaning.isEmpty() ? i18nc("@info:shell in a table: two X servers differ", "differs") : QString();
        table.add({rowName(row, hasScreens), row.localValue, row.remoteValue, mark});
    }
    out << table.text();
    for (const auto &row : rows) {
        if (!row.meaning.isEmpty()) {
            out << '\n' << i18nc("@info:shell %1: a fact of X servers that differs, %2: sentences on it", "%1: %2", rowName(row, hasScreens), row.meaning);
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

/// The facts and arguments that every comparison of one `nightdesk visuals` command uses.
struct ComparisonInput {
    const XServerFacts localServer;
    const std::optional<ProfileFitCheck> fitCheck; ///< empty: no profile was named
    bool showsProfileDesktops = false; ///< the user said that the other X server shows the profile's desktops
    ScreenFacts screens = {};
    QJsonArray desktopColormaps = {}; ///< color maps of the connected desktops, as JSON
};

void reportComparison(const ComparisonInput &input, const XServerFacts *remoteServer, bool isJson, QTextStream &out)
{
    if (isJson) {
        QJsonObject object = XFactsJson::comparison(input.localServer, remoteServer);
        object.insert(u"screens"_s, input.screens.json());
        object.insert(u"colormaps"_s, input.desktopColormaps);
        if (input.fitCheck) {
            object.insert(u"fits"_s, input.fitCheck->json(input.localServer, remoteServer, input.showsProfileDesktops));
        }
        out << QJsonDocument(object).toJson(QJsonDocument::Compact) << '\n';
        return;
    }
    if (input.localServer.problem.isEmpty() || (remoteServer && remoteServer->problem.isEmpty())) {
        print(input.localServer, remoteServer, out);
    }
    if (input.fitCheck) {
        input.fitCheck->print(input.localServer, remoteServer, input.showsProfileDesktops, out);
    }
}

/// Adds to @p input the monitors, displays and color maps of this session, if a running console reports them.
void addConsoleReport(ComparisonInput &input)
{
    const ConsoleBusClient calls;
    for (const QString &console : calls.consoleBusNames().value_or(QStringList())) {
        const auto answer = calls.call(console, u"Servers"_s);
        const QByteArray json = answer ? answer->value(0).toString().toUtf8() : QByteArray();
        if (ScreenFacts screens = XServerMonitor::screensOf(json); !screens.monitors.isEmpty()) {
            input.screens = screens;
            input.desktopColormaps = XServerMonitor::colormapsOf(json);
            return;
        }
    }
}

/// The X servers of @p host, as running consoles report them.
QList<XServerFacts> serversOnHost(const QString &host, QTextStream &err)
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
    std::optional<ProfileFitCheck> fitCheck;
    if (!command.profile.isEmpty()) {
        const auto read = ProfileFitCheck::read(command.profile);
        if (!read) {
            err << read.error();
            err.flush();
            return ExitStatus::wrongUse;
        }
        fitCheck = *read;
    }
    const QStringList neededFonts = fitCheck ? fitCheck->neededFonts() : QStringList();
    ComparisonInput input{.localServer = XServerReader::readFacts({}, neededFonts), .fitCheck = fitCheck, .showsProfileDesktops = !command.display.isEmpty()};
    QList<XServerFacts> others;
    if (!command.display.isEmpty()) {
        others.append(XServerReader::readFacts(command.display, neededFonts));
    } else if (!command.link.isEmpty()) {
        others = serversOnHost(command.link, err);
    }
    int status = !command.link.isEmpty() && others.isEmpty() ? ExitStatus::notDone : ExitStatus::done;
    for (const XServerFacts &facts : QList<XServerFacts>{input.localServer} + others) {
        if (!facts.problem.isEmpty()) {
            err << i18nc("@info:shell keep the command untranslated; %1: a sentence", "nightdesk visuals: %1", facts.problem) << '\n';
            status = ExitStatus::notDone;
        }
    }
    addConsoleReport(input);
    if (others.isEmpty()) {
        reportComparison(input, nullptr, command.json, out);
    }
    for (const XServerFacts &other : std::as_const(others)) {
        reportComparison(input, &other, command.json, out);
    }
    if (!command.json) {
        print(input.screens, out);
    }
    out.flush();
    err.flush();
    return status;
}
}
