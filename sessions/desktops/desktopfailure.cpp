// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopfailure.h"

#include "sessions/common/overloaded.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
using Cause = ConnectionEnd::Cause;
using RfbWire::FailureCode;

QString serverMessage(const QString &detail)
{
    return detail.isEmpty() ? QString() : i18nc("@info what a server said, quoted", "Server message: “%1”.", detail);
}

QString joined(const QString &first, const QString &second)
{
    return first.isEmpty() || second.isEmpty() ? QString(first + second) : QString(first + u' ' + second);
}

/// A detail about Nightdesk's own worker process, not the server, for the person who is asked for help.
QString technicalDetail(const QString &detail)
{
    return detail.isEmpty() ? QString() : i18nc("@info %1: technical words, in English", "Technical detail: “%1”.", detail);
}

QString restartAdvice()
{
    return i18nc("@info", "Restarting automatically. No action needed. If this repeats, inform the administrator.");
}

/// A function that makes failures of the desktop @p place, which must outlive it, from what happened and the advice.
auto failureMaker(FailureKind kind, const QString &place)
{
    return [kind, &place](const QString &what, const QString &advice) {
        return Failure{kind, what, place, advice};
    };
}

Failure serverFailure(const ConnectionEnd &end, const QString &place)
{
    const auto transient = failureMaker(FailureKind::Transient, place);
    const auto refused = failureMaker(FailureKind::Refused, place);
    const QString said = serverMessage(end.detail);
    switch (end.code) {
    case FailureCode::Closed:
        return transient(i18nc("@info", "The VNC server closed the connection."),
                         joined(said, i18nc("@info", "Retrying automatically. If the server stays unavailable, ask the support astronomer to start it.")));
    case FailureCode::NotRfb:
        return refused(i18nc("@info", "The server at this address is not a VNC server."),
                       i18nc("@info", "Check the display number or port in the profile, then press Retry."));
    case FailureCode::SecurityRefused:
        return refused(
            i18nc("@info", "The VNC server offers no login method that Nightdesk accepts."),
            joined(said,
                   i18nc("@info", "Ask the administrator to enable SecurityTypes None or VncAuth (ssh already protects the connection). Then press Retry.")));
    case FailureCode::AuthenticationFailed:
        return transient(i18nc("@info", "The VNC server refused the password."),
                         joined(said, i18nc("@info", "Nightdesk asks for the password again. Enter the desktop’s own password, not the one of your account.")));
    case FailureCode::TooManyAttempts:
        // Xvnc counts every connection that has not logged in yet, not only wrong passwords. It allows logins again after about 10 s, and
        // attempts in between do not prolong that.
        return transient(i18nc("@info", "The VNC server temporarily refuses logins (too many unfinished or failed attempts)."),
                         joined(said, i18nc("@info", "Retrying automatically. No action needed.")));
    case FailureCode::TooLarge:
        return refused(i18nc("@info",
                             "The VNC server announced a desktop that is too large for Nightdesk (limits: %1 pixels a side, 64 million pixels).",
                             RfbWire::maxSide),
                       joined(said, i18nc("@info", "Ask the administrator of the VNC server to make the desktop smaller, then press Retry.")));
    case FailureCode::Malformed:
        return transient(i18nc("@info", "The VNC server sent data that violates the VNC protocol."),
                         joined(said, i18nc("@info", "Retrying automatically. If this repeats, inform the administrator of the VNC server.")));
    case FailureCode::OutOfMemory:
        return transient(i18nc("@info", "This workstation does not have enough memory to show this desktop."),
                         i18nc("@info", "Retrying automatically. Close other programs on this workstation to free memory."));
    case FailureCode::NotAsRemembered:
        return transient(i18nc("@info", "The VNC server has changed since the last connection."),
                         i18nc("@info", "Reconnecting automatically. No action needed."));
    case FailureCode::NotAnswered:
        return transient(i18nc("@info", "The VNC server accepted the connection but did not respond in time."),
                         i18nc("@info", "Retrying automatically. If this lasts, ask the support astronomer to check the VNC server."));
    case FailureCode::Internal:
        break;
    }
    return transient(i18nc("@info", "Nightdesk’s viewer process for this desktop failed."), joined(technicalDetail(end.detail), restartAdvice()));
}

/// Advice for the user when there is no further automatic retry.
QString adviceAfterGivingUp(const ConnectionEnd &end)
{
    if (end.cause == Cause::NoMemory || (end.cause == Cause::ServerFailed && end.code == FailureCode::OutOfMemory)) {
        return i18nc("@info",
                     "Three failures within a minute: Nightdesk no longer retries automatically. Close other programs on this workstation, then "
                     "press Retry.");
    }
    if (end.cause == Cause::WorkerViolatedProtocol) {
        return i18nc("@info",
                     "Three failures within a minute: Nightdesk no longer retries automatically. Inform the administrator of the VNC server: the "
                     "server may be faulty or compromised. Then press Retry.");
    }
    return i18nc("@info",
                 "Three failures within a minute: Nightdesk no longer retries automatically. Press Retry once. If this repeats, inform the "
                 "administrator of the VNC server.");
}

