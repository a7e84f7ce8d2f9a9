// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/cookietable.h"

#include <sys/random.h>

#include <string.h>

namespace Nightdesk
{
std::optional<XCookie> CookieTable::makeCookie()
{
    XCookie cookie{};
    if (::getrandom(cookie.data(), cookie.size(), 0) != static_cast<ssize_t>(cookie.size())) {
        return {};
    }
    return cookie;
}

void CookieTable::add(std::uint32_t program, const XCookie &cookie)
{
    remove(program);
    m_programCookies.push_back({program, cookie});
}

void CookieTable::remove(std::uint32_t program)
{
    std::erase_if(m_programCookies, [&](Entry &entry) {
        if (entry.program != program) {
            return false;
        }
        ::explicit_bzero(entry.cookie.data(), entry.cookie.size());
        return true;
    });
}

std::optional<std::uint32_t> CookieTable::find(std::string_view protocol, std::string_view data) const
{
    if (protocol != xCookieProtocol || data.size() != XCookie().size()) {
        return {}; // protocol and length are not secret: no constant time needed
    }
    std::uint32_t found = 0;
    std::uint32_t any = 0;
    for (const Entry &entry : m_programCookies) {
        std::uint32_t difference = 0;
        for (std::size_t i = 0; i < entry.cookie.size(); ++i) {
            difference |= static_cast<std::uint32_t>(entry.cookie[i] ^ static_cast<std::uint8_t>(data[i]));
        }
        const std::uint32_t equal = (difference - 1) >> 31; // 1 only if there was no difference
        found |= entry.program & (0U - equal);
        any |= equal;
    }
    return any != 0 ? std::optional(found) : std::nullopt;
}
}
