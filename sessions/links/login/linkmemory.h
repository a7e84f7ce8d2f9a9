// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/provenlogin.h"
#include "sessions/links/login/nightsecrets.h"

#include <memory>

namespace Nightdesk
{
class ReturnMemory;

/// What one Link knows of the night's secrets: those of its account, and the key files and host keys of all. Which account
/// that is turns out when the ssh config was read. Shared by the GUI thread and the link's threads. Created with each Link and held by the
/// Link and its worker.
class LinkMemory
{
public:
    /// @p night: the desk's; null: one of its own. @p returns: what worked in other runs; null: nobody knows.
    explicit LinkMemory(std::shared_ptr<NightSecrets> night = {}, std::shared_ptr<ReturnMemory> returns = {});

    NightSecrets &night() const;
    std::shared_ptr<NightSecrets> sharedNight() const;
    std::shared_ptr<ReturnMemory> returns() const;

    /// @p account: "user@host:port", the host as known_hosts calls it.
    void setAccount(const QString &account);
    /// The night's name of a secret. @p subject: "password", or a key file's path.
    QString name(const QString &subject) const;

    std::optional<Secret> secret(const QString &subject) const;
    void keep(const QString &subject, const Secret &secret, NightSecrets::Night learnt);
    /// It was refused: ask again next time, whichever link it is.
    void forget(const QString &subject, const Secret &refused, NightSecrets::Verdict verdict = NightSecrets::Verdict::Wrong);

    /// Host keys accepted for this run only. @p host as known_hosts calls it.
    bool isAccepted(const QString &host, const QString &fingerprint) const;
    void accept(const QString &host, const QString &fingerprint, bool isSaved = false);
    QStringList acceptedKeys(const QString &host) const;

    /// What the last login to this account began with, of this run or one before; empty: it failed, or there was none.
    std::optional<ProvenLogin> proven() const;
    void prove(const std::optional<ProvenLogin> &login);
    /// The next login of this console does not begin with it; what is kept for others stays.
    void doubtProven();
    /// A login ended in the middle without a word; how many in a row by now. A login that worked, or was given up, ends the row.
    int countLoss();
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
