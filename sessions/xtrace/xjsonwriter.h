// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace Nightdesk
{
/// Writes lines of JSON that XJsonLine reads. Texts may hold anything: what is no UTF-8 becomes U+FFFD. Pure, Qt-free.
class XJsonWriter
{
public:
    void begin();
    void add(std::string_view key, std::int64_t value);
    void add(std::string_view key, std::string_view text);
    void addTrue(std::string_view key);
    void end();

    const std::string &lines() const;
    void clear();

private:
    void key(std::string_view key);

    std::string m_lines;
};
}
