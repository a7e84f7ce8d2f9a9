// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/formatschema.h"

#include "sessions/profiles/format/formatreference.h"
#include "sessions/profiles/format/sshalgorithms.h"
#include "sessions/profiles/textsof.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr auto identifier = "^[a-z0-9][a-z0-9_-]{0,63}$"_L1;

/// What ValueReader accepts as a text of this type, as a regular expression of JavaScript; empty: anything.
QLatin1StringView textPattern(KeyType type)
{
    using enum KeyType;
    static constexpr auto path = "^(?=[\\s\\S]*\\S)(?!~(?!/))[\\s\\S]*[^/]$"_L1;
    static constexpr auto user = "^(?!-)[^\\s:@/'\"`$;&|<>()]{1,255}(?<!\\\\)$"_L1;
    static constexpr auto visual = "^(StaticGray|GrayScale|StaticColor|PseudoColor|TrueColor|DirectColor) ([1-9]|[12]\\d|3[0-2])$"_L1;
    static constexpr std::pair<KeyType, QLatin1StringView> patterns[] = {
        {Identifier, identifier},
        {Identifiers, identifier},
        {LinkName, identifier},
        {ScreenName, identifier},
        {GroupNames, identifier},
        {Text, "\\S"_L1},
        {Texts, "\\S"_L1},
        {Path, path},
        {Paths, path},
        {RemotePath, "^/([\\s\\S]*[^/])$"_L1},
        {Host, "^(?!-)([^\\s:@/\\[\\],;*%\"]{1,255}|[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(%[\\w.-]+)?)$"_L1},
        {Hours, "^([01]\\d|2[0-3]):[0-5]\\d-(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"_L1},
        {TimeOfDay, "^([01]\\d|2[0-3]):[0-5]\\d$"_L1},
        {Resources,
         "^[*.]?([A-Za-z0-9_-]+|\\?)([*.]+([A-Za-z0-9_-]+|\\?))*[ \\t]*:([^\\u0000-\\u0008\\u000a-\\u001f\\u007f]*[^\\u0000-\\u0008\\u000a-\\u001f\\u007f\\\\])?$"_L1},
        {FontPaths, "^(/[^,]+|(tcp|inet|inet6|unix|local)/[A-Za-z0-9._:\\[\\]-]*:\\d{1,5})$"_L1},
        {ServerShare, "^(account|nobody|group:[A-Za-z_][A-Za-z0-9_.-]{0,31})$"_L1},
        {Email, "^[^\\s@<>,;:\"]{1,64}@[^\\s@<>,;:\"/]{1,255}$"_L1},
        {Url, "^[hH][tT][tT][pP][sS]?://[^/\\s]"_L1},
        {UserName, user},
        {UserNames, user},
        {JumpHosts, "^([^@,'\"`$;&|<>()]+@)?(\\[[^\\],]+\\]|[^@:\\[\\],]+|[0-9A-Fa-f.]*(:[0-9A-Fa-f.]*){2,}(%[\\w.-]+)?)(:\\d{1,5})?$"_L1},
        {VncDisplayNumber, "^:(\\d{1,4}|[0-4]\\d{4}|5[0-8]\\d{3}|59[0-5]\\d{2}|596[0-2]\\d|5963[0-5])$"_L1},
        {Geometry, "^=?(?=.)(\\d{1,5}[xX]\\d{1,5})?([+-][+-]?\\d{1,5}[+-][+-]?\\d{1,5})?$"_L1},
        {Size, "^\\d{1,5}[xX]\\d{1,5}$"_L1},
        {Color, "^(red|orange|yellow|green|cyan|blue|violet|pink|grey|#[0-9A-Fa-f]{6})$"_L1},
        {Visual, visual},
        {Visuals, visual},
        {OutputLinePattern, "\\(\\?P?[<'](display|port|socket)[>']"_L1},
        {TimeZone, "^[A-Za-z0-9_+/-]{1,99}$"_L1},
    };
    const auto found = std::ranges::find(patterns, type, &std::pair<KeyType, QLatin1StringView>::first);
    return found == std::end(patterns) ? QLatin1StringView() : found->second;
}

