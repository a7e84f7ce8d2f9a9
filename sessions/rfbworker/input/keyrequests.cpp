// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/input/keyrequests.h"

#include <iterator>

namespace Nightdesk::Rfb
{
void KeyRequests::pressSent(Instant now)
{
    if (!m_pressedAt || now - *m_pressedAt >= betweenBursts) {
        m_pressedAt = now;
        m_sent = 0;
    }
}

bool KeyRequests::takeDue(Instant now)
{
    bool isDue = false;
    for (auto next = nextChange(); next && now >= *next; next = nextChange()) {
        ++m_sent;
        isDue = true;
    }
    return isDue;
}

std::optional<KeyRequests::Instant> KeyRequests::nextChange() const
{
    if (!m_pressedAt || m_sent >= std::size(offsets)) {
        return std::nullopt;
    }
    return *m_pressedAt + offsets[m_sent];
}
}
