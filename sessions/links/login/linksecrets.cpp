// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/linksecrets.h"

#include "sessions/links/login/connectionmemory.h"

using namespace Qt::StringLiterals;

namespace Nightdesk
{
LinkSecrets::LinkSecrets(std::shared_ptr<NightSecrets> night, std::shared_ptr<SharedConnectionRecords> connectionRecords)
    : m_nightSecrets(night ? std::move(night) : std::make_shared<NightSecrets>())
    , m_connectionRecords(std::move(connectionRecords))
{
}

NightSecrets &LinkSecrets::nightSecrets() const
{
    return *m_nightSecrets;
}

std::shared_ptr<NightSecrets> LinkSecrets::sharedNightSecrets() const
{
    return m_nightSecrets;
}

std::shared_ptr<SharedConnectionRecords> LinkSecrets::connectionRecords() const
{
    return m_connectionRecords;
}

void LinkSecrets::setAccount(const QString &account)
{
    // May wait until the file of records is read.
    const auto before = m_connectionRecords ? m_connectionRecords->login(account) : std::nullopt;
    const std::scoped_lock lock(m_mutex);
    if (m_accountName != account) {
        m_provenLogin = before;
    }
    m_accountName = account;
}

QString LinkSecrets::secretName(const QString &subject) const
{
    if (subject != "password"_L1) {
        return NightSecrets::passphraseName(subject);
    }
    const std::scoped_lock lock(m_mutex);
    return NightSecrets::passwordName(m_accountName);
}

std::optional<Secret> LinkSecrets::secret(const QString &subject) const
{
    return m_nightSecrets->secret(secretName(subject));
}

void LinkSecrets::keepSecret(const QString &subject, const Secret &secret, NightSecrets::NightNumber night)
{
    m_nightSecrets->keepSecret(secretName(subject), secret, night);
}

void LinkSecrets::forgetSecret(const QString &subject, const Secret &refused, NightSecrets::SecretVerdict verdict)
{
    m_nightSecrets->forgetSecret(secretName(subject), refused, verdict);
}

std::optional<ProvenLogin> LinkSecrets::provenLogin() const
{
    const std::scoped_lock lock(m_mutex);
    return m_provenLogin;
}

void LinkSecrets::setProvenLogin(const std::optional<ProvenLogin> &login)
{
    const std::scoped_lock lock(m_mutex);
    m_provenLogin = login;
    if (m_connectionRecords) {
        m_connectionRecords->rememberLogin(m_accountName, login);
    }
}

void LinkSecrets::ignoreProvenLogin()
{
    const std::scoped_lock lock(m_mutex);
    m_provenLogin.reset();
}

int LinkSecrets::addInterruptedLogin()
{
    const std::scoped_lock lock(m_mutex);
    return ++m_consecutiveInterruptedLogins;
}

void LinkSecrets::resetInterruptedLoginCount()
{
    const std::scoped_lock lock(m_mutex);
    m_consecutiveInterruptedLogins = 0;
}
}
