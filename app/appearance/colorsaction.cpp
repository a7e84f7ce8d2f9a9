// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance/colorsaction.h"

#include "app/appearance/colors.h"
#include "app/settings/settingsstore.h"
#include "nightdesk.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ColorsAction::ColorsAction(QObject *parent)
    : KSelectAction(QIcon::fromTheme(u"preferences-desktop-color"_s), i18nc("@action:inmenu", "Colors"), parent)
{
    setItems({i18nc("@item:inmenu colors", "Dark"),
              i18nc("@item:inmenu colors", "Light"),
              i18nc("@item:inmenu colors", "Same as System"),
              i18nc("@item:inmenu colors", "Night Red")});
    setCurrentItem(Settings::colours());
    connect(Settings::self(), &KCoreConfigSkeleton::configChanged, this, [this] {
        setCurrentItem(Settings::colours());
        applyColors();
    });
    connect(this, &KSelectAction::indexTriggered, this, [](int index) {
        Settings::setColours(index);
        SettingsStore::save();
        applyColors();
    });
}
}