Failure failureOfEnd(const ConnectionEnd &end, const QString &place)
{
    const auto transient = failureMaker(FailureKind::Transient, place);
    const auto refused = failureMaker(FailureKind::Refused, place);
    switch (end.cause) {
    case Cause::ChannelRefused:
        return transient(i18nc("@info", "No VNC server is running at this address."),
                         joined(end.linkFailure ? end.linkFailure->what : QString(),
                                i18nc("@info",
                                      "Retrying automatically. Ask the support astronomer to start the VNC server, or check the display number in the "
                                      "profile.")));
    case Cause::LinkLost:
        return end.linkFailure.value_or(
            transient(i18nc("@info", "The connection to the remote host was lost."), i18nc("@info", "Reconnecting automatically. No action needed.")));
    case Cause::ServerEnded:
        return serverFailure({Cause::ServerFailed, FailureCode::Closed, end.detail, std::nullopt}, place);
    case Cause::ServerFailed:
        return serverFailure(end, place);
    case Cause::SecretCancelled:
        return refused(i18nc("@info", "You entered no password, so the VNC server does not show this desktop."),
                       i18nc("@info", "Press Retry to enter the password."));
    case Cause::NoSandbox:
        return refused(i18nc("@info", "Nightdesk does not show this desktop: the viewer process is not fully sandboxed on this workstation."),
                       i18nc("@info",
                             "Ask the administrator for a Linux kernel with seccomp and Landlock. Or turn off “Show desktops only in a sandbox” in the "
                             "settings, then press Retry."));
    case Cause::NoVncAuth:
        return refused(i18nc("@info", "This workstation cannot answer the VNC server’s password request."),
                       i18nc("@info",
                             "VncAuth needs DES encryption, which this workstation forbids (FIPS mode). Ask the administrator for a VNC server with "
                             "SecurityTypes None."));
    case Cause::NoMemory:
        return serverFailure({Cause::ServerFailed, FailureCode::OutOfMemory, end.detail, std::nullopt}, place);
    case Cause::WorkerMissing:
        return {FailureKind::Internal,
                i18nc("@info", "The viewer program for desktops, %1, cannot be started.", QStringLiteral("nightdesk-rfb")),
                end.detail,
                i18nc("@info", "The installation of Nightdesk is not complete. Ask the administrator to install Nightdesk again.")};
    case Cause::WorkerCrashed:
        break;
    case Cause::WorkerViolatedProtocol:
        return transient(i18nc("@info", "Nightdesk’s viewer process for this desktop sent invalid data and was stopped."),
                         joined(i18nc("@info",
                                      "Restarting automatically. If this repeats, inform the administrator of the VNC server: the server may be faulty or "
                                      "compromised."),
                                technicalDetail(end.detail)));
    case Cause::WorkerSilent:
        return transient(i18nc("@info", "Nightdesk’s viewer process for this desktop did not respond and was stopped."), restartAdvice());
    case Cause::ServerSilent:
    case Cause::LoginSilent:
        return transient(end.cause == Cause::ServerSilent
                             ? i18nc("@info", "The VNC server has not responded for %1 s.", end.silence.count())
                             : i18nc("@info", "The VNC server accepted the connection but has sent nothing for %1 s.", end.silence.count()),
                         i18nc("@info",
                               "The host is connected. Retrying automatically. If the VNC server stays unresponsive, ask the support astronomer to "
                               "check it."));
    case Cause::WorkerBusyWithoutResult:
        return transient(i18nc("@info", "Nightdesk’s viewer process for this desktop used a whole CPU core without any result and was stopped."),
                         restartAdvice());
    }
    return transient(i18nc("@info", "Nightdesk’s viewer process for this desktop crashed."), joined(restartAdvice(), technicalDetail(end.detail)));
}
}

QString desktopNameForUser(const DesktopAddress &address, const QString &host)
{
    return std::visit(Overloaded{
                          [&](const DisplayNumber &display) {
                              return i18nc("@info a VNC display and its host", "display :%1 of %2", QString::number(display.number), host);
                          },
                          [&](const TcpAddress &port) {
                              return port.host == QStringLiteral("127.0.0.1")
                                  ? i18nc("@info a TCP port and its host", "port %1 of %2", QString::number(port.port), host)
                                  : i18nc("@info a TCP port of a host that is reached through another",
                                          "port %1 of %2, through %3",
                                          QString::number(port.port),
                                          port.host,
                                          host);
                          },
                          [&](const UnixSocket &socket) {
                              return i18nc("@info a Unix socket and its host", "socket %1 of %2", socket.path, host);
                          },
                          [&](const DesktopSelector &found) {
                              return found.title.isEmpty()
                                  ? i18nc("@info an expression and a host", "the desktop that matches “%1” on %2", found.linePattern, host)
                                  : i18nc("@info a desktop's title and its host", "the desktop “%1” on %2", found.title, host);
                          },
                      },
                      address);
}

bool countsAsWorkerCrash(const ConnectionEnd &end)
{
    switch (end.cause) {
    case Cause::WorkerCrashed:
    case Cause::WorkerViolatedProtocol:
    case Cause::WorkerBusyWithoutResult:
    case Cause::WorkerSilent:
    case Cause::NoMemory:
        return true;
    case Cause::ServerFailed:
        return end.code == FailureCode::Malformed || end.code == FailureCode::OutOfMemory || end.code == FailureCode::Internal;
    default:
        return false;
    }
}

Failure desktopFailure(const ConnectionEnd &end, const QString &place, bool gaveUp)
{
    Failure failure = failureOfEnd(end, place);
    if (gaveUp) {
        failure.kind = FailureKind::Internal;
        const bool isServerFault = end.cause == Cause::ServerFailed && end.code != FailureCode::Internal;
        failure.advice = joined(adviceAfterGivingUp(end), isServerFault ? serverMessage(end.detail) : technicalDetail(end.detail));
    }
    return failure;
}
}
