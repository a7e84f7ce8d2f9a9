// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <expected>

namespace Nightdesk
{
/// A link that came from outside: from a web page, a mail, another program. vnc://HOST[:PORT][?...] as RFC 7869 has it,
/// nightdesk://connect/PROFILE[?site=ID] and nightdesk://view/HOST:PORT[?ssh=USER@HOST:PORT][&view-only=true]. It names what may be
/// connected and says nothing of how: no files, no commands, no secrets. Pure. A value: held by LinkOpener while it asks.
struct OutsideLink {
    std::variant<ConnectCommand, DesktopCommand> target;
    QStringList remarks; ///< translated: what of it does not count, and why
    bool operator==(const OutsideLink &) const = default;

    /// The error is a sentence, translated.
    static std::expected<OutsideLink, QString> read(const QString &text);
    /// @p text as it may be shown: without what could be a secret, and not too long.
    static QString shown(const QString &text);
};
}
