// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/brokerservice/brokerconfig.h"
#include "sessions/brokerservice/brokerdirectory.h"
#include "sessions/brokerservice/brokerlog.h"
#include "sessions/brokerservice/clientquota.h"

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

namespace Nightdesk
{
/// Runs the system's mosquitto for a facility: writes what it reads, hands on what it says, and goes with it. When this process
/// dies, however, mosquitto is ended too. GUI or main thread; blocks on the disk. Owned by the command that runs the broker.
class BrokerRun : public QObject
{
    Q_OBJECT
public:
    BrokerRun(const BrokerDirectory &directory, const BrokerListeners &listeners, QObject *parent = nullptr);
    ~BrokerRun() override;

    /// The client that this process itself lets in, until it ends. Before begin().
    void admitUser(const QString &user, const QString &hash);
    /// The error is translated: what, where, what to do.
    std::expected<void, QString> begin();
    /// Whom to let in was changed.
    void reload();
    /// Refuses a credential that left too much, and ends its connections, until this ends or until it is removed and added again. What it has left is
    /// removed().
    void suspend(BrokerRole role, const QString &name);
    void stop();

    /// Of mosquitto; empty: it is not installed.
    static QString program();

Q_SIGNALS:
    void lineLogged(const QString &line); ///< for the log
    void listening();
    void removed(const QList<Nightdesk::BrokerUser> &users); ///< all since it began; the broker knows of it
    void ended(int exitCode); ///< 0: we stopped it

private:
    QList<BrokerUser> allowed(const BrokerUsers &users) const;
    std::expected<void, QString> writeFiles();
    std::expected<void, QString> checkAddresses() const;
    void suspendUser(const BrokerUser &user, const QString &why);
    void suspendCrowd(const QString &user);
    void read();
    void finish();

    BrokerDirectory m_directory;
    BrokerListeners m_listeners;
    UniqueFd m_lock;
    QProcess m_process;
    QTimer m_patience;
    BrokerLog m_log;
    ClientQuota m_clients;
    QByteArray m_rest;
    QStringList m_lastWords;
    QList<BrokerUser> m_authorized;
    QList<BrokerUser> m_removed; ///< since it began
    QList<BrokerUser> m_suspended;
    QString m_user; ///< of admitUser()
    QString m_hash;
    bool m_isListening = false;
    bool m_isStopping = false;
};
}
