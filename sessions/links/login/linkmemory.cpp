// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/linkmemory.h"

#include "sessions/links/login/returnmemory.h"

using namespace Qt::StringLiterals;

namespace Nightdesk
{
LinkMemory::LinkMemory(std::shared_ptr<NightSecrets> night, std::shared_ptr<ReturnMemory> returns)
    : m_night(night ? std::move(night) : std::make_shared<NightSecrets>())
    , m_returns(std::move(returns))
{
}

NightSecrets &LinkMemory::night() const
{
    return *m_night;
}

std::shared_ptr<NightSecrets> LinkMemory::sharedNight() const
{
    return m_night;
}

std::shared_ptr<ReturnMemory> LinkMemory::returns() const
{
    return m_returns;
}

void LinkMemory::setAccount(const QString &account)
{
    // May wait until the file of records is read.
    const auto before = m_returns ? m_returns->login(account) : std::nullopt;
    const std::scoped_lock lock(m_mutex);
    if (m_account != account) {
        m_proven = before;
    }
    m_account = account;
}

QString LinkMemory::name(const QString &subject) const
{
    if (subject != "password"_L1) {
        return NightSecrets::passphraseName(subject);
    }
    const std::scoped_lock lock(m_mutex);
    return NightSecrets::passwordName(m_account);
}

std::optional<Secret> LinkMemory::secret(const QString &subject) const
{
    return m_night->secret(name(subject));
}

void LinkMemory::keep(const QString &subject, const Secret &secret, NightSecrets::NightNumber learnt)
{
    m_night->keep(name(subject), secret, learnt);
}

void LinkMemory::forget(const QString &subject, const Secret &refused, NightSecrets::Verdict verdict)
{
    m_night->forget(name(subject), refused, verdict);
}

bool LinkMemory::isAccepted(const QString &host, const QString &fingerprint) const
{
    return m_night->isAccepted(NightSecrets::hostKeyName(host, fingerprint));
}

void LinkMemory::accept(const QString &host, const QString &fingerprint, bool isSaved)
{
    const QString name = NightSecrets::hostKeyName(host, fingerprint);
    isSaved ? m_night->acceptSaved(name) : m_night->accept(name);
}

QStringList LinkMemory::acceptedKeys(const QString &host) const
{
    return m_night->acceptedKeys(host);
}

std::optional<ProvenLogin> LinkMemory::proven() const
{
    const std::scoped_lock lock(m_mutex);
    return m_proven;
}

void LinkMemory::setProvenLogin(const std::optional<ProvenLogin> &login)
{
    const std::scoped_lock lock(m_mutex);
    m_proven = login;
    if (m_returns) {
        m_returns->keepLogin(m_account, login);
    }
}

void LinkMemory::ignoreProvenLogin()
{
    const std::scoped_lock lock(m_mutex);
    m_proven.reset();
}

int LinkMemory::countLostLogin()
{
    const std::scoped_lock lock(m_mutex);
    return ++m_losses;
}

void LinkMemory::endLosses()
{
    const std::scoped_lock lock(m_mutex);
    m_losses = 0;
}
}
