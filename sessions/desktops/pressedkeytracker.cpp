// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/pressedkeytracker.h"

#include "sessions/base/modifierkeysym.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr quint32 theButtons = 0;
}

PressedKeyTracker::Key PressedKeyTracker::heldKey(quint32 physicalKey) const
{
    return m_heldKeys.value(physicalKey);
}

PressedKeyTracker::Key PressedKeyTracker::recordHeldKey(quint32 physicalKey, const Key &key)
{
    const auto known = m_heldKeys.constFind(physicalKey);
    if (known != m_heldKeys.constEnd()) {
        return *known;
    }
    m_unsentHeldKeys.remove(physicalKey);
    if (key.keysym != 0) {
        m_heldKeys.insert(physicalKey, key);
    }
    return key;
}

void PressedKeyTracker::recordUnsentHeldKey(quint32 physicalKey, const Key &key)
{
    m_heldKeys.remove(physicalKey);
    m_unsentHeldKeys.insert(physicalKey, key);
}

void PressedKeyTracker::markHeldKeysUnsent()
{
    m_unsentHeldKeys.insert(m_heldKeys);
    m_heldKeys.clear();
}

QList<PressedKeyTracker::Key> PressedKeyTracker::takeUnsentHeldModifiers()
{
    QList<Key> result;
    for (auto key = m_unsentHeldKeys.begin(); key != m_unsentHeldKeys.end();) {
        if (isModifierKeysym(key.value().keysym)) {
            result.append(key.value());
            m_heldKeys.insert(key.key(), key.value());
            key = m_unsentHeldKeys.erase(key);
        } else {
            ++key;
        }
    }
    return result;
}

PressedKeyTracker::Key PressedKeyTracker::releaseHeldKey(quint32 physicalKey)
{
    m_unsentHeldKeys.remove(physicalKey);
    return m_heldKeys.take(physicalKey);
}

void PressedKeyTracker::forgetHeldKeys()
{
    m_heldKeys.clear();
    m_unsentHeldKeys.clear();
}

void PressedKeyTracker::press(const Key &key)
{
    if (!m_pressedKeys.contains(key)) {
        m_pressedKeys.append(key);
    }
}

bool PressedKeyTracker::release(const Key &key, Instant at)
{
    if (!m_pressedKeys.removeOne(key)) {
        return false;
    }
    addPendingRelease(key.keysym, at, 0); // inserted at the front, which is sent last: the key that the user releases last is usually a modifier
    return true;
}

QList<PressedKeyTracker::Key> PressedKeyTracker::pressedKeys() const
{
    return m_pressedKeys;
}

void PressedKeyTracker::setButtons(quint16 buttons, Instant at)
{
    if (std::exchange(m_pressedButtons, buttons) & ~buttons) {
        addPendingRelease(theButtons, at, 0);
    }
}

quint16 PressedKeyTracker::buttons() const
{
    return m_pressedButtons;
}

void PressedKeyTracker::addPendingRelease(quint32 keysym, std::optional<Instant> sentAt, qsizetype position)
{
    m_pendingReleases.removeIf([keysym](const PendingRelease &release) {
        return release.keysym == keysym;
    });
    m_pendingReleases.insert(std::min(position, m_pendingReleases.size()), {keysym, sentAt});
}

void PressedKeyTracker::markAllReleasesPending()
{
    QList<quint32> keysyms; // the keys without duplicates, in the order of the first press
    for (const Key &key : std::exchange(m_pressedKeys, {})) {
        if (!keysyms.contains(key.keysym)) {
            keysyms.append(key.keysym);
        }
    }
    for (const quint32 keysym : std::as_const(keysyms)) {
        addPendingRelease(keysym, std::nullopt, m_pendingReleases.size());
    }
    if (std::exchange(m_pressedButtons, 0) != 0) {
        addPendingRelease(theButtons, std::nullopt, 0);
    }
}

void PressedKeyTracker::confirmReleases(Instant upTo)
{
    m_pendingReleases.removeIf([upTo](const PendingRelease &release) {
        return release.sentAt && *release.sentAt < upTo;
    });
}

void PressedKeyTracker::noteConnectionLost()
{
    markAllReleasesPending();
    for (PendingRelease &release : m_pendingReleases) {
        release.sentAt.reset();
    }
}

void PressedKeyTracker::noteConnectionClosed()
{
    m_pressedKeys.clear();
    m_pressedButtons = 0;
    m_pendingReleases.clear();
}

void PressedKeyTracker::markReleasesSent(Instant at)
{
    for (PendingRelease &release : m_pendingReleases) {
        release.sentAt = at;
    }
}

QList<quint32> PressedKeyTracker::keysPendingRelease() const
{
    QList<quint32> keys;
    for (auto release = m_pendingReleases.crbegin(); release != m_pendingReleases.crend(); ++release) {
        if (release->keysym != theButtons && !release->sentAt) {
            keys.append(release->keysym);
        }
    }
    return keys;
}

bool PressedKeyTracker::areButtonsPendingRelease() const
{
    return std::ranges::any_of(m_pendingReleases, [](const PendingRelease &release) {
        return release.keysym == theButtons && !release.sentAt;
    });
}
}
