// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <QHash>
#include <QList>

#include <optional>

namespace Nightdesk
{
/// What this desk holds down at a desktop. Three records that belong together:
/// - Each key of the desk's keyboard that is held, with what it sent when it was pressed. Its release sends the same: when Shift is
///   released first, the key that sent "A" is released as "A", not as "a", and nothing sticks. A key that is held while no input is
///   taken is ineffective until it is pressed again. Modifiers are an exception: who still holds Ctrl and presses C means Ctrl+C.
/// - Each key and button that was sent as pressed and not yet as released.
/// - Each release that is not yet known to have arrived at the server. It is owed until then.
/// Owned by the session. What was really written to the server is recorded by the worker's InputQueue. Pure: the time is an argument.
class KeyLedger
{
public:
    using Instant = BootClock::time_point;
    /// Which key it is tells its scan code, where that is known: two keys of a layout may bear one keysym.
    struct Key {
        quint32 keysym = 0;
        quint32 scanCode = 0; ///< 0: not known
        bool operator==(const Key &) const = default;
    };

    // The desk's keyboard. A physical key is a number of the caller's.
    /// What this key sent; keysym 0: its press was not sent, or it is not held.
    Key held(quint32 physical) const;
    /// What to send: a key that is already held repeats what it sent first.
    Key holdKey(quint32 physical, const Key &key);
    /// It is held, but its press was not sent.
    void holdIneffective(quint32 physical, const Key &key);
    /// All that is held is ineffective from now on.
    void interrupt();
    /// Ineffective modifiers, to be pressed before the next key. They are effective from now on.
    QList<Key> takeHeldModifiers();
    /// What to send as released; keysym 0: nothing, its press was not sent.
    Key releaseHeld(quint32 physical);
    void forgetHeld();

    // The desktop, by what was sent.
    void press(const Key &key);
    /// False: it is not down. Otherwise its release is sent at that time, and owed until it is proved.
    bool release(const Key &key, Instant at);
    QList<Key> down() const; ///< in the order in which they went down
    /// These buttons are down from now on. Where that releases one, the release is sent at that time.
    void point(quint16 buttons, Instant at);
    quint16 buttons() const;

    // Releases that are owed.
    /// Releases cannot be sent now. All that is down is recorded as up, and its release as owed.
    void oweAll();
    /// The server has received everything that was sent before @p upTo.
    void releasesProved(Instant upTo);
    /// oweAll(); and releases that were sent and are not proved have not arrived: they are owed again.
    void connectionLost();
    /// The connection is closed in an orderly way: the server releases everything.
    void connectionClosed();
    /// Every release is sent at that time, also those that were sent before.
    void releasesSent(Instant at);
    /// Keys to release, in this order: the reverse of how they were pressed, so that modifiers are released last.
    QList<quint32> owedKeys() const;
    bool owesButtons() const;

    /// Shift, Control, Meta, Alt, Super and Hyper of both sides, AltGr and Mode_switch. Not the locks: those toggle.
    static bool isModifier(quint32 keysym);

private:
    struct Debt {
        quint32 keysym = 0; ///< 0: the buttons
        std::optional<Instant> sentAt; ///< empty: owed
    };
    void addOwedRelease(quint32 keysym, std::optional<Instant> sentAt, qsizetype place);

    QHash<quint32, Key> m_held; ///< by the physical key
    QHash<quint32, Key> m_ineffective; ///< held, and up at the desktop
    QList<Key> m_down;
    quint16 m_buttons = 0;
    QList<Debt> m_debts; ///< the last of them is the first to release
};
}
