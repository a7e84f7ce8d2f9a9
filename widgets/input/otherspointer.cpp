// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/otherspointer.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// The server echoes a move after one round trip and its next poll of the pointer: up to 1000 ms on the worst connection, plus a margin.
constexpr auto echoWindow = 2s;
// The server clips positions to its screen and may round them.
constexpr int echoReach = 3;
}

void OthersPointer::sent(const QPoint &position, Instant now)
{
    m_sent.push_back({position, now});
    // The last position is always kept: the pointer is still there.
    while (m_sent.size() > 1 && now - m_sent.front().when > echoWindow) {
        m_sent.pop_front();
    }
    m_others.reset(); // the local user has moved the pointer
}

bool OthersPointer::moved(const QPoint &position, Instant now)
{
    while (m_sent.size() > 1 && now - m_sent.front().when > echoWindow) {
        m_sent.pop_front();
    }
    if (!std::exchange(m_hasReport, true)) {
        // The server's first report gives the pointer's position at connection time, so it does not prove that another
        // user moved the pointer. It may arrive after a local move.
        if (m_sent.empty()) {
            m_sent.push_back({position, now});
        }
        return false;
    }
    const bool isEcho = std::ranges::any_of(m_sent, [&](const Seen &seen) {
        return (seen.position - position).manhattanLength() <= echoReach;
    });
    if (isEcho) {
        return false;
    }
    m_others = Seen{position, now};
    return true;
}

std::optional<QPoint> OthersPointer::position(Instant now) const
{
    return m_others && now - m_others->when < shownFor ? std::optional(m_others->position) : std::nullopt;
}

void OthersPointer::clear()
{
    m_sent.clear();
    m_hasReport = false;
    m_others.reset();
}
}
