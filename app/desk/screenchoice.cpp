// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/screenchoice.h"

#include "app/settings/settingsstore.h"

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ScreenChoice::ScreenChoice(const KSharedConfig::Ptr &config)
    : m_config(config)
{
}

KConfigGroup ScreenChoice::group(const QString &site) const
{
    // "-" cannot be a site's id: ids begin with a letter or digit.
    return m_config->group(u"Screens"_s).group(site.isEmpty() ? u"-"_s : site);
}

ScreenMapping ScreenChoice::mapping(const QString &site) const
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

void ScreenChoice::setMapping(const QString &site, const ScreenMapping &chosen)
{
    const KConfigGroup group = this->group(site);
    for (const QString &screen : group.keyList()) {
        if (!chosen.contains(screen)) {
            SettingsStore::erase(group, screen);
        }
    }
    for (const auto &[screen, id] : chosen.asKeyValueRange()) {
        SettingsStore::write(group, screen, {id.connector, id.maker, id.model, id.serial});
    }
}
}
