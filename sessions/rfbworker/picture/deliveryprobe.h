// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/deliverymeter.h"
#include "sessions/rfbworker/picture/offersender.h"
#include "sessions/rfbworker/picture/requestpacer.h"
#include "sessions/rfbworker/picture/waychooser.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/pulse.h"

#include <array>
#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// What has been measured of the way from the server to here, by its updates. Empty: not known yet.
struct DeliveryFacts {
    std::optional<std::chrono::microseconds> roundTrip; ///< least seen of late, to the server and back
    std::optional<std::chrono::microseconds> queue; ///< what waits before an update that is sent now
    std::optional<double> bytesPerSecond; ///< that the way carries; only known when it was full
    bool isFull = false; ///< the server has more to send than the way carries
    bool operator==(const DeliveryFacts &) const = default;
};

/// Measures the way from the server to here while pictures come: asks a question behind them, a fence, and tells the pacer what its answer
/// took. Where there are no fences the pings of the link do, for they cost the server nothing: one pixel that is asked for takes the
/// request away that waits at Xvnc, and costs x11vnc a frame. It is asked for as long as no pings are informed of, and of Xvnc now and then. Where
/// nothing is answered, gaps between updates must do. Owned by UpdateRequester; all that it is given
/// must outlive it. Reader thread.
class DeliveryProbe
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// Marks our own fences among those of the Heartbeat.
    static constexpr std::uint64_t ownFence = std::uint64_t{1} << 63;
    static constexpr std::chrono::milliseconds betweenQuestions{200};
    /// A pixel beside pings, which shows that the server answers; or three round trips.
    static constexpr std::chrono::seconds betweenChecks{3};

    enum class Fault {
        Silent, ///< nothing at all has come since the question
        NoFence ///< updates come, and the fence does not
    };

    DeliveryProbe(Outbox &outbox, const OfferSender &offers, Counters &counters, Pulse &pulse, RequestPacer &pacer, const WayChooser &chooser);

    /// The desktop is @p all now.
    void resized(const RfbWire::Rect &all);
    /// What the console knows of the link; 0: nothing.
    void setLink(const RfbWire::LinkShare &share, Time now);
    /// A message of any kind is being read: it may take as long as its bytes do, which says nothing of the server.
    void messageBegins(Time now);
    void messageEnds(Time now);
    bool isReading() const; ///< a message
    /// Nobody looks at the desktop any more.
    void hidden();
    /// Nothing was read for a while, because of the console.
    void pauseEnded(Time now);
    /// Of an update that began @p updateBegan.
    void rectCame(const RfbWire::Rect &rect, Time updateBegan);
    /// The server tells of its screens by itself: the answer to a request that was not incremental.
    void screensCame(Time now);
    /// With pixels, which took so long.
    void updateEnded(Time now, Duration took);
    /// A pixel may be asked for as soon as there is an image, and its answer tells the server's time.
    void serverAnswersPixels();
    /// The server asked with a fence, so it has them.
    void serverHasFences(Time now);
    /// Our own fence is back.
    void fenceCameBack(std::uint64_t number, Time now);

    /// Asks when it is time, and minds a question that is out. @p updateEnded: of the last one.
    std::optional<Fault> doDueWork(Time now, Time updateEnded);
    /// In place of questions, where there may be none.
    void measureByGaps(Time now);
    bool isAsking() const; ///< a question is out

    const DeliveryMeter &meter() const;
    Duration roundTrip() const; ///< the least of late, or what is usual
    Duration patience() const; ///< by then an answer does not come any more
    std::optional<Time> firstPictureAt() const;
    DeliveryFacts facts() const;

private:
    struct Question {
        std::uint64_t fence = 0; ///< its number; 0: a pixel
        RfbWire::Rect pixel;
        Time sentAt;
        bool isCheck = false; ///< beside pings, which measure: the server's own clock is in its answer
        Duration longReading{}; ///< of messages that took long to come: the answer is behind them
    };
    void pinged(Time at, std::chrono::microseconds roundTrip, Time now);
    bool goesByPings(Time now) const;
    void watchPing(Time now);
    Time askDueAt(Time now) const;
    void sendQuestion(Time now);
    void answered(Time now);
    Duration silence(Time now) const;
    bool mayUseFences() const;
    bool mayAskPixels(Time now) const;
    bool mayAsk(Time now) const;
    void reportFacts();

    Outbox &m_outbox;
    const OfferSender &m_offers;
    Counters &m_counters;
    Pulse &m_pulse;
    RequestPacer &m_pacer;
    const WayChooser &m_chooser;
    DeliveryMeter m_meter;
    RfbWire::Rect m_all;
    std::chrono::microseconds m_linkLeast{}; ///< round trip of the link; 0: not known
    bool m_hasFences = false;
    bool m_isModern = false; ///< x11vnc is not
    bool m_pixelsAnswer = true; ///< the server answers for a pixel
    std::optional<Question> m_question;
    std::uint64_t m_fences = 0; ///< sent
    Time m_askedAt;
    std::optional<Time> m_pingedAt; ///< the link's last ping
    bool m_nextPingIsReported = false; ///< the last one came into a stream that the console tells pings of
    Time m_heardAt; ///< an answer, or the queue was judged without one
    std::array<Time, 4> m_cornerCoveredAt;
    Duration m_silence{}; ///< the longest since m_question was sent: a server that says nothing fills no way
    Duration m_busy{}; ///< reading updates, since m_heardAt
    std::optional<Time> m_messageBegan; ///< one is being read
    Time m_messageEnded;
    std::optional<Time> m_firstPictureAt;
    double m_demand = 0; ///< bytes per second, while the way was not full
};
}