QJsonObject textSchema(const KeyInfo &key)
{
    QJsonObject schema{{u"type"_s, u"string"_s}};
    const QString pattern = textPattern(key.type);
    if (pattern.isEmpty()) {
        return schema;
    }
    // A text with a variable is always accepted, because only the reader knows the values of variables.
    schema.insert(u"pattern"_s, key.hasVariables ? QString(u"\\{|%1"_s.arg(pattern)) : pattern);
    return schema;
}

QJsonObject listSchema(const KeyInfo &key)
{
    QJsonObject schema{{u"type"_s, u"array"_s}, {u"items"_s, textSchema(key)}};
    if (!mayListBeEmpty(key.type)) {
        schema.insert(u"minItems"_s, 1);
    }
    return schema;
}

/// Converts KeyInfo::defaultValue, which is in TOML syntax, to a JSON value. All default values of the format are spelled alike in TOML and JSON.
QJsonValue jsonValueOf(QLatin1StringView toml)
{
    return QJsonDocument::fromJson(QByteArray("[") + QByteArray(toml.data(), toml.size()) + ']').array().at(0);
}

QString definitionName(TableId table, bool mayBeIncomplete)
{
    static const QRegularExpression others(u"[^A-Za-z0-9]"_s);
    static const QRegularExpression edges(u"^-+|-+$"_s);
    const QString name = tableSpelling(table).remove(".ID"_L1).replace(others, u"-"_s).remove(edges);
    return mayBeIncomplete ? name + u"-part"_s : name;
}

QJsonObject definitionReference(const QString &definition)
{
    return {{u"$ref"_s, QString(u"#/definitions/"_s + definition)}};
}
}

FormatSchema::FormatSchema(TableId root)
    : m_rootTable(root)
{
    addDefinition(root, false);
}

QByteArray FormatSchema::json() const
{
    QJsonObject schema = m_tableDefinitions.value(definitionName(m_rootTable, false)).toObject();
    QJsonObject definitions = m_tableDefinitions;
    definitions.remove(definitionName(m_rootTable, false));
    schema.insert(u"$schema"_s, u"http://json-schema.org/draft-07/schema#"_s);
    schema.insert(u"$comment"_s, u"Made from the table of keys by \"nightdesk reference --schema\"; a change here is lost."_s);
    schema.insert(u"title"_s, m_rootTable == TableId::Facility ? u"Nightdesk facility"_s : u"Nightdesk profile"_s);
    schema.insert(u"definitions"_s, definitions);
    return QJsonDocument(schema).toJson();
}

QString FormatSchema::addDefinition(TableId table, bool mayBeIncomplete)
{
    const QString name = definitionName(table, mayBeIncomplete);
    if (!m_tableDefinitions.contains(name)) {
        m_tableDefinitions.insert(name, QJsonObject()); // prevents an endless recursion, since a table may contain itself
        m_tableDefinitions.insert(name, tableSchema(table, mayBeIncomplete));
    }
    return name;
}

QJsonObject FormatSchema::tableSchema(TableId table, bool mayBeIncomplete)
{
    QJsonObject properties;
    QJsonArray required;
    QJsonObject dependencies;
    QMap<QString, QStringList> groups;
    // A key that is missing in a table may come from a table of defaults.
    const bool mayLack = mayBeIncomplete || FormatReference::mayBeSetElsewhere(table);
    for (const KeyInfo *key : keysOf(table)) {
        if (mayBeIncomplete && !key->isOverridable) {
            continue;
        }
        properties.insert(key->name, keySchema(*key, key->mayChildTableBeIncomplete));
        if (key->isRequired && !(mayLack && key->isOverridable)) {
            required.append(key->name);
        }
        if (!key->otherRequiredKey.isEmpty() && !mayLack) {
            dependencies.insert(key->name, QJsonArray{QString(key->otherRequiredKey)});
        }
        if (!key->alternativesGroup.isEmpty()) {
            groups[key->alternativesGroup].append(key->name);
        }
    }
    QJsonObject schema{{u"type"_s, u"object"_s}, {u"properties"_s, properties}, {u"additionalProperties"_s, false}};
    if (!required.isEmpty()) {
        schema.insert(u"required"_s, required);
    }
    if (!dependencies.isEmpty()) {
        schema.insert(u"dependencies"_s, dependencies);
    }
    QJsonArray pairs; // pairs of keys that exclude each other
    for (const QStringList &names : std::as_const(groups)) {
        for (qsizetype i = 0; i < names.size(); ++i) {
            for (qsizetype j = i + 1; j < names.size(); ++j) {
                pairs.append(QJsonObject{{u"required"_s, QJsonArray{names.at(i), names.at(j)}}});
            }
        }
    }
    if (!pairs.isEmpty()) {
        schema.insert(u"not"_s, QJsonObject{{u"anyOf"_s, pairs}});
    }
    return schema;
}

