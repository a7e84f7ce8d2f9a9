// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/linkfailure.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk::LinkFailure
{
namespace
{
/// The text in the brackets that follow @p precedingText. libssh's text is "kex error : no match for method kex algos: server [a,b], client [c]".
/// Empty if the text has another form.
QString bracketedTextAfter(const QString &text, QStringView precedingText)
{
    const qsizetype start = text.indexOf(precedingText);
    const qsizetype open = text.indexOf(u'[', start);
    const qsizetype close = text.indexOf(u']', open);
    return start < 0 || open < 0 || close < 0 ? QString() : text.mid(open + 1, close - open - 1);
}

QString checkNetworkAdvice()
{
    return i18nc("@info", "Retrying automatically. If this lasts, check this workstation’s network: cable, Wi-Fi and VPN.");
}
}

QString accountAndPort(const QString &account, quint16 port)
{
    return i18nc("@info where a connection goes: user@host, port number", "%1, port %2", account, QString::number(port));
}

Failure nameNotFound(const QString &host)
{
    return {FailureKind::Refused,
            i18nc("@info", "No host has the name “%1”.", host),
            host,
            i18nc("@info",
                  "Check the name in the profile. If the name is known only inside the observatory’s network, connect to the observatory’s "
                  "network (VPN). Then press Retry.")};
}

Failure nameServerSilent(const QString &host)
{
    return {FailureKind::Transient,
            i18nc("@info", "Nightdesk cannot find the address of “%1”: no name server responds.", host),
            host,
            checkNetworkAdvice(),
            false};
}

Failure noRoute(const QString &where)
{
    return {FailureKind::Transient, i18nc("@info", "This workstation’s network has no route to the host."), where, checkNetworkAdvice(), false};
}

Failure connectionRefused(const QString &where)
{
    return {FailureKind::Transient,
            i18nc("@info", "The host is running, but no ssh server answers at its port."),
            where,
            i18nc("@info",
                  "Retrying automatically: the host may be restarting. If this lasts, ask the administrator to start the ssh server, or check the "
                  "port in the profile.")};
}

Failure connectTimeout(const QString &where, std::chrono::seconds waited)
{
    return {FailureKind::Transient,
            i18ncp("@info", "The host did not answer within %1 second.", "The host did not answer within %1 seconds.", static_cast<int>(waited.count())),
            where,
            i18nc("@info", "Retrying automatically. If this lasts, ask the support astronomer: the host may be off, or a firewall may block the connection."),
            false};
}

Failure connectError(const QString &where, const QString &systemText, bool answered)
{
    return {FailureKind::Transient,
            i18nc("@info %1 is the system's own message", "The connection to the host failed: %1.", systemText),
            where,
            checkNetworkAdvice(),
            answered};
}

Failure hostSilent(const QString &where, std::chrono::seconds waited)
{
    return {FailureKind::Transient,
            i18ncp("@info",
                   "The host accepted the connection but did not finish the ssh handshake within %1 second.",
                   "The host accepted the connection but did not finish the ssh handshake within %1 seconds.",
                   static_cast<int>(waited.count())),
            where,
            i18nc("@info",
                  "Retrying automatically: the host may be overloaded. If this lasts, ask the administrator whether the port in the profile is that "
                  "of an ssh server.")};
}

Failure notSsh(const QString &where, const QString &repliedInstead)
{
    if (repliedInstead.contains("MaxStartups"_L1)) { // sshd(8): too many connections that have not logged in yet; this lasts seconds
        return {FailureKind::Transient,
                i18nc("@info", "The host accepts no more logins for now (“Exceeded MaxStartups”)."),
                where,
                i18nc("@info", "Retrying automatically: many logins to this host are in progress. If this lasts, ask the host’s administrator.")};
    }
    return {FailureKind::Refused,
            repliedInstead.isEmpty()
                ? i18nc("@info", "The server that answers at the host’s port is not an ssh server.")
                : i18nc("@info %1 is text sent by the other side", "The host closed the connection with the message “%1”.", repliedInstead),
            where,
            i18nc("@info", "Check the host and the port in the profile. If they are correct, wait a minute and press Retry.")};
}

Failure serverPenalty(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host temporarily refuses connections from this workstation (“Not allowed at this time”)."),
            where,
            i18nc("@info", "The cause is too many connections without a login. Wait ten minutes, then press Retry once.")};
}

Failure hungUpInHandshake(const QString &where, const QString &libraryText)
{
    return {FailureKind::Transient,
            i18nc("@info %1 is a technical message", "The host closed the connection before the login (%1).", displayText(libraryText)),
            where,
            i18nc("@info", "Retrying automatically. If this lasts, ask the host’s administrator: the log of the ssh server contains the reason.")};
}

