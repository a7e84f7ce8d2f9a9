// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appfailure.h"

#include "sessions/common/displaytext.h"
#include "sessions/profiles/privatevisual.h"

#include <KLocalizedString>

#include <array>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int firstSignalCode = 128; // POSIX shells: exit code 128 + signal number

/// The signal's name as ssh uses it; the numbers are those of Linux.
QString signalName(int number)
{
    static constexpr std::array names{"HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM"};
    return number >= 1 && number <= static_cast<int>(names.size()) ? QString::fromLatin1(names.at(number - 1)) : QString::number(number);
}

ProgramExit exitFromCode(int code)
{
    return code > firstSignalCode && code < 2 * firstSignalCode ? ProgramExit{.code = {}, .signal = signalName(code - firstSignalCode)}
                                                                : ProgramExit{.code = code, .signal = {}};
}

Failure refusal(const QString &what, const QString &where, const QString &advice)
{
    return {.kind = FailureKind::Refused, .what = what, .affectedItem = where, .advice = advice};
}

QString x11TopologyAdvice()
{
    return i18nc("@info keep the quoted words untranslated", "Until then, “topology = \"x11\"” in the profile shows this program without a private X server.");
}

QString retryOrAskAdvice()
{
    return i18nc("@info", "Retrying automatically: the host may be very busy. If this lasts, ask the support astronomer.");
}

Failure startFailure(const QByteArray &reason, const QString &subject, const WindowSpec &spec, const QString &host)
{
    if (reason == "noserver") {
        const QString advice = spec.server.command.isEmpty()
            ? i18nc("@info keep the quoted words untranslated",
                    "Ask the facility staff to install one (Debian: tigervnc-standalone-server, Red Hat: tigervnc-server) or to name it in "
                    "the profile (“server”).")
            : i18nc("@info keep the quoted word untranslated", "Ask the facility staff to correct “server” in the profile.");
        return refusal(i18nc("@info %1: a host, %2: names of programs",
                             "The program was not started: no suitable VNC server is installed on %1 (searched for: %2).",
                             host,
                             subject),
                       host,
                       advice + u' ' + x11TopologyAdvice());
    }
    if (reason == "server") {
        return refusal(i18nc("@info", "The VNC server for this program did not start."),
                       host,
                       i18nc("@info %1: last lines of a program",
                             "Ask the facility staff to correct the VNC server. If its output names an unknown option, TigerVNC 1.9 or newer is needed. "
                             "Last output: “%1”.",
                             subject));
    }
    if (reason == "slow") {
        return refusal(i18nc("@info", "The VNC server for this program was not ready within 15 s."),
                       subject,
                       i18nc("@info", "The host may be very busy. Wait a minute, then press Retry. If this repeats, ask the support astronomer."));
    }
    if (reason == "tool") {
        return refusal(i18nc("@info %1: a program's name", "The host does not have %1, which private X servers need.", subject),
                       host,
                       i18nc("@info %1: a program's name", "Ask the facility staff to install %1 on the host.", subject) + u' ' + x11TopologyAdvice());
    }
    if (reason == "disk") {
        return refusal(i18nc("@info", "A directory for this program’s private X server cannot be written."),
                       i18nc("@info %1: a host, %2: a path", "%1: %2", host, subject),
                       i18nc("@info", "The host’s disk is probably full. Ask the support astronomer to free space, then press Retry."));
    }
    if (reason == "foreign" || reason == "open") {
        return refusal(
            reason == "open"
                ? i18nc("@info %1: a path", "The program was not started: other accounts may enter the host’s directory %1, which must be private.", subject)
                : i18nc("@info %1: a path",
                        "The program was not started: the host’s directory %1 belongs to another account, but must be your account’s.",
                        subject),
            host,
            i18nc("@info", "Ask the support astronomer to find out who created the directory, and to remove it. Then press Retry."));
    }
    if (reason == "group") {
        return refusal(i18nc("@info %1: a group", "The program was not started: your account on the host is not in the program’s Unix group, %1.", subject),
                       host,
                       i18nc("@info keep share untranslated",
                             "Ask the host’s administrator to add the account, or the facility staff to correct “share” in the profile. Then press Retry."));
    }
    if (reason == "gone") {
        return refusal(i18nc("@info", "The program ended while Nightdesk was not connected to it."), host, i18nc("@info", "Press Retry to start the program."));
    }
    if (reason == "visual") {
        return refusal(i18nc("@info %1: like PseudoColor 8, %2: names of programs",
                             "The host cannot provide the X visual %1, which the program needs. Searched for: %2.",
                             visualForPrivateServer(spec),
                             subject),
                       host,
                       i18nc("@info", "Ask the facility staff to install Xvfb and x11vnc on the host.") + u' ' + x11TopologyAdvice());
    }
    if (reason == "busy") {
        return {.kind = FailureKind::Transient,
                .what = i18nc("@info", "The host is still starting another private X server, which does not become ready."),
                .affectedItem = subject,
                .advice = retryOrAskAdvice()};
    }
    return AppFailure::invalidReport(host, displayText(reason));
}
}

