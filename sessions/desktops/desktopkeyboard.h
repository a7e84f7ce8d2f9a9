// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/keyledger.h"

#include <functional>

namespace Nightdesk
{
/// The keyboard of this desk as one desktop has it: each key is released as what it was pressed as, and what is held while the desktop
/// takes no input is ineffective until it is pressed again. Owned by DesktopSession, GUI thread.
class DesktopKeyboard
{
public:
    /// Sends a key to the desktop; false: it goes nowhere.
    using Send = std::function<bool(const KeyLedger::Key &key, bool down)>;

    /// @p ledger, of the desktop's input, outlives it. @p takesInput: what is sent now reaches the desktop.
    DesktopKeyboard(KeyLedger *ledger, Send send, std::function<bool()> takesInput);

    /// What to pass to press(): a key that is already held repeats what it sent first. @p physical: the caller's number of the key.
    KeyLedger::Key holdKey(quint32 physical, const KeyLedger::Key &key);
    bool press(quint32 physical, const KeyLedger::Key &key); ///< false: not sent, and ineffective until it is pressed again
    bool isHeld(quint32 physical) const; ///< its press was sent
    /// What was released; keysym 0: nothing, its press was not sent.
    KeyLedger::Key release(quint32 physical);
    /// Sends modifiers that are held and ineffective as pressed, if the desktop takes input.
    void pressHeldModifiers();
    /// All that is held is ineffective until it is pressed again, modifiers until pressHeldModifiers().
    void interrupt();
    /// Releases every key that is down at the server.
    void releaseDown();
    /// releaseDown(), and forgets what is held here: the view lost the focus.
    void releaseAll();

private:
    KeyLedger *const m_ledger;
    const Send m_send;
    const std::function<bool()> m_takesInput;
};
}
