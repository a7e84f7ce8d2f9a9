// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace Nightdesk
{
/// What a GetProperty brought, as far as it is there: its claims about itself are checked. Pure, Qt-free. A value: made for one answer and
/// passed to the caller.
struct XPropertyValue {
    std::uint32_t type = 0; ///< an atom; 0: there is no such property
    std::uint8_t format = 0; ///< bits a value
    std::span<const std::uint8_t> bytes; ///< of the reply

    /// @p reply: as XClientProtocol gives it; empty: an error.
    static XPropertyValue parse(std::span<const std::uint8_t> reply);
    /// As numbers of 32 bits; empty where the type is another (0: any), or the format.
    std::vector<std::uint32_t> numbers(std::uint32_t wantedType) const;
};
}
