// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/directbrokerway.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
/// Of what waits on the way while the other side does not read.
constexpr qsizetype pipeLimit = 256 * 1024;

UniqueFd reach(const BrokerSpec &broker)
{
    if (const auto *socket = std::get_if<UnixSocket>(&broker.address)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray path = socket->path.toLocal8Bit();
        std::strncpy(address.sun_path, path.constData(), sizeof address.sun_path - 1);
        UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        return ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? std::move(fd) : UniqueFd();
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(std::get<TcpPort>(broker.address).port);
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int one = 1;
    ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? std::move(fd) : UniqueFd();
}
}

DirectBrokerWay::DirectBrokerWay(const BrokerSpec &broker, QObject *parent)
    : BrokerWay(parent)
    , m_broker(broker)
{
}

bool DirectBrokerWay::isOpenable() const
{
    return m_isOpenable;
}

void DirectBrokerWay::setOpenable(bool openable)
{
    if (openable != m_isOpenable) {
        m_isOpenable = openable;
        Q_EMIT openableChanged(openable);
    }
}

void DirectBrokerWay::open(UniqueFd end)
{
    close();
    UniqueFd far = reach(m_broker);
    if (!far.isValid()) {
        Q_EMIT failed({FailureKind::Transient, u"Nobody is there."_s, {}, {}});
        return;
    }
    m_near = std::make_unique<BrokerStream>(std::move(end));
    m_far = std::make_unique<BrokerStream>(std::move(far));
    join(*m_near, *m_far);
    join(*m_far, *m_near);
    setFrozen(m_isFrozen);
    Q_EMIT opened();
}

void DirectBrokerWay::join(BrokerStream &from, BrokerStream &to)
{
    connect(&from, &BrokerStream::arrived, this, [&from, &to](const QByteArray &bytes) {
        to.write(bytes);
        from.pause(to.waiting() > pipeLimit);
    });
    connect(&to, &BrokerStream::drained, this, [this, &from] {
        from.pause(m_isFrozen);
    });
    connect(&from, &BrokerStream::ended, this, &DirectBrokerWay::cut);
}

void DirectBrokerWay::setFrozen(bool frozen)
{
    m_isFrozen = frozen;
    for (BrokerStream *stream : {m_near.get(), m_far.get()}) {
        if (stream) {
            stream->pause(frozen);
        }
    }
}

void DirectBrokerWay::cut()
{
    const bool wasOpen = m_near != nullptr;
    close();
    if (wasOpen) {
        Q_EMIT closed();
    }
}

void DirectBrokerWay::close()
{
    for (std::unique_ptr<BrokerStream> *stream : {&m_near, &m_far}) {
        if (*stream) {
            (*stream)->disconnect(this);
            (*stream)->close();
            stream->release()->deleteLater(); // it may be the one who speaks
        }
    }
}
}
