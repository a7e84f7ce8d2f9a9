// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopfailure.h"

#include "sessions/common/overloaded.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
using Cause = RunEnd::Cause;
using RfbWire::FailureCode;

QString quotedDetail(const QString &detail)
{
    return detail.isEmpty() ? QString() : i18nc("@info what a server said, quoted", "It says: “%1”.", detail);
}

QString joined(const QString &first, const QString &second)
{
    return first.isEmpty() || second.isEmpty() ? QString(first + second) : QString(first + u' ' + second);
}

Failure serverFailure(const RunEnd &end, const QString &place)
{
    switch (end.code) {
    case FailureCode::Closed:
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server ended the connection."),
                place,
                joined(quotedDetail(end.detail), i18nc("@info", "It is tried again by itself; if it stays away, ask for the server to be started."))};
    case FailureCode::NotRfb:
        return {FailureKind::Refused,
                i18nc("@info", "What answers there is not a VNC server."),
                place,
                i18nc("@info", "Check the display number or port in the profile, then press Retry.")};
    case FailureCode::SecurityRefused:
        return {FailureKind::Refused,
                i18nc("@info", "The VNC server offers no way to log in that Nightdesk accepts."),
                place,
                joined(quotedDetail(end.detail),
                       i18nc("@info", "Have the server offer SecurityTypes None or VncAuth (ssh protects the way already), then press Retry."))};
    case FailureCode::AuthenticationFailed:
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server refused the password."),
                place,
                joined(quotedDetail(end.detail), i18nc("@info", "You are asked again. It is the desktop's own password, not that of your account."))};
    case FailureCode::TooManyAttempts:
        // Xvnc counts every connection that has not logged in yet, not wrong passwords alone. It forgives after 10 s or so, and
        // what knocks meanwhile does not make it longer.
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server takes no more logins for a while, after too many that failed."),
                place,
                joined(quotedDetail(end.detail), i18nc("@info", "It is tried again by itself until the server forgives."))};
    case FailureCode::TooLarge:
        return {FailureKind::Refused,
                i18nc("@info", "The VNC server claims a desktop larger than Nightdesk shows (%1 pixels a side, 64 million in all).", RfbWire::maxSide),
                place,
                joined(quotedDetail(end.detail), i18nc("@info", "Have the desktop made smaller, then press Retry."))};
    case FailureCode::Malformed:
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server sent something that breaks the protocol."),
                place,
                joined(quotedDetail(end.detail), i18nc("@info", "It is tried again by itself. If it comes back, tell the people who run the server."))};
    case FailureCode::OutOfMemory:
        return {FailureKind::Transient,
                i18nc("@info", "There is not enough memory to show this desktop."),
                place,
                i18nc("@info", "Close other programs on this machine, then press Retry.")};
    case FailureCode::NotAsRemembered:
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server is not as it was before."),
                place,
                i18nc("@info", "It is asked again, step by step, by itself.")};
    case FailureCode::NotAnswered:
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server took the call and did not answer in time."),
                place,
                i18nc("@info", "It is tried again by itself.")};
    case FailureCode::Internal:
        break;
    }
    return {FailureKind::Transient,
            i18nc("@info", "The program that fetches this desktop's picture failed."),
            place,
            joined(quotedDetail(end.detail), i18nc("@info", "It is started again by itself."))};
}

