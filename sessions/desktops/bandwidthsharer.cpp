// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/bandwidthsharer.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/desktops/shareout.h"
#include "sessions/links/hop/link.h"

#include <QHash>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// libssh gives a channel a window of 2 MiB and enlarges it again when half is used. The message that enlarges the
// window takes half a round trip, and the data that it allows takes the other half. So a stream that the window never
// stops sends at most half of the window per round trip.
constexpr quint32 channelWindow = 1024 * 1024;
// Nightdesk cannot limit the traffic of X programs. However much they send, the desktops get at least a quarter of the budget.
constexpr std::int64_t minDesktopShareDivisor = 4;
// The focused desktop gets at least this fraction (1/7) before its demand is measured: enough for the answer to a key.
constexpr std::int64_t focusMinimumDivisor = 7;
constexpr std::int64_t littleRate = 8 * 1024;
// From this rate on a worker gets each ping. It is less than several small updates a second (a clock, a log): without pings the worker would request
// pixels to measure the path, and each of these requests takes the place of the one that waits for the next change.
constexpr std::int64_t rateThatNeedsPings = 512;
// No path is faster. A server that has taken its worker over may claim any number, and must not take the others' shares by an overflow.
constexpr std::int64_t maxClaimedRate = 1'000'000'000'000;
constexpr int measurementsForRate = 2; // a desktop's rate is known after this number of measurements
// A link is pinged twice a second, or once per round trip: an older answer is out of date.
constexpr auto maxPingAge = 2s;
// A worker interprets a missing ping as a late one. So pings continue for a while after a stream has ended, to show that its queue is gone.
constexpr auto pingsContinueFor = 5s;

QString pathKeyOf(const Link *link)
{
    const LinkSpec &spec = link->target().spec;
    if (spec.host.isEmpty()) {
        return QString::number(reinterpret_cast<quintptr>(link)); // a link without ssh is a path of its own
    }
    return spec.jumpHosts.isEmpty() ? spec.host + u':' + QString::number(spec.port.value_or(0)) : spec.jumpHosts.first();
}

BandwidthRank rankOf(const DesktopSession &session)
{
    using Visibility = DesktopSession::Visibility;
    if (session.state() != SessionState::Live) {
        return BandwidthRank::NoUpdates;
    }
    switch (session.effectiveVisibility()) {
    case Visibility::Hidden:
        return BandwidthRank::NoUpdates;
    case Visibility::OneHertz:
        return BandwidthRank::CoveredByWindows;
    case Visibility::Visible:
        break;
    }
    return session.hasFocus() ? BandwidthRank::Focused : BandwidthRank::Visible;
}

/// Whether the difference is large enough to be sent.
bool differEnoughToSend(std::int64_t a, std::int64_t b, std::int64_t minChange)
{
    return (a == 0) != (b == 0) || std::abs(a - b) > std::max(minChange, b / 16);
}
}

std::shared_ptr<BandwidthSharer> BandwidthSharer::of(const Link *link)
{
    static QHash<QString, std::weak_ptr<BandwidthSharer>> all;
    all.removeIf([](const auto &entry) {
        return entry.value().expired();
    });
    std::weak_ptr<BandwidthSharer> &known = all[pathKeyOf(link)];
    std::shared_ptr<BandwidthSharer> sharer = known.lock();
    if (!sharer) {
        sharer.reset(new BandwidthSharer);
        known = sharer;
    }
    if (std::ranges::find(sharer->m_sharedLinks, link, &SharedLink::link) == sharer->m_sharedLinks.end()) {
        sharer->m_sharedLinks.push_back({link, {}});
        connect(link, &Link::stateChanged, sharer.get(), [self = sharer.get(), link](LinkState state) {
            if (state != LinkState::Live && state != LinkState::Stalled) {
                self->removeLink(link);
            }
        });
        connect(link, &Link::pingAnswered, sharer.get(), [self = sharer.get(), link](const PingAnswer &ping) {
            self->addPing(link, ping);
        });
        connect(link, &QObject::destroyed, sharer.get(), [self = sharer.get(), link] {
            std::erase_if(self->m_sharedLinks, [link](const SharedLink &shared) {
                return shared.link == link;
            });
        });
    }
    return sharer;
}

