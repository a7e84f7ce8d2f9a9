// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/keyledger.h"
#include "sessions/rfbwire/messages.h"

#include <QPoint>
#include <QSize>

#include <chrono>
#include <functional>

namespace Nightdesk
{
/// Sends keys and buttons to the worker. It owns the ledger of what is down, and the gate that is closed while the server does not
/// answer, so that nothing typed meanwhile arrives later. The owner decides whether input is taken. Owned by the session, GUI thread.
class DesktopInputGate
{
public:
    using Send = std::function<void(const RfbWire::ToWorker &)>;

    explicit DesktopInputGate(Send send);

    KeyLedger &ledger();
    bool isOpen() const;
    /// A new worker: its gate is open, and it has no limit yet.
    void begin();
    /// @p limit: the age at which input is dropped.
    void set(bool open, std::chrono::milliseconds limit);

    /// False: nothing was sent, because the key is not down.
    bool sendKey(const KeyLedger::Key &key, bool down);
    /// @p picture: its size, to which @p position is limited. Returns the buttons that are newly pressed.
    quint16 sendPointer(const QPoint &position, quint16 buttons, const QSize &picture);
    QPoint pointer() const; ///< as sent last

    bool owes() const;
    /// Sends all releases that are owed.
    void sendOwedReleases();
    /// The server has received everything that was sent before @p upTo.
    void releasesProved(KeyLedger::Instant upTo);

private:
    const Send m_send;
    KeyLedger m_ledger;
    QPoint m_pointer;
    bool m_isOpen = true;
    std::chrono::milliseconds m_reportedLimit{}; ///< as the worker knows it; 0: it does not
};
}
