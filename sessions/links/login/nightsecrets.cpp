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

QString NightSecrets::desktopName(const QString &place)
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
    const auto found = m_kept.constFind(name);
    return found == m_kept.cend() ? std::nullopt : std::optional(*found);
}

void NightSecrets::keep(const QString &name, const Secret &secret)
{
    const std::scoped_lock lock(m_mutex);
    m_kept.insert(name, secret);
    m_refused.remove(name);
    endQuestion(name);
}

void NightSecrets::keep(const QString &name, const Secret &secret, NightNumber night)
{
    const std::scoped_lock lock(m_mutex);
    if (night == m_night) {
        m_kept.insert(name, secret);
        m_refused.remove(name);
    }
    endQuestion(name);
}

NightSecrets::NightNumber NightSecrets::night() const
{
    const std::scoped_lock lock(m_mutex);
    return m_night;
}

void NightSecrets::forget(const QString &name, const Secret &refused, Verdict verdict)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_kept.constFind(name);
    if (found != m_kept.cend() && found->view() != refused.view()) {
        return; // another link has stored another secret meanwhile
    }
    m_kept.remove(name);
    m_refused.insert(name, verdict);
}

void NightSecrets::forget(const QString &name)
{
    const std::scoped_lock lock(m_mutex);
    m_kept.remove(name);
    m_refused.insert(name, Verdict::Wrong);
}

std::optional<NightSecrets::Verdict> NightSecrets::refusal(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_refused.constFind(name);
    return found == m_refused.cend() ? std::nullopt : std::optional(*found);
}

bool NightSecrets::wasRefused(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    return m_refused.contains(name);
}

bool NightSecrets::isAccepted(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    return m_accepted.contains(name);
}

void NightSecrets::accept(const QString &name)
{
    const std::scoped_lock lock(m_mutex);
    m_accepted.insert(name);
    endQuestion(name);
}

void NightSecrets::acceptSaved(const QString &name)
{
    const std::scoped_lock lock(m_mutex);
    m_saved.insert(name);
    m_accepted.insert(name);
    endQuestion(name);
}

QStringList NightSecrets::acceptedKeys(const QString &host) const
{
    const QString beginning = hostKeyName(host, {});
    QStringList result;
    const std::scoped_lock lock(m_mutex);
    for (const QString &name : m_accepted) {
        if (name.startsWith(beginning) && !m_saved.contains(name)) {
            result << name.sliced(beginning.size());
        }
    }
    return result;
}

void NightSecrets::forgetAll()
{
    const std::scoped_lock lock(m_mutex);
    m_kept.clear();
    m_refused.clear();
    m_accepted.clear();
    ++m_night;
    m_saved.clear();
}

NightSecrets::Turn NightSecrets::takeTurn(const QString &name, Requester requester, const std::function<void()> &wake)
{
    const std::scoped_lock lock(m_mutex);
    const auto mine = std::ranges::find_if(m_waiting, [&](const Waiter &waiter) {
        return waiter.requester == requester && waiter.name == name;
    });
    if (mine != m_waiting.end() && mine->isCancelled) {
        m_waiting.erase(mine);
        return Turn::Cancelled;
    }
    const auto asking = m_asking.constFind(name);
    if (asking == m_asking.cend() || *asking == requester) {
        m_asking.insert(name, requester);
        if (mine != m_waiting.end()) {
            m_waiting.erase(mine);
        }
        return Turn::Mine;
    }
    if (mine == m_waiting.end()) {
        m_waiting.push_back({requester, name, wake});
    }
    return Turn::Wait;
}

int NightSecrets::inLine(const QString &name) const
{
    const std::scoped_lock lock(m_mutex);
    return static_cast<int>(std::ranges::count(m_waiting, name, &Waiter::name));
}

void NightSecrets::cancel(const QString &name, Requester requester)
{
    const std::scoped_lock lock(m_mutex);
    if (m_asking.value(name) != requester) {
        return;
    }
    for (Waiter &waiter : m_waiting) {
        waiter.isCancelled = waiter.isCancelled || waiter.name == name;
    }
    endQuestion(name);
}

void NightSecrets::leave(Requester requester)
{
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_waiting, [requester](const Waiter &waiter) {
        return waiter.requester == requester;
    });
    const QList<QString> asked = m_asking.keys(requester);
    for (const QString &name : asked) {
        endQuestion(name);
    }
}

/// Ends the question for @p name. Call with the lock held: a waiting requester can then neither leave nor be destroyed
/// while it is woken.
void NightSecrets::endQuestion(const QString &name)
{
    m_asking.remove(name);
    for (const Waiter &waiter : m_waiting) {
        if (waiter.name == name) {
            waiter.wake();
        }
    }
}
}
