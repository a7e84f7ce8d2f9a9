// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopinputgate.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto longestLimit = 600s; // the limit of RfbWire::InputGate

quint64 wireInstant(BootClock::time_point instant)
{
    return static_cast<quint64>(instant.time_since_epoch().count());
}
}

DesktopInputGate::DesktopInputGate(Send send)
    : m_send(std::move(send))
{
}

PressedKeyTracker &DesktopInputGate::keyTracker()
{
    return m_keyTracker;
}

bool DesktopInputGate::isOpen() const
{
    return m_isOpen;
}

void DesktopInputGate::begin()
{
    m_isOpen = true;
    m_sentInputLimit = {};
}

void DesktopInputGate::setOpen(bool open, std::chrono::milliseconds inputLimit)
{
    const auto limit = std::min<std::chrono::milliseconds>(inputLimit, longestLimit);
    // Ignore small changes of the limit, which varies with the measured round trip.
    const bool differs = std::chrono::abs(limit - m_sentInputLimit) * 10 > m_sentInputLimit;
    if (open == m_isOpen && !differs) {
        return;
    }
    if (m_isOpen && !open) {
        m_keyTracker.markAllPending();
    } else if (!m_isOpen && open) {
        // When its gate opens, the worker first releases the keys that it pressed.
        m_keyTracker.releasesSent(BootClock::now());
    }
    m_isOpen = open;
    m_sentInputLimit = limit;
    m_send(RfbWire::InputGate{open, static_cast<quint32>(limit.count())});
}

bool DesktopInputGate::sendKey(const PressedKeyTracker::Key &key, bool down)
{
    const auto now = BootClock::now();
    if (down) {
        m_keyTracker.press(key);
    } else if (!m_keyTracker.release(key, now)) {
        return false; // the key was pressed before this desktop had the keyboard, or is released already
    }
    m_send(RfbWire::Key{key.keysym, down, wireInstant(now), key.scanCode});
    return true;
}

quint16 DesktopInputGate::sendPointer(const QPoint &position, quint16 buttons, const QSize &picture)
{
    const auto now = BootClock::now();
    m_pointer = QPoint(std::clamp(position.x(), 0, picture.width() - 1), std::clamp(position.y(), 0, picture.height() - 1));
    const auto pressed = static_cast<quint16>(buttons & ~m_keyTracker.buttons());
    m_keyTracker.setButtons(buttons, now);
    m_send(RfbWire::Pointer{static_cast<quint16>(m_pointer.x()), static_cast<quint16>(m_pointer.y()), buttons, wireInstant(now)});
    return pressed;
}

QPoint DesktopInputGate::pointer() const
{
    return m_pointer;
}

bool DesktopInputGate::hasPendingReleases() const
{
    return m_keyTracker.hasPendingButtons() || !m_keyTracker.pendingKeys().isEmpty();
}

void DesktopInputGate::sendPendingReleases()
{
    QList<quint32> keys = m_keyTracker.pendingKeys();
    bool ofButtons = m_keyTracker.hasPendingButtons();
    while (!keys.isEmpty() || ofButtons) {
        const auto most = std::min<qsizetype>(keys.size(), RfbWire::maxKeysDown);
        RfbWire::ReleaseKeys owed{{keys.cbegin(), keys.cbegin() + most}, std::exchange(ofButtons, false), 0, 0};
        if (owed.buttons) {
            owed.x = static_cast<quint16>(m_pointer.x());
            owed.y = static_cast<quint16>(m_pointer.y());
        }
        keys.remove(0, most);
        m_send(owed);
    }
    m_keyTracker.releasesSent(BootClock::now());
}

void DesktopInputGate::confirmReleases(PressedKeyTracker::Instant upTo)
{
    if (m_isOpen) {
        m_keyTracker.confirmReleases(upTo);
    }
}
}
