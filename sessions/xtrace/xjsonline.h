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
/// One line of JSON Lines: an object of integers, texts and "true". Parsed strictly: requested keys must exist with a value in range, and no other
/// keys may exist; the first violation is the problem. Pure, Qt-free. Made by XTraceFileReader for one line.
class XJsonLine
{
public:
    explicit XJsonLine(std::string_view line);

    bool has(std::string_view key) const;
    std::int64_t number(std::string_view key, std::int64_t least = 0, std::int64_t most = std::numeric_limits<std::int64_t>::max());
    std::optional<std::int64_t> optionalNumber(std::string_view key, std::int64_t least = 0, std::int64_t most = std::numeric_limits<std::int64_t>::max());
    std::string text(std::string_view key);
    bool flag(std::string_view key);
    /// In English, for a person who inspects the file; empty: none.
    const std::string &problem() const;
    /// The text of a problem: the line has a key that no caller has read. Empty: every key was read.
    std::string surplusKeyProblem() const;

    static constexpr std::size_t maxLineLength = 16384; ///< a longer line is not valid

private:
    struct Field {
        std::string key;
        std::variant<std::int64_t, std::string, bool> value;
        bool wasRequested = false;
    };
    class Reader;
    template<typename T>
    T *takeField(std::string_view key, std::string_view kind);
    void setProblem(const std::string &what);

    std::vector<Field> m_fields;
    std::string m_problem;
};
}
