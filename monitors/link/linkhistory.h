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
/// The last minutes of one link, as samples tell them. Pure: no clock, no socket; "now" is the newest sample's time. The round
/// trips of all its connections stay; every other figure is of the present one. Owned by LinkMonitor.
class LinkHistory
{
public:
    struct Point {
        std::chrono::milliseconds age{}; ///< before the newest sample
        std::optional<std::chrono::microseconds> roundTrip; ///< empty: the probe was not answered in its second
        bool operator==(const Point &) const = default;
    };

    explicit LinkHistory(std::chrono::seconds span = std::chrono::minutes(5));

    void add(const LinkSample &sample);
    /// Round trips of an X program in it; they count from the next sample on.
    void addXWaits(const std::vector<XWaitTimes> &waits);
    /// The connection is over, or another one took its place: no figure of it is of use any more.
    void breakOff();
    std::chrono::seconds span() const;

    /// Oldest first.
    QList<Point> roundTrips() const;
    /// Newest answered ssh ping of the last 5 s: on a long link not every second has an answer. Empty: none.
    std::optional<std::chrono::microseconds> roundTrip() const;
    /// The whole path's own round-trip time from TCP_INFO; empty: not known, as always behind a jump host.
    std::optional<std::chrono::microseconds> pathRoundTrip() const;
    /// The least of this connection's answered ssh pings; empty: none.
    std::optional<std::chrono::microseconds> leastRoundTrip() const;
    /// Where the time goes, as RoundTripLayers has it; then what its X programs wait for, if any asked in the last minutes.
    QList<RoundTripLayer> layers() const;
    const XWaitHistory &xWaits() const; ///< of all its X programs
    /// The newest sample of the present connection; null: there is none.
    const LinkSample *newest() const;
    /// Of the answered ssh pings of the last @p window; empty: none.
    std::optional<std::chrono::microseconds> medianRoundTrip(std::chrono::seconds window) const;
    /// Bytes a second on the wire over the last @p window; empty: fewer than two samples.
    std::optional<Bytes> wireInPerSecond(std::chrono::seconds window = std::chrono::seconds(3)) const;
    std::optional<Bytes> wireOutPerSecond(std::chrono::seconds window = std::chrono::seconds(3)) const;
    /// What came or went in the last 10 s, before ssh and on the wire. Empty: fewer than two samples.
    struct Volume {
        Bytes before;
        Bytes wire;
        bool operator==(const Volume &) const = default;
    };
    std::optional<Volume> recent(FlowDirection direction) const;
    /// Before over wire; empty: under 8 KiB, too little to say.
    std::optional<double> recentRatio(FlowDirection direction) const;
    /// Before ssh, over the last 3 s.
    std::optional<Bytes> payloadPerSecond(FlowDirection direction) const;
    /// What encryption, decryption and compression took of one core in the last 10 s.
    std::optional<double> cpu() const;
    /// TCP segments sent again per second, over the last 3 s; empty: not known.
    std::optional<double> retransmitsPerSecond() const;
    /// Payload over wire, both ways, since the connection began: 3 means a third travels. Empty: under 64 KiB, too little to say.
    std::optional<double> compressionRatio() const;

private:
    std::span<const LinkSample> present() const;
    /// The oldest sample of that time before the newest; null: there are not two.
    const LinkSample *since(std::chrono::seconds window) const;
    std::optional<Bytes> perSecond(Bytes LinkSample::*counter, std::chrono::seconds window) const;

    std::chrono::seconds m_span;
    std::vector<LinkSample> m_samples; ///< oldest first
    std::size_t m_begin = 0; ///< the present connection's first one
    XWaitHistory m_xWaits;
    std::vector<XWaitTimes> m_newXWaits; ///< since the newest sample
};
}
