// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/tablereader.h"

#include "sessions/profiles/format/explainedmistakes.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
void reportMissing(const KeyInfo &key, const SourcePlace &place, Problems &problems)
{
    problems.error(place, problemText(i18nc("@info an error in a profile; %1: a key in quotes", "%1 is missing", quoted(key.name)), valueExpectation(key)));
}

/// Whether @p node probably contains @p key, but misspelled or in an unreadable line. Then the key is not reported as missing, since that line has an
/// error already.
bool hasMisspellingOf(const KeyInfo &key, const TomlNode &node)
{
    return node.hasUnreadableLine || std::ranges::any_of(node.entries(), [&](const TomlEntry &entry) {
               return !findKey(key.table, entry.key) && suggestion(entry.key, keyNames(key.table)) == key.name;
           });
}
}

TableReader::TableReader(const ValueReader::Context &context, Problems &problems)
    : m_valueReader(context, problems)
    , m_problems(problems)
{
}

bool TableReader::hasUsedAccountVariable() const
{
    return m_valueReader.hasUsedAccountVariable();
}

void TableReader::reportUnknownKey(TableId table, const TomlEntry &entry, Problems &problems)
{
    if (const QString explained = unknownKeyExplanation(table, entry.key); !explained.isEmpty()) {
        problems.error(entry.place, explained);
        return;
    }
    const QStringList names = keyNames(table);
    const QString near = suggestion(entry.key, names);
    const QString what = table == TableId::Profile
        ? i18nc("@info an error in a profile; %1: a key in quotes", "%1 is not a key of a profile", quoted(entry.key))
        : i18nc("@info an error in a profile; %1: a key in quotes, %2: a table", "%1 is not a key of %2", quoted(entry.key), tableSpelling(table));
    const QString expected = near.isEmpty() ? i18nc("@info what a key of a profile expects; %1: names", "one of %1", names.join(u", "_s)) : QString();
    problems.error(entry.place, problemText(what, expected, near));
}

bool TableReader::checkFormatVersion(TableId table, const TomlNode &root, Problems &problems)
{
    const KeyInfo &key = *findKey(table, u"format"_s);
    const TomlEntry *entry = root.find(key.name);
    if (!entry) {
        if (!hasMisspellingOf(key, root)) {
            reportMissing(key, root.place, problems);
        }
    } else if (entry->value.kind != TomlNode::Kind::Integer || entry->value.integer < 1) {
        if (entry->value.kind != TomlNode::Kind::Broken) {
            problems.error(entry->value.place,
                           problemText(i18nc("@info an error in a profile; %1: a key in quotes", "%1 is not a valid version number", quoted(key.name)),
                                       valueExpectation(key)));
        }
    } else if (entry->value.integer > formatVersion) {
        problems.error(entry->value.place,
                       i18nc("@info an error in a profile; %1, %2: versions of the format",
                             "the file has format %1, but this Nightdesk reads only format %2; install a newer Nightdesk",
                             entry->value.text,
                             QString::number(formatVersion)));
        return false;
    }
    return true;
}

void TableReader::read(TableId table, const TomlNode &node, void *target)
{
    for (const TomlEntry &entry : node.entries()) {
        if (!findKey(table, entry.key)) {
            reportUnknownKey(table, entry, m_problems);
        }
    }
    for (const KeyInfo *key : keysOf(table)) {
        if (const TomlEntry *entry = node.find(key->name)) {
            const KeyInfo *with = key->otherRequiredKey.isEmpty() ? nullptr : findKey(table, key->otherRequiredKey);
            if (with && !node.find(with->name) && !hasMisspellingOf(*with, node)) {
                m_problems.error(entry->place,
                                 i18nc("@info an error in a profile; %1, %2: keys in quotes",
                                       "%1 has no effect without %2; add %2 or remove %1",
                                       quoted(key->name),
                                       quoted(key->otherRequiredKey)));
            }
            readKey(*key, *entry, target);
        } else if (key->isRequired && key->type != KeyType::FormatVersion && !hasMisspellingOf(*key, node)) {
            reportMissing(*key, node.place, m_problems);
        }
    }
    checkAlternativeKeys(table, node, true);
}

