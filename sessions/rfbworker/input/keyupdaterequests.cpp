// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/input/keyupdaterequests.h"

#include <iterator>

namespace Nightdesk::Rfb
{
void KeyUpdateRequests::addSentKeyOrButton(Instant now)
{
    if (!m_burstStartedAt || now - *m_burstStartedAt >= minBurstInterval) {
        m_burstStartedAt = now;
        m_sentRequestCount = 0;
    }
}

bool KeyUpdateRequests::takeDueRequest(Instant now)
{
    bool isDue = false;
    for (auto next = nextChange(); next && now >= *next; next = nextChange()) {
        ++m_sentRequestCount;
        isDue = true;
    }
    return isDue;
}

std::optional<KeyUpdateRequests::Instant> KeyUpdateRequests::nextChange() const
{
    if (!m_burstStartedAt || m_sentRequestCount >= std::size(offsets)) {
        return std::nullopt;
    }
    return *m_burstStartedAt + offsets[m_sentRequestCount];
}
}
