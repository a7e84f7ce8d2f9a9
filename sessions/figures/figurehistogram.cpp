// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurehistogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace Nightdesk
{
namespace
{
constexpr double borderMs = 50; ///< a border between two buckets of the scale Milliseconds; the other borders are computed from it
constexpr int borderBucket = 24; ///< the bucket that begins at borderMs
constexpr double bucketsPerFactor3 = 4;

quint32 saturatedSum(quint32 left, quint32 right)
{
    return right > std::numeric_limits<quint32>::max() - left ? std::numeric_limits<quint32>::max() : left + right;
}
}

FigureHistogram::FigureHistogram(Scale scale)
    : m_scale(scale)
{
}

FigureHistogram::Scale FigureHistogram::scale() const
{
    return m_scale;
}

double FigureHistogram::lowerBorder(int bucket) const
{
    if (bucket <= 0) {
        return 0;
    }
    return m_scale == Scale::Milliseconds ? borderMs * std::pow(3, (bucket - borderBucket) / bucketsPerFactor3) : std::exp2(bucket);
}

double FigureHistogram::upperBorder(int bucket) const
{
    return lowerBorder(bucket + 1);
}

void FigureHistogram::add(double value, quint32 times)
{
    if (!(value >= 0)) {
        return;
    }
    int bucket = 0;
    while (bucket + 1 < bucketCount && value >= upperBorder(bucket)) { // compare with the borders, because a logarithm would have rounding errors there
        ++bucket;
    }
    quint32 &count = m_bucketCounts[static_cast<std::size_t>(bucket)];
    count = saturatedSum(count, times);
}

void FigureHistogram::merge(const FigureHistogram &other)
{
    Q_ASSERT(m_scale == other.m_scale);
    std::ranges::transform(m_bucketCounts, other.m_bucketCounts, m_bucketCounts.begin(), saturatedSum);
}

bool FigureHistogram::isEmpty() const
{
    return std::ranges::all_of(m_bucketCounts, [](quint32 count) {
        return count == 0;
    });
}

quint64 FigureHistogram::totalCount() const
{
    return std::accumulate(m_bucketCounts.begin(), m_bucketCounts.end(), quint64(0));
}

std::optional<double> FigureHistogram::shareBelow(double value) const
{
    const quint64 all = totalCount();
    if (all == 0) {
        return {};
    }
    double found = 0;
    for (int bucket = 0; bucket < bucketCount && lowerBorder(bucket) < value; ++bucket) {
        const double part = std::min((value - lowerBorder(bucket)) / (upperBorder(bucket) - lowerBorder(bucket)), 1.0);
        found += count(bucket) * part;
    }
    return found / static_cast<double>(all);
}

std::optional<double> FigureHistogram::quantile(double share) const
{
    const auto all = static_cast<double>(totalCount());
    if (all == 0) {
        return {};
    }
    double left = std::clamp(share, 0.0, 1.0) * all;
    int last = 0;
    for (int bucket = 0; bucket < bucketCount; ++bucket) {
        if (count(bucket) == 0) {
            continue;
        }
        last = bucket;
        if (left <= count(bucket)) {
            return lowerBorder(bucket) + (upperBorder(bucket) - lowerBorder(bucket)) * left / count(bucket);
        }
        left -= count(bucket);
    }
    return upperBorder(last); // reached only because of rounding errors
}

void FigureHistogram::write(QByteArray &bytes) const
{
    bytes.append(static_cast<char>(bucketCount - std::ranges::count(m_bucketCounts, 0U)));
    for (int bucket = 0; bucket < bucketCount; ++bucket) {
        quint32 rest = count(bucket);
        if (rest == 0) {
            continue;
        }
        bytes.append(static_cast<char>(bucket));
        for (; rest > 0x7f; rest >>= 7) {
            bytes.append(static_cast<char>((rest & 0x7f) | 0x80));
        }
        bytes.append(static_cast<char>(rest));
    }
}

std::optional<FigureHistogram> FigureHistogram::read(Scale scale, QByteArrayView &bytes)
{
    FigureHistogram histogram(scale);
    QByteArrayView rest = bytes;
    const auto take = [&rest]() -> std::optional<quint8> {
        if (rest.isEmpty()) {
            return {};
        }
        const auto byte = static_cast<quint8>(rest.front());
        rest = rest.sliced(1);
        return byte;
    };
    const auto number = take();
    int before = -1;
    for (int i = 0; i < number.value_or(0); ++i) {
        const auto bucket = take();
        if (!bucket || *bucket >= bucketCount || *bucket <= before) {
            return {};
        }
        before = *bucket;
        quint64 count = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = take();
            if (!byte || shift > 28) {
                return {};
            }
            count |= quint64(*byte & 0x7f) << shift;
            if (*byte <= 0x7f) {
                break;
            }
        }
        if (count == 0 || count > std::numeric_limits<quint32>::max()) {
            return {};
        }
        histogram.m_bucketCounts[*bucket] = static_cast<quint32>(count);
    }
    if (!number) {
        return {};
    }
    bytes = rest;
    return histogram;
}

namespace
{
FigureHistogram::Scale scaleOf(FigureDistributions::Kind kind)
{
    const bool isAmount = kind == FigureDistributions::PixelsPerInput || kind == FigureDistributions::BytesPerInput;
    return isAmount ? FigureHistogram::Scale::PixelsOrBytes : FigureHistogram::Scale::Milliseconds;
}
}

FigureDistributions::FigureDistributions()
    : m_histograms{FigureHistogram(scaleOf(InputToChange)),
                   FigureHistogram(scaleOf(InputToQuiet)),
                   FigureHistogram(scaleOf(PixelsPerInput)),
                   FigureHistogram(scaleOf(BytesPerInput)),
                   FigureHistogram(scaleOf(Decoding)),
                   FigureHistogram(scaleOf(Painting))}
{
}

FigureHistogram &FigureDistributions::operator[](Kind kind)
{
    return m_histograms[kind];
}

const FigureHistogram &FigureDistributions::operator[](Kind kind) const
{
    return m_histograms[kind];
}

bool FigureDistributions::isEmpty() const
{
    return std::ranges::all_of(m_histograms, &FigureHistogram::isEmpty);
}

void FigureDistributions::merge(const FigureDistributions &other)
{
    for (std::size_t kind = 0; kind < m_histograms.size(); ++kind) {
        m_histograms[kind].merge(other.m_histograms[kind]);
    }
}

QByteArray FigureDistributions::toBytes() const
{
    QByteArray bytes;
    for (std::size_t kind = 0; kind < m_histograms.size(); ++kind) {
        if (!m_histograms[kind].isEmpty()) {
            bytes.append(static_cast<char>(kind));
            m_histograms[kind].write(bytes);
        }
    }
    return bytes;
}

std::optional<FigureDistributions> FigureDistributions::read(QByteArrayView bytes)
{
    FigureDistributions distributions;
    while (!bytes.isEmpty()) {
        const auto kind = static_cast<quint8>(bytes.front());
        bytes = bytes.sliced(1);
        if (kind >= KindCount) {
            return {};
        }
        const auto read = FigureHistogram::read(scaleOf(static_cast<Kind>(kind)), bytes);
        if (!read) {
            return {};
        }
        distributions.m_histograms[kind].merge(*read);
    }
    return distributions;
}
}