QJsonObject FormatSchema::valueSchema(const KeyInfo &key, bool mayBeIncomplete)
{
    switch (key.type) {
    case KeyType::FormatVersion:
        return {{u"type"_s, u"integer"_s}, {u"minimum"_s, 1}, {u"maximum"_s, formatVersion}};
    case KeyType::Integer:
        return {{u"type"_s, u"integer"_s}, {u"minimum"_s, key.min}, {u"maximum"_s, key.max}};
    case KeyType::Longitude:
        return {{u"type"_s, u"number"_s}, {u"minimum"_s, key.min}, {u"maximum"_s, key.max}};
    case KeyType::Boolean:
        return {{u"type"_s, u"boolean"_s}};
    case KeyType::Choice:
        return {{u"enum"_s, QJsonArray::fromStringList(textsOf(key.choices, &KeyChoice::name))}};
    case KeyType::Identifiers:
    case KeyType::UserNames:
    case KeyType::GroupNames: {
        QJsonObject schema = listSchema(key);
        schema.insert(u"uniqueItems"_s, true);
        return schema;
    }
    case KeyType::Command:
        return {{u"type"_s, u"array"_s},
                {u"minItems"_s, 1},
                {u"items"_s, QJsonArray{QJsonObject{{u"type"_s, u"string"_s}, {u"pattern"_s, u"\\S"_s}}}},
                {u"additionalItems"_s, QJsonObject{{u"type"_s, u"string"_s}}}};
    case KeyType::SshAlgorithms: {
        const QStringList names = textsOf(sshAlgorithms(), &SshAlgorithm::name);
        return {{u"type"_s, u"array"_s}, {u"items"_s, QJsonObject{{u"enum"_s, QJsonArray::fromStringList(names)}}}};
    }
    case KeyType::SizesByName:
        return {{u"type"_s, u"object"_s},
                {u"propertyNames"_s, QJsonObject{{u"pattern"_s, identifier}}},
                {u"additionalProperties"_s, QJsonObject{{u"type"_s, u"string"_s}, {u"pattern"_s, textPattern(KeyType::Size)}}}};
    case KeyType::TextsByName:
        return {{u"type"_s, u"object"_s},
                {u"propertyNames"_s, QJsonObject{{u"pattern"_s, identifier}}},
                {u"additionalProperties"_s, QJsonObject{{u"type"_s, u"string"_s}}}};
    case KeyType::Table:
        return {{u"allOf"_s, QJsonArray{definitionReference(addDefinition(key.childTable, mayBeIncomplete))}}};
    case KeyType::TablesById:
        return {{u"type"_s, u"object"_s},
                {u"propertyNames"_s, QJsonObject{{u"pattern"_s, identifier}}},
                {u"additionalProperties"_s, definitionReference(addDefinition(key.childTable, mayBeIncomplete))}};
    case KeyType::TableList:
        return {{u"type"_s, u"array"_s}, {u"items"_s, definitionReference(addDefinition(key.childTable, mayBeIncomplete))}};
    default:
        return isListType(key.type) ? listSchema(key) : textSchema(key);
    }
}

QJsonObject FormatSchema::keySchema(const KeyInfo &key, bool mayBeIncomplete)
{
    QJsonObject schema = valueSchema(key, mayBeIncomplete);
    schema.insert(u"description"_s, FormatReference::explanation(key));
    if (!key.defaultValue.isEmpty()) {
        schema.insert(u"default"_s, jsonValueOf(key.defaultValue));
    }
    return schema;
}
}
