// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlassembler.h"

#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
void setSiteRecursively(const QString &site, TomlNode &node)
{
    node.siteId = site;
    for (TomlNode &item : node.items) {
        setSiteRecursively(site, item);
    }
    for (TomlEntry &entry : node.entries()) {
        setSiteRecursively(site, entry.value);
    }
}
}

TomlAssembler::TomlAssembler(const QString &file, Problems &problems)
    : m_problems(problems)
{
    m_rootTable.place = {file, 1, 1};
    m_rootTable.origin = TomlNode::Origin::Header;
}

void TomlAssembler::add(TomlStatement statement)
{
    const bool isValue = statement.kind == TomlStatement::Kind::Value;
    if (!isValue) {
        m_currentTablePath = statement.path;
        m_isRepeatedHeader = false;
        m_isHeaderUnreadable = statement.path.empty();
        m_mayAddKeysBelowHeader = !m_isHeaderUnreadable && openTable(statement);
    }
    QStringList path;
    if (!m_isHeaderUnreadable && !statement.mayUnreadTextContainStatements) {
        path = textsOf(m_currentTablePath, &KeyPart::name) + (isValue ? textsOf(statement.path, &KeyPart::name) : QStringList());
        path.resize(std::min<qsizetype>(path.size(), 3));
    }
    if (m_outline.isEmpty() || m_outline.last() != path) {
        m_outline.insert(statement.place.line, path);
    }
    TomlNode *table = m_mayAddKeysBelowHeader ? findOrAddTable(&m_rootTable, m_currentTablePath, TomlNode::Origin::Implied) : nullptr;
    if (!table) {
        return;
    }
    table->hasUnreadableLine = table->hasUnreadableLine || statement.mayUnreadTextContainKey;
    if (isValue && !statement.path.empty()) {
        addValue(table, statement);
    }
}

const TomlOutline &TomlAssembler::outline() const
{
    return m_outline;
}

TomlNode TomlAssembler::takeRoot()
{
    if (TomlEntry *sites = m_rootTable.find(u"site"_s)) {
        for (TomlEntry &site : sites->value.entries()) {
            setSiteRecursively(site.key, site.value);
        }
    }
    return std::move(m_rootTable);
}

void TomlAssembler::reportDuplicate(const KeyPart &part, const SourcePlace &first)
{
    m_problems.error(part.place,
                     i18nc("@info an error in a profile; %1: a name in quotes; %2: a line number",
                           "%1 is already defined in line %2; remove one",
                           quoted(part.name),
                           QString::number(first.line)));
}

TomlNode *TomlAssembler::findOrAddTable(TomlNode *table, std::span<const KeyPart> path, TomlNode::Origin origin)
{
    for (const KeyPart &part : path) {
        TomlEntry *entry = table->find(part.name);
        if (!entry) {
            TomlNode node;
            node.origin = origin;
            node.place = part.place;
            entry = &table->insert(part.name, part.place, std::move(node));
        }
        table = &entry->value;
        if (table->kind == TomlNode::Kind::Array && table->origin == TomlNode::Origin::Header && origin == TomlNode::Origin::Implied) {
            table = &table->items.back();
        } else if (table->kind == TomlNode::Kind::Broken) {
            return nullptr;
        } else if (!table->isTable() || table->origin == TomlNode::Origin::InlineValue) {
            reportDuplicate(part, entry->place);
            return nullptr;
        }
    }
    return table;
}

bool TomlAssembler::openTable(const TomlStatement &header)
{
    const KeyPart &last = header.path.back();
    TomlNode *table = findOrAddTable(&m_rootTable, std::span(header.path).first(header.path.size() - 1), TomlNode::Origin::Implied);
    if (!table) {
        return false;
    }
    TomlNode node;
    node.origin = TomlNode::Origin::Header;
    node.place = header.place;
    const bool isList = header.kind == TomlStatement::Kind::ArrayTable;
    TomlEntry *entry = table->find(last.name);
    if (!entry) {
        TomlNode list = node;
        list.kind = TomlNode::Kind::Array;
        list.items.push_back(node);
        table->insert(last.name, last.place, isList ? std::move(list) : std::move(node));
        return true;
    }
    TomlNode &there = entry->value;
    if (isList && there.kind == TomlNode::Kind::Array && there.origin == TomlNode::Origin::Header) {
        there.items.push_back(std::move(node));
        return true;
    }
    if (!isList && there.isTable() && there.origin == TomlNode::Origin::Implied) {
        there.origin = TomlNode::Origin::Header;
        there.place = header.place;
        return true;
    }
    if (there.kind != TomlNode::Kind::Broken) {
        reportDuplicate(last, entry->place);
        m_isRepeatedHeader = !isList && there.isTable() && there.origin == TomlNode::Origin::Header;
    }
    return m_isRepeatedHeader;
}

void TomlAssembler::addValue(TomlNode *table, TomlStatement &statement)
{
    const KeyPart &last = statement.path.back();
    table = findOrAddTable(table, std::span(statement.path).first(statement.path.size() - 1), TomlNode::Origin::DottedKey);
    const TomlEntry *entry = table ? table->find(last.name) : nullptr;
    if (entry && !m_isRepeatedHeader) {
        reportDuplicate(last, entry->place);
    } else if (table && !entry) {
        table->insert(last.name, last.place, std::move(statement.value));
    }
}
}
