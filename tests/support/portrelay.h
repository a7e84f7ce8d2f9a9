// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>

class QTcpSocket;

namespace Nightdesk::Test
{
/// A port of the loopback that leads to another one, until it is cut: between two servers that are not ours. GUI or test thread.
class PortRelay : public QObject
{
    Q_OBJECT
public:
    bool begin(quint16 to); ///< false: there is no free port
    quint16 port() const;
    void cut(); ///< both ends of each connection are told, and nobody gets through
    bool mend();
    int connections() const; ///< that are open
    int accepted() const; ///< since it began

private:
    void accept();

    QTcpServer m_server;
    QList<QTcpSocket *> m_accepted;
    int m_acceptedInAll = 0;
    quint16 m_port = 0;
    quint16 m_to = 0;
};
}
