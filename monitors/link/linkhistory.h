// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/flowclassifier.h"
#include "monitors/link/roundtriplayers.h"
#include "monitors/link/xwaithistory.h"

#include <QList>

#include <span>
#include <vector>

namespace Nightdesk
{
/// The last minutes of one link, from samples. Pure: no clock, no socket; "now" is the newest sample's time. Keeps the round
/// trips of all its connections; all other figures are of the current connection only. Owned by LinkMonitor.
class LinkHistory
{
public:
    struct Point {
        std::chrono::milliseconds age{}; ///< age of the point, counted from the newest sample
        std::optional<std::chrono::microseconds> roundTrip; ///< empty: the probe sent in this second was not answered
        bool operator==(const Point &) const = default;
    };

    explicit LinkHistory(std::chrono::seconds span = std::chrono::minutes(5));

    void add(const LinkSample &sample);
    /// Adds round trips of an X program on this link; they are included from the next sample on.
    void addXWaits(const std::vector<XWaitTimes> &waits);
    /// The connection ended or was replaced: discards the figures of that connection.
    void discardFigures();
    std::chrono::seconds span() const;

    /// One point for each sample, oldest first.
    QList<Point> roundTrips() const;
    /// Newest ssh round trip of the last 5 s, because on a long path not every second has an answer. Empty: none.
    std::optional<std::chrono::microseconds> roundTrip() const;
    /// The whole path's own round-trip time from TCP_INFO; empty: not known, as always behind a jump host.
    std::optional<std::chrono::microseconds> pathRoundTrip() const;
    /// The shortest ssh round trip of this connection; empty: none.
    std::optional<std::chrono::microseconds> leastRoundTrip() const;
    /// Where the time is spent, from RoundTripLayers; then the waits of X programs on this link, if there were any in
    /// the last minutes.
    QList<RoundTripLayer> layers() const;
    const XWaitHistory &xWaits() const; ///< the waits of all X programs on this link
    /// The newest sample of the current connection; null: none.
    const LinkSample *newestSample() const;
    /// Median of the ssh round trips of the last @p window; empty: none.
    std::optional<std::chrono::microseconds> medianRoundTrip(std::chrono::seconds window) const;
    /// Received bytes per second on the network over the last @p window; empty: fewer than two samples.
    std::optional<Bytes> wireBytesInPerSecond(std::chrono::seconds window = std::chrono::seconds(3)) const;
    std::optional<Bytes> wireBytesOutPerSecond(std::chrono::seconds window = std::chrono::seconds(3)) const;
    /// Bytes received or sent in the last 10 s, before ssh and on the network. Empty: fewer than two samples.
    struct Volume {
        Bytes payloadBytes;
        Bytes wireBytes;
        bool operator==(const Volume &) const = default;
    };
    std::optional<Volume> recentVolume(FlowDirection direction) const;
    /// Compression ratio: bytes before ssh divided by bytes on the network. Empty: less than 8 KiB, too little data.
    std::optional<double> recentCompressionRatio(FlowDirection direction) const;
    /// Bytes per second before ssh, over the last 3 s.
    std::optional<Bytes> payloadBytesPerSecond(FlowDirection direction) const;
    /// Processor time of ssh in the last 10 s (encryption and compression), as a share of one core.
    std::optional<double> cpuShare() const;
    /// TCP segments sent again per second, over the last 3 s; empty: not known.
    std::optional<double> retransmitsPerSecond() const;
    /// Payload bytes divided by bytes on the network, both directions, since the connection began; 3: a third is
    /// transmitted. Empty: less than 64 KiB, too little data.
    std::optional<double> totalCompressionRatio() const;

private:
    std::span<const LinkSample> currentSamples() const;
    /// The oldest sample within @p window before the newest; null: there are fewer than two.
    const LinkSample *oldestSampleWithin(std::chrono::seconds window) const;
    std::optional<Bytes> counterPerSecond(Bytes LinkSample::*counter, std::chrono::seconds window) const;

    std::chrono::seconds m_historyDuration;
    std::vector<LinkSample> m_samples; ///< samples, oldest first
    std::size_t m_firstCurrentSampleIndex = 0; ///< index of the current connection's first sample
    XWaitHistory m_xWaits;
    std::vector<XWaitTimes> m_newXWaits; ///< waits that were added since the newest sample
};
}
