// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xproblem.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <system_error>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString serverName(const LocalDisplay &display)
{
    return i18nc("@info where something failed; %1: the number of an X server", "X server :%1", QString::number(display.number));
}

Failure failureToRetry(const LocalDisplay &display, const QString &what)
{
    return {.kind = FailureKind::Transient,
            .what = what,
            .affectedItem = serverName(display),
            .advice = i18nc("@info", "Retrying automatically. If this lasts, log in to this workstation again.")};
}
}

Failure XProblem::badDisplay(const QString &display, LocalDisplay::Problem problem)
{
    Failure failure{.kind = FailureKind::Refused, .affectedItem = display.isEmpty() ? QString() : u"DISPLAY=%1"_s.arg(displayText(QStringView(display)))};
    switch (problem) {
    case LocalDisplay::Problem::NotSet:
        failure.what = i18nc("@info", "This workstation has no X server (DISPLAY is not set).");
        failure.advice = i18nc("@info", "To show X programs, install Xwayland and log in again. VNC desktops work without an X server.");
        break;
    case LocalDisplay::Problem::Wayland:
        failure.affectedItem.clear();
        failure.what = i18nc("@info", "Nightdesk runs natively on Wayland, where it cannot show X programs.");
        failure.advice = i18nc("@info", "Start Nightdesk again: it runs on XWayland once a profile has X programs.");
        break;
    case LocalDisplay::Problem::NotUnderstood:
        failure.what = i18nc("@info", "The name of this workstation’s X server (DISPLAY) is not valid.");
        failure.advice = i18nc("@info", "Set DISPLAY to a value like “:0”, then start Nightdesk again.");
        break;
    case LocalDisplay::Problem::NotLocal:
        failure.what = i18nc("@info", "DISPLAY names an X server on another host. Nightdesk does not support this.");
        failure.advice = i18nc("@info", "Start Nightdesk on the workstation at which you sit.");
        break;
    }
    return failure;
}

Failure XProblem::unreachable(const LocalDisplay &display, int error)
{
    return failureToRetry(display,
                          i18nc("@info %1 is the system's reason",
                                "This workstation’s X server is unreachable: %1.",
                                QString::fromStdString(std::generic_category().message(error))));
}

Failure XProblem::accessRefused(const LocalDisplay &display, bool hadCookie)
{
    return {.kind = FailureKind::Refused,
            .what = hadCookie ? i18nc("@info", "This workstation’s X server refused Nightdesk: the X server does not accept Nightdesk’s cookie (access key).")
                              : i18nc("@info", "This workstation’s X server refused Nightdesk: Nightdesk has no cookie (access key) for this X server."),
            .affectedItem = serverName(display),
            .advice =
                i18nc("@info", "Log in to this workstation again, or check that XAUTHORITY names the authority file of this login session. Then press Retry.")};
}

Failure XProblem::cannotConfine(const LocalDisplay &display)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "This workstation’s X server lacks the SECURITY extension and cannot confine untrusted programs."),
            .affectedItem = serverName(display),
            .advice = i18nc("@info keep trusted = true untranslated",
                            "Choose “Private X Server (vnc-app)” under Show As. Or set trusted = true for the window in the profile: then its host can see "
                            "everything that you type.")};
}

Failure XProblem::notConfined(const LocalDisplay &display, bool isAuthorized)
{
    return {.kind = FailureKind::Refused,
            .what = isAuthorized ? i18nc("@info", "This workstation’s X server does not confine untrusted programs, although it has the SECURITY extension.")
                                 : i18nc("@info", "This workstation’s X server refused its own cookie for an untrusted program."),
            .affectedItem = serverName(display),
            .advice = i18nc("@info", "The program was not started. Press Retry to check again. If the problem remains, ask the administrator.")};
}

Failure XProblem::notResponding(const LocalDisplay &display)
{
    return failureToRetry(display, i18nc("@info", "This workstation’s X server is not responding."));
}

Failure XProblem::serverLost(const LocalDisplay &display)
{
    return failureToRetry(display, i18nc("@info", "This workstation’s X server ended, and the program’s window closed with it."));
}

Failure XProblem::programNotAuthorized(const LocalDisplay &display, const QString &words)
{
    // The text of every X.Org server at its maximum number of clients (dix/dispatch.c).
    const bool isFull = words.contains("Maximum number of clients"_L1);
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "This workstation’s X server refused the program’s connection, so the program has no window."),
            .affectedItem = serverName(display),
            .advice = isFull ? i18nc("@info %1: the X server's words", "Server message: “%1”. Close windows on this workstation, then press Retry.", words)
                             : i18nc("@info %1: the X server's words", "Server message: “%1”. Press Retry to start the program again.", words)};
}

Failure XProblem::displayNotCreated(const QString &directory, int error)
{
    return {.kind = FailureKind::Internal,
            .what = i18nc("@info:shell %1 is the system's reason",
                          "Nightdesk cannot create an X display: %1.",
                          QString::fromStdString(std::generic_category().message(error))),
            .affectedItem = directory,
            .advice = i18nc("@info:shell %1: a directory",
                            "Check that /tmp has free space and mode 1777. %1 must belong to root or to you and must not be a symbolic link.",
                            directory)};
}

Failure XProblem::noRandomNumbers()
{
    return {.kind = FailureKind::Internal,
            .what = i18nc("@info", "This workstation provided no random numbers, so Nightdesk cannot start the program securely."),
            .advice = i18nc("@info", "Press Retry. If this repeats, restart this workstation.")};
}
}
