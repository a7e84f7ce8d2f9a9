// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk
{
/// The scripts that claim a program that may run only once, resources/summit/claim.sh and what goes with it. Pure.
namespace ClaimScript
{
/// A script of resources/summit without its comments.
QString text(const QString &name);

struct Claim {
    QByteArray tag; ///< what lines for us begin with: random, so that a program's output is not taken for them
    QString name; ///< AppName::text(), with "one" for its owner
    QString desk; ///< ProgramMark::desk; may be empty
    QString site; ///< may be empty
};
/// @p command, as it is started if its claim is free: in the place of the script that claims it.
QStringList run(const Claim &claim, const QStringList &command);
/// Tells "watching" and "ended" of the display at @p socket that @p process keeps.
QStringList watch(const QByteArray &tag, const QString &name, qint64 process, const QString &socket);
QByteArray newTag(); ///< empty: the system has no random numbers
}
}
