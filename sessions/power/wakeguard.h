// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/power/wakelocks.h"

#include "sessions/common/backgroundjobs.h"

#include <QJsonObject>
#include <QObject>

namespace Nightdesk
{
class WakeWorker;

/// Keeps the screens on and the computer awake on request, because an observer may not touch the keyboard for an hour during an exposure. Services
/// that are not available (no bus, no logind, no X server) are skipped silently. All calls are made in a separate thread, and every lock ends with
/// the process. GUI thread. Owned by NightServices or ViewWindow.
class WakeGuard : public QObject
{
    Q_OBJECT
public:
    /// @p display: the X server's name; empty: there is none.
    explicit WakeGuard(const QString &display, QObject *parent = nullptr);
    ~WakeGuard() override;

    void setActive(bool active);
    WakeLocks locks() const; ///< the locks as last reported by the worker
    QJsonObject describe() const; ///< the state as JSON, for scripts

Q_SIGNALS:
    void locksChanged();

private:
    WakeWorker *const m_wakeWorker;
    bool m_areLocksRequested = false;
    WakeLocks m_heldLocks;
    /// The worker's thread; its end closes the bus connections, which releases the locks even on a bus that no longer
    /// responds.
    BackgroundThread m_thread;
};
}
