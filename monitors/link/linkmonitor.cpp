// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/linkmonitor.h"

#include "sessions/links/hop/link.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto askingPause = 10s;
/// With more X programs, each in an ssh session, the remote host is not queried: sshd allows 10 sessions, and users
/// need the rest.
constexpr int mostPrograms = 6;
}

LinkMonitor *LinkMonitor::of(Link *link)
{
    auto *known = link->findChild<LinkMonitor *>(Qt::FindDirectChildrenOnly);
    return known ? known : new LinkMonitor(link);
}

LinkMonitor::LinkMonitor(Link *link)
    : QObject(link)
    , m_link(link)
    , m_remote(link)
{
    connect(link, &Link::sampleTaken, this, &LinkMonitor::addSample);
    connect(&m_remote, &RemoteSocket::answered, this, [this](const std::optional<TcpFacts> &facts) {
        m_flow.addRemote(std::chrono::steady_clock::now(), facts);
    });
    connect(link, &Link::renewed, this, &LinkMonitor::breakOff);
    connect(link, &Link::stateChanged, this, &LinkMonitor::follow);
    m_level.setState(link->state(), link->lastFailure().has_value());
}

void LinkMonitor::follow(LinkState state)
{
    const bool isLost = m_link->lastFailure().has_value();
    m_level.setState(state, isLost);
    const auto now = std::chrono::steady_clock::now();
    if (state == LinkState::Stalled || state == LinkState::Dead || (state == LinkState::Closed && isLost)) {
        m_connections.setOut(now);
    } else if (state == LinkState::Live || state == LinkState::Idle || state == LinkState::Closed) {
        m_connections.endOutage(now);
    }
    // A connection in the state Dead may still recover, so its last figures are kept: they belong to the same
    // connection.
    if (state != LinkState::Live && state != LinkState::Stalled && state != LinkState::Dead) {
        breakOff();
    }
}

const LinkHistory &LinkMonitor::history() const
{
    return m_history;
}

const LinkFlow &LinkMonitor::flow() const
{
    return m_flow;
}

void LinkMonitor::setPixels(const QObject *desktop, const std::optional<EncodingShares> &shares)
{
    if (shares && !m_pixels.contains(desktop)) {
        connect(desktop, &QObject::destroyed, this, [this, desktop] {
            m_pixels.remove(desktop);
        });
    }
    if (shares) {
        m_pixels.insert(desktop, *shares);
    } else {
        m_pixels.remove(desktop);
    }
}

void LinkMonitor::addXWaits(const std::vector<XWaitTimes> &waits)
{
    m_history.addXWaits(waits);
}

CompressionAdvice LinkMonitor::compression() const
{
    const auto received = m_history.recent(FlowDirection::Received);
    if (!received || !m_link->isLive()) {
        return CompressionAdvice::None;
    }
    CompressionFacts facts{m_link->facts().compressed, received->before, received->wire, {}, {}, m_history.leastRoundTrip()};
    for (const EncodingShares &shares : m_pixels) {
        facts.desktops = facts.desktops + shares.bytes;
        facts.uncompressed = facts.uncompressed + shares.uncompressed;
    }
    return CompressionPolicy::advice(facts);
}

void LinkMonitor::addSample(const LinkSample &sample)
{
    m_history.add(sample);
    if (sample.sshRoundTrip) {
        m_connections.addRecord(sample.takenAt, *sample.sshRoundTrip);
    }
    m_flow.add(sample, m_history.leastRoundTrip(), m_history.roundTrip());
    m_level.add(sample.sshRoundTrip, m_flow.verdict(FlowDirection::Received).bound);
    if (needsRemote(sample)) {
        m_askedAt = sample.takenAt;
        m_remote.read();
    }
    Q_EMIT changed();
}

bool LinkMonitor::needsRemote(const LinkSample &sample) const
{
    const FlowBound bound = m_flow.verdict(FlowDirection::Received).bound;
    return bound != FlowBound::Unknown && bound != FlowBound::Idle && m_flow.remote() != LinkFlow::Remote::Silent && m_link->state() == LinkState::Live
        && m_link->answers() && sample.programs <= mostPrograms && (!m_askedAt || sample.takenAt - *m_askedAt >= askingPause);
}

const RoundTripLevel &LinkMonitor::level() const
{
    return m_level.roundTrip();
}

std::optional<ConnectionLevel::Verdict> LinkMonitor::verdict() const
{
    return m_level.verdict();
}

const ConnectionHistory &LinkMonitor::past() const
{
    return m_connections;
}

void LinkMonitor::breakOff()
{
    m_history.breakOff();
    m_flow.breakOff();
    m_remote.stop();
    m_askedAt.reset();
    Q_EMIT changed();
}
}
