// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xproblem.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <system_error>

namespace Nightdesk
{
namespace
{
QString place(const LocalDisplay &display)
{
    return i18nc("@info where something failed", "this workstation’s X server :%1", QString::number(display.number));
}
}

Failure XProblem::badDisplay(const QString &display, LocalDisplay::Problem problem)
{
    Failure failure{.kind = FailureKind::Refused, .what = {}, .where = displayText(QStringView(display)), .advice = {}};
    switch (problem) {
    case LocalDisplay::Problem::NotSet:
        failure.what = i18nc("@info", "This workstation has no X server (DISPLAY is not set).");
        failure.advice = i18nc("@info", "Log in to an X11 session, or to a Wayland session with Xwayland. VNC desktops work without an X server.");
        break;
    case LocalDisplay::Problem::NotUnderstood:
        failure.what = i18nc("@info", "The name of this workstation’s X server (DISPLAY) is not valid.");
        failure.advice = i18nc("@info", "Set DISPLAY to a value like “:0”, then start Nightdesk again.");
        break;
    case LocalDisplay::Problem::NotLocal:
        failure.what = i18nc("@info", "DISPLAY names an X server on another host. Nightdesk does not support this.");
        failure.advice = i18nc("@info", "Run Nightdesk on the workstation at which you sit.");
        break;
    }
    return failure;
}

Failure XProblem::unreachable(const LocalDisplay &display, int error)
{
    return {.kind = FailureKind::Transient,
            .what =
                i18nc("@info %1 is the system's reason", "The X server is unreachable: %1.", QString::fromStdString(std::generic_category().message(error))),
            .where = place(display),
            .advice = i18nc("@info", "Check that the X server of this workstation is still running.")};
}

Failure XProblem::notLetIn(const LocalDisplay &display, bool hadCookie)
{
    return {.kind = FailureKind::Refused,
            .what = hadCookie ? i18nc("@info", "The X server did not accept Nightdesk’s cookie.")
                              : i18nc("@info", "The X server refused Nightdesk, which has no cookie for this server."),
            .where = place(display),
            .advice = i18nc("@info", "Check that XAUTHORITY names the authority file of this login session, then press Retry.")};
}

Failure XProblem::cannotConfine(const LocalDisplay &display)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "The X server cannot confine untrusted programs: it has no SECURITY extension."),
            .where = place(display),
            .advice = i18nc("@info keep trusted = true untranslated",
                            "Set trusted = true for this window only if you trust the program’s host with every key typed here.")};
}

Failure XProblem::notConfined(const LocalDisplay &display, bool isLetIn)
{
    return {.kind = FailureKind::Refused,
            .what = isLetIn ? i18nc("@info", "The X server does not confine untrusted programs, although it has the SECURITY extension.")
                            : i18nc("@info", "The X server refused its own cookie for an untrusted program."),
            .where = place(display),
            .advice = i18nc("@info", "The program was not started. Press Retry to check again. If the problem remains, ask the administrator.")};
}

Failure XProblem::silent(const LocalDisplay &display)
{
    return {.kind = FailureKind::Transient, .what = i18nc("@info", "The X server is not responding."), .where = place(display), .advice = {}};
}

Failure XProblem::lost(const LocalDisplay &display)
{
    return {.kind = FailureKind::Transient,
            .what = i18nc("@info", "The X server ended; the program’s window closed with it."),
            .where = place(display),
            .advice = {}};
}

Failure XProblem::programNotLetIn(const LocalDisplay &display, const QString &words)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "The X server refused the program."),
            .where = place(display),
            .advice = i18nc("@info %1: the X server's words", "Server message: “%1”. Press Retry to start the program again.", words)};
}
}
