// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>

namespace Nightdesk
{
class Desk;
class MessageBar;
class XServerMonitor;
class Session;

/// Offers a private X server for a connected X program that needs a visual which this workstation's X server does not have. Once for each program.
/// GUI thread. Owned by ConsoleVisuals.
class VisualNotices : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    VisualNotices(Desk *desk, XServerMonitor *servers, MessageBar *message, QObject *parent = nullptr);

    /// The text of the offer for @p session; empty: no private X server is offered.
    QString offerText(const Session *session) const;

private:
    void offerPrivateServers();
    void acceptOffer(const QString &topic);

    Desk *const m_desk;
    XServerMonitor *const m_serverMonitor;
    MessageBar *const m_messageBar;
    QSet<QString> m_offeredSessionKeys; ///< Session::key() of programs for which the private X server was offered
};
}
