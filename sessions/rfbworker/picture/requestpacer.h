// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace Nightdesk::Rfb
{
/// How much is known about the path to the server.
enum class PacerState {
    FirstRound, ///< nothing has been measured yet
    TcpWindowOpening, ///< TCP opens its window: each step fills the path
    FirstRoundFull, ///< the queue is longer than TCP's steps explain, and nothing else has been measured
    Steady, ///< TCP's window is open: a full path now means too many requests
};

enum class PacerEvent {
    RoundMeasured, ///< a round in which updates came has been measured
    PathFull, ///< TCP has opened its window, or the path is full
};

/// The transitions of PacerState. Empty: the event has no effect in this state.
constexpr std::optional<PacerState> nextState(PacerState from, PacerEvent on)
{
    constexpr StateStep<PacerState, PacerEvent> steps[] = {
        {PacerState::FirstRound, PacerEvent::RoundMeasured, PacerState::TcpWindowOpening},
        {PacerState::FirstRound, PacerEvent::PathFull, PacerState::FirstRoundFull},
        {PacerState::TcpWindowOpening, PacerEvent::PathFull, PacerState::Steady},
        {PacerState::FirstRoundFull, PacerEvent::RoundMeasured, PacerState::Steady},
    };
    return findStep(steps, from, on);
}

/// Decides when to request the next update without waiting for the last: often enough that a request always waits at a server which draws, but no
/// more than the path carries. A server merges requests that come before it has something to send, so too many requests cost little; but updates
/// must not queue up behind each other. Pure: the caller passes times and counts. Owned by UpdateRequester.
class RequestPacer
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// Xvnc draws 60 times a second at most. A request each millisecond overloaded servers (experiment VNC-HL,
    /// docs/developer/benchmarks).
    static constexpr std::chrono::microseconds shortestInterval{16'667};
    /// Interval before anything is known: 40 to 50 ms did well at any round trip in the experiment VNC-HL, and this is
    /// still shorter than the frame of a 25 Hz source.
    static constexpr std::chrono::milliseconds firstInterval{33};
    /// x11vnc sends a change once more than 20 ms have passed since it found the change, and checks that when a message comes or 20 ms have passed
    /// (libvncserver, rfbUpdateClient). Three such intervals are just over 21 ms: images come 5 ms younger than with one request in 20 ms, in which
    /// it mostly checks too early.
    static constexpr std::chrono::microseconds serverWakeInterval{7300};
    static constexpr std::chrono::milliseconds maxNormalInterval{40}; ///< longest interval while the path is not full
    static constexpr std::chrono::milliseconds maxFullPathInterval{1000}; ///< longest interval while the path is full
    /// Queue that is normal on a path that is not full: a shorter one cannot be told from a busy server.
    static constexpr std::chrono::milliseconds normalQueueDelay{15};
    static constexpr std::chrono::milliseconds largeQueueDelay{40};
    /// At a shorter round trip, it is just as good to request after each update.
    static constexpr std::chrono::milliseconds nearRoundTrip{5};
    /// How many bytes may be requested ahead before anything is known; at least two updates.
    static constexpr double firstFlightBytes = 160 * 1024; // bytes
    /// The same if ssh compresses the first images: TCP's second window. More would come in a burst, of which one image is seen.
    static constexpr double compressedFirstFlightBytes = 32 * 1024; // bytes
    /// What compression leaves of images of the least quality: 2.7 of 17 kB (2026-11-27).
    static constexpr double assumedCompressionRatio = 0.16;
    static constexpr std::chrono::milliseconds startProbePause{50};
    static constexpr std::chrono::milliseconds steadyProbePause{200};
    static constexpr std::chrono::milliseconds longestRequestHold{5000};
    /// Upper limit of the debt: a repaint at a tiny share must not freeze the image for minutes, and the share is updated many times a second.
    static constexpr std::chrono::milliseconds maxDebtTime{2000};
    static constexpr std::chrono::milliseconds maxConvertedDebtTime{1000};
    static constexpr std::uint64_t largeUpdateBytes = 8 * 1024; ///< in bytes; after an update of this size more are expected

    /// The round trip of the path without a queue.
    void setRoundTrip(Duration roundTrip);
    /// The server sends when requests wake it, see serverWakeInterval.
    void setRequestsWakeServer(bool wakesServer);
    /// ssh compresses the first images.
    void setFirstImagesCompressed();
    /// The allowed rate; 0: no limit. An existing debt is converted to the new rate.
    void setAllowedRate(double bytesPerSecond, Time now);
    /// Cancels the debt from bytes beyond the allowance.
    void cancelRateDebt();
    void noteRequestSent(Time now);
    /// An update with pixels has come; receiving it took @p took.
    void updateCame(Time now, Duration took, std::uint64_t bytes);
    /// A color map came without an update: the request still waits at the server, but the visible image changes.
    void colorMapCame(Time now);
    /// An update without pixels has come: it may have used up the request.
    void emptyUpdateCame(Time now);
    /// A probe was answered. @p queue: how long the server's data waited on the path when the probe was sent. @p leftAt: when the probe was sent;
    /// the answer does not reflect changes since then.
    void handleQueueDelay(Time now, Duration queue, std::optional<Time> leftAt = std::nullopt);
    /// Call while no probe may be sent. @p isBusy: data came nearly all the time. @p queue: queue delay that the link's pings have shown.
    void handleUpdateGapMeasurement(Time now, bool isBusy, Duration queue);
    /// The probe's answer has not come yet. @p queue: how long it has waited by now.
    void handleUnansweredProbe(Time now, Duration queue);
    /// The probe's answer has come, but there was no stream to measure.
    void handleUnmeasuredProbeAnswer(Duration queue);

    /// When the next request is due; empty: not before an update comes.
    std::optional<Time> nextRequestAt() const;
    /// An additional request would add neither to a queue nor to the debt, and it is useful: the server is not near.
    bool mayRequestMore(Time now) const;
    /// Updates follow each other without a pause.
    bool isStreaming(Time now) const;
    /// There are enough updates to measure: a single one shows nothing about the path.
    bool isMeasurable(Time now) const;
    /// The pause between the answer to one probe and the next probe.
    Duration probePause() const;
    /// More is drawn than the path carries.
    bool isPathFull() const;
    /// The longest queue that is tolerated.
    Duration toleratedQueueDelay() const;
    /// The answer to the open probe is so late that packets must have been lost. TCP's BBR alone delays an answer by
    /// one round trip every ten seconds.
    bool isProbeAnswerLost(Duration late) const;
    Duration requestPeriod() const; ///< as regulated; in the first round requests may be rarer
    /// Bytes per second received in the last round.
    double bytesPerSecond() const;

private:
    void handle(PacerEvent event);
    bool isTcpWindowOpening() const; ///< TCP has not opened its window yet
    bool isFirstRound() const;
    Duration recentUpdateTimeSpan() const;
    double firstFlightUpdates() const;
    Duration currentRequestPeriod() const;
    void handleLongQueueDelay(Time now);
    void lowerRequestRate(Time now);
    void adjustToUpdateRate(Time now);
    Duration usualQueueDelay() const; ///< normal queue of a full path
    Duration sendDuration() const; ///< how long the path is busy with an update of average size
    /// The factor by which the period becomes shorter. @p answered: fraction of requests that got their own update.
    double shorterPeriodFactor(double answered) const;

    Duration m_roundTrip = std::chrono::milliseconds(100);
    bool m_requestsWakeServer = false;
    double m_allowedByteRate = 0;
    Time m_debtUntil; ///< when the debt from bytes beyond the allowance is paid
    Duration m_requestPeriod = firstInterval;
    std::optional<Time> m_lastRequestAt;
    unsigned m_openRequestCount = 0; ///< requests minus updates, without merged requests
    std::optional<Time> m_lastRequestUsedAt; ///< an update came after the last request: the server may have no request left
    std::deque<Time> m_updateTimes; ///< times of the updates within the last recentUpdateTimeSpan()
    Time m_streamingUntil;
    unsigned m_followUpRequestCount = 0; ///< requests still to send after a single update
    Duration m_queueDelay{};
    Time m_noRequestsUntil; ///< no requests until the queue has arrived
    std::optional<Time> m_requestsHeldSince;
    Time m_rateLoweredAt; ///< when the request rate was last lowered
    double m_averageUpdateBytes = 0; ///< average size of an update
    double m_compressionRatio = 1; ///< compressed bytes by uncompressed bytes of the first updates
    Duration m_averageReceiveDuration{}; ///< average time to receive an update
    PacerState m_state = PacerState::FirstRound;
    int m_fullPathRoundCount = 0;
    int m_longQueueRoundCount = 0; ///< rounds in a row with a longer queue than usual
    double m_bestByteRate = 0;
    double m_fullPathByteRate = 0; ///< bytes per second when the queue was last too long
    // The present round, since the last call of handleQueueDelay():
    std::optional<Time> m_roundBeganAt;
    unsigned m_roundUpdateCount = 0;
    std::uint64_t m_roundBytes = 0;
    double m_lastRoundByteRate = 0;
    Duration m_lastUpdateInterval{}; ///< interval between updates in the last round that had some
};
}
