// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/provenlogin.h"
#include "sessions/links/login/nightsecrets.h"

#include <memory>

namespace Nightdesk
{
class SharedConnectionRecords;

/// The part of the night's secrets that one Link uses: those of its account, and all key files. The account is known after the ssh configuration was
/// read. Shared by the GUI thread and the link's threads. Created with each Link and held by the Link and its worker.
class LinkSecrets
{
public:
    /// @p night: the desk's secrets; null: separate ones for this link. @p connectionRecords: records of what worked in earlier
    /// runs; null: not available.
    explicit LinkSecrets(std::shared_ptr<NightSecrets> night = {}, std::shared_ptr<SharedConnectionRecords> connectionRecords = {});

    NightSecrets &nightSecrets() const;
    std::shared_ptr<NightSecrets> sharedNightSecrets() const;
    std::shared_ptr<SharedConnectionRecords> connectionRecords() const;

    /// @p account: "user@host:port", with the host's name in known_hosts.
    void setAccount(const QString &account);
    /// The name of a secret in NightSecrets. @p subject: "password", or a key file's path.
    QString secretName(const QString &subject) const;

    std::optional<Secret> secret(const QString &subject) const;
    void keepSecret(const QString &subject, const Secret &secret, NightSecrets::NightNumber night);
    /// Drops the secret @p refused, which the server refused: every link asks the user for it next time.
    void forgetSecret(const QString &subject, const Secret &refused, NightSecrets::SecretVerdict verdict = NightSecrets::SecretVerdict::Wrong);

    /// The method and key of the last login to this account, in this run or an earlier one; empty: the login failed, or there was no login.
    std::optional<ProvenLogin> provenLogin() const;
    void setProvenLogin(const std::optional<ProvenLogin> &login);
    /// The next login of this console does not begin with provenLogin(); the record that other consoles use is kept.
    void ignoreProvenLogin();
    /// Counts a login that the host interrupted without a message. Returns the number of such logins in a row.
    int addInterruptedLogin();
    void resetInterruptedLoginCount(); ///< call after a login that succeeded, or when the repeated interruptions were reported

private:
    const std::shared_ptr<NightSecrets> m_nightSecrets;
    const std::shared_ptr<SharedConnectionRecords> m_connectionRecords;
    mutable std::mutex m_mutex;
    QString m_accountName;
    std::optional<ProvenLogin> m_provenLogin;
    int m_consecutiveInterruptedLogins = 0;
};
}
