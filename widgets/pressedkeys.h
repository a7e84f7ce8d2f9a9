// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    /// The keysym to send; an auto-repeat repeats what the key sent first.
    quint32 press(quint32 scanCode, quint32 keysym);
    /// It went down, but its press went nowhere.
    void pressInVain(quint32 scanCode, quint32 keysym);
    /// What is held has no effect any more.
    void interrupt();
    /// Modifiers that are held without effect: to be pressed before the next key, and pressed from then on.
    QList<quint32> takeHeldModifiers();
    /// Its press was sent.
    bool isPressed(quint32 scanCode) const;
    /// The keysym to send; 0: this key did not go down here.
    quint32 release(quint32 scanCode);
    void clear();
    bool isEmpty() const;

private:
    QHash<quint32, quint32> m_keysyms; ///< by scan code
    QHash<quint32, quint32> m_inVain; ///< held, and up at the desktop
};
}
