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
    connect(m_worker, &WakeWorker::held, this, [this](const WakeHolds &holds) {
        if (m_holds != holds) {
            m_holds = holds;
            Q_EMIT holdsChanged();
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

bool WakeGuard::isWanted() const
{
    return m_isWanted;
}

WakeHolds WakeGuard::holds() const
{
    return m_holds;
}

QJsonObject WakeGuard::describe() const
{
    return {{u"wanted"_s, m_isWanted},
            {u"screenSaver"_s, m_holds.screenSaver},
            {u"powerManagement"_s, m_holds.powerManagement},
            {u"logindIdle"_s, m_holds.idle},
            {u"logindSleep"_s, m_holds.sleep},
            {u"x11"_s, m_holds.x11}};
}
}
