// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/figure.h"
#include "sessions/links/facts/linkfacts.h"

#include <QList>

namespace Nightdesk
{
/// One part of the time from here to the remote program and back, or a sum of parts.
struct RoundTripLayer {
    enum class Part {
        Network, ///< one leg of the path without queues
        Queue, ///< above the path's least: waiting in routers and in the send buffers of both ends
        RemoteMachine, ///< the VNC server, and what the host needs to pass data on to it
        ThisMachine, ///< decoding an update
        Tcp, ///< sum: the kernel's smoothed round trip of the first leg
        Ssh, ///< sum: request to reply of ssh
        Fence, ///< sum: to the VNC server and back
        InputToChange, ///< sum: from a key or click to the first changed pixels near the pointer
        XServer, ///< the X server of this computer, for an X program's request
        XRoundTrip, ///< sum: what an X program waits for an answer, from its request to its next one
    };
    /// What a figure was made of.
    enum class Source {
        TcpInfo, ///< TCP_INFO of this computer's connection: the least
        TcpSmoothed, ///< the same, smoothed: delayed acknowledgments are in it
        LegDifference, ///< least ssh replies of both ends of a leg, one less the other
        PingLessPath, ///< ssh reply less the path's least
        SshPing,
        FenceLessPing,
        VncFence,
        DecodeClock, ///< the worker's decode time over its updates
        DamageAfterInput,
        RelayClock, ///< the X relay's, from request to answer
        ReplyToRequest, ///< the same and until the next request, at most an ssh reply later
    };
    Part part = Part::Network;
    Source source = Source::TcpInfo;
    Figure figure;
    QString from; ///< Network behind a jump host: the leg's near end; empty: here
    QString to; ///< Network: the leg's far end, a jump host; empty: the link's own host
    bool operator==(const RoundTripLayer &) const = default;
};

/// Where the time of a connection goes, worked out from its samples. Pure.
namespace RoundTripLayers
{
/// @p samples: of one connection, oldest first. Network (one for each leg, nearest first), Queue, then the sums Tcp and Ssh. What
/// cannot be told is Unknown, never left out.
///
/// Without queues the path takes the kernel's least of the first leg, and for each further leg what the least ssh reply of its far
/// end is above that of its near end. So a queue that is there for as long as the samples reach is not seen on the further legs.
QList<RoundTripLayer> of(std::span<const LinkSample> samples);
}
}
