// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/backoff.h"
#include "sessions/links/facts/linkfacts.h"

namespace Nightdesk
{
/// Decides when a link is opened, renewed and not retried. Only failures that need no person are retried automatically: every second if the host did
/// not answer (the AttemptLimiter spaces the attempts of all links), after growing pauses if it refused. Pure except for the jitter of its pauses:
/// events and times are arguments, and the results say what to do. Owned by LinkSupervisor.
class LinkPolicy
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// The present state of the link.
    struct LinkStatus {
        LinkState state = LinkState::Idle;
        bool isHostAnswering = false;
        bool isRenewing = false;
        std::optional<Failure> failure; ///< the reason why the link is Closed
    };
    enum class Action {
        Open,
        Renew,
        RenewInteractively, ///< renew with permission to ask, because a person can answer questions
        StopRenewal,
        CheckConnectivity
    };
    using Decision = std::optional<Action>;

    /// A display needs the link.
    Decision handleLinkNeeded(const LinkStatus &linkStatus, Time now);
    /// A person requests the link.
    Decision handleLinkRequestedByUser(const LinkStatus &linkStatus, Time now);
    /// The link is not needed any more.
    void handleLinkReleased();
    /// The link's state changed, or the link answers again or no longer.
    Decision handleLinkChanged(const LinkStatus &linkStatus, Time now);
    Decision handleLinkRenewalFailed(const LinkStatus &linkStatus, const Failure &failure, Time now);
    /// The network changed, or the computer woke up.
    Decision checkConnectivity(const LinkStatus &linkStatus, Time now);
    /// The time that nextAttemptDueAt() announced has come.
    Decision handleNextAttemptDue(const LinkStatus &linkStatus, Time now);

    /// When to call handleNextAttemptDue(); empty: never.
    std::optional<Time> nextAttemptDueAt() const;

private:
    void handleSilence(Time now);
    Decision nextDecision(const LinkStatus &linkStatus) const;
    Decision recordAttemptTime(Decision decision, Time now);
    Time nextAttemptAfterSilence(Time now) const;

    Backoff m_backoff;
    std::optional<Time> m_nextAttemptDueAt;
    std::optional<Time> m_answeringSince; ///< when the link was last opened or answered again
    std::optional<Time> m_lastAttemptAt; ///< when the last attempt began
    bool m_isLinkNeeded = false;
    bool m_wasLiveLongBeforeSilence = false; ///< the link was live for long before it became silent
    bool m_wasLastRenewalRefused = false; ///< the last renewal was refused, so it is not repeated automatically
};

/// Which old connections of a link are kept: those with streams or programs, for 15 minutes of silence (TCP itself ends after about that time), and
/// not too many.
struct OldConnectionPolicy {
    static constexpr int maxOldConnections = 4; ///< maximum number of old connections; if there are more, the oldest is closed
    static constexpr std::chrono::minutes maxSilence{15};

    static constexpr bool isWorthKeeping(bool isCarryingTraffic, std::chrono::nanoseconds silent)
    {
        return isCarryingTraffic && silent < maxSilence;
    }
};
}
