// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/heldkeys.h"

namespace Nightdesk
{
void HeldKeys::press(const Key &key)
{
    if (!m_keys.contains(key)) {
        m_keys.append(key);
    }
}

bool HeldKeys::release(const Key &key)
{
    return m_keys.removeOne(key);
}

void HeldKeys::clear()
{
    m_keys.clear();
}

QList<HeldKeys::Key> HeldKeys::all() const
{
    return m_keys;
}

QList<quint32> HeldKeys::keysyms() const
{
    QList<quint32> keysyms;
    for (const Key &key : m_keys) {
        if (!keysyms.contains(key.keysym)) {
            keysyms.append(key.keysym);
        }
    }
    return keysyms;
}
}
