// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/keylayer.h"

#include <algorithm>

namespace Nightdesk::KeyLayer
{
namespace
{
bool hasKeyOfGroup(QLatin1StringView group, TableId table, const TomlNode &node)
{
    return std::ranges::any_of(keysOf(table), [&](const KeyInfo *key) {
        return key->alternativesGroup == group && node.find(key->name);
    });
}

bool isMergedKeyByKey(const KeyInfo &key, const TomlNode &a, const TomlNode &b)
{
    return key.type == KeyType::Table && a.isTable() && b.isTable();
}
}

void overrideKeys(TableId table, const TomlNode &keys, TomlNode &target)
{
    for (const TomlEntry &entry : keys.entries()) {
        const KeyInfo *key = findKey(table, entry.key);
        if (key && !key->alternativesGroup.isEmpty()) {
            for (const KeyInfo *other : keysOf(table)) {
                if (other->alternativesGroup == key->alternativesGroup && !keys.find(other->name)) {
                    target.remove(other->name);
                }
            }
        }
        TomlEntry *there = target.find(entry.key);
        if (!there) {
            target.insert(entry.key, entry.place, entry.value);
        } else if (key && isMergedKeyByKey(*key, entry.value, there->value)) {
            overrideKeys(key->childTable, entry.value, there->value);
        } else {
            *there = entry;
        }
    }
}

void dropDependentKeys(TableId table, const TomlNode &keys, TomlNode &target)
{
    for (const KeyInfo *key : keysOf(table)) {
        const KeyInfo *leader = key->otherRequiredKey.isEmpty() ? nullptr : findKey(table, key->otherRequiredKey);
        const bool isReplaced =
            leader && !leader->alternativesGroup.isEmpty() && !keys.find(leader->name) && hasKeyOfGroup(leader->alternativesGroup, table, keys);
        if (isReplaced && !keys.find(key->name)) { // if keys itself contains the dependent key, that is an error, which is reported later
            target.remove(key->name);
        }
    }
}

void addMissingKeys(TableId table, const TomlNode &keys, TomlNode &target)
{
    // In the order of the key table: a key that depends on another one comes after it.
    for (const KeyInfo *key : keysOf(table)) {
        const TomlEntry *entry = keys.find(key->name);
        if (!entry || !key->isOverridable) {
            continue;
        }
        if (TomlEntry *there = target.find(key->name)) {
            if (isMergedKeyByKey(*key, entry->value, there->value)) {
                addMissingKeys(key->childTable, entry->value, there->value);
            }
            continue;
        }
        const bool excluded = !key->alternativesGroup.isEmpty() && hasKeyOfGroup(key->alternativesGroup, table, target);
        const bool alone = !key->otherRequiredKey.isEmpty() && !target.find(key->otherRequiredKey);
        if (!excluded && !alone) {
            target.insert(entry->key, entry->place, entry->value);
        }
    }
}
}
