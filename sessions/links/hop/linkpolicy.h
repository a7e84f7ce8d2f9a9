// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/backoff.h"
#include "sessions/links/facts/linkfacts.h"

namespace Nightdesk
{
/// Decides when a link is opened, renewed and left alone. Only what a person need not mend is tried again by itself: every
/// second where nobody answered (the AttemptGovernor spaces the attempts of all links), after growing pauses where a peer said no.
/// Pure but for the jitter of its pauses: it is told what happened and when, and answers what is to be done. Owned by LinkSupervisor.
class LinkPolicy
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// The link as it is now.
    struct View {
        LinkState state = LinkState::Idle;
        bool answers = false;
        bool isRenewing = false;
        std::optional<Failure> failure; ///< why it is Closed
    };
    enum class Action {
        Open,
        Renew,
        RenewAsking, ///< a person is there to answer
        StopRenewal,
        LookAgain
    };
    using Decision = std::optional<Action>;

    /// A display waits for it.
    Decision wanted(const View &view, Time now);
    /// A person asks for it.
    Decision wantedNow(const View &view, Time now);
    /// Nobody wants it any more.
    void released();
    /// Its state changed, or whether it answers.
    Decision changed(const View &view, Time now);
    Decision renewalFailed(const View &view, const Failure &failure, Time now);
    /// The network changed, or the computer woke up.
    Decision lookAgain(const View &view, Time now);
    /// What dueAt() announced has come.
    Decision timeUp(const View &view, Time now);

    /// When to call timeUp(); empty: never.
    std::optional<Time> dueAt() const;

private:
    void noteSilence(Time now);
    Decision next(const View &view) const;
    Decision noted(Decision decision, Time now);
    Time afterSilence(Time now) const;

    Backoff m_backoff;
    std::optional<Time> m_dueAt;
    std::optional<Time> m_liveSince; ///< since it was last opened or came back
    std::optional<Time> m_triedAt; ///< when an attempt last began
    bool m_isWanted = false;
    bool m_ranWell = false; ///< for long before it fell silent
    bool m_wasRefused = false; ///< the renewal was, and is not repeated
};

/// Which old connections of a link are worth keeping: those with something in them, for 15 minutes of silence (TCP itself
/// gives up after about that time), and not too many.
struct RetentionPolicy {
    static constexpr int most = 4; ///< beyond that the oldest goes
    static constexpr std::chrono::minutes patience{15};

    static constexpr bool isWorthKeeping(bool isCarrying, std::chrono::nanoseconds silent)
    {
        return isCarrying && silent < patience;
    }
};
}