Failure firstFailure(const RunEnd &end, const QString &place)
{
    switch (end.cause) {
    case Cause::ChannelRefused:
        return {FailureKind::Transient,
                i18nc("@info", "No VNC server is running there."),
                place,
                joined(i18nc("@info", "It is tried again by itself. Ask for the server to be started, or check the display number in the profile."),
                       end.linkFailure ? end.linkFailure->what : QString())};
    case Cause::LinkLost:
        return end.linkFailure.value_or(Failure{FailureKind::Transient, i18nc("@info", "The link to the summit was lost."), place, QString()});
    case Cause::ServerEnded:
        return serverFailure({Cause::ServerFailed, FailureCode::Closed, end.detail, std::nullopt}, place);
    case Cause::ServerFailed:
        return serverFailure(end, place);
    case Cause::SecretCancelled:
        return {FailureKind::Refused, i18nc("@info", "No password was given."), place, i18nc("@info", "Press Retry to be asked again.")};
    case Cause::NoSandbox:
        return {FailureKind::Refused,
                i18nc("@info", "This desktop is not shown: the program that decodes it is not fully sandboxed."),
                place,
                i18nc("@info", "Use a kernel with seccomp and Landlock, or switch off “Show desktops only in a sandbox” in the settings. Then press Retry.")};
    case Cause::NoVncAuth:
        return {FailureKind::Refused,
                i18nc("@info", "This workstation cannot answer the VNC server’s password question."),
                place,
                i18nc("@info", "VncAuth needs DES, which the system forbids (FIPS mode). Ask the administrator for a VNC server with SecurityTypes None.")};
    case Cause::NoMemory:
        return serverFailure({Cause::ServerFailed, FailureCode::OutOfMemory, end.detail, std::nullopt}, place);
    case Cause::WorkerMissing:
        return {FailureKind::Internal,
                i18nc("@info", "The program that fetches desktops, %1, cannot be started.", QStringLiteral("nightdesk-rfb")),
                end.detail,
                i18nc("@info", "Nightdesk is not completely installed: install it again.")};
    case Cause::WorkerDied:
        break;
    case Cause::WorkerLied:
        return {FailureKind::Transient,
                i18nc("@info", "The program that fetches this desktop's picture misbehaved and was stopped."),
                place,
                i18nc("@info",
                      "Its message was wrong (%1). It is started again by itself. If it comes back, the VNC server may be faulty or hostile.",
                      end.detail)};
    case Cause::WorkerSilent:
        return {FailureKind::Transient,
                i18nc("@info", "The program that fetches this desktop's picture stopped answering and was ended."),
                place,
                i18nc("@info", "It is started again by itself.")};
    case Cause::ServerSilent:
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server has not answered for %1 s.", end.silence.count()),
                place,
                i18nc("@info", "The link to its host works. It is tried again by itself; if it stays silent, ask for the server to be looked at.")};
    case Cause::LoginSilent:
        return {FailureKind::Transient,
                i18nc("@info", "The VNC server lets itself be called and then says nothing (waited %1 s).", end.silence.count()),
                place,
                i18nc("@info", "The link to its host works. It is tried again by itself; if it stays silent, ask for the server to be looked at.")};
    case Cause::WorkerRunaway:
        return {FailureKind::Transient,
                i18nc("@info", "The program that fetches this desktop's picture was busy without result and was stopped."),
                place,
                i18nc("@info", "It is started again by itself.")};
    }
    return {FailureKind::Transient,
            i18nc("@info", "The program that fetches this desktop's picture died."),
            joined(place, end.detail.isEmpty() ? QString() : QString(u'(' + end.detail + u')')),
            i18nc("@info", "It is started again by itself.")};
}
}

QString desktopPlace(const DesktopAddress &address, const QString &host)
{
    return std::visit(Overloaded{
                          [&](const DisplayNumber &display) {
                              return i18nc("@info a VNC display and its host", "display :%1 of %2", QString::number(display.number), host);
                          },
                          [&](const TcpPort &port) {
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
                          [&](const DiscoveredDesktop &found) {
                              return found.title.isEmpty() ? i18nc("@info an expression and a host", "the desktop that matches “%1” on %2", found.match, host)
                                                           : i18nc("@info a desktop's title and its host", "the desktop “%1” on %2", found.title, host);
                          },
                      },
                      address);
}

bool countsAsDeath(const RunEnd &end)
{
    switch (end.cause) {
    case Cause::WorkerDied:
    case Cause::WorkerLied:
    case Cause::WorkerRunaway:
    case Cause::WorkerSilent:
    case Cause::NoMemory:
        return true;
    case Cause::ServerFailed:
        return end.code == FailureCode::Malformed || end.code == FailureCode::OutOfMemory || end.code == FailureCode::Internal;
    default:
        return false;
    }
}

Failure desktopFailure(const RunEnd &end, const QString &place, bool gaveUp)
{
    Failure failure = firstFailure(end, place);
    if (gaveUp) {
        failure.kind = FailureKind::Internal;
        failure.advice =
            joined(i18nc("@info", "This was the third time within a minute, so it is not tried again by itself: press Retry when something has changed."),
                   end.cause == Cause::WorkerLied ? i18nc("@info", "Its message was wrong (%1); the VNC server may be faulty or hostile.", end.detail)
                                                  : quotedDetail(end.cause == Cause::ServerFailed ? end.detail : QString()));
    }
    return failure;
}
}
