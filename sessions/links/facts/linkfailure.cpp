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
/// libssh: "kex error : no match for method kex algos: server [a,b], client [c]". Empty where it does not look so.
QString betweenBrackets(const QString &text, QStringView before)
{
    const qsizetype start = text.indexOf(before);
    const qsizetype open = text.indexOf(u'[', start);
    const qsizetype close = text.indexOf(u']', open);
    return start < 0 || open < 0 || close < 0 ? QString() : text.mid(open + 1, close - open - 1);
}

QString facilitysWords(const KeyConflict &conflict)
{
    return conflict.facilitys.isEmpty() ? QString()
                                        : u' '
            + i18nc("@info %1 lines like 'file:line: fingerprint'",
                    "The facility’s file has the new key (%1), but that file never overrides your own.",
                    conflict.facilitys.join(u", "_s));
}

QString anAdministrator()
{
    return i18nc("@info whom to ask", "an administrator");
}

QString keyAdvice(const KeyConflict &conflict)
{
    const QString who = conflict.contact.isEmpty() ? anAdministrator() : conflict.contact;
    return conflict.removal.isEmpty()
        ? i18nc("@info %1: a person",
                "Do not connect before %1 has confirmed the new key. Then have an administrator remove the old line, and press Retry.",
                who)
        : i18nc("@info %1: a person, %2: a command",
                "Do not connect before %1 has confirmed the new key. Then remove the old line with “%2” and press Retry.",
                who,
                conflict.removal);
}
}

QString place(const QString &account, quint16 port)
{
    return i18nc("@info where a connection goes: user@host, port number", "%1, port %2", account, QString::number(port));
}

Failure nameNotFound(const QString &host)
{
    return {FailureKind::Refused,
            i18nc("@info", "No host has the name “%1”.", host),
            host,
            i18nc("@info", "Check the name in the profile. If only the observatory’s network knows this name, connect to that network first.")};
}

Failure nameServerSilent(const QString &host)
{
    return {FailureKind::Transient,
            i18nc("@info", "The name “%1” cannot be looked up: no name server responds.", host),
            host,
            i18nc("@info", "Check this workstation’s network connection."),
            false};
}

Failure noRoute(const QString &where)
{
    return {FailureKind::Transient,
            i18nc("@info", "This network has no route to the host."),
            where,
            i18nc("@info", "Check this workstation’s network connection."),
            false};
}

Failure refused(const QString &where)
{
    return {FailureKind::Transient,
            i18nc("@info", "The host is there, but no ssh server answers at that port."),
            where,
            i18nc("@info", "Check the port in the profile, or ask the administrator whether the host is being restarted.")};
}

Failure connectTimeout(const QString &where, std::chrono::seconds waited)
{
    return {FailureKind::Transient,
            i18ncp("@info", "The host did not answer within %1 second.", "The host did not answer within %1 seconds.", static_cast<int>(waited.count())),
            where,
            i18nc("@info", "The host may be off, or a firewall may block the connection."),
            false};
}

Failure connectError(const QString &where, const QString &systemText, bool answered)
{
    return {FailureKind::Transient, i18nc("@info %1 is the system's own message", "The connection failed: %1.", systemText), where, QString(), answered};
}

Failure saysNothing(const QString &where, std::chrono::seconds waited)
{
    return {FailureKind::Transient,
            i18ncp("@info",
                   "The host accepted the connection but did not finish the ssh handshake within %1 second.",
                   "The host accepted the connection but did not finish the ssh handshake within %1 seconds.",
                   static_cast<int>(waited.count())),
            where,
            i18nc("@info", "The host may be overloaded, or the server at that port is not an ssh server.")};
}

Failure notSsh(const QString &where, const QString &saidInstead)
{
    return {FailureKind::Refused,
            saidInstead.isEmpty() ? i18nc("@info", "The server at that port is not an ssh server.")
                                  : i18nc("@info %1 is text sent by the other side", "The host closed the connection with the message “%1”.", saidInstead),
            where,
            i18nc("@info", "Check the host and port in the profile. If they are correct, wait a minute and press Retry.")};
}

Failure penalty(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host temporarily refuses connections from this address (“Not allowed at this time”)."),
            where,
            i18nc("@info", "The cause is too many attempts without a login. Wait ten minutes, then press Retry once.")};
}

