// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk
{
/// The scripts that claim a program of which only one instance may run: resources/summit/claim.sh and its helpers. Pure.
namespace ClaimScript
{
/// The text of a script in resources/summit, without comments and indentation.
QString scriptText(const QString &name);

struct ClaimRequest {
    QByteArray tag; ///< prefix of lines for Nightdesk: random, so that a program's output is not mistaken for them
    QString programName; ///< name of the claimed program: PrivateXServerName::text() with the owner "one"
    QString desk; ///< ProgramMark::deskName; may be empty
    QString site; ///< name of the observing site; may be empty
};
/// The command that claims the program and then, if the claim is free, replaces itself with @p command.
QStringList runCommand(const ClaimRequest &claim, const QStringList &command);
/// The command that prints "watching" and later "ended" for the display at @p socket that @p process holds.
QStringList watchCommand(const QByteArray &tag, const QString &name, qint64 process, const QString &socket);
QByteArray newTag(); ///< makes a tag; empty: no random numbers available
}
}
