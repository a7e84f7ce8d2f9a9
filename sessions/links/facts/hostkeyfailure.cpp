// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/hostkeyfailure.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk::HostKeyFailure
{
namespace
{
QString facilityKeyText(const HostKeyConflict &conflict)
{
    return conflict.facilityLinesOfShownKey.isEmpty() ? QString()
                                                      : u' '
            + i18nc("@info %1 lines like 'file:line: fingerprint'",
                    "The facility’s file has the new key (%1), but never overrides your own file.",
                    conflict.facilityLinesOfShownKey.join(u", "_s));
}

QString administratorText()
{
    return i18nc("@info whom to ask", "an administrator");
}

QString keyAdvice(const HostKeyConflict &conflict)
{
    const QString who = conflict.contact.isEmpty() ? administratorText() : conflict.contact;
    return conflict.removalCommand.isEmpty()
        ? i18nc("@info %1: a person",
                "Do not connect before %1 has confirmed the new key. Then have an administrator remove the old key, and press Retry.",
                who)
        : i18nc("@info %1: a person, %2: a command",
                "Do not connect before %1 has confirmed the new key. Then remove the old key with “%2” and press Retry.",
                who,
                conflict.removalCommand);
}
}

Failure refusedByUser(const QString &where)
{
    return {
        FailureKind::Refused,
        i18nc("@info", "The host’s key was not accepted, so Nightdesk did not connect."),
        where,
        i18nc("@info", "Ask the support astronomer for the fingerprint of the host’s key. Press Retry, and accept the key only if the fingerprints match.")};
}

Failure changed(const QString &where, const HostKeyConflict &conflict)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is a fingerprint, %2 lines like 'file:line: fingerprint'",
                  "The host’s key has changed! Somebody may be intercepting the connection. The host now shows %1; known so far: %2.",
                  conflict.fingerprint,
                  conflict.conflictingLines.join(u", "_s))
                + facilityKeyText(conflict),
            where,
            keyAdvice(conflict)};
}

Failure knownHostsUnreadable(const QString &where, const QString &why)
{
    return {FailureKind::Refused,
            why,
            where,
            i18nc("@info", "Nightdesk did not connect: this file is needed to check the host’s key. Correct the file or its path, then press Retry.")};
}

Failure changedTonight(const QString &where, const QString &fingerprint, const QStringList &accepted)
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
                  "log in once with ssh to save the new one. Then press Retry.")};
}

Failure onlyOtherTypeKnown(const QString &where, const HostKeyConflict &conflict)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is a fingerprint, %2 lines like 'file:line: fingerprint'",
                  "The host shows a key of another type than before. Somebody may be intercepting the connection. The host now shows %1; known so "
                  "far: %2.",
                  conflict.fingerprint,
                  conflict.conflictingLines.join(u", "_s))
                + facilityKeyText(conflict),
            where,
            keyAdvice(conflict)};
}

Failure keyTooShort(const QString &where, int bits, int required, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 and %2 are numbers, %3 is file:line",
                  "The host’s RSA key has %1 bits. The ssh configuration (%3) requires at least %2, so Nightdesk did not connect.",
                  QString::number(bits),
                  QString::number(required),
                  place),
            where,
            i18nc("@info", "Ask the host’s administrator to install a longer host key, then press Retry.")};
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
                  "Ask %1 for the host’s key, add the key to your known_hosts file, and press Retry.",
                  contact.isEmpty() ? administratorText() : contact)};
}

Failure revocationsUnreadable(const QString &where, const QString &why, const QString &place)
{
    return {
        FailureKind::Refused,
        i18nc("@info %1 says which file cannot be read and why, %2 is file:line",
              "%1 Nightdesk therefore cannot check for revoked host keys, as the ssh configuration requires (%2: RevokedHostKeys).",
              why,
              place),
        where,
        i18nc(
            "@info",
            "Nightdesk did not connect. Ask an administrator to replace the file by a text file of revoked public keys, one on each line. Then press Retry.")};
}

Failure optionUnsupported(const QString &where, const QString &option, const QString &place)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is an option of ssh's configuration, %2 file:line",
                  "The option “%1” of the ssh configuration (%2) may forbid host keys, and Nightdesk cannot apply this option. Nightdesk did not connect.",
                  option,
                  place),
            where,
            i18nc("@info %1 is an option of ssh's configuration; keep “%1 none” and the file's name",
                  "To connect without the option, write “%1 none” into a Host block of ~/.ssh/config, then press Retry.",
                  option)};
}

Failure revoked(const QString &where, const QString &fingerprint, const QString &place)
{
    return {
        FailureKind::Refused,
        i18nc("@info %1 is a fingerprint, %2 file:line", "The host shows a revoked key (%1, revoked by %2), so Nightdesk did not connect.", fingerprint, place),
        where,
        i18nc("@info", "Do not connect. Inform an administrator: somebody may be using a stolen host key.")};
}
}
