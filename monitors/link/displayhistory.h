// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/encodingshares.h"
#include "monitors/link/roundtriplayers.h"
#include "sessions/common/units.h"

#include <deque>

namespace Nightdesk
{
/// A sample of a shown desktop, taken once a second.
struct DisplaySample {
    std::chrono::steady_clock::time_point takenAt;
    quint64 updates = 0; ///< number of updates since the worker process started; all counters here begin at that time
    quint64 pixels = 0;
    Bytes received;
    std::chrono::microseconds decodingTime{};
    std::optional<std::chrono::microseconds> fenceRoundTrip; ///< round trip to the VNC server; empty: the server does not support fences
    std::optional<std::chrono::microseconds> pingRoundTrip; ///< ssh round trip of the desktop's link at that time
    std::chrono::microseconds queueTime{}; ///< how long an update waits for earlier updates to be processed
    /// Time since the server last responded, if it does not respond; empty: it responds.
    std::optional<std::chrono::microseconds> silenceDuration;
    EncodingShares::Counts encodingCounts{};
    bool operator==(const DisplaySample &) const = default;
};

/// The last minutes of one desktop, from samples. Pure: "now" is the newest sample's time. Owned by DisplayMonitor.
class DisplayHistory
{
public:
    static constexpr auto maxAge = std::chrono::minutes(5); ///< older samples and response times are removed
    static constexpr auto rateSpan = std::chrono::seconds(3);
    /// compressionRatio() uses samples that are at most this much older than the newest one. When the next sample is taken, they are 10 s old.
    static constexpr auto compressionRatioSpan = std::chrono::seconds(9);
    /// Minimum size of the uncompressed pixels for a ratio; with less, the overhead of RFB would dominate it.
    static constexpr quint64 minUncompressedBytesForRatio = 64 * 1024;

    void add(const DisplaySample &sample);
    void addResponse(std::chrono::steady_clock::time_point at, std::chrono::microseconds took);
    /// The worker process ended or was replaced: discards the figures of that process.
    void discardFigures();

    std::optional<double> framesPerSecond() const; ///< updates from the server per second; empty: too few samples
    std::optional<Bytes> bytesPerSecond() const; ///< bytes of RFB data per second, before compression by ssh
    /// Raw size of the pixels (4 bytes each) divided by the received bytes, over the last 10 s. Empty: too little data.
    std::optional<double> compressionRatio() const;
    /// The encodings in which the pixels of the last 10 s arrived; empty: none arrived.
    std::optional<EncodingShares> recentEncodingShares() const;
    /// The encodings of the pixels since the worker process started; empty: none arrived.
    std::optional<EncodingShares> encodingSharesSinceStart() const;
    /// The age of the shown image: half a round trip plus the queueing time, or how long the server has been silent. An estimate.
    std::optional<std::chrono::microseconds> imageAge() const;
    /// The server does not respond, or updates wait long enough for users to notice (over 150 ms).
    bool isImageLate() const;
    /// Time from a key or click to the first change of the image, if the change came after the second-last sample; else empty. An estimate.
    std::optional<std::chrono::microseconds> recentResponseTime() const;
    /// The layers RemoteMachine and ThisMachine, then the sums Fence and InputToChange. A layer that cannot be
    /// determined is Unknown.
    QList<RoundTripLayer> layers() const;

private:
    /// A response time, and when the change was seen.
    struct MeasuredResponse {
        std::chrono::steady_clock::time_point at;
        std::chrono::microseconds took{};
    };
    /// The oldest sample within @p window before the newest; null: there are fewer than two.
    const DisplaySample *oldestSampleWithin(std::chrono::seconds window) const;

    std::deque<DisplaySample> m_samples; ///< samples, oldest first
    std::deque<MeasuredResponse> m_measuredResponses; ///< response times from a key or click to the first change, oldest first
};
}