void TableReader::readPartialTable(TableId table, const TomlNode &node)
{
    for (const TomlEntry &entry : node.entries()) {
        const KeyInfo *key = findKey(table, entry.key);
        if (!key) {
            reportUnknownKey(table, entry, m_problems);
        } else if (!key->isOverridable) {
            m_problems.error(entry.place, i18nc("@info an error in a profile; %1: a key in quotes", "%1 cannot have a default value", quoted(entry.key)));
        } else {
            readKey(*key, entry, nullptr);
        }
    }
    checkAlternativeKeys(table, node, false);
}

void TableReader::readKey(const KeyInfo &key, const TomlEntry &entry, void *target)
{
    const TomlNode &value = entry.value;
    const bool broken = value.kind == TomlNode::Kind::Broken;
    switch (key.type) {
    case KeyType::FormatVersion:
        return; // checkFormatVersion() handles this key
    case KeyType::Table:
        if (value.isTable()) {
            if (key.isReadSeparately) {
                return; // FacilityInspector checks this table, since it knows which names are valid in it
            }
            if (!key.mayChildTableBeIncomplete && target) {
                read(key.childTable, value, target);
            } else if (!key.mayChildTableBeIncomplete) {
                readPartialTable(key.childTable, value); // in [default], required keys may be missing: they may be set elsewhere
            }
            return;
        }
        break;
    case KeyType::TextsByName: // the class Variables handles these keys
    case KeyType::TablesById:
        if (value.isTable()) {
            return;
        }
        break;
    case KeyType::TableList:
        if (value.isTableList()) {
            return;
        }
        break;
    default:
        if (const std::optional<KeyValue> read = m_valueReader.read(key, value); read && key.store && target) {
            key.store(target, *read);
        }
        return;
    }
    if (broken) {
        m_valueReader.reportUnreadableValue(key, value);
    } else {
        m_problems.error(entry.place,
                         problemText(i18nc("@info an error in a profile; %1: a key in quotes", "%1 is not valid", quoted(key.name)), valueExpectation(key)));
    }
}

void TableReader::checkAlternativeKeys(TableId table, const TomlNode &node, bool required)
{
    QMap<QString, QList<const KeyInfo *>> keysByGroup;
    for (const KeyInfo *key : keysOf(table)) {
        if (!key->alternativesGroup.isEmpty()) {
            keysByGroup[key->alternativesGroup].append(key);
        }
    }
    for (const auto &[group, keys] : std::as_const(keysByGroup).asKeyValueRange()) {
        const QStringList names = textsOf(keys, [](const KeyInfo *key) {
            return quoted(key->name);
        });
        const TomlEntry *first = nullptr;
        for (const TomlEntry &entry : node.entries()) {
            const KeyInfo *key = findKey(table, entry.key);
            if (!key || key->alternativesGroup != group) {
                continue;
            }
            if (first) {
                m_problems.error(entry.place,
                                 problemText(i18nc("@info an error in a profile; %1, %2: keys in quotes",
                                                   "%1 cannot be used together with %2",
                                                   quoted(entry.key),
                                                   quoted(first->key)),
                                             i18nc("@info what a key of a profile expects; %1: names", "only one of %1", names.join(u", "_s))));
            } else {
                first = &entry;
            }
        }
        const bool isThere = first || std::ranges::any_of(keys, [&node](const KeyInfo *key) {
                                 return hasMisspellingOf(*key, node);
                             });
        // If each key of the group depends on another key, the group is required only if that other key is given.
        const bool isNeeded = std::ranges::any_of(keys, [&node](const KeyInfo *key) {
            return key->otherRequiredKey.isEmpty() || node.find(key->otherRequiredKey);
        });
        if (!isThere && required && isNeeded) {
            m_problems.error(node.place, i18nc("@info an error in a profile; %1: keys in quotes", "one of %1 is missing", names.join(u", "_s)));
        }
    }
}
}