void BandwidthSharer::add(DesktopSession *session)
{
    m_sharingDesktops.push_back({session, {}});
    connect(session, &DesktopSession::statsChanged, this, [this, session] {
        measureRate(session);
    });
    // Queued, because sending a share may end that desktop's session while the capacity is being divided.
    connect(session, &Session::stateChanged, this, &BandwidthSharer::shareCapacity, Qt::QueuedConnection);
}

void BandwidthSharer::remove(const DesktopSession *session)
{
    std::erase_if(m_sharingDesktops, [session](const SharingDesktop &member) {
        return member.session == session;
    });
    shareCapacity();
}

void BandwidthSharer::measureRate(DesktopSession *session)
{
    const auto now = std::chrono::steady_clock::now();
    const auto found = std::ranges::find(m_sharingDesktops, session, &SharingDesktop::session);
    if (found == m_sharingDesktops.end()) {
        return;
    }
    const std::int64_t received = session->stats().received.count;
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - std::exchange(found->measuredAt, now));
    const std::int64_t before = std::exchange(found->receivedByteCount, received);
    found->rateMeasurementCount = received >= before ? found->rateMeasurementCount + 1 : 1;
    // A new worker counts its bytes from zero. Its first count gives no rate, because the time at which it began is not
    // known.
    const std::int64_t more = std::clamp<std::int64_t>(received - before, 0, maxClaimedRate);
    found->bytesPerSecond = took > 0ms && took < 10s ? std::min(more * 1000 / took.count(), maxClaimedRate) : 0;
}

void BandwidthSharer::addPing(const Link *link, const PingAnswer &ping)
{
    const auto shared = std::ranges::find(m_sharedLinks, link, &SharedLink::link);
    if (shared == m_sharedLinks.end()) {
        return;
    }
    if (ping.isHandshakeRoundTrip) {
        shared->gauge.begin(ping.roundTrip);
        shareCapacity();
        return;
    }
    shared->gauge.add(ping.answeredAt, ping.roundTrip, ping.totalWireBytesReceived.count);
    measurePath(*shared, ping.answeredAt);
}

void BandwidthSharer::removeLink(const Link *link)
{
    const auto shared = std::ranges::find(m_sharedLinks, link, &SharedLink::link);
    if (shared != m_sharedLinks.end()) {
        shared->gauge = {};
    }
}

void BandwidthSharer::measurePath(SharedLink &answeredLink, std::chrono::steady_clock::time_point now)
{
    // All links on the path share the queue at its bottleneck. Their minimum round trips may differ, because they lead to different hosts.
    m_totalReceiveRate = 0;
    const SharedLink *slowest = &answeredLink;
    for (const SharedLink &shared : m_sharedLinks) {
        if (now - shared.gauge.lastPingAt() > maxPingAge + shared.gauge.roundTrip()) {
            continue; // a link that was lost while it had a queue must not limit the others on the path
        }
        m_totalReceiveRate += shared.gauge.rate();
        slowest = shared.gauge.queueingTime() > slowest->gauge.queueingTime() ? &shared : slowest;
    }
    // Each measurement of the slowest link counts once, even if other links are pinged in between.
    if (slowest == &answeredLink) {
        m_linkCapacity.addMeasurement(now, answeredLink.gauge.minimumRoundTrip(), answeredLink.gauge.queueingTime(), m_totalReceiveRate);
        if (m_linkCapacity.takeQueueOfOtherTrafficFlag()) {
            answeredLink.gauge.resetMinimumRoundTrip();
        }
    }
    shareCapacity();
}

/// A single desktop needs no share: its worker detects its own queue earlier than a share from here would arrive.
bool BandwidthSharer::isPathShared() const
{
    return std::ranges::count_if(m_sharingDesktops,
                                 [](const SharingDesktop &member) {
                                     return rankOf(*member.session) != BandwidthRank::NoUpdates;
                                 })
        > 1;
}

std::int64_t BandwidthSharer::receiveRateOfPrograms(std::int64_t totalRate) const
{
    const bool carriesPrograms = std::ranges::any_of(m_sharedLinks, [](const SharedLink &shared) {
        return shared.link->target().carriesPrograms;
    });
    if (!carriesPrograms) {
        return 0;
    }
    std::int64_t desktops = 0;
    for (const SharingDesktop &member : m_sharingDesktops) {
        desktops += member.bytesPerSecond;
    }
    return std::max<std::int64_t>(totalRate - desktops, 0);
}

