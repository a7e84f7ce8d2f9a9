// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/provenlogin.h"
#include "sessions/links/login/nightsecrets.h"

#include <memory>

namespace Nightdesk
{
class ReturnMemory;

/// The part of the night's secrets that one Link uses: those of its account, and all key files and host keys. The account is known after the ssh
/// configuration was read. Shared by the GUI thread and the link's threads. Created with each Link and held by the Link and its worker.
class LinkMemory
{
public:
    /// @p night: the desk's secrets; null: separate ones for this link. @p returns: records of what worked in earlier
    /// runs; null: not available.
    explicit LinkMemory(std::shared_ptr<NightSecrets> night = {}, std::shared_ptr<ReturnMemory> returns = {});

    NightSecrets &night() const;
    std::shared_ptr<NightSecrets> sharedNight() const;
    std::shared_ptr<ReturnMemory> returns() const;

    /// @p account: "user@host:port", with the host's name in known_hosts.
    void setAccount(const QString &account);
    /// The name of a secret in NightSecrets. @p subject: "password", or a key file's path.
    QString name(const QString &subject) const;

    std::optional<Secret> secret(const QString &subject) const;
    void keep(const QString &subject, const Secret &secret, NightSecrets::NightNumber learnt);
    /// The server refused the secret: every link asks the user for it next time.
    void forget(const QString &subject, const Secret &refused, NightSecrets::Verdict verdict = NightSecrets::Verdict::Wrong);

    /// Whether the host key was accepted for this run only. @p host: name in known_hosts.
    bool isAccepted(const QString &host, const QString &fingerprint) const;
    void accept(const QString &host, const QString &fingerprint, bool isSaved = false);
    QStringList acceptedKeys(const QString &host) const;

    /// The method and key of the last login to this account, in this run or an earlier one; empty: the login failed, or there was no login.
    std::optional<ProvenLogin> proven() const;
    void setProvenLogin(const std::optional<ProvenLogin> &login);
    /// The next login of this console does not begin with proven(); the record that other consoles use is kept.
    void ignoreProvenLogin();
    /// Counts logins that ended in the middle without a message; returns how many in a row so far. endLosses() resets the count after a login that
    /// worked or was given up.
    int countLostLogin();
    void endLosses();

private:
    const std::shared_ptr<NightSecrets> m_night;
    const std::shared_ptr<ReturnMemory> m_returns;
    mutable std::mutex m_mutex;
    QString m_account;
    std::optional<ProvenLogin> m_proven;
    int m_losses = 0;
};
}
