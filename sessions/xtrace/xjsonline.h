// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace Nightdesk
{
/// One line of JSON Lines: an object of numbers without fractions, texts and "true". Read strictly: what is asked for has to be
/// there and in its range, and nothing else may be; the first that is not so is the problem. Pure, Qt-free. Made by XTraceFileReader for one line.
class XJsonLine
{
public:
    explicit XJsonLine(std::string_view line);

    bool has(std::string_view key) const;
    std::int64_t number(std::string_view key, std::int64_t least = 0, std::int64_t most = std::numeric_limits<std::int64_t>::max());
    std::optional<std::int64_t> maybeNumber(std::string_view key, std::int64_t least = 0, std::int64_t most = std::numeric_limits<std::int64_t>::max());
    std::string text(std::string_view key);
    bool flag(std::string_view key);
    /// In English, for a person who looks at the file; empty: none.
    const std::string &problem() const;
    /// The same of what stands there and was not asked for.
    std::string surplus() const;

    static constexpr std::size_t longest = 16384; ///< what is longer is no line of ours

private:
    struct Field {
        std::string key;
        std::variant<std::int64_t, std::string, bool> value;
        bool taken = false;
    };
    class Reader;
    template<typename T>
    T *takeField(std::string_view key, std::string_view kind);
    void wrong(const std::string &what);

    std::vector<Field> m_fields;
    std::string m_problem;
};
}
