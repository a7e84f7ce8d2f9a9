// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/power/wakeguard.h"

#include "sessions/power/wakeworker.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

WakeGuard::WakeGuard(const QString &display, QObject *parent)
    : QObject(parent)
    , m_wakeWorker(new WakeWorker(display, i18nc("@info why the screen is not blanked; read in the system's settings", "A remote observing session is open")))
    , m_thread("wake", m_wakeWorker)
{
    connect(m_wakeWorker, &WakeWorker::locksReported, this, [this](const WakeLocks &locks) {
        if (m_heldLocks != locks) {
            m_heldLocks = locks;
            Q_EMIT locksChanged();
        }
    });
}

WakeGuard::~WakeGuard()
{
    QMetaObject::invokeMethod(m_wakeWorker, &WakeWorker::setActive, Qt::QueuedConnection, false);
}

void WakeGuard::setActive(bool active)
{
    if (m_areLocksRequested != active) {
        m_areLocksRequested = active;
        QMetaObject::invokeMethod(m_wakeWorker, &WakeWorker::setActive, Qt::QueuedConnection, active);
    }
}

WakeLocks WakeGuard::locks() const
{
    return m_heldLocks;
}

QJsonObject WakeGuard::describe() const
{
    return {{u"wanted"_s, m_areLocksRequested},
            {u"screenSaver"_s, m_heldLocks.hasScreenSaverLock},
            {u"powerManagement"_s, m_heldLocks.hasPowerManagementLock},
            {u"logindIdle"_s, m_heldLocks.hasIdleLock},
            {u"logindSleep"_s, m_heldLocks.hasSleepLock},
            {u"x11"_s, m_heldLocks.hasXBlankingLock}};
}
}
