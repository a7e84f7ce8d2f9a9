// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figures/figurebuckets.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
/// Maximum number of seconds from one row to the next. If more seconds pass, nothing was recorded in between.
constexpr quint32 longestStep = 2;
/// Like longestStep, for two rows without a response: these still belong to one outage, because a busy computer may skip some rows.
constexpr quint32 longestOutageStep = 15;

/// The column that has a value whenever the source responds: a connection's ssh reply, or the rate of a desktop or program.
int responseColumnOf(FigureSource::Kind kind)
{
    switch (kind) {
    case FigureSource::Kind::Connection:
        return FigureColumn::SshRoundTrip;
    case FigureSource::Kind::Program:
        return FigureColumn::XRoundTripRate;
    case FigureSource::Kind::Desktop:
    case FigureSource::Kind::Encodings:
        break;
    }
    return FigureColumn::FrameRate;
}

/// Whether the source was connected at this row but did not respond.
bool isOutage(const FigureSeries &series, std::size_t row)
{
    return std::isnan(series.value(row, responseColumnOf(series.source().kind)));
}

/// Whether the source was still being connected at this row, so that this is no outage: no row with a response precedes, and the first
/// response came within longestOutageStep, or may still come within that time.
bool isConnecting(const FigureSeries &series, std::size_t row)
{
    const std::span<const quint32> times = series.times();
    std::size_t first = row;
    for (; first > 0 && times[first] - times[first - 1] <= longestOutageStep; --first) {
        if (!isOutage(series, first - 1) || times[row] - times[first - 1] > longestOutageStep) {
            return false;
        }
    }
    for (std::size_t next = row + 1; next < times.size(); ++next) {
        if (times[next] - times[first] > longestOutageStep) {
            return false;
        }
        if (!isOutage(series, next)) {
            return true;
        }
    }
    return true;
}
}

namespace
{
/// Calls @p summarize with the values of each part, in the order of their rows. A part without values stays unknown.
template<class Summarize>
std::vector<FigureBucket> makeBuckets(const FigureSeries &series, int column, const FigureTimeRange &span, int count, Summarize summarize)
{
    std::vector<FigureBucket> buckets(static_cast<std::size_t>(std::max(count, 1)));
    const std::span<const quint32> times = series.times();
    const quint64 length = span.to - span.from;
    std::vector<float> values;
    std::size_t row = series.firstRowAtOrAfter(span.from);
    for (std::size_t bucket = 0; bucket < buckets.size(); ++bucket) {
        const auto end = span.from + static_cast<quint32>(length * (bucket + 1) / buckets.size());
        values.clear();
        for (; row < times.size() && times[row] < end; ++row) {
            if (const float value = series.value(row, column); !std::isnan(value)) {
                values.push_back(value);
            }
        }
        if (!values.empty()) {
            buckets[bucket] = summarize(values);
        }
    }
    return buckets;
}
}

std::vector<FigureBucket> FigureBuckets::of(const FigureSeries &series, int column, const FigureTimeRange &span, int count)
{
    return makeBuckets(series, column, span, count, [](std::vector<float> &values) {
        const auto [low, high] = std::ranges::minmax(values);
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
        std::ranges::nth_element(values, middle);
        return FigureBucket{true, low, *middle, high};
    });
}

std::vector<FigureBucket> FigureBuckets::dominantStates(const FigureSeries &series, int column, const FigureTimeRange &span, int count)
{
    return makeBuckets(series, column, span, count, [](std::vector<float> &values) {
        std::ranges::sort(values);
        float most = values.front();
        std::ptrdiff_t times = 0;
        for (auto begin = values.begin(); begin != values.end();) {
            const auto end = std::upper_bound(begin, values.end(), *begin);
            // Of two equally frequent values of FlowLimit, the higher one is taken, because it limits the connection more.
            if (end - begin >= times) {
                times = end - begin;
                most = *begin;
            }
            begin = end;
        }
        return FigureBucket{true, values.front(), most, values.back()};
    });
}

double FigureBuckets::total(const FigureSeries &series, int column, const FigureTimeRange &span)
{
    const std::span<const quint32> times = series.times();
    double sum = 0;
    for (std::size_t row = series.firstRowAtOrAfter(span.from); row < times.size() && times[row] < span.to; ++row) {
        const float value = series.value(row, column);
        const quint32 since = row > 0 ? std::min(times[row] - times[row - 1], longestStep) : 1;
        sum += std::isnan(value) ? 0 : static_cast<double>(value) * since;
    }
    return sum;
}

QList<FigureTimeRange> FigureBuckets::outages(const FigureSeries &series, const FigureTimeRange &span)
{
    QList<FigureTimeRange> found;
    const std::span<const quint32> times = series.times();
    for (std::size_t row = series.firstRowAtOrAfter(span.from); row < times.size() && times[row] < span.to; ++row) {
        if (!isOutage(series, row) || isConnecting(series, row)) {
            continue;
        }
        const bool hasNext = row + 1 < times.size();
        const quint32 next = hasNext ? times[row + 1] : times[row] + longestStep;
        const bool continues = hasNext && isOutage(series, row + 1) && next - times[row] <= longestOutageStep;
        const quint32 end = std::min({next, continues ? next : times[row] + longestStep, span.to});
        if (!found.isEmpty() && found.last().to >= times[row]) {
            found.last().to = end;
        } else {
            found.append({times[row], end});
        }
    }
    return found;
}
}
