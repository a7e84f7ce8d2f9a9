// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace Nightdesk
{
/// One value for each enumerator of an enum, in the order of the enumerators, whose numbers are 0 to that of @p last. A value.
template<auto last, class Value>
class EnumTable
{
public:
    using Enum = decltype(last);
    static constexpr std::size_t size = static_cast<std::size_t>(last) + 1;

    template<class... Values>
    explicit constexpr EnumTable(const Values &...values)
        : m_values{{values...}}
    {
        static_assert(sizeof...(Values) == size, "one value for each enumerator");
    }

    constexpr const Value &operator[](Enum enumerator) const
    {
        return m_values[static_cast<std::size_t>(enumerator)];
    }

    /// The enumerator whose value equals @p value; empty: none.
    std::optional<Enum> find(const auto &value) const
    {
        const auto found = std::ranges::find(m_values, value);
        return found == m_values.end() ? std::nullopt : std::optional(static_cast<Enum>(found - m_values.begin()));
    }

private:
    std::array<Value, size> m_values;
};

/// The words of an enum, as in JSON for scripts.
template<auto last>
using EnumWords = EnumTable<last, QLatin1StringView>;
}
