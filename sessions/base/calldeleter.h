// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// A deleter for std::unique_ptr that calls @p function, for objects of C libraries. Plain C++.
template<auto function>
struct CallDeleter {
    void operator()(auto *object) const
    {
        function(object);
    }
};
}
