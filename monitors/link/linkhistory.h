// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/linkfacts.h"

#include <QList>

#include <deque>

namespace Nightdesk
{
/// The last minutes of one link, as samples tell them. Pure: no clock, no socket; "now" is the newest sample's time.
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
    void clear();
    bool isEmpty() const;
    std::chrono::seconds span() const;

    /// Oldest first.
    QList<Point> roundTrips() const;
    /// Newest answered ssh ping of the last 5 s; empty: none.
    std::optional<std::chrono::microseconds> roundTrip() const;
    /// The path's own round-trip time from TCP_INFO; empty: not known.
    std::optional<std::chrono::microseconds> pathRoundTrip() const;
    /// ssh ping less path: what waits in queues (bufferbloat); never negative.
    std::optional<std::chrono::microseconds> queueing() const;
    std::optional<std::chrono::microseconds> medianRoundTrip() const;
    /// Bytes a second on the wire over the last @p window; empty: fewer than two samples.
    std::optional<Bytes> wireInPerSecond(std::chrono::seconds window = std::chrono::seconds(3)) const;
    std::optional<Bytes> wireOutPerSecond(std::chrono::seconds window = std::chrono::seconds(3)) const;
    /// Payload over wire, both ways, since the connection began: 3 means a third travels. Empty: under 64 KiB, too little to say.
    std::optional<double> compressionRatio() const;

private:
    std::optional<Bytes> perSecond(Bytes LinkSample::*counter, std::chrono::seconds window) const;

    std::chrono::seconds m_span;
    std::deque<LinkSample> m_samples;
};
}