std::optional<std::int64_t> BandwidthSharer::demandedRateOf(const SharingDesktop &member) const
{
    // The desktop uses up its share, so its demand is not known and may be any amount more.
    if (member.allowance > 0 && member.bytesPerSecond >= member.allowance * 3 / 4) {
        return std::nullopt;
    }
    if (const std::int64_t told = std::min(member.session->stats().demandPerSecond.count, maxClaimedRate); told > 0) {
        return std::max(told, member.bytesPerSecond) * 11 / 10;
    }
    if (member.allowance == 0 && member.bytesPerSecond >= m_totalReceiveRate / 4) {
        return std::nullopt;
    }
    return member.bytesPerSecond * 3 / 2 + littleRate;
}

void BandwidthSharer::shareCapacity()
{
    const auto budget = m_linkCapacity.totalDesktopRateLimit();
    std::vector<std::int64_t> shares;
    if (budget && isPathShared()) {
        const std::int64_t available = std::max(*budget - receiveRateOfPrograms(m_totalReceiveRate), *budget / minDesktopShareDivisor);
        std::vector<DesktopBandwidthRequest> requests;
        for (const SharingDesktop &member : m_sharingDesktops) {
            DesktopBandwidthRequest request{rankOf(*member.session), demandedRateOf(member)};
            if (request.rank == BandwidthRank::Focused && request.demand) {
                request.demand = std::max(*request.demand, available / focusMinimumDivisor);
            }
            requests.push_back(request);
        }
        shares = shareOut(available, requests);
    }
    for (std::size_t i = 0; i < m_sharingDesktops.size(); ++i) {
        sendRateAllowance(m_sharingDesktops[i], shares.empty() ? 0 : shares[i]);
    }
}

void BandwidthSharer::sendRateAllowance(SharingDesktop &member, std::int64_t allowance)
{
    const auto shared = std::ranges::find(m_sharedLinks, member.session->link(), &SharedLink::link);
    if (shared == m_sharedLinks.end() || shared->gauge.roundTrip() == 0us) {
        return;
    }
    RfbWire::LinkShare share{static_cast<quint64>(shared->gauge.roundTrip().count()),
                             static_cast<quint64>(shared->gauge.minimumRoundTrip().count()),
                             static_cast<quint64>(allowance),
                             shared->link->target().spec.host.isEmpty() ? 0 : channelWindow,
                             static_cast<quint64>(std::max<std::int64_t>(std::chrono::nanoseconds(shared->gauge.lastPingAt().time_since_epoch()).count(), 0)),
                             static_cast<quint32>(m_sharingDesktops.size())};
    const RfbWire::LinkShare &told = member.session->share();
    const auto apart = [](quint64 a, quint64 b, std::int64_t minChange) {
        return differEnoughToSend(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b), minChange);
    };
    const bool isSame = !apart(share.bytesPerSecond, told.bytesPerSecond, 1) && !apart(share.roundTripMicroseconds, told.roundTripMicroseconds, 2000)
        && !apart(share.leastRoundTripMicroseconds, told.leastRoundTripMicroseconds, 500) && share.desktopCount == told.desktopCount;
    member.allowance = allowance;
    // A worker measures its queue by the link's pings, so it gets each ping while the desktop receives data. Before the second measurement, the rate
    // of the desktop is not known, so the worker gets each ping then, too.
    const auto now = std::chrono::steady_clock::now();
    if (member.rateMeasurementCount < measurementsForRate || member.bytesPerSecond >= rateThatNeedsPings) {
        member.pingsNeededUntil = now + pingsContinueFor;
    }
    const bool wantsPings = rankOf(*member.session) != BandwidthRank::NoUpdates && now < member.pingsNeededUntil;
    const bool isNewPing = share.lastPingAnsweredAt != told.lastPingAnsweredAt;
    if (!isSame || (wantsPings && isNewPing)) { // not every ping is sent to the worker of an idle desktop
        member.session->setShare(share);
    }
}
}
