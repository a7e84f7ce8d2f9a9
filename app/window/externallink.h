// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <expected>

namespace Nightdesk
{
/// A link from a web page, a mail or another program: vnc://HOST[:PORT][?...] as in RFC 7869, nightdesk://connect/PROFILE[?site=ID] or
/// nightdesk://view/HOST:PORT[?ssh=USER@HOST:PORT][&view-only=true]. A link names only what to connect: files, commands and secrets in it are not
/// used. Pure. A value: stored by ExternalLinkOpener while it asks the user.
struct ExternalLink {
    std::variant<ConnectCommand, DesktopCommand> target;
    QStringList ignoredPartRemarks; ///< which parts of the link are ignored, and why; translated
    bool operator==(const ExternalLink &) const = default;

    /// Parses @p text. The error is a translated sentence.
    static std::expected<ExternalLink, QString> read(const QString &text);
    /// @p text for display: without possible secrets, and shortened.
    static QString textForDisplay(const QString &text);
};
}
