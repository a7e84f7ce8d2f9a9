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
/// The login to a desktop's server: who can be asked for its password, which password is tried, and kept for the night if accepted;
/// and what is remembered of the server for the next connection. Owned by the session, GUI thread.
class DesktopLogin
{
public:
    explicit DesktopLogin(Link *link);

    /// Sets the server of the next connections, and loads what is remembered of it.
    void setServer(const DesktopAddress &address);
    const StreamTarget &server() const;
    AssumptionsAboutServer &serverAssumptions();
    void saveServerAssumptions();

    /// Adds @p who, which can answer password questions until it is destroyed.
    void addPasswordAnswerer(const QObject *who);
    bool canAskForPassword() const;

    /// The server requests a password.
    void setChallenge(const RfbWire::Challenge &challenge);
    bool isChallengeUnanswered() const; ///< the challenge is not answered yet
    /// Closes the question about the password. True: the question was open. challenge() stays valid.
    bool closeChallenge();
    const RfbWire::Challenge &challenge() const;
    std::optional<Secret> savedSecret() const; ///< a password that was accepted earlier this night
    void setTriedSecret(const Secret &secret);
    /// Call when the connection is dropped: a server that is reached later has not accepted the tried password.
    void forgetTriedSecret();
    void handleAcceptance();
    void handleRefusal();
    /// Number of this attempt, from 1: counts refused attempts since the last accepted password.
    int attemptNumber() const;

private:
    QString secretName() const;
    QString serverNameInRecords() const;

    Link *const m_link;
    StreamTarget m_serverTarget;
    AssumptionsAboutServer m_serverAssumptions;
    QList<QPointer<const QObject>> m_passwordAnswerers;
    std::optional<Secret> m_triedSecret;
    RfbWire::Challenge m_loginChallenge;
    bool m_isChallengeUnanswered = false;
    int m_refusedAttempts = 0;
};
}
