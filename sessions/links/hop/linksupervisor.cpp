// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linksupervisor.h"

#include "sessions/common/logging.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

LinkSupervisor::LinkSupervisor(const LinkTarget &target, const LinkSurroundings &surroundings, QObject *parent)
    : LinkSupervisor(std::make_unique<Link>(target, surroundings), parent)
{
}

LinkSupervisor::LinkSupervisor(std::unique_ptr<Link> link, QObject *parent)
    : QObject(parent)
    , m_link(std::move(link))
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        act(m_policy.timeUp(view(), Clock::now()));
    });
    const auto look = [this] {
        act(m_policy.changed(view(), Clock::now()));
    };
    connect(m_link.get(), &Link::stateChanged, this, look);
    connect(m_link.get(), &Link::answersChanged, this, look);
    connect(m_link.get(), &Link::renewalFailed, this, [this](const Failure &failure) {
        act(m_policy.renewalFailed(view(), failure, Clock::now()));
    });
}

LinkSupervisor::~LinkSupervisor() = default;

Link *LinkSupervisor::link() const
{
    return m_link.get();
}

void LinkSupervisor::requestLink()
{
    act(m_policy.wanted(view(), Clock::now()));
}

void LinkSupervisor::connectAtOnce()
{
    act(m_policy.wantedNow(view(), Clock::now()));
}

void LinkSupervisor::release()
{
    m_policy.released();
    m_pause.stop();
    m_link->close();
}

void LinkSupervisor::checkNow()
{
    act(m_policy.checkNow(view(), Clock::now()));
}

LinkPolicy::View LinkSupervisor::view() const
{
    return {m_link->state(), m_link->answers(), m_link->renewal().has_value(), m_link->lastFailure()};
}

void LinkSupervisor::act(LinkPolicy::Decision decision)
{
    if (const auto due = m_policy.dueAt()) {
        const auto pause = std::max(std::chrono::ceil<std::chrono::milliseconds>(*due - Clock::now()), 0ms);
        if (!m_pause.isActive()) {
            qCInfo(LogLink) << "link" << m_link->target().spec.id << "is tried again in" << pause.count() << "ms";
        }
        m_pause.start(pause);
    } else {
        m_pause.stop();
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
    case LinkPolicy::Action::RenewAsking:
        m_link->renewInteractively();
        break;
    case LinkPolicy::Action::StopRenewal:
        m_link->stopRenewal();
        break;
    case LinkPolicy::Action::CheckNow:
        m_link->checkNow();
        break;
    }
}
}