Failure hungUpInHandshake(const QString &where, const QString &libraryText)
{
    return {FailureKind::Transient,
            i18nc("@info %1 is a technical message", "The host closed the connection before the login (%1).", displayText(libraryText)),
            where,
            QString()};
}

Failure noCommonAlgorithm(const QString &where, const QString &libraryText)
{
    const QString offered = betweenBrackets(libraryText, u"server");
    return {FailureKind::Refused,
            offered.isEmpty() ? i18nc("@info", "This workstation and the host have no encryption method in common.")
                              : i18nc("@info %1 is a list of technical names",
                                      "This workstation and the host have no encryption method in common. The host offers: %1.",
                                      displayText(offered, 400)),
            where,
            i18nc("@info", "The host’s ssh server is probably too old. Ask its administrator to update it.")};
}

Failure proxyFailed(const QString &where, const QString &words)
{
    return {FailureKind::Refused,
            words.isEmpty() ? i18nc("@info", "The ProxyCommand in your ssh configuration ended without a connection.")
                            : i18nc("@info %1 is text from a program", "The ProxyCommand in your ssh configuration ended: “%1”.", words),
            where,
            i18nc("@info", "Try the command in a terminal, or add “jump” to this connection in the profile.")};
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
            i18nc("@info", "Ask the facility staff to correct the profile: this name may not contain spaces, quotes or other shell characters.")};
}

Failure endlessInclude(const QString &where, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is file:line; keep “Include” as it is",
                  "Nightdesk did not follow an “Include” of your ssh configuration (%1): it includes too many files or levels.",
                  place),
            where,
            i18nc("@info", "A file there may include itself, directly or through another file. Remove that line, then press Retry.")};
}

Failure hostKeyRefused(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host’s key was not accepted."),
            where,
            i18nc("@info", "Compare the fingerprint with the one that your support astronomer gives you, then press Retry.")};
}

Failure hostKeyChanged(const QString &where, const KeyConflict &conflict)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is a fingerprint, %2 lines like 'file:line: fingerprint'",
                  "The host’s key has changed! Somebody may be intercepting the connection. The host now shows %1; known so far: %2.",
                  conflict.fingerprint,
                  conflict.known.join(u", "_s))
                + facilitysWords(conflict),
            where,
            keyAdvice(conflict)};
}

Failure knownHostsUnreadable(const QString &where, const QString &why)
{
    return {FailureKind::Refused, why, where, i18nc("@info", "Host keys are read from that file. Correct the file or its path, then press Retry.")};
}

Failure hostKeyChangedTonight(const QString &where, const QString &fingerprint, const QStringList &accepted)
{
    return {FailureKind::Refused,
            i18nc("@info %1 and %2 are fingerprints",
                  "The host’s key has changed! Somebody may be intercepting the connection. The host now shows %1; accepted earlier "
                  "tonight: %2.",
                  fingerprint,
                  accepted.join(u", "_s)),
            where,
            i18nc("@info",
                  "Do not connect before an administrator has confirmed the new key. Then choose “End Session” to forget the old key, or "
                  "log in once with ssh to save the new one. Press Retry.")};
}

Failure hostKeyOtherType(const QString &where, const KeyConflict &conflict)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is a fingerprint, %2 lines like 'file:line: fingerprint'",
                  "The host’s key has another type than the known keys, and the host shows none of those. Treated as a changed key. The "
                  "host now shows %1; known so far: %2.",
                  conflict.fingerprint,
                  conflict.known.join(u", "_s))
                + facilitysWords(conflict),
            where,
            keyAdvice(conflict)};
}

Failure hostKeyTooShort(const QString &where, int bits, int required, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 and %2 are numbers, %3 is file:line",
                  "The host’s RSA key has %1 bits. The ssh configuration (%3) requires at least %2.",
                  QString::number(bits),
                  QString::number(required),
                  place),
            where,
            i18nc("@info", "Ask the host’s administrator for a longer host key.")};
}

Failure unknownHostForbidden(const QString &where, const QString &fingerprint, const QString &place, const QString &contact)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is a fingerprint, %2 file:line",
                  "The host’s key %1 is not known, and the ssh configuration (%2: StrictHostKeyChecking) refuses unknown keys.",
                  fingerprint,
                  place),
            where,
            i18nc("@info %1: a person",
                  "Ask %1 for the host’s key, add it to your known_hosts file, and press Retry.",
                  contact.isEmpty() ? anAdministrator() : contact)};
}

