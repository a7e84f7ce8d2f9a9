// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/linkmemory.h"

namespace Nightdesk
{
std::optional<Secret> LinkMemory::secret(const QString &subject) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_secrets.constFind(subject);
    return found == m_secrets.cend() ? std::nullopt : std::optional(*found);
}

void LinkMemory::keep(const QString &subject, const Secret &secret)
{
    const std::scoped_lock lock(m_mutex);
    m_secrets.insert(subject, secret);
}

void LinkMemory::forget(const QString &subject)
{
    const std::scoped_lock lock(m_mutex);
    m_secrets.remove(subject);
}

bool LinkMemory::isAccepted(const QString &fingerprint) const
{
    const std::scoped_lock lock(m_mutex);
    return m_accepted.contains(fingerprint);
}

void LinkMemory::accept(const QString &fingerprint)
{
    const std::scoped_lock lock(m_mutex);
    m_accepted.insert(fingerprint);
}

std::shared_ptr<LinkMemory> LinkMemory::ofHop()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_hop) {
        m_hop = std::make_shared<LinkMemory>();
    }
    return m_hop;
}
}
