// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/roundtriplayers.h"

#include <algorithm>
#include <vector>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
using Time = std::chrono::microseconds;
using Part = RoundTripLayer::Part;
using Source = RoundTripLayer::Source;

/// A value counts as current for this time, because on a long path not every second has an answer.
constexpr auto maxCurrentAge = 5s;

/// Summarizes the values that @p read returns for the samples. The current value is the newest one not older than maxCurrentAge.
template<class Read>
DurationFigure summarize(std::span<const LinkSample> samples, Certainty certainty, Read read)
{
    std::vector<Time> times;
    std::optional<Time> now;
    for (const LinkSample &sample : samples) {
        if (const std::optional<Time> time = read(sample)) {
            times.push_back(*time);
            if (samples.back().takenAt - sample.takenAt <= maxCurrentAge) {
                now = time;
            }
        }
    }
    return DurationFigure::of(times, certainty, now);
}

std::optional<Time> roundTripToLegEnd(const LinkSample &sample, qsizetype leg)
{
    // The leg after the last jump host ends at the link's own host.
    return leg < sample.hopRoundTrips.size() ? sample.hopRoundTrips[leg].sshRoundTrip : leg == sample.hopRoundTrips.size() ? sample.sshRoundTrip : std::nullopt;
}
}

QList<RoundTripLayer> RoundTripLayers::of(std::span<const LinkSample> samples)
{
    const QList<HopRoundTrip> hops = samples.empty() ? QList<HopRoundTrip>() : samples.back().hopRoundTrips;
    QList<RoundTripLayer> layers;
    // The shortest round trip of the first leg: the minimum that the kernel reports, or else the shortest of its smoothed
    // round trips so far.
    std::optional<Time> smoothedLeast;
    const DurationFigure kernel = summarize(samples, Certainty::Measured, [&smoothedLeast](const LinkSample &sample) {
        if (sample.tcpMinimumRoundTrip || !sample.tcpRoundTrip) {
            return sample.tcpMinimumRoundTrip;
        }
        smoothedLeast = std::min(smoothedLeast.value_or(*sample.tcpRoundTrip), *sample.tcpRoundTrip);
        return smoothedLeast;
    });
    layers.append({Part::Network, Source::TcpInfo, kernel, {}, hops.isEmpty() ? QString() : hops.first().host});
    bool isPathKnown = kernel.least.has_value(); // a separate flag instead of an optional, because g++ 14 warns about that in optimized builds
    Time path = kernel.least.value_or(Time(0));
    std::optional<Time> nearLeast;
    for (qsizetype leg = 0; leg <= hops.size() && !hops.isEmpty(); ++leg) {
        const auto farLeast = summarize(samples, Certainty::Measured, [leg](const LinkSample &sample) {
                                  return roundTripToLegEnd(sample, leg);
                              }).least;
        if (leg > 0) {
            RoundTripLayer layer{Part::Network, Source::LegDifference, {}, hops[leg - 1].host, leg < hops.size() ? hops[leg].host : QString()};
            if (farLeast && nearLeast) {
                const Time least = std::max(*farLeast - *nearLeast, Time(0));
                layer.figure = {Certainty::Estimated, least, least, least, least};
                path += least;
            } else {
                isPathKnown = false;
            }
            layers.append(layer);
        }
        nearLeast = farLeast;
    }
    // Without jump hosts, the ssh round trip and the round trip of the path are both measured by the clock of this computer.
    const DurationFigure queue = summarize(samples, hops.isEmpty() ? Certainty::Measured : Certainty::Estimated, [isPathKnown, path](const LinkSample &sample) {
        return sample.sshRoundTrip && isPathKnown ? std::optional(std::max(*sample.sshRoundTrip - path, Time(0))) : std::nullopt;
    });
    layers.append({Part::Queue, Source::PingMinusPath, queue, {}, {}});
    DurationFigure tcp = summarize(samples, Certainty::Measured, [](const LinkSample &sample) {
        return sample.tcpRoundTrip;
    });
    if (tcp.least) { // the smoothed time includes delayed acknowledgments; the kernel's minimum does not
        tcp.least = kernel.least;
    }
    layers.append({Part::Tcp, Source::TcpSmoothed, tcp, {}, hops.isEmpty() ? QString() : hops.first().host});
    layers.append({Part::Ssh,
                   Source::SshPing,
                   summarize(samples,
                             Certainty::Measured,
                             [](const LinkSample &sample) {
                                 return sample.sshRoundTrip;
                             }),
                   {},
                   {}});
    return layers;
}
}
