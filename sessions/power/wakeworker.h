// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/power/wakeholds.h"
#include "sessions/power/xblankhold.h"

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QObject>
#include <QStringList>

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
    void setActive(bool wanted);

Q_SIGNALS:
    void held(const Nightdesk::WakeHolds &holds);

private:
    /// A service on the session bus that returns a cookie for each lock.
    struct CookieService {
        QString name;
        QString path;
        QString interface;
        bool WakeHolds::*shown;
        std::optional<quint32> cookie = {};
    };
    void hold();
    void requestHolds(); ///< requests locks from services that have not granted one yet
    void release();
    void leaveBuses();
    void connectToBuses();
    void watch(const std::optional<QDBusConnection> &bus, const QString &name);
    void holdBy(CookieService &service);
    void holdLogind();
    QDBusUnixFileDescriptor inhibitor(const QString &what) const;
    void serviceCame(const QString &name);
    void serviceWent(const QString &name);
    void reportHolds();

    const QString m_display;
    const QString m_reason;
    bool m_isWanted = false;
    WakeHolds m_reported;
    QTimer *m_retryTimer; ///< retries while a bus does not answer
    std::vector<std::unique_ptr<QDBusServiceWatcher>> m_watchers;
    std::optional<QDBusConnection> m_session;
    std::optional<QDBusConnection> m_system;
    std::vector<CookieService> m_services;
    QDBusUnixFileDescriptor m_idleInhibitor; ///< logind keeps the lock as long as this descriptor is open
    QDBusUnixFileDescriptor m_sleepInhibitor;
    std::unique_ptr<XBlankHold> m_x11;
};
}
