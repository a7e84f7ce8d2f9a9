// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/portrelay.h"

#include <QTcpSocket>

#include <utility>

namespace Nightdesk::Test
{
bool PortRelay::begin(quint16 to)
{
    m_to = to;
    connect(&m_server, &QTcpServer::newConnection, this, &PortRelay::accept);
    return mend();
}

quint16 PortRelay::port() const
{
    return m_port;
}

void PortRelay::cut()
{
    m_server.close();
    for (QTcpSocket *socket : std::exchange(m_accepted, {})) {
        socket->disconnect(this);
        delete socket; // and its other end
    }
}

bool PortRelay::mend()
{
    if (!m_server.listen(QHostAddress::LocalHost, m_port)) {
        return false;
    }
    m_port = m_server.serverPort();
    return true;
}

int PortRelay::connections() const
{
    return static_cast<int>(m_accepted.size());
}

int PortRelay::accepted() const
{
    return m_acceptedInAll;
}

void PortRelay::accept()
{
    while (QTcpSocket *near = m_server.nextPendingConnection()) {
        near->setParent(this);
        auto *far = new QTcpSocket(near);
        m_accepted.append(near);
        ++m_acceptedInAll;
        const auto end = [this, near] {
            if (m_accepted.removeOne(near)) {
                near->deleteLater();
            }
        };
        const auto pass = [](QTcpSocket *from, QTcpSocket *to) {
            to->write(from->readAll());
        };
        connect(near, &QTcpSocket::readyRead, far, [near, far, pass] {
            pass(near, far); // kept until it is connected
        });
        connect(far, &QTcpSocket::readyRead, near, [near, far, pass] {
            pass(far, near);
        });
        connect(near, &QTcpSocket::disconnected, this, end);
        connect(far, &QTcpSocket::disconnected, this, end);
        connect(far, &QTcpSocket::errorOccurred, this, end);
        far->connectToHost(QHostAddress::LocalHost, m_to);
    }
}
}
