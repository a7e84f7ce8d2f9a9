// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <QHash>
#include <QList>

#include <optional>

namespace Nightdesk
{
/// What this desk holds pressed at a desktop. Three related records:
/// - Each held key of the local keyboard, with what was sent when it was pressed. Its release sends the same: when Shift is
///   released first, the key that sent "A" is released as "A", not as "a", so no key sticks. A key that is held while no input is
///   accepted has no effect until it is pressed again. Modifiers are an exception: a user who still holds Ctrl and presses C means Ctrl+C.
/// - Each key and button whose press was sent, but not yet its release.
/// - Each pending release: one that the server is not yet known to have received.
/// Owned by DesktopInputGate. The worker's InputQueue records what was really written to the server. Pure: the time is an argument.
class PressedKeyTracker
{
public:
    using Instant = BootClock::time_point;
    /// The scan code identifies the key, if it is known, because two keys of a layout may have the same keysym.
    struct Key {
        quint32 keysym = 0;
        quint32 scanCode = 0; ///< number of the physical key; 0: not known
        bool operator==(const Key &) const = default;
    };

    // The local keyboard. A physical key is any number chosen by the caller.
    /// What this key sent; keysym 0: its press was not sent, or it is not held.
    Key heldKey(quint32 physicalKey) const;
    /// The key to send for a press: a key that is already held repeats what was sent first.
    Key recordHeldKey(quint32 physicalKey, const Key &key);
    /// Records that the key is held, but its press was not sent.
    void holdIneffectiveKey(quint32 physicalKey, const Key &key);
    /// All held keys become ineffective.
    void makeHeldKeysIneffective();
    /// Returns the ineffective modifiers, which have to be pressed before the next key, and makes them effective.
    QList<Key> takeIneffectiveModifiers();
    /// The key whose release is to be sent; keysym 0: none, as its press was not sent.
    Key releaseHeldKey(quint32 physicalKey);
    void forgetHeldKeys();

    // The state of the desktop according to what was sent.
    void press(const Key &key);
    /// False: the key is not pressed. Otherwise its release is recorded as sent at @p at, and stays pending until
    /// the server is known to have received it.
    bool release(const Key &key, Instant at);
    QList<Key> pressedKeys() const; ///< keys that are pressed at the desktop, in the order of their presses
    /// Sets the pressed buttons. If this releases a button, the release is recorded as sent at @p at.
    void setButtons(quint16 buttons, Instant at);
    quint16 buttons() const;

    // Pending releases: not known to have arrived at the server.
    /// Releases cannot be sent now: everything pressed is recorded as released, with the release pending.
    void markAllReleasesPending();
    /// The server has received everything that was sent before @p upTo.
    void confirmReleases(Instant upTo);
    /// Does what markAllReleasesPending() does; in addition, releases that were sent but not confirmed have to be sent again.
    void noteConnectionLost();
    /// The connection was closed normally, so the server releases everything.
    void noteConnectionClosed();
    /// All pending releases were sent at @p at, including any that were already sent before.
    void markReleasesSent(Instant at);
    /// Keys to release, in the reverse order of their presses, so that modifiers are released last.
    QList<quint32> keysPendingRelease() const;
    bool areButtonsPendingRelease() const;

    /// Shift, Control, Meta, Alt, Super and Hyper of both sides, AltGr and Mode_switch; not lock keys, which toggle.
    static bool isModifier(quint32 keysym);

private:
    struct PendingRelease {
        quint32 keysym = 0; ///< keysym of the key to release; 0: the buttons
        std::optional<Instant> sentAt; ///< when the release was sent; empty: not sent yet
    };
    void addPendingRelease(quint32 keysym, std::optional<Instant> sentAt, qsizetype place);

    QHash<quint32, Key> m_heldKeys; ///< held keys of the local keyboard, by the physical key
    QHash<quint32, Key> m_ineffectiveKeys; ///< held here, but not pressed at the desktop
    QList<Key> m_pressedKeys;
    quint16 m_pressedButtons = 0;
    QList<PendingRelease> m_pendingReleases; ///< pending releases in reverse order: the last entry is released first
};
}
