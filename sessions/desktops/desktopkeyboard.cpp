// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopkeyboard.h"

#include <utility>

namespace Nightdesk
{
DesktopKeyboard::DesktopKeyboard(PressedKeyTracker *keyTracker, Send send, std::function<bool()> takesInput)
    : m_keyTracker(keyTracker)
    , m_sendKeyEvent(std::move(send))
    , m_askIfInputAccepted(std::move(takesInput))
{
}

PressedKeyTracker::Key DesktopKeyboard::recordHeldKey(quint32 physicalKey, const PressedKeyTracker::Key &key)
{
    return m_keyTracker->recordHeldKey(physicalKey, key);
}

bool DesktopKeyboard::press(quint32 physicalKey, const PressedKeyTracker::Key &key)
{
    if (m_sendKeyEvent(key, true)) {
        return true;
    }
    m_keyTracker->recordUnsentHeldKey(physicalKey, key);
    return false;
}

bool DesktopKeyboard::isHeld(quint32 physicalKey) const
{
    return m_keyTracker->heldKey(physicalKey).keysym != 0;
}

PressedKeyTracker::Key DesktopKeyboard::release(quint32 physicalKey)
{
    const PressedKeyTracker::Key key = m_keyTracker->releaseHeldKey(physicalKey);
    if (key.keysym != 0) {
        m_sendKeyEvent(key, false);
    }
    return key;
}

void DesktopKeyboard::pressUnsentHeldModifiers()
{
    if (!m_askIfInputAccepted()) {
        return; // the held modifiers stay unsent
    }
    for (const PressedKeyTracker::Key &modifier : m_keyTracker->takeUnsentHeldModifiers()) {
        m_sendKeyEvent(modifier, true);
    }
}

void DesktopKeyboard::markHeldKeysUnsent()
{
    m_keyTracker->markHeldKeysUnsent();
}

void DesktopKeyboard::releasePressedKeys()
{
    // The keys are released in reverse order, so that modifiers are released last, as a person does.
    const QList<PressedKeyTracker::Key> keys = m_keyTracker->pressedKeys();
    for (auto key = keys.crbegin(); key != keys.crend(); ++key) {
        m_sendKeyEvent(*key, false);
    }
}

void DesktopKeyboard::releaseAll()
{
    m_keyTracker->forgetHeldKeys();
    releasePressedKeys();
}
}
