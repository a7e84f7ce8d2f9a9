// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/linksharer.h"

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
// libssh opens a channel's window for 2 MiB and tells of more when half is used. That news takes half a round trip, and what it allows the
// other half: a stream that never stops for it sends the other half of the window in a round trip, and no more.
constexpr quint32 channelWindow = 1024 * 1024;
// X programs are not ours to hold; however much they send, desktops go on moving.
constexpr std::int64_t leastPartOfDesktops = 4;
// What a focus may begin to send before anybody has measured it: the answer to a key.
constexpr std::int64_t focusHeadroom = 7;
constexpr std::int64_t littleRate = 8 * 1024;
constexpr int ratedAfter = 2; // counts
// A link is asked twice a second, or once a round trip: one that has said nothing for longer tells of another time.
constexpr auto freshFor = 2s;
// A worker takes a ping that it is not informed of for one that is late. So the end of a stream is told by pings that find none.
constexpr auto pingsGoOn = 5s;

QString pathOf(const Link *link)
{
    const LinkSpec &spec = link->target().spec;
    if (spec.host.isEmpty()) {
        return QString::number(reinterpret_cast<quintptr>(link)); // without ssh
    }
    return spec.jump.isEmpty() ? spec.host + u':' + QString::number(spec.port.value_or(0)) : spec.jump.first();
}

ShareRank rankOf(const DesktopSession &session)
{
    using Visibility = DesktopSession::Visibility;
    if (session.state() != SessionState::Live) {
        return ShareRank::Away;
    }
    switch (session.wantedVisibility()) {
    case Visibility::Hidden:
        return ShareRank::Away;
    case Visibility::OneHertz:
        return ShareRank::Behind;
    case Visibility::Visible:
        break;
    }
    return session.hasFocus() ? ShareRank::Focus : ShareRank::Visible;
}

/// Differs enough to be worth telling.
bool differs(std::int64_t a, std::int64_t b, std::int64_t little)
{
    return (a == 0) != (b == 0) || std::abs(a - b) > std::max(little, b / 16);
}
}

std::shared_ptr<LinkSharer> LinkSharer::of(const Link *link)
{
    static QHash<QString, std::weak_ptr<LinkSharer>> all;
    all.removeIf([](const auto &entry) {
        return entry.value().expired();
    });
    std::weak_ptr<LinkSharer> &known = all[pathOf(link)];
    std::shared_ptr<LinkSharer> sharer = known.lock();
    if (!sharer) {
        sharer.reset(new LinkSharer);
        known = sharer;
    }
    if (std::ranges::find(sharer->m_ways, link, &Way::link) == sharer->m_ways.end()) {
        sharer->m_ways.push_back({link, {}});
        connect(link, &Link::stateChanged, sharer.get(), [self = sharer.get(), link](LinkState state) {
            if (state != LinkState::Live && state != LinkState::Stalled) {
                self->leave(link);
            }
        });
        connect(link, &Link::pulsed, sharer.get(), [self = sharer.get(), link](const LinkPulse &pulse) {
            self->addPulse(link, pulse);
        });
        connect(link, &QObject::destroyed, sharer.get(), [self = sharer.get(), link] {
            std::erase_if(self->m_ways, [link](const Way &way) {
                return way.link == link;
            });
        });
    }
    return sharer;
}

void LinkSharer::add(DesktopSession *session)
{
    m_members.push_back({session, {}});
    connect(session, &DesktopSession::statsChanged, this, [this, session] {
        count(session);
    });
    // Later: telling a desktop its share may end it, in the middle of a division.
    connect(session, &Session::stateChanged, this, &LinkSharer::shareCapacity, Qt::QueuedConnection);
}

void LinkSharer::remove(const DesktopSession *session)
{
    std::erase_if(m_members, [session](const Member &member) {
        return member.session == session;
    });
    shareCapacity();
}

void LinkSharer::count(DesktopSession *session)
{
    const auto now = std::chrono::steady_clock::now();
    const auto found = std::ranges::find(m_members, session, &Member::session);
    if (found == m_members.end()) {
        return;
    }
    const std::int64_t received = session->stats().received.count;
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - std::exchange(found->countedAt, now));
    const std::int64_t before = std::exchange(found->received, received);
    found->counts = received >= before ? found->counts + 1 : 1;
    // A new worker counts from nothing; and of the first count nobody knows since when.
    found->rate = received >= before && took > 0ms && took < 10s ? (received - before) * 1000 / took.count() : 0;
}

void LinkSharer::addPulse(const Link *link, const LinkPulse &pulse)
{
    const auto way = std::ranges::find(m_ways, link, &Way::link);
    if (way == m_ways.end()) {
        return;
    }
    if (pulse.isPathOnly) {
        way->gauge.begin(pulse.roundTrip);
        divide();
        return;
    }
    way->gauge.add(pulse.at, pulse.roundTrip, pulse.wireIn.count);
    measurePaths(*way, pulse.at);
}

