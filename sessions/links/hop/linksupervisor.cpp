// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linksupervisor.h"

#include "sessions/common/logging.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

LinkSupervisor::LinkSupervisor(const LinkTarget &target, const SharedLinkObjects &sharedLinkObjects, QObject *parent)
    : LinkSupervisor(std::make_unique<Link>(target, sharedLinkObjects), parent)
{
}

LinkSupervisor::LinkSupervisor(std::unique_ptr<Link> link, QObject *parent)
    : QObject(parent)
    , m_link(std::move(link))
{
    m_retryTimer.setSingleShot(true);
    connect(&m_retryTimer, &QTimer::timeout, this, [this] {
        executeDecision(m_linkPolicy.handleNextAttemptDue(linkStatus(), Clock::now()));
    });
    const auto look = [this] {
        executeDecision(m_linkPolicy.handleLinkChanged(linkStatus(), Clock::now()));
    };
    connect(m_link.get(), &Link::stateChanged, this, look);
    connect(m_link.get(), &Link::answeringChanged, this, look);
    connect(m_link.get(), &Link::linkRenewalFailed, this, [this](const Failure &failure) {
        executeDecision(m_linkPolicy.handleLinkRenewalFailed(linkStatus(), failure, Clock::now()));
    });
}

Link *LinkSupervisor::link() const
{
    return m_link.get();
}

void LinkSupervisor::keepLinkOpen()
{
    executeDecision(m_linkPolicy.handleLinkNeeded(linkStatus(), Clock::now()));
}

void LinkSupervisor::connectAtOnce()
{
    executeDecision(m_linkPolicy.handleLinkRequestedByUser(linkStatus(), Clock::now()));
}

void LinkSupervisor::releaseLink()
{
    m_linkPolicy.handleLinkReleased();
    m_retryTimer.stop();
    m_link->close();
}

void LinkSupervisor::checkConnectivity()
{
    executeDecision(m_linkPolicy.checkConnectivity(linkStatus(), Clock::now()));
}

LinkPolicy::LinkStatus LinkSupervisor::linkStatus() const
{
    return {m_link->state(), m_link->isHostAnswering(), m_link->renewalState().has_value(), m_link->lastFailure()};
}

void LinkSupervisor::executeDecision(LinkPolicy::Decision decision)
{
    if (const auto due = m_linkPolicy.nextAttemptDueAt()) {
        const auto pause = std::max(std::chrono::ceil<std::chrono::milliseconds>(*due - Clock::now()), 0ms);
        if (!m_retryTimer.isActive()) {
            qCInfo(LogLink) << "link" << m_link->target().spec.id << "is tried again in" << pause.count() << "ms";
        }
        m_retryTimer.start(pause);
    } else {
        m_retryTimer.stop();
    }
    if (!decision) {
        return;
    }
    switch (*decision) {
    case LinkPolicy::Action::Open:
        m_link->open();
        break;
    case LinkPolicy::Action::Renew:
        m_link->renew();
        break;
    case LinkPolicy::Action::RenewInteractively:
        m_link->renewInteractively();
        break;
    case LinkPolicy::Action::StopRenewal:
        m_link->stopRenewal();
        break;
    case LinkPolicy::Action::CheckConnectivity:
        m_link->checkConnectivity();
        break;
    }
}
}
