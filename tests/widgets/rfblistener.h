// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStringList>
#include <QTcpServer>
#include <QTcpSocket>

namespace Nightdesk::Test
{
/// Passes bytes on between an RFB client and its server, neither with a password, and writes down each key, each pointer message
/// where that is wanted each text ("text") that the client offers. The test's thread.
class RfbListener : public QObject
{
public:
    static constexpr quint32 marker = 0xffe0; ///< F35, which no row presses: what was sent before it has arrived

    enum class Texts {
        Left, ///< what a new connection says of its clipboard depends on what came before
        Told
    };
    /// @p trace outlives it.
    RfbListener(quint16 port, Texts texts, QStringList *trace);

    quint16 port() const;
    void cut(); ///< the connection
    int markers() const; ///< that came up
    bool hasUnderstood() const; ///< every message so far

private:
    void join(QTcpSocket *near, quint16 port, QStringList *trace);

    const Texts m_texts;
    QTcpServer m_server;
    QPointer<QTcpSocket> m_near;
    int m_markers = 0;
    bool m_hasUnderstood = true;
};
}
