// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <optional>

namespace Nightdesk
{
/// Synchronizes a desktop's Caps Lock and Num Lock with the workstation's: returns the keys to press when the desktop gets the keyboard. Only then:
/// otherwise two workstations at a shared desktop would undo each other's Caps Lock forever. A key whose effect the server has not reported yet, or
/// that has no effect, is not pressed again. Lights are RfbWire::KeyboardLeds. Pure. Owned by ViewKeyboard.
class LockKeySync
{
public:
    enum Light : quint8 {
        Scroll = 1,
        Num = 2,
        Caps = 4
    };
    using Lights = std::optional<quint8>; ///< lock lights that are on; empty: not known

    /// Call when the desktop gets the keyboard, or is connected again and still has it: keysToPress() then returns the keys once.
    void scheduleSync();
    void cancelScheduledSync();
    /// Keysyms to press and release now; may be called at any time.
    QList<quint32> keysToPress(Lights here, Lights there);
    /// The user pressed this key on the desktop.
    void noteTypedKey(quint32 keysym);
    /// The server reported its lights.
    void noteServerLights(Lights serverLights);

private:
    bool m_isSyncDue = false;
    quint8 m_pendingLockLights = 0; ///< lights whose keys were pressed; not yet reported by the server
    Lights m_serverLockLights;
};
}
