// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomloutline.h"

#include <algorithm>

namespace Nightdesk
{
void TomlOutline::add(int line, const QStringList &path)
{
    const QStringList names = path.first(std::min<qsizetype>(path.size(), depth));
    if (m_parts.empty() || m_parts.back().path != names) {
        m_parts.push_back({line, names});
    }
}

std::optional<QStringList> TomlOutline::pathAt(int line) const
{
    const auto next = std::ranges::upper_bound(m_parts, line, {}, &Part::line);
    return next == m_parts.begin() ? std::nullopt : std::optional(std::prev(next)->path);
}
}
