// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/heldkeys.h"

#include <QHash>
#include <QList>

namespace Nightdesk
{
/// Remembers which keysym each physical key sent when it went down, so that its release sends the same one: when Shift is
/// let go first, the key that sent "A" goes up as "A", not as "a", and nothing sticks. Keys that are held while the desktop
/// hears nothing have no effect there until they are pressed again; but who still holds Ctrl then and presses C means Ctrl+C. Pure.
class PressedKeys
{
public:
    using Key = HeldKeys::Key;

    /// What to send; an auto-repeat repeats what the key sent first. @p physical: which key it is, here.
    Key press(quint32 physical, const Key &key);
    /// It went down, but its press went nowhere.
    void pressInVain(quint32 physical, const Key &key);
    /// What is held has no effect any more.
    void interrupt();
    /// Modifiers that are held without effect: to be pressed before the next key, and pressed from then on.
    QList<Key> takeHeldModifiers();
    /// Its press was sent.
    bool isPressed(quint32 physical) const;
    /// What to send; of keysym 0: this key did not go down here.
    Key release(quint32 physical);
    void clear();
    bool isEmpty() const;
    /// Shift, Control, Meta, Alt, Super and Hyper of both sides, AltGr and Mode_switch. Not the locks: those toggle.
    static bool isModifier(quint32 keysym);

private:
    QHash<quint32, Key> m_keys; ///< by the physical key
    QHash<quint32, Key> m_inVain; ///< held, and up at the desktop
};
}
