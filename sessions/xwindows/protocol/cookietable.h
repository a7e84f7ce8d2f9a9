// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace Nightdesk
{
using XCookie = std::array<std::uint8_t, 16>;

inline constexpr std::string_view xCookieProtocol = "MIT-MAGIC-COOKIE-1";

/// The fake cookies issued to programs, one per program. A connection presents its cookie, which identifies its program. Owned by XRelay's worker,
/// on its thread. Qt-free; not thread-safe.
class CookieTable
{
public:
    /// 16 bytes from the system's random source; empty if it fails.
    static std::optional<XCookie> makeCookie();

    void add(std::uint32_t program, const XCookie &cookie);
    void remove(std::uint32_t program);
    /// The program whose cookie this is. Runs in constant time, so that timing reveals nothing about a cookie.
    std::optional<std::uint32_t> find(std::string_view protocol, std::string_view data) const;

private:
    struct Entry {
        std::uint32_t program = 0;
        XCookie cookie{};
    };
    std::vector<Entry> m_programCookies;
};
}
