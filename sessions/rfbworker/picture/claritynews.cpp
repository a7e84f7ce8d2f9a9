// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/claritynews.h"

namespace Nightdesk::Rfb
{
std::optional<bool> ClarityNews::tell(bool exact, bool isShown, Clock::time_point now)
{
    m_due.reset();
    if (exact == m_told || (exact && !isShown)) {
        return std::nullopt;
    }
    if (exact && m_toldAt && now < *m_toldAt + pause) {
        m_due = *m_toldAt + pause;
        return std::nullopt;
    }
    m_told = exact;
    m_toldAt = now;
    return exact;
}

std::optional<ClarityNews::Clock::time_point> ClarityNews::due() const
{
    return m_due;
}
}
