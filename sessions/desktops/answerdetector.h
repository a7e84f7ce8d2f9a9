// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/recentminimum.h"
#include "sessions/desktops/waitmeter.h"

namespace Nightdesk
{
/// Decides whether a desktop's server answers, from the time of its last data, its round-trip time and the current time. Silence
/// is measured by a clock that includes suspend: after a laptop wakes up, no input is sent before the server answers. Only
/// GivenUp counts just the time in which the computer was awake and the link answered. Pure. Base of DesktopLiveness.
class ServerAnswerDetector
{
public:
    using Instant = BootClock::time_point;
    enum class Verdict {
        Answers,
        HoldInput, ///< no answer for 1.5 s or 5 round trips, whichever is longer: input is blocked
        Stalled, ///< no answer for 3 s or 4 round trips, whichever is longer
        GivenUp, ///< no answer for 20 s or 10 round trips, whichever is longer, although the link answers: the server itself does not respond
    };

    /// Call for a new connection, and again when its first image has arrived.
    void begin(Instant now);
    /// Bytes arrived from the server at the time @p at; a time after @p now is replaced by @p now.
    void noteDataReceived(Instant at, Instant now);
    /// Adds a measured round trip to the VNC server itself. The next function adds one of the ssh link to the server's host.
    void addServerRoundTrip(std::chrono::microseconds roundTrip);
    void addLinkRoundTrip(std::chrono::microseconds roundTrip);
    /// A hidden desktop is probed less often, so longer silence is allowed. When it is shown again, it is not Stalled at once, but
    /// if its last answer is older than a shown desktop's may be, input is held until it answers.
    void setHidden(bool hidden, Instant now);
    /// To be called several times a second. If calls are more than maxInputAge() apart, this process was stopped: then input is blocked for a moment,
    /// because nobody knows how old the input is that is read next.
    void updateSilence(Instant now, bool linkAnswers);

    Verdict currentVerdict(Instant now, bool linkAnswers) const;
    Instant lastDataAt() const;
    /// Input that could reach the server only after this time is dropped instead.
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
    Instant m_inputBlockedUntil;
    WaitMeter m_silenceMeter; ///< time without an answer; counts only while the link answered and the computer was awake
};
}
