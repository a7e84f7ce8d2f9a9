// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/flowclassifier.h"
#include "sessions/links/facts/linkfacts.h"

namespace Nightdesk
{
/// What bounds both directions of one connection, from its samples. Of what is sent this computer's kernel tells; of what is received
/// it knows only the result, unless the remote host tells. Pure: "now" is the newest sample's time. Owned by LinkMonitor.
class LinkFlow
{
public:
    enum class Remote {
        NotAsked,
        Known,
        Silent ///< it does not tell
    };

    /// @p least: round trip of the empty path through ssh; @p now: the last one.
    void add(const LinkSample &sample, std::optional<std::chrono::microseconds> least, std::optional<std::chrono::microseconds> now);
    /// What the remote host's kernel says of its end. Empty: it does not tell, and need not be asked again.
    void addRemote(std::chrono::steady_clock::time_point at, const std::optional<TcpFacts> &facts);
    /// Another connection, or none.
    void breakOff();

    const FlowVerdict &verdict(FlowDirection direction) const;
    Remote remote() const;
    /// The sender's kernel: of what is received, the remote one. Empty: not known.
    std::optional<TcpFacts> sender(FlowDirection direction) const;
    /// Of this end.
    const LinkQueues &queues() const;

private:
    struct RemoteFacts {
        std::chrono::steady_clock::time_point at;
        TcpFacts facts;
    };
    FlowFacts sent(const LinkSample &sample, double seconds) const;
    FlowFacts received(const LinkSample &sample, double seconds, std::optional<std::chrono::microseconds> least) const;
    void addRemoteTo(FlowFacts &facts, const LinkSample &sample) const;

    std::optional<LinkSample> m_last;
    std::optional<RemoteFacts> m_remote;
    std::optional<RemoteFacts> m_remoteBefore;
    bool m_isSilent = false;
    FlowClassifier m_sent;
    FlowClassifier m_received;
};
}
