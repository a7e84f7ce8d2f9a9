// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/links/facts/silencejudge.h"

namespace Nightdesk
{
/// Follows when a live link was heard and judges its silence. It knows that time may pass in which nothing of us ran (the
/// computer slept, the process was stopped): what was heard before proves nothing then, so the link takes no input until it
/// has answered a question put afterwards, and it is given the time for that answer before it is called worse. Pure. Owned by LiveSession.
class SilenceWatch
{
public:
    using Time = BootClock::time_point;
    using RoundTrip = std::optional<std::chrono::microseconds>;

    explicit SilenceWatch(Time now);

    /// Once per turn of whoever looks after the link, at least every second.
    void turned(Time now);
    /// Bytes came.
    void answerHeard(Time now);
    /// The answer came to what was asked at @p asked.
    void answered(Time asked, Time now);
    /// There is reason to doubt it (the network changed): ask at once; without an answer it is stalled sooner than else.
    void doubtAnswer(Time now);

    /// The address at this end is gone, so nothing comes any more by this way: dead at once, until something does come.
    void setLost();

    /// A question should be put now though none is due: none was put since there is doubt.
    bool isInDoubt() const;
    Silence judge(Time now, RoundTrip roundTrip) const;
    /// When the verdict may next get worse, if nothing is heard until then.
    Time nextVerdict(Time now, RoundTrip roundTrip) const;
    Time heardAt() const;

private:
    Time m_heardAt;
    Time m_turnedAt;
    std::optional<Time> m_doubtedAt;
    bool m_jumped = false;
    bool m_isLost = false;
};
}
