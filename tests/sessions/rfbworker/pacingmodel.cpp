// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/rfbworker/pacingmodel.h"

#include "sessions/base/imagecompression.h"
#include "sessions/rfbworker/picture/earlyrequests.h"

#include <algorithm>

namespace Nightdesk::Test
{
namespace
{
constexpr double buffers = 4e6; // bytes that a server can put on its way before it has to wait
constexpr double markerSize = 16;
constexpr double toldRate = 32 * 1024; // bytes per second
constexpr int betweenPings = 200; // ms, while much comes
constexpr std::size_t loginSegments = 4; // sent in the moment of the first request
constexpr double leastShare = 2.7 / 57; // kB, of images of 100 kB by JPEG 8
constexpr double compressedBytes = 0.16; // what ssh leaves of each
constexpr double never = 1e12;

/// Of the bytes of JPEG 6, as QualityChooser has them.
double shareOf(int level)
{
    constexpr double sizes[] = {0.09, 0.14, 0.18, 0.22, 0.30, 0.41, 0.57};
    return sizes[level] / sizes[6];
}

Rfb::RequestPacer::Time at(int milliseconds)
{
    return Rfb::RequestPacer::Time{} + std::chrono::milliseconds(1'000'000 + milliseconds);
}
}

PacingModel::PacingModel(const World &world, bool isStock)
    : m_world(world)
    , m_isStock(isStock)
    , m_random(world.seed)
{
    if (m_world.knowsLink) {
        m_meter.setLinkRoundTrips(std::chrono::milliseconds(world.roundTrip), std::chrono::milliseconds(world.roundTrip), at(0));
        m_pacer.setRoundTrip(std::chrono::milliseconds(world.roundTrip));
        if (world.ramps && std::chrono::milliseconds(world.roundTrip) >= imageCompressionMinRoundTrip) {
            m_pacer.expectCompressedFirstImages();
        }
    }
    if (m_world.control) {
        m_sender.emplace(TcpSender::Path{*m_world.control, m_world.roundTrip, m_world.linkRate});
    }
    if (m_world.ramps) {
        m_share = shareOf(0);
    }
    setAllowedRate(world.allowance);
    m_upInFlight.assign(loginSegments, world.roundTrip);
    sendRequest(false);
}

void PacingModel::setRate(double bytesPerSecond)
{
    m_sender->setRate(bytesPerSecond);
}

void PacingModel::collapse(double window, int milliseconds)
{
    m_sender->collapse(window, milliseconds);
}

double PacingModel::sizeNow()
{
    while (!m_offers.empty() && m_offers.front().first <= m_now) {
        m_share = m_offers.front().second;
        m_offers.pop_front();
    }
    return m_world.size * (isCompressed() ? leastShare : m_share);
}

/// The images of the least quality over a long path, where ssh compresses them: the client sees more bytes than the path carries.
bool PacingModel::isCompressed() const
{
    return m_world.ramps && std::chrono::milliseconds(m_world.roundTrip) >= imageCompressionMinRoundTrip && m_share == shareOf(0);
}

/// As PathProbe does.
bool PacingModel::usesLinkPings() const
{
    return m_world.pings && (!m_sender || m_now - m_pingedAt < 700 + (m_nextPingIsReported ? 8 : 2) * m_world.roundTrip);
}

/// As PathProbe does.
void PacingModel::checkPing()
{
    if (!m_nextPingIsReported || !usesLinkPings() || !m_pacer.isStreaming(at(m_now)) || m_now - m_judgedAt < 200) {
        return;
    }
    const auto overdue = Rfb::QueueDelayEstimator::unansweredPingDelay(std::chrono::milliseconds(m_now - m_pingedAt),
                                                                       std::chrono::milliseconds(700),
                                                                       std::chrono::milliseconds(m_world.roundTrip));
    if (m_pacer.isProbeAnswerLost(overdue)) {
        m_judgedAt = m_now;
        m_meter.setLinkQueueDelay(overdue);
        m_pacer.handleUnansweredProbe(at(m_now), overdue);
    }
}

void PacingModel::carry()
{
    if (!m_sender) {
        return;
    }
    m_sender->turn();
    for (Update &update : m_onTheWay) {
        if (update.begins == never && m_sender->delivered() > update.from) {
            update.begins = m_now;
        }
        if (update.arrives == never && m_sender->delivered() >= update.to - 0.5) {
            update.arrives = m_now;
        }
    }
}

void PacingModel::setAllowedRate(double bytesPerSecond)
{
    m_pacer.setAllowedRate(bytesPerSecond, at(m_now));
}

double PacingModel::wobble()
{
    return m_world.jitter == 0 ? 0 : std::uniform_real_distribution<double>(0, m_world.jitter)(m_random);
}

void PacingModel::draw()
{
    if (m_now % m_world.framePeriod == 0) {
        m_draws.push_back(m_now);
        m_drawnAt = m_drawnAt < 0 ? m_now : m_drawnAt;
        m_latestDrawn = m_now;
    }
}

/// The host's sshd answers, whatever the server does.
void PacingModel::ping()
{
    if (!m_world.pings) {
        return;
    }
    if (!m_pingSentAt && m_now >= m_nextPing) {
        m_pingSentAt = m_now;
        m_pingIsAtServer = false;
        m_pingArrives = m_now + m_world.roundTrip / 2.0;
        m_nextPing = m_now + betweenPings;
    }
    if (m_pingSentAt && !m_pingIsAtServer && m_now >= m_pingArrives) {
        m_pingIsAtServer = true;
        send(markerSize, m_now, false, true);
    }
}

void PacingModel::send(double size, int drawnAt, bool isMarker, bool isPing)
{
    if (m_sender) {
        const double to = m_sender->write(size);
        m_onTheWay.push_back({size, never, never, drawnAt, isMarker, isPing, to - size, to});
        return;
    }
    const double leaves = std::max<double>(m_now, m_lineFree);
    m_lineFree = leaves + size / m_world.linkRate * 1000;
    const double way = m_world.roundTrip / 2.0 + wobble();
    Update update{size, std::max(m_lineFree + way, m_lastArrival), std::max(leaves + way, m_lastArrival), drawnAt, isMarker, isPing, 0, 0};
    m_lastArrival = update.arrives;
    m_onTheWay.push_back(update);
}

void PacingModel::serve()
{
    if (m_world.stallEvery > 0 && m_now % m_world.stallEvery == m_world.stallEvery - 1) {
        m_stalledUntil = m_now + m_world.stallFor;
    }
    if (m_now < m_stalledUntil) {
        return;
    }
    while (!m_requestsUnderWay.empty() && m_requestsUnderWay.front().first <= m_now) {
        m_requested = m_requested || !m_requestsUnderWay.front().second; // a marker is for one pixel
        m_markerAsked = m_markerAsked || m_requestsUnderWay.front().second;
        m_requestsUnderWay.pop_front();
    }
    if ((m_sender ? m_sender->waiting() : (m_lineFree - m_now) * m_world.linkRate / 1000) > buffers) {
        return;
    }
    const bool polls = m_world.server == Server::Polls;
    if (polls && m_now % m_world.pollPeriod != 0) {
        return;
    }
    if (m_markerAsked) {
        m_markerAsked = false;
        m_requested = m_requested && polls;
        send(markerSize, m_now, true);
    }
    if (m_requested && m_drawnAt >= 0) {
        m_requested = false;
        m_drawnAt = -1;
        send(sizeNow() * std::uniform_real_distribution<double>(0.8, 1.2)(m_random), m_latestDrawn, false);
    }
}

void PacingModel::sendUp(bool isMarker)
{
    if (m_sender && m_upInFlight.size() >= m_upWindow) {
        m_upWaits = m_upWaits.value_or(true) && isMarker;
        return;
    }
    m_lastRequestArrival = std::max(m_lastRequestArrival, m_now + m_world.roundTrip / 2.0 + wobble());
    m_requestsUnderWay.emplace_back(m_lastRequestArrival, isMarker);
    m_upInFlight.push_back(m_now + m_world.roundTrip);
}

void PacingModel::acknowledgeUp()
{
    while (!m_upInFlight.empty() && m_upInFlight.front() <= m_now) {
        m_upInFlight.pop_front();
        ++m_upWindow; // slow start: its losses are not modeled, and more than a few dozen segments are never needed
        if (const auto handleUnansweredProbe = std::exchange(m_upWaits, std::nullopt)) {
            sendUp(*handleUnansweredProbe);
        }
    }
}

void PacingModel::sendRequest(bool isMarker)
{
    sendUp(isMarker);
    m_asks.push_back(m_now);
    if (!isMarker) {
        m_pacer.noteRequestSent(at(m_now));
    }
}

void PacingModel::receive()
{
    while (!m_onTheWay.empty() && m_onTheWay.front().arrives <= m_now) {
        const Update update = m_onTheWay.front();
        m_onTheWay.pop_front();
        if (update.isPing) {
            const auto queue = std::chrono::milliseconds(std::max(m_now - *m_pingSentAt - m_world.roundTrip, 0));
            m_pingedAt = m_now;
            m_meter.setLinkQueueDelay(queue);
            m_nextPingIsReported = false;
            if (m_pacer.canMeasurePath(at(m_now))) {
                m_judgedAt = m_now;
                m_pacer.handleQueueDelay(at(m_now), queue, at(*m_pingSentAt));
                m_nextPingIsReported = m_pacer.receivedBytesPerSecond() >= toldRate;
            } else {
                m_pacer.handleUnmeasuredProbeAnswer(queue);
            }
            m_pingSentAt.reset();
            continue;
        }
        m_silence = std::max(m_silence, static_cast<int>(update.begins) - std::max(m_heardAt, m_markerSentAt.value_or(m_heardAt)));
        m_heardAt = m_now;
        if (update.isMarker) {
            if (m_markerSentAt && !usesLinkPings()) {
                m_meter.handleProbeAnswer(at(m_now), std::chrono::milliseconds(m_now - *m_markerSentAt), std::chrono::milliseconds(m_silence));
                m_pacer.setRoundTrip(*m_meter.minRoundTrip());
                m_pacer.handleQueueDelay(at(m_now), *m_meter.queueDelay());
                m_judgedAt = m_now;
            }
            m_markerSentAt.reset();
            m_pacer.emptyUpdateCame(at(m_now));
            continue;
        }
        const bool wasCompressed =
            update.size < m_world.size * leastShare * 1.3 && std::chrono::milliseconds(m_world.roundTrip) >= imageCompressionMinRoundTrip;
        m_pacer.updateCame(at(m_now),
                           std::chrono::milliseconds(static_cast<int>(update.arrives - update.begins)),
                           static_cast<std::uint64_t>(update.size / (wasCompressed ? compressedBytes : 1)));
        if (m_world.ramps && !std::exchange(m_hasImage, true) && !m_ramp.begin(std::chrono::milliseconds(m_world.roundTrip), at(m_now))) {
            m_offers.emplace_back(m_now + m_world.roundTrip / 2.0, 1);
        }
        m_ages.emplace_back(m_now, update.arrives - update.drawnAt);
        m_sizes.emplace_back(m_now, update.size);
        if (m_isStock) {
            sendRequest(false);
        }
    }
}

void PacingModel::ask()
{
    if (m_isStock) {
        return;
    }
    if (m_ramp.updateLevel(m_pacer.isPathSaturated(), at(m_now))) {
        m_offers.emplace_back(m_now + m_world.roundTrip / 2.0, shareOf(m_ramp.maxJpegLevel().value_or(m_ramp.levelAtSaturation().value_or(6))));
    }
    const auto pause = Rfb::RequestsBeforeFirstImage::pauseAfter(std::chrono::milliseconds(m_askedEarly), std::chrono::milliseconds(m_world.roundTrip));
    if (m_sender && m_ages.empty() && std::chrono::milliseconds(m_now - m_askedEarly) >= pause) {
        m_askedEarly = m_now;
        sendUp(false);
    }
    const auto due = m_pacer.nextRequestAt();
    if (due && at(m_now) >= *due) {
        sendRequest(false);
    }
    checkPing();
    const auto least = m_meter.minRoundTrip().value_or(std::chrono::milliseconds(100));
    if (!m_markerSentAt) {
        const bool isDue = usesLinkPings() ? m_now >= m_lastMarker + std::max(3000, 3 * m_world.roundTrip)
                                           : at(m_now) >= at(std::max(m_lastMarker, m_judgedAt)) + m_pacer.pauseBetweenProbes();
        const bool isNear = m_world.knowsLink && m_world.roundTrip <= 5; // one at a time: a question would only add another
        if (!isNear && m_pacer.canMeasurePath(at(m_now)) && isDue) {
            m_markerSentAt = m_now;
            m_lastMarker = m_now;
            m_silence = 0;
            sendRequest(true);
        }
        return;
    }
    const Duration since(m_now - *m_markerSentAt);
    if (!usesLinkPings() && since > least + m_pacer.toleratedQueueDelay() && m_now - m_judgedAt >= 200) {
        m_judgedAt = m_now;
        m_meter.noteUnansweredProbe(since, std::chrono::milliseconds(std::max(m_silence, m_now - std::max(m_heardAt, *m_markerSentAt))));
        m_pacer.handleUnansweredProbe(at(m_now), m_meter.queueDelay().value_or(Rfb::QueueDelayEstimator::Duration::zero()));
    }
}

PacingModel::Result PacingModel::run(int from, int to)
{
    for (; m_now < to; ++m_now) {
        draw();
        ping();
        acknowledgeUp();
        serve();
        carry();
        receive();
        ask();
    }
    Result result;
    const auto within = [from, to](int time) {
        return time >= from && time < to;
    };
    result.drawn = static_cast<int>(std::count_if(m_draws.begin(), m_draws.end(), within));
    result.requests = static_cast<int>(std::count_if(m_asks.begin(), m_asks.end(), within));
    result.seconds = (to - from) / 1000.0;
    int asked = from;
    for (const int time : m_asks) {
        if (within(time)) {
            result.longestPause = std::max(result.longestPause, time - asked);
            asked = time;
        }
    }
    result.longestPause = std::max(result.longestPause, to - asked);
    for (const auto &[time, size] : m_sizes) {
        result.bytes += within(time) ? size : 0;
    }
    std::vector<double> ages;
    double sums[2]{};
    int counts[2]{};
    int shownAt = from - 17;
    for (const auto &[time, age] : m_ages) {
        if (within(time)) {
            ages.push_back(age);
            if (time - shownAt >= 17) {
                ++result.shown;
                shownAt = time;
            }
            const int half = time < (from + to) / 2 ? 0 : 1;
            sums[half] += age;
            ++counts[half];
        }
    }
    result.updates = static_cast<int>(ages.size());
    if (!ages.empty()) {
        std::sort(ages.begin(), ages.end());
        result.ageMedian = ages[ages.size() / 2];
        result.ageWorst = ages.back();
    }
    result.ageFirstHalf = counts[0] > 0 ? sums[0] / counts[0] : 0;
    result.ageSecondHalf = counts[1] > 0 ? sums[1] / counts[1] : 0;
    return result;
}
}
