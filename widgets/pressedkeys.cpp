// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pressedkeys.h"

namespace Nightdesk
{
namespace
{
/// Shift, Control, Meta, Alt, Super and Hyper of both sides, AltGr and Mode_switch. Not the locks: those toggle.
bool isModifier(quint32 keysym)
{
    constexpr quint32 capsLock = 0xffe5;
    constexpr quint32 shiftLock = 0xffe6;
    constexpr quint32 level3Shift = 0xfe03;
    constexpr quint32 level5Shift = 0xfe11;
    constexpr quint32 modeSwitch = 0xff7e;
    return (keysym >= 0xffe1 && keysym <= 0xffee && keysym != capsLock && keysym != shiftLock) || keysym == level3Shift || keysym == level5Shift
        || keysym == modeSwitch;
}
}

quint32 PressedKeys::press(quint32 scanCode, quint32 keysym)
{
    const auto known = m_keysyms.constFind(scanCode);
    if (known != m_keysyms.constEnd()) {
        return *known;
    }
    m_inVain.remove(scanCode);
    if (keysym != 0) {
        m_keysyms.insert(scanCode, keysym);
    }
    return keysym;
}

void PressedKeys::pressInVain(quint32 scanCode, quint32 keysym)
{
    m_keysyms.remove(scanCode);
    m_inVain.insert(scanCode, keysym);
}

void PressedKeys::interrupt()
{
    m_inVain.insert(m_keysyms);
    m_keysyms.clear();
}

QList<quint32> PressedKeys::takeHeldModifiers()
{
    QList<quint32> result;
    for (auto key = m_inVain.begin(); key != m_inVain.end();) {
        if (isModifier(key.value())) {
            result.append(key.value());
            m_keysyms.insert(key.key(), key.value());
            key = m_inVain.erase(key);
        } else {
            ++key;
        }
    }
    return result;
}

bool PressedKeys::isPressed(quint32 scanCode) const
{
    return m_keysyms.contains(scanCode);
}

quint32 PressedKeys::release(quint32 scanCode)
{
    m_inVain.remove(scanCode);
    return m_keysyms.take(scanCode);
}

void PressedKeys::clear()
{
    m_keysyms.clear();
    m_inVain.clear();
}

bool PressedKeys::isEmpty() const
{
    return m_keysyms.isEmpty();
}
}
