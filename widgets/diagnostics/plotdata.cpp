// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/plotdata.h"

#include "widgets/diagnostics/plotaxis.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QLocale>

#include <algorithm>

namespace Nightdesk
{
namespace
{
using Style = PlotData::Style;
using Unit = PlotData::Unit;

struct Ends {
    const FigureSeries *source = nullptr;
    const FigureSeries *connection = nullptr; ///< null: not known
    FigureSpan span;
    int columns = 1;
};

PlotData::Curve curve(const FigureSeries &series, const Ends &ends, int column, const QString &title, Style style)
{
    return {title, style, FigureBuckets::of(series, column, ends.span, ends.columns)};
}

bool hasValues(const PlotData::Curve &curve)
{
    return std::ranges::any_of(curve.buckets, &FigureBucket::isKnown);
}

PlotData roundTrips(const Ends &ends)
{
    PlotData plot{i18nc("@title:group of a plot", "Round Trip by Layer"), Unit::Milliseconds, {}, {}, {}};
    const auto add = [&](const FigureSeries &series, int column, const QString &title, Style style = Style::Stack) {
        if (PlotData::Curve added = curve(series, ends, column, title, style); hasValues(added)) {
            plot.curves.append(std::move(added));
        }
    };
    if (ends.connection) {
        const bool hasLegs = hasValues(curve(*ends.connection, ends, FigureColumn::Leg2, {}, Style::Stack));
        add(*ends.connection,
            FigureColumn::Leg1,
            hasLegs ? i18nc("@item:inlistbox a layer of the round-trip time", "Network, first leg")
                    : i18nc("@item:inlistbox a layer of the round-trip time", "Network"));
        add(*ends.connection, FigureColumn::Leg2, i18nc("@item:inlistbox a layer of the round-trip time", "Network, second leg"));
        add(*ends.connection, FigureColumn::Leg3, i18nc("@item:inlistbox a layer of the round-trip time", "Network, further legs"));
        add(*ends.connection, FigureColumn::Queue, i18nc("@item:inlistbox a layer of the round-trip time", "Queue"));
    }
    if (ends.source->source().kind == FigureSource::Kind::Desktop) {
        add(*ends.source, FigureColumn::RemoteMachine, i18nc("@item:inlistbox a layer of the round-trip time", "Remote machine"));
        add(*ends.source, FigureColumn::ThisMachine, i18nc("@item:inlistbox a layer of the round-trip time", "This machine"));
        add(*ends.source, FigureColumn::Fence, i18nc("@item:inlistbox a round-trip time", "VNC fence"), Style::Line);
    } else {
        add(*ends.source, FigureColumn::Ssh, i18nc("@item:inlistbox a round-trip time", "ssh reply"), Style::Line);
        add(*ends.source, FigureColumn::Tcp, i18nc("@item:inlistbox a round-trip time", "TCP, smoothed"), Style::Line);
    }
    return plot;
}

PlotData single(const Ends &ends, int column, Unit unit, const QString &title, const QString &curveTitle, Style style = Style::Line)
{
    return {title, unit, {}, {curve(*ends.source, ends, column, curveTitle, style)}, {}};
}
}

bool PlotData::isEmpty() const
{
    return std::ranges::none_of(curves, hasValues);
}

double PlotData::highest() const
{
    double most = 0;
    const std::size_t columns = curves.isEmpty() ? 0 : curves.first().buckets.size();
    for (std::size_t column = 0; column < columns; ++column) {
        double sum = 0;
        for (const Curve &curve : curves) {
            const FigureBucket &bucket = curve.buckets[column];
            if (!bucket.isKnown) {
                continue;
            }
            if (curve.style == Style::Stack) {
                sum += bucket.median;
                most = std::max(most, sum);
            } else {
                most = std::max(most, static_cast<double>(bucket.high));
            }
        }
    }
    return most;
}

std::optional<double> PlotData::value(qsizetype curve, int column) const
{
    const std::vector<FigureBucket> &buckets = curves[curve].buckets;
    if (column < 0 || static_cast<std::size_t>(column) >= buckets.size() || !buckets[static_cast<std::size_t>(column)].isKnown) {
        return {};
    }
    return buckets[static_cast<std::size_t>(column)].median;
}

QList<PlotData> Plots::of(const std::vector<FigureSeries> &series, std::size_t index, const FigureSpan &span, int columns)
{
    Ends ends{&series[index], nullptr, span, columns};
    const FigureSource &source = series[index].source();
    const QString connection = source.kind == FigureSource::Kind::Connection ? source.id : source.connection;
    const auto found = std::ranges::find_if(series, [&connection](const FigureSeries &other) {
        return other.source().kind == FigureSource::Kind::Connection && other.source().id == connection;
    });
    ends.connection = found == series.end() ? nullptr : &*found;

    QList<PlotData> plots{roundTrips(ends)};
    if (source.kind == FigureSource::Kind::Connection) {
        plots.append(single(ends,
                            FigureColumn::WireIn,
                            Unit::BytesPerSecond,
                            i18nc("@title:group of a plot: bytes on the network", "Data Rate"),
                            i18nc("@item:inlistbox a data rate", "Received")));
        plots.last().curves.append(curve(*ends.source, ends, FigureColumn::WireOut, i18nc("@item:inlistbox a data rate", "Sent"), Style::Line));
        plots.append(single(ends,
                            FigureColumn::Compression,
                            Unit::Ratio,
                            i18nc("@title:group of a plot", "Compression by ssh"),
                            i18nc("@item:inlistbox a ratio", "Bytes before ssh to bytes on the network")));
    } else {
        plots.append(single(ends,
                            FigureColumn::InputToChange,
                            Unit::Milliseconds,
                            i18nc("@title:group of a plot", "Key or Click to First Change"),
                            i18nc("@item:inlistbox a time, estimated", "First change near the pointer, estimated"),
                            Style::Dots));
        plots.last().limits = {50, 150}; // Schmidt et al. 1999: below nobody feels it; above everybody does
        plots.append(single(ends,
                            FigureColumn::Frames,
                            Unit::PerSecond,
                            i18nc("@title:group of a plot", "Frames per Second"),
                            i18nc("@item:inlistbox", "Updates of the VNC server")));
        plots.append(single(ends,
                            FigureColumn::RfbIn,
                            Unit::BytesPerSecond,
                            i18nc("@title:group of a plot: bytes of a desktop", "Data Rate of the Desktop"),
                            i18nc("@item:inlistbox a data rate", "Received, before ssh")));
        plots.append(single(ends,
                            FigureColumn::RawOverRfb,
                            Unit::Ratio,
                            i18nc("@title:group of a plot", "Compression of the Image"),
                            i18nc("@item:inlistbox a ratio", "Raw pixels to bytes received")));
        plots.append(single(ends,
                            FigureColumn::Age,
                            Unit::Milliseconds,
                            i18nc("@title:group of a plot", "Age of the Image"),
                            i18nc("@item:inlistbox a time, estimated", "Age, estimated")));
    }
    const QList<FigureSpan> outages = FigureBuckets::outages(*ends.source, span);
    for (PlotData &plot : plots) {
        plot.outages = outages;
    }
    return plots;
}

QList<double> Plots::lines(PlotData::Unit unit, double highest, int most)
{
    double factor = 1;
    while (unit == PlotData::Unit::BytesPerSecond && highest / factor >= 1024) {
        factor *= 1024;
    }
    QList<double> lines = PlotAxis::values(highest / factor, most);
    for (double &line : lines) {
        line *= factor;
    }
    return lines;
}

QString Plots::text(PlotData::Unit unit, double value)
{
    if (value == 0 && unit != Unit::BytesPerSecond) {
        return QLocale().toString(0);
    }
    switch (unit) {
    case Unit::Milliseconds:
        return Wording::duration(std::chrono::microseconds(static_cast<std::int64_t>(value * 1000)));
    case Unit::BytesPerSecond:
        return Wording::rate(Bytes{static_cast<std::int64_t>(value)});
    case Unit::PerSecond:
        return QLocale().toString(value, 'f', value < 10 ? 1 : 0);
    case Unit::Ratio:
        return i18nc("@info a ratio of bytes, as 31 : 1", "%1 : 1", QLocale().toString(value, 'f', value < 10 ? 1 : 0));
    }
    return {};
}
}
