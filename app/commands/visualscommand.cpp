// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/visualscommand.h"

#include "app/commands/exitstatus.h"
#include "monitors/visuals/serverscomparison.h"
#include "monitors/visuals/serverwatch.h"
#include "monitors/visuals/xfactsjson.h"
#include "sessions/bus/consolecalls.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/texttable.h"
#include "sessions/xwindows/facts/xserverreader.h"

#include <KLocalizedString>

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString nameOf(const ServersComparison::Row &row, bool hasScreens)
{
    return hasScreens && row.screen
        ? i18nc("@info:shell a fact of an X server; %1: its name, %2: a number", "%1 (screen %2)", row.name, QString::number(*row.screen))
        : row.name;
}

void print(const XServerFacts &here, const XServerFacts *there, QTextStream &out)
{
    const QList<ServersComparison::Row> rows = ServersComparison::rows(here, there);
    const bool hasScreens = std::ranges::any_of(rows, [](const ServersComparison::Row &row) {
        return row.screen.value_or(0) > 0;
    });
    TextTable table({QString(),
                     displayText(here.display),
                     there ? displayText(there->display) : QString(),
                     there ? i18nc("@title:column of a table in a terminal", "Differs") : QString()});
    table.setTexts({1, 2, 3});
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
    for (const ScreenFacts::Line &line : screens.lines()) {
        out << i18nc("@info:shell %1: a monitor or a display, %2: its figures", "%1: %2", line.name, line.text) << '\n';
        if (!line.meaning.isEmpty()) {
            out << line.meaning << '\n';
        }
    }
}

void report(const XServerFacts &here, const XServerFacts *there, const ScreenFacts &screens, bool isJson, QTextStream &out)
{
    if (isJson) {
        QJsonObject object = XFactsJson::comparison(here, there);
        object.insert(u"screens"_s, screens.json());
        out << QJsonDocument(object).toJson(QJsonDocument::Compact) << '\n';
    } else if (here.problem.isEmpty() || (there && there->problem.isEmpty())) {
        print(here, there, out);
    }
}

/// The monitors and displays of this session, as its running console knows them; without one: nothing.
ScreenFacts screensOfConsole()
{
    const ConsoleCalls calls;
    for (const QString &console : calls.consoles().value_or(QStringList())) {
        const auto answer = calls.call(console, u"Servers"_s);
        if (ScreenFacts screens = ServerWatch::screensOf(answer ? answer->value(0).toString().toUtf8() : QByteArray()); !screens.monitors.isEmpty()) {
            return screens;
        }
    }
    return {};
}

/// The X servers of @p host as running consoles know them.
QList<XServerFacts> serversOf(const QString &host, QTextStream &err)
{
    const ConsoleCalls calls;
    const auto consoles = calls.consoles();
    if (!consoles) {
        err << consoles.error() << '\n';
        return {};
    }
    QList<XServerFacts> servers;
    for (const QString &console : *consoles) {
        const auto answer = calls.call(console, u"Servers"_s);
        for (const ServerWatch::Remote &remote : ServerWatch::remotesOf(answer ? answer->value(0).toString().toUtf8() : QByteArray())) {
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
    const XServerFacts here = XServerReader::ask({});
    QList<XServerFacts> others;
    if (!command.display.isEmpty()) {
        others.append(XServerReader::ask(command.display));
    } else if (!command.link.isEmpty()) {
        others = serversOf(command.link, err);
    }
    int status = !command.link.isEmpty() && others.isEmpty() ? ExitStatus::notDone : ExitStatus::done;
    for (const XServerFacts &facts : QList<XServerFacts>{here} + others) {
        if (!facts.problem.isEmpty()) {
            err << i18nc("@info:shell keep the command untranslated; %1: a sentence", "nightdesk visuals: %1", facts.problem) << '\n';
            status = ExitStatus::notDone;
        }
    }
    const ScreenFacts screens = screensOfConsole();
    if (others.isEmpty()) {
        report(here, nullptr, screens, command.json, out);
    }
    for (const XServerFacts &other : std::as_const(others)) {
        report(here, &other, screens, command.json, out);
    }
    if (!command.json) {
        print(screens, out);
    }
    out.flush();
    err.flush();
    return status;
}
}
