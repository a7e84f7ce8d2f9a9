// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// The user's keyboard and mouse settings; stored in [Keyboard] of the settings file.
struct InputSettings {
    bool grabKeyboard = true; ///< the desktop also receives the window manager's keys
    bool composeLocally = false; ///< dead keys, Compose and input methods work locally; the resulting text is typed
    bool sendScanCodes = true; ///< sends scan codes to desktops that ask for them
    bool syncLockKeys = true; ///< Caps Lock and Num Lock of a desktop follow this workstation's
    bool focusFollowsPointer = false; ///< the desktop under the pointer gets the keyboard focus
    bool pointerFollowsWarps = false; ///< the local pointer follows when a program on the desktop moves the desktop's pointer
    bool operator==(const InputSettings &) const = default;
};
}
