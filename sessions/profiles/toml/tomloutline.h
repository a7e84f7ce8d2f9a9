// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>
#include <vector>

namespace Nightdesk
{
/// Which line of a TOML file belongs to which table: also lines that could not be read. Pure; a value.
class TomlOutline
{
public:
    /// A statement begins in @p line; lines come in order. An empty @p path: nobody knows what it belongs to.
    void add(int line, const QStringList &path);
    /// The names that lead to what stands in @p line, at most depth of them; std::nullopt: before all statements.
    std::optional<QStringList> pathAt(int line) const;

    static constexpr int depth = 3;

private:
    struct Part {
        int line = 0;
        QStringList path;
    };
    std::vector<Part> m_parts;
};
}
