// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/figurewording.h"

#include "widgets/wording/wording.h"

#include <KLocalizedString>

namespace Nightdesk::FigureWording
{
QString title(const RoundTripLayer &layer, const QString &host)
{
    const QString to = layer.to.isEmpty() ? host : layer.to;
    using enum RoundTripLayer::Part;
    switch (layer.part) {
    case Network:
        return layer.from.isEmpty() ? i18nc("@item a part of the round-trip time; a host", "Network to %1", to)
                                    : i18nc("@item a part of the round-trip time; two hosts", "Network from %1 to %2", layer.from, to);
    case Queue:
        return i18nc("@item a part of the round-trip time", "Queue");
    case RemoteMachine:
        return i18nc("@item a part of the round-trip time", "Remote machine");
    case ThisMachine:
        return i18nc("@item a part of the round-trip time: decoding an update", "This machine, per update");
    case Tcp:
        return i18nc("@item a round-trip time; a host", "TCP to %1, smoothed", to);
    case Ssh:
        return i18nc("@item a round-trip time", "ssh request to reply");
    case Fence:
        return i18nc("@item a round-trip time: the VNC extension Fence", "VNC fence");
    case InputToChange:
        return i18nc("@item a time", "Key or click to first change");
    }
    return {};
}

QString certainty(Certainty certainty)
{
    switch (certainty) {
    case Certainty::Measured:
        return i18nc("@info of a figure", "measured");
    case Certainty::Estimated:
        return i18nc("@info of a figure", "estimated");
    case Certainty::Unknown:
        return i18nc("@info of a figure", "unknown");
    }
    return {};
}

QString time(const Figure &figure, std::optional<std::chrono::microseconds> time)
{
    if (!time) {
        return Wording::rate({});
    }
    return figure.certainty == Certainty::Estimated ? i18nc("@info an estimated duration", "≈ %1", Wording::duration(*time)) : Wording::duration(*time);
}

QString source(RoundTripLayer::Source source)
{
    using enum RoundTripLayer::Source;
    switch (source) {
    case TcpInfo:
        return i18nc("@info where a figure comes from",
                     "The kernel’s TCP_INFO of this computer’s connection, which ends at the first jump host if there is one. Error: under 1 ms.");
    case TcpSmoothed:
        return i18nc("@info where a figure comes from",
                     "The kernel’s smoothed round trip of this computer’s connection, which ends at the first jump host if there is one. Error: up to 40 ms "
                     "above the network’s, since the other end may wait before it acknowledges.");
    case LegDifference:
        return i18nc("@info where a figure comes from",
                     "The least ssh reply of the leg’s far end less that of its near end, over 5 minutes. Error: what either sshd takes to answer, mostly "
                     "under 2 ms; a queue that lasts all 5 minutes is counted in.");
    case PingLessPath:
        return i18nc("@info where a figure comes from",
                     "The ssh reply less the sum of the network layers: what waits in routers and send buffers. Error: the time that sshd takes to answer, "
                     "mostly under 2 ms.");
    case SshPing:
        return i18nc("@info where a figure comes from",
                     "The clock from an ssh request until its reply, twice a second. Error: under 1 ms; queues and the time of sshd are part of it.");
    case FenceLessPing:
        return i18nc(
            "@info where a figure comes from",
            "The VNC fence less the ssh reply of the same second. Error: the change of the queue between the two. Unknown where the server has no fences.");
    case VncFence:
        return i18nc("@info where a figure comes from",
                     "The worker’s clock from a VNC fence until it is back. Error: under 1 ms. Unknown where the server has no fences.");
    case DecodeClock:
        return i18nc("@info where a figure comes from", "The worker’s decoding clock over its count of updates, each second. Error: under 1 ms.");
    case DamageAfterInput:
        return i18nc("@info where a figure comes from",
                     "The clock from a key or click until pixels within 256 of the pointer change. Error: what changes there anyway is counted too.");
    }
    return {};
}
}
