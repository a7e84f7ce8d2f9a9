// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figures/distributionsjson.h"

#include "sessions/common/enumtable.h"

#include <QJsonObject>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr EnumWords<FigureDistributions::Painting>
    kindWords("input-to-change"_L1, "input-to-quiet"_L1, "pixels-per-input"_L1, "bytes-per-input"_L1, "decoding-per-update"_L1, "painting"_L1);

QString unitOf(FigureDistributions::Kind kind)
{
    return kind == FigureDistributions::PixelsPerInput ? u"pixels"_s : kind == FigureDistributions::BytesPerInput ? u"bytes"_s : u"ms"_s;
}
}

QJsonArray DistributionsJson::of(const FigureDistributions &distributions)
{
    QJsonArray array;
    for (int number = 0; number < FigureDistributions::KindCount; ++number) {
        const auto kind = static_cast<FigureDistributions::Kind>(number);
        const FigureHistogram &histogram = distributions[kind];
        if (histogram.isEmpty()) {
            continue;
        }
        QJsonArray buckets;
        for (int bucket = 0; bucket < FigureHistogram::bucketCount; ++bucket) {
            if (const quint32 count = histogram.count(bucket); count > 0) {
                buckets.append(QJsonArray{histogram.lowerBorder(bucket), histogram.upperBorder(bucket), static_cast<qint64>(count)});
            }
        }
        QJsonObject object{{u"distribution"_s, kindWords[kind]},
                           {u"unit"_s, unitOf(kind)},
                           {u"count"_s, static_cast<qint64>(histogram.totalCount())},
                           {u"p50"_s, histogram.quantile(0.5).value_or(0)},
                           {u"p95"_s, histogram.quantile(0.95).value_or(0)},
                           {u"buckets"_s, buckets}};
        if (histogram.scale() == FigureHistogram::Scale::Milliseconds) {
            object.insert(u"below50Ms"_s, histogram.shareBelow(50).value_or(0));
            object.insert(u"below150Ms"_s, histogram.shareBelow(150).value_or(0));
        }
        array.append(object);
    }
    return array;
}

QList<DistributionsJson::DistributionSummary> DistributionsJson::summariesOf(const QJsonArray &array)
{
    QList<DistributionSummary> summaries;
    for (const QJsonValue &value : array) {
        const auto partOf = [&value](QLatin1StringView key) {
            return value[key].isDouble() ? std::optional(value[key].toDouble()) : std::nullopt;
        };
        if (const auto kind = kindWords.find(value["distribution"_L1].toString())) {
            summaries.append({*kind,
                              value["count"_L1].toInteger(),
                              value["p50"_L1].toDouble(),
                              value["p95"_L1].toDouble(),
                              partOf("below50Ms"_L1),
                              partOf("below150Ms"_L1)});
        }
    }
    return summaries;
}
}
