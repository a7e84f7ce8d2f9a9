// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/echo.h"

#include <QLocalSocket>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
Echo::Echo()
{
    if (!m_server.listen(m_directory.filePath(u"echo"_s))) {
        qFatal("cannot listen");
    }
    QObject::connect(&m_server, &QLocalServer::newConnection, &m_server, [this] {
        while (QLocalSocket *socket = m_server.nextPendingConnection()) {
            QObject::connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
            QObject::connect(socket, &QLocalSocket::readyRead, socket, [this, socket] {
                const QByteArray bytes = socket->readAll();
                received += bytes;
                socket->write(bytes);
            });
        }
    });
}

StreamTarget Echo::target() const
{
    return UnixStreamTarget{m_server.fullServerName()};
}
}
