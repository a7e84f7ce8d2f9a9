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
// Our own move comes back after a round trip and the server's poll of its pointer: 1000 ms at the worst link, and some.
constexpr auto echoWindow = 2s;
// The server clips to its screen and may round.
constexpr int echoReach = 3;
}

void OthersPointer::sent(const QPoint &position, Instant now)
{
    m_sent.push_back({position, now});
    // The last one is kept however old: the pointer is still there.
    while (m_sent.size() > 1 && now - m_sent.front().when > echoWindow) {
        m_sent.pop_front();
    }
    m_others.reset(); // ours is where the pointer is now
}

bool OthersPointer::moved(const QPoint &position, Instant now)
{
    while (m_sent.size() > 1 && now - m_sent.front().when > echoWindow) {
        m_sent.pop_front();
    }
    if (!std::exchange(m_hasReport, true)) {
        // The first report tells where the pointer stood when we came; nobody need have moved it. It may come after a move of ours.
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
