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
/// How much RequestPacer has measured on the path to the server. A probe round is the time from one measurement of the queue to the next.
enum class PacerState {
    FirstProbeRound, ///< nothing has been measured yet
    TcpWindowOpening, ///< TCP's congestion window still grows; each time it grows, data queues up on the path for a moment
    SaturatedInFirstProbeRound, ///< before the first probe round ended, the queue was longer than a growing TCP window explains
    Steady, ///< TCP's window has stopped growing: a saturated path now means that requests are too frequent
};

enum class PacerEvent {
    ProbeRoundMeasured, ///< a probe round with at least one update has ended
    PathSaturated, ///< TCP has opened its window, or the path is saturated for another reason
};

/// The transitions of PacerState. Empty: the event has no effect in this state.
constexpr std::optional<PacerState> nextState(PacerState from, PacerEvent on)
{
    constexpr StateTransition<PacerState, PacerEvent> steps[] = {
        {PacerState::FirstProbeRound, PacerEvent::ProbeRoundMeasured, PacerState::TcpWindowOpening},
        {PacerState::FirstProbeRound, PacerEvent::PathSaturated, PacerState::SaturatedInFirstProbeRound},
        {PacerState::TcpWindowOpening, PacerEvent::PathSaturated, PacerState::Steady},
        {PacerState::SaturatedInFirstProbeRound, PacerEvent::ProbeRoundMeasured, PacerState::Steady},
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
    /// Interval between requests before anything is measured. In the experiment VNC-HL 40 to 50 ms did well at any round trip;
    /// 33 ms is also shorter than a frame of a 25 Hz source.
    static constexpr std::chrono::milliseconds firstInterval{33};
    /// Interval between requests that wake x11vnc. It sends a change more than 20 ms after it found it, but checks this only when a message comes or
    /// 20 ms have passed (libvncserver, rfbUpdateClient). Three of these intervals are just under 22 ms, so the third request comes at the right
    /// moment: images come 5 ms earlier than with one request in 20 ms, which mostly comes a little too soon.
    static constexpr std::chrono::microseconds intervalToWakeServer{7300};
    static constexpr std::chrono::milliseconds maxNormalInterval{40}; ///< longest interval between requests while the path is not saturated
    static constexpr std::chrono::milliseconds maxIntervalWhenSaturated{1000}; ///< longest interval between requests while the path is saturated
    /// Queue delay that is normal on a path that is not saturated: a busy server alone may delay an answer as much.
    static constexpr std::chrono::milliseconds normalQueueDelay{15};
    static constexpr std::chrono::milliseconds largeQueueDelay{40};
    /// At a shorter round trip, nothing is requested ahead: a request after each update gives the same frame rate.
    static constexpr std::chrono::milliseconds nearRoundTrip{5};
    /// How many bytes of updates may be requested ahead before the path is measured; at least two updates.
    static constexpr double maxBytesRequestedAtFirst = 160 * 1024;
    /// The same limit in compressed bytes, if ssh compresses the first images. This much fits into TCP's window after one round trip; more images
    /// would come together, and only the last of them would be seen.
    static constexpr double maxCompressedBytesRequestedAtFirst = 43 * 1024;
    /// Assumed size of a compressed image of the lowest quality, relative to its size before compression. Measured: 2.7 of 17 kB (2026-11-27).
    static constexpr double assumedCompressionRatio = 0.16;
    static constexpr std::chrono::milliseconds pauseBetweenFirstProbes{50}; ///< while TCP opens its window
    static constexpr std::chrono::milliseconds pauseBetweenSteadyProbes{200}; ///< after TCP has opened its window
    static constexpr std::chrono::milliseconds maxTimeRequestsHeldBack{5000}; ///< longest time without requests while a probe is not answered
    /// Longest pause after an update that had more bytes than the allowed rate: a repaint at a very low rate must not freeze the image for minutes.
    /// The console updates the rate many times a second.
    static constexpr std::chrono::milliseconds maxRateLimitPause{2000};
    static constexpr std::chrono::milliseconds maxRateLimitPauseAfterChange{1000}; ///< longest rest of a pause when the allowed rate has changed
    static constexpr std::uint64_t minLargeUpdateBytes = 8 * 1024; ///< in bytes; after an update of this size more are expected

    /// The round trip of the path without a queue.
    void setRoundTrip(Duration roundTrip);
    /// Whether a request makes the server send changes earlier, see intervalToWakeServer.
    void setServerWokenByRequests(bool wakesServer);
    /// Call if ssh compresses the first images: requests then follow their compressed size, see assumedCompressionRatio.
    void expectCompressedFirstImages();
    /// Sets the allowed rate; 0: no limit. The rest of a pause that the previous rate required becomes longer or shorter accordingly.
    void setAllowedRate(double bytesPerSecond, Time now);
    /// Ends the pause that follows an update with more bytes than the allowed rate.
    void cancelRateLimitPause();
    void noteRequestSent(Time now);
    /// An update with pixels has come; receiving it took @p took.
    void updateCame(Time now, Duration took, std::uint64_t bytes);
    /// A color map came without an update: the request still waits at the server, but the visible image changes.
    void colorMapCame(Time now);
    /// An update without pixels has come: it may have used up the request.
    void emptyUpdateCame(Time now);
    /// A probe was answered. @p queueDelay: how long the server's data waited on the path when the probe was sent. @p probeSentAt: when the probe
    /// was sent; the answer does not reflect changes since then.
    void handleQueueDelay(Time now, Duration queueDelay, std::optional<Time> probeSentAt = std::nullopt);
    /// Call while no probe may be sent. @p isBusy: data came nearly all the time. @p queueDelay: queue delay that the link's pings have shown.
    void handleUpdateGapMeasurement(Time now, bool isBusy, Duration queueDelay);
    /// The probe's answer has not come yet. @p queueDelay: how long it has waited by now.
    void handleUnansweredProbe(Time now, Duration queueDelay);
    /// The probe's answer has come, but there was no stream to measure.
    void handleUnmeasuredProbeAnswer(Duration queueDelay);

    /// When the next request is due; empty: not before an update comes.
    std::optional<Time> nextRequestAt() const;
    /// An additional request is useful, because the server is not near, and neither a queue nor the allowed rate forbids it.
    bool mayRequestMore(Time now) const;
    /// Updates follow each other without a pause.
    bool isStreaming(Time now) const;
    /// Enough updates have come recently to measure the path: a single one shows nothing about it.
    bool canMeasurePath(Time now) const;
    /// The pause between the answer to one probe and the next probe.
    Duration pauseBetweenProbes() const;
    /// The server draws more than the path carries, so updates wait on the path.
    bool isPathSaturated() const;
    /// The longest queue that is tolerated.
    Duration toleratedQueueDelay() const;
    /// @p late: how late the answer to the open probe is. True: so late that packets must have been lost. A delay of one round trip does not count:
    /// TCP's congestion control BBR causes that every ten seconds.
    bool isProbeAnswerLost(Duration late) const;
    Duration requestPeriod() const; ///< the period that the measurements suggest; in the first probe round requests may be rarer
    /// Bytes per second received in the last probe round.
    double receivedBytesPerSecond() const;

private:
    void handle(PacerEvent event);
    bool isTcpWindowOpening() const; ///< TCP's congestion window still grows
    bool isFirstProbeRound() const;
    Duration timeSpanOfRecentUpdates() const; ///< updates that came within this time count as recent
    double maxUpdatesRequestedAtFirst() const; ///< how many updates may be requested ahead in the first probe round
    Duration currentRequestPeriod() const;
    void handleLongQueueDelay(Time now);
    void lowerRequestRate(Time now);
    void adjustToUpdateRate(Time now);
    Duration usualQueueDelay() const; ///< queue delay that is normal while the path is saturated
    Duration averageUpdateSendDuration() const; ///< how long the path is busy with an update of average size
    /// The factor by which the period becomes shorter. @p answeredFraction: fraction of requests that got their own update.
    double periodShorteningFactor(double answeredFraction) const;

    Duration m_roundTrip = std::chrono::milliseconds(100);
    bool m_isServerWokenByRequests = false;
    double m_allowedByteRate = 0;
    Time m_rateLimitPauseUntil; ///< no requests before this time, because the updates had more bytes than the allowed rate
    Duration m_requestPeriod = firstInterval;
    std::optional<Time> m_lastRequestAt;
    unsigned m_openRequestCount = 0; ///< requests that no update has answered yet; the server may have merged some of them
    std::optional<Time> m_lastRequestUsedAt; ///< when an update came after the last request, which may have been the answer to it; empty: none came
    std::deque<Time> m_updateTimes; ///< when the updates within the last timeSpanOfRecentUpdates() came
    Time m_streamingUntil;
    unsigned m_followUpRequestCount = 0; ///< requests still to send after a single update
    Duration m_queueDelay{};
    Time m_noRequestsUntil; ///< no requests before this time, because the data in the queue has to arrive first
    std::optional<Time> m_requestsHeldBackSince; ///< since when no requests are sent, because a probe is not answered; empty: they are sent
    Time m_rateLoweredAt; ///< when the request rate was last lowered
    double m_averageUpdateBytes = 0; ///< average size of an update
    double m_compressionRatio = 1; ///< compressed bytes divided by uncompressed bytes of the first updates
    Duration m_averageReceiveDuration{}; ///< average time to receive an update
    PacerState m_state = PacerState::FirstProbeRound;
    /// While TCP opens its window: saturated probe rounds in a row without a higher rate. Later: for how many more probe rounds the path counts
    /// as saturated.
    int m_saturatedProbeRoundCount = 0;
    int m_longQueueProbeRoundCount = 0; ///< probe rounds in a row with a longer queue than usual
    double m_highestByteRate = 0; ///< highest bytes per second of a probe round while TCP opened its window
    double m_saturatedByteRate = 0; ///< bytes per second in the last probe round with a saturated path
    std::optional<Time> m_probeRoundBeganAt; ///< when the current probe round began, at the last call of handleQueueDelay()
    unsigned m_probeRoundUpdateCount = 0; ///< updates in the current probe round
    std::uint64_t m_probeRoundBytes = 0; ///< bytes of the updates in the current probe round
    double m_lastProbeRoundByteRate = 0;
    Duration m_lastUpdateInterval{}; ///< average interval between updates in the last probe round that had some
};
}
