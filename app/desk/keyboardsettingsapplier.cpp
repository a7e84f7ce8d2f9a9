// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/keyboardsettingsapplier.h"

#include "app/settings/viewsettings.h"
#include "nightdesk.h"
#include "sessions/xwindows/localx.h"
#include "widgets/input/consolekey.h"

namespace Nightdesk
{
KeyboardSettingsApplier::KeyboardSettingsApplier(LocalX *localX, QObject *parent)
    : QObject(parent)
    , m_localX(localX)
{
    connect(Settings::self(), &KCoreConfigSkeleton::configChanged, this, &KeyboardSettingsApplier::apply);
    apply();
}

void KeyboardSettingsApplier::apply()
{
    m_localX->setConsoleShortcut(xKeyOf(currentViewPrefs().keys.key(ViewCommand::ReleaseKeyboard)));
}
}
