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
    return i18nc("@info where something failed", "this desk's X server :%1", QString::number(display.number));
}
}

Failure XProblem::badDisplay(const QString &display, LocalDisplay::Problem problem)
{
    Failure failure{.kind = FailureKind::Refused, .what = {}, .where = displayText(QStringView(display)), .advice = {}};
    switch (problem) {
    case LocalDisplay::Problem::NotSet:
        failure.what = i18nc("@info", "There is no X server on this desk (DISPLAY is not set).");
        failure.advice = i18nc("@info", "Log in to an X11 session, or to a Wayland session with Xwayland. Shared desktops work without.");
        break;
    case LocalDisplay::Problem::NotUnderstood:
        failure.what = i18nc("@info", "The name of this desk's X server (DISPLAY) is not understood.");
        failure.advice = i18nc("@info", "It should look like \":0\".");
        break;
    case LocalDisplay::Problem::NotLocal:
        failure.what = i18nc("@info", "DISPLAY names an X server on another machine, which is not supported.");
        failure.advice = i18nc("@info", "Run Nightdesk on the machine that you sit at.");
        break;
    }
    return failure;
}

Failure XProblem::unreachable(const LocalDisplay &display, int error)
{
    return {.kind = FailureKind::Transient,
            .what =
                i18nc("@info %1 is the system's reason", "The X server cannot be reached: %1.", QString::fromStdString(std::generic_category().message(error))),
            .where = place(display),
            .advice = i18nc("@info", "Is the X server of this desk still running?")};
}

Failure XProblem::notLetIn(const LocalDisplay &display, bool hadCookie)
{
    return {.kind = FailureKind::Refused,
            .what = hadCookie ? i18nc("@info", "The X server did not accept our cookie.")
                              : i18nc("@info", "The X server did not let us in, and there is no cookie for it."),
            .where = place(display),
            .advice = i18nc("@info", "Check that XAUTHORITY names this session's authority file, then press Retry.")};
}

Failure XProblem::cannotConfine(const LocalDisplay &display)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "The X server cannot confine programs that are not trusted (it has no SECURITY extension)."),
            .where = place(display),
            .advice = i18nc("@info",
                            "If you trust the program's host with every key that is typed at this desk, set trusted = true for this window in its profile.")};
}

Failure XProblem::notConfined(const LocalDisplay &display, bool isLetIn)
{
    return {.kind = FailureKind::Refused,
            .what = isLetIn ? i18nc("@info", "The X server does not confine programs that are not trusted, although it has the SECURITY extension.")
                            : i18nc("@info", "The X server refused the cookie that it had made for a program that is not trusted."),
            .where = place(display),
            .advice = i18nc("@info", "The program was not started. Press Retry to check again; if the problem remains, contact the administrator.")};
}

Failure XProblem::silent(const LocalDisplay &display)
{
    return {.kind = FailureKind::Transient, .what = i18nc("@info", "The X server does not answer."), .where = place(display), .advice = {}};
}

Failure XProblem::lost(const LocalDisplay &display)
{
    return {.kind = FailureKind::Transient, .what = i18nc("@info", "The X server ended, and the window with it."), .where = place(display), .advice = {}};
}

Failure XProblem::programNotLetIn(const LocalDisplay &display, const QString &words)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "The X server did not let the program in."),
            .where = place(display),
            .advice = i18nc("@info %1: the X server's words", "It said: \"%1\". Press Retry to try again.", words)};
}
}
