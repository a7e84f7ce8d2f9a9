// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/clockoffset.h"

namespace Nightdesk
{
using std::chrono::milliseconds;

namespace
{
milliseconds sinceStart(ClockOffset::Clock::time_point at)
{
    return std::chrono::duration_cast<milliseconds>(at.time_since_epoch());
}
}

void ClockOffset::addSample(const QDateTime &sentAt, Clock::time_point arrivedAt)
{
    const Sample sample{.arrivedAt = arrivedAt, .apparentDelay = sinceStart(arrivedAt) - milliseconds(sentAt.toMSecsSinceEpoch())};
    while (!m_samples.empty() && m_samples.back().apparentDelay >= sample.apparentDelay) {
        m_samples.pop_back(); // no longer needed: the new message had a shorter delay, and stays in the window longer
    }
    m_samples.push_back(sample);
    while (arrivedAt - m_samples.front().arrivedAt > sampleWindow) {
        m_samples.pop_front();
    }
}

std::optional<milliseconds> ClockOffset::offset(std::chrono::microseconds roundTrips, const QDateTime &utc, Clock::time_point now) const
{
    for (const Sample &sample : m_samples) {
        if (now - sample.arrivedAt <= sampleWindow) {
            const milliseconds ours = milliseconds(utc.toMSecsSinceEpoch()) - sinceStart(now);
            return std::chrono::round<milliseconds>(roundTrips / 2) - sample.apparentDelay - ours;
        }
    }
    return {};
}

void ClockOffset::clear()
{
    m_samples.clear();
}
}
