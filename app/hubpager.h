// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/hubconfig.h"
#include "app/pager.h"
#include "monitors/board/callsheard.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/links/link.h"

namespace Nightdesk
{
/// Listens for calls and for who has heard them at the hub's own broker, as a client that may read nothing else, and wakes the support astronomer. Its
/// password lives as long as it does. Main thread.
class HubPager : public QObject
{
    Q_OBJECT
public:
    /// @p listeners: a port or a socket is among them.
    HubPager(const QStringList &command, const QString &facility, const HubListeners &listeners, QObject *parent = nullptr);
    ~HubPager() override;

    QString user() const; ///< for HubRun::admit()
    QString hash() const;

public Q_SLOTS:
    void begin(); ///< the broker listens
    void stop();

Q_SIGNALS:
    void said(const QString &line);

private:
    void take(const QList<BrokerMessage> &messages);
    void tell(const DeskName &desk);
    void tellState(BrokerState state);

    BrokerCredential m_credential;
    Link m_link; ///< straight from here, without ssh
    Pager m_pager;
    QHash<DeskName, BoardWire::Call> m_calls; ///< as each desk said last
    CallsHeard m_heard;
    BrokerClient m_client;
};
}
