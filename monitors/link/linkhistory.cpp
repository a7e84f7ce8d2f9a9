// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/linkhistory.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
/// The period for figures "of the last 10 s". A figure is shown for another second, until the next sample, and data may
/// be counted one sample late. So no data in a figure is older than 10 s. With a period of 9 s, it was once seen that only
/// after 10.1 s a ratio showed new content.
constexpr auto recentSpan = 8s;
}

LinkHistory::LinkHistory(std::chrono::seconds span)
    : m_historyDuration(span)
{
}

void LinkHistory::add(const LinkSample &sample)
{
    if (!m_samples.empty()) {
        const LinkSample &last = m_samples.back();
        if (sample.takenAt <= last.takenAt) {
            return;
        }
        // Counters that decrease belong to a new connection: a rate across this gap would be meaningless.
        if (sample.totalWireBytesReceived < last.totalWireBytesReceived || sample.totalWireBytesSent < last.totalWireBytesSent) {
            discardFigures();
        }
    }
    m_samples.push_back(sample);
    const auto first = std::ranges::find_if(m_samples, [&](const LinkSample &old) {
        return sample.takenAt - old.takenAt <= m_historyDuration;
    });
    const auto old = static_cast<std::size_t>(first - m_samples.begin());
    m_samples.erase(m_samples.begin(), first);
    m_firstCurrentSampleIndex -= std::min(m_firstCurrentSampleIndex, old);
    m_xWaits.add(sample.takenAt, std::exchange(m_newXWaits, {}));
}

void LinkHistory::discardFigures()
{
    m_firstCurrentSampleIndex = m_samples.size();
    m_xWaits.clear();
    m_newXWaits.clear();
}

void LinkHistory::addXWaits(const std::vector<XWaitTimes> &waits)
{
    m_newXWaits.insert(m_newXWaits.end(), waits.begin(), waits.end());
}

const XWaitHistory &LinkHistory::xWaits() const
{
    return m_xWaits;
}

std::span<const LinkSample> LinkHistory::currentSamples() const
{
    return std::span(m_samples).subspan(m_firstCurrentSampleIndex);
}

std::chrono::seconds LinkHistory::span() const
{
    return m_historyDuration;
}

QList<LinkHistory::Point> LinkHistory::roundTrips() const
{
    QList<Point> points;
    points.reserve(static_cast<qsizetype>(m_samples.size()));
    for (const LinkSample &sample : m_samples) {
        points.append({std::chrono::duration_cast<std::chrono::milliseconds>(m_samples.back().takenAt - sample.takenAt), sample.sshRoundTrip});
    }
    return points;
}

std::optional<std::chrono::microseconds> LinkHistory::roundTrip() const
{
    const auto samples = currentSamples();
    for (auto sample = samples.rbegin(); sample != samples.rend() && samples.back().takenAt - sample->takenAt <= 5s; ++sample) {
        if (sample->sshRoundTrip) {
            return sample->sshRoundTrip;
        }
    }
    return {};
}

std::optional<std::chrono::microseconds> LinkHistory::pathRoundTrip() const
{
    const auto samples = currentSamples();
    return samples.empty() ? std::nullopt : samples.back().pathRoundTrip();
}

std::optional<std::chrono::microseconds> LinkHistory::leastRoundTrip() const
{
    std::optional<std::chrono::microseconds> least;
    for (const LinkSample &sample : currentSamples()) {
        if (sample.sshRoundTrip && (!least || *sample.sshRoundTrip < *least)) {
            least = sample.sshRoundTrip;
        }
    }
    return least;
}

QList<RoundTripLayer> LinkHistory::layers() const
{
    const auto samples = currentSamples();
    QList<RoundTripLayer> layers = RoundTripLayers::of(samples);
    if (!m_xWaits.isEmpty() && !samples.empty()) {
        layers += m_xWaits.layers(samples.back().takenAt);
    }
    return layers;
}

const LinkSample *LinkHistory::newestSample() const
{
    const auto samples = currentSamples();
    return samples.empty() ? nullptr : &samples.back();
}

std::optional<std::chrono::microseconds> LinkHistory::medianRoundTrip(std::chrono::seconds window) const
{
    std::vector<std::chrono::microseconds> answered;
    const auto samples = currentSamples();
    for (auto sample = samples.rbegin(); sample != samples.rend() && samples.back().takenAt - sample->takenAt <= window; ++sample) {
        if (sample->sshRoundTrip) {
            answered.push_back(*sample->sshRoundTrip);
        }
    }
    if (answered.empty()) {
        return {};
    }
    const auto middle = answered.begin() + static_cast<std::ptrdiff_t>(answered.size() / 2);
    std::ranges::nth_element(answered, middle);
    return *middle;
}

