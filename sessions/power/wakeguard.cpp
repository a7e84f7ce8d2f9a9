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
    , m_worker(new WakeWorker(display, i18nc("@info why the screen is not blanked; read in the system's settings", "A remote observing session is open")))
    , m_thread("wake", m_worker)
{
    connect(m_worker, &WakeWorker::locksReported, this, [this](const WakeLocks &locks) {
        if (m_wakeLocks != locks) {
            m_wakeLocks = locks;
            Q_EMIT locksChanged();
        }
    });
}

WakeGuard::~WakeGuard()
{
    QMetaObject::invokeMethod(m_worker, &WakeWorker::setActive, Qt::QueuedConnection, false);
}

void WakeGuard::setActive(bool wanted)
{
    if (m_isWanted != wanted) {
        m_isWanted = wanted;
        QMetaObject::invokeMethod(m_worker, &WakeWorker::setActive, Qt::QueuedConnection, wanted);
    }
}

bool WakeGuard::isRequested() const
{
    return m_isWanted;
}

WakeLocks WakeGuard::locks() const
{
    return m_wakeLocks;
}

QJsonObject WakeGuard::describe() const
{
    return {{u"wanted"_s, m_isWanted},
            {u"screenSaver"_s, m_wakeLocks.screenSaver},
            {u"powerManagement"_s, m_wakeLocks.powerManagement},
            {u"logindIdle"_s, m_wakeLocks.idle},
            {u"logindSleep"_s, m_wakeLocks.sleep},
            {u"x11"_s, m_wakeLocks.x11}};
}
}
