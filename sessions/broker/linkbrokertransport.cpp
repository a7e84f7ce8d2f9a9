// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/linkbrokertransport.h"

#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/hop/link.h"

namespace Nightdesk
{
namespace
{
StreamTarget targetOf(const BrokerSpec &broker)
{
    if (const auto *socket = std::get_if<UnixSocket>(&broker.address)) {
        return UnixStreamTarget{socket->path};
    }
    const TcpAddress &tcp = std::get<TcpAddress>(broker.address);
    return TcpStreamTarget{tcp.host, tcp.port};
}
}

LinkBrokerTransport::LinkBrokerTransport(Link *link, const BrokerSpec &broker, QObject *parent)
    : BrokerTransport(parent)
    , m_link(link)
    , m_streamTarget(targetOf(broker))
{
    m_lastReportedOpenable = isOpenable();
    if (link) {
        connect(link, &Link::stateChanged, this, &LinkBrokerTransport::handleLinkChanged);
        connect(link, &Link::connectionRenewed, this, &LinkBrokerTransport::handleLinkRenewed);
        connect(link, &QObject::destroyed, this, &LinkBrokerTransport::handleLinkChanged);
    }
}

LinkBrokerTransport::~LinkBrokerTransport() = default;

bool LinkBrokerTransport::isOpenable() const
{
    // Not during the link's login, although a stream could be requested then: the user may take minutes to type a
    // password.
    return m_link && !m_isLinkSwitchingConnection && m_link->state() == LinkState::Live;
}

void LinkBrokerTransport::open(UniqueFd localSocketEnd)
{
    close();
    if (!m_link) {
        Q_EMIT streamFailed(LinkFailure::notLive());
        return;
    }
    m_stream = m_link->openStream(m_streamTarget, std::move(localSocketEnd));
    connect(m_stream.get(), &LinkStream::opened, this, &BrokerTransport::streamOpened);
    connect(m_stream.get(), &LinkStream::failed, this, &LinkBrokerTransport::handleStreamFailed);
    connect(m_stream.get(), &LinkStream::closed, this, &LinkBrokerTransport::handleStreamClosed);
}

void LinkBrokerTransport::close()
{
    if (m_stream) {
        m_stream->disconnect(this);
        m_stream.release()->deleteLater(); // deleted later, because one of its signals may be calling this function
    }
}

void LinkBrokerTransport::handleStreamFailed(const Failure &failure)
{
    close();
    Failure told = failure;
    if (told.kind == FailureKind::Refused) {
        // Retried automatically, because the host also refuses a stream while the broker's machine or program is being started.
        told.kind = FailureKind::Transient;
    }
    Q_EMIT streamFailed(told);
}

void LinkBrokerTransport::handleStreamClosed()
{
    close();
    Q_EMIT streamClosed();
}

void LinkBrokerTransport::handleLinkChanged()
{
    if (const bool openable = isOpenable(); openable != m_lastReportedOpenable) {
        m_lastReportedOpenable = openable;
        Q_EMIT openableChanged(openable);
    }
}

void LinkBrokerTransport::handleLinkRenewed()
{
    if (m_stream) {
        // The stream uses the link's old ssh connection, which is kept only for programs. While BrokerClient handles streamClosed(), isOpenable() is
        // false: so it waits for openableChanged() and not for the time of its next attempt.
        close();
        const QPointer<LinkBrokerTransport> self(this);
        m_isLinkSwitchingConnection = true;
        m_lastReportedOpenable = false;
        Q_EMIT streamClosed();
        if (!self) {
            return;
        }
        m_isLinkSwitchingConnection = false;
    }
    handleLinkChanged();
}
}
