// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/figurewording.h"

#include "sessions/common/enumtable.h"
#include "widgets/wording/wording.h"

#include <KFormat>
#include <KLazyLocalizedString>
#include <KLocalizedString>

namespace Nightdesk::FigureWording
{
QString title(const RoundTripLayer &layer, const QString &host)
{
    const QString to = layer.toHost.isEmpty() ? host : layer.toHost;
    using enum RoundTripLayer::Part;
    switch (layer.part) {
    case Network:
        return layer.fromHost.isEmpty() ? i18nc("@item a part of the round-trip time; a host", "Network to %1", to)
                                        : i18nc("@item a part of the round-trip time; two hosts", "Network from %1 to %2", layer.fromHost, to);
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
    case XServer:
        return i18nc("@item a part of the round-trip time", "X server of this computer");
    case XRoundTrip:
        return i18nc("@item a round-trip time: from a request of an X program to its next one", "X program, request to next request");
    }
    return {};
}

QString certainty(Certainty certainty)
{
    static const EnumTable<Certainty::Unknown, KLazyLocalizedString> names{
        kli18nc("@info of a figure", "measured"),
        kli18nc("@info of a figure", "estimated"),
        kli18nc("@info of a figure", "unknown"),
    };
    return names[certainty].toString();
}

QString time(const DurationFigure &figure, std::optional<std::chrono::microseconds> time)
{
    if (!time) {
        return Wording::rate({});
    }
    return figure.certainty == Certainty::Estimated ? i18nc("@info an estimated duration", "≈ %1", Wording::duration(*time)) : Wording::duration(*time);
}

QString tcp(const LinkSample &sample, const QString &host)
{
    const QString to = sample.hopRoundTrips.isEmpty() ? host : sample.hopRoundTrips.first().host;
    if (!sample.tcpRoundTripVariation || !sample.retransmits) {
        return i18nc("@info a host; of a connection", "TCP to %1: variation and retransmits are unknown", to);
    }
    return i18ncp("@info %2: a host; %3: how much the round-trip time varies",
                  "TCP to %2: variation %3, %1 segment sent again",
                  "TCP to %2: variation %3, %1 segments sent again",
                  *sample.retransmits,
                  to,
                  Wording::duration(*sample.tcpRoundTripVariation));
}

QString flowLimit(FlowLimit flowLimit)
{
    static const EnumTable<FlowLimit::ChannelWindow, KLazyLocalizedString> names{
        kli18nc("@item what limits a data rate", "Unknown"),
        kli18nc("@item what limits a data rate: next to nothing is sent", "Idle"),
        kli18nc("@item what limits a data rate", "Program"),
        kli18nc("@item what limits a data rate", "Bandwidth"),
        kli18nc("@item what limits a data rate: TCP's", "Receive window"),
        kli18nc("@item what limits a data rate: TCP's", "Send buffer"),
        kli18nc("@item what limits a data rate", "ssh channel window"),
    };
    return names[flowLimit].toString();
}

namespace
{
QString limitText(const FlowVerdict &verdict)
{
    const QString rate = Wording::rate(verdict.bytesPerSecond);
    const QString allowedRate = Wording::rate(verdict.allowedRate);
    const QString window = bytes(verdict.windowSize);
    switch (verdict.flowLimit) {
    case FlowLimit::Unknown:
        return i18nc("@info of a data rate", "unknown");
    case FlowLimit::Idle:
        return i18nc("@info %1: a data rate", "%1, idle", rate);
    case FlowLimit::Program:
        return i18nc("@info %1: a data rate", "%1, limited by the program and not by the path", rate);
    case FlowLimit::Bandwidth:
        return i18nc("@info two data rates", "%1, limited by the bandwidth of the path: about %2", rate, allowedRate);
    case FlowLimit::ReceiveWindow:
        return i18nc("@info a data rate, a size, a data rate", "%1, limited by the TCP receive window: %2 allow %3", rate, window, allowedRate);
    case FlowLimit::SendBuffer:
        return i18nc("@info a data rate, a size, a data rate", "%1, limited by the TCP send buffer: %2 allow %3", rate, window, allowedRate);
    case FlowLimit::ChannelWindow:
        return i18nc("@info a data rate, a size, a data rate", "%1, limited by the window of an ssh channel: %2 allow %3", rate, window, allowedRate);
    }
    return {};
}
}

QString flow(FlowDirection direction, const FlowVerdict &verdict)
{
    const QString what = limitText(verdict);
    if (verdict.flowLimit == FlowLimit::Unknown) {
        return direction == FlowDirection::Received ? i18nc("@info %1: unknown", "Received: %1.", what) : i18nc("@info %1: unknown", "Sent: %1.", what);
    }
    return direction == FlowDirection::Received
        ? i18nc("@info what limits a data rate, measured or estimated", "Received: %1 (%2).", what, certainty(verdict.certainty))
        : i18nc("@info what limits a data rate, measured or estimated", "Sent: %1 (%2).", what, certainty(verdict.certainty));
}

QString compressionAdvice(CompressionAdvice advice)
{
    switch (advice) {
    case CompressionAdvice::TurnOff:
        return i18nc("@info", "Data is compressed twice: ssh saves almost nothing. Set compression = \"off\" in the profile.");
    case CompressionAdvice::TurnOn:
        return i18nc("@info", "Most received data is not compressed. Set compression = \"on\" in the profile.");
    case CompressionAdvice::Undecided:
    case CompressionAdvice::KeepSetting:
        break;
    }
    return {};
}

QString encodingName(RfbWire::PixelKind kind)
{
    static const EnumTable<RfbWire::PixelKind::Other, KLazyLocalizedString> names{
        kli18nc("@item how pixels of a desktop were sent", "Copy"),
        kli18nc("@item how pixels of a desktop were sent", "Fill"),
        kli18nc("@item how pixels of a desktop were sent", "Palette"),
        kli18nc("@item how pixels of a desktop were sent", "Gradient"),
        kli18nc("@item how pixels of a desktop were sent", "JPEG"),
        kli18nc("@item how pixels of a desktop were sent", "zlib"),
        kli18nc("@item how pixels of a desktop were sent", "Raw"),
        kli18nc("@item how pixels of a desktop were sent: another encoding", "Other"),
    };
    return names[kind].toString();
}

QString bytes(std::optional<Bytes> bytes)
{
    return bytes ? KFormat().formatByteSize(static_cast<double>(bytes->count), 1) : Wording::rate({});
}

QString source(RoundTripLayer::Source source)
{
    static const EnumTable<RoundTripLayer::Source::ReplyToRequest, KLazyLocalizedString> sources{
        kli18nc("@info where a figure comes from",
                "The kernel’s TCP_INFO of this computer’s connection, which ends at the first jump host if there is one. Error: under 1 ms."),
        kli18nc("@info where a figure comes from",
                "The kernel’s smoothed round trip of this computer’s connection, which ends at the first jump host if there is one. Error: up to 40 ms "
                "above the network’s, since the other end may wait before it acknowledges."),
        kli18nc("@info where a figure comes from",
                "The fastest ssh reply of the leg’s remote end minus that of its local end, over 5 minutes. Error: the reply time of sshd, mostly under 2 "
                "ms. A queue that lasts all 5 minutes is included."),
        kli18nc("@info where a figure comes from",
                "The ssh reply minus the sum of the network layers: time spent in routers and send buffers. Error: the reply time of sshd, mostly under 2 ms."),
        kli18nc("@info where a figure comes from",
                "Time from an ssh request to its reply, measured twice a second. Error: under 1 ms. Queues and the reply time of sshd are included."),
        kli18nc("@info where a figure comes from",
                "The VNC fence minus the ssh reply of the same second. Error: the change of the queue between the two. Unknown if the server does not "
                "support fences."),
        kli18nc("@info where a figure comes from",
                "Time from a VNC fence to its return, measured by the VNC worker. Error: under 1 ms. Unknown if the server does not support fences."),
        kli18nc("@info where a figure comes from", "The decoding time of the VNC worker divided by its number of updates, each second. Error: under 1 ms."),
        kli18nc("@info where a figure comes from",
                "Time from a key or click until pixels within 256 of the pointer change. Error: unrelated changes there are included."),
        kli18nc("@info where a figure comes from",
                "Time from an X program’s last request until the X server’s reply is sent on, measured by Nightdesk’s X relay. Error: under 1 ms."),
        kli18nc("@info where a figure comes from",
                "The X server’s time, then until the program’s next request arrives, at most one ssh reply later. Error: the change of the ssh "
                "reply and up to 20 % of it."),
    };
    return sources[source].toString();
}

QString explanation(const RoundTripLayer &layer, const QString &host)
{
    return i18nc("@info a figure's name, whether it is measured, where it comes from",
                 "%1, %2. %3",
                 title(layer, host),
                 certainty(layer.figure.certainty),
                 source(layer.source));
}
}
