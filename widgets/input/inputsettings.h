// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// How this person types and points. What the settings file has for it is in [Keyboard].
struct InputSettings {
    bool grabKeyboard = true; ///< the window manager's keys go to the desktop too (X11)
    bool composeHere = false; ///< dead keys, Compose and input methods work here; what they make is typed
    bool scanCodes = true; ///< desktops that want to know the physical key are told it
    bool alignLocks = true; ///< Caps Lock and Num Lock of a desktop follow this desk's
    bool followsPointer = false; ///< the keyboard goes to the desktop under the pointer
    bool followsWarps = false; ///< our pointer goes where the desktop moves its own
    bool operator==(const InputSettings &) const = default;
};
}
