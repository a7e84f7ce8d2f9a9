// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/pressedkeytracker.h"
#include "sessions/rfbwire/messages.h"

#include <QPoint>
#include <QSize>

#include <chrono>
#include <functional>

namespace Nightdesk
{
/// Sends keys and buttons to the worker. Owns the record of pressed keys and buttons, and the gate, which is closed
/// while the server does not answer, so that nothing typed meanwhile arrives later. The caller decides whether input is
/// accepted. Owned by the session, GUI thread.
class DesktopInputGate
{
public:
    using Send = std::function<void(const RfbWire::ToWorker &)>;

    explicit DesktopInputGate(Send send);

    PressedKeyTracker &keyTracker();
    bool isOpen() const;
    /// To be called for each new worker: its own gate is open, and it does not know a maximum age of input yet.
    void resetForNewWorker();
    /// Opens or closes the gate. @p maxInputAge: the worker drops input that is older.
    void setOpen(bool open, std::chrono::milliseconds maxInputAge);

    /// False: nothing was sent, because the key is not pressed.
    bool sendKey(const PressedKeyTracker::Key &key, bool down);
    /// @p picture: size of the framebuffer, which limits @p position. Returns the newly pressed buttons.
    quint16 sendPointer(const QPoint &position, quint16 buttons, const QSize &picture);
    QPoint lastPointerPosition() const; ///< the last pointer position that was sent

    bool hasPendingReleases() const;
    /// Sends all pending releases.
    void sendPendingReleases();
    /// Call when the server has received everything that was sent before @p upTo: releases from before that are no longer pending.
    void confirmReleases(PressedKeyTracker::Instant upTo);

private:
    const Send m_sendMessage;
    PressedKeyTracker m_keyTracker;
    QPoint m_pointerPosition;
    bool m_isGateOpen = true;
    std::chrono::milliseconds m_lastSentMaxInputAge{}; ///< the limit last sent to the worker; 0: none
};
}
