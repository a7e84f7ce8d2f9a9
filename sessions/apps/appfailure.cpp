// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appfailure.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <array>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int firstSignalCode = 128; // POSIX shells: 128 and the signal's number

/// By name as ssh has them; the numbers are Linux's.
QString signalName(int number)
{
    static constexpr std::array names{"HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM"};
    return number >= 1 && number <= static_cast<int>(names.size()) ? QString::fromLatin1(names.at(number - 1)) : QString::number(number);
}

ProgramExit exitOf(int code)
{
    return code > firstSignalCode && code < 2 * firstSignalCode ? ProgramExit{.code = {}, .signal = signalName(code - firstSignalCode)}
                                                                : ProgramExit{.code = code, .signal = {}};
}

Failure started(const QString &what, const QString &where, const QString &advice)
{
    return {.kind = FailureKind::Refused, .what = what, .where = where, .advice = advice};
}

QString orX11()
{
    return i18nc("@info keep the quoted words untranslated", "Until then topology = \"x11\" shows this program without one.");
}

Failure failed(const QByteArray &word, const QString &subject, const WindowSpec &spec, const QString &host)
{
    if (word == "noserver") {
        const QString advice = spec.server.command.isEmpty()
            ? i18nc(
                  "@info keep the quoted words untranslated",
                  "Ask the facility's staff to install one there (Debian: tigervnc-standalone-server, Red Hat: tigervnc-server), or to name it by “server” in "
                  "the profile.")
            : i18nc("@info keep the quoted word untranslated", "Ask the facility's staff to correct “server” in the profile.");
        return started(i18nc("@info %1: a host, %2: names of programs", "%1 has no VNC server that could show this program. Looked for: %2.", host, subject),
                       host,
                       advice + u' ' + orX11());
    }
    if (word == "server") {
        return started(i18nc("@info", "The VNC server for this program did not start."),
                       host,
                       i18nc("@info %1: last lines of a program",
                             "Its last words: %1. If it does not know an option, it is too old: TigerVNC 1.9 or newer is needed.",
                             subject));
    }
    if (word == "slow") {
        return started(i18nc("@info", "The VNC server for this program did not get ready within 15 s."),
                       subject,
                       i18nc("@info", "The host may be very busy. Press Retry, or ask the support astronomer."));
    }
    if (word == "tool") {
        return started(i18nc("@info %1: a program's name", "The host lacks %1, which displays of their own need.", subject), host, orX11());
    }
    if (word == "disk") {
        return started(i18nc("@info", "A directory of this program's display cannot be written."),
                       i18nc("@info %1: a host, %2: a path", "%1: %2", host, subject),
                       i18nc("@info", "Its disk is probably full. Ask the support astronomer to make room, then press Retry."));
    }
    if (word == "foreign" || word == "open") {
        return started(word == "open" ? i18nc("@info %1: a path", "%1 is open to others, so no display is started in it.", subject)
                                      : i18nc("@info %1: a path", "%1 is not this account's own directory, so no display is started in it.", subject),
                       host,
                       i18nc("@info", "Ask the support astronomer to look who made it, and to remove it."));
    }
    if (word == "group") {
        return started(i18nc("@info %1: a group", "This account is no member of the group %1, which the program is to be shared with.", subject),
                       host,
                       i18nc("@info keep share untranslated", "Ask the facility's staff to correct share in the profile, or the account's groups."));
    }
    if (word == "gone") {
        return started(i18nc("@info", "The program has ended meanwhile."), host, i18nc("@info", "Press Retry to start it."));
    }
    if (word == "visual") {
        return started(i18nc("@info %1: like PseudoColor 8, %2: names of programs", "%1 cannot be had on the host. Looked for: %2.", spec.visual, subject),
                       host,
                       i18nc("@info", "Ask the facility's staff to install Xvfb and x11vnc there.") + u' ' + orX11());
    }
    if (word == "busy") {
        return {.kind = FailureKind::Transient,
                .what = i18nc("@info", "Another display is being started there and does not get on."),
                .where = subject,
                .advice = {}};
    }
    return AppFailure::notUnderstood(host, displayText(word));
}
}

std::variant<ProgramExit, Failure> AppFailure::ending(const QByteArrayList &word, const WindowSpec &spec, const QString &host)
{
    const QByteArray kind = word.value(0);
    const QByteArray rest = word.value(1);
    const qsizetype blank = rest.indexOf(' ');
    const QByteArray first = blank < 0 ? rest : rest.first(blank);
    const QString second = blank < 0 ? QString() : displayText(rest.sliced(blank + 1), 300);
    if (kind == "exit") {
        bool isNumber = false;
        const int code = first.toInt(&isNumber);
        return isNumber && code >= 0 && code < 2 * firstSignalCode ? exitOf(code) : ProgramExit{};
    }
    if (kind == "fail") {
        return failed(first, second, spec, host);
    }
    if (kind == "linger") {
        return started(i18nc("@info", "Nobody looked at this program for so long that its display was ended, and the program with it."),
                       host,
                       i18nc("@info", "Press Retry to start it again."));
    }
    if (kind == "server") {
        const ProgramExit exit = exitOf(first.toInt());
        return started(exit.code
                           ? i18nc("@info", "The VNC server of this program ended with exit code %1, and the program with it.", QString::number(*exit.code))
                           : i18nc("@info %1: a signal's name, like SEGV",
                                   "The VNC server of this program was ended by the signal %1, and the program with it.",
                                   exit.signal),
                       host,
                       second.isEmpty() ? i18nc("@info", "Press Retry to start both again.")
                                        : i18nc("@info %1 is the last that a program wrote", "Press Retry to start both again. Its last words: %1", second));
    }
    if (kind == "lost") {
        return started(i18nc("@info", "What kept this program's display at the summit was killed."),
                       host,
                       spec.onlyOne ? i18nc("@info", "Press Retry to start it again.")
                                    : i18nc("@info", "Press Retry: what is left of it is ended, and the program is started again."));
    }
    return notUnderstood(host, displayText(kind));
}

Failure AppFailure::notUnderstood(const QString &host, const QString &words)
{
    return started(i18nc("@info %1: a host", "%1 did not start the program's display.", host),
                   host,
                   words.isEmpty() ? i18nc("@info", "It said nothing. Check that the account may run programs there.")
                                   : i18nc("@info %1: what a program wrote", "It said: %1", words));
}

Failure AppFailure::tookTooLong(const QString &host)
{
    return {.kind = FailureKind::Transient,
            .what = i18nc("@info %1: a host", "%1 did not start the program's display within a minute.", host),
            .where = {},
            .advice = {}};
}

Failure AppFailure::watchLost(const QString &host)
{
    return {.kind = FailureKind::Transient, .what = i18nc("@info", "The connection to the program's display broke."), .where = host, .advice = {}};
}

Failure AppFailure::visualUnknown(const WindowSpec &spec)
{
    return started(i18nc("@info %1: a word of a profile", "No display can be made with the visual “%1”.", spec.visual),
                   {},
                   i18nc("@info keep the quoted words untranslated", "Ask for the profile to be corrected: “TrueColor 24” or “PseudoColor 8”, say."));
}
}
