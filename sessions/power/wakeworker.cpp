// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/power/wakeworker.h"

#include "sessions/common/busprobe.h"
#include "sessions/common/logging.h"

#include <QDBusMessage>
#include <QDBusReply>
#include <QDBusServiceWatcher>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr int answerLimit = 2000; // time limit for a service's answer, in milliseconds
constexpr std::chrono::milliseconds retryPause = 5s;
constexpr std::chrono::milliseconds longestRetryPause = 10min;
const auto logind = u"org.freedesktop.login1"_s;

QByteArray systemBusAddress()
{
    const QByteArray set = qgetenv("DBUS_SYSTEM_BUS_ADDRESS");
    return set.isEmpty() ? QByteArray("unix:path=/run/dbus/system_bus_socket") : set;
}

/// Name for a new bus connection. For a name in use, Qt returns the existing connection, which an earlier worker may be
/// about to close.
QString uniqueConnectionName()
{
    static std::atomic<int> last = 0;
    return u"nightdesk-wake-%1"_s.arg(++last);
}
}

WakeWorker::WakeWorker(const QString &display, const QString &reason)
    : m_xDisplayName(display)
    , m_inhibitReason(reason)
    , m_retryTimer(new QTimer(this))
    , m_slowServicePause(retryPause)
    , m_inhibitionServices{
          {u"org.freedesktop.ScreenSaver"_s, u"/org/freedesktop/ScreenSaver"_s, u"org.freedesktop.ScreenSaver"_s, &WakeLocks::hasScreenSaverLock},
          {u"org.freedesktop.PowerManagement"_s,
           u"/org/freedesktop/PowerManagement/Inhibit"_s,
           u"org.freedesktop.PowerManagement.Inhibit"_s,
           &WakeLocks::hasPowerManagementLock}}
{
    m_retryTimer->setSingleShot(true);
    connect(m_retryTimer, &QTimer::timeout, this, [this] {
        requestServiceLocks();
        reportLocks();
    });
}

WakeWorker::~WakeWorker()
{
    disconnectFromBuses();
}

void WakeWorker::setActive(bool active)
{
    if (m_areLocksRequested == active) {
        return;
    }
    m_areLocksRequested = active;
    if (active) {
        acquireAllLocks();
    } else {
        releaseAllLocks();
    }
    reportLocks();
}

void WakeWorker::connectToBuses()
{
    // Connecting blocks the only thread that handles all D-Bus calls of this program, so a bus that does not answer a probe is not used for now.
    const auto reach = [this](const QByteArray &address, QDBusConnection::BusType type, const QString &name) -> std::optional<QDBusConnection> {
        const BusProbe::BusState answer = address.isEmpty() || address.startsWith("disabled:") ? BusProbe::BusState::Unreachable : BusProbe::probe(address, 2s);
        if (answer == BusProbe::BusState::Answers) {
            if (const QDBusConnection bus = QDBusConnection::connectToBus(type, name); bus.isConnected()) {
                return bus;
            }
            QDBusConnection::disconnectFromBus(name);
        }
        if (answer != BusProbe::BusState::Unreachable) {
            m_retryTimer->start(retryPause);
        }
        return {};
    };
    if (!m_sessionBus) {
        m_sessionBus = reach(BusProbe::sessionAddress(), QDBusConnection::SessionBus, uniqueConnectionName());
        for (const InhibitionService &service : m_inhibitionServices) {
            watchService(m_sessionBus, service.name);
        }
    }
    if (!m_systemBus) {
        m_systemBus = reach(systemBusAddress(), QDBusConnection::SystemBus, uniqueConnectionName());
        watchService(m_systemBus, logind);
    }
}

void WakeWorker::watchService(const std::optional<QDBusConnection> &bus, const QString &name)
{
    if (!bus) {
        return;
    }
    // Desktop services may be restarted during the night. The locks that they granted before are then lost.
    auto watcher = std::make_unique<QDBusServiceWatcher>(name, *bus, QDBusServiceWatcher::WatchForOwnerChange);
    // Not serviceRegistered() and serviceUnregistered(): neither is emitted if the bus passes the name directly to a program that waits for it.
    connect(watcher.get(), &QDBusServiceWatcher::serviceOwnerChanged, this, [this](const QString &service, const QString &before, const QString &now) {
        if (!before.isEmpty()) {
            serviceDisappeared(service);
        }
        if (!now.isEmpty()) {
            serviceAppeared(service);
        }
    });
    m_serviceWatchers.push_back(std::move(watcher));
}

void WakeWorker::disconnectFromBuses()
{
    m_serviceWatchers.clear();
    for (std::optional<QDBusConnection> *bus : {&m_sessionBus, &m_systemBus}) {
        if (*bus) {
            const QString name = (*bus)->name();
            bus->reset();
            QDBusConnection::disconnectFromBus(name);
        }
    }
}

void WakeWorker::acquireAllLocks()
{
    requestServiceLocks();
    if (!m_xDisplayName.isEmpty()) {
        m_xBlankLock = std::make_unique<XBlankInhibitor>(m_xDisplayName.toLocal8Bit());
    }
}

