// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/siteoverlay.h"

#include "sessions/profiles/facility/keylayer.h"
#include "sessions/profiles/format/tablereader.h"
#include "sessions/profiles/suggestion.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// The key that identifies an element of a list of tables.
constexpr auto identity = "id"_L1;

/// The tables named @p name in @p root, by their ids: [name.ID] or [[name]] with an id.
QHash<QString, TomlNode *> tablesById(TomlNode &root, const QString &name)
{
    QHash<QString, TomlNode *> result;
    TomlEntry *entry = root.find(name);
    if (!entry) {
        return result;
    }
    if (entry->value.isTable()) {
        for (TomlEntry &table : entry->value.entries()) {
            result.insert(table.key, &table.value);
        }
    }
    for (TomlNode &item : entry->value.items) {
        const TomlEntry *id = item.find(identity);
        if (id && !id->value.text.isEmpty()) { // an invalid id is reported at its own place
            result.insert(id->value.text, &item);
        }
    }
    return result;
}

void applyOverridesTo(const KeyInfo &kind,
                      const TomlEntry &overrides,
                      const QHash<QString, TomlNode *> &targets,
                      Problems &problems,
                      bool areAllDefinitionsRead)
{
    TomlNode *target = targets.value(overrides.key);
    if (!target && !areAllDefinitionsRead) {
        return;
    }
    if (!target) {
        const QString id = quoted(overrides.key);
        const QString what = kind.childTable == TableId::Link ? i18nc("@info an error in a profile; %1: a name in quotes", "there is no connection %1", id)
                                                              : i18nc("@info an error in a profile; %1: desktop or window, a key; %2: a name in quotes",
                                                                      "there is no [[%1]] with the id %2",
                                                                      QString(kind.name),
                                                                      id);
        QStringList known = targets.keys();
        known.sort();
        problems.error(overrides.place, problemText(what, {}, suggestion(overrides.key, known)));
        return;
    }
    if (!overrides.value.isTable()) {
        if (overrides.value.kind != TomlNode::Kind::Broken) {
            problems.error(overrides.place,
                           i18nc("@info an error in a profile; %1: a name in quotes; %2: an example",
                                 "%1 needs the name of a key; write for example %2",
                                 quoted(overrides.key),
                                 u"%1.%2.%3 = ..."_s.arg(kind.name, overrides.key.left(40), keyNames(kind.childTable).value(1))));
        }
        return;
    }
    if (!target->isTable()) {
        return;
    }
    TomlNode accepted;
    for (const TomlEntry &entry : overrides.value.entries()) {
        const KeyInfo *key = findKey(kind.childTable, entry.key);
        if (!key) {
            TableReader::reportUnknownKey(kind.childTable, entry, problems);
            continue;
        }
        if (!key->isOverridable) {
            problems.error(entry.place, i18nc("@info an error in a profile; %1: a key in quotes", "%1 must be the same at all sites", quoted(entry.key)));
            continue;
        }
        accepted.insert(entry.key, entry.place, entry.value);
    }
    KeyLayer::overrideKeys(kind.childTable, accepted, *target);
    KeyLayer::dropDependentKeys(kind.childTable, accepted, *target);
}
}

void SiteOverrideMerger::apply(TableId table, const TomlNode &overrides, TomlNode &root, Problems &problems, bool areAllDefinitionsRead)
{
    for (const TomlEntry &group : overrides.entries()) {
        const KeyInfo *kind = findKey(table, group.key);
        if (!kind || kind->type != KeyType::TablesById || !group.value.isTable()) {
            continue; // TableReader reports this error
        }
        const QHash<QString, TomlNode *> targets = tablesById(root, group.key);
        for (const TomlEntry &one : group.value.entries()) {
            applyOverridesTo(*kind, one, targets, problems, areAllDefinitionsRead);
        }
    }
}
}
