// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/linkbrokerway.h"

#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/hop/link.h"

namespace Nightdesk
{
namespace
{
StreamTarget targetOf(const BrokerSpec &broker)
{
    if (const auto *socket = std::get_if<UnixSocket>(&broker.address)) {
        return StreamUnix{socket->path};
    }
    const TcpPort &tcp = std::get<TcpPort>(broker.address);
    return StreamTcp{tcp.host, tcp.port};
}
}

LinkBrokerWay::LinkBrokerWay(Link *link, const BrokerSpec &broker, QObject *parent)
    : BrokerWay(parent)
    , m_link(link)
    , m_target(targetOf(broker))
{
    m_wasOpenable = isOpenable();
    if (link) {
        connect(link, &Link::stateChanged, this, &LinkBrokerWay::linkChanged);
        connect(link, &Link::renewed, this, &LinkBrokerWay::linkRenewed);
        connect(link, &QObject::destroyed, this, &LinkBrokerWay::linkChanged);
    }
}

LinkBrokerWay::~LinkBrokerWay() = default;

Link *LinkBrokerWay::link() const
{
    return m_link;
}

bool LinkBrokerWay::isOpenable() const
{
    // Not during the link's login, although a stream could be requested: the user may take minutes to type a password.
    return m_link && !m_isBetween && m_link->state() == LinkState::Live;
}

void LinkBrokerWay::open(UniqueFd end)
{
    dropStream();
    if (!m_link) {
        Q_EMIT failed(LinkFailure::notLive());
        return;
    }
    m_stream = m_link->openStream(m_target, std::move(end));
    connect(m_stream.get(), &LinkStream::opened, this, &BrokerWay::opened);
    connect(m_stream.get(), &LinkStream::failed, this, &LinkBrokerWay::streamFailed);
    connect(m_stream.get(), &LinkStream::closed, this, &LinkBrokerWay::streamClosed);
}

void LinkBrokerWay::close()
{
    dropStream();
}

void LinkBrokerWay::dropStream()
{
    if (m_stream) {
        m_stream->disconnect(this);
        m_stream.release()->deleteLater(); // it may be the sender of the present signal
    }
}

void LinkBrokerWay::streamFailed(const Failure &failure)
{
    dropStream();
    Failure told = failure;
    if (told.kind == FailureKind::Refused) {
        // The host also refuses while the broker's machine or program is being started.
        told.kind = FailureKind::Transient;
    }
    Q_EMIT failed(told);
}

void LinkBrokerWay::streamClosed()
{
    dropStream();
    Q_EMIT closed();
}

void LinkBrokerWay::linkChanged()
{
    if (const bool openable = isOpenable(); openable != m_wasOpenable) {
        m_wasOpenable = openable;
        Q_EMIT openableChanged(openable);
    }
}

void LinkBrokerWay::linkRenewed()
{
    if (m_stream) {
        // The stream is in the old connection, which is kept only for programs. The path counts as closed while its user handles the stream's end,
        // so that it waits for openableChanged() and not for its next attempt.
        dropStream();
        const QPointer<LinkBrokerWay> self(this);
        m_isBetween = true;
        m_wasOpenable = false;
        Q_EMIT closed();
        if (!self) {
            return;
        }
        m_isBetween = false;
    }
    linkChanged();
}
}
