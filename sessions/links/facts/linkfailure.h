// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QStringList>

#include <chrono>

namespace Nightdesk::LinkFailure
{
// The functions below make the failures of a link, with plain texts. @p where: the result of accountAndPort(). Failure::hasPeerAnswered is false if
// nothing answered (silence, no route, no name server). Such an attempt is repeated after a second, since it costs the host nothing; after others
// the pauses are longer.
QString accountAndPort(const QString &account, quint16 port);

Failure nameNotFound(const QString &host);
Failure nameServerSilent(const QString &host);
Failure noRoute(const QString &where);
Failure connectionRefused(const QString &where);
Failure connectTimeout(const QString &where, std::chrono::seconds waited);
Failure connectError(const QString &where, const QString &systemText, bool answered);
Failure hostSilent(const QString &where, std::chrono::seconds waited);
Failure notSsh(const QString &where, const QString &repliedInstead);
Failure serverPenalty(const QString &where);
Failure hungUpInHandshake(const QString &where, const QString &libraryText);
/// @p libraryText: libssh's message, which contains the kind of algorithm and the server's list.
Failure noCommonAlgorithm(const QString &where, const QString &libraryText);

/// The ProxyCommand could not be run at all.
Failure proxyNotStarted(const QString &where, const QString &systemText);
/// @p lastOutput: last output of the command, display-safe; may be empty.
Failure proxyFailed(const QString &where, const QString &lastOutput);

/// @p name is more than one word in a command of the ssh configuration; @p place: "file:line".
Failure unsafeName(const QString &where, const QString &name, const QString &place);

/// @p place: "file:line" of an Include in the ssh configuration that was not followed, since Includes are nested too deeply or too many.
Failure unfollowedInclude(const QString &where, const QString &place);

/// @p place: "file:line" of the ssh configuration.
Failure configForbids(const QString &where, const QString &message, const QString &place);

Failure cancelledByUser(const QString &where);
/// A connection that was started automatically would have needed an answer from a person.
Failure personNeeded(const QString &where);
Failure passwordRefused(const QString &where, int attempts);
Failure interactiveRefused(const QString &where, int attempts);
Failure passphraseWrong(const QString &where, const QString &file, int attempts);
Failure keyUnreadable(const QString &where, const QString &file);
/// The private key is on a hardware token.
Failure keyOnToken(const QString &where, const QString &file);
/// The server sends more prompts than a person could reasonably answer.
Failure tooManyPrompts(const QString &where);
/// @p offered: the methods the server offers; @p tried: the methods that were tried, translated.
Failure noMethodLeft(const QString &where, const QStringList &offered, const QStringList &tried);
Failure serverDisconnected(const QString &where, const QString &serverText);
/// The server ended the connection instead of accepting or refusing the login.
Failure loginEnded(const QString &where, const QString &serverText);
Failure connectionLost(const QString &where);
Failure hopFailed(const QString &hop, const Failure &failure);
Failure tooManyHops(const QString &where);
Failure notLive();
/// @p serverText: display-safe.
Failure channelRefused(const QString &where, const QString &serverText);
/// The host tried to connect, but the channel's target was not reachable. The target may become reachable soon.
Failure targetUnreachable(const QString &where, const QString &serverText);
Failure x11Refused(const QString &where);
Failure execRefused(const QString &where);
Failure outOfResources(const QString &systemText);
// Failures of connections without ssh. @p mayComeBack: the socket may work later, because only its program does not run at the moment.
Failure socketUnreachable(const QString &path, const QString &systemText, bool mayComeBack);
Failure programNeedsSsh();
}
