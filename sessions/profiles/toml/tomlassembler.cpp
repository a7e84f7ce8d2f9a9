// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlassembler.h"

#include "sessions/profiles/toml/tomlvalue.h"

#include <KLocalizedString>

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Whether a value that could not be read holds one more "key =" in its first line: id = "a" link = "b"
bool hasKeyBehind(QByteArrayView value)
{
    static const QRegularExpression texts(uR"("[^"]*"|'[^']*')"_s);
    static const QRegularExpression key(u"[\\s,;\"'][A-Za-z_][\\w.\\-]*[ \\t]*="_s);
    const qsizetype end = value.indexOf('\n');
    QString line = QString::fromUtf8(end < 0 ? value : value.first(end));
    if (line.startsWith(u'{')) {
        return false; // its own keys
    }
    line.replace(texts, u"\"\""_s);
    return line.section(u'#', 0, 0).contains(key);
}

void markSite(const QString &site, TomlNode &node)
{
    node.site = site;
    for (TomlNode &item : node.items) {
        markSite(site, item);
    }
    for (TomlEntry &entry : node.entries()) {
        markSite(site, entry.value);
    }
}
}

TomlAssembler::TomlAssembler(const QString &file, Problems &problems)
    : m_problems(problems)
{
    m_root.place = {file, 1, 1};
    m_root.origin = TomlNode::Origin::Header;
}

void TomlAssembler::add(const TomlStatement &statement)
{
    if (statement.kind == TomlStatement::Kind::Value) {
        addValue(statement);
    } else {
        m_current = statement.path;
        m_again = false;
        m_isLost = statement.path.empty();
        m_inTable = !m_isLost && openTable(statement);
        if (m_inTable && statement.hasTextBehind) {
            if (TomlNode *table = currentTable()) {
                table->hasUnreadLine = true;
            }
        }
    }
    note(statement);
}

void TomlAssembler::note(const TomlStatement &statement)
{
    QStringList path;
    // A value that did not end in its line may have taken others along, whatever they said.
    if (!m_isLost && !(statement.broken && statement.value.contains('\n'))) {
        for (const KeyPart &part : m_current) {
            path.append(part.name);
        }
        if (statement.kind == TomlStatement::Kind::Value) {
            for (const KeyPart &part : statement.path) {
                path.append(part.name);
            }
        }
    }
    m_outline.add(statement.place.line, path);
}

const TomlOutline &TomlAssembler::outline() const
{
    return m_outline;
}

TomlNode TomlAssembler::takeRoot()
{
    if (TomlEntry *sites = m_root.find(u"site"_s)) {
        for (TomlEntry &site : sites->value.entries()) {
            markSite(site.key, site.value);
        }
    }
    return std::move(m_root);
}

void TomlAssembler::alreadyThere(const KeyPart &part, const SourcePlace &first)
{
    m_problems.error(part.place,
                     i18nc("@info a mistake in a profile; %1: a name in quotes; %2: a line number",
                           "%1 is here a second time; it stands in line %2 already",
                           quoted(part.name),
                           QString::number(first.line)));
}

TomlNode *TomlAssembler::step(TomlNode *table, const KeyPart &part, TomlNode::Origin made)
{
    TomlEntry *entry = table->find(part.name);
    if (!entry) {
        TomlNode node;
        node.origin = made;
        node.place = part.place;
        return &table->insert(part.name, part.place, std::move(node)).value;
    }
    TomlNode &node = entry->value;
    if (node.kind == TomlNode::Kind::Array && node.origin == TomlNode::Origin::Header && made == TomlNode::Origin::Implied && !node.items.empty()) {
        return &node.items.back();
    }
    if (node.kind == TomlNode::Kind::Broken) {
        return nullptr;
    }
    if (!node.isTable() || node.origin == TomlNode::Origin::Value) {
        alreadyThere(part, entry->place);
        return nullptr;
    }
    return &node;
}

bool TomlAssembler::openTable(const TomlStatement &header)
{
    TomlNode *table = &m_root;
    for (std::size_t i = 0; i + 1 < header.path.size(); ++i) {
        table = step(table, header.path[i], TomlNode::Origin::Implied);
        if (!table) {
            return false;
        }
    }
    const KeyPart &last = header.path.back();
    TomlEntry *entry = table->find(last.name);
    TomlNode node;
    node.origin = TomlNode::Origin::Header;
    node.place = header.place;
    if (header.kind == TomlStatement::Kind::Table) {
        if (!entry) {
            table->insert(last.name, last.place, std::move(node));
            return true;
        }
        if (entry->value.isTable() && entry->value.origin == TomlNode::Origin::Implied) {
            entry->value.origin = TomlNode::Origin::Header;
            entry->value.place = header.place;
            return true;
        }
    } else {
        if (!entry) {
            TomlNode array;
            array.kind = TomlNode::Kind::Array;
            array.origin = TomlNode::Origin::Header;
            array.place = header.place;
            array.items.push_back(std::move(node));
            table->insert(last.name, last.place, std::move(array));
            return true;
        }
        if (entry->value.kind == TomlNode::Kind::Array && entry->value.origin == TomlNode::Origin::Header) {
            entry->value.items.push_back(std::move(node));
            return true;
        }
    }
    if (entry->value.kind == TomlNode::Kind::Broken) {
        return false;
    }
    alreadyThere(last, entry->place);
    m_again = header.kind == TomlStatement::Kind::Table && entry->value.isTable() && entry->value.origin == TomlNode::Origin::Header;
    return m_again;
}

TomlNode *TomlAssembler::currentTable()
{
    TomlNode *table = &m_root;
    for (const KeyPart &part : m_current) {
        table = step(table, part, TomlNode::Origin::Implied);
        if (!table) {
            break;
        }
    }
    return table;
}

void TomlAssembler::addValue(const TomlStatement &statement)
{
    TomlNode value;
    if (!statement.path.empty()) {
        value = statement.broken ? brokenTomlValue(statement.value, statement.valuePlace) : readTomlValue(statement.value, statement.valuePlace, m_problems);
    }
    if (!m_inTable) {
        return; // under a header that could not be read
    }
    TomlNode *table = currentTable();
    if (!table) {
        return;
    }
    if (statement.path.empty()) {
        table->hasUnreadLine = true;
        return;
    }
    if (value.kind == TomlNode::Kind::Broken && hasKeyBehind(statement.value)) {
        table->hasUnreadLine = true;
    }
    for (std::size_t i = 0; i + 1 < statement.path.size(); ++i) {
        table = step(table, statement.path[i], TomlNode::Origin::DottedKey);
        if (!table) {
            return;
        }
    }
    const KeyPart &last = statement.path.back();
    if (const TomlEntry *entry = table->find(last.name)) {
        if (!m_again) {
            alreadyThere(last, entry->place);
        }
        return;
    }
    table->insert(last.name, last.place, std::move(value));
}
}
