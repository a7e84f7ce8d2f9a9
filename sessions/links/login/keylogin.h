// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/agentbridge.h"
#include "sessions/links/login/loginturn.h"
#include "sessions/links/login/sshkeys.h"

namespace Nightdesk
{
/// Logs in with keys: those of the agent (hardware keys among them) and key files, each with its certificates first. Files
/// that want a passphrase come last, and only after the server said that it wants the key. Link's thread. Owned by Login.
class KeyLogin
{
public:
    using Outcome = LoginTurn::Outcome;

    explicit KeyLogin(LoginTurn &turn);

    Outcome run();
    /// With the key that worked last time and nothing else; Refused too where it is not at hand without a question.
    Outcome repeatLogin(const ProvenLogin &login);

private:
    /// The agent's keys that belong to the plan's key files, in their order.
    QByteArrayList wishedFirst() const;
    Outcome tryAgent(const QByteArray &only);
    Outcome tryFile(const QString &file);
    Outcome tryLockedFile(const QString &file);
    /// Shows the key with each of its certificates, then by itself. A key takes one certificate: @p fresh reads it again.
    Outcome show(const QString &file, SshKeys::Key key, const std::function<SshKeys::Key()> &fresh);
    Outcome send(const QString &file, const QString &certificate, const SshKeys::Key &key);
    /// Whether the server would take the key, or one of its certificates.
    std::expected<bool, Outcome> isWanted(const QString &file);
    QStringList certificatesOf(const QString &file) const;

    LoginTurn &m_turn;
    std::unique_ptr<AgentBridge> m_agent;
    std::optional<int> m_agentFd; ///< libssh's, which it closes with the session only
    QStringList m_locked; ///< want a passphrase
    bool m_needsAgent = false; ///< a key is locked or on a token
};
}
