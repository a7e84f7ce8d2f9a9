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
    std::optional<double> bytesPerSecond; ///< capacity of the path; known only after it was full
    bool isPathFull = false; ///< the server has more to send than the path carries
    bool operator==(const PathFacts &) const = default;
};

/// Measures the path from the server while images come: sends a probe (a fence) after them and reports to the pacer how
/// long the answer took. Without fences, the link's pings are used, which cost the server nothing: requesting one pixel
/// instead takes away the request that waits at Xvnc, and costs x11vnc a frame. A pixel is requested only while no
/// pings are reported, and from Xvnc now and then. If no probe is answered, the gaps between updates are measured
/// instead. Owned by UpdateRequester; all references must outlive it. Reader thread.
class PathProbe
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// Bit that distinguishes the fences of this class from those of Heartbeat.
    static constexpr std::uint64_t probeFenceBit = std::uint64_t{1} << 63;
    static constexpr std::chrono::milliseconds probeInterval{200};
    /// Interval of pixel requests in addition to pings, which show that the server still answers; or three round trips, if longer.
    static constexpr std::chrono::seconds livenessCheckInterval{3};

    enum class Fault {
        Silent, ///< nothing at all has come since the probe
        FenceNotReturned ///< updates come, but the fence does not come back
    };

    PathProbe(Outbox &outbox,
              const EncodingOfferSender &offers,
              Counters &counters,
              ServerLiveness &pulse,
              RequestPacer &pacer,
              const RequestModeChooser &chooser);

    /// The desktop has this area now.
    void handleResize(const RfbWire::Rect &all);
    /// What the console knows about the link; 0: not known.
    void setLinkShare(const RfbWire::LinkShare &share, Time now);
    /// Call when a message of any kind begins or ends: the time to read the message does not count as the server's
    /// silence.
    void handleMessageBegin(Time now);
    void handleMessageEnd(Time now);
    bool isReadingMessage() const; ///< a message from the server is being read
    /// The desktop is no longer visible.
    void handleDesktopHidden();
    /// Reading was paused because the console was behind.
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
    /// From when on a non-incremental request does not disturb the server; empty: no update has come.
    std::optional<Time> pixelRequestsHarmlessFrom() const;
    /// The server sent a fence request, so it supports fences.
    void noteFenceSupport(Time now);
    /// A fence of the worker came back.
    void fenceCameBack(std::uint64_t number, Time now);

    /// Sends a probe when it is due, and watches one that is open. @p updateEnded: end of the last update.
    std::optional<Fault> doDueWork(Time now, Time updateEnded);
    /// Measures by gaps between updates, while no probe may be sent.
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
    Time m_lastMeasuredAt; ///< time of the last answer, or of the last estimate made without an answer
    std::array<Time, 4> m_cornerLastUpdatedAt;
    Duration m_longestSilenceSinceProbe{}; ///< longest silence since m_openProbe was sent: a silent server does not fill the path
    Duration m_readingTimeSinceMeasured{}; ///< time spent reading updates since m_lastMeasuredAt
    std::optional<Time> m_messageBeganAt; ///< set while a message is being read
    Time m_lastMessageEndedAt;
    std::optional<Time> m_firstUpdateEndedAt;
    double m_demandBytesPerSecond = 0; ///< bytes per second, measured while the path was not full
};
}
