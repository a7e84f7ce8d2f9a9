// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopkeyboard.h"

#include <utility>

namespace Nightdesk
{
DesktopKeyboard::DesktopKeyboard(KeyLedger *ledger, Send send, std::function<bool()> takesInput)
    : m_ledger(ledger)
    , m_send(std::move(send))
    , m_takesInput(std::move(takesInput))
{
}

KeyLedger::Key DesktopKeyboard::holdKey(quint32 physical, const KeyLedger::Key &key)
{
    return m_ledger->holdKey(physical, key);
}

bool DesktopKeyboard::press(quint32 physical, const KeyLedger::Key &key)
{
    if (m_send(key, true)) {
        return true;
    }
    m_ledger->holdIneffective(physical, key);
    return false;
}

bool DesktopKeyboard::isHeld(quint32 physical) const
{
    return m_ledger->held(physical).keysym != 0;
}

KeyLedger::Key DesktopKeyboard::release(quint32 physical)
{
    const KeyLedger::Key key = m_ledger->releaseHeld(physical);
    if (key.keysym != 0) {
        m_send(key, false);
    }
    return key;
}

void DesktopKeyboard::pressHeldModifiers()
{
    if (!m_takesInput()) {
        return; // the held modifiers stay ineffective
    }
    for (const KeyLedger::Key &modifier : m_ledger->takeHeldModifiers()) {
        m_send(modifier, true);
    }
}

void DesktopKeyboard::interrupt()
{
    m_ledger->interrupt();
}

void DesktopKeyboard::releaseDown()
{
    // The keys are released in reverse order, so that modifiers are released last, as a person does.
    const QList<KeyLedger::Key> keys = m_ledger->down();
    for (auto key = keys.crbegin(); key != keys.crend(); ++key) {
        m_send(*key, false);
    }
}

void DesktopKeyboard::releaseAll()
{
    m_ledger->forgetHeld();
    releaseDown();
}
}
