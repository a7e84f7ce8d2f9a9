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
        return i18nc("@item a part of the round-trip time", "Remote host");
    case ThisMachine:
        return i18nc("@item a part of the round-trip time: decoding an update", "This computer, per update");
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
                     "The fastest ssh reply of the leg’s remote end minus that of its local end, over 5 minutes. Error: the reply time of sshd, mostly under 2 "
                     "ms. A queue that lasts all 5 minutes is included.");
    case PingLessPath:
        return i18nc(
            "@info where a figure comes from",
            "The ssh reply minus the sum of the network layers: time spent in routers and send buffers. Error: the reply time of sshd, mostly under 2 ms.");
    case SshPing:
        return i18nc("@info where a figure comes from",
                     "Time from an ssh request to its reply, measured twice a second. Error: under 1 ms. Queues and the reply time of sshd are included.");
    case FenceLessPing:
        return i18nc("@info where a figure comes from",
                     "The VNC fence minus the ssh reply of the same second. Error: the change of the queue between the two. Unknown if the server does not "
                     "support fences.");
    case VncFence:
        return i18nc("@info where a figure comes from",
                     "Time from a VNC fence to its return, measured by the VNC worker. Error: under 1 ms. Unknown if the server does not support fences.");
    case DecodeClock:
        return i18nc("@info where a figure comes from",
                     "The decoding time of the VNC worker divided by its number of updates, each second. Error: under 1 ms.");
    case DamageAfterInput:
        return i18nc("@info where a figure comes from",
                     "Time from a key or click until pixels within 256 of the pointer change. Error: unrelated changes there are included.");
    }
    return {};
}
}
