// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <functional>
#include <optional>

namespace Nightdesk
{
/// Where passwords and passphrases are kept beyond the night, if a person wants that: a wallet. What asks people for secrets
/// knows it by this name only. GUI thread; no call waits. It may be slow, locked or broken: nobody relies on an answer. A base: Keychain
/// implements it; Questions only points to it.
class SecretStore
{
public:
    virtual ~SecretStore() = default;
    /// A person may be offered to have something kept there.
    virtual bool isOffered() const = 0;
    /// @p told is called at most once, later, on the GUI thread; empty: it is not there, or cannot be had.
    virtual void fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &told) = 0;
    virtual void keep(const QString &name, const Secret &secret) = 0;
    virtual void remove(const QString &name) = 0;
};
}
