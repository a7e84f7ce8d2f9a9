// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/screenmappingstore.h"

#include "app/settings/settingsstore.h"

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ScreenMappingStore::ScreenMappingStore(const KSharedConfig::Ptr &config)
    : m_config(config)
{
}

KConfigGroup ScreenMappingStore::group(const QString &site) const
{
    // "-" cannot be a site's id: ids begin with a letter or digit.
    return m_config->group(u"Screens"_s).group(site.isEmpty() ? u"-"_s : site);
}

ScreenMapping ScreenMappingStore::mapping(const QString &site) const
{
    ScreenMapping chosen;
    const KConfigGroup group = this->group(site);
    for (const QString &screen : group.keyList()) {
        const QStringList told = group.readEntry(screen, QStringList());
        if (!told.isEmpty() && !told.constFirst().isEmpty()) {
            chosen.insert(screen, {told.value(0), told.value(1), told.value(2), told.value(3)});
        }
    }
    return chosen;
}

void ScreenMappingStore::setMapping(const QString &site, const ScreenMapping &chosen)
{
    const KConfigGroup group = this->group(site);
    for (const QString &screen : group.keyList()) {
        if (!chosen.contains(screen)) {
            SettingsStore::removeEntry(group, screen);
        }
    }
    for (const auto &[screen, id] : chosen.asKeyValueRange()) {
        SettingsStore::writeEntry(group, screen, {id.connector, id.maker, id.model, id.serial});
    }
}
}
