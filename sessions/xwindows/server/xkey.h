// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace Nightdesk
{
/// A key with its modifiers as X numbers (X11 protocol, sections 5 and 8: KEYSYM, SETofKEYMASK). A value.
struct XKey {
    std::uint32_t keysym = 0; ///< keysym of the key; 0: no key
    std::uint16_t modifiers = 0;
    bool operator==(const XKey &) const = default;
};
}
