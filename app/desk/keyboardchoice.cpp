// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/keyboardchoice.h"

#include "nightdesk.h"
#include "widgets/stage/stages.h"

namespace Nightdesk
{
KeyboardChoice::KeyboardChoice(Stages *stages, QObject *parent)
    : QObject(parent)
    , m_stages(stages)
{
    connect(Settings::self(), &KCoreConfigSkeleton::configChanged, this, &KeyboardChoice::apply);
    apply();
}

void KeyboardChoice::apply()
{
    m_stages->setInputSettings({
        .grabKeyboard = Settings::grabKeyboard(),
        .composeHere = Settings::composeHere(),
        .scanCodes = Settings::scanCodes(),
        .alignLocks = Settings::alignLocks(),
        .followsPointer = Settings::followsPointer(),
        .followsWarps = Settings::followsWarps(),
    });
}
}
