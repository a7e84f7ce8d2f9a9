// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/lockkeysync.h"

namespace Nightdesk
{
namespace
{
constexpr quint32 numLock = 0xff7f;
constexpr quint32 capsLock = 0xffe5;
}

void LockKeySync::scheduleSync()
{
    m_isSyncDue = true;
}

void LockKeySync::cancelScheduledSync()
{
    m_isSyncDue = false;
}

QList<quint32> LockKeySync::keysToPress(Lights here, Lights there)
{
    if (!m_isSyncDue || !here || !there) {
        return {};
    }
    m_isSyncDue = false;
    const auto differing = static_cast<quint8>((*here ^ *there) & (Num | Caps) & ~m_pendingLockLights);
    m_pendingLockLights |= differing;
    QList<quint32> keys;
    if (differing & Num) {
        keys.append(numLock);
    }
    if (differing & Caps) {
        keys.append(capsLock);
    }
    return keys;
}

void LockKeySync::noteTypedKey(quint32 keysym)
{
    m_pendingLockLights |= keysym == numLock ? Num : keysym == capsLock ? Caps : 0;
}

void LockKeySync::noteServerLights(Lights serverLights)
{
    if (!serverLights || !m_serverLockLights) {
        m_pendingLockLights = 0; // the desktop's lights were not known before: this is a new connection
    } else {
        m_pendingLockLights &= static_cast<quint8>(~(*serverLights ^ *m_serverLockLights));
    }
    m_serverLockLights = serverLights;
}
}
