// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QStringList>

namespace Nightdesk::HostKeyFailure
{
// Why a host's key is not accepted, as LinkFailure tells of links. @p where: "user@host, port 22".
Failure refused(const QString &where);
/// Why a host's key is not the one that is known. Lines are like "file:line: fingerprint".
struct KeyConflict {
    QString fingerprint; ///< of the key that the host shows
    QStringList known; ///< lines that have another key
    QStringList facilitys; ///< a facility's lines that have this one
    QString removal; ///< a command that removes the old lines; empty: the user may not change the file
    QString contact; ///< whom to call; empty: nobody is named
};
Failure changed(const QString &where, const KeyConflict &conflict);
/// @p why: translated, with the file's name.
Failure knownHostsUnreadable(const QString &where, const QString &why);
/// @p accepted: earlier in this night, and saved nowhere.
Failure changedTonight(const QString &where, const QString &fingerprint, const QStringList &accepted);
/// Another type of key is known for this host.
Failure otherType(const QString &where, const KeyConflict &conflict);
// Of the ssh configuration; @p place: "file:line" that demands it.
Failure tooShort(const QString &where, int bits, int required, const QString &place);
Failure unknownHostForbidden(const QString &where, const QString &fingerprint, const QString &place, const QString &contact);
/// @p why: translated, with the file's name.
Failure revocationsUnreadable(const QString &where, const QString &why, const QString &place);
Failure cannotRestrict(const QString &where, const QString &option, const QString &place);
Failure revoked(const QString &where, const QString &fingerprint, const QString &place);
}
