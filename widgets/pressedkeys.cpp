// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pressedkeys.h"

namespace Nightdesk
{
quint32 PressedKeys::press(quint32 scanCode, quint32 keysym)
{
    const auto known = m_keysyms.constFind(scanCode);
    if (known != m_keysyms.constEnd()) {
        return *known;
    }
    if (keysym != 0) {
        m_keysyms.insert(scanCode, keysym);
    }
    return keysym;
}

quint32 PressedKeys::release(quint32 scanCode)
{
    return m_keysyms.take(scanCode);
}

void PressedKeys::clear()
{
    m_keysyms.clear();
}

bool PressedKeys::isEmpty() const
{
    return m_keysyms.isEmpty();
}
}
