// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/reservedkeys.h"

#include "sessions/profiles/format/keytable.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
void reportReservedValues(TableId table, const TomlNode &node, Problems &problems)
{
    for (const TomlEntry &entry : node.entries()) {
        const KeyInfo *key = findKey(table, entry.key);
        if (!key) {
            continue;
        }
        for (const KeyChoice &choice : key->choices) {
            if (choice.name == entry.value.text && !choice.choiceUsedUntilSupported.isEmpty()) {
                problems.warning(entry.value.place,
                                 i18nc("@info a warning about a profile; %1: a key, %2, %3: its values, all in quotes",
                                       "%1 does not support %2 yet; Nightdesk uses %3 instead",
                                       quoted(key->name),
                                       quoted(choice.name),
                                       quoted(choice.choiceUsedUntilSupported)));
            }
        }
        if (key->type == KeyType::Table) {
            reportReservedValues(key->childTable, entry.value, problems);
        } else if (key->type == KeyType::TableList) {
            for (const TomlNode &item : entry.value.items) {
                reportReservedValues(key->childTable, item, problems);
            }
        }
    }
}
}

void UnsupportedChoices::report(const TomlNode &effective, Problems &problems)
{
    reportReservedValues(TableId::Profile, effective, problems);
}
}
