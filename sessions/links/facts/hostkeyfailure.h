// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QStringList>

namespace Nightdesk::HostKeyFailure
{
// Failures that say why a host key is not accepted. @p where: "user@host, port 22".
Failure refusedByUser(const QString &where);
/// Facts about a host key that differs from the known one. Lines have the form "file:line: fingerprint".
struct HostKeyConflict {
    QString fingerprint; ///< fingerprint of the key that the host shows
    QStringList conflictingLines; ///< lines of known_hosts that have another key for this host
    QStringList facilityLinesOfShownKey; ///< lines of a facility's file that have the key that the host shows
    QString removalCommand; ///< a command that removes the old lines; empty: the user may not change the file
    QString contact; ///< whom to contact; empty: no person is named
};
Failure changed(const QString &where, const HostKeyConflict &conflict);
/// @p why: translated; names the file.
Failure knownHostsUnreadable(const QString &where, const QString &why);
/// @p accepted: fingerprints that were accepted earlier in this night and not saved.
Failure changedTonight(const QString &where, const QString &fingerprint, const QStringList &accepted);
/// Failure: known_hosts has a key of this host, but of another type than the key that the host shows.
Failure onlyOtherTypeKnown(const QString &where, const HostKeyConflict &conflict);
// Failures that an option of the ssh configuration causes; @p place: "file:line" of that option.
Failure keyTooShort(const QString &where, int bits, int required, const QString &place);
Failure unknownHostForbidden(const QString &where, const QString &fingerprint, const QString &place, const QString &contact);
/// @p why: translated; names the file.
Failure revocationsUnreadable(const QString &where, const QString &why, const QString &place);
Failure optionUnsupported(const QString &where, const QString &option, const QString &place);
Failure revoked(const QString &where, const QString &fingerprint, const QString &place);
}
