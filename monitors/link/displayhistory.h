// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/encodingshares.h"
#include "monitors/link/roundtriplayers.h"
#include "sessions/common/units.h"

#include <deque>

namespace Nightdesk
{
/// One second's look at a desktop that is shown.
struct DisplaySample {
    std::chrono::steady_clock::time_point takenAt;
    quint64 updates = 0; ///< since its worker began, as all counters here
    quint64 pixels = 0;
    Bytes received;
    std::chrono::microseconds decoding{};
    std::optional<std::chrono::microseconds> fence; ///< to the VNC server and back; empty: it has no fences
    std::optional<std::chrono::microseconds> ping; ///< of its link at that time
    std::chrono::microseconds queue{}; ///< what an update waits because of those before it
    std::optional<std::chrono::microseconds> silentFor; ///< empty: it answers
    EncodingShares::Counts kinds{};
    bool operator==(const DisplaySample &) const = default;
};

/// The last minutes of one desktop, as samples tell them. Pure: "now" is the newest sample's time. Owned by DisplayMonitor.
class DisplayHistory
{
public:
    static constexpr auto span = std::chrono::minutes(5);
    static constexpr auto rateSpan = std::chrono::seconds(3);
    static constexpr auto ratioSpan = std::chrono::seconds(9); ///< until the next sample nothing in it is older than 10 s
    static constexpr quint64 ratioLeast = 64 * 1024; ///< raw bytes in that time; of less, what RFB needs for itself is most

    void add(const DisplaySample &sample);
    void addResponse(std::chrono::steady_clock::time_point at, std::chrono::microseconds took);
    /// Another worker, or none: no figure of the one before is of use.
    void breakOff();

    std::optional<double> framesPerSecond() const; ///< updates of the server; empty: too little is known
    std::optional<Bytes> bytesPerSecond() const; ///< of RFB, before ssh
    /// Raw pixels (4 bytes each) over what came for them, in the last 10 s. Empty: too little came to tell.
    std::optional<double> ratio() const;
    /// How the pixels of the last 10 s came; empty: none did.
    std::optional<EncodingShares> shares() const;
    /// The same since its worker began.
    std::optional<EncodingShares> allShares() const;
    /// How old what is shown is: half a round trip and what waits, or how long the server is silent. An estimate.
    std::optional<std::chrono::microseconds> age() const;
    /// It does not answer, or pictures wait longer than a person overlooks (150 ms).
    bool isLate() const;
    /// From a key or click to the first change, if the change came after the sample before the newest. An estimate.
    std::optional<std::chrono::microseconds> newResponse() const;
    /// RemoteMachine, ThisMachine, then the sums Fence and InputToChange. What cannot be told is Unknown.
    QList<RoundTripLayer> layers() const;

private:
    struct Response {
        std::chrono::steady_clock::time_point at;
        std::chrono::microseconds took{};
    };
    /// The oldest sample of that time before the newest; null: there are not two.
    const DisplaySample *since(std::chrono::seconds window) const;

    std::deque<DisplaySample> m_samples; ///< oldest first
    std::deque<Response> m_responses;
};
}
