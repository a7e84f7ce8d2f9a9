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
/// Runs the system's mosquitto for a facility: writes its files, forwards its log lines, and ends when it ends. If this process ends, even by a
/// crash, mosquitto is ended too. GUI or main thread; blocks on the disk. Owned by the command that runs the broker.
class BrokerProcess : public QObject
{
    Q_OBJECT
public:
    BrokerProcess(const BrokerDirectory &directory, const BrokerListeners &listeners, QObject *parent = nullptr);
    ~BrokerProcess() override;

    /// Authorizes a client of this process itself, until the broker ends. Call this before begin().
    void addOwnUser(const QString &user, const QString &hash);
    /// Starts mosquitto. The error is translated and says what happened, where, and what to do.
    std::expected<void, QString> begin();
    /// Reads the list of users again, after it was changed.
    void reloadUsers();
    /// Refuses a credential that left too many messages, and ends its connections, until this broker ends or the user is removed and added again.
    /// The user's messages are reported by removedUsersReported().
    void suspendCredential(const QString &user);
    void stop();

    /// Path of the program mosquitto; empty: not installed.
    static QString mosquittoPath();

Q_SIGNALS:
    void logLineReady(const QString &line); ///< @p line: to be written to the log
    void listening();
    /// @p users: all users that were removed since the broker started; the broker has read its files again and refuses them
    void removedUsersReported(const QList<Nightdesk::BrokerUser> &users);
    void processEnded(int exitCode); ///< mosquitto has ended; 0: because of stop()

private:
    QList<BrokerUser> allowedUsers(const BrokerUsers &users) const;
    std::expected<void, QString> writeBrokerFiles();
    std::expected<void, QString> checkAddresses() const;
    void suspendUser(const QString &user, const QString &why);
    void suspendForTooManyClients(const QString &user);
    void makeBrokerReload(); ///< makes mosquitto read its files again, if it runs
    void readBrokerOutput();
    void handleProcessFinished();

    BrokerDirectory m_directory;
    BrokerListeners m_listeners;
    UniqueFd m_runLock;
    QProcess m_process;
    QTimer m_stopTimer;
    BrokerLog m_brokerLog;
    ClientQuota m_clientQuota;
    QByteArray m_partialLine;
    QStringList m_lastOutputLines;
    QList<BrokerUser> m_authorizedUsers;
    QList<BrokerUser> m_removedUsers; ///< users that were removed since the broker started
    QList<BrokerUser> m_suspendedUsers;
    QString m_ownClientUser; ///< user name with which this process itself connects to the broker, as passed to addOwnUser()
    QString m_ownClientPasswordHash;
    bool m_isListening = false;
    bool m_isReloadDue = false; ///< the files were changed before mosquitto listened: it has to read them again
    bool m_isStopping = false;
};
}
