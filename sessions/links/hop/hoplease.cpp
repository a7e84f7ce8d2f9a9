// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/hoplease.h"

#include "sessions/links/hop/hoppool.h"

namespace Nightdesk
{
HopLease::HopLease(HopPool *pool, Link *link, const Link *linkUsingHop)
    : m_hopPool(pool)
    , m_link(link)
    , m_linkUsingHop(linkUsingHop)
{
}

HopLease::~HopLease()
{
    if (m_hopPool) {
        m_hopPool->releaseLease(this);
    }
}

Link *HopLease::link() const
{
    return m_link;
}

std::optional<Failure> HopLease::requestHop(bool isReconnection)
{
    return m_hopPool ? m_hopPool->openHop(this, isReconnection) : std::nullopt;
}

std::optional<Failure> HopLease::renewalRefusal() const
{
    return m_hopPool ? m_hopPool->renewalRefusal(this) : std::nullopt;
}

void HopLease::answerQuestion(quint64 question, const LinkCommand &command)
{
    if (m_hopPool) {
        m_hopPool->noteQuestionAnswered(this, question);
        m_link->answerQuestion(question, command);
    }
}
}
