// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/specialkeys.h"

#include <KLocalizedString>

#include <xkbcommon/xkbcommon-keysyms.h>

namespace Nightdesk
{
QList<SpecialKey> specialKeys()
{
    return {
        {i18nc("@action:inmenu sends these keys to the desktop", "Ctrl+Alt+Del"), {XKB_KEY_Control_L, XKB_KEY_Alt_L, XKB_KEY_Delete}},
        {i18nc("@action:inmenu sends this key to the desktop", "Print"), {XKB_KEY_Print}},
        {i18nc("@action:inmenu sends this key to the desktop", "Pause"), {XKB_KEY_Pause}},
        {i18nc("@action:inmenu sends this key to the desktop", "Super"), {XKB_KEY_Super_L}},
        {i18nc("@action:inmenu sends this key (the one that opens context menus) to the desktop", "Menu"), {XKB_KEY_Menu}},
        {i18nc("@action:inmenu sends this key to the desktop", "Escape"), {XKB_KEY_Escape}},
    };
}

QList<SpecialKey> virtualConsoleKeys()
{
    QList<SpecialKey> keys;
    for (quint32 i = 0; i < 12; ++i) {
        keys.append({i18nc("@action:inmenu sends these keys to the desktop", "Ctrl+Alt+F%1", i + 1), {XKB_KEY_Control_L, XKB_KEY_Alt_L, XKB_KEY_F1 + i}});
    }
    return keys;
}

QList<SpecialKey> stickyModifierKeys()
{
    return {
        {i18nc("@action:inmenu a modifier key, held for the next key", "Hold Ctrl for the Next Key"), {XKB_KEY_Control_L}},
        {i18nc("@action:inmenu a modifier key, held for the next key", "Hold Alt for the Next Key"), {XKB_KEY_Alt_L}},
        {i18nc("@action:inmenu a modifier key, held for the next key", "Hold Shift for the Next Key"), {XKB_KEY_Shift_L}},
        {i18nc("@action:inmenu a modifier key, held for the next key", "Hold Super for the Next Key"), {XKB_KEY_Super_L}},
    };
}
}
