// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/keyledger.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr quint32 theButtons = 0;
}

bool KeyLedger::isModifier(quint32 keysym)
{
    constexpr quint32 capsLock = 0xffe5;
    constexpr quint32 shiftLock = 0xffe6;
    constexpr quint32 level3Shift = 0xfe03;
    constexpr quint32 level5Shift = 0xfe11;
    constexpr quint32 modeSwitch = 0xff7e;
    return (keysym >= 0xffe1 && keysym <= 0xffee && keysym != capsLock && keysym != shiftLock) || keysym == level3Shift || keysym == level5Shift
        || keysym == modeSwitch;
}

KeyLedger::Key KeyLedger::held(quint32 physical) const
{
    return m_held.value(physical);
}

KeyLedger::Key KeyLedger::holdKey(quint32 physical, const Key &key)
{
    const auto known = m_held.constFind(physical);
    if (known != m_held.constEnd()) {
        return *known;
    }
    m_ineffective.remove(physical);
    if (key.keysym != 0) {
        m_held.insert(physical, key);
    }
    return key;
}

void KeyLedger::holdIneffective(quint32 physical, const Key &key)
{
    m_held.remove(physical);
    m_ineffective.insert(physical, key);
}

void KeyLedger::interrupt()
{
    m_ineffective.insert(m_held);
    m_held.clear();
}

QList<KeyLedger::Key> KeyLedger::takeHeldModifiers()
{
    QList<Key> result;
    for (auto key = m_ineffective.begin(); key != m_ineffective.end();) {
        if (isModifier(key.value().keysym)) {
            result.append(key.value());
            m_held.insert(key.key(), key.value());
            key = m_ineffective.erase(key);
        } else {
            ++key;
        }
    }
    return result;
}

KeyLedger::Key KeyLedger::releaseHeld(quint32 physical)
{
    m_ineffective.remove(physical);
    return m_held.take(physical);
}

void KeyLedger::forgetHeld()
{
    m_held.clear();
    m_ineffective.clear();
}

void KeyLedger::press(const Key &key)
{
    if (!m_down.contains(key)) {
        m_down.append(key);
    }
}

bool KeyLedger::release(const Key &key, Instant at)
{
    if (!m_down.removeOne(key)) {
        return false;
    }
    addOwedRelease(key.keysym, at, 0); // the key that is released last is usually a modifier
    return true;
}

QList<KeyLedger::Key> KeyLedger::down() const
{
    return m_down;
}

void KeyLedger::point(quint16 buttons, Instant at)
{
    if (std::exchange(m_buttons, buttons) & ~buttons) {
        addOwedRelease(theButtons, at, 0);
    }
}

quint16 KeyLedger::buttons() const
{
    return m_buttons;
}

void KeyLedger::addOwedRelease(quint32 keysym, std::optional<Instant> sentAt, qsizetype place)
{
    m_pendingReleases.removeIf([keysym](const PendingRelease &release) {
        return release.keysym == keysym;
    });
    m_pendingReleases.insert(std::min(place, m_pendingReleases.size()), {keysym, sentAt});
}

void KeyLedger::oweAll()
{
    QList<quint32> keysyms; // the keys without duplicates, in the order of the first press
    for (const Key &key : std::exchange(m_down, {})) {
        if (!keysyms.contains(key.keysym)) {
            keysyms.append(key.keysym);
        }
    }
    for (const quint32 keysym : std::as_const(keysyms)) {
        addOwedRelease(keysym, std::nullopt, m_pendingReleases.size());
    }
    if (std::exchange(m_buttons, 0) != 0) {
        addOwedRelease(theButtons, std::nullopt, 0);
    }
}

void KeyLedger::releasesProved(Instant upTo)
{
    m_pendingReleases.removeIf([upTo](const PendingRelease &release) {
        return release.sentAt && *release.sentAt < upTo;
    });
}

void KeyLedger::connectionLost()
{
    oweAll();
    for (PendingRelease &release : m_pendingReleases) {
        release.sentAt.reset();
    }
}

void KeyLedger::connectionClosed()
{
    m_down.clear();
    m_buttons = 0;
    m_pendingReleases.clear();
}

void KeyLedger::releasesSent(Instant at)
{
    for (PendingRelease &release : m_pendingReleases) {
        release.sentAt = at;
    }
}

QList<quint32> KeyLedger::owedKeys() const
{
    QList<quint32> keys;
    for (auto release = m_pendingReleases.crbegin(); release != m_pendingReleases.crend(); ++release) {
        if (release->keysym != theButtons && !release->sentAt) {
            keys.append(release->keysym);
        }
    }
    return keys;
}

bool KeyLedger::owesButtons() const
{
    return std::ranges::any_of(m_pendingReleases, [](const PendingRelease &release) {
        return release.keysym == theButtons && !release.sentAt;
    });
}
}
