// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/libsshversion.h"

#include <KLocalizedString>

#include <QVersionNumber>

#include <libssh/libssh.h>

namespace Nightdesk
{
std::optional<Failure> libsshVersionFailure()
{
    const auto least = QVersionNumber::fromString(QLatin1StringView(NIGHTDESK_LIBSSH_MINIMUM));
    if (ssh_version(SSH_VERSION_INT(least.majorVersion(), least.minorVersion(), least.microVersion())) != nullptr) {
        return std::nullopt;
    }
    return libsshTooOld(QString::fromUtf8(ssh_version(0)));
}

Failure libsshTooOld(const QString &version)
{
    return Failure{FailureKind::Internal,
                   i18nc("@info",
                         "This workstation has libssh version %1. For its security fixes, Nightdesk needs version %2 or later.",
                         version,
                         QLatin1StringView(NIGHTDESK_LIBSSH_MINIMUM)),
                   QString(),
                   i18nc("@info", "Ask the administrator to update the package libssh-4, then start Nightdesk again.")};
}
}