Failure noCommonAlgorithm(const QString &where, const QString &libraryText)
{
    const QString offered = bracketedTextAfter(libraryText, u"server");
    return {FailureKind::Refused,
            offered.isEmpty() ? i18nc("@info", "This workstation and the host have no encryption method in common.")
                              : i18nc("@info %1 is a list of technical names",
                                      "This workstation and the host have no encryption method in common. The host offers: %1.",
                                      displayText(offered, 400)),
            where,
            i18nc("@info", "The host’s ssh server is probably too old. Ask the host’s administrator to update the ssh server.")};
}

Failure proxyNotStarted(const QString &where, const QString &systemText)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is the system's own message", "The ProxyCommand in your ssh configuration cannot be started: %1.", systemText),
            where,
            i18nc("@info keep “jump” untranslated",
                  "Correct the ProxyCommand, or ask the facility staff to add “jump” to this connection in the profile. Then press Retry.")};
}

Failure proxyFailed(const QString &where, const QString &lastOutput)
{
    return {FailureKind::Transient,
            lastOutput.isEmpty() ? i18nc("@info", "The ProxyCommand in your ssh configuration ended without connecting to the host.")
                                 : i18nc("@info %1 is text from a program",
                                         "The ProxyCommand in your ssh configuration ended without connecting to the host. Its last output: “%1”.",
                                         lastOutput),
            where,
            i18nc("@info keep “jump” untranslated",
                  "Retrying automatically. If this lasts, try the ProxyCommand in a terminal. Or ask the facility staff to add “jump” to this "
                  "connection in the profile.")};
}

Failure unsafeName(const QString &where, const QString &name, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is a user or host name, %2 file:line",
                  "The name “%1” contains shell characters and is used in a command of your ssh configuration (%2). The command was not "
                  "run.",
                  displayText(name),
                  place),
            where,
            i18nc("@info", "Ask the facility staff to correct the profile. User and host names may not contain spaces, quotes or other shell characters.")};
}

Failure unfollowedInclude(const QString &where, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is file:line; keep “Include” as it is",
                  "Nightdesk did not follow an “Include” of your ssh configuration (%1): it includes too many files or levels.",
                  place),
            where,
            i18nc("@info", "The included file may include itself, directly or through another file. Remove the “Include” line, then press Retry.")};
}

Failure configForbids(const QString &where, const QString &message, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is file:line, %2 a message",
                  "The ssh configuration (%1: RefuseConnection) forbids this connection: “%2”.",
                  place,
                  displayText(message)),
            where,
            i18nc("@info", "Ask an administrator to remove RefuseConnection for this host. Then press Retry.")};
}

Failure cancelledByUser(const QString &where)
{
    return {FailureKind::Refused, i18nc("@info", "You canceled the login, so Nightdesk did not connect."), where, i18nc("@info", "Press Retry to log in.")};
}

Failure personNeeded(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "Nightdesk cannot log in to the host again without your answer, for example a one-time code."),
            where,
            i18nc("@info", "Wait if you can: the old connection may recover automatically. To log in now, press Retry.")};
}

Failure passwordRefused(const QString &where, int attempts)
{
    return {FailureKind::Refused,
            i18ncp("@info", "The host refused the password.", "The host refused the password %1 times.", attempts),
            where,
            i18nc("@info", "Ask the support astronomer for tonight’s password, then press Retry.")};
}

Failure interactiveRefused(const QString &where, int attempts)
{
    return {FailureKind::Refused,
            i18ncp("@info", "The host refused your answer to its login question.", "The host refused your answers to its login questions %1 times.", attempts),
            where,
            i18nc("@info", "Press Retry and answer again. Check first what the host asks for, for example a new one-time code.")};
}

Failure passphraseWrong(const QString &where, const QString &file, int attempts)
{
    return {FailureKind::Refused,
            i18ncp("@info", "The passphrase does not open the key file %2.", "None of %1 passphrases opened the key file %2.", attempts, file),
            where,
            i18nc("@info", "Press Retry and type the passphrase again.")};
}

Failure keyUnreadable(const QString &where, const QString &file)
{
    return {FailureKind::Refused,
            i18nc("@info", "The key file %1 cannot be read, or does not contain a private key.", file),
            where,
            i18nc("@info", "Check the names of key files (“identities”) in the profile, then press Retry.")};
}

Failure keyOnToken(const QString &where, const QString &file)
{
    return {FailureKind::Refused,
            i18nc("@info", "The key %1 is on a hardware token, and no ssh agent on this workstation holds it.", file),
            where,
            i18nc("@info %1 is a command", "Plug in the token, run “%1” in a terminal, and press Retry.", QStringLiteral("ssh-add ") + file)};
}

