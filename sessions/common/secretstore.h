// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <functional>
#include <optional>

namespace Nightdesk
{
/// Stores passwords and passphrases beyond the night if the user wants that, in a wallet. Code that asks users for secrets
/// depends on this interface only. GUI thread; calls do not block. The store may be slow, locked or broken, so callers must not depend on an
/// answer. An interface: Keychain implements it; Questions only points to it.
class SecretStore
{
public:
    virtual ~SecretStore() = default;
    /// Whether a secret can be stored, so that the user may be asked about storing one.
    virtual bool isAvailable() const = 0;
    /// Fetches a stored secret. @p callback is called at most once, later, on the GUI thread; with an empty value if the
    /// secret is not stored or cannot be read.
    virtual void fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &callback) = 0;
    virtual void keep(const QString &name, const Secret &secret) = 0;
    virtual void remove(const QString &name) = 0;
};
}
