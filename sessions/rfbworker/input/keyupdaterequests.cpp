// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/input/keyupdaterequests.h"

#include <iterator>

namespace Nightdesk::Rfb
{
void UpdateRequestsAfterKeys::addSentKeyOrButton(Instant now)
{
    if (!m_burstStartedAt || now - *m_burstStartedAt >= minBurstInterval) {
        m_burstStartedAt = now;
        m_sentRequestCount = 0;
    }
}

bool UpdateRequestsAfterKeys::takeDueRequest(Instant now)
{
    bool isDue = false;
    for (auto next = nextChangeAt(); next && now >= *next; next = nextChangeAt()) {
        ++m_sentRequestCount;
        isDue = true;
    }
    return isDue;
}

std::optional<UpdateRequestsAfterKeys::Instant> UpdateRequestsAfterKeys::nextChangeAt() const
{
    if (!m_burstStartedAt || m_sentRequestCount >= std::size(requestDelays)) {
        return std::nullopt;
    }
    return *m_burstStartedAt + requestDelays[m_sentRequestCount];
}
}