Failure tooManyPrompts(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host asked more questions than a login needs, so Nightdesk did not log in."),
            where,
            i18nc("@info", "Do not log in to this host. Inform the host’s administrator.")};
}

Failure noMethodLeft(const QString &where, const QStringList &offered, const QStringList &tried)
{
    const QString methods = offered.isEmpty() ? i18nc("@info no login method at all", "none") : offered.join(u", "_s);
    return {FailureKind::Refused,
            tried.isEmpty() ? i18nc("@info %1 is a list of method names", "Nightdesk has no key or password for this login. The host offers: %1.", methods)
                            : i18nc("@info %1 lists what was tried, %2 method names",
                                    "The host refused the login (tried: %1). The host offers: %2.",
                                    tried.join(u", "_s),
                                    methods),
            where,
            i18nc("@info", "Check the user name and the key files in the profile, or ask the administrator to add your key. Then press Retry.")};
}

Failure serverDisconnected(const QString &where, const QString &serverText)
{
    return {FailureKind::Transient,
            i18nc("@info %1 is text sent by the other side", "The host closed the connection with the message “%1”.", serverText),
            where,
            i18nc("@info", "Retrying automatically. If this lasts, ask the host’s administrator about the message.")};
}

Failure loginEnded(const QString &where, const QString &serverText)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is text sent by the other side", "The host ended the login with the message “%1”.", serverText),
            where,
            i18nc("@info", "Press Retry to log in again. If the host ends this login too, ask the host’s administrator about the message.")};
}

Failure connectionLost(const QString &where)
{
    return {FailureKind::Transient, i18nc("@info", "The connection to the host was lost."), where, checkNetworkAdvice()};
}

Failure hopFailed(const QString &hop, const Failure &failure)
{
    Failure result = failure;
    result.what = i18nc("@info %1 is a jump host, %2 a whole sentence", "At the jump host %1: %2", hop, failure.what);
    return result;
}

Failure tooManyHops(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The route to the host has too many jump hosts, or leads back to itself."),
            where,
            i18nc("@info", "Correct “jump” in the profile or ProxyJump in your ssh configuration, then press Retry.")};
}

Failure notLive()
{
    return {FailureKind::Transient,
            i18nc("@info", "Nightdesk is not connected to the host."),
            QString(),
            i18nc("@info", "Retrying automatically. If this lasts, press Retry at the host’s connection.")};
}

Failure channelRefused(const QString &where, const QString &serverText)
{
    return {FailureKind::Refused,
            serverText.isEmpty()
                ? i18nc("@info", "The host refused to connect Nightdesk to the server of this display.")
                : i18nc("@info %1 is text sent by the other side", "The host did not connect Nightdesk to the server of this display: “%1”.", serverText),
            where,
            i18nc("@info", "Ask the support astronomer whether the server is running, and whether sshd on the host allows forwarding. Then press Retry.")};
}

Failure targetUnreachable(const QString &where, const QString &serverText)
{
    Failure failure = channelRefused(where, serverText);
    failure.kind = FailureKind::Transient;
    failure.advice = i18nc("@info", "Retrying automatically. If this lasts, ask the support astronomer whether the server is running.");
    return failure;
}

Failure x11Refused(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host does not allow X programs over ssh (X11 forwarding)."),
            where,
            i18nc("@info", "Ask the host’s administrator to allow X11Forwarding in sshd_config and to install xauth. Then press Retry.")};
}

Failure execRefused(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host refused to run the program."),
            where,
            i18nc("@info", "Ask the host’s administrator whether this account may run programs on the host. Then press Retry.")};
}

Failure outOfResources(const QString &systemText)
{
    return {FailureKind::Internal,
            i18nc("@info %1 is the system's own message", "This workstation could not set up the connection (%1).", systemText),
            QString(),
            i18nc("@info", "Close other programs on this workstation, then press Retry. If this repeats, inform the administrator.")};
}

Failure socketUnreachable(const QString &path, const QString &systemText, bool mayComeBack)
{
    return {
        mayComeBack ? FailureKind::Transient : FailureKind::Refused,
        i18nc("@info", "The VNC server’s socket %1 is unreachable: %2.", path, systemText),
        path,
        mayComeBack
            ? i18nc("@info",
                    "Retrying automatically. If this lasts, ask the support astronomer to start the VNC server, or check the socket’s path in the profile.")
            : i18nc("@info",
                    "Check the socket’s path in the profile. The VNC server must be running, and its socket must belong to your account. Then press Retry.")};
}

Failure programNeedsSsh()
{
    return {FailureKind::Refused,
            i18nc("@info", "Nightdesk cannot start programs here: the profile sets up this connection without ssh."),
            QString(),
            i18nc("@info", "Ask the facility staff to use ssh for this connection in the profile.")};
}
}
