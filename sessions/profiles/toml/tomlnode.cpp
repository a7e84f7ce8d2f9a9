// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlnode.h"

#include <algorithm>

namespace Nightdesk
{
const std::vector<TomlEntry> &TomlNode::entries() const
{
    return m_entries;
}

std::vector<TomlEntry> &TomlNode::entries()
{
    return m_entries;
}

const TomlEntry *TomlNode::find(const QString &key) const
{
    const auto found = m_indexByKey.constFind(key);
    return found == m_indexByKey.constEnd() ? nullptr : &m_entries[static_cast<std::size_t>(*found)];
}

TomlEntry *TomlNode::find(const QString &key)
{
    return const_cast<TomlEntry *>(std::as_const(*this).find(key));
}

TomlEntry &TomlNode::insert(const QString &key, const SourcePlace &place, TomlNode value)
{
    m_indexByKey.insert(key, static_cast<qsizetype>(m_entries.size()));
    return m_entries.emplace_back(key, place, std::move(value));
}

void TomlNode::remove(const QString &key)
{
    const auto found = m_indexByKey.constFind(key);
    if (found == m_indexByKey.constEnd()) {
        return;
    }
    m_entries.erase(m_entries.begin() + *found);
    m_indexByKey.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_indexByKey.insert(m_entries[i].key, static_cast<qsizetype>(i));
    }
}

const TomlNode *TomlNode::table(const QString &key) const
{
    const TomlEntry *entry = find(key);
    return entry && entry->value.isTable() ? &entry->value : nullptr;
}

const std::vector<TomlNode> &TomlNode::itemsOf(const QString &key) const
{
    static const std::vector<TomlNode> none;
    const TomlEntry *entry = find(key);
    return entry ? entry->value.items : none;
}

bool TomlNode::isTable() const
{
    return kind == Kind::Table;
}

bool TomlNode::isTableList() const
{
    return kind == Kind::Array && std::ranges::all_of(items, &TomlNode::isTable);
}
}
