// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/durationfigure.h"
#include "sessions/links/facts/linkfacts.h"

#include <QList>

namespace Nightdesk
{
/// One part of the time from this computer to the remote program and back, or a sum of such parts.
struct RoundTripLayer {
    enum class Part {
        Network, ///< one leg of the path, without queues
        Queue, ///< time above the path's minimum: waiting in routers and in the send buffers of both ends
        RemoteMachine, ///< the VNC server, including the host's forwarding to it
        ThisMachine, ///< time that this computer needs to decode an update
        Tcp, ///< sum: the smoothed TCP round trip of the first leg, from the kernel
        Ssh, ///< sum: the time from an ssh request to its reply
        Fence, ///< sum: the time from this computer to the VNC server and back
        InputToChange, ///< sum: the time from a key or click to the first changed pixels near the pointer
        XServer, ///< time that the X server of this computer needs for a request of an X program
        XRoundTrip, ///< sum: how long an X program waits for a reply, from its request to its next request
    };
    /// What a figure was computed from.
    enum class Source {
        TcpInfo, ///< the minimum round trip in TCP_INFO, which the kernel of this computer reports
        TcpSmoothed, ///< smoothed round trip in TCP_INFO, including delayed acknowledgments
        LegDifference, ///< difference between the shortest ssh round trips to both ends of a leg
        PingMinusPath, ///< the ssh round trip minus the shortest round trip of the path
        SshPing,
        FenceMinusPing,
        VncFence,
        DecodeClock, ///< the worker's decode time divided by its number of updates
        DamageAfterInput,
        RelayClock, ///< the time from request to answer, by the clock of the X relay
        ReplyToRequest, ///< RelayClock plus the time until the next request of the program, but at most one ssh round trip
    };
    Part part = Part::Network;
    Source source = Source::TcpInfo;
    DurationFigure figure;
    QString fromHost; ///< for the part Network behind a jump host: the host at which the leg begins; empty: this computer
    QString toHost; ///< for the part Network: the jump host at which the leg ends; empty: it ends at the host of the link
    bool operator==(const RoundTripLayer &) const = default;
};

/// Where the time of a connection is spent, computed from its samples. Pure.
namespace RoundTripLayers
{
/// @p samples: of one connection, oldest first. Returns Network (one per leg, nearest first), Queue, then the sums Tcp and Ssh. A layer
/// that cannot be determined is Unknown, never left out.
///
/// The path without queues is the kernel's minimum of the first leg, plus for each further leg the difference between the shortest ssh
/// round trips to its far and its near end. So a queue that lasts as long as the samples reach cannot be seen on the further legs.
QList<RoundTripLayer> of(std::span<const LinkSample> samples);
}
}
