// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/nightsecrets.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QString NightSecrets::passwordName(const QString &account)
{
    return u"password "_s + account;
}

QString NightSecrets::passphraseName(const QString &keyFile)
{
    return u"passphrase "_s + keyFile;
}

QString NightSecrets::desktopPasswordName(const QString &place)
{
    return u"desktop "_s + place;
}

QString NightSecrets::hostKeyName(const QString &host, const QString &fingerprint)
{
    return u"host key "_s + host + u' ' + fingerprint;
}

std::optional<Secret> NightSecrets::secret(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_secretsByName.constFind(name);
    return found == m_secretsByName.cend() ? std::nullopt : std::optional(*found);
}

void NightSecrets::keepSecret(const QString &name, const Secret &secret)
{
    keepSecret(name, secret, nightNumber());
}

void NightSecrets::keepSecret(const QString &name, const Secret &secret, NightNumber night)
{
    const std::scoped_lock lock(m_mutex);
    if (night == m_nightNumber) {
        m_secretsByName.insert(name, secret);
        m_refusalsByName.remove(name);
    }
    endQuestion(name);
}

NightSecrets::NightNumber NightSecrets::nightNumber() const
{
    const std::scoped_lock lock(m_mutex);
    return m_nightNumber;
}

void NightSecrets::forgetSecret(const QString &name, const Secret &refused, SecretVerdict verdict)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_secretsByName.constFind(name);
    if (found != m_secretsByName.cend() && found->view() != refused.view()) {
        return; // another link has stored another secret meanwhile
    }
    m_secretsByName.remove(name);
    m_refusalsByName.insert(name, verdict);
}

std::optional<NightSecrets::SecretVerdict> NightSecrets::refusal(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_refusalsByName.constFind(name);
    return found == m_refusalsByName.cend() ? std::nullopt : std::optional(*found);
}

bool NightSecrets::isHostKeyAcceptedForRun(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    return m_acceptedHostKeys.contains(name);
}

void NightSecrets::recordAcceptedHostKey(const QString &name)
{
    const std::scoped_lock lock(m_mutex);
    m_acceptedHostKeys.insert(name);
    endQuestion(name);
}

void NightSecrets::markHostKeySaved(const QString &name)
{
    const std::scoped_lock lock(m_mutex);
    m_savedHostKeys.insert(name);
    m_acceptedHostKeys.insert(name);
    endQuestion(name);
}

QStringList NightSecrets::acceptedHostKeys(const QString &host) const
{
    const QString beginning = hostKeyName(host, {});
    QStringList result;
    const std::scoped_lock lock(m_mutex);
    for (const QString &name : m_acceptedHostKeys) {
        if (name.startsWith(beginning) && !m_savedHostKeys.contains(name)) {
            result << name.sliced(beginning.size());
        }
    }
    return result;
}

void NightSecrets::forgetAll()
{
    const std::scoped_lock lock(m_mutex);
    m_secretsByName.clear();
    m_refusalsByName.clear();
    m_acceptedHostKeys.clear();
    ++m_nightNumber;
    m_savedHostKeys.clear();
}

NightSecrets::AskingDecision NightSecrets::joinQuestionQueue(const QString &name, Requester requester, const std::function<void()> &wake)
{
    const std::scoped_lock lock(m_mutex);
    const auto mine = std::ranges::find_if(m_waitingRequesters, [&](const Waiter &waiter) {
        return waiter.requester == requester && waiter.name == name;
    });
    if (mine != m_waitingRequesters.end() && mine->isQuestionCancelled) {
        m_waitingRequesters.erase(mine);
        return AskingDecision::QuestionCancelled;
    }
    const auto asking = m_askingRequesterByName.constFind(name);
    if (asking == m_askingRequesterByName.cend() || *asking == requester) {
        m_askingRequesterByName.insert(name, requester);
        if (mine != m_waitingRequesters.end()) {
            m_waitingRequesters.erase(mine);
        }
        return AskingDecision::AskUser;
    }
    if (mine == m_waitingRequesters.end()) {
        m_waitingRequesters.push_back({requester, name, wake});
    }
    return AskingDecision::WaitForOtherRequester;
}

int NightSecrets::waitingRequesterCount(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    return static_cast<int>(std::ranges::count(m_waitingRequesters, name, &Waiter::name));
}

void NightSecrets::cancelQuestion(const QString &name, Requester requester)
{
    const std::scoped_lock lock(m_mutex);
    if (m_askingRequesterByName.value(name) != requester) {
        return;
    }
    for (Waiter &waiter : m_waitingRequesters) {
        waiter.isQuestionCancelled = waiter.isQuestionCancelled || waiter.name == name;
    }
    endQuestion(name);
}

void NightSecrets::leaveQuestionQueue(Requester requester)
{
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_waitingRequesters, [requester](const Waiter &waiter) {
        return waiter.requester == requester;
    });
    const QList<QString> asked = m_askingRequesterByName.keys(requester);
    for (const QString &name : asked) {
        endQuestion(name);
    }
}

/// Ends the question for @p name. Call with the lock held: a waiting requester can then neither leave nor be destroyed
/// while it is woken.
void NightSecrets::endQuestion(const QString &name)
{
    m_askingRequesterByName.remove(name);
    for (const Waiter &waiter : m_waitingRequesters) {
        if (waiter.name == name) {
            waiter.wake();
        }
    }
}
}
