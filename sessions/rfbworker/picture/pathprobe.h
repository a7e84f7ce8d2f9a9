// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/encodingoffersender.h"
#include "sessions/rfbworker/picture/queuedelayestimator.h"
#include "sessions/rfbworker/picture/requestmodechooser.h"
#include "sessions/rfbworker/picture/requestpacer.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/serverliveness.h"

#include <array>
#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// What the updates have shown about the path from the server. Empty: not known yet.
struct PathFacts {
    std::optional<std::chrono::microseconds> roundTrip; ///< recent minimum, to the server and back
    std::optional<std::chrono::microseconds> queueDelay; ///< how long an update that is sent now would wait
    std::optional<double> bytesPerSecond; ///< capacity of the path; known only while it is saturated
    bool isPathSaturated = false; ///< the server has more to send than the path carries
    bool operator==(const PathFacts &) const = default;
};

/// Measures the path from the server while images come, and reports to RequestPacer how long data waits on it. Uses the first of these methods that
/// works: a fence, which the server returns after the images before it; the pings of the ssh connection, which the console reports; a request for
/// one pixel, which uses up the waiting request at Xvnc and costs x11vnc a frame; the gaps between updates. Owned by
/// UpdateRequester; all references must outlive it. Reader thread.
class PathProbe
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// Bit that distinguishes the fences of this class from those of Heartbeat.
    static constexpr std::uint64_t probeFenceBit = std::uint64_t{1} << 63;
    static constexpr std::chrono::milliseconds probeInterval{200};
    /// While pings measure the path, one pixel is requested this often, or every three round trips if longer, to check that the server still answers.
    static constexpr std::chrono::seconds livenessCheckInterval{3};

    /// Why a probe was given up.
    enum class ProbeFailure {
        NothingReceived, ///< the server has sent nothing at all since the probe
        FenceNotReturned ///< the server has sent updates since the probe, but has not returned the fence
    };

    PathProbe(Outbox &outbox,
              const EncodingOfferSender &offers,
              Counters &counters,
              ServerLiveness &pulse,
              RequestPacer &pacer,
              const RequestModeChooser &chooser);

    /// The desktop has this area now.
    void handleResize(const RfbWire::Rect &desktopRect);
    /// Takes the round trips that the console has measured on the ssh connection; 0: not measured.
    void setLinkShare(const RfbWire::LinkShare &share, Time now);
    /// Call when a message of any kind begins or ends: the time to read the message does not count as the server's
    /// silence.
    void handleMessageBegin(Time now);
    void handleMessageEnd(Time now);
    bool isReadingMessage() const; ///< a message from the server is being read
    /// The desktop is no longer visible.
    void handleDesktopHidden();
    /// Reading from the server continues after a pause, in which the console was behind: the time of the pause is not measured.
    void handleReadingPauseEnded(Time now);
    /// A rectangle came in an update that began at @p updateBegan.
    void rectCame(const RfbWire::Rect &rect, Time updateBegan);
    /// The server sent its screen layout, as it does in answer to a non-incremental request.
    void handleScreenLayout(Time now);
    /// An update with pixels ended; receiving it took @p took.
    void handleUpdateEnd(Time now, Duration took);
    /// The server answers a request for one pixel at once: such a request may be used as a probe as soon as there is an
    /// image.
    void notePixelRequestSupport();
    /// When requests for unchanged pixels begin to be allowed. Earlier ones could disturb the speed measurement of x11vnc. Empty: no update has come.
    std::optional<Time> pixelRequestsAllowedFrom() const;
    /// The server sent a fence request, so it supports fences.
    void noteFenceSupport(Time now);
    /// A fence of the worker came back.
    void fenceCameBack(std::uint64_t number, Time now);

    /// Sends a probe when it is due, and watches one that is open. @p updateEnded: end of the last update.
    std::optional<ProbeFailure> doDueWork(Time now, Time updateEnded);
    /// While no probe may be sent: measures by the gaps between updates whether the path is saturated.
    void measureByUpdateGaps(Time now);
    bool isProbeOpen() const; ///< a probe is open

    const QueueDelayEstimator &queueDelayEstimator() const;
    Duration roundTrip() const; ///< recent minimum, or a default
    Duration answerTimeout() const; ///< after this time an answer is considered lost
    std::optional<Time> firstUpdateEndedAt() const;
    PathFacts pathFacts() const;

private:
    struct Probe {
        std::uint64_t fenceNumber = 0; ///< the fence's number; 0: a pixel request
        RfbWire::Rect pixelRect;
        Time sentAt;
        bool isLivenessCheck = false; ///< sent in addition to pings: not used to measure, since its answer includes the server's time
        Duration longMessageReadTime{}; ///< time spent reading long messages since the probe was sent: its answer waits behind them
    };
    void handleLinkPing(Time at, std::chrono::microseconds roundTrip, Time now);
    bool usesLinkPings(Time now) const;
    void checkOverduePing(Time now);
    Time probeDueAt(Time now) const;
    void sendProbe(Time now);
    void handleProbeAnswer(Time now);
    Duration longestSilence(Time now) const;
    bool mayUseFences() const;
    bool mayRequestPixel(Time now) const;
    bool maySendProbe(Time now) const;
    void updateCounters();

    Outbox &m_outbox;
    const EncodingOfferSender &m_offerSender;
    Counters &m_counters;
    ServerLiveness &m_liveness;
    RequestPacer &m_requestPacer;
    const RequestModeChooser &m_modeChooser;
    QueueDelayEstimator m_queueDelayEstimator;
    RfbWire::Rect m_desktopRect;
    std::chrono::microseconds m_linkMinRoundTrip{}; ///< minimum round trip of the link; 0: not known
    bool m_serverHasFences = false;
    bool m_isServerNotX11vnc = false; ///< the server has announced something that x11vnc lacks
    bool m_serverAnswersPixelRequests = true; ///< the server answers pixel requests
    std::optional<Probe> m_openProbe;
    std::uint64_t m_sentFenceCount = 0; ///< number of fences sent
    Time m_lastProbeSentAt;
    std::optional<Time> m_linkPingAnsweredAt; ///< when the link's last ping was answered
    bool m_areLinkPingsReported = false; ///< the last ping came during a stream, for which the console reports pings
    Time m_lastMeasuredAt; ///< when the queue delay was last measured, from an answer or estimated without one
    std::array<Time, 4> m_cornerLastUpdatedAt;
    Duration m_longestSilenceSinceProbe{}; ///< longest silence since m_openProbe was sent: a silent server does not fill the path
    Duration m_readTimeSinceLastMeasurement{}; ///< time spent reading updates since m_lastMeasuredAt
    std::optional<Time> m_messageBeganAt; ///< set while a message is being read
    Time m_lastMessageEndedAt;
    std::optional<Time> m_firstUpdateEndedAt;
    double m_unsaturatedBytesPerSecond = 0; ///< received bytes per second when the path was last not saturated
};
}
