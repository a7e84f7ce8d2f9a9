// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkpolicy.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
bool isEnded(LinkState state)
{
    return state == LinkState::Idle || state == LinkState::Closed;
}

bool isUp(LinkState state)
{
    return state == LinkState::Live || state == LinkState::Stalled || state == LinkState::Dead;
}

// After a connection that worked for this long, a failure counts as the first failure: reconnect immediately, and pauses begin with the shortest.
constexpr auto ranWell = 30s;
// Attempts that fail immediately, for example without a network, must not be repeated in a busy loop.
constexpr auto spacing = 1s;
}

std::optional<LinkPolicy::Time> LinkPolicy::dueAt() const
{
    return m_dueAt;
}

LinkPolicy::Decision LinkPolicy::wanted(const View &view, Time now)
{
    m_isWanted = true;
    return noted(isEnded(view.state) && !m_dueAt ? Decision(Action::Open) : std::nullopt, now);
}

LinkPolicy::Decision LinkPolicy::wantedNow(const View &view, Time now)
{
    m_isWanted = true;
    m_dueAt.reset();
    m_backoff.reset();
    m_wasRefused = false;
    if (isEnded(view.state)) {
        return noted(Action::Open, now);
    }
    return noted(view.state == LinkState::Stalled || view.state == LinkState::Dead ? Decision(Action::RenewAsking) : std::nullopt, now);
}

void LinkPolicy::released()
{
    m_isWanted = false;
    m_dueAt.reset();
    m_liveSince.reset();
    m_ranWell = false;
}

LinkPolicy::Decision LinkPolicy::changed(const View &view, Time now)
{
    if (view.state == LinkState::Live && view.answers) {
        if (!m_liveSince) {
            m_liveSince = now;
            m_ranWell = false;
        }
        m_dueAt.reset();
        m_wasRefused = false;
        return view.isRenewing ? Decision(Action::StopRenewal) : std::nullopt;
    }
    if (view.state == LinkState::Stalled || view.state == LinkState::Dead) {
        noteSilence(now);
    }
    if (!m_isWanted) {
        return std::nullopt;
    }
    if (view.state == LinkState::Stalled || view.state == LinkState::Dead) {
        return noted(view.isRenewing || m_dueAt || m_wasRefused ? std::nullopt : Decision(Action::Renew), now);
    }
    if (view.state != LinkState::Closed) {
        return std::nullopt;
    }
    m_wasRefused = false;
    m_dueAt.reset();
    const auto liveSince = std::exchange(m_liveSince, std::nullopt);
    if (!view.failure || view.failure->kind != FailureKind::Transient) {
        return std::nullopt; // a person has to act first
    }
    const bool didRunWell = std::exchange(m_ranWell, false) || (liveSince && now - *liveSince > ranWell);
    if (didRunWell) {
        m_backoff.reset();
    }
    // Reconnect later, not in the notification of the end: other receivers must be notified first.
    if (view.isRenewing || didRunWell) {
        m_dueAt = now;
    } else {
        m_dueAt = view.failure->answered ? now + m_backoff.nextPause() : afterSilence(now);
    }
    return std::nullopt;
}

/// The link became silent. If it answered for long before, the next failure counts as the first one.
void LinkPolicy::noteSilence(Time now)
{
    const auto liveSince = std::exchange(m_liveSince, std::nullopt);
    if (liveSince && now - *liveSince > ranWell) {
        m_ranWell = true;
        m_backoff.reset();
    }
}

LinkPolicy::Decision LinkPolicy::renewalFailed(const View &view, const Failure &failure, Time now)
{
    if (!m_isWanted || !isUp(view.state) || view.answers || view.isRenewing) {
        return std::nullopt; // still renewing: the renewal waits until a person fixes a hop
    }
    if (failure.kind != FailureKind::Transient) {
        m_wasRefused = true;
        m_dueAt.reset();
        return std::nullopt;
    }
    m_dueAt = failure.answered ? now + m_backoff.nextPause() : afterSilence(now);
    return std::nullopt;
}

LinkPolicy::Decision LinkPolicy::next(const View &view) const
{
    if (!m_isWanted) {
        return std::nullopt;
    }
    if (isEnded(view.state)) {
        return Action::Open;
    }
    return isUp(view.state) && !view.answers && !view.isRenewing && !m_wasRefused ? Decision(Action::Renew) : std::nullopt;
}

LinkPolicy::Decision LinkPolicy::checkNow(const View &view, Time now)
{
    const bool waited = std::exchange(m_dueAt, std::nullopt).has_value();
    if (waited) {
        m_backoff.reset();
    }
    const bool answers = isUp(view.state) && view.answers;
    if (const Decision attempt = !answers && (waited || !isEnded(view.state)) ? next(view) : std::nullopt) {
        return noted(attempt, now);
    }
    // A connection being made may have lost its local address too.
    return isEnded(view.state) ? std::nullopt : Decision(Action::CheckNow);
}

LinkPolicy::Decision LinkPolicy::timeUp(const View &view, Time now)
{
    m_dueAt.reset();
    return noted(next(view), now);
}

LinkPolicy::Decision LinkPolicy::noted(Decision decision, Time now)
{
    if (decision) {
        m_triedAt = now;
    }
    return decision;
}

LinkPolicy::Time LinkPolicy::afterSilence(Time now) const
{
    return m_triedAt ? std::max(now, *m_triedAt + spacing) : now;
}
}