const LinkSample *LinkHistory::oldestSampleWithin(std::chrono::seconds window) const
{
    const auto samples = currentSamples();
    if (samples.size() < 2) {
        return nullptr;
    }
    const LinkSample *first = &samples[samples.size() - 2];
    for (auto sample = samples.rbegin() + 1; sample != samples.rend() && samples.back().takenAt - sample->takenAt <= window; ++sample) {
        first = &*sample;
    }
    return first;
}

std::optional<Bytes> LinkHistory::counterPerSecond(Bytes LinkSample::*counter, std::chrono::seconds window) const
{
    const LinkSample *first = oldestSampleWithin(window);
    if (!first) {
        return {};
    }
    const LinkSample &last = m_samples.back();
    const double seconds = std::chrono::duration<double>(last.takenAt - first->takenAt).count();
    return Bytes{static_cast<std::int64_t>(static_cast<double>(((last.*counter) - (first->*counter)).count) / seconds)};
}

std::optional<Bytes> LinkHistory::wireBytesInPerSecond(std::chrono::seconds window) const
{
    return counterPerSecond(&LinkSample::totalWireBytesReceived, window);
}

std::optional<Bytes> LinkHistory::wireBytesOutPerSecond(std::chrono::seconds window) const
{
    return counterPerSecond(&LinkSample::totalWireBytesSent, window);
}

std::optional<double> LinkHistory::totalCompressionRatio() const
{
    const auto samples = currentSamples();
    if (samples.empty()) {
        return {};
    }
    const LinkSample &last = samples.back();
    const std::int64_t wireBytes = (last.totalWireBytesReceived + last.totalWireBytesSent).count;
    const std::int64_t payload = (last.totalPayloadBytesReceived + last.totalPayloadBytesSent).count;
    if (wireBytes < 64 * 1024) {
        return {};
    }
    return static_cast<double>(payload) / static_cast<double>(wireBytes);
}

std::optional<LinkHistory::Volume> LinkHistory::recentVolume(FlowDirection direction) const
{
    const LinkSample *first = oldestSampleWithin(recentSpan);
    if (!first) {
        return {};
    }
    const LinkSample &last = m_samples.back();
    return direction == FlowDirection::Received
        ? Volume{last.totalPayloadBytesReceived - first->totalPayloadBytesReceived, last.totalWireBytesReceived - first->totalWireBytesReceived}
        : Volume{last.totalPayloadBytesSent - first->totalPayloadBytesSent, last.totalWireBytesSent - first->totalWireBytesSent};
}

std::optional<double> LinkHistory::recentCompressionRatio(FlowDirection direction) const
{
    const auto volume = recentVolume(direction);
    // During login and for a round trip after it, nearly all traffic is ssh's own: a ratio of 0 would suggest that compression enlarges the data.
    if (!volume || volume->wireBytes.count < 8 * 1024 || volume->payloadBytes.count < 2 * 1024) {
        return {};
    }
    return static_cast<double>(volume->payloadBytes.count) / static_cast<double>(volume->wireBytes.count);
}

std::optional<Bytes> LinkHistory::payloadBytesPerSecond(FlowDirection direction) const
{
    return counterPerSecond(direction == FlowDirection::Received ? &LinkSample::totalPayloadBytesReceived : &LinkSample::totalPayloadBytesSent, 3s);
}

std::optional<double> LinkHistory::cpuShare() const
{
    const LinkSample *first = oldestSampleWithin(recentSpan);
    return first ? std::optional(std::chrono::duration<double>(m_samples.back().connectionThreadCpuTime - first->connectionThreadCpuTime)
                                 / std::chrono::duration<double>(m_samples.back().takenAt - first->takenAt))
                 : std::nullopt;
}

std::optional<double> LinkHistory::retransmitsPerSecond() const
{
    const LinkSample *first = oldestSampleWithin(3s);
    if (!first || !first->retransmits || !m_samples.back().retransmits) {
        return {};
    }
    const auto again = static_cast<qint64>(*m_samples.back().retransmits) - static_cast<qint64>(*first->retransmits);
    return static_cast<double>(std::max<qint64>(again, 0)) / std::chrono::duration<double>(m_samples.back().takenAt - first->takenAt).count();
}
}
