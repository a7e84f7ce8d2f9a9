// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/pressedkeytracker.h"

#include <functional>

namespace Nightdesk
{
/// The local keyboard from the view of one desktop: each key is released as the keysym that was pressed, and a key held while the desktop
/// accepts no input has no effect until it is pressed again. Owned by DesktopSession, GUI thread.
class DesktopKeyboard
{
public:
    /// Sends a key to the desktop; false: not sent.
    using Send = std::function<bool(const PressedKeyTracker::Key &key, bool down)>;

    /// @p keyTracker: the keys pressed at the desktop; outlives this object. @p takesInput: whether input sent now reaches the desktop.
    DesktopKeyboard(PressedKeyTracker *keyTracker, Send send, std::function<bool()> takesInput);

    /// Records that @p physicalKey (a number chosen by the caller) is held, and returns the key to pass to press(): if it is held already, the key
    /// that was sent first, otherwise @p key.
    PressedKeyTracker::Key recordHeldKey(quint32 physicalKey, const PressedKeyTracker::Key &key);
    /// False: the press was not sent, and the key has no effect until it is pressed again.
    bool press(quint32 physicalKey, const PressedKeyTracker::Key &key);
    bool isHeld(quint32 physicalKey) const; ///< the key is held and its press was sent
    /// The key to release at the server; keysym 0: none, as its press was not sent.
    PressedKeyTracker::Key release(quint32 physicalKey);
    /// If the desktop accepts input, sends the presses of those held modifiers that were not sent before.
    void pressUnsentHeldModifiers();
    /// Records all held keys as not sent: they have no effect until they are pressed again, modifiers until pressUnsentHeldModifiers().
    void markHeldKeysUnsent();
    /// Releases every key that is pressed at the server.
    void releasePressedKeys();
    /// Call when the view lost the focus: does what releasePressedKeys() does, and forgets the held keys.
    void releaseAll();

private:
    PressedKeyTracker *const m_keyTracker;
    const Send m_sendKeyEvent;
    const std::function<bool()> m_askIfInputAccepted;
};
}
