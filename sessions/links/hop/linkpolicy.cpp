// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkpolicy.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
bool isLoggedIn(LinkState state)
{
    return state == LinkState::Live || isSilent(state);
}

// After a connection that worked for this long, a failure counts as the first failure: reconnect immediately, and pauses begin with the shortest.
constexpr auto stableConnectionTime = 30s;
// Attempts that fail immediately, for example without a network, must not be repeated in a busy loop.
constexpr auto minAttemptInterval = 1s;
}

std::optional<LinkPolicy::Time> LinkPolicy::nextAttemptDueAt() const
{
    return m_nextAttemptDueAt;
}

LinkPolicy::Decision LinkPolicy::handleLinkNeeded(const LinkStatus &linkStatus, Time now)
{
    m_isLinkNeeded = true;
    return recordAttemptTime(isEnded(linkStatus.state) && !m_nextAttemptDueAt ? Decision(Action::Open) : std::nullopt, now);
}

LinkPolicy::Decision LinkPolicy::handleLinkRequestedByUser(const LinkStatus &linkStatus, Time now)
{
    m_isLinkNeeded = true;
    m_nextAttemptDueAt.reset();
    m_backoff.reset();
    m_wasLastRenewalRefused = false;
    if (isEnded(linkStatus.state)) {
        return recordAttemptTime(Action::Open, now);
    }
    return recordAttemptTime(isSilent(linkStatus.state) ? Decision(Action::RenewInteractively) : std::nullopt, now);
}

void LinkPolicy::handleLinkReleased()
{
    m_isLinkNeeded = false;
    m_nextAttemptDueAt.reset();
    m_answeringSince.reset();
    m_wasLiveLongBeforeSilence = false;
}

LinkPolicy::Decision LinkPolicy::handleLinkChanged(const LinkStatus &linkStatus, Time now)
{
    if (linkStatus.state == LinkState::Live && linkStatus.isHostAnswering) {
        if (!m_answeringSince) {
            m_answeringSince = now;
            m_wasLiveLongBeforeSilence = false;
        }
        m_nextAttemptDueAt.reset();
        m_wasLastRenewalRefused = false;
        return linkStatus.isRenewing ? Decision(Action::StopRenewal) : std::nullopt;
    }
    if (isSilent(linkStatus.state)) {
        handleSilence(now);
        const bool isRenewalDue = m_isLinkNeeded && !linkStatus.isRenewing && !m_nextAttemptDueAt && !m_wasLastRenewalRefused;
        return recordAttemptTime(isRenewalDue ? Decision(Action::Renew) : std::nullopt, now);
    }
    if (!m_isLinkNeeded || linkStatus.state != LinkState::Closed) {
        return std::nullopt;
    }
    m_wasLastRenewalRefused = false;
    m_nextAttemptDueAt.reset();
    const auto liveSince = std::exchange(m_answeringSince, std::nullopt);
    if (!linkStatus.failure || linkStatus.failure->kind != FailureKind::Transient) {
        return std::nullopt; // the link is not opened automatically: a person has to act first
    }
    const bool didRunWell = std::exchange(m_wasLiveLongBeforeSilence, false) || (liveSince && now - *liveSince > stableConnectionTime);
    if (didRunWell) {
        m_backoff.reset();
    }
    // Reconnect later, not in the notification of the end: other receivers must be notified first.
    if (linkStatus.isRenewing || didRunWell) {
        m_nextAttemptDueAt = now;
    } else {
        m_nextAttemptDueAt = linkStatus.failure->hasPeerAnswered ? now + m_backoff.nextPause() : nextAttemptAfterSilence(now);
    }
    return std::nullopt;
}

/// The link became silent. If it answered for long before, the next failure counts as the first one.
void LinkPolicy::handleSilence(Time now)
{
    const auto liveSince = std::exchange(m_answeringSince, std::nullopt);
    if (liveSince && now - *liveSince > stableConnectionTime) {
        m_wasLiveLongBeforeSilence = true;
        m_backoff.reset();
    }
}

LinkPolicy::Decision LinkPolicy::handleLinkRenewalFailed(const LinkStatus &linkStatus, const Failure &failure, Time now)
{
    if (!m_isLinkNeeded || !isLoggedIn(linkStatus.state) || linkStatus.isHostAnswering || linkStatus.isRenewing) {
        return std::nullopt; // nothing to schedule; if the renewal is still in progress, it waits until a person fixes a hop
    }
    if (failure.kind != FailureKind::Transient) {
        m_wasLastRenewalRefused = true;
        m_nextAttemptDueAt.reset();
        return std::nullopt;
    }
    m_nextAttemptDueAt = failure.hasPeerAnswered ? now + m_backoff.nextPause() : nextAttemptAfterSilence(now);
    return std::nullopt;
}

LinkPolicy::Decision LinkPolicy::nextDecision(const LinkStatus &linkStatus) const
{
    if (!m_isLinkNeeded) {
        return std::nullopt;
    }
    if (isEnded(linkStatus.state)) {
        return Action::Open;
    }
    const bool needsRenewal = isLoggedIn(linkStatus.state) && !linkStatus.isHostAnswering && !linkStatus.isRenewing && !m_wasLastRenewalRefused;
    return needsRenewal ? Decision(Action::Renew) : std::nullopt;
}

LinkPolicy::Decision LinkPolicy::checkConnectivity(const LinkStatus &linkStatus, Time now)
{
    const bool waited = std::exchange(m_nextAttemptDueAt, std::nullopt).has_value();
    if (waited) {
        m_backoff.reset();
    }
    const bool answers = isLoggedIn(linkStatus.state) && linkStatus.isHostAnswering;
    if (const Decision attempt = !answers && (waited || !isEnded(linkStatus.state)) ? nextDecision(linkStatus) : std::nullopt) {
        return recordAttemptTime(attempt, now);
    }
    // Also for a connection that is being made, because it may have lost its local address.
    return isEnded(linkStatus.state) ? std::nullopt : Decision(Action::CheckConnectivity);
}

LinkPolicy::Decision LinkPolicy::handleNextAttemptDue(const LinkStatus &linkStatus, Time now)
{
    m_nextAttemptDueAt.reset();
    return recordAttemptTime(nextDecision(linkStatus), now);
}

LinkPolicy::Decision LinkPolicy::recordAttemptTime(Decision decision, Time now)
{
    if (decision) {
        m_lastAttemptAt = now;
    }
    return decision;
}

LinkPolicy::Time LinkPolicy::nextAttemptAfterSilence(Time now) const
{
    return m_lastAttemptAt ? std::max(now, *m_lastAttemptAt + minAttemptInterval) : now;
}
}
