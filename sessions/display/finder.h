// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <expected>
#include <functional>

namespace Nightdesk
{
/// What a display has to find out by way of its live link before it can be opened: where its server is, what its program's
/// command is. Owned by that display, GUI thread.
template<class Found>
class Finder
{
public:
    using Answer = std::function<void(const std::expected<Found, Failure> &)>;
    virtual ~Finder() = default;
    /// Begins again. @p answer is called once, perhaps before this returns, but never after cancel() and never when this is gone.
    virtual void find(const Answer &answer) = 0;
    virtual void cancel() = 0;
};
}
