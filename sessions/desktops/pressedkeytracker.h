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

    // Held keys of the local keyboard. The caller chooses a number for each physical key.
    /// The key that was sent for the press of @p physicalKey; keysym 0: the physical key is not held, or its press was not sent.
    Key heldKey(quint32 physicalKey) const;
    /// The key to send for a press: a key that is already held repeats what was sent first.
    Key recordHeldKey(quint32 physicalKey, const Key &key);
    /// Records that the key is held, but its press was not sent.
    void recordUnsentHeldKey(quint32 physicalKey, const Key &key);
    /// Records all held keys as not sent, so that they have no effect at the desktop until they are pressed again.
    void markHeldKeysUnsent();
    /// Returns the held modifiers that were not sent, and records them as sent: the caller has to send their presses before the next key.
    QList<Key> takeUnsentHeldModifiers();
    /// The key whose release is to be sent; keysym 0: none, as its press was not sent.
    Key releaseHeldKey(quint32 physicalKey);
    void forgetHeldKeys();

    // Keys and buttons that are pressed at the desktop, as far as can be known from what was sent.
    void press(const Key &key);
    /// False: the key is not pressed. Otherwise its release is recorded as sent at @p at, and stays pending until
    /// the server is known to have received it.
    bool release(const Key &key, Instant at);
    QList<Key> pressedKeys() const; ///< keys that are pressed at the desktop, in the order of their presses
    /// Sets the pressed buttons. If this releases a button, the release is recorded as sent at @p at.
    void setButtons(quint16 buttons, Instant at);
    quint16 buttons() const;

    // Pending releases: releases of keys and buttons that the server is not yet known to have received.
    /// Call when releases cannot be sent now: all pressed keys and buttons are recorded as released, and their releases as pending.
    void markAllReleasesPending();
    /// Call when the server has received everything that was sent before @p upTo: releases from before that are no longer pending.
    void confirmReleases(Instant upTo);
    /// Calls markAllReleasesPending(). Also marks releases that were sent, but not confirmed, to be sent again.
    void noteConnectionLost();
    /// The connection was closed normally, so the server releases everything.
    void noteConnectionClosed();
    /// All pending releases were sent at @p at, including any that were already sent before.
    void markReleasesSent(Instant at);
    /// Keys to release, in the reverse order of their presses, so that modifiers are released last.
    QList<quint32> keysPendingRelease() const;
    bool areButtonsPendingRelease() const;

private:
    struct PendingRelease {
        quint32 keysym = 0; ///< keysym of the key to release; 0: the buttons
        std::optional<Instant> sentAt; ///< when the release was sent; empty: not sent yet
    };
    void addPendingRelease(quint32 keysym, std::optional<Instant> sentAt, qsizetype position);

    QHash<quint32, Key> m_heldKeys; ///< held keys of the local keyboard, by the physical key
    QHash<quint32, Key> m_unsentHeldKeys; ///< keys that the user holds, but whose press was not sent to the desktop, by the physical key
    QList<Key> m_pressedKeys;
    quint16 m_pressedButtons = 0;
    QList<PendingRelease> m_pendingReleases; ///< pending releases in reverse order: the last entry is released first
};
}
