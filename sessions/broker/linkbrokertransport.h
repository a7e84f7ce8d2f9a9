// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokertransport.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/profiles/profile.h"

#include <QPointer>

namespace Nightdesk
{
class Link;
class LinkStream;

/// A path through an ssh link to the broker's host, or through a link without ssh. Another class owns the link, opens and renews it; it may be
/// deleted at any time. Owned by its BrokerClient, GUI thread.
class LinkBrokerTransport : public BrokerTransport
{
    Q_OBJECT
public:
    LinkBrokerTransport(Link *link, const BrokerSpec &broker, QObject *parent = nullptr);
    ~LinkBrokerTransport() override;

    bool isOpenable() const override;
    void open(UniqueFd localSocketEnd) override;
    void close() override;

private:
    void handleLinkChanged();
    void handleLinkRenewed();
    void handleStreamFailed(const Failure &failure);
    void handleStreamClosed();

    const QPointer<Link> m_link;
    const StreamTarget m_streamTarget;
    std::unique_ptr<LinkStream> m_stream;
    bool m_lastReportedOpenable = false;
    bool m_isLinkSwitchingConnection = false; ///< true while a renewed link switches from its old connection to its new one
};
}
