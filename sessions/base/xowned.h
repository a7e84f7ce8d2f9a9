// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <memory>

namespace Nightdesk
{
struct MallocDeleter {
    void operator()(void *memory) const
    {
        std::free(memory);
    }
};
/// Owns a reply, an event or an error of xcb, which is allocated with malloc().
template<typename T>
using XOwned = std::unique_ptr<T, MallocDeleter>;
}
