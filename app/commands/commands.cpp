// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

namespace Nightdesk
{
QString DesktopCommand::unencryptedConnectionWarning() const
{
    const auto *port = std::get_if<TcpAddress>(&address);
    if (!sshHost.isEmpty() || !port || ValueGrammar::isLoopback(port->host)) {
        return {};
    }
    return i18nc("@info:shell a host and port; keep --ssh and USER@HOST untranslated where they are words to type",
                 "nightdesk view: The connection to %1 is not encrypted; others on the network can read images and keys. To encrypt it, "
                 "use --ssh USER@HOST.",
                 typedAddress);
}
}
