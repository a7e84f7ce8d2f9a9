// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/measurecommand.h"

#include "app/commands/exitstatus.h"
#include "monitors/figures/measuredfigures.h"
#include "sessions/bus/consolebusclient.h"
#include "sessions/common/displaytext.h"
#include "widgets/wording/measuretext.h"

#include <KLocalizedString>

#include <QJsonDocument>

#include <algorithm>
#include <thread>
#include <vector>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
struct QueriedConsole {
    QString busName; ///< the console's D-Bus name
    MeasuredFigures figures;
};

/// False: the console does not answer; the error is on @p err.
bool readFigures(const ConsoleBusClient &calls, QueriedConsole &console, QTextStream &err)
{
    const auto answer = calls.call(console.busName, u"State"_s);
    if (!answer) {
        err << i18nc("@info:shell", "The console %1 is not responding: %2", console.busName, answer.error().text) << '\n';
        return false;
    }
    console.figures.addReport(QJsonDocument::fromJson(answer->value(0).toString().toUtf8()).object());
    return true;
}

/// The error message if no requested connection is connected.
QString noFiguresText(const std::vector<QueriedConsole> &consoles, const QString &link)
{
    if (consoles.empty()) {
        return i18nc("@info:shell", "No console of yours is running on this workstation.");
    }
    QStringList hosts;
    for (const QueriedConsole &console : consoles) {
        hosts += console.figures.hosts();
    }
    hosts.removeDuplicates();
    if (hosts.isEmpty()) {
        return i18nc("@info:shell keep the command untranslated",
                     "nightdesk measure: No running console of yours is connected to a host. Connect an instrument first.");
    }
    return i18nc("@info:shell keep the command untranslated; %1: a host, %2: hosts",
                 "nightdesk measure: No running console of yours has a connection to “%1”. Its connections: %2.",
                 link,
                 displayText(hosts.join(", "_L1)));
}
}

int runMeasureCommand(const MeasureCommand &command, QTextStream &out, QTextStream &err)
{
    const ConsoleBusClient calls;
    const auto names = calls.consoleBusNames();
    if (!names) {
        err << names.error() << '\n';
        err.flush();
        return ExitStatus::notDone;
    }
    std::vector<QueriedConsole> consoles;
    int status = ExitStatus::done;
    const auto begin = std::chrono::steady_clock::now();
    for (const QString &name : *names) {
        QueriedConsole console{name, MeasuredFigures(command.link)};
        if (readFigures(calls, console, err)) {
            consoles.push_back(std::move(console));
        } else {
            status = ExitStatus::notDone;
        }
    }
    const auto hasNoFigures = [](const QueriedConsole &console) {
        return console.figures.isEmpty();
    };
    if (std::ranges::all_of(consoles, hasNoFigures)) {
        if (!consoles.empty() || names->isEmpty()) {
            err << noFiguresText(consoles, command.link) << '\n';
        }
        err.flush();
        return ExitStatus::notDone;
    }
    std::erase_if(consoles, hasNoFigures);
    std::vector<bool> hasEnded(consoles.size(), false);
    for (auto second = 1s; second <= command.span; ++second) {
        std::this_thread::sleep_until(begin + second);
        for (std::size_t i = 0; i < consoles.size(); ++i) {
            hasEnded[i] = hasEnded[i] || !readFigures(calls, consoles[i], err);
        }
        if (!std::ranges::contains(hasEnded, false)) {
            break;
        }
    }
    for (const QueriedConsole &console : consoles) {
        const QJsonObject result = console.figures.result();
        out << (command.json ? QString::fromUtf8(QJsonDocument(result).toJson(QJsonDocument::Compact)) + u'\n' : MeasureText::figuresText(result));
    }
    out.flush();
    err.flush();
    return std::ranges::contains(hasEnded, true) ? ExitStatus::notDone : status;
}
}
