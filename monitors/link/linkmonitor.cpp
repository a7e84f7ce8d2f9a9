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
    , m_remoteTcpReader(link)
{
    connect(link, &Link::sampleTaken, this, &LinkMonitor::addSample);
    connect(&m_remoteTcpReader, &RemoteTcpReader::readingFinished, this, [this](const std::optional<TcpFacts> &facts) {
        m_flow.addRemoteFacts(std::chrono::steady_clock::now(), facts);
    });
    connect(link, &Link::connectionRenewed, this, &LinkMonitor::discardFigures);
    connect(link, &Link::stateChanged, this, &LinkMonitor::handleStateChange);
    m_connectionLevel.setState(link->state(), link->lastFailure().has_value());
}

void LinkMonitor::handleStateChange(LinkState state)
{
    const bool isLost = m_link->lastFailure().has_value();
    m_connectionLevel.setState(state, isLost);
    const auto now = std::chrono::steady_clock::now();
    if (state == LinkState::Stalled || state == LinkState::Dead || (state == LinkState::Closed && isLost)) {
        m_connectionHistory.beginOutage(now);
    } else if (state == LinkState::Live || state == LinkState::Idle || state == LinkState::Closed) {
        m_connectionHistory.endOutage(now);
    }
    // A connection in the state Dead may still recover, so its last figures are kept: they belong to the same
    // connection.
    if (state != LinkState::Live && state != LinkState::Stalled && state != LinkState::Dead) {
        discardFigures();
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

void LinkMonitor::setDesktopEncodingShares(const QObject *desktop, const std::optional<EncodingShares> &shares)
{
    if (shares && !m_encodingSharesByDesktop.contains(desktop)) {
        connect(desktop, &QObject::destroyed, this, [this, desktop] {
            m_encodingSharesByDesktop.remove(desktop);
        });
    }
    if (shares) {
        m_encodingSharesByDesktop.insert(desktop, *shares);
    } else {
        m_encodingSharesByDesktop.remove(desktop);
    }
}

void LinkMonitor::addXWaits(const std::vector<XWaitTimes> &waits)
{
    m_history.addXWaits(waits);
}

CompressionAdvice LinkMonitor::compressionAdvice() const
{
    return m_compressionAdvice;
}

CompressionAdvice LinkMonitor::computeCompressionAdvice() const
{
    const auto received = m_history.recentVolume(FlowDirection::Received);
    if (!received || !m_link->isLive()) {
        return CompressionAdvice::Undecided;
    }
    CompressionFacts facts{m_link->facts().sshCompresses, received->payloadBytes, received->wireBytes, {}, {}, m_history.leastRoundTrip()};
    for (const EncodingShares &shares : m_encodingSharesByDesktop) {
        facts.desktopPixelBytes = facts.desktopPixelBytes + shares.bytes;
        facts.bytesInUncompressedEncodings = facts.bytesInUncompressedEncodings + shares.bytesInUncompressedEncodings;
    }
    return CompressionPolicy::advice(facts, m_compressionAdvice);
}

void LinkMonitor::addSample(const LinkSample &sample)
{
    m_history.add(sample);
    if (sample.sshRoundTrip) {
        m_connectionHistory.addAnswer(sample.takenAt, *sample.sshRoundTrip);
    }
    m_compressionAdvice = computeCompressionAdvice();
    m_flow.add(sample, m_history.leastRoundTrip(), m_history.roundTrip());
    m_connectionLevel.addProbeResult(sample.sshRoundTrip, m_flow.verdict(FlowDirection::Received).flowLimit);
    if (needsRemoteFacts(sample)) {
        m_remoteFactsQueriedAt = sample.takenAt;
        m_remoteTcpReader.read();
    }
    Q_EMIT figuresChanged();
}

bool LinkMonitor::needsRemoteFacts(const LinkSample &sample) const
{
    const FlowLimit flowLimit = m_flow.verdict(FlowDirection::Received).flowLimit;
    return flowLimit != FlowLimit::Unknown && flowLimit != FlowLimit::Idle && m_flow.remoteReportState() != LinkFlow::RemoteReportState::NoReport
        && m_link->state() == LinkState::Live && m_link->isHostAnswering() && sample.sessionChannelCount <= mostPrograms
        && (!m_remoteFactsQueriedAt || sample.takenAt - *m_remoteFactsQueriedAt >= askingPause);
}

const RoundTripLevel &LinkMonitor::level() const
{
    return m_connectionLevel.roundTrip();
}

std::optional<ConnectionLevel::Verdict> LinkMonitor::verdict() const
{
    return m_connectionLevel.verdict();
}

const ConnectionHistory &LinkMonitor::connectionHistory() const
{
    return m_connectionHistory;
}

void LinkMonitor::discardFigures()
{
    m_history.discardFigures();
    m_flow.discardFigures();
    m_compressionAdvice = CompressionAdvice::Undecided;
    m_remoteTcpReader.stop();
    m_remoteFactsQueriedAt.reset();
    Q_EMIT figuresChanged();
}
}
