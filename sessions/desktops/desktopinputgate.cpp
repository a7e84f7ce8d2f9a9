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
constexpr auto longestLimit = 600s; // the limit of RfbWire::SetInputEnabled

quint64 toWireTime(BootClock::time_point instant)
{
    return static_cast<quint64>(instant.time_since_epoch().count());
}
}

DesktopInputGate::DesktopInputGate(Send send)
    : m_sendMessage(std::move(send))
{
}

PressedKeyTracker &DesktopInputGate::keyTracker()
{
    return m_keyTracker;
}

bool DesktopInputGate::isOpen() const
{
    return m_isGateOpen;
}

void DesktopInputGate::resetForNewWorker()
{
    m_isGateOpen = true;
    m_lastSentMaxInputAge = {};
}

void DesktopInputGate::setOpen(bool open, std::chrono::milliseconds maxInputAge)
{
    const auto limit = std::min<std::chrono::milliseconds>(maxInputAge, longestLimit);
    // Ignore small changes of the limit, which varies with the measured round trip.
    const bool differs = std::chrono::abs(limit - m_lastSentMaxInputAge) * 10 > m_lastSentMaxInputAge;
    if (open == m_isGateOpen && !differs) {
        return;
    }
    if (m_isGateOpen && !open) {
        m_keyTracker.markAllReleasesPending();
    } else if (!m_isGateOpen && open) {
        // The worker has an input gate of its own. When that opens, the worker first sends the releases of the keys that it has pressed.
        m_keyTracker.markReleasesSent(BootClock::now());
    }
    m_isGateOpen = open;
    m_lastSentMaxInputAge = limit;
    m_sendMessage(RfbWire::SetInputEnabled{open, static_cast<quint32>(limit.count())});
}

bool DesktopInputGate::sendKey(const PressedKeyTracker::Key &key, bool down)
{
    const auto now = BootClock::now();
    if (down) {
        m_keyTracker.press(key);
    } else if (!m_keyTracker.release(key, now)) {
        return false; // the key was pressed before this desktop had the keyboard, or is released already
    }
    m_sendMessage(RfbWire::Key{key.keysym, down, toWireTime(now), key.scanCode});
    return true;
}

quint16 DesktopInputGate::sendPointer(const QPoint &position, quint16 buttons, const QSize &picture)
{
    const auto now = BootClock::now();
    m_pointerPosition = QPoint(std::clamp(position.x(), 0, picture.width() - 1), std::clamp(position.y(), 0, picture.height() - 1));
    const auto pressed = static_cast<quint16>(buttons & ~m_keyTracker.buttons());
    m_keyTracker.setButtons(buttons, now);
    m_sendMessage(RfbWire::Pointer{static_cast<quint16>(m_pointerPosition.x()), static_cast<quint16>(m_pointerPosition.y()), buttons, toWireTime(now)});
    return pressed;
}

QPoint DesktopInputGate::lastPointerPosition() const
{
    return m_pointerPosition;
}

bool DesktopInputGate::hasPendingReleases() const
{
    return m_keyTracker.areButtonsPendingRelease() || !m_keyTracker.keysPendingRelease().isEmpty();
}

void DesktopInputGate::sendPendingReleases()
{
    QList<quint32> keys = m_keyTracker.keysPendingRelease();
    bool ofButtons = m_keyTracker.areButtonsPendingRelease();
    while (!keys.isEmpty() || ofButtons) {
        const auto most = std::min<qsizetype>(keys.size(), RfbWire::maxKeysDown);
        RfbWire::ReleaseKeys owed{{keys.cbegin(), keys.cbegin() + most}, std::exchange(ofButtons, false), 0, 0};
        if (owed.releaseButtons) {
            owed.pointerX = static_cast<quint16>(m_pointerPosition.x());
            owed.pointerY = static_cast<quint16>(m_pointerPosition.y());
        }
        keys.remove(0, most);
        m_sendMessage(owed);
    }
    m_keyTracker.markReleasesSent(BootClock::now());
}

void DesktopInputGate::confirmReleases(PressedKeyTracker::Instant upTo)
{
    if (m_isGateOpen) {
        m_keyTracker.confirmReleases(upTo);
    }
}
}
