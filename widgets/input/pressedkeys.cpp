// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/pressedkeys.h"

namespace Nightdesk
{
bool PressedKeys::isModifier(quint32 keysym)
{
    constexpr quint32 capsLock = 0xffe5;
    constexpr quint32 shiftLock = 0xffe6;
    constexpr quint32 level3Shift = 0xfe03;
    constexpr quint32 level5Shift = 0xfe11;
    constexpr quint32 modeSwitch = 0xff7e;
    return (keysym >= 0xffe1 && keysym <= 0xffee && keysym != capsLock && keysym != shiftLock) || keysym == level3Shift || keysym == level5Shift
        || keysym == modeSwitch;
}

PressedKeys::Key PressedKeys::press(quint32 physical, const Key &key)
{
    const auto known = m_keys.constFind(physical);
    if (known != m_keys.constEnd()) {
        return *known;
    }
    m_inVain.remove(physical);
    if (key.keysym != 0) {
        m_keys.insert(physical, key);
    }
    return key;
}

void PressedKeys::pressInVain(quint32 physical, const Key &key)
{
    m_keys.remove(physical);
    m_inVain.insert(physical, key);
}

void PressedKeys::interrupt()
{
    m_inVain.insert(m_keys);
    m_keys.clear();
}

QList<PressedKeys::Key> PressedKeys::takeHeldModifiers()
{
    QList<Key> result;
    for (auto key = m_inVain.begin(); key != m_inVain.end();) {
        if (isModifier(key.value().keysym)) {
            result.append(key.value());
            m_keys.insert(key.key(), key.value());
            key = m_inVain.erase(key);
        } else {
            ++key;
        }
    }
    return result;
}

bool PressedKeys::isPressed(quint32 physical) const
{
    return m_keys.contains(physical);
}

PressedKeys::Key PressedKeys::release(quint32 physical)
{
    m_inVain.remove(physical);
    return m_keys.take(physical);
}

void PressedKeys::clear()
{
    m_keys.clear();
    m_inVain.clear();
}

bool PressedKeys::isEmpty() const
{
    return m_keys.isEmpty();
}
}
