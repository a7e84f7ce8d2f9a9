// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/hoppool.h"

#include "sessions/links/hop/linksupervisor.h"
#include "sessions/links/login/linksecrets.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// An unused hop is kept for this long, so that a link that reconnects after a moment still finds it.
constexpr auto unusedHopLifetime = 5s;
// A closed hop is deleted after this time. Its thread ends within one second, so the link's destructor does not have to wait.
constexpr auto linkEndTimeout = 1200ms;

/// Clears members that do not matter for whether two routes use the same hop.
LinkSpec withoutIdAndPlace(LinkSpec spec)
{
    spec.id.clear();
    spec.place = {};
    return spec;
}
}

HopPool::HopPool(const std::shared_ptr<NightSecrets> &secrets, const std::shared_ptr<SharedConnectionRecords> &connectionRecords)
    : m_nightSecrets(secrets)
    , m_connectionRecords(connectionRecords)
{
    m_closeUnusedTimer.setInterval(1s);
    connect(&m_closeUnusedTimer, &QTimer::timeout, this, &HopPool::closeUnusedHops);
}

HopPool::~HopPool()
{
    // Taken out of the list first: a hop that is destroyed here may still have a lease of another hop, and gives it back to this object.
    const std::vector<std::unique_ptr<HopEntry>> entries = std::exchange(m_hopEntries, {});
    for (const auto &entry : entries) {
        entry->supervisor->link()->blockSignals(true);
        entry->supervisor->releaseLink(); // stop all links before waiting for the first one
    }
}

QList<Link *> HopPool::links() const
{
    QList<Link *> links;
    for (const auto &entry : m_hopEntries) {
        links.append(entry->supervisor->link());
    }
    return links;
}

void HopPool::checkConnectivity()
{
    for (const auto &entry : m_hopEntries) {
        entry->supervisor->checkConnectivity();
    }
}

std::unique_ptr<HopLease> HopPool::createLease(const LinkSpec &spec, const Link *linkUsingHop)
{
    HopEntry &entry = findOrCreateEntry(spec);
    Link *hop = entry.supervisor->link();
    if (isHopOnPathOf(hop, linkUsingHop)) {
        m_closeUnusedTimer.start(); // the hop may have been created for this call only; the timer then removes it
        return nullptr;
    }
    std::unique_ptr<HopLease> lease(new HopLease(this, hop, linkUsingHop));
    entry.leases.append(lease.get());
    return lease;
}

/// Whether the route of @p hop already passes through the hop @p linkUsingHop.
bool HopPool::isHopOnPathOf(const Link *hop, const Link *linkUsingHop) const
{
    if (hop == linkUsingHop) {
        return true;
    }
    return std::ranges::any_of(m_hopEntries, [&](const auto &entry) {
        const bool isOnItsWay = std::ranges::any_of(entry->leases, [hop](const HopLease *lease) {
            return lease->m_linkUsingHop == hop;
        });
        return isOnItsWay && isHopOnPathOf(entry->supervisor->link(), linkUsingHop);
    });
}

HopPool::HopEntry &HopPool::findOrCreateEntry(const LinkSpec &spec)
{
    const LinkSpec place = withoutIdAndPlace(spec);
    const auto found = std::ranges::find_if(m_hopEntries, [&place](const auto &entry) {
        return withoutIdAndPlace(entry->spec) == place;
    });
    if (found != m_hopEntries.end()) {
        return **found;
    }
    m_hopEntries.push_back(std::make_unique<HopEntry>());
    HopEntry *entry = m_hopEntries.back().get();
    entry->spec = spec;
    entry->unusedSince = std::chrono::steady_clock::now();
    entry->supervisor = std::make_unique<LinkSupervisor>(
        Link::createInternalLink(LinkTarget{spec, false}, std::make_shared<LinkSecrets>(m_nightSecrets, m_connectionRecords), this));
    Link *link = entry->supervisor->link();
    const auto ask = [entry](const auto &question) {
        entry->openQuestions.insert(question.id, question);
        entry->forwardEvent(question);
    };
    connect(link, &Link::hostKeyQuestionAsked, this, ask);
    connect(link, &Link::secretQuestionAsked, this, ask);
    connect(link, &Link::linkRenewalFailed, this, [entry](const Failure &failure) {
        if (failure.kind != FailureKind::Transient) {
            entry->renewalRefusal = failure;
        }
    });
    connect(link, &Link::renewalStartedOrEnded, this, [entry, link] {
        if (link->renewalState()) {
            entry->renewalRefusal.reset();
        }
    });
    connect(link, &Link::failed, this, [entry] {
        entry->linksInformedOfFailure.clear();
        for (const HopLease *lease : std::as_const(entry->leases)) {
            entry->linksInformedOfFailure.insert(lease->m_linkUsingHop);
        }
    });
    connect(link, &Link::stateChanged, this, [entry](LinkState state) {
        if (!isSilent(state)) {
            entry->renewalRefusal.reset();
        }
    });
    connect(link, &Link::questionWithdrawn, this, [entry](quint64 question) {
        entry->openQuestions.remove(question);
        entry->forwardEvent(QuestionWithdrawn{question});
    });
    return *entry;
}