void LinkSharer::leave(const Link *link)
{
    const auto way = std::ranges::find(m_ways, link, &Way::link);
    if (way != m_ways.end()) {
        way->gauge = {};
    }
}

void LinkSharer::measurePaths(Way &pulsed, std::chrono::steady_clock::time_point now)
{
    // The queue is where the path is narrow: whoever goes that way sees it. The links' own leasts differ by what lies behind.
    m_rate = 0;
    const Way *slowest = &pulsed;
    for (const Way &way : m_ways) {
        if (now - way.gauge.heardAt() > freshFor + way.gauge.roundTrip()) {
            continue; // a link that died with its queue must not hold its sisters for ever
        }
        m_rate += way.gauge.rate();
        slowest = way.gauge.queue() > slowest->gauge.queue() ? &way : slowest;
    }
    // Each answer counts once, however many ways pulse until that one does again.
    if (slowest == &pulsed) {
        m_capacity.addMeasurement(now, pulsed.gauge.least(), pulsed.gauge.queue(), m_rate);
        if (m_capacity.takeDisbelief()) {
            pulsed.gauge.believeNow();
        }
    }
    divide();
}

void LinkSharer::shareCapacity()
{
    divide();
}

/// A single desktop needs no share: its worker measures its own queue earlier than a share from here could tell it.
bool LinkSharer::isContended() const
{
    return std::ranges::count_if(m_members,
                                 [](const Member &member) {
                                     return rankOf(*member.session) != ShareRank::Away;
                                 })
        > 1;
}

std::int64_t LinkSharer::taken(std::int64_t rate) const
{
    const bool carriesPrograms = std::ranges::any_of(m_ways, [](const Way &way) {
        return way.link->target().carriesPrograms;
    });
    if (!carriesPrograms) {
        return 0;
    }
    std::int64_t desktops = 0;
    for (const Member &member : m_members) {
        desktops += member.rate;
    }
    return std::max<std::int64_t>(rate - desktops, 0);
}

std::optional<std::int64_t> LinkSharer::demandOf(const Member &member) const
{
    // It uses what it may have: it may want any amount more, and its worker cannot know how much.
    if (member.allowance > 0 && member.rate >= member.allowance * 3 / 4) {
        return std::nullopt;
    }
    if (const std::int64_t told = member.session->stats().demand.count; told > 0) {
        return std::max(told, member.rate) * 11 / 10;
    }
    if (member.allowance == 0 && member.rate >= m_rate / 4) {
        return std::nullopt;
    }
    return member.rate * 3 / 2 + littleRate;
}

void LinkSharer::divide()
{
    const auto budget = m_capacity.budget();
    std::vector<std::int64_t> shares;
    if (budget && isContended()) {
        const std::int64_t room = std::max(*budget - taken(m_rate), *budget / leastPartOfDesktops);
        std::vector<ShareRequest> wishes;
        for (const Member &member : m_members) {
            ShareRequest wish{rankOf(*member.session), demandOf(member)};
            if (wish.rank == ShareRank::Focus && wish.demand) {
                wish.demand = std::max(*wish.demand, room / focusHeadroom);
            }
            wishes.push_back(wish);
        }
        shares = shareOut(room, wishes);
    }
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        sendAllowance(m_members[i], shares.empty() ? 0 : shares[i]);
    }
}

void LinkSharer::sendAllowance(Member &member, std::int64_t allowance)
{
    const auto way = std::ranges::find(m_ways, member.session->link(), &Way::link);
    if (way == m_ways.end() || way->gauge.roundTrip() == 0us) {
        return;
    }
    RfbWire::LinkShare share{static_cast<quint64>(way->gauge.roundTrip().count()),
                             static_cast<quint64>(way->gauge.least().count()),
                             static_cast<quint64>(allowance),
                             way->link->target().spec.host.isEmpty() ? 0 : channelWindow,
                             static_cast<quint64>(std::max<std::int64_t>(std::chrono::nanoseconds(way->gauge.heardAt().time_since_epoch()).count(), 0))};
    const RfbWire::LinkShare &told = member.session->share();
    const auto apart = [](quint64 a, quint64 b, std::int64_t little) {
        return differs(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b), little);
    };
    const bool isSame = !apart(share.bytesPerSecond, told.bytesPerSecond, 1) && !apart(share.roundTripMicroseconds, told.roundTripMicroseconds, 2000)
        && !apart(share.leastRoundTripMicroseconds, told.leastRoundTripMicroseconds, 500);
    member.allowance = allowance;
    // A stream measures its queue by the pings, each of which counts; the first of its rate is known by the second count.
    const auto now = std::chrono::steady_clock::now();
    if (member.counts < ratedAfter || member.rate >= littleRate) {
        member.pingsUntil = now + pingsGoOn;
    }
    const bool wantsPings = rankOf(*member.session) != ShareRank::Away && now < member.pingsUntil;
    const bool isNewPing = share.pingedAt != told.pingedAt;
    if (!isSame || (wantsPings && isNewPing)) { // an idle desktop is not woken for the noise of a ping
        member.session->setShare(share);
    }
}
}
