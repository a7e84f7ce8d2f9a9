// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/effectiveprofile.h"

#include "sessions/profiles/toml/tomldocument.h"
#include "sessions/profiles/toml/tomltext.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
bool isPath(const KeyInfo &key)
{
    return key.type == KeyType::Path || key.type == KeyType::Paths;
}

TomlNode textNode(const QString &text)
{
    TomlNode node;
    node.kind = TomlNode::Kind::Text;
    node.text = text;
    return node;
}

/// A key's default, which the key table contains in TOML syntax.
TomlNode defaultNode(const KeyInfo &key)
{
    Problems none;
    const QByteArray line = "x = " + QByteArray(key.defaultValue.data(), key.defaultValue.size());
    const std::optional<TomlNode> root = TomlDocument::read(line, {}, none);
    const TomlEntry *entry = root ? root->find(u"x"_s) : nullptr;
    TomlNode node = entry ? entry->value : TomlNode();
    node.place = {};
    return node;
}
}

bool EffectiveValue::differsFromWrittenValue() const
{
    return writtenValue.place.line > 0 && TomlText::formattedValue(value) != TomlText::formattedValue(writtenValue);
}

QString EffectiveTable::header() const
{
    if (key.isEmpty()) {
        return {};
    }
    if (id.isEmpty()) {
        return u"[%1]"_s.arg(key);
    }
    return isListItem ? u"[[%1]]"_s.arg(key) : u"[%1.%2]"_s.arg(key, TomlText::formattedKey(id));
}

EffectiveProfile::EffectiveProfile(const ParsedProfile &reading, const ValueOrigins &origins, const FacilityDocument &facility, const QString &site)
    : m_parsedProfile(reading)
    , m_variables(reading.variables)
    , m_valueOrigins(origins)
    , m_facilityDocument(facility)
    , m_siteId(site)
{
}

QList<EffectiveTable> EffectiveProfile::tables()
{
    QList<EffectiveTable> result;
    const TomlNode &root = m_parsedProfile.effectiveTable;
    result.append(table(TableId::Profile, root));
    for (const KeyInfo *key : keysOf(TableId::Profile)) {
        const TomlEntry *entry = root.find(key->name);
        if (!entry) {
            continue;
        }
        if (key->type == KeyType::TextsByName && entry->value.isTable()) {
            result.append(namedTextsTable(*key, entry->value));
        } else if (key->type == KeyType::TablesById && entry->value.isTable()) {
            for (const TomlEntry &one : entry->value.entries()) {
                if (!one.value.isTable()) {
                    continue;
                }
                EffectiveTable link = table(key->childTable, one.value);
                link.key = key->name;
                link.id = one.key;
                result.append(link);
            }
        } else if (key->type == KeyType::TableList) {
            for (const TomlNode &item : entry->value.items) {
                EffectiveTable display = table(key->childTable, item);
                display.key = key->name;
                display.isListItem = true;
                const TomlEntry *id = item.find(u"id"_s);
                display.id = id ? id->value.text : QString();
                result.append(display);
            }
        }
    }
    return result;
}

EffectiveTable EffectiveProfile::table(TableId id, const TomlNode &node)
{
    EffectiveTable result;
    addKeys(id, node, {}, result.values);
    return result;
}

EffectiveTable EffectiveProfile::namedTextsTable(const KeyInfo &key, const TomlNode &node)
{
    EffectiveTable result;
    result.key = key.name;
    for (const TomlEntry &entry : node.entries()) {
        if (entry.value.kind == TomlNode::Kind::Text) {
            result.values.append({entry.key, expanded(entry.value), entry.value, m_valueOrigins.originAt(entry.value.place), false});
        }
    }
    return result;
}

void EffectiveProfile::addKeys(TableId id, const TomlNode &node, const QString &prefix, QList<EffectiveValue> &values)
{
    for (const KeyInfo *key : keysOf(id)) {
        if (key->type == KeyType::TextsByName || key->type == KeyType::TablesById || key->type == KeyType::TableList) {
            continue; // nested tables are listed separately
        }
        const TomlEntry *entry = node.find(key->name);
        if (!entry) {
            addImpliedValues(*key, node, prefix, values);
        } else if (key->type == KeyType::Table && entry->value.isTable()) {
            addKeys(key->childTable, entry->value, prefix + key->name + u'.', values);
        } else if (entry->value.kind != TomlNode::Kind::Broken) {
            values.append({QString(prefix + key->name),
                           effectiveValue(*key, entry->value),
                           entry->value,
                           m_valueOrigins.originAt(entry->value.place),
                           !prefix.isEmpty()});
        }
    }
}

void EffectiveProfile::addImpliedValues(const KeyInfo &key, const TomlNode &node, const QString &prefix, QList<EffectiveValue> &values)
{
    TomlNode value;
    if (!key.defaultValue.isEmpty()) {
        if (!key.otherRequiredKey.isEmpty() && !node.find(key.otherRequiredKey)) {
            return;
        }
        value = defaultNode(key);
        const TomlEntry *single = key.table == TableId::Window && key.name == "topology"_L1 ? node.find(u"single-instance"_s) : nullptr;
        if (single && single->value.boolean) {
            value = textNode(u"vnc-app"_s);
        }
    } else if (const TomlEntry *common = m_facilityDocument.root().find(u"known-hosts"_s); common && key.table == TableId::Link && key.name == common->key) {
        values.append({QString(prefix + key.name), effectiveValue(key, common->value), common->value, m_valueOrigins.originAt(common->value.place), false});
        return;
    } else if (const TomlEntry *id = node.find(u"id"_s); id && key.name == "title"_L1) {
        value = textNode(id->value.text);
    } else if (key.type == KeyType::ScreenName && !m_siteId.isEmpty() && !m_facilityDocument.screens(m_siteId).isEmpty()) {
        value = textNode(m_facilityDocument.screens(m_siteId).constFirst());
    } else {
        return;
    }
    values.append({QString(prefix + key.name), value, TomlNode(), ValueOrigin(), !prefix.isEmpty()});
}

TomlNode EffectiveProfile::effectiveValue(const KeyInfo &key, const TomlNode &writtenValue)
{
    TomlNode result = writtenValue;
    if (writtenValue.kind == TomlNode::Kind::Array) {
        for (TomlNode &item : result.items) {
            item = effectiveValue(key, item);
        }
        return result;
    }
    if (writtenValue.kind != TomlNode::Kind::Text) {
        return result;
    }
    if (key.hasVariables) {
        TomlNode kept = writtenValue;
        kept.text = escapeUnreplacedVariable(key, writtenValue.text);
        result = expanded(kept);
        if (result.text == kept.text) {
            result = writtenValue;
        }
    }
    if (isPath(key) && !result.text.startsWith(u'/') && !result.text.startsWith("~/"_L1)) {
        result.text = QDir::cleanPath(QFileInfo(writtenValue.place.file).absolutePath() + u'/' + result.text);
    }
    return result;
}

TomlNode EffectiveProfile::expanded(const TomlNode &writtenValue)
{
    TomlNode result = writtenValue;
    if (const auto text = m_variables.expand(writtenValue.text)) {
        result.text = *text;
    }
    return result;
}
}