HopPool::HopEntry *HopPool::entryOf(const Link *link)
{
    const auto found = std::ranges::find_if(m_hopEntries, [link](const auto &entry) {
        return entry->supervisor->link() == link;
    });
    return found == m_hopEntries.end() ? nullptr : found->get();
}

void HopPool::HopEntry::forwardEvent(const LinkEvent &event) const
{
    if (!leases.isEmpty()) {
        Q_EMIT leases.first()->eventReceived(event);
    }
}

std::optional<Failure> HopPool::openHop(HopLease *lease, bool isReconnection)
{
    if (HopEntry *entry = entryOf(lease->m_link)) {
        if (entry->leases.first() == lease && !entry->openQuestions.isEmpty()) {
            // These questions came while the hop had no user. They are sent later, since the new user may not be connected to the signal yet.
            QMetaObject::invokeMethod(
                lease,
                [this, lease, openQuestions = entry->openQuestions.keys()] {
                    repeatQuestions(lease, openQuestions);
                },
                Qt::QueuedConnection);
        }
        const LinkState state = entry->supervisor->link()->state();
        // If the hop was refused, an automatic reconnection of a link gets the reason and is not repeated. So if the same link asks again, a person
        // has requested it, and the hop is opened again.
        const auto failure = entry->supervisor->link()->lastFailure();
        if (isReconnection && state == LinkState::Closed && failure && failure->kind != FailureKind::Transient
            && !entry->linksInformedOfFailure.contains(lease->m_linkUsingHop)) {
            entry->linksInformedOfFailure.insert(lease->m_linkUsingHop);
            return failure;
        }
        // A silent hop is renewed here even if its renewal was refused because questions were not allowed: this caller allows
        // questions.
        if (isEnded(state) || isSilent(state)) {
            entry->supervisor->connectAtOnce();
        }
    }
    return std::nullopt;
}

/// Sends those of @p openQuestions that are still open.
void HopPool::repeatQuestions(HopLease *lease, const QList<quint64> &openQuestions)
{
    HopEntry *entry = entryOf(lease->m_link);
    if (!entry || entry->leases.isEmpty() || entry->leases.first() != lease) {
        return;
    }
    const auto open = entry->openQuestions;
    for (const quint64 id : openQuestions) {
        if (const auto question = open.constFind(id); question != open.cend()) {
            entry->forwardEvent(*question);
        }
    }
}

std::optional<Failure> HopPool::renewalRefusal(const HopLease *lease)
{
    const HopEntry *entry = entryOf(lease->m_link);
    return entry && !entry->supervisor->link()->isHostAnswering() ? entry->renewalRefusal : std::nullopt;
}

void HopPool::noteQuestionAnswered(const HopLease *lease, quint64 question)
{
    if (HopEntry *entry = entryOf(lease->m_link)) {
        entry->openQuestions.remove(question);
    }
}

void HopPool::releaseLease(HopLease *lease)
{
    HopEntry *entry = entryOf(lease->m_link);
    if (!entry) {
        return;
    }
    const bool wasAsking = !entry->leases.isEmpty() && entry->leases.first() == lease;
    entry->leases.removeOne(lease);
    if (entry->leases.isEmpty()) {
        entry->unusedSince = std::chrono::steady_clock::now();
        m_closeUnusedTimer.start();
    }
    if (!wasAsking) {
        return;
    }
    const auto open = entry->openQuestions;
    for (auto it = open.cbegin(); it != open.cend(); ++it) {
        Q_EMIT lease->eventReceived(QuestionWithdrawn{it.key()});
        if (entry->leases.isEmpty()) {
            // No user is left who could answer; an open question would block the next user.
            entry->supervisor->link()->close();
            return;
        }
        entry->forwardEvent(*it);
    }
}

void HopPool::closeUnusedHops()
{
    const auto now = std::chrono::steady_clock::now();
    bool isMore = false;
    for (const auto &entry : m_hopEntries) {
        if (!entry->leases.isEmpty()) {
            continue;
        }
        isMore = true;
        const LinkState state = entry->supervisor->link()->state();
        // A login that asks a question would wait for the end of the host's patience, and with it every other link that needs the same secret.
        const bool canCompleteLogin = (state == LinkState::CheckingHost || state == LinkState::LoggingIn) && entry->openQuestions.isEmpty();
        if (canCompleteLogin) {
            entry->unusedSince = now; // keep the hop until its login is complete: sshd penalizes clients that close the connection during the login
        } else if (!isEnded(state) && now - entry->unusedSince >= unusedHopLifetime) {
            entry->supervisor->releaseLink();
            entry->unusedSince = now;
        }
    }
    // Destroyed only after the list is complete again: a hop may still have a lease of another hop, and gives it back to this object.
    std::vector<std::unique_ptr<HopEntry>> kept;
    std::vector<std::unique_ptr<HopEntry>> ended;
    for (auto &entry : m_hopEntries) {
        const bool isUnused = entry->leases.isEmpty() && isEnded(entry->supervisor->link()->state()) && now - entry->unusedSince >= linkEndTimeout;
        (isUnused ? ended : kept).push_back(std::move(entry));
    }
    m_hopEntries = std::move(kept);
    if (!isMore) {
        m_closeUnusedTimer.stop();
    }
}
}