void WakeWorker::requestServiceLocks()
{
    connectToBuses();
    for (InhibitionService &service : m_inhibitionServices) {
        if (!service.cookie) {
            requestInhibition(service);
        }
    }
    requestLogindLocks();
    if (!m_retryTimer->isActive()) {
        m_slowServicePause = retryPause; // all have answered
    }
}

void WakeWorker::requestInhibition(InhibitionService &service)
{
    if (!m_sessionBus) {
        return;
    }
    QDBusMessage question = QDBusMessage::createMethodCall(service.name, service.path, service.interface, u"Inhibit"_s);
    // Do not start a service for this: one that is not running does not blank the screen.
    question.setAutoStartService(false);
    question << u"org.nightdesk.nightdesk"_s << m_inhibitReason;
    const QDBusReply<quint32> reply = m_sessionBus->call(question, QDBus::Block, answerLimit);
    if (reply.isValid()) {
        service.cookie = reply.value();
    }
    retryIfSlow(reply.error());
}

/// A lock that the service grants after all ends with the connection to its bus. So that a service that is always slow does not gather many, it is asked
/// less and less often.
void WakeWorker::retryIfSlow(const QDBusError &error)
{
    const bool isSlow = error.type() == QDBusError::NoReply || error.type() == QDBusError::Timeout || error.type() == QDBusError::TimedOut;
    if (isSlow && !m_retryTimer->isActive()) { // otherwise all are asked again anyway: the pause grows once for all services that are slow together
        m_retryTimer->start(m_slowServicePause);
        m_slowServicePause = std::min(2 * m_slowServicePause, longestRetryPause);
    }
}

QDBusUnixFileDescriptor WakeWorker::logindInhibitor(const QString &what)
{
    QDBusMessage question = QDBusMessage::createMethodCall(logind, u"/org/freedesktop/login1"_s, u"org.freedesktop.login1.Manager"_s, u"Inhibit"_s);
    question.setAutoStartService(false);
    question << what << u"Nightdesk"_s << m_inhibitReason << u"block"_s;
    const QDBusReply<QDBusUnixFileDescriptor> reply = m_systemBus->call(question, QDBus::Block, answerLimit);
    retryIfSlow(reply.error());
    return reply.isValid() ? reply.value() : QDBusUnixFileDescriptor();
}

void WakeWorker::requestLogindLocks()
{
    if (!m_systemBus) {
        return;
    }
    // Two separate locks, for "idle" and "sleep": a policy may allow a user only one of them.
    if (!m_idleInhibitor.isValid()) {
        m_idleInhibitor = logindInhibitor(u"idle"_s);
    }
    if (!m_sleepInhibitor.isValid()) {
        m_sleepInhibitor = logindInhibitor(u"sleep"_s);
    }
}

void WakeWorker::releaseAllLocks()
{
    for (InhibitionService &service : m_inhibitionServices) {
        if (service.cookie && m_sessionBus) {
            QDBusMessage word = QDBusMessage::createMethodCall(service.name, service.path, service.interface, u"UnInhibit"_s);
            word.setAutoStartService(false);
            word << *service.cookie;
            m_sessionBus->call(word, QDBus::Block, answerLimit);
        }
        service.cookie.reset();
    }
    m_idleInhibitor = {};
    m_sleepInhibitor = {};
    m_xBlankLock.reset();
    m_retryTimer->stop();
    m_slowServicePause = retryPause;
    disconnectFromBuses(); // closing the connection also ends locks that a service granted after the timeout
}

void WakeWorker::serviceAppeared(const QString &name)
{
    if (!m_areLocksRequested) {
        return;
    }
    for (InhibitionService &service : m_inhibitionServices) {
        if (service.name == name && !service.cookie) {
            requestInhibition(service);
        }
    }
    if (name == logind && !m_idleInhibitor.isValid()) {
        requestLogindLocks();
    }
    reportLocks();
}

void WakeWorker::serviceDisappeared(const QString &name)
{
    for (InhibitionService &service : m_inhibitionServices) {
        if (service.name == name) {
            service.cookie.reset();
        }
    }
    if (name == logind) {
        m_idleInhibitor = {};
        m_sleepInhibitor = {};
    }
    reportLocks();
}

void WakeWorker::reportLocks()
{
    WakeLocks locks;
    for (const InhibitionService &service : m_inhibitionServices) {
        locks.*service.lockMember = service.cookie.has_value();
    }
    locks.hasIdleLock = m_idleInhibitor.isValid();
    locks.hasSleepLock = m_sleepInhibitor.isValid();
    locks.hasXBlankingLock = m_xBlankLock && m_xBlankLock->isBlankingInhibited();
    if (std::exchange(m_lastReportedLocks, locks) == locks) {
        return;
    }
    qCInfo(LogUi,
           "kept awake by: screen saver %d, power management %d, logind idle %d, sleep %d, X server %d",
           locks.hasScreenSaverLock,
           locks.hasPowerManagementLock,
           locks.hasIdleLock,
           locks.hasSleepLock,
           locks.hasXBlankingLock);
    Q_EMIT locksReported(locks);
}
}
