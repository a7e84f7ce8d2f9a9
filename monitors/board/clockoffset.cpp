// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/clockoffset.h"

namespace Nightdesk
{
using std::chrono::milliseconds;

namespace
{
milliseconds timeSinceClockEpoch(ClockOffset::Clock::time_point at)
{
    return std::chrono::duration_cast<milliseconds>(at.time_since_epoch());
}
}

void ClockOffset::addSample(const QDateTime &sentAt, Clock::time_point arrivedAt)
{
    const Sample sample{.arrivedAt = arrivedAt, .apparentDelay = timeSinceClockEpoch(arrivedAt) - milliseconds(sentAt.toMSecsSinceEpoch())};
    while (!m_samples.empty() && m_samples.back().apparentDelay >= sample.apparentDelay) {
        m_samples.pop_back(); // only the shortest delay in the window is used: the new sample has a shorter one, and leaves the window later
    }
    m_samples.push_back(sample);
    while (arrivedAt - m_samples.front().arrivedAt > sampleWindow) {
        m_samples.pop_front();
    }
}

std::optional<milliseconds> ClockOffset::offset(std::chrono::microseconds roundTripSum, const QDateTime &utcNow, Clock::time_point steadyNow) const
{
    for (const Sample &sample : m_samples) {
        if (steadyNow - sample.arrivedAt <= sampleWindow) {
            const milliseconds ours = milliseconds(utcNow.toMSecsSinceEpoch()) - timeSinceClockEpoch(steadyNow);
            return std::chrono::round<milliseconds>(roundTripSum / 2) - sample.apparentDelay - ours;
        }
    }
    return {};
}

void ClockOffset::clear()
{
    m_samples.clear();
}
}