Failure revocationsUnreadable(const QString &where, const QString &why, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 says which file cannot be read and why, %2 is file:line",
                  "%1 Nightdesk therefore cannot check for revoked keys, as the ssh configuration requires (%2: RevokedHostKeys).",
                  why,
                  place),
            where,
            i18nc("@info", "Ask an administrator for a text file of revoked public keys, one on each line. Then press Retry.")};
}

Failure cannotRestrict(const QString &where, const QString &option, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is an option of ssh's configuration, %2 file:line",
                  "The option “%1” of the ssh configuration (%2) may forbid host keys, and Nightdesk cannot apply it.",
                  option,
                  place),
            where,
            i18nc("@info %1 is an option of ssh's configuration; keep “%1 none” and the file's name",
                  "To connect without this option, write “%1 none” into a Host block of ~/.ssh/config, then press Retry.",
                  option)};
}

Failure configForbids(const QString &where, const QString &message, const QString &place)
{
    return {
        FailureKind::Refused,
        i18nc("@info %1 is file:line, %2 a message", "The ssh configuration (%1: RefuseConnection) forbids this connection: %2", place, displayText(message)),
        where,
        i18nc("@info", "Ask an administrator to allow this connection.")};
}

Failure hostKeyRevoked(const QString &where, const QString &fingerprint, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is a fingerprint, %2 file:line", "The host shows a revoked key: %1, revoked by %2.", fingerprint, place),
            where,
            i18nc("@info", "Do not connect. Inform an administrator: somebody may be using a stolen key.")};
}

Failure cancelled(const QString &where)
{
    return {FailureKind::Refused, i18nc("@info", "The login was canceled."), where, i18nc("@info", "Press Retry to log in.")};
}

Failure personNeeded(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "A new login needs your answer, for example a one-time code."),
            where,
            i18nc("@info", "The old connection may recover automatically: wait. To log in now, press Retry.")};
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
            i18ncp("@info", "The host refused the answers.", "The host refused the answers %1 times.", attempts),
            where,
            i18nc("@info", "Check what the host asks for, then press Retry.")};
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
            i18nc("@info", "Check “identities” in the profile, then press Retry.")};
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
            i18nc("@info", "The host asks too many questions for a login."),
            where,
            i18nc("@info", "Do not continue. Inform the host’s administrator.")};
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
            i18nc("@info", "Check the user name and the key files in the profile, or ask the administrator to add your key.")};
}

Failure serverDisconnected(const QString &where, const QString &serverText)
{
    return {FailureKind::Transient,
            i18nc("@info %1 is text sent by the other side", "The host closed the connection with the message “%1”.", serverText),
            where,
            QString()};
}

Failure connectionLost(const QString &where)
{
    return {FailureKind::Transient, i18nc("@info", "The connection was lost."), where, QString()};
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
            i18nc("@info", "Check “jump” in the profile and ProxyJump in your ssh configuration.")};
}

Failure notLive()
{
    return {FailureKind::Transient, i18nc("@info", "This host is not connected."), QString(), QString()};
}

Failure channelRefused(const QString &where, const QString &serverText)
{
    return {FailureKind::Refused,
            serverText.isEmpty()
                ? i18nc("@info", "The host refused to open a connection to the requested service.")
                : i18nc("@info %1 is text sent by the other side", "The host could not open a connection to the requested service: “%1”.", serverText),
            where,
            i18nc("@info", "Check that the service is running there.")};
}

Failure notReachedFromThere(const QString &where, const QString &serverText)
{
    Failure failure = channelRefused(where, serverText);
    failure.kind = FailureKind::Transient;
    return failure;
}

Failure x11Refused(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host refuses to forward X11."),
            where,
            i18nc("@info", "Ask the host’s administrator to allow X11Forwarding in sshd_config and to install xauth.")};
}

Failure execRefused(const QString &where)
{
    return {FailureKind::Refused,
            i18nc("@info", "The host refused to run the program."),
            where,
            i18nc("@info", "The account may be restricted to certain commands. Ask the host’s administrator.")};
}

Failure outOfResources(const QString &systemText)
{
    return {FailureKind::Internal,
            i18nc("@info %1 is the system's own message", "This workstation could not set up the connection: %1.", systemText),
            QString(),
            QString()};
}
}
