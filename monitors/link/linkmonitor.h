// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/compressionpolicy.h"
#include "monitors/link/connectionhistory.h"
#include "monitors/link/connectionlevel.h"
#include "monitors/link/encodingshares.h"
#include "monitors/link/linkflow.h"
#include "monitors/link/linkhistory.h"
#include "sessions/links/hop/remotetcpreader.h"

#include <QHash>
#include <QObject>

namespace Nightdesk
{
/// What is known of one link's connection: round trips, rates, compression and their last minutes. The single owner of these figures: all
/// code that shows, reports or computes with one reads it here, so that all agree. GUI thread. A child of its Link.
class LinkMonitor : public QObject
{
    Q_OBJECT
public:
    /// The monitor of @p link, created by the first call as a child of the link.
    static LinkMonitor *of(Link *link);

    /// Samples of the last minutes; the figures are empty while the link is not live.
    const LinkHistory &history() const;
    const LinkFlow &flow() const; ///< what limits the connection in each direction
    /// Whether the compression setting suits the traffic of the last 10 s.
    CompressionAdvice compressionAdvice() const;
    /// Called by the monitor of a desktop on this link: the shares of its pixels in the last 10 s.
    void setDesktopEncodingShares(const QObject *desktop, const std::optional<EncodingShares> &shares);
    /// Called by XWatchedWindow: new round trips that an X program on this link waited for.
    void addXWaits(const std::vector<XWaitTimes> &waits);
    /// The level of the round trips, compared with what is usual for this link across all its connections.
    const RoundTripLevel &level() const;
    /// The level and its reason; empty: no connection is requested.
    std::optional<ConnectionLevel::Verdict> verdict() const;
    const ConnectionHistory &connectionHistory() const;

Q_SIGNALS:
    void figuresChanged(); ///< about once a second while the link is live, and when the figures become invalid

private:
    explicit LinkMonitor(Link *link);
    void discardFigures();
    void handleStateChange(LinkState state);
    void addSample(const LinkSample &sample);
    bool needsRemoteFacts(const LinkSample &sample) const;
    CompressionAdvice computeCompressionAdvice() const;

    Link *const m_link;
    LinkHistory m_history;
    LinkFlow m_flow;
    RemoteTcpReader m_remoteTcpReader;
    QHash<const QObject *, EncodingShares> m_encodingSharesByDesktop;
    CompressionAdvice m_compressionAdvice = CompressionAdvice::Undecided;
    std::optional<std::chrono::steady_clock::time_point> m_remoteFactsQueriedAt; ///< when the remote host was last queried
    ConnectionLevel m_connectionLevel;
    ConnectionHistory m_connectionHistory;
};
}
