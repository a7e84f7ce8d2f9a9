// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/leastof.h"
#include "sessions/desktops/waitmeter.h"

namespace Nightdesk
{
/// Decides whether a desktop's server answers, from when it was last heard, what a round trip takes and the time now. Silence
/// is judged by the clock, the time asleep included: after a lid was opened nothing is sent before something came back. Only
/// giving up waits until we were awake for as long, with a link that answers. Pure. Owned by DesktopLiveness.
class AnswerDetector
{
public:
    using Instant = BootClock::time_point;
    enum class Verdict {
        Answers,
        HoldInput, ///< nothing came back for max(1.5 s, 5 RTT)
        Stalled, ///< for max(3 s, 4 RTT)
        GivenUp, ///< for max(20 s, 10 RTT) although the link answers: it is the server that is silent
    };

    /// A new connection opens, and once more when its first picture came.
    void begin(Instant now);
    /// Bytes came from the server @p at; nobody is believed who has heard it after @p now.
    void answerHeard(Instant at, Instant now);
    /// Round trips to the server itself, and of the link beneath.
    void serverTook(std::chrono::microseconds roundTrip);
    void linkTook(std::chrono::microseconds roundTrip);
    /// What is hidden is asked less often. Shown again it has its time to answer before it is stalled, and takes no input before
    /// it did when it last spoke longer ago than what is shown may.
    void setHidden(bool hidden, Instant now);
    /// A few times a second. Between looks that lie further apart than input may be old, we did not run ourselves: what is read
    /// then was typed nobody knows when.
    void judgeSilence(Instant now, bool linkAnswers);

    Verdict judge(Instant now, bool linkAnswers) const;
    Instant heardAt() const;
    /// What was typed longer ago is not sent any more.
    std::chrono::milliseconds inputLimit() const;
    std::chrono::milliseconds stalledLimit() const;
    std::chrono::milliseconds patience() const; ///< until it is given up
    std::chrono::milliseconds loginLimit() const; ///< for a server that has not let us in yet: 10 s + 10 RTT

private:
    std::chrono::milliseconds roundTrips(int count) const;

    Instant m_heardAt;
    Instant m_shownAt; ///< and it answered then, by the slower count
    bool m_isHidden = false;
    LeastOf m_server;
    LeastOf m_link;
    std::optional<Instant> m_lookedAt;
    Instant m_deafUntil;
    WaitMeter m_silence; ///< while the link answered and we were awake
};
}
