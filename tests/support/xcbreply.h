// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <memory>

namespace Nightdesk::Test
{
/// What xcb allocates is freed by free().
struct XcbReplyFreer {
    void operator()(void *memory) const
    {
        std::free(memory);
    }
};

template<typename T>
std::unique_ptr<T, XcbReplyFreer> owned(T *reply)
{
    return std::unique_ptr<T, XcbReplyFreer>(reply);
}
}
