// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace Nightdesk
{
/// The value in a GetProperty reply, as far as it was received: its type and lengths are checked. Pure, Qt-free. A value: made for one reply and
/// passed to the caller.
struct XPropertyValue {
    std::uint32_t type = 0; ///< the atom of the property's type; 0: the property does not exist
    std::uint8_t format = 0; ///< bits per value
    std::span<const std::uint8_t> bytes; ///< a part of the reply's bytes

    /// @p reply: as passed by XClientProtocol; empty: an error.
    static XPropertyValue parse(std::span<const std::uint8_t> reply);
    /// The value as 32-bit numbers; empty if the type differs from @p wantedType (0: any type), or the format is not 32.
    std::vector<std::uint32_t> numbers(std::uint32_t wantedType) const;
};
}
