// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/displayhistory.h"

#include <algorithm>
#include <vector>

namespace Nightdesk
{
namespace
{
using Time = std::chrono::microseconds;
using Part = RoundTripLayer::Part;
using Source = RoundTripLayer::Source;

double seconds(const DisplaySample &from, const DisplaySample &to)
{
    return std::chrono::duration<double>(to.takenAt - from.takenAt).count();
}
}

void DisplayHistory::add(const DisplaySample &sample)
{
    if (!m_samples.empty()) {
        const DisplaySample &last = m_samples.back();
        if (sample.takenAt <= last.takenAt) {
            return;
        }
        // The counters of a new worker process begin at zero.
        if (sample.updates < last.updates || sample.received < last.received) {
            discardFigures();
        }
    }
    m_samples.push_back(sample);
    while (sample.takenAt - m_samples.front().takenAt > maxAge) {
        m_samples.pop_front();
    }
    while (!m_measuredResponses.empty() && sample.takenAt - m_measuredResponses.front().at > maxAge) {
        m_measuredResponses.pop_front();
    }
}

void DisplayHistory::addResponse(std::chrono::steady_clock::time_point at, Time took)
{
    m_measuredResponses.push_back({at, took});
}

void DisplayHistory::discardFigures()
{
    m_samples.clear();
    m_measuredResponses.clear();
}

const DisplaySample *DisplayHistory::oldestSampleWithin(std::chrono::seconds window) const
{
    if (m_samples.size() < 2) {
        return nullptr;
    }
    const DisplaySample *first = &m_samples[m_samples.size() - 2];
    for (auto sample = m_samples.rbegin() + 1; sample != m_samples.rend() && m_samples.back().takenAt - sample->takenAt <= window; ++sample) {
        first = &*sample;
    }
    return first;
}

std::optional<double> DisplayHistory::framesPerSecond() const
{
    const DisplaySample *first = oldestSampleWithin(rateSpan);
    return first ? std::optional(static_cast<double>(m_samples.back().updates - first->updates) / seconds(*first, m_samples.back())) : std::nullopt;
}

std::optional<Bytes> DisplayHistory::bytesPerSecond() const
{
    const DisplaySample *first = oldestSampleWithin(rateSpan);
    if (!first) {
        return {};
    }
    const auto bytes = static_cast<double>((m_samples.back().received - first->received).count);
    return Bytes{static_cast<std::int64_t>(bytes / seconds(*first, m_samples.back()))};
}

std::optional<double> DisplayHistory::compressionRatio() const
{
    const DisplaySample *first = oldestSampleWithin(compressionRatioSpan);
    if (!first || m_samples.back().pixels <= first->pixels || m_samples.back().received <= first->received) {
        return {};
    }
    constexpr quint64 bytesPerPixel = 4;
    const quint64 raw = (m_samples.back().pixels - first->pixels) * bytesPerPixel;
    if (raw < minUncompressedBytesForRatio) {
        return {};
    }
    return static_cast<double>(raw) / static_cast<double>((m_samples.back().received - first->received).count);
}

std::optional<EncodingShares> DisplayHistory::recentEncodingShares() const
{
    const DisplaySample *first = oldestSampleWithin(compressionRatioSpan);
    return first ? EncodingShares::between(first->encodingCounts, m_samples.back().encodingCounts) : std::nullopt;
}

std::optional<EncodingShares> DisplayHistory::encodingSharesSinceStart() const
{
    return m_samples.empty() ? std::nullopt : EncodingShares::between({}, m_samples.back().encodingCounts);
}

std::optional<Time> DisplayHistory::imageAge() const
{
    if (m_samples.empty()) {
        return {};
    }
    const DisplaySample &last = m_samples.back();
    if (last.silenceDuration) {
        return last.silenceDuration;
    }
    const auto trip = last.fenceRoundTrip ? last.fenceRoundTrip : last.pingRoundTrip;
    return trip ? std::optional(*trip / 2 + last.queueTime) : std::nullopt;
}

std::optional<Time> DisplayHistory::recentResponseTime() const
{
    if (m_measuredResponses.empty() || m_samples.size() < 2 || m_measuredResponses.back().at <= m_samples[m_samples.size() - 2].takenAt) {
        return {};
    }
    return m_measuredResponses.back().took;
}

bool DisplayHistory::isImageLate() const
{
    return !m_samples.empty() && (m_samples.back().silenceDuration || m_samples.back().queueTime > std::chrono::milliseconds(150));
}

QList<RoundTripLayer> DisplayHistory::layers() const
{
    std::vector<Time> remote;
    std::vector<Time> decodingTime;
    std::vector<Time> fences;
    std::optional<Time> remoteNow;
    std::optional<Time> decodingNow;
    for (std::size_t i = 0; i < m_samples.size(); ++i) {
        const DisplaySample &sample = m_samples[i];
        remoteNow.reset();
        if (sample.fenceRoundTrip) {
            fences.push_back(*sample.fenceRoundTrip);
            if (sample.pingRoundTrip) {
                remoteNow = std::max(*sample.fenceRoundTrip - *sample.pingRoundTrip, Time(0));
                remote.push_back(*remoteNow);
            }
        }
        if (i > 0 && sample.updates > m_samples[i - 1].updates) {
            const DisplaySample &before = m_samples[i - 1];
            decodingNow = Time((sample.decodingTime - before.decodingTime).count() / static_cast<std::int64_t>(sample.updates - before.updates));
            decodingTime.push_back(*decodingNow);
        }
    }
    std::vector<Time> responses;
    for (const MeasuredResponse &response : m_measuredResponses) {
        responses.push_back(response.took);
    }
    const auto fenceNow = m_samples.empty() ? std::nullopt : m_samples.back().fenceRoundTrip;
    const auto responseNow = responses.empty() ? std::nullopt : std::optional(responses.back());
    return {{Part::RemoteMachine, Source::FenceMinusPing, DurationFigure::of(remote, Certainty::Estimated, remoteNow), {}, {}},
            {Part::ThisMachine, Source::DecodeClock, DurationFigure::of(decodingTime, Certainty::Measured, decodingNow), {}, {}},
            {Part::Fence, Source::VncFence, DurationFigure::of(fences, Certainty::Measured, fenceNow), {}, {}},
            {Part::InputToChange, Source::DamageAfterInput, DurationFigure::of(responses, Certainty::Estimated, responseNow), {}, {}}};
}
}
