// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/recentminimum.h"
#include "sessions/desktops/waitmeter.h"

namespace Nightdesk
{
/// Decides whether a desktop's server answers, from the time of its last data, its round-trip time and the current time. Silence
/// is measured by a clock that includes suspend: after a laptop wakes up, no input is sent before the server answers. Only
/// GivenUp counts just the time in which the computer was awake and the link answered. Pure. Owned by DesktopLiveness.
class AnswerDetector
{
public:
    using Instant = BootClock::time_point;
    enum class Verdict {
        Answers,
        HoldInput, ///< no answer for max(1.5 s, 5 RTT)
        Stalled, ///< no answer for max(3 s, 4 RTT)
        GivenUp, ///< no answer for max(20 s, 10 RTT) although the link answers: the server itself does not respond
    };

    /// Call for a new connection, and again when its first image has arrived.
    void begin(Instant now);
    /// Bytes arrived from the server at the time @p at; a time after @p now is replaced by @p now.
    void noteDataReceived(Instant at, Instant now);
    /// Adds a measured round trip: to the server itself, or of the link to its host.
    void addServerRoundTrip(std::chrono::microseconds roundTrip);
    void addLinkRoundTrip(std::chrono::microseconds roundTrip);
    /// A hidden desktop is probed less often, so longer silence is allowed. When it is shown again, it is not Stalled at once, but
    /// if its last answer is older than a shown desktop's may be, input is held until it answers.
    void setHidden(bool hidden, Instant now);
    /// To be called several times a second. A longer pause than maxInputAge() between calls means that this process was stopped: input
    /// that is read right afterward is of unknown age.
    void updateSilence(Instant now, bool linkAnswers);

    Verdict currentVerdict(Instant now, bool linkAnswers) const;
    Instant lastDataAt() const;
    /// Age above which input is dropped.
    std::chrono::milliseconds maxInputAge() const;
    std::chrono::milliseconds silenceUntilStalled() const;
    std::chrono::milliseconds connectionGiveUpLimit() const; ///< time without an answer until the verdict GivenUp
    std::chrono::milliseconds loginSilenceLimit() const; ///< how long a login may be without progress: 10 s + 10 RTT

private:
    std::chrono::milliseconds durationOfRoundTrips(int count) const;

    Instant m_lastDataAt;
    Instant m_shownAgainAt; ///< when the desktop was last shown after it was hidden; only set if it answered in time while hidden
    bool m_isDesktopHidden = false;
    RecentMinimum m_minServerRoundTrip;
    RecentMinimum m_minLinkRoundTrip;
    std::optional<Instant> m_lastSilenceCheckAt;
    Instant m_inputHeldUntil;
    WaitMeter m_silenceMeter; ///< time without an answer; counts only while the link answered and the computer was awake
};
}
