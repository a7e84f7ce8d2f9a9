// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/agentbridge.h"
#include "sessions/links/login/logincontext.h"
#include "sessions/links/login/sshkeys.h"

namespace Nightdesk
{
/// Logs in with keys: those of the agent (including hardware keys) and key files, each with its certificates first. Files that need a passphrase come
/// last, and only after the server said that it would accept the key. Link's thread. Owned by Login.
class KeyLogin
{
public:
    using Outcome = LoginContext::Outcome;

    explicit KeyLogin(LoginContext &context);

    Outcome run();
    /// Tries only the key that worked last time. The result is Refused also if that key cannot be used without asking the user.
    Outcome repeatProvenLogin(const ProvenLogin &login);
    /// Tries the first key of run(), if this is a key file without passphrase and certificate. If the server refuses it, run() does not try it again.
    /// The result is Refused also if the first key is of another kind.
    Outcome tryFirstKeyFile();

private:
    /// The agent's keys that belong to the plan's key files, in the order of the files.
    QByteArrayList preferredAgentKeys() const;
    Outcome tryAgent(const QByteArray &onlyKey);
    Outcome tryKeyFile(const QString &file);
    Outcome tryPassphraseKeyFile(const QString &file);
    /// Offers the key with each of its certificates, then without one. A key can hold one certificate only: @p rereadKey
    /// reads the key from the file again.
    Outcome tryKeyWithCertificates(const QString &file, SshKeys::Key key, const std::function<SshKeys::Key()> &rereadKey);
    Outcome tryKeyAndCertificate(const QString &file, const QString &certificate, const SshKeys::Key &key);
    /// Whether the server would accept the key, or one of its certificates.
    std::expected<bool, Outcome> wouldKeyBeAccepted(const QString &file);
    QStringList certificatesOf(const QString &file) const;

    LoginContext &m_loginContext;
    std::unique_ptr<AgentBridge> m_agentBridge;
    std::optional<int> m_agentFd; ///< descriptor for the agent; owned by libssh, which closes it only with the session
    QString m_refusedKeyFile; ///< key file that tryFirstKeyFile() tried and the server refused; empty: none
    QStringList m_passphraseKeyFiles; ///< key files that need a passphrase
    bool m_wouldAgentHelp = false; ///< an agent would help: a key needs a passphrase or is on a token
};
}
