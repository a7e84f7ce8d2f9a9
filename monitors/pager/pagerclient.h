// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/acknowledgedcalls.h"
#include "monitors/pager/pager.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/brokerservice/brokerconfig.h"
#include "sessions/brokerservice/retainedquota.h"
#include "sessions/links/hop/link.h"

#include <QSet>
#include <QTimer>

namespace Nightdesk
{
/// `nightdesk-broker` as a client of its own mosquitto. Removes the retained messages of users who are no longer authorized, so that these
/// do not stay on the boards; counts what each credential leaves at the broker; and with a pager, receives calls and acknowledgements, and
/// wakes the support astronomer. Its access list allows nothing else. Its password is valid as long as this object exists. Main thread.
/// Owned by the broker command.
class PagerClient : public QObject
{
    Q_OBJECT
public:
    /// @p command: the command that wakes the support astronomer; empty: none. @p listeners must include a port or a
    /// socket.
    PagerClient(const QStringList &command, const QString &facility, const BrokerListeners &listeners, QObject *parent = nullptr);

    QString user() const; ///< user name at the broker, for BrokerProcess::addOwnUser()
    QString passwordHash() const;

public Q_SLOTS:
    void connectToBroker(); ///< to be called when the broker accepts connections
    /// Removes the retained messages of @p users from the broker: all users removed since the broker started. Call it after the broker has
    /// been reconfigured.
    void removeMessagesOf(const QList<BrokerUser> &users);

Q_SIGNALS:
    void logLineReady(const QString &line);
    void retainedQuotaExceeded(const QString &user); ///< @p user: the name at the broker

private:
    QStringList topicFiltersOfRemovedUsers() const; ///< topic filters for the retained messages of removed users
    void clearFixedRetainedTopics();
    /// Puts the topic of a removed user's retained message into m_topicsToClear. False: the message is of another user, or is empty.
    bool queueForClearing(const BrokerMessage &message);
    void clearQueuedTopics(); ///< removes the retained messages of m_topicsToClear from the broker
    void receiveMessages(const QList<BrokerMessage> &messages);
    void passCallToPager(const DeskName &desk);
    void logBrokerState(BrokerState state);

    BrokerCredential m_credential;
    const bool m_hasPager;
    QList<BrokerUser> m_removedUsers;
    QSet<QString> m_removedUserNames; ///< names of m_removedUsers at the broker
    RetainedQuota m_retainedQuota;
    QStringList m_topicsToClear; ///< topics of retained messages that are to be removed
    bool m_hasClearedTopics = false; ///< whether topics were cleared since the last query for retained messages
    QTimer m_topicClearingTimer; ///< calls clearQueuedTopics()
    Link m_brokerLink; ///< a direct connection, without ssh
    Pager m_pager;
    QHash<DeskName, BoardWire::Call> m_callsByDesk; ///< the last message of each desk
    AcknowledgedCalls m_acknowledgedCalls;
    BrokerClient m_brokerClient;
};
}
