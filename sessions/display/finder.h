// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <expected>
#include <functional>

namespace Nightdesk
{
/// Finds what a display needs before it can be opened, over its live link: the address of its server, or the command of its program. Owned by that
/// display, GUI thread.
template<class Found>
class AddressOrCommandFinder
{
public:
    using FoundCallback = std::function<void(const std::expected<Found, Failure> &)>;
    virtual ~AddressOrCommandFinder() = default;
    /// Starts a search and cancels an earlier one. @p answer is called once, perhaps before find() returns, but never
    /// after cancel() or destruction.
    virtual void find(const FoundCallback &answer) = 0;
    virtual void cancel() = 0;
};
}
