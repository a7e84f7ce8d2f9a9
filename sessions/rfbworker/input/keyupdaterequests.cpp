// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/input/keyupdaterequests.h"

#include <iterator>

namespace Nightdesk::Rfb
{
void KeyUpdateRequests::addPress(Instant now)
{
    if (!m_pressedAt || now - *m_pressedAt >= minBurstInterval) {
        m_pressedAt = now;
        m_sentRequests = 0;
    }
}

bool KeyUpdateRequests::takeDueRequest(Instant now)
{
    bool isDue = false;
    for (auto next = nextChange(); next && now >= *next; next = nextChange()) {
        ++m_sentRequests;
        isDue = true;
    }
    return isDue;
}

std::optional<KeyUpdateRequests::Instant> KeyUpdateRequests::nextChange() const
{
    if (!m_pressedAt || m_sentRequests >= std::size(offsets)) {
        return std::nullopt;
    }
    return *m_pressedAt + offsets[m_sentRequests];
}
}
