// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/hubconfig.h"
#include "app/pager.h"
#include "monitors/board/callsheard.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/links/link.h"

namespace Nightdesk
{
/// The hub at its own broker. It takes back what the broker still has of those who are let in no more, so that they do not stay on
/// the boards; and if there is a pager, it listens for calls and for who has heard them, and wakes the support astronomer. It may write
/// and read nothing else. Its password lives as long as it does. Main thread.
class HubClient : public QObject
{
    Q_OBJECT
public:
    /// @p command: the pager; empty: none. @p listeners: a port or a socket is among them.
    HubClient(const QStringList &command, const QString &facility, const HubListeners &listeners, QObject *parent = nullptr);
    ~HubClient() override;

    QString user() const; ///< for HubRun::admit()
    QString hash() const;

public Q_SLOTS:
    void begin(); ///< the broker listens
    void stop();
    void forget(const QList<HubUser> &users); ///< all who were removed since it runs; the broker knows of it

Q_SIGNALS:
    void said(const QString &line);

private:
    void takeBack();
    /// Of an SA who was removed. False: it is something else.
    bool endKept(const BrokerMessage &message, const BoardTopics::Parsed &topic);
    void take(const QList<BrokerMessage> &messages);
    void tell(const DeskName &desk);
    void tellState(BrokerState state);

    BrokerCredential m_credential;
    const bool m_hasPager;
    QList<HubUser> m_removed;
    Link m_link; ///< straight from here, without ssh
    Pager m_pager;
    QHash<DeskName, BoardWire::Call> m_calls; ///< as each desk said last
    CallsHeard m_heard;
    BrokerClient m_client;
};
}
