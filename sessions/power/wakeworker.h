// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/power/wakelocks.h"
#include "sessions/power/xblankinhibitor.h"

#include <QDBusConnection>
#include <QDBusError>
#include <QDBusUnixFileDescriptor>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

class QDBusServiceWatcher;
class QTimer;

namespace Nightdesk
{
/// Asks the services that blank screens and suspend the computer not to do so. Lives in WakeGuard's thread, because it blocks until they answer.
/// Made by WakeGuard, deleted by that thread.
class WakeWorker : public QObject
{
    Q_OBJECT
public:
    WakeWorker(const QString &display, const QString &reason);
    ~WakeWorker() override;

public Q_SLOTS:
    void setActive(bool active);

Q_SIGNALS:
    void locksReported(const Nightdesk::WakeLocks &locks);

private:
    /// A service on the session bus that returns a cookie for each lock.
    struct InhibitionService {
        QString name;
        QString path;
        QString interface;
        bool WakeLocks::*lockMember;
        std::optional<quint32> cookie = {};
    };
    void acquireAllLocks();
    void requestServiceLocks(); ///< requests locks from services that have not granted one yet
    void releaseAllLocks();
    void disconnectFromBuses();
    void connectToBuses();
    void watchService(const std::optional<QDBusConnection> &bus, const QString &name);
    void requestInhibition(InhibitionService &service);
    void requestLogindLocks();
    QDBusUnixFileDescriptor logindInhibitor(const QString &what);
    void retryIfSlow(const QDBusError &error); ///< to be called with the outcome of a request: asks again later if there was no answer in time
    void serviceAppeared(const QString &name);
    void serviceDisappeared(const QString &name);
    void reportLocks();

    const QString m_xDisplayName;
    const QString m_inhibitReason;
    bool m_areLocksRequested = false;
    WakeLocks m_lastReportedLocks;
    QTimer *m_retryTimer; ///< retries while a bus or a service does not answer
    std::chrono::milliseconds m_slowServicePause; ///< before the next request to services that did not answer in time
    std::vector<std::unique_ptr<QDBusServiceWatcher>> m_serviceWatchers;
    std::optional<QDBusConnection> m_sessionBus;
    std::optional<QDBusConnection> m_systemBus;
    std::vector<InhibitionService> m_inhibitionServices;
    QDBusUnixFileDescriptor m_idleInhibitor; ///< logind keeps the lock as long as this descriptor is open
    QDBusUnixFileDescriptor m_sleepInhibitor;
    std::unique_ptr<XBlankInhibitor> m_xBlankLock;
};
}
