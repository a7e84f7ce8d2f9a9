// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/callsheard.h"
#include "monitors/pager/pager.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/brokerservice/brokerconfig.h"
#include "sessions/brokerservice/keptquota.h"
#include "sessions/links/hop/link.h"

#include <QTimer>

namespace Nightdesk
{
/// `nightdesk-broker` as a client of its own mosquitto. It takes back what the broker still has of those who are authorized no more, so that they do not stay
/// on the boards; it counts what each credential leaves at the broker; and if there is a pager, it listens for calls and for who has heard them, and wakes the
/// support astronomer. It may write and read nothing else. Its password lives as long as it does. Main thread. Owned by the command that runs the broker.
class PagerClient : public QObject
{
    Q_OBJECT
public:
    /// @p command: the pager; empty: none. @p listeners: a port or a socket is among them.
    PagerClient(const QStringList &command, const QString &facility, const BrokerListeners &listeners, QObject *parent = nullptr);
    ~PagerClient() override;

    QString user() const; ///< for BrokerRun::admitUser()
    QString hash() const;

public Q_SLOTS:
    void begin(); ///< the broker listens
    void stop();
    void forget(const QList<BrokerUser> &users); ///< all who were removed since it runs; the broker knows of it

Q_SIGNALS:
    void lineLogged(const QString &line);
    void tooMuchKept(Nightdesk::BrokerRole role, const QString &name);

private:
    QStringList keptByRemoved() const; ///< filters
    void takeBack();
    /// Of somebody who was removed. False: it is something else.
    bool endKept(const BrokerMessage &message);
    void clearKept();
    void receiveMessages(const QList<BrokerMessage> &messages);
    void publishCall(const DeskName &desk);
    void reportState(BrokerState state);

    BrokerCredential m_credential;
    const bool m_hasPager;
    QList<BrokerUser> m_removed;
    KeptQuota m_quota;
    QStringList m_toClear; ///< topics
    bool m_hasCleared = false; ///< since the broker was asked what it still has of them
    QTimer m_clearing;
    Link m_link; ///< straight from here, without ssh
    Pager m_pager;
    QHash<DeskName, BoardWire::Call> m_calls; ///< as each desk said last
    CallsHeard m_heard;
    BrokerClient m_client;
};
}
