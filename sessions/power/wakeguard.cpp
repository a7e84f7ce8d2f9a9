// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wakeguard.h"

#include "app/wakeworker.h"

#include <KLocalizedString>

#include <QThread>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

WakeGuard::WakeGuard(const QString &display, QObject *parent)
    : QObject(parent)
    , m_thread(new QThread)
    , m_worker(new WakeWorker(display, i18nc("@info why the screen is not blanked; read in the system's settings", "A remote observing session is shown")))
{
    m_thread->setObjectName(u"wake"_s);
    m_worker->moveToThread(m_thread);
    connect(m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &WakeWorker::held, this, [this](const WakeHolds &holds) {
        if (m_holds != holds) {
            m_holds = holds;
            Q_EMIT holdsChanged();
        }
    });
    m_thread->start();
}

WakeGuard::~WakeGuard()
{
    m_worker->disconnect(this);
    QMetaObject::invokeMethod(m_worker, &WakeWorker::setWanted, Qt::QueuedConnection, false);
    m_thread->quit();
    // A bus that stopped answering must not hold up the end; it sees our connection close.
    if (m_thread->wait(QDeadlineTimer(1s))) {
        delete m_thread;
    } else {
        connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater); // when it comes to an end after all
        if (m_thread->isFinished()) {
            m_thread->deleteLater();
        }
    }
}

void WakeGuard::setWanted(bool wanted)
{
    if (m_isWanted != wanted) {
        m_isWanted = wanted;
        QMetaObject::invokeMethod(m_worker, &WakeWorker::setWanted, Qt::QueuedConnection, wanted);
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