std::variant<ProgramExit, Failure> AppFailure::exitOrFailure(const QByteArrayList &finalReport, const WindowSpec &spec, const QString &host)
{
    const QByteArray kind = finalReport.value(0);
    const QByteArray rest = finalReport.value(1);
    const qsizetype blank = rest.indexOf(' ');
    const QByteArray first = blank < 0 ? rest : rest.first(blank);
    const QString second = blank < 0 ? QString() : displayText(rest.sliced(blank + 1), 300);
    if (kind == "exit") {
        bool isNumber = false;
        const int code = first.toInt(&isNumber);
        return isNumber && code >= 0 && code < 2 * firstSignalCode ? exitFromCode(code) : ProgramExit{};
    }
    if (kind == "fail") {
        return startFailure(first, second, spec, host);
    }
    if (kind == "linger") {
        return refusal(i18nc("@info", "The program and its private X server were ended: nobody viewed the program for too long."),
                       host,
                       i18nc("@info", "Press Retry to start the program again."));
    }
    if (kind == "server") {
        const ProgramExit exit = exitFromCode(first.toInt());
        return refusal(exit.code
                           ? i18nc("@info", "The VNC server of this program ended with exit code %1. The program ended with it.", QString::number(*exit.code))
                           : i18nc("@info %1: a signal's name, like SEGV",
                                   "The VNC server of this program was ended by the signal %1. The program ended with it.",
                                   exit.signal),
                       host,
                       second.isEmpty() ? i18nc("@info", "Press Retry to start both again.")
                                        : i18nc("@info %1 is the last that a program wrote", "Press Retry to start both again. Last output: “%1”.", second));
    }
    if (kind == "lost") {
        return refusal(i18nc("@info", "The process that runs this program’s private X server was killed on the remote host."),
                       host,
                       spec.isSingleInstance ? i18nc("@info", "Press Retry to start the program again.")
                                             : i18nc("@info", "Press Retry to end the program’s remaining processes and start the program again."));
    }
    return invalidReport(host, displayText(kind));
}

Failure AppFailure::invalidReport(const QString &host, const QString &lastOutput)
{
    return refusal(i18nc("@info %1: a host", "%1 did not start the program’s private X server.", host),
                   host,
                   lastOutput.isEmpty() ? i18nc("@info", "The host sent no message. Ask the administrator whether the account may run programs on the host.")
                                        : i18nc("@info %1: what a program wrote",
                                                "Press Retry. If this repeats, ask the support astronomer about the message from the host: “%1”.",
                                                lastOutput));
}

Failure AppFailure::startTimedOut(const QString &host)
{
    return {.kind = FailureKind::Transient,
            .what = i18nc("@info %1: a host", "%1 did not start the program’s private X server within a minute.", host),
            .advice = retryOrAskAdvice()};
}

Failure AppFailure::displayConnectionLost(const QString &host)
{
    return {.kind = FailureKind::Transient,
            .what = i18nc("@info", "The connection to the program’s private X server was lost."),
            .affectedItem = host,
            .advice = i18nc("@info", "Reconnecting automatically: the program may still be running. No action needed.")};
}

Failure AppFailure::visualUnknown(const WindowSpec &spec)
{
    return refusal(
        i18nc("@info %1: a word of a profile", "The profile asks for the visual “%1”, with which no X server can be started.", visualForPrivateServer(spec)),
        {},
        i18nc("@info keep the quoted words untranslated",
              "Ask the facility staff to correct the visual in the profile. Valid values are, for example, “TrueColor 24” and “PseudoColor 8”."));
}
}
