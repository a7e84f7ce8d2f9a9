// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/qualityramp.h"
#include "sessions/rfbworker/picture/queuedelayestimator.h"
#include "sessions/rfbworker/picture/requestpacer.h"
#include "tests/sessions/rfbworker/tcpsender.h"

#include <cstdint>
#include <deque>
#include <random>
#include <utility>
#include <vector>

namespace Nightdesk::Test
{
/// A source that draws, a server, a link and a client that asks, in steps of a millisecond. Only what matters for pacing.
class PacingModel
{
public:
    using Duration = std::chrono::milliseconds;

    enum class Server {
        Merges, ///< sends as soon as something is drawn (Xvnc); a question that is not incremental uses up what was asked before
        Polls, ///< looks now and then for what was drawn (x11vnc)
    };
    struct World {
        Server server = Server::Merges;
        int roundTrip = 100; ///< ms
        double linkRate = 1e6; ///< bytes per second
        double size = 20'000; ///< bytes of an update, about
        int framePeriod = 40; ///< ms
        int pollPeriod = 30;
        int jitter = 0; ///< ms, up to
        int stallEvery = 0; ///< ms; 0: never
        int stallFor = 0;
        unsigned seed = 1;
        bool knowsLink = true; ///< the console has told of the round trip
        bool pings = false; ///< the console tells of the link's pings
        double allowance = 0; ///< bytes per second; 0: no limit
        std::optional<TcpSender::Control> control = {}; ///< of the server's host; empty: its window is always open
        bool ramps = false; ///< size is that of JPEG 6; the first image comes by JPEG 0, and those behind it as QualityRamp says
    };
    struct Result {
        int drawn = 0; ///< frames
        int updates = 0;
        int shown = 0; ///< updates that a display with 60 images a second shows: of those that come together, the last
        int requests = 0;
        double bytes = 0; ///< of updates as they have come
        int longestPause = 0; ///< ms between two requests
        double seconds = 0;
        double ageMedian = 0; ///< ms, of updates as they have come
        double ageFirstHalf = 0;
        double ageSecondHalf = 0;
        double ageWorst = 0;
    };

    PacingModel(const World &world, bool isStock);
    /// What happened between two times.
    Result run(int from, int to);
    void setAllowedRate(double bytesPerSecond);
    void setRate(double bytesPerSecond); ///< of the link, where a host sends by TCP
    /// TCP of the server's host, see TcpSender.
    void collapse(double window, int milliseconds);

private:
    struct Update {
        double size = 0;
        double arrives = 0; ///< its last byte
        double begins = 0; ///< its first
        int drawnAt = 0;
        bool isMarker = false;
        bool isPing = false;
        double from = 0; ///< its place in the stream of TCP
        double to = 0;
    };
    void draw();
    void carry();
    bool usesLinkPings() const;
    double sizeNow();
    bool isCompressed() const;
    void serve();
    void send(double size, int drawnAt, bool isMarker, bool isPing = false);
    void ping();
    void checkPing();
    void receive();
    void ask();
    void sendRequest(bool isMarker);
    void sendUp(bool isMarker);
    void acknowledgeUp();
    double wobble();

    const World m_world;
    const bool m_isStock;
    std::mt19937 m_random;
    int m_now = 0;
    // The server:
    std::deque<std::pair<double, bool>> m_requestsUnderWay; ///< when they come, and whether they are markers
    bool m_requested = false;
    bool m_markerAsked = false;
    int m_drawnAt = -1; ///< the oldest that was not sent; -1: nothing new
    int m_latestDrawn = 0;
    int m_seenAt = -1;
    int m_stalledUntil = 0;
    double m_lineFree = 0;
    double m_lastArrival = 0;
    double m_lastRequestArrival = 0;
    std::deque<Update> m_onTheWay;
    std::optional<TcpSender> m_sender;
    std::deque<std::pair<double, double>> m_offers; ///< when they are at the server, and the share of the size that they make
    double m_share = 1; ///< of the last one that is
    // TCP of the client's host: each request is a segment. What finds the window full leaves as one segment when an acknowledgement comes.
    std::deque<double> m_upInFlight; ///< when each will be acknowledged
    std::size_t m_upWindow = 10; ///< segments
    std::optional<bool> m_upWaits; ///< requests that wait, and whether they are only a marker
    // The client:
    Rfb::RequestPacer m_pacer;
    Rfb::QualityRamp m_ramp;
    bool m_hasImage = false;
    int m_askedEarly = 0;
    Rfb::QueueDelayEstimator m_meter;
    std::optional<int> m_markerSentAt;
    int m_lastMarker = -10'000;
    std::optional<int> m_pingSentAt; ///< one is out
    double m_pingArrives = 0; ///< at the server's host
    bool m_pingIsAtServer = false;
    int m_nextPing = 0;
    int m_pingedAt = -1'000'000; ///< the last answer
    bool m_nextPingIsReported = false; ///< the last one came into a stream that the console tells pings of
    int m_judgedAt = 0;
    int m_silence = 0;
    int m_heardAt = 0;
    // Counts:
    std::vector<std::pair<int, double>> m_ages; ///< when it came, how old
    std::vector<std::pair<int, double>> m_sizes; ///< when it came, how large
    std::vector<int> m_draws;
    std::vector<int> m_asks;
};
}
