// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/profilecomposer.h"

#include "sessions/profiles/facility/keylayer.h"
#include "sessions/profiles/facility/siteoverlay.h"
#include "sessions/profiles/tablenames.h"

#include <algorithm>
#include <iterator>
#include <ranges>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr QLatin1StringView displayTables[] = {"desktop"_L1, "window"_L1};
constexpr auto defaultTable = "default"_L1;

/// Appends links that @p to does not have yet, and all displays, from @p from.
void appendTables(const TomlNode &from, TomlNode &to)
{
    if (const TomlNode *links = from.table(TableNames::links)) {
        if (!to.find(TableNames::links)) {
            TomlNode table;
            table.place = links->place;
            to.insert(TableNames::links, from.find(TableNames::links)->place, table);
        }
        if (TomlNode &there = to.find(TableNames::links)->value; there.isTable()) {
            for (const TomlEntry &link : links->entries()) {
                if (!there.find(link.key)) {
                    there.insert(link.key, link.place, link.value);
                }
            }
        }
    }
    for (const QLatin1StringView name : displayTables) {
        const TomlEntry *displays = from.find(name);
        if (!displays || !displays->value.isTableList()) {
            continue;
        }
        TomlEntry *there = to.find(name);
        if (!there) {
            to.insert(name, displays->place, displays->value);
        } else if (there->value.isTableList()) {
            std::ranges::copy(displays->value.items, std::back_inserter(there->value.items));
        }
    }
}

void applyDefaults(const TomlNode &defaults, TomlNode &root)
{
    for (const KeyInfo *kind : keysOf(TableId::Default)) {
        const TomlNode *keys = defaults.table(kind->name);
        TomlEntry *tables = root.find(kind->name);
        if (!keys || !tables) {
            continue;
        }
        const auto layUnder = [&](TomlNode &table) {
            if (table.isTable()) {
                KeyLayer::addMissingKeys(kind->childTable, *keys, table);
            }
        };
        if (tables->value.isTable()) {
            for (TomlEntry &entry : tables->value.entries()) {
                layUnder(entry.value);
            }
        } else if (tables->value.isTableList()) {
            std::ranges::for_each(tables->value.items, layUnder);
        }
    }
}
}

ProfileComposer::ProfileComposer(const FacilityDocument &facility, const QString &site, const QStringList &groups, const TomlNode &siteOverrides)
    : m_facilityDocument(facility)
    , m_facilitySiteTable(facility.siteTable(site))
    , m_includedGroups(groups)
    , m_profileSiteOverrides(siteOverrides)
{
}

void ProfileComposer::defineVariables(const TomlNode &root, Variables &variables) const
{
    const auto defineVariables = [&variables](const TomlNode *table) {
        if (const TomlNode *texts = table ? table->table(TableNames::variables) : nullptr) {
            variables.defineVariables(*texts);
        }
    };
    defineVariables(&m_facilityDocument.root());
    defineVariables(m_facilitySiteTable);
    for (const QString &group : std::views::reverse(m_includedGroups)) {
        defineVariables(m_facilityDocument.groupTable(group));
    }
    defineVariables(&root);
    defineVariables(&m_profileSiteOverrides);
}

TomlNode ProfileComposer::inheritedTables(Problems &problems) const
{
    TomlNode result;
    for (const QString &group : m_includedGroups) {
        appendTables(*m_facilityDocument.groupTable(group), result);
    }
    appendTables(m_facilityDocument.root(), result);
    if (m_facilitySiteTable) {
        SiteOverrideMerger::apply(TableId::FacilitySite, *m_facilitySiteTable, result, problems);
    }
    return result;
}

TomlNode ProfileComposer::defaults() const
{
    TomlNode result;
    for (const TomlNode *table : {&m_facilityDocument.root(), m_facilitySiteTable}) {
        const TomlNode *defaults = table ? table->table(defaultTable) : nullptr;
        for (const KeyInfo *kind : keysOf(TableId::Default)) {
            const TomlNode *keys = defaults ? defaults->table(kind->name) : nullptr;
            if (!keys) {
                continue;
            }
            TomlEntry *there = result.find(kind->name);
            if (!there) {
                result.insert(kind->name, keys->place, *keys);
            } else {
                KeyLayer::overrideKeys(kind->childTable, *keys, there->value);
            }
        }
    }
    return result;
}

TomlNode ProfileComposer::compose(const TomlNode &root, bool areAllDefinitionsRead, Problems &problems) const
{
    TomlNode result = root;
    Problems toldWithTheFacility;
    appendTables(inheritedTables(toldWithTheFacility), result);
    SiteOverrideMerger::apply(TableId::ProfileSite, m_profileSiteOverrides, result, problems, areAllDefinitionsRead);
    applyDefaults(defaults(), result);
    return result;
}
}
