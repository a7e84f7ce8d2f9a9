// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance/colours.h"

#include "nightdesk.h"

#include <KColorScheme>
#include <KColorSchemeManager>
#include <KSharedConfig>

#include <QApplication>
#include <QIcon>
#include <QModelIndex>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

void applyColours()
{
    KColorSchemeManager *manager = KColorSchemeManager::instance();
    // What we choose is kept in our own settings; the manager must not keep a second copy.
    manager->setAutosaveChanges(false);
    switch (Settings::colours()) {
    case Settings::EnumColours::Dark:
        manager->activateScheme(manager->indexForSchemeId(u"BreezeDark"_s));
        QIcon::setThemeName(u"breeze-dark"_s);
        break;
    case Settings::EnumColours::Light:
        manager->activateScheme(manager->indexForSchemeId(u"BreezeLight"_s));
        QIcon::setThemeName(u"breeze"_s);
        break;
    case Settings::EnumColours::NightRed: {
        // What the manager does with a file of the system's; this one is inside the program.
        const QString scheme = u":/colours/NightdeskRed.colors"_s;
        qApp->setProperty("KDE_COLOR_SCHEME_PATH", scheme);
        QApplication::setPalette(KColorScheme::createApplicationPalette(KSharedConfig::openConfig(scheme)));
        QIcon::setThemeName(u"nightdesk-red"_s); // inside the program, too
        break;
    }
    default:
        manager->activateScheme(manager->indexForSchemeId({}));
        break;
    }
}
}
