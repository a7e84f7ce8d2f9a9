// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/statuscommand.h"

#include "app/commands/exitstatus.h"
#include "sessions/bus/consolebusclient.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/terminaltext.h"
#include "widgets/wording/boardtext.h"

#include <KLocalizedString>

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <iterator>
#include <optional>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
void printRow(const QStringList &cells, QTextStream &out)
{
    constexpr int widths[] = {24, 14, 10};
    constexpr qsizetype longestCell = 400;
    QString line;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        // Titles and failures contain texts of profiles and hosts: they must not control the terminal.
        const QString cell = displayText(cells.at(i), longestCell);
        line += u' ' + (i < static_cast<qsizetype>(std::size(widths)) ? TerminalText::leftJustified(cell, widths[i]) : cell);
    }
    out << u' ' << line.trimmed().prepend(u' ') << '\n';
}

/// A remark for a display's row: why it failed, or that its start takes minutes; else its present traffic with the X
/// server.
QString displayRemark(const QJsonObject &display)
{
    if (const QString why = display.value("failure"_L1).toObject().value("what"_L1).toString(); !why.isEmpty()) {
        return why;
    }
    const QJsonObject start = display.value("start"_L1).toObject();
    if (const qint64 left = start.value("leftMs"_L1).toInteger(); left > 0) {
        return i18ncp("@info:shell a start",
                      "slow start, about %1 minute left",
                      "slow start, about %1 minutes left",
                      std::max<qint64>(1, (left + 30'000) / 60'000));
    }
    if (start.value("state"_L1).toString() == "no-end-in-sight"_L1) {
        return i18nc("@info:shell a start", "slow start, time remaining unknown");
    }
    const QJsonObject traffic = display.value("xTraffic"_L1).toObject();
    const double perSecond = traffic.value("roundTripsPerSecond"_L1).toDouble();
    return perSecond < 1 ? QString()
                         : i18nc("@info:shell X traffic; %1, %2: numbers; estimated: not measured",
                                 "X: %1 round trips/s, waits %2 % (estimated)",
                                 QString::number(perSecond, 'f', 0),
                                 QString::number(traffic.value("waitingShareDerived"_L1).toDouble() * 100, 'f', 0));
}

/// @p heading: the profile to name in the first line. @p profileFilter: print only the links and displays of this profile; empty: all.
void printProfile(const QJsonObject &console, const QString &heading, const QString &profileFilter, QTextStream &out)
{
    out << i18nc("@info:shell", "Instrument %1", heading) << '\n';
    const auto isMeant = [&profileFilter](const QJsonObject &object) {
        return profileFilter.isEmpty() || object.value("profile"_L1).toString() == profileFilter;
    };
    for (const QJsonValue &value : console.value("links"_L1).toArray()) {
        const QJsonObject link = value.toObject();
        if (!isMeant(link)) {
            continue;
        }
        const QString roundTrip = QString::number(link.value("roundTripMs"_L1).toDouble(), 'f', 1);
        printRow({link.value("host"_L1).toString(),
                  link.value("state"_L1).toString(),
                  link.contains("roundTripMs"_L1) ? i18nc("@info:shell round-trip time in milliseconds", "RTT %1 ms", roundTrip) : QString()},
                 out);
    }
    for (const QJsonValue &value : console.value("displays"_L1).toArray()) {
        const QJsonObject display = value.toObject();
        if (isMeant(display)) {
            printRow(
                {display.value("title"_L1).toString(), display.value("state"_L1).toString(), display.value("screen"_L1).toString(), displayRemark(display)},
                out);
        }
    }
}

void printProgramVersion(const QJsonObject &running, QTextStream &out)
{
    // Empty for an older console, which does not report its program.
    if (const QString program = running.value("program"_L1).toString(); !program.isEmpty()) {
        out << i18nc("@info:shell %1: a version", "Nightdesk %1", program) << '\n';
    }
}

void printConsole(const QJsonObject &console, QTextStream &out)
{
    printProgramVersion(console, out);
    const QString profile = console.value("profile"_L1).toString();
    if (profile.isEmpty()) {
        const QString question = console.value("waitingFor"_L1).toString();
        out << (question.isEmpty() ? i18nc("@info:shell", "Not connected.")
                                   : i18nc("@info:shell %1: site, account or trust", "Not connected. Waiting for your answer: %1.", question))
            << '\n';
        return;
    }
    // Empty for an older console, which does not report its profiles.
    const QJsonArray profiles = console.value("profiles"_L1).toArray();
    if (profiles.isEmpty()) {
        printProfile(console, profile, {}, out);
    }
    for (const QJsonValue &value : profiles) {
        const QString id = value.toObject().value("id"_L1).toString();
        printProfile(console, id, id, out);
    }
}

}

int runStatusCommand(const StatusCommand &command, QTextStream &out, QTextStream &err)
{
    const ConsoleBusClient calls;
    const auto consoles = calls.consoleBusNames();
    if (!consoles) {
        err << consoles.error() << '\n';
        return ExitStatus::notDone;
    }
    int answered = 0;
    std::optional<QJsonObject> board;
    const auto boardOf = [&](const QString &name) -> std::optional<QJsonObject> {
        const auto answer = calls.call(name, u"Board"_s);
        if (!answer) {
            return {}; // no board is open, or there is no broker or credential; the window shows that
        }
        const QJsonObject its = QJsonDocument::fromJson(answer->value(0).toString().toUtf8()).object();
        board = board ? board : its;
        return its;
    };
    for (const QString &name : *consoles) {
        const auto answer = calls.call(name, u"State"_s);
        if (!answer) {
            err << i18nc("@info:shell", "The console %1 is not responding: %2", name, answer.error().text) << '\n';
            continue;
        }
        ++answered;
        QJsonObject state = QJsonDocument::fromJson(answer->value(0).toString().toUtf8()).object();
        const auto its = boardOf(name);
        if (!command.json) {
            printConsole(state, out);
            continue;
        }
        if (its) {
            state.insert(u"board"_s, *its);
        }
        out << QJsonDocument(state).toJson(QJsonDocument::Compact) << '\n';
    }
    const QStringList boards = calls.boardBusNames().value_or(QStringList());
    for (const QString &name : boards) {
        const auto its = boardOf(name);
        answered += its ? 1 : 0;
        if (its && !command.json) {
            printProgramVersion(*its, out);
        }
        if (its && command.json) {
            out << QJsonDocument(QJsonObject{{u"board"_s, *its}}).toJson(QJsonDocument::Compact) << '\n';
        }
    }
    if (answered == 0) {
        err << i18nc("@info:shell keep the command untranslated",
                     "No console or status board of yours is open on this workstation. To open a status board, run “nightdesk board”.")
            << '\n';
        return ExitStatus::notDone;
    }
    if (!command.json) {
        out << (board ? BoardText::statusText(*board, QDateTime::currentDateTimeUtc())
                      : i18nc("@info:shell keep the command untranslated",
                              "No status board of yours is open on this workstation. To open one, run “nightdesk board”.")
                        + u'\n');
    }
    return ExitStatus::done;
}
}
