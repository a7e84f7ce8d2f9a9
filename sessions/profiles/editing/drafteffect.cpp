// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/drafteffect.h"

#include "sessions/profiles/toml/tomltext.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
const EffectiveTable *findTable(const QList<EffectiveTable> &tables, const QString &key, const QString &id)
{
    const auto found = std::ranges::find_if(tables, [&](const EffectiveTable &table) {
        return table.key == key && table.id == id;
    });
    return found == tables.end() ? nullptr : &*found;
}

const EffectiveValue *findValue(const EffectiveTable *table, const QString &key)
{
    const auto found = table ? std::ranges::find(table->values, key, &EffectiveValue::key) : QList<EffectiveValue>::const_iterator();
    return !table || found == table->values.end() ? nullptr : &*found;
}

/// @p there: the table at the second site; null: the second site does not have it.
ComparedTable comparedTable(const EffectiveTable &here, const EffectiveTable *there)
{
    ComparedTable result{.header = here.header(), .id = here.id, .values = {}};
    for (const EffectiveValue &value : here.values) {
        const EffectiveValue *also = findValue(there, value.key);
        result.values.append({.key = value.key,
                              .valueAtFirstSite = value,
                              .valueAtSecondSite = also ? std::optional(*also) : std::nullopt,
                              .differs = !also || TomlText::formattedValue(also->value) != TomlText::formattedValue(value.value)});
    }
    for (const EffectiveValue &value : there ? there->values : QList<EffectiveValue>()) {
        if (!findValue(&here, value.key)) {
            result.values.append({.key = value.key, .valueAtFirstSite = std::nullopt, .valueAtSecondSite = value, .differs = true});
        }
    }
    return result;
}

/// Sets the line numbers of the values in @p tables to those that the same values have in @p later, the tables of a later version of the text.
void updateLineNumbers(QList<EffectiveTable> &tables, const QList<EffectiveTable> &later)
{
    for (EffectiveTable &table : tables) {
        const EffectiveTable *now = findTable(later, table.key, table.id);
        for (EffectiveValue &value : table.values) {
            const EffectiveValue *there = findValue(now, value.key);
            if (there && there->writtenValue.place.line > 0) {
                value.writtenValue.place = there->writtenValue.place;
                value.origin = there->origin;
            }
        }
    }
}
}

DraftEffect DraftEffect::withLineNumbersOf(const DraftEffect &later) const
{
    DraftEffect result = *this;
    updateLineNumbers(result.tables, later.tables);
    updateLineNumbers(result.tablesAtOtherSite, later.tablesAtOtherSite);
    result.isFromLastValidText = true;
    return result;
}

const EffectiveValue *DraftEffect::value(const QString &table, const QString &id, const QString &key) const
{
    return findValue(findTable(tables, table, id), key);
}

QList<ComparedTable> comparedTables(const QList<EffectiveTable> &here, const QList<EffectiveTable> &there)
{
    QList<ComparedTable> result;
    for (const EffectiveTable &table : here) {
        result.append(comparedTable(table, findTable(there, table.key, table.id)));
    }
    for (const EffectiveTable &table : there) {
        if (!findTable(here, table.key, table.id)) {
            EffectiveTable nothing = table;
            nothing.values.clear();
            result.append(comparedTable(nothing, &table));
        }
    }
    return result;
}
}
