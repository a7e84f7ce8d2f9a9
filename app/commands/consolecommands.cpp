// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/consolecommands.h"

#include "app/commands/exitstatus.h"
#include "sessions/bus/consolebusclient.h"

#include <KLocalizedString>

#include <QDir>

namespace Nightdesk::ConsoleCommands
{
using namespace Qt::StringLiterals;

namespace
{
QString refusalText(const ConsoleBusClient::Refusal &refusal, const QString &console)
{
    return refusal.errorName.startsWith("org.nightdesk."_L1)
        ? refusal.text
        : i18nc("@info:shell a console's name on the bus, why", "The console %1 is not responding: %2", console, refusal.text);
}

/// Calls @p method in all running consoles, one after the other; with @p onlyOne, stops at the first one that succeeds. Returns the exit code; if
/// none succeeded, prints the last error.
int callConsoles(const QString &method, const QVariantList &arguments, bool onlyOne, QTextStream &err)
{
    const ConsoleBusClient calls;
    const auto consoles = calls.consoleBusNames();
    if (!consoles) {
        err << consoles.error() << '\n';
        return ExitStatus::notDone;
    }
    if (consoles->isEmpty()) {
        err << i18nc("@info:shell", "No console of yours is running on this workstation.") << '\n';
        return ExitStatus::notDone;
    }
    bool isDone = false;
    QString why;
    for (const QString &console : *consoles) {
        if (const auto answer = calls.call(console, method, arguments); answer) {
            isDone = true;
            if (onlyOne) {
                break;
            }
        } else {
            why = refusalText(answer.error(), console);
        }
    }
    if (!isDone) {
        err << why << '\n';
    }
    return isDone ? ExitStatus::done : ExitStatus::notDone;
}
}

int disconnect(const DisconnectCommand &command, QTextStream &err)
{
    return callConsoles(u"Disconnect"_s, {command.profile}, false, err);
}

int raise(const RaiseCommand &command, QTextStream &err)
{
    return command.display.isEmpty() ? callConsoles(u"Raise"_s, {}, true, err) : callConsoles(u"RaiseDisplay"_s, {command.display}, true, err);
}

std::optional<int> passToRunningConsole(const ConnectCommand &command, QTextStream &out, QTextStream &err)
{
    const QString facility = command.facility.isEmpty() ? QString() : QDir(command.facility).absolutePath();
    const ConsoleBusClient calls;
    const auto consoles = calls.consoleBusNames();
    if (!consoles) {
        return {};
    }
    for (const QString &console : *consoles) {
        const auto answer = calls.call(console, u"Connect"_s, {command.profile, command.site, facility});
        if (answer) {
            out << (answer->value(0).toString() == "connected"_L1
                        ? i18nc("@info:shell", "The running console connects %1.", command.profile)
                        : i18nc("@info:shell", "The running console connects %1 after you answer its questions.", command.profile))
                << '\n';
            calls.activate(console);
            return ExitStatus::done;
        }
        if (!answer.error().errorName.startsWith("org.nightdesk."_L1) || answer.error().hasErrorName("OtherFacility"_L1)
            || answer.error().hasErrorName("NoFacility"_L1)) {
            continue; // this console does not respond, has another version, or shows another facility
        }
        err << answer.error().text << '\n';
        return ExitStatus::notDone;
    }
    return {};
}

std::optional<int> passToRunningConsole(const OpenCommand &command, QTextStream &err)
{
    if (!command.facility.isEmpty()) {
        return {}; // the command named a facility: a new console must be started with it
    }
    const ConsoleBusClient calls;
    const auto consoles = calls.consoleBusNames();
    if (!consoles) {
        return {};
    }
    for (const QString &console : *consoles) {
        const auto answer = calls.call(console, u"OpenLink"_s, {command.link});
        if (answer) {
            calls.activate(console);
            return ExitStatus::done;
        }
        if (answer.error().hasErrorName("BadLink"_L1)) {
            err << answer.error().text << '\n';
            return ExitStatus::notDone;
        }
    }
    return {};
}
}
