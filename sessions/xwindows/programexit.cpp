// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/programexit.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int notExecutable = 126; // POSIX: exit code of a shell for a command that was found but cannot be run
constexpr int notFound = 127; // POSIX: exit code of a shell for a command that was not found
}

Failure ProgramExitText::failed(const WindowSpec &spec, const ProgramExit &exit, const QString &lastLine)
{
    const QString name = spec.command.value(0);
    Failure failure{.kind = FailureKind::Refused,
                    .affectedItem = name,
                    .advice = lastLine.isEmpty()
                        ? i18nc("@info", "The program wrote no message. Press Retry to start the program again.")
                        : i18nc("@info %1 is the last line that a program wrote", "Press Retry to start the program again. Last output: “%1”.", lastLine)};
    if (exit.code == notFound && spec.topology == Topology::VncAtSummit) {
        failure.what = i18nc("@info", "The remote host has no VNC viewer for this desktop (exit code 127).");
        failure.advice = i18nc("@info %1: a word of profiles, viewer",
                               "Choose another display mode (Show As). Or ask the facility staff to install a viewer there, or to name one in the "
                               "profile (%1).",
                               u"viewer"_s);
    } else if (exit.code == notFound) {
        failure.what = i18nc("@info", "The program “%1” was not found on the remote host (exit code 127).", name);
        failure.advice =
            i18nc("@info", "Ask the facility staff to correct the command in the profile, or to install the program on the host. Then press Retry.");
    } else if (exit.code == notExecutable) {
        failure.what = i18nc("@info", "The program “%1” cannot be run on the remote host (exit code 126).", name);
        failure.advice =
            i18nc("@info", "Ask the facility staff to correct the command in the profile, or the program’s permissions on the host. Then press Retry.");
    } else if (exit.code) {
        failure.what = i18nc("@info", "The program “%1” ended with exit code %2.", name, QString::number(*exit.code));
    } else {
        failure.what = i18nc("@info %2 is a signal's name, like TERM", "The program “%1” was ended by the signal %2.", name, exit.signal);
    }
    return failure;
}

Failure ProgramExitText::lostWithLink()
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "The connection to the host was lost, and the program ended with it."),
            .advice = i18nc("@info", "Press Retry to start the program again, or leave it closed.")};
}

Failure ProgramExitText::channelLost()
{
    return {.kind = FailureKind::Transient,
            .what = i18nc("@info", "The connection to the program was lost."),
            .advice = i18nc("@info", "Reconnecting automatically. No action needed.")};
}
}
