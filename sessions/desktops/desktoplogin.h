// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/serverrecall.h"
#include "sessions/links/hop/link.h"
#include "sessions/rfbwire/messages.h"

#include <QList>
#include <QPointer>

#include <optional>

namespace Nightdesk
{
/// The login at a desktop's server: who can be asked for its password, which one is tried, and kept for the night when it was right;
/// and what is remembered of the server for the next connection. Owned by the session, GUI thread.
class DesktopLogin
{
public:
    explicit DesktopLogin(Link *link);

    /// Connections are to this one from now on. What is remembered of it is fetched.
    void setServer(const DesktopAddress &address);
    const StreamTarget &server() const;
    ServerRecall &recall();
    void keepRecall();

    /// Who answers when a password is wanted, until it is gone.
    void addAnswerer(const QObject *who);
    bool canAsk() const;

    /// The server wants one.
    void challenged(const RfbWire::Challenge &challenge);
    bool isOpen() const; ///< its answer is waited for
    /// True: it was. The challenge stays known.
    bool close();
    const RfbWire::Challenge &challenge() const;
    std::optional<Secret> keptSecret() const; ///< that was right this night
    void isTriedSecret(const Secret &secret);
    void accepted();
    void refused();
    int attemptNumber() const; ///< from 1: passwords refused since the last that was right, and this one

private:
    QString secretName() const;
    QString returnName() const;

    Link *const m_link;
    StreamTarget m_server;
    ServerRecall m_recall;
    QList<QPointer<const QObject>> m_answerers;
    std::optional<Secret> m_tried;
    RfbWire::Challenge m_challenge;
    bool m_isOpen = false;
    int m_refusals = 0;
};
}
